package store

import (
	"reflect"
	"slices"
	"strings"

	"causeway/core/data"
	"causeway/core/wire"
)

// Intents about the readable names of the table.
type (
	// SetNames names one column: a feature or, after the features, the outcome.
	SetNames struct {
		Column int
		data.Naming
	}

	// PasteNames reads a list of names. Schema.ReadNames describes its forms.
	PasteNames struct{ Text string }
)

// maxNameList limits a list of names, in bytes.
const maxNameList = 1_000_000

// named returns the names for the engine.
type named struct {
	names []data.Naming
	job   int
}

func (in SetNames) apply(w *turn) {
	d := &w.Data
	if !d.HasTable || in.Column < 0 || in.Column > len(d.schema.Features) {
		return
	}
	names := make([]data.Naming, len(d.schema.Features)+1)
	copy(names, d.Names)
	f := append(slices.Clone(d.schema.Features), d.schema.Outcome)[in.Column]
	n := data.Naming{Name: readable(in.Name, f.Name)}
	if f.Kind.Numeric() {
		n.Unit, n.Shown = readable(in.Unit, ""), in.Shown
	}
	for i, l := range in.Levels {
		if i < len(f.Levels) {
			n.Levels = append(n.Levels, readable(l, f.Levels[i]))
		}
	}
	names[in.Column] = n
	w.setNames(names, nil)
}
func (SetNames) step(data.Schema) string { return "Readable names" }

// readable returns a trimmed name, or "" if it is the table's own.
func readable(text, own string) string {
	if text = strings.Join(strings.Fields(text), " "); text == own {
		return ""
	}
	return text
}

func (in PasteNames) apply(w *turn) {
	w.settle(TheTable)
	if !w.Data.HasTable {
		w.alert(TheTable, sayOpenFirst)
		return
	}
	names, unmatched := w.Data.schema.ReadNames(in.Text, w.Data.Names)
	w.setNames(names, unmatched)
}
func (PasteNames) step(data.Schema) string { return "Readable names" }

// setNames sets names if they are distinct. It drops names that change nothing.
func (w *turn) setNames(names []data.Naming, unmatched []string) {
	d := &w.Data
	w.settle(TheTable)
	if err := d.schema.CheckNames(names); err != nil {
		w.alert(TheTable, sayNamesRefused(err))
		return
	}
	count := 0
	for i, n := range names {
		if !slices.ContainsFunc(n.Levels, func(l string) bool { return l != "" }) {
			names[i].Levels = nil
		}
		if !n.IsNone() {
			count++
		}
	}
	if d.Names = names; count == 0 {
		d.Names = nil
	}
	if len(unmatched) > 0 {
		w.alert(TheTable, sayUnmatched(unmatched))
	}
	w.order()
	w.say(sayRead(count))
	w.findAgainNamed()
}

// findAgainNamed searches again for the results on show, so that they use the new names.
func (w *turn) findAgainNamed() {
	if e := &w.Explain; e.HasFound && w.Generator.HasResult && !e.Finding && !w.Link.Down && !w.Link.Recovering {
		w.tellNames()
		w.search(e.asked, e.wider)
		e.Unasked = true
	}
}

// tellNames tells the engine the names for its sentences.
func (w *turn) tellNames() {
	d := &w.Data
	if !d.HasTable || w.Link.Down || d.Stage == Loading || reflect.DeepEqual(d.Names, d.named.names) {
		return
	}
	d.named = named{names: d.Names}
	d.named.job = w.send(wire.SetNames{Names: d.Names})
}
