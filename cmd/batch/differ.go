package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"causeway/core/batch"
	"causeway/core/data"
)

// choices holds the choices given on the command line.
type choices []data.Choice

// add parses the value of a flag.
func (c *choices) add(name, text string) error {
	column, as, ok := strings.Cut(text, "=")
	x := data.Choice{Column: column, As: as, Do: data.TakeAs}
	switch name {
	case "pass":
		x.Do, x.As, ok = data.PassOn, "", column != "" && !ok
	case "level":
		var has bool
		if x.Column, x.Value, has = strings.Cut(column, ":"); !has {
			ok = false
		}
	case "column":
		x.By = data.NoColumn
	case "fill":
		x.By, x.Do = data.NoColumn, data.FillWith
	case "outside":
		x.By, x.As = data.OutOfRange, ""
		switch as {
		case "clamp":
			x.Do = data.Clamp
		case "leave out":
			x.Do = data.LeaveOut
		case "take":
			x.Do = data.Default
		default:
			ok = false
		}
	}
	if !ok {
		return fmt.Errorf("-%s does not take %q; see -help", name, text)
	}
	*c = append(*c, x)
	return nil
}

// text returns the choices as JSON, or an empty text without any.
func (c choices) text() string {
	if len(c) == 0 {
		return ""
	}
	return string(batch.Marshal(c))
}

// differs is a data.Difference in a form that Beam can carry.
type differs struct {
	File   string  `json:"file"` // file with the first row
	By     int     `json:"by"`
	Column string  `json:"column"`
	Value  string  `json:"value,omitempty"`
	Do     int     `json:"do"`
	As     string  `json:"as,omitempty"`
	Rows   int     `json:"rows"`
	First  int     `json:"first"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Passes bool    `json:"passes,omitempty"`
	Said   string  `json:"said"` // in words
}

func differsOf(file string, d data.Difference) differs {
	return differs{file, int(d.By), d.Column, d.Value, int(d.Do), d.As, d.Rows, d.First, d.Low, d.High, d.Min,
		d.Max, d.Passes, ""}
}

func (d differs) about(o differs) bool {
	return d.By == o.By && d.Column == o.Column && d.Value == o.Value
}

func (d differs) sentence() string {
	return data.Difference{Choice: data.Choice{By: data.Differ(d.By), Column: d.Column, Value: d.Value,
		Do: data.Remedy(d.Do), As: d.As}, Rows: d.Rows, First: d.First, Low: d.Low, High: d.High, Min: d.Min,
		Max: d.Max, Passes: d.Passes}.Sentence()
}

// together adds up differences. The first row is from the first file by name.
func together(a, b []differs) []differs {
	all := slices.Clone(a)
	for _, d := range b {
		i := slices.IndexFunc(all, func(o differs) bool { return d.about(o) })
		if i < 0 {
			all = append(all, d)
			continue
		}
		o := all[i]
		if before(d, o) {
			o.File, o.First = d.File, d.First
		}
		o.Rows, o.Low, o.High = o.Rows+d.Rows, min(o.Low, d.Low), max(o.High, d.High)
		all[i] = o
	}
	slices.SortFunc(all, func(a, b differs) int { // the blocks arrive in any order
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Value, b.Value))
	})
	return all
}

func before(a, b differs) bool {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.First, b.First)) < 0
}

// tell prints how the files differ from the table.
func tell(ctx context.Context, job Job) error {
	b, err := read(ctx, job.Out+"/summary.json")
	if err != nil {
		return err
	}
	var s struct{ Differs []differs }
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	for _, d := range s.Differs {
		fmt.Fprintf(os.Stderr, "%s: %s\n", d.File, d.Said)
	}
	return nil
}
