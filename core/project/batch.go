package project

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/notice"
)

// ManyQuery returns the query that the page uses for many rows: it has the file's settings and
// graph and, if the settings say so, the file's limits.
func (f *File) ManyQuery() Query {
	b := f.Saved.Settings.Batch
	q := Query{Search: b.Asked(), Quick: b.Quick, Boxes: batch.Boxes, Knowledge: f.Saved.Graph.Knowledge()}
	if b.Mine {
		f.bind(&q, nil)
	}
	return q
}

// Form returns the output format for the results of Many.
func (p *Project) Form(q Query, m *Many) batch.Form {
	s := p.Said()
	r := batch.Rules{Knowledge: q.Knowledge, Hard: append(causal.Hard(p.Rules(q.Knowledge)), q.Rules...),
		Within: q.Within}
	return batch.Form{Rules: r, Schema: s.Own(), OfFile: true, Degree: m.HasDegrees(), Numbers: p.regressor() != nil}
}

// Row returns the result as a row of the output.
func (b Brief) Row(index, outcome int, factual []float64) batch.Row {
	return batch.Row{Index: index, Outcome: outcome, Factual: factual, Predicted: b.Class, Given: b.Shares,
		Cuts: b.Cuts, Of: b.Of, Number: b.Number, Banded: b.Banded, Numbered: b.Numbered, Target: b.Target,
		Bound: b.Bound, Quick: b.Quick, Nearest: b.Nearest, None: b.None, Unclear: b.Unclear, Found: b.Rows}
}

// NoticeQuery returns the query that the page uses for the notice of one of many rows. It is the
// query for a single row with two differences. The goal is that of the settings for many rows, if
// they have one. The file's limits apply only if these settings include them.
func (f *File) NoticeQuery(row []float64) Query {
	q := f.Query(row)
	if b := f.Saved.Settings.Batch.Asked(); b.Goal != document.NoGoal {
		q.Goal, q.From, q.To, q.Target = b.Goal, b.From, b.To, b.Target
	}
	if !f.Saved.Settings.Batch.Mine {
		q.Rules, q.Within, q.Effort = nil, nil, nil
	}
	return q
}

// Wanted returns the class that people hope for, as the page determines it, or -1 if only a
// person can decide. Without the rows of the table it uses the names of the classes.
func (f *File) Wanted() int {
	if n := f.Saved.Settings.Wanted; n > 0 {
		return n - 1
	}
	y := f.Said().Outcome
	if f.Table != nil {
		return data.GuessWanted(y, f.Table.Counts())
	}
	first, last := data.GuessWanted(y, []int{0}), data.GuessWanted(y, make([]int, len(y.Levels)))
	if first != last { // the names do not decide, and counting rows needs the table
		return -1
	}
	return first
}

// Notice returns the notice for one of many rows from the results of Case for NoticeQuery. It
// prints the date as given.
func (f *File) Notice(q Query, x document.Explained, r document.Reasons, date string) notice.Case {
	s, own := f.Said(), f.Saved.Classifier
	sum := sha256.Sum256(f.BlackBox.Bytes)
	c := notice.Case{Own: f.Saved.Settings.Notice, Date: date, Table: f.Name, Model: f.Name,
		Hash: hex.EncodeToString(sum[:]), Threshold: own.Settings.Threshold, Found: x, Reasons: r,
		Schema: x.Shown(s, q.Explain, x.Factual.Row), Follows: x.Follows(q.Knowledge.AllRules(s))}
	if !own.Trained {
		c.Model = cmp.Or(own.From.Name, c.Model)
	}
	for j, l := range f.Saved.Explain.Limits {
		hard := l.Difficulty == causal.Difficult || l.Difficulty == causal.VeryDifficult
		if hard && f.Saved.Settings.Batch.Mine {
			c.Hard = append(c.Hard, j)
		}
	}
	return c
}
