package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
)

// keptList holds two projects; the second is open in another tab.
func keptList() store.KeptListed {
	at := time.Now().Add(-5 * time.Minute).UnixMilli()
	return store.KeptListed{Usage: 3 << 20, Quota: 5 << 30, Projects: []store.KeptProject{
		{ID: "a", At: at, Size: 60_000, Card: store.KeptCard{Name: "people<b>.csv", Rows: 1000, Edges: 2, Labels: 1,
			Classifier: true, Training: store.TheGenerator, Epoch: 34, Epochs: 50},
			Versions: []store.KeptVersion{{Name: "first try", At: at, Card: store.KeptCard{Rows: 1000}}}},
		{ID: "b", At: at, Open: true, Card: store.KeptCard{Name: "other.csv", Rows: 1, NoRows: true}},
	}}
}

func TestAFreshBrowserOffersNothing(t *testing.T) {
	p := open(t, kit.PlaceTable)
	if len(p.kept) != 1 || p.kept[0] != (store.ListKept{First: true}) {
		t.Errorf("the page asks for %+v, want the list", p.kept)
	}
	p.hear(store.KeptStarted{Tab: "t"})
	p.settle()
	p.wantNot(project.TextOffer, project.TextKeepSaving)
	p.want(">Recent projects</button>")
}

func TestTheLastProjectIsOffered(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.hear(store.KeptStarted{KeptListed: keptList(), Tab: "t"})
	p.settle()
	p.want(project.TextOffer, "people&lt;b&gt;.csv", "5 minutes ago",
		"1,000 rows, 2 edges, 1 label, classifier, generator in training, epoch 34 of 50",
		"Training continues from its last checkpoint.", ">Continue</button>")
	p.do(store.DeclineOffer{})
	p.wantNot(project.TextOffer)
}

func TestRecentProjectsAreListed(t *testing.T) {
	state, _ := store.Apply(store.New(), store.KeptStarted{KeptListed: keptList(), Tab: "t"})
	panel := &project.KeptPanel{State: &state}
	disp := app.NewClientTester(panel)
	defer disp.Close()
	for range 4 {
		disp.Consume()
	}
	html := app.HTMLString(panel)
	for _, part := range []string{"Changes are saved automatically, but only in this browser.", "other.csv",
		"1 row (not saved)", "open in another tab", "This page uses 3 MB of the 5 GB", project.TextPersist,
		`"Open version first try of people`, ">first try<"} {
		if !strings.Contains(html, part) {
			t.Errorf("the list does not hold %q", part)
		}
	}
	if n := strings.Count(html, ">"+project.TextDeleteKept+"<"); n != 2 {
		t.Errorf("%d buttons delete, want those of the first project and its version", n)
	}
}
