package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// ruled remembers of a graph of a table whether it holds rules, which takes long to
// tell of a large one.
type ruled struct {
	table, graph, edited int
	any                  bool
}

// followed remembers of a graph of a table and the classifier which method suits them.
type followed struct {
	table, graph, edited int
	standIn              bool
	method               model.Method
}

// followGraph has the method be the one that suits what is drawn and what is explained,
// unless a person has chosen one.
func (w *work) followGraph() {
	g := &w.Generator
	if !g.Settings.Follows {
		return
	}
	if now := (followed{w.Data.TableID, w.Graph.ID, w.Graph.Edited, w.Classifier.StandsIn(), w.followed.method}); now != w.followed {
		now.method = Suits(w.Graph, w.Classifier, w.Data.Table.Schema)
		w.followed = now
	}
	if m := w.followed.method; m != g.Settings.Method && m != "" {
		g.Settings = choose(g.Settings, m, g.Preset, w.Data.Table)
	}
}

// Suits is the method for a graph and a classifier: Action VAE where a network stands in
// for the classifier, as it asks the classifier itself, else the one that learns the graph.
func Suits(g Graph, c Classifier, s data.Schema) model.Method {
	m := g.LearnedBy(s)
	if m != "" && c.StandsIn() {
		return model.Actions
	}
	return m
}

// StandsIn reports whether a network stands in for the classifier where trainings need a
// gradient.
func (c Classifier) StandsIn() bool { return c.HasResult && c.Result.Fidelity > 0 }

// LearnedBy is the method that learns a graph: Model-based where a mechanism is given,
// Model-approx where a rule with a term is soft, so that training alone can keep it, Learned
// search where all are hard, else BaseVAE, which labels can tune. It is none where the graph
// is not one of the table.
func (g Graph) LearnedBy(s data.Schema) model.Method {
	if !g.fits(s) {
		return ""
	}
	k := g.Sketch.Knowledge().Free()
	rules := k.AllRules(s)
	hard := causal.Hard(rules)
	switch {
	case len(k.Mechanisms) > 0:
		return model.ModelBased
	case len(hard) < len(rules) && len(k.Terms(s, model.ModelApprox.Learns())) > 0:
		return model.ModelApprox
	case len(hard) > 0:
		return model.Actions
	}
	return model.BaseVAE
}

// following are the settings while no method was chosen.
func following(g model.Recipe) model.Recipe {
	g.Follows = true
	return g
}

// hasRules reports whether the graph holds rules or entails them.
func (w *work) hasRules() bool {
	now := ruled{w.Data.TableID, w.Graph.ID, w.Graph.Edited, w.ruled.any}
	if now != w.ruled {
		now.any = w.Data.HasTable && len(w.Graph.FreeRules(w.Data.Table.Schema)) > 0
		w.ruled = now
	}
	return w.ruled.any
}

// followProject has the settings follow what the project has.
func (w *work) followProject() {
	v := &w.Evaluation.Settings
	now := v.Following(w.hasRules(), w.Labels.Enough(), w.Generator.Settings.Method.Acts())
	if now.Told != v.Told || !slices.Equal(now.Methods, v.Methods) {
		*v = now
	}
}
