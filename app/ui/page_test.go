package ui

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/uitest"
	"causeway/core/model"
	"causeway/core/wire"
)

// page is a mounted root with an engine simulated by the test.
type page struct {
	t    *testing.T
	root *Root
	disp app.ClientDispatcher
	hear func(store.Intent)
	sent []store.Send
	seek []int // jobs of questions for a first row, which most tests ignore
	work []store.PoolEffect
	kept []store.VaultEffect
}

func (p *page) Start(handle func(store.Intent)) { p.hear = handle }
func (p *page) Work(e store.PoolEffect)         { p.work = append(p.work, e) }
func (p *page) Keep(e store.VaultEffect)        { p.kept = append(p.kept, e) }
func (p *page) Restart()                        {}

func (p *page) Send(m store.Send) error {
	_, seek := m.Body.(wire.Seek)
	_, reasons := m.Body.(wire.GiveReasons) // which come after every answer
	if seek || reasons {
		p.seek = append(p.seek, m.Job)
	} else if _, ok := m.Body.(wire.MapRow); ok { // which comes with every row
		return nil
	} else if !slices.Contains(p.seek, m.Job) {
		p.sent = append(p.sent, m)
	}
	return nil
}

func open(t *testing.T, step kit.Place) *page {
	t.Helper()
	p := &page{t: t}
	p.root = NewRoot(p)
	p.disp = app.NewClientTester(p.root)
	t.Cleanup(p.disp.Close)
	p.goTo(step)
	return p
}

// settle lets the page draw, mount what is new, and draw again.
func (p *page) settle() {
	for range 3 {
		p.disp.Consume()
	}
}

func (p *page) goTo(step kit.Place) {
	p.disp.Nav(&url.URL{Scheme: "https", Host: "test", Path: "/", Fragment: string(step)})
	p.settle()
}

// do sends intents through the page's own action.
func (p *page) do(list ...store.Intent) {
	for _, in := range list {
		kit.Do(p.disp.Context(), in)
		p.settle()
	}
}

// answer delivers a fact for the oldest unanswered message, which must be an M.
func answer[M wire.Message](p *page, fact wire.Message) {
	p.t.Helper()
	if len(p.sent) == 0 {
		p.t.Fatalf("nothing was sent, want %T", *new(M))
	}
	s := p.sent[0]
	if _, ok := s.Body.(M); !ok {
		p.t.Fatalf("sent %T, want %T", s.Body, *new(M))
	}
	p.sent = p.sent[1:]
	p.say(s.Job, fact)
}

// measured answers the questions that the Classifier panel asks automatically when shown.
func (p *page) measured() {
	p.t.Helper()
	if len(p.sent) > 0 {
		if _, ok := p.sent[0].Body.(wire.MeasureClassifier); ok {
			bins := make([]int, 4*model.ShareBins)
			for class := range 2 { // 46 rows of each other class below, 54 of the own above
				own := bins[2*class*model.ShareBins:]
				own[10], own[80], own[model.ShareBins+20], own[model.ShareBins+70] = 4, 36, 50, 10
			}
			answer[wire.MeasureClassifier](p, wire.ClassifierMeasured{Bins: bins,
				Groups: []model.GroupFit{{Feature: 1, Level: 0, Rows: 60, Right: 54},
					{Feature: 1, Level: 1, Rows: 40, Right: 30}}})
		}
	}
}

// find requests the row's counterfactuals, or continues the search that the page has begun.
func (p *page) find() {
	p.t.Helper()
	p.do(store.FindCounterfactuals{})
	p.lastSearch()
}

// lastSearch removes all sent messages but the last search.
func (p *page) lastSearch() {
	p.t.Helper()
	last := -1
	for i, m := range p.sent {
		if _, ok := m.Body.(wire.Explain); ok {
			last = i
		}
	}
	if last < 0 {
		p.t.Fatal("no search was asked for")
	}
	p.sent = p.sent[last : last+1]
}

func (p *page) say(job int, fact wire.Message) {
	p.hear(store.Fact{Job: job, Body: fact})
	p.settle()
}

func (p *page) html() string { return app.HTMLString(p.root) }

// drawer is the content of the drawer with the models.
func (p *page) drawer() string {
	_, in, _ := strings.Cut(p.html(), `role="dialog"`)
	return in
}

func (p *page) want(parts ...string) {
	p.t.Helper()
	html := p.html()
	for _, part := range parts {
		if !strings.Contains(html, part) {
			p.t.Errorf("the page does not hold %q", part)
		}
	}
}

func (p *page) wantNot(parts ...string) {
	p.t.Helper()
	html := p.html()
	for _, part := range parts {
		if strings.Contains(html, part) {
			p.t.Errorf("the page holds %q", part)
		}
	}
}

// disabled reports whether the button with a text cannot be pressed; attributes
// come in any order.
func (p *page) disabled(text string) bool {
	p.t.Helper()
	tag := regexp.MustCompile(`<button([^>]*)>` + regexp.QuoteMeta(text)).FindStringSubmatch(p.html())
	if tag == nil {
		p.t.Fatalf("there is no button %q", text)
	}
	return strings.Contains(tag[1], "disabled") && !strings.Contains(tag[1], `disabled="false"`)
}

var (
	testSchema  = uitest.Schema
	testTable   = uitest.Table
	testPreview = uitest.Preview
)

func (p *page) loadTable() {
	p.t.Helper()
	p.do(store.LoadSample{})
	answer[wire.Sample](p, testTable)
	answer[wire.Rows](p, wire.Page{Total: 100, Index: []int{7}, Values: wire.NewRows([][]float64{{39, 1}}),
		Outcomes: []int{0}})
}

func (p *page) train() {
	p.t.Helper()
	p.do(store.TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Accuracy: 0.86, Base: 0.6, LogLoss: 0.3,
		Confusion: []int{50, 10, 4, 36}, TestRows: 100, Best: 90, TrainMS: 1500})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.8, 0.2}, 2)})
	p.measured()
	p.do(store.TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{
		Model: []byte("g"),
		Decoded: model.Scores{Validity: 0.93, ContProximity: -2.5, CatProximity: -1.2, FeaturesChange: 2.1,
			Profiles: 40},
		Soft: model.Scores{Validity: 0.995}, DataProfiles: 60, TestRows: 100})
	p.say(p.seek[len(p.seek)-1], wire.Sought{Answered: true, Tried: 1})
}
