package graphfile

import (
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/sketch"
)

// maxTable limits the number of probability lines for one variable.
const maxTable = 10_000

// bif writes the structure as BIF. Names in this format consist of word characters, so other
// characters are replaced. Causeway's additional information is stored in properties, which other
// programs skip. All probabilities are equal.
func (w *writer) bif() {
	w.text("network causeway {\n")
	w.property("", keyScale, number(w.scale))
	for _, a := range w.attrs() {
		w.property("", a.Key, a.Value)
	}
	w.text("}\n")
	used := map[string]bool{}
	words, levels := make([]string, len(w.s.Nodes)), make([][]string, len(w.s.Nodes))
	numbers := 0
	w.each(func(v int, n sketch.Node) {
		f := w.schema.Outcome
		if v != sketch.OutcomeNode {
			f = w.schema.Features[v]
		}
		word, states := bifWord(f.Name, used), bifLevels(f)
		if v != sketch.OutcomeNode {
			words[v], levels[v] = word, states
		}
		if f.Kind.Numeric() {
			numbers++
		}
		w.text("variable ", word, " {\n  type discrete [ ", strconv.Itoa(len(states)), " ] { ",
			strings.Join(states, ", "), " };\n")
		if word != f.Name {
			w.property("", keyRealName, encode(f.Name))
		}
		w.property("", "position", "("+w.x(n)+", "+w.y(n)+")")
		if role := roleWords[n.Role]; role != "" {
			w.property("", keyRole, role)
		}
		if n.Fixed {
			w.property("", keyFixed, "true")
		}
		for _, a := range append(nodeWords(n), n.Attrs...) {
			if a.Key == keyRealName || a.Key == "position" {
				w.lose("key", "An attribute is left out, because its name means something else in BIF: %s.",
					quote(a.Key))
				continue
			}
			w.property("", a.Key, a.Value)
		}
		w.text("}\n")
		if v == sketch.OutcomeNode {
			w.text("probability ( ", word, " ) {\n  table ", equal(len(states)), ";\n}\n")
		}
	})
	for v := range w.s.Nodes {
		w.bifTable(v, words, levels)
	}
	w.lose("numbers", "BIF needs probabilities, which Causeway does not have: all are written as equal.")
	if numbers > 0 {
		w.lose("numeric", "BIF has no numbers: %s written with the two states low and high.",
			count(numbers, "number is", "numbers are"))
	}
}

// bifTable writes the causes of a variable and equal probabilities.
func (w *writer) bifTable(v int, words []string, levels [][]string) {
	w.text("probability ( ", words[v])
	parents := w.s.Parents(v)
	rows := 1
	for i, p := range parents {
		w.text([]string{" | ", ", "}[min(i, 1)], words[p])
		rows = min(rows*len(levels[p]), maxTable+1)
	}
	w.text(" ) {\n")
	if len(parents) == 0 {
		w.text("  table ", equal(len(levels[v])), ";\n")
	} else if rows > maxTable {
		w.lose("table", "BIF needs a line for every combination of causes; %s has too many, and none is "+
			"written.", quote(w.name(v)))
	} else {
		at := make([]int, len(parents))
		for range rows {
			w.text("  (")
			for i, p := range parents {
				w.text([]string{"", ", "}[min(i, 1)], levels[p][at[i]])
			}
			w.text(") ", equal(len(levels[v])), ";\n")
			for i := len(at) - 1; i >= 0; i-- {
				if at[i]++; at[i] < len(levels[parents[i]]) {
					break
				}
				at[i] = 0
			}
		}
	}
	for _, p := range parents {
		e, _ := w.s.Edge(p, v)
		for _, a := range append(edgeWords(e), e.Attrs...) {
			w.property(words[p]+":", a.Key, a.Value)
		}
	}
	w.text("}\n")
}

// property writes a key and a value as a BIF property, with or without a cause. The text must not
// contain quotes, semicolons or the start of a comment.
func (w *writer) property(cause, key, value string) {
	plain := func(s string) bool {
		return strings.TrimSpace(s) == s && !strings.ContainsAny(s, "\";\r\n\t\v\f{}") && !strings.Contains(s, "//") &&
			!strings.Contains(s, "/*")
	}
	switch {
	case key == "property" && plain(value) && !strings.Contains(value, "=") && value != "":
		w.text("  property \"", cause, value, "\" ;\n")
	case key == "" || !plain(key) || strings.Contains(key, "=") || strings.Contains(key, encodedStart):
		w.lose("key", "An attribute is left out, because its name cannot be written: %s.", quote(key))
	case plain(value):
		w.text("  property \"", cause, key, " = ", value, "\" ;\n")
	default:
		w.text("  property \"", cause, encodedStart, key, " = ", encode(value), "\" ;\n")
	}
}

// bifWord returns a word that no other name has.
func bifWord(name string, used map[string]bool) string {
	word := []byte(name)
	word = word[:min(len(word), maxStandIn)]
	for i, c := range word {
		if !isLetter(c) && !isDigit(c) && c != '_' {
			word[i] = '_'
		}
	}
	if len(word) == 0 || isDigit(word[0]) {
		word = slices.Insert(word, 0, 'v')
	}
	unique := string(word)
	for i := 2; used[unique]; i++ {
		unique = string(word) + "_" + strconv.Itoa(i)
	}
	used[unique] = true
	return unique
}

// bifLevels returns at least two states of a variable.
func bifLevels(f data.Feature) []string {
	if f.Kind.Numeric() {
		return []string{"low", "high"}
	}
	used := map[string]bool{}
	var list []string
	for _, l := range f.Levels {
		list = append(list, bifWord(l, used))
	}
	if len(list) == 1 {
		list = append(list, bifWord("other", used))
	}
	return list
}

// equal returns n equal probabilities.
func equal(n int) string {
	p := strconv.FormatFloat(1/float64(n), 'g', -1, 64)
	return strings.Repeat(p+", ", n-1) + p
}
