package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// ruled caches whether a table's graph holds rules, because finding out is slow for a large graph.
type ruled struct {
	table, graph, edited int
	any                  bool
}

// followed caches which method suits a table's graph and the classifier.
type followed struct {
	table, graph, edited int
	standIn              bool
	method               model.Method
}

// followGraph chooses the method that suits graph and classifier, unless a person has chosen one.
func (w *turn) followGraph() {
	g := &w.Generator
	if !g.Settings.Follows {
		return
	}
	if now := (followed{w.Data.TableID, w.Graph.ID, w.Graph.Edited, w.Classifier.StandsIn(),
		w.followed.method}); now != w.followed {
		now.method = Suits(w.Graph, w.Classifier, w.Data.Table.Schema)
		w.followed = now
	}
	if m := w.followed.method; m != g.Settings.Method && m != "" {
		g.Settings = choose(g.Settings, m, g.Preset, w.Data.Table)
	}
}

// Suits is the method for a graph and a classifier. It is Action VAE, except when a soft rule has a
// term that only training keeps and a network gives the gradient: then Model-approx. It is empty if
// the graph does not belong to the table.
func Suits(g Graph, c Classifier, s data.Schema) model.Method {
	if !g.fits(s) {
		return ""
	}
	k := g.Sketch.Knowledge().Free()
	rules := k.AllRules(s)
	if !c.StandsIn() && len(k.Mechanisms) == 0 && len(causal.Hard(rules)) < len(rules) &&
		len(k.Terms(s, model.ModelApprox.Learns())) > 0 {
		return model.ModelApprox
	}
	return model.Actions
}

// StandsIn reports whether a network replaces the classifier in trainings that need a gradient.
func (c Classifier) StandsIn() bool { return c.HasResult && c.Result.Fidelity > 0 }

// following are the settings while nobody has chosen a method.
func following(g model.Recipe) model.Recipe {
	g.Follows = true
	return g
}

// hasRules reports whether the graph holds rules or entails them.
func (w *turn) hasRules() bool {
	now := ruled{w.Data.TableID, w.Graph.ID, w.Graph.Edited, w.ruled.any}
	if now != w.ruled {
		now.any = w.Data.HasTable && len(w.Graph.FreeRules(w.Data.Table.Schema)) > 0
		w.ruled = now
	}
	return w.ruled.any
}

// followProject adapts the settings to the project.
func (w *turn) followProject() {
	v := &w.Evaluation.Settings
	now := v.Following(w.hasRules(), w.Labels.Enough(), w.Generator.Settings.Method.Acts())
	if now.Told != v.Told || !slices.Equal(now.Methods, v.Methods) {
		*v = now
	}
}
