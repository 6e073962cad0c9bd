package store

import (
	"testing"

	"causeway/core/document"
	"causeway/core/model"
)

// Rows and labels go into a file only if a person says so after opening the project, whatever the
// project came from. Its own file keeps what it held.
func TestRowsAndLabelsTravelOnlyOnRequest(t *testing.T) {
	p := taughtWhole(t)
	p.do(packRows{})
	b := p.file(Travel{Rows: true, Labels: true})
	q := newWhole(t)
	q.open(b)
	equal(t, "of a file that held both", q.Project.Travel, Travel{})
	equal(t, "chosen", q.Project.Chosen, false)

	q.do(SaveProject{Name: "a.causeway", With: Travel{Labels: true}})
	equal(t, "as chosen", q.Project.Travel, Travel{Labels: true})
	equal(t, "chosen", q.Project.Chosen, true)
	q.do(SetSample{document.Sample{Rows: 400, Seed: 9}}, LoadSample{model.Census}, Answer{Replace: true})
	equal(t, "of another table", q.Project.Travel, Travel{})
	equal(t, "chosen", q.Project.Chosen, false)

	q.do(ChooseFile{ID: 9, Name: "other.causeway", Size: len(b), Place: 3}, FileRead{ID: 9, Bytes: b},
		AnswerProject{Take: true})
	equal(t, "of the place that it was opened from", q.Project.Travel, Travel{Rows: true, Labels: true})
	equal(t, "chosen", q.Project.Chosen, false)
}
