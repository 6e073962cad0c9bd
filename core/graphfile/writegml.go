package graphfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"causeway/core/sketch"
)

// gml writes GML in ASCII, as networkx requires.
func (w *writer) gml() {
	w.text("Creator \"Causeway\"\ngraph [\n  directed 1\n  ", keyScale, " ", number(w.scale), "\n")
	w.gmlAttrs(w.attrs(), "  ")
	id := 0
	w.each(func(v int, n sketch.Node) {
		list := []sketch.Attr{{Key: "graphics.x", Value: w.x(n)}, {Key: "graphics.y", Value: w.y(n)}}
		attrs := slices.DeleteFunc(slices.Clone(n.Attrs), func(a sketch.Attr) bool {
			return a.Key == list[0].Key || a.Key == list[1].Key
		})
		if len(attrs) < len(n.Attrs) {
			w.lose("place", "GML has only one position for a node; attributes such as graphics.x are left out.")
		}
		at := max(0, slices.IndexFunc(attrs, func(a sketch.Attr) bool { return strings.HasPrefix(a.Key, "graphics.") }))
		list = slices.Insert(attrs, at, list...) // next to other graphics attributes, so that they share one block
		words := nodeWords(n)
		if role := roleWords[n.Role]; role != "" {
			words = append(words, sketch.Attr{Key: keyRole, Value: role})
		}
		if n.Fixed {
			words = append(words, sketch.Attr{Key: keyFixed, Value: "1"})
		}
		w.text("  node [\n    id ", strconv.Itoa(id), "\n    label \"", escapeGML(w.name(v)), "\"\n")
		w.gmlAttrs(append(words, list...), "    ")
		w.text("  ]\n")
		id++
	})
	for _, e := range w.arrows() {
		w.text("  edge [\n    source ", strconv.Itoa(e.From), "\n    target ", strconv.Itoa(e.To), "\n")
		w.gmlAttrs(append(edgeWords(e), w.foreign(e)...), "    ")
		w.text("  ]\n")
	}
	w.text("]\n")
}

// gmlAttrs writes attributes. Neighbours whose keys have the same prefix before the dot share a
// list.
func (w *writer) gmlAttrs(list []sketch.Attr, indent string) {
	for i := 0; i < len(list); {
		if !gmlKey(list[i].Key) || reserved(list[i].Key) || strings.Count(list[i].Key, ".") > MaxNesting/2 {
			w.lose("key:"+list[i].Key, "GML cannot have an attribute called %s; it is left out.", quote(list[i].Key))
			i++
			continue
		}
		first, rest, nested := strings.Cut(list[i].Key, ".")
		if !nested {
			w.text(indent, first, " ", gmlValue(list[i].Value), "\n")
			i++
			continue
		}
		inner := []sketch.Attr{{Key: rest, Value: list[i].Value}}
		for i++; i < len(list) && gmlKey(list[i].Key); i++ {
			next, rest, nested := strings.Cut(list[i].Key, ".")
			if !nested || next != first {
				break
			}
			inner = append(inner, sketch.Attr{Key: rest, Value: list[i].Value})
		}
		w.text(indent, first, " [\n")
		w.gmlAttrs(inner, indent+"  ")
		w.text(indent, "]\n")
	}
}

// reserved reports whether a key has a meaning in GML.
func reserved(key string) bool {
	switch strings.ToLower(key) {
	case "id", "label", "source", "target", "directed":
		return true
	}
	return false
}

// gmlValue writes numbers without quotes and everything else as strings.
func gmlValue(v string) string {
	switch {
	case isWrapped(v):
		return `"` + escapeGML(unwrap(v)) + `"`
	case isGMLNumber(v):
		return v
	}
	return `"` + escapeGML(v) + `"`
}

// escapeGML writes all characters other than plain ASCII as numeric character references.
func escapeGML(text string) string {
	var b strings.Builder
	for _, c := range text {
		if c < ' ' || c > '~' || c == '&' || c == '"' {
			fmt.Fprintf(&b, "&#%d;", c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}
