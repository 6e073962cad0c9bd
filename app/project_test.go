package main

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

var update = flag.Bool("update", false, "write the projects that core/project and core/engine are tested with")

// projects is their folder.
const projects = "../core/project/testdata"

// TestProjectsToOpen writes, with -update, a project of each method without its rows, saved as a
// person would, and the page's answers for some rows.
func TestProjectsToOpen(t *testing.T) {
	if !*update {
		t.Skip("skipped: it writes files, with -update")
	}
	for name, x := range map[string]struct {
		method model.Method
		third  sketch.Node
		labels int
	}{
		"base":          {method: model.BaseVAE},
		"approx":        {method: model.ModelApprox},
		"model":         {method: model.ModelBased, third: sketch.Node{Form: sketch.Linear}},
		"model-network": {method: model.ModelBased, third: sketch.Node{Form: sketch.Network}},
		"model-formula": {method: model.ModelBased,
			third: sketch.Node{Form: sketch.Formula, Formula: "x1^2/3240 + x1*x2/1620 + x2^2/3240 + 10"}},
		"example": {method: model.ExampleBased, labels: 20},
	} {
		p := openTab(t, bridge.NewMemory())
		p.load()
		p.do(store.AddEdge{Edge: sketch.Edge{From: 0, To: 2, Sign: causal.Rises}},
			store.AddEdge{Edge: sketch.Edge{From: 1, To: 2, Sign: causal.Rises}},
			store.SetNode{Node: 2, To: x.third}, store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease,
				Feature: 1}})
		c, g := p.Classifier.Settings, p.Generator.Settings
		c.Epochs, g.Epochs, g.Samples, g.Method, g.Feasibility = 60, 20, 5, x.method, 10
		p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetGenerator{Recipe: g}, store.TrainClassifier{},
			store.TrainGenerator{})
		p.untilTrained()
		if x.labels > 0 {
			p.do(store.LabelByRule{Count: x.labels}, store.OpenDeck{})
			p.until("labels", func() bool { return len(p.Labels.List) >= x.labels })
			p.do(store.FineTuneNow{})
			p.until("the fine-tuning", func() bool { return p.Labels.HasResult && !p.Labels.Phase.Active() })
			if p.Labels.Asking() { // adopt it if its gain is worth the loss
				p.do(store.AnswerTuned{Adopt: true})
				p.until("the tuned generator", func() bool { return !p.Labels.Asking() })
			}
		}
		p.do(store.SetLimit{Feature: 0, Limit: causal.Limit{Kind: causal.Within, Difficulty: causal.Difficult}})
		write := func(path string, b []byte) {
			if err := os.WriteFile(filepath.Join(projects, path), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		p.saved = nil
		p.do(store.SaveProject{Name: name, With: store.Travel{Labels: true}})
		write(name+".causeway", p.saved)
		var found strings.Builder
		for range 6 {
			p.do(store.FindCounterfactuals{Reverse: true})
			p.until("counterfactuals", func() bool { return p.Explain.HasFound && !p.Explain.Finding })
			f := p.Explain.Found
			f.TookMS = 0
			frame, err := wire.Encode(1, f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&found, base64.StdEncoding.EncodeToString(frame))
			pos := p.Explain.Pos
			p.do(store.StepRow{By: 1})
			p.until("the next row", func() bool {
				return p.Explain.HasRow && p.Explain.Pos != pos && len(p.Explain.Edited) > 0
			})
		}
		write(name+".found", []byte(found.String()))
	}
}
