package notice

import (
	"encoding/json"

	"causeway/core/data"
	"causeway/core/document"
)

// The JSON form of a notice. Values are numbers or names of levels.
type (
	noticeFile struct {
		Notice       int            `json:"notice"` // version of this form
		Date         string         `json:"date"`
		Organisation string         `json:"organisation,omitempty"`
		Decision     noticeDecision `json:"decision"`
		Values       []noticeValue  `json:"values"`
		Source       string         `json:"source,omitempty"`
		Correct      string         `json:"correct,omitempty"`
		Fixed        string         `json:"fixed,omitempty"` // yes (proved), no or undecided
		Reasons      []noticeReason `json:"reasons"`
		Options      []noticeOption `json:"options"`
		None         bool           `json:"none,omitempty"` // proved: no allowed change leads to the class
		Rules        []string       `json:"rules"`
		Role         string         `json:"role,omitempty"`
		Contest      string         `json:"contest,omitempty"`
	}
	noticeDecision struct {
		Outcome   string  `json:"outcome"`
		Class     string  `json:"class"`
		Number    float64 `json:"number,omitempty"` // predicted; a probability in percent, if that is the goal
		Share     float64 `json:"share,omitempty"`  // omitted where the number alone decides
		Wanted    string  `json:"wanted"`
		Threshold float64 `json:"threshold,omitempty"` // threshold set for the second of two classes
		Model     string  `json:"model"`
		Hash      string  `json:"sha256"`
	}
	noticeValue struct {
		Feature string `json:"feature"`
		Value   any    `json:"value"`
	}
	noticeReason struct {
		Kind    string         `json:"kind"` // alone, together or against (cannot be changed)
		Changes []noticeChange `json:"changes"`
	}
	noticeOption struct {
		Changes []noticeChange `json:"changes"`
		Number  float64        `json:"number,omitempty"` // as that of the decision
		Share   float64        `json:"share,omitempty"`
		Cost    float64        `json:"cost"`
		Nearest bool           `json:"nearest,omitempty"` // proved
	}
	noticeChange struct {
		Feature string `json:"feature"`
		From    any    `json:"from"`
		To      any    `json:"to,omitempty"`
		Follows bool   `json:"follows,omitempty"`
		Low     any    `json:"low,omitempty"` // proved: every value up to High works, together with the other ranges
		High    any    `json:"high,omitempty"`
		OneOf   []any  `json:"oneOf,omitempty"` // levels, each of which would be enough
	}
)

// JSON returns the content of HTML in a form for programs.
func JSON(c Case) []byte {
	c.Found, c.Reasons = c.Found.Blank(c.Schema), c.Reasons.Blank(c.Schema)
	x, schema, n := c.Found, c.Schema.Own(), c.Own
	factual := x.Factual.Row
	f := noticeFile{Notice: 1, Date: c.Date, Organisation: n.Organisation, Source: n.Source, Correct: n.Correct,
		Role: n.Role, Contest: n.Contest, None: x.None, Reasons: []noticeReason{}, Options: []noticeOption{},
		Rules: []string{}, Decision: noticeDecision{Outcome: schema.Outcome.Name,
			Class: schema.Outcome.Format(float64(x.Factual.Class)), Number: x.Factual.Number, Share: SureOf(x.Factual),
			Wanted: schema.Outcome.Format(float64(x.Target)), Threshold: c.Threshold, Model: c.Model, Hash: c.Hash}}
	for _, j := range schema.Displayed() {
		feature := schema.Features[j]
		f.Values = append(f.Values, noticeValue{feature.Name, valueOf(feature, factual[j])})
	}
	if r := c.Reasons; len(r.Row) == len(schema.Features) {
		f.Fixed = [...]string{document.Undecided: "undecided", document.No: "no", document.Yes: "yes"}[r.Fixed]
		for _, p := range Principal(r) {
			one := noticeReason{Kind: "alone"}
			switch {
			case p.Row == nil:
				one.Kind = "against"
			case len(p.Features) > 1:
				one.Kind = "together"
			}
			for _, j := range p.Features {
				c := noticeChange{Feature: schema.Features[j].Name, From: valueOf(schema.Features[j], r.Row[j])}
				if p.Row != nil {
					c = change(schema, j, r.Row, p.Row, p.Low, p.High)
				}
				for _, l := range p.Levels {
					c.OneOf = append(c.OneOf, schema.Features[j].Levels[l])
				}
				one.Changes = append(one.Changes, c)
			}
			f.Reasons = append(f.Reasons, one)
		}
	}
	for i, o := range x.Rows[:min(len(x.Rows), mostOptions)] {
		f.Options = append(f.Options, noticeOption{Changes: c.changes(schema, o), Number: o.Number, Share: SureOf(o),
			Cost: o.Cost, Nearest: i == 0 && x.Nearest})
	}
	for _, l := range x.Laws {
		if !l.Soft && !l.GivenUp {
			f.Rules = append(f.Rules, l.Text)
		}
	}
	out, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic("report: notice: " + err.Error()) // its numbers were checked to be finite
	}
	return append(out, '\n')
}

// changes returns the changes of an answer, with their consequences.
func (c Case) changes(s data.Schema, o document.Counterfactual) (list []noticeChange) {
	factual := c.Found.Factual.Row
	d := c.Follows.Deeds(factual, o)
	for j := range d.Values {
		if d.Does(j) || d.Follows(j) {
			one := change(s, j, factual, o.Row, o.Low, o.High)
			one.Follows = d.Follows(j)
			list = append(list, one)
		}
	}
	return list
}

func change(s data.Schema, j int, was, is, low, high []float64) noticeChange {
	f := s.Features[j]
	c := noticeChange{Feature: f.Name, From: valueOf(f, was[j]), To: valueOf(f, is[j])}
	if len(low) > 0 && low[j] < high[j] {
		c.Low, c.High = low[j], high[j]
	}
	return c
}

// valueOf returns a number, the name of a level, or nil for a missing value.
func valueOf(f data.Feature, v float64) any {
	if f.IsGap(v) {
		return nil
	}
	if f.Kind.Numeric() {
		return v
	}
	return f.Format(v)
}
