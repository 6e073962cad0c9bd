package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/app/ui/chart"
	datastep "causeway/app/ui/data"
	"causeway/app/ui/explain"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// finished is the folder of the projects that come with the page.
const finished = "../web"

// exhibits lists these projects, as a person would make them on the page.
var exhibits = []struct {
	name   string
	table  model.Kind
	rows   int
	method model.Method
	know   func(s data.Schema) []store.Intent // beside the example's graph and node states
	find   func(f *document.Search)           // unusual settings of the search
	lock   string                             // a lock on this feature changes the answer on show
}{
	{
		name: "census", table: model.Workers, rows: 4000, method: model.Actions, lock: "age",
		know: func(s data.Schema) []store.Intent {
			schooling := sketch.Edge{From: s.Index("education"), To: s.Index("age"), Sign: causal.Rises, Strict: true,
				Least: 1.5,
				Note:  "Each further level takes a year and a half at least."}
			list := []store.Intent{store.SetEdge{Edge: schooling},
				store.AddRule{Rule: causal.Rule{Kind: causal.MoveAtMost, Feature: s.Index("hours_per_week"),
					Min: causal.Open, Max: 10}}}
			for _, e := range [][2]string{{"education", "occupation"}, {"gender", "occupation"},
				{"occupation", "workclass"}, {"occupation", "hours_per_week"}, {"age", "marital_status"}} {
				list = append(list, store.AddEdge{Edge: sketch.Edge{From: s.Index(e[0]), To: s.Index(e[1])}})
			}
			for _, name := range []string{"gender", "race", "marital_status"} {
				list = append(list, store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: s.Index(name)}})
			}
			return append(list, store.LayoutGraph{})
		},
	},
	{name: "simple-bn", table: model.SimpleBN, rows: 2000, method: model.ModelBased, lock: "x1",
		find: func(f *document.Search) { f.Apart = model.NothingShared }},
	{name: "sangiovese", table: model.Sangiovese, rows: 3000, method: model.ModelBased, lock: "BunchN"},
}

// TestGalleryIsMade writes the finished projects, with -update. Each shows a refused row with
// several answers. It prefers a row whose answers all fail under a lock of the feature, with the
// fewest changes; otherwise the row that loses most answers.
func TestGalleryIsMade(t *testing.T) {
	if !*update {
		t.Skip("skipped: it writes files, with -update")
	}
	for _, x := range exhibits {
		t.Run(x.name, func(t *testing.T) {
			p := openTab(t, bridge.NewMemory())
			p.do(store.SetSample{Sample: document.Sample{Rows: x.rows, Seed: 1}}, store.LoadSample{Model: x.table})
			p.until("the table", func() bool { return p.Data.HasTable && p.Explain.HasRow })
			s := p.Data.Table.Schema
			p.do(store.LoadExample{})
			if x.know != nil {
				p.do(x.know(s)...)
			}
			if x.find != nil {
				f := p.Explain.Find
				x.find(&f)
				p.do(store.SetFind{Search: f})
			}
			g := p.Generator.Settings
			g.Method = x.method
			p.do(store.SetGenerator{Recipe: g}, store.TrainClassifier{}, store.TrainGenerator{})
			p.until("the models", func() bool { return p.Generator.HasResult && !p.Generator.Phase.Active() })
			p.do(store.SetFilter{RowFilter: document.RowFilter{Predicted: document.Refused}})
			lock := s.Index(x.lock)
			best, row := 0, kept{}
			for pos := 0; pos < min(p.Explain.Total, 150); pos++ {
				p.lookAt(pos)
				all := p.answers()
				if len(all) < 2 || !slices.ContainsFunc(all,
					func(c []float64) bool { return c[lock] != p.Explain.Row[lock] }) {
					continue
				}
				changes := 0
				for j, v := range all[0] {
					if v != p.Explain.Row[j] {
						changes++
					}
				}
				p.do(store.SetLimit{Feature: lock, Limit: causal.Limit{Kind: causal.Frozen}})
				lost := len(all) - len(p.answers())
				now := kept{none: p.Explain.Found.None && lost > 2, lost: lost, changes: changes}
				p.do(store.ClearLimits{})
				if now.better(row) {
					best, row = pos, now
				}
			}
			p.lookAt(best)
			v := p.Evaluation.Settings
			v.Methods = append(slices.Clone(v.Methods), string(x.method), string(model.Actions))
			p.do(store.SetEvaluation{Evaluation: v}, store.RunEvaluation{})
			for n := range p.Evaluation.Experiments() {
				p.until("an experiment", func() bool { return p.Evaluation.Done() > n })
			}
			p.until("the evaluation", func() bool { return p.Evaluation.Finished })
			p.do(store.SaveProject{Name: x.name + store.ProjectExt})
			b := withoutTimes(t, p.saved)
			if err := os.WriteFile(filepath.Join(finished, x.name+store.ProjectExt), b, 0o644); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %d bytes, row %d: %+v", x.name, len(b), p.Explain.Index+1, row)
			p.kill()
		})
	}
}

// withoutTimes drops an evaluation's times, which depend on the machine.
func withoutTimes(t *testing.T, b []byte) []byte {
	t.Helper()
	project, err := snapshot.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range project.Evaluation.Records {
		for i, r := range list {
			list[i].Figures = slices.DeleteFunc(r.Figures, func(f model.Figure) bool {
				return slices.Contains(times, f.Key)
			})
		}
	}
	if b, err = snapshot.Write(project); err != nil {
		t.Fatal(err)
	}
	return b
}

// cards is the file with the finished projects' answers, as shown on the first screen.
const cards = "ui/data/cards"

// isCard compares a card of the first screen with the drawing of its answer; -update writes the card.
func isCard(t *testing.T, name, now string) {
	t.Helper()
	file := filepath.Join(cards, name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != now {
		t.Errorf("%s differs from the drawing of its answer (%v); -update writes it", file, err)
	}
}

// cardOfImages draws an image and its counterfactual, both square and wide pixels wide. New ink
// stands out.
func cardOfImages(from, to []byte, wide int) string {
	const ink, pixel, high = 96, 5.5, chart.CardHigh // what counts as ink, of 255
	var b strings.Builder
	px := func(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
	draw := func(part string, left float64, is func(i int) bool) {
		b.WriteString(part + "\t")
		top := (high - pixel*float64(wide)) / 2
		for i := range wide * wide {
			if is(i) {
				fmt.Fprintf(&b, "M%s %sh5v5h-5z", px(left+pixel*float64(i%wide)), px(top+pixel*float64(i/wide)))
			}
		}
		b.WriteString("\n")
	}
	left, right := 34.0, chart.CardWide-34-pixel*float64(wide)
	draw("ink", left, func(i int) bool { return from[i] > ink })
	draw("ink", right, func(i int) bool { return to[i] > ink && from[i] > ink })
	draw("new", right, func(i int) bool { return to[i] > ink && from[i] <= ink })
	b.WriteString("way\tM184 84L207 84\ntip\tM213 84L202 89.5L202 78.5Z\n") // from one to the other
	return b.String()
}

// TestTheFirstScreenShowsAnswers opens each finished project and draws its answer.
func TestTheFirstScreenShowsAnswers(t *testing.T) {
	for _, x := range exhibits {
		b, err := os.ReadFile(filepath.Join(finished, x.name+store.ProjectExt))
		if err != nil {
			t.Fatal(err)
		}
		p := openTab(t, bridge.NewMemory())
		p.do(store.Visit{Topics: []store.Topic{store.TheRow}},
			store.OpenFinished{Name: x.name + store.ProjectExt, Bytes: b})
		p.until("the map of the answer", func() bool {
			e := p.Explain
			if !e.HasFound || e.Finding || !e.Map.Has {
				return false
			}
			drawn, _ := explain.MapOf(&p.State)
			return len(drawn.Answers) > 0
		})
		drawn, _ := explain.MapOf(&p.State)
		card := drawn.Card()
		const many = 3 // changes, above which the card shows the graph
		if of, ok := explain.ChangesOf(&p.State); ok &&
			len(slices.DeleteFunc(slices.Clone(of.Said), func(said string) bool { return said == "" })) > many {
			card = of.Card()
		}
		isCard(t, x.name, card)
		p.kill()
	}
	b, err := os.ReadFile(filepath.Join(finished, digits+store.ProjectExt))
	if err != nil {
		t.Fatal(err)
	}
	p := openTab(t, bridge.NewMemory())
	p.do(store.OpenFinished{Name: digits + store.ProjectExt, Bytes: b})
	p.until("the answers", func() bool { return p.Images.Subject.Has && len(p.Images.Subject.Found.Answers) > 0 })
	s := p.Images.Subject
	isCard(t, digits, cardOfImages(s.Pixels, s.Found.Answers[0].Pixels, 28))
}

// kept counts the answers of a row that survive a lock.
type kept struct {
	none          bool // of several
	lost, changes int  // how many answers; of the nearest before, how many features
}

func (k kept) better(than kept) bool {
	switch {
	case k.none != than.none:
		return k.none
	case k.none:
		return k.changes < than.changes
	}
	return k.lost > than.lost
}

// lookAt goes to a row of the list.
func (p *tab) lookAt(pos int) {
	p.t.Helper()
	p.do(store.GoToRow{Pos: pos})
	p.until("the row", func() bool { return p.Explain.HasRow && !p.Explain.Waiting && p.Explain.Pos == pos })
}

// answers searches the row's counterfactuals again.
func (p *tab) answers() (list [][]float64) {
	p.t.Helper()
	p.do(store.FindCounterfactuals{})
	p.until("counterfactuals", func() bool { return p.Explain.HasFound && !p.Explain.Finding })
	for _, c := range p.Explain.Found.Rows {
		list = append(list, c.Row)
	}
	return list
}

// digits is the finished project of images.
const digits = "digits"

// TestTheDigitsAreMade writes the finished project of images, with -update.
func TestTheDigitsAreMade(t *testing.T) {
	if !*update {
		t.Skip("skipped: it writes a file, with -update")
	}
	p := openTab(t, bridge.NewMemory())
	p.do(store.SetSample{Sample: document.Sample{Rows: 1000, Seed: 1}}, store.SampleDigits{})
	p.until("the digits", func() bool { return p.Images.Has })
	c, g := p.Images.Classifier.Settings, p.Images.Generator.Settings
	c.Slim, c.Epochs, g.Slim, g.Epochs = true, 40, true, 60
	p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetImageGenerator{ImageRecipe: g},
		store.TrainClassifier{})
	p.until("the classifier", func() bool {
		return p.Images.Classifier.HasResult && !p.Images.Classifier.Phase.Active()
	})
	p.do(store.TrainGenerator{})
	p.until("the generator", func() bool { return p.Images.Generator.HasResult && !p.Images.Generator.Phase.Active() })
	p.do(store.SaveProject{Name: "digits"})
	if err := os.WriteFile(filepath.Join(finished, digits+store.ProjectExt), p.saved, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, accuracy %.3f, validity %.3f, ink %.0f", len(p.saved), p.Images.Classifier.Result.Accuracy,
		p.Images.Generator.Result.Validity, p.Images.Generator.Result.Distance)
	p.kill()
}

// TestTheFinishedDigitsHold opens the finished digits with one intent. The first image has an answer for each of
// the nine other classes, and measuring the models again confirms the file to the last bit.
func TestTheFinishedDigitsHold(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(finished, digits+store.ProjectExt))
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > 500_000 {
		t.Errorf("%d bytes, want some hundred KB", len(b))
	}
	p := openTab(t, bridge.NewMemory())
	p.do(store.OpenFinished{Name: digits + store.ProjectExt, Bytes: b})
	p.until("the answers", func() bool { return p.Images.Subject.Has && len(p.Images.Subject.Path) > 0 })
	if n := len(p.Images.Subject.Found.Answers); n != 9 || p.alerts() != "" {
		t.Errorf("%d answers; %s", n, p.alerts())
	}
	for _, a := range p.Images.Subject.Found.Answers {
		if !a.Valid {
			t.Errorf("%d is not reached", a.Target)
		}
	}
	p.do(store.VerifyProject{Train: true})
	p.until("the verdict", func() bool { return p.Images.Verified != "" })
	if p.Images.Differs {
		t.Error(p.Images.Verified)
	}
	// A second project replaces the first without a question, because the first is saved.
	p.do(store.KeepNow{})
	p.untilSaved()
	first := p.Keeping.ID
	p.do(store.OpenFinished{Name: digits + store.ProjectExt, Bytes: b})
	p.until("another place", func() bool { return p.Images.Subject.Has && p.Keeping.ID != first })
	if !slices.Contains(p.ids(), first) || p.Data.Ask != store.AskNothing {
		t.Errorf("the images that were open are gone: %v", p.ids())
	}
}

// saysAnswer compares the first screen's words about a finished project with its first answer: the
// action, and the prediction after it.
func saysAnswer(t *testing.T, says string, s data.Schema, x wire.Explained) {
	t.Helper()
	c, factual := x.Rows[0], x.Factual.Row
	parts := []string{s.Outcome.Format(float64(c.Class)), fmt.Sprintf("%.0f %%", 100*c.Shares[c.Class])}
	for j, v := range c.Row {
		switch f := s.Features[j]; {
		case v == factual[j] || slices.Contains(x.Carry, j):
		case f.Kind == data.Continuous:
			parts = append(parts, f.Name, strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64))
		default:
			parts = append(parts, f.Format(v))
		}
	}
	for _, part := range parts {
		if !strings.Contains(says, part) {
			t.Errorf("the first screen says %q, without %q of the answer", says, part)
		}
	}
}

// TestTheGalleryHolds opens each finished project with one intent. Its answers reach the target and
// keep every hard rule, some are proved, and a lock changes them. Training by the recipe gives the
// same bytes, and an experiment gives the same figures.
func TestTheGalleryHolds(t *testing.T) {
	for i, x := range exhibits {
		t.Run(x.name, func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(finished, x.name+store.ProjectExt))
			if err != nil {
				t.Fatal(err)
			}
			if len(b) > 200_000 {
				t.Errorf("%d bytes, want tens of KB", len(b))
			}
			p := openTab(t, bridge.NewMemory())
			p.load()
			p.rule(0)
			p.untilSaved()
			before := p.Keeping.ID
			p.do(store.OpenFinished{Name: x.name + store.ProjectExt, Bytes: b})
			p.until("the first answer", func() bool {
				return p.Explain.HasFound && !p.Explain.Finding && p.Data.Table.Rows == x.rows
			})
			f := p.Explain.Found
			// the complete search does not cover formulas
			if len(f.Rows) < 2 || !f.Nearest && len(f.Carry) == 0 ||
				p.alerts() != "" {
				t.Errorf("%d answers, proved nearest: %v; %s", len(f.Rows), f.Nearest, p.alerts())
			}
			saysAnswer(t, datastep.Exhibits[i].Says, p.Shown(), f)
			rules := p.Graph.HardRules(p.Data.Table.Schema)
			for i, c := range f.Rows {
				for _, r := range rules {
					if !r.Holds(p.Data.Table.Schema, p.Explain.Row, c.Row) {
						t.Errorf("answer %d breaks %q", i+1, r.String(p.Data.Table.Schema))
					}
				}
			}
			if len(rules) == 0 && len(f.Carry) == 0 {
				t.Error("it knows no hard rule, and nothing follows")
			}
			all := p.answers()
			p.do(store.SetLimit{Feature: p.Data.Table.Schema.Index(x.lock), Limit: causal.Limit{Kind: causal.Frozen}})
			if locked := p.answers(); len(locked) == len(all) && slices.EqualFunc(locked, all, slices.Equal) {
				t.Errorf("the lock on %s changes nothing", x.lock)
			}
			p.untilSaved()
			if !slices.Contains(p.ids(), before) || p.Keeping.ID == before {
				t.Errorf("the project that was open is gone: %v", p.ids())
			}
			p.do(store.VerifyProject{Train: true})
			p.until("the verdict", func() bool {
				return p.Project.Verify.HasResult() && p.Project.Verify.Generator.Verdict > store.Checking
			})
			if v := p.Project.Verify; !v.Classifier.Holds() || !v.Generator.Holds() {
				t.Errorf("trained again: %+v, %+v", v.Classifier, v.Generator)
			}
			v := p.Evaluation
			method := string(p.Generator.Learned.Method)
			of := slices.IndexFunc(v.Entrants, func(e document.Entrant) bool { return e.Method == method })
			if !v.Finished || of < 0 {
				t.Fatalf("its evaluation is finished: %v, of %+v", v.Finished, v.Entrants)
			}
			said := v.Records[of][0]
			v.Settings.Methods, v.Settings.Seeds = []string{method}, 1
			p.do(store.SetEvaluation{Evaluation: v.Settings}, store.RunEvaluation{})
			p.until("the experiment", func() bool { return p.Evaluation.Finished && len(p.Evaluation.Seeds) == 1 })
			if differ := model.Compare(said, p.Evaluation.Records[0][0]); len(differ) > 0 {
				t.Errorf("evaluated again: %+v", differ)
			}
		})
	}
}
