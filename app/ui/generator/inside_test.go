package generator

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// On request, the table of scores explains each score.
func TestScoresSayWhatTheyMean(t *testing.T) {
	s := &Screen{State: new(store.State)}
	s.Data.Table.Schema = data.Schema{Features: []data.Feature{{Name: "colour", Kind: data.Category,
		Levels: []string{"red", "blue"}}}}
	s.Generator = store.Generator{HasResult: true,
		Judged: store.MeasuredBy{Said: []string{"\"colour\" may not change"}},
		Result: wire.GeneratorTrained{DataProfiles: 60, Kept: wire.NewFloats([]float64{0.5}, 1)}}
	meanings := []string{">" + kit.TextMeaning + "<", kit.TextScoreValidityMeaning, "the rows themselves have 60",
		TextKeptMeaning}
	for _, on := range []bool{false, true} {
		s.onMeanings(nil, on)
		html := app.HTMLString(s.scores())
		for _, m := range meanings {
			if strings.Contains(html, m) != on {
				t.Errorf("asked for: %v, and %q is there: %v", on, m, !on)
			}
		}
	}
}

// A sentence says that held answers are counted over fewer rows than other figures.
func TestEachFigureSaysItsRows(t *testing.T) {
	if got := TextGeneratorRows(400, 200); !strings.HasPrefix(got,
		"One raw counterfactual for each of 400 held-out rows; the share held is measured on the first 200.") {
		t.Error(got)
	}
	for _, searched := range []int{0, 100} {
		if got := TextGeneratorRows(100, searched); strings.Contains(got, "first") {
			t.Error(got)
		}
	}
}

// The sentence about how much of a graph is learned is correct English for one edge and for many.
func TestPartsOfAGraphAreCountedInWords(t *testing.T) {
	for _, tt := range []struct {
		learned, all  int
		follows, fold string
	}{
		{1, 1, "it learns its only edge or rule.", ": learns the graph's only edge or rule"},
		{4, 4, "it learns all 4 of its edges and rules.", ": 4 of 4 edges and rules"},
		{1, 2, "it learns 1 of its 2 edges and rules.", ": 1 of 2 edges and rules"},
	} {
		if got := textFollows(model.ModelApprox, tt.learned, tt.all); !strings.Contains(got, tt.follows) {
			t.Errorf("%d of %d: %q", tt.learned, tt.all, got)
		}
		if got := textBecomesOf(tt.learned, tt.all); !strings.HasSuffix(got, tt.fold) {
			t.Errorf("%d of %d: %q", tt.learned, tt.all, got)
		}
	}
	if got := textBecomesOf(0, 1); !strings.HasSuffix(got, ": does not learn the graph's only edge or rule") {
		t.Errorf("none of one: %q", got)
	}
}

// While a generator trains, its progress comes first, then settings that cannot change, then curves.
func TestATrainingIsWatchedFirst(t *testing.T) {
	s := &Screen{State: new(store.State)}
	s.Generator = store.Generator{Phase: store.Running, Settings: model.GeneratorFields.Default()}
	var order []string
	for _, c := range s.panels() {
		switch c.(type) {
		case *kit.RunPanel:
			order = append(order, "run")
		case *watchPanel:
			order = append(order, "watch")
		case app.HTMLForm:
			order = append(order, "settings")
		case *kit.CoursePanel:
			order = append(order, "course")
		}
	}
	if got := strings.Join(order, " "); got != "run watch settings course" {
		t.Error(got)
	}
}
