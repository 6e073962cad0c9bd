package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/evaluate"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

var testPacked = wire.Packed{Table: wire.NewTable("people.csv", &data.Table{Schema: testSchema,
	Cols: [][]float64{{39, 50}, {0, 1}}, Outcome: []int{0, 1}}, 1, "h")}

// tasks returns the last requested job of tasks.
func (p *page) tasks() store.RunTasks {
	p.t.Helper()
	for i := len(p.work) - 1; i >= 0; i-- {
		if run, ok := p.work[i].(store.RunTasks); ok {
			return run
		}
	}
	p.t.Fatal("no tasks were asked for")
	return store.RunTasks{}
}

// evaluated answers the experiment of a task.
func (p *page) evaluated(run store.RunTasks, index int, figures map[string]float64) {
	m := run.Tasks[index].Body.(wire.Evaluate)
	f := wire.Evaluated{Method: string(m.Method), Seed: m.Seed}
	for key, v := range figures {
		f.Figures = append(f.Figures, model.Figure{Key: key, Value: v})
	}
	p.hear(store.TaskDone{Job: run.Job, Index: index, Body: f})
	p.settle()
}

// termTags matches the tags around a word that the glossary explains.
var termTags = regexp.MustCompile(`\s*</?button[^>]*>\s*`)

// cells returns the texts of the cells in a table's row, given the row's heading.
func (p *page) cells(head string) []string { return p.cellsBehind("", head) }

// chosen returns the cells of a setting in the table from which settings are chosen.
func (p *page) chosen(setting string) []string { return p.cellsBehind("choices", setting) }

func (p *page) cellsBehind(begin, head string) []string {
	p.t.Helper()
	_, html, _ := strings.Cut(p.html(), begin)
	for _, row := range strings.Split(html, "<tr")[1:] {
		var list []string
		row, _, _ = strings.Cut(row, "</tr>")
		row = termTags.ReplaceAllString(row, "")
		for _, part := range strings.Split(row, ">")[1:] {
			if text, _, ok := strings.Cut(part, "<"); ok && strings.TrimSpace(text) != "" {
				list = append(list, strings.TrimSpace(text))
			}
		}
		if len(list) > 0 && list[0] == head {
			return list[1:]
		}
	}
	p.t.Errorf("no row %q", head)
	return nil
}

func TestAnEvaluationIsShownWhileItRuns(t *testing.T) {
	p := open(t, kit.PlaceMethods)
	p.loadTable()
	p.want("Run evaluation", evaluate.TextEvaluateNeedsClassifier)
	p.train()
	p.want("15 experiments, one", evaluate.TextNothingToLearnFrom) // no rule could label
	p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"example"}, Seeds: 2, First: 1,
		From: -1}})
	p.want(evaluate.TextExampleNeedsRule)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	p.wantNot(evaluate.TextNothingToLearnFrom)
	g := p.root.state.Generator.Settings
	g.Method = model.BaseVAE // not the one that learns the rule
	p.do(store.SetGenerator{Recipe: g})
	p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"base", "approx", "cem"}, Seeds: 2,
		First: 1, From: -1, Weights: true}})
	p.want("14 experiments, one training each") // five weights of Model-approx
	p.do(store.RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	p.want("Running the evaluation", "The first experiment has not finished yet.", evaluate.TextEvaluationRuns)
	if html := p.html(); strings.Index(html, "Running the evaluation") > strings.Index(html,
		evaluate.TextEvaluationRuns) {
		t.Error("what runs stands below, and is said to stand above")
	}

	p.evaluated(run, 0, map[string]float64{"decoded.validity": 0.99, "decoded.feasibility": 0.1,
		"decoded.contProximity": -1, "trainS": 2, "per1000S": 0.1})
	p.hear(store.TasksProgress{Job: run.Job, TaskRun: store.TaskRun{Done: 1, Share: 0.1, LeftMS: 61_000, Engines: 2}})
	p.settle()
	p.want("1 of 14 experiments, about 1 min 1 s left, on 2 processors", "So far, 1 of 14 experiments are done.")
	for range evaluate.MostCharts { // they come one in a frame
		p.settle()
	}
	if got := p.cells("Validity, %"); len(got) < 3 || got[0] != "99.0" || got[1] != "–" {
		t.Errorf("validity %q, want 99.0 and what is not there yet", got)
	}
	p.evaluated(run, 1, map[string]float64{"decoded.validity": 0.9, "decoded.feasibility": 0.98,
		"decoded.contProximity": -2})
	p.evaluated(run, 7, map[string]float64{"decoded.validity": 0.97, "decoded.feasibility": 0.2,
		"decoded.contProximity": -1.5})
	p.do(store.Pause{What: store.TheEvaluation})
	p.want(">Resume</button>", "1 of 14 experiments, paused")
	p.do(store.Cancel{What: store.TheEvaluation})
	for range evaluate.MostCharts {
		p.settle()
	}
	p.want("3 of 14 experiments were run. The figures do not include the others.", "Numbers, files of Validity",
		"Numbers, files of Feasibility against proximity")
	p.wantNot(">Cancel</button>")
	if got := p.cells("Feasibility, %"); len(got) < 3 || got[0] != "15.0 ± 7.1" || got[1] != "98.0" {
		t.Errorf("feasibility %q, want mean and spread of two seeds, and one", got)
	}
	p.wantNot(">Causal-edge score, median<") // nobody has it
	p.wantNot(">Log-likelihood of effects<") // nor that

	if got := p.chosen("BaseVAE+"); len(got) != 4 || got[3] != "in use" {
		t.Errorf("the generator's setting is %q", got)
	}
	second, ok := run.Tasks[1].Body.(wire.Evaluate)
	if !ok || second.Method != "approx" {
		t.Fatalf("the second experiment is %+v", second)
	}
	p.want("Use this setting: Model-approx+, weight 10")
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	p.want(evaluate.TextOldEvaluation)
}

// If effects follow by the graph, the page says that they were computed before answers were
// judged.
func TestTheMeaningOfHeldSaysWhatFollows(t *testing.T) {
	p := open(t, kit.PlaceMethods)
	p.loadTable()
	p.train()
	run := func(state causal.State) {
		t.Helper()
		p.do(store.SetNode{Node: 0, To: sketch.Node{Form: sketch.Linear, State: state}})
		p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"base"}, Seeds: 1, First: 1,
			From: -1}})
		p.do(store.RunEvaluation{})
		if state == causal.ActedOn {
			answer[wire.Pack](p, testPacked)
		}
		tasks := p.tasks()
		p.evaluated(tasks, 0, map[string]float64{"answers.held": 0.5, "answers.reachable": 0.7})
		p.hear(store.TasksEnded{Job: tasks.Job})
		p.settle()
	}
	p.do(store.AddEdge{Edge: sketch.Edge{From: 1, To: 0}})
	run(causal.ActedOn)
	p.wantNot(evaluate.TextHeldFollows)
	run(causal.Following)
	p.want(evaluate.TextHeldFollows)
}

// If CEM reaches the class for nobody, it is never on a front, although its answers are the nearest.
// The others are ranked by validity, feasibility and the nearness of valid answers.
func TestWhatReachesNobodyIsNotOnTheFront(t *testing.T) {
	p := open(t, kit.PlaceMethods)
	p.loadTable()
	p.train()
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"base", "cem"}, Seeds: 1,
		First: 1, From: -1}}, store.RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	p.evaluated(run, 0, map[string]float64{"decoded.validity": 0.97, "decoded.feasibility": 0.3,
		"decoded.contProximity": -1, "decoded.held": 0.29, "decoded.reachedProximity": -1.5})
	p.evaluated(run, 1, map[string]float64{"decoded.validity": 0, "decoded.feasibility": 1,
		"decoded.contProximity": -0.1, "decoded.held": 0})
	p.hear(store.TasksEnded{Job: run.Job})
	for range evaluate.MostCharts {
		p.settle()
	}
	p.want("1 setting by Proximity of the valid and Valid and feasible, %. None beats BaseVAE+ (−1.500 and 29.00, 97 "+
		"% valid).", "Not drawn: CEM (0 % valid).")
	if got := p.chosen("CEM"); len(got) < 3 || got[0] != "0.0" || got[2] != "0.0" {
		t.Errorf("CEM in the table is %q", got)
	}
}

// Without rules, the charts show the estimate from labels, with its judge.
func TestFeasibilityIsEstimatedFromLabels(t *testing.T) {
	p := open(t, kit.PlaceMethods)
	p.loadTable()
	p.train()
	p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"base", "approx"}, Seeds: 1,
		First: 1, From: -1}}, store.RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	for i, v := range []float64{0.25, 0.5} {
		p.evaluated(run, i, map[string]float64{"decoded.validity": 1, "decoded.estimate": v,
			"decoded.contProximity": -1, "judge.labels": 120, "judge.right": 0.9})
	}
	p.hear(store.TasksEnded{Job: run.Job})
	for range evaluate.MostCharts {
		p.settle()
	}
	p.want("trained on 120 labels of this project. It gets "+store.FormatShare(
		0.9)+" of unseen labels right;",
		"Numbers, files of "+evaluate.TextEstimate, evaluate.TextEstimateAxis, evaluate.TextTradeTitle)
	if got := p.cells(evaluate.TextEstimate + ", %"); len(got) < 2 || got[0] != "25.0" || got[1] != "50.0" {
		t.Errorf("estimates %q", got)
	}
	if got := p.chosen("BaseVAE+"); len(got) < 2 || got[0] != "25.0" {
		t.Errorf("the setting of BaseVAE+ has %q", got)
	}
}

// The verdict names the best method and those behind by no more than the variation over
// seeds; for an evaluation from an earlier version it says that this was not measured.
func TestTheVerdictClaimsWhatIsMeasured(t *testing.T) {
	p := open(t, kit.PlaceMethods)
	p.loadTable()
	p.train()
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"base", "approx", "nun"}, Seeds: 2,
		First: 1, From: -1}}, store.RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	p.evaluated(run, 0, map[string]float64{"decoded.validity": 0.9})
	p.want(evaluate.TextHeldUnknown)
	for i, held := range []float64{0.3, 0.5, 0.45, 0.3, 0.6, 0.51} { // seed by seed
		p.evaluated(run, i, map[string]float64{"answers.held": held, "answers.reachable": 0.8,
			"answers.ofReachable": held / 0.8, "answers.changes": 1.5,
			"answers.search.changes": 1.25, "answers.contProximity": -0.75, "answers.search.contProximity": -0.5,
			"trainS": float64(i % 3), "per1000S": 0.02})
	}
	p.hear(store.TasksEnded{Job: run.Job})
	p.settle()
	p.want("<strong>Model-approx+</strong>",
		"finds a held answer for 55.0\u00a0% of people, the most of 3 methods. Nearest unlike "+
			"neighbour is behind by less than the spread of the seeds. 1,000 people take 20 ms.",
		"A held answer is valid",
		"55.0 % (68.8 % of those that can have one)", "0.75 (a search: 0.50)", "1.50 (a search: 1.25)",
		"20 ms (after 1.0 s of training)")
	p.wantNot(evaluate.TextHeldUnknown)
	if got := p.cells("Held, %"); len(got) < 3 || got[0] != "30.0 ± 0.0" {
		t.Errorf("held %q", got)
	}
}

// A later chart does not replace an earlier one.
func TestEachChartIsThereOnce(t *testing.T) {
	p := open(t, kit.PlaceMethods)
	p.loadTable()
	p.train()
	p.do(store.SetEvaluation{Evaluation: document.Evaluation{Methods: []string{"nun"}, Seeds: 2, First: 1, From: -1}},
		store.RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	for i, figures := range []map[string]float64{
		{"decoded.validity": 0.9, "answers.held": 0.5},
		{"decoded.validity": 0.9, "answers.held": 0.5, "answers.robust": 0.4},
	} {
		p.evaluated(run, i, figures)
		for range evaluate.MostCharts {
			p.settle()
		}
	}
	var charts []string
	for _, m := range regexp.MustCompile(`aria-label="Numbers, files of ([^"]*)`).FindAllStringSubmatch(p.html(), -1) {
		charts = append(charts, m[1])
	}
	if want := []string{"Held, one answer for each row", "Validity"}; !slices.Equal(charts,
		want) {
		t.Errorf("the charts are %q, want %q", charts, want)
	}
}
