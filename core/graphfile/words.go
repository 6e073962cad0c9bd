package graphfile

import (
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"causeway/core/causal"
	"causeway/core/sketch"
)

// Names of the attributes that hold Causeway's own information in formats with attributes.
const (
	keySign      = "sign"
	keyStrict    = "strictly"
	keySoft      = "soft"
	keyNote      = "note"
	keyLeast     = "causeway_least"
	keyMost      = "causeway_most"
	keyRole      = "role"
	keyForm      = "mechanism"
	keyFormula   = "formula"
	keyFixed     = "fixed"
	keyState     = "causeway_state"
	keyClosed    = "causeway_closed" // whether all causes of the node are drawn
	keyScale     = "causeway_scale"
	keyBend      = "bend"              // where DAGitty bends an edge
	keyRealName  = "causeway_name"     // for a node whose name the format cannot represent
	encodedStart = "causeway_encoded_" // prefix of the key of a value that the format cannot represent
)

var (
	signWords  = [...]string{"", "rises", "falls"}
	formWords  = [...]string{"", "linear", "network", "formula"}
	stateWords = [...]string{causal.ActedOn: "", causal.Following: "follows",
		causal.Adjustable: "follows and can be changed"}
	roleWords = [...]string{"", "exposure", "outcome", "adjusted", "selected", "latent"}
)

// roles includes the short and the old words that DAGitty reads.
var roles = map[string]sketch.Role{
	"exposure": sketch.Exposure, "e": sketch.Exposure, "source": sketch.Exposure,
	"outcome": sketch.OutcomeRole, "o": sketch.OutcomeRole, "target": sketch.OutcomeRole,
	"adjusted": sketch.Adjusted, "a": sketch.Adjusted,
	"selected": sketch.Selected, "s": sketch.Selected,
	"latent": sketch.Latent, "l": sketch.Latent, "unobserved": sketch.Latent, "u": sketch.Latent,
	"hidden": sketch.Latent, "unmeasured": sketch.Latent,
}

func index(words []string, word string) (int, bool) {
	for i, w := range words {
		if w == word && w != "" {
			return i, true
		}
	}
	return 0, false
}

func readSign(word string) (causal.Sign, bool) {
	switch strings.ToLower(word) {
	case "+", "+1", "1", "positive", "pos", "increases":
		return causal.Rises, true
	case "-", "−", "-1", "−1", "negative", "neg", "decreases":
		return causal.Falls, true
	}
	i, known := index(signWords[:], word)
	return causal.Sign(i), known
}

func readBool(word string) (value, known bool) {
	switch strings.ToLower(word) {
	case "true", "yes", "1":
		return true, true
	case "false", "no", "0", "":
		return false, true
	}
	return false, false
}

// understand reads an attribute of an edge and reports whether it is one of Causeway's.
func (e *Edge) understand(key, value string) bool {
	was := *e
	known := false
	switch key {
	case keySign:
		e.Sign, known = readSign(value)
	case keyStrict:
		e.Strict, known = readBool(value)
	case keySoft:
		e.Soft, known = readBool(value)
	case keyLeast:
		e.Least, known = readNumber(value)
	case keyMost:
		e.Most, known = readNumber(value)
	case keyNote:
		e.Note, known = value, isNote(value)
	}
	if !known {
		*e = was
	}
	return known
}

// isNote reports whether a text is allowed as a person's note in a drawing.
func isNote(text string) bool {
	return utf8.RuneCountInString(text) <= sketch.MaxNote && !strings.Contains(text, "\x00")
}

// understand reads an attribute of a node and reports whether it is one of Causeway's.
func (n *Node) understand(key, value string) bool {
	was := *n
	i, known := 0, false
	switch key {
	case keyForm:
		i, known = index(formWords[:], value)
		n.Form = sketch.Mechanism(i)
	case keyRole:
		if i, known = index(roleWords[:], value); known {
			n.Role = sketch.Role(i)
			return true
		}
	case keyFormula:
		n.Formula, known = value, isNote(value)
	case keyFixed:
		n.Fixed, known = readBool(value)
	case keyState:
		i, known = index(stateWords[:], value)
		n.State = causal.State(i)
	case keyClosed:
		n.Closed, known = readBool(value)
	}
	if !known {
		*n = was
	}
	if latent, says := latentMark(key, value, false); says && !known &&
		(!latent || n.Role == sketch.NoRole || n.Role == sketch.Latent) {
		if known = true; latent {
			n.Role = sketch.Latent
		}
	}
	return known
}

// latentMark reads an attribute that says whether a node is unobserved. A node's style, such as
// dashed, has no such meaning.
func latentMark(key, value string, flag bool) (latent, says bool) {
	key, value = letters(key), strings.ToLower(strings.TrimSpace(value))
	is, known := readBool(value)
	known = known && value != ""
	hidden := roles[value] == sketch.Latent && len(value) > 1
	switch key {
	case "latent", "unobserved", "unmeasured", "hidden":
		return flag || is || hidden, flag || known || hidden
	case "observed", "measured", "isobserved":
		return !flag && !is, flag || known || hidden
	case "islatent", "isunobserved":
		return is, known
	case keyRole, "type", "kind", "nodetype", "variabletype", "status", "class":
		return hidden, hidden || value == "observed" || value == "measured"
	}
	return false, false
}

// nodeWords returns the attributes for Causeway's information about a node.
func nodeWords(n sketch.Node) []sketch.Attr {
	var list []sketch.Attr
	add := func(key, value string) {
		if value != "" {
			list = append(list, sketch.Attr{Key: key, Value: value})
		}
	}
	add(keyForm, formWords[n.Form])
	add(keyFormula, n.Formula)
	add(keyState, stateWords[n.State])
	if n.Closed {
		add(keyClosed, "true")
	}
	return list
}

func edgeWords(e sketch.Edge) []sketch.Attr {
	var list []sketch.Attr
	add := func(key, value string) {
		if value != "" {
			list = append(list, sketch.Attr{Key: key, Value: value})
		}
	}
	add(keySign, signWords[e.Sign])
	if e.Strict {
		add(keyStrict, "true")
	}
	if e.Soft {
		add(keySoft, "true")
	}
	for _, size := range [...]struct {
		key string
		v   float64
	}{{keyLeast, e.Least}, {keyMost, e.Most}} {
		if size.v > 0 {
			add(size.key, number(size.v))
		}
	}
	add(keyNote, e.Note)
	return list
}

// number formats a coordinate for files: exact and without an exponent.
func number(x float64) string { return strconv.FormatFloat(x+0, 'f', -1, 64) }

// readNumber reads a finite number.
func readNumber(text string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return x + 0, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// readPair reads "x,y" and returns the rest of the text.
func readPair(text string) (x, y float64, rest string, ok bool) {
	a, b, found := strings.Cut(text, ",")
	b, rest, _ = strings.Cut(b, ",")
	x, okX := readNumber(a)
	y, okY := readNumber(b)
	return x, y, rest, found && okX && okY
}

// encode writes any text with letters, digits, percent signs and a few other safe characters only.
func encode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

func decode(text string) (string, bool) {
	t, err := url.PathUnescape(text)
	return t, err == nil && utf8.ValidString(t) && !strings.Contains(t, "\x00")
}

// decoded returns the original form of an attribute whose value was encoded because the format
// cannot represent it.
func decoded(key, value string) (string, string) {
	if rest, is := strings.CutPrefix(key, encodedStart); is {
		if plain, ok := decode(value); ok {
			return rest, plain
		}
	}
	return key, value
}
