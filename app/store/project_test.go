package store

import (
	"testing"

	"causeway/core/wire"
)

// A project is saved to the file it was saved to or opened from, and another project never goes
// there.
func TestAPlaceIsThatOfOneProject(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.idle()
	save := SaveProject{Name: "mine.causeway", Place: 1}
	p.do(save)
	equal(t, "place before it is written", p.Project.Place, 0)
	p.do(ProjectSaved{SaveProject: save})
	equal(t, "place", p.Project.Place, 1)
	_, b, _, err := p.sound(Travel{})
	if err != nil {
		t.Fatal(err)
	}
	p.do(save, LoadSample{})
	if p.Data.Ask != AskNothing {
		p.do(Answer{Replace: true})
	}
	answer[wire.Sample](p, testLoaded)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	p.do(ProjectSaved{SaveProject: save}) // late
	equal(t, "place of another table", p.Project.Place, 0)
	equal(t, "name of another table", p.Project.Name, "")
	for place := range 2 {
		p.do(ProjectSaved{SaveProject: save}, ChooseFile{ID: 9, Name: "other.causeway", Size: len(b), Place: 3 * place},
			FileRead{ID: 9, Bytes: b}, AnswerProject{Take: true})
		answer[wire.Restore](p, testLoaded)
		p.sent = nil
		equal(t, "name", p.Project.Name, "other.causeway")
		equal(t, "place", p.Project.Place, 3*place)
	}
}
