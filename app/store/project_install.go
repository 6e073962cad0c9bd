package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// install replaces the page's project with another one. It reports success.
func (w *turn) install(p snapshot.Project) bool {
	w.Project = Project{Name: w.Project.WaitingFor.Name, Place: w.Project.WaitingFor.place, extra: p.Extra,
		answers: p.Answers,
		Offer:   w.Project.Offer, Offered: w.Project.Offered}
	// saving to its own file keeps the file's parts; any other file gets rows and labels only on request
	if w.Project.Place > 0 {
		w.Project.Travel = Travel{Rows: p.HasRows(), Labels: p.HasLabels}
	}
	if p.Draft != nil { // everything else is as after an import; only drafts need this
		p.Settings, p.Names, p.Explain = w.allSettings(), w.Data.Names, w.Explain.looked()
		w.Project.Travel.Rows = true
	}
	o := &w.Data.origin
	o.told, o.isTold = p.Data.Source, true
	if !w.Data.IsSampled() { // a sampled table has its model's name, whatever the file says
		w.Data.Table.Name = p.Data.Name
	}
	if p.HasRows() {
		w.Data.Table.Report.Runs = p.Data.Runs
	}
	w.Graph = Graph{Sketch: p.Graph, Edited: w.Graph.Edited + 1, ID: w.Graph.ID + 1, Opened: w.Graph.Opened + 1}
	w.Data.Names = p.Names
	w.order()
	w.Generator.Preset = o.preset()
	w.followTable() // shelves the labels and settings of another table
	w.installSettings(p.Settings)
	w.History = history{}
	if err := w.installModels(p); err != nil {
		w.alert(TheProject, sayNotTaken(Offered{Name: w.Project.Name}, err))
		return false
	}
	w.installCourses(p.Courses)
	w.installLabels(p)
	if p.HasEvaluation {
		v := p.Evaluation
		if a := v.Asked; a.Known { // the graph that repeats it, whatever rules the file names beside it
			v.Rules, v.Orders = a.Knowledge.Free().AllRules(p.Schema), a.Knowledge.Orders
		}
		w.Evaluation = Evaluation{Settings: w.Evaluation.Settings, Seeds: v.Seeds, Records: v.Records, Rules: v.Rules,
			Orders: v.Orders, Told: Told{v.Told, v.By}, recipe: v.Asked,
			Finished: true, HasResult: true, Origin: Claimed, own: v.Own, edited: w.Graph.Edited, of: w.batchOf()}
		w.Evaluation.Entrants = v.Entrants
	}
	k := w.Graph.Sketch.Knowledge()
	if v := &w.Evaluation; v.HasResult && !(alike(v.Rules, k.Free().AllRules(p.Schema)) && alike(v.Orders, k.Orders) &&
		(v.Follows() || len(k.Followers(p.Schema)) == 0)) {
		v.edited = -1 // the graph has changed since, or an earlier version had no followers
	}
	w.look(p.Explain)
	w.Project.saved = w.fingerprint()
	w.say(sayOpened(p))
	if d := p.Draft; d != nil && d.Model != "" {
		OpenModel{Name: d.Model, Size: len(d.File), Bytes: d.File}.apply(w)
		w.Foreign.Packed = w.Foreign.Open()
	}
	return true
}

func (w *turn) installSettings(s document.Settings) {
	w.Data.Sample, w.Data.Chosen, w.Notice = s.Sample, s.Wanted, s.Notice
	w.Classifier.Settings = s.Classifier.Within(w.Classifier.Settings)
	w.Generator.Settings = settled(s.Generator)
	SetLabelling{s.Labelling}.apply(w)
	w.Batch = Batch{Settings: w.Batch.Settings, of: w.batchOf()}
	SetBatch{Batch: s.Batch}.apply(w)
	w.Evaluation, w.EvaluationRun = Evaluation{}, TaskRun{}
	w.setEvaluation(document.Evaluation(s.Evaluation))
}

// installModels installs the models of a file in page and engine.
func (w *turn) installModels(p snapshot.Project) error {
	if !p.HasClassifier {
		return nil
	}
	c, err := model.EncodeState(p.Classifier.Model)
	if err != nil {
		return err
	}
	var g []byte
	if p.HasGenerator {
		if g, err = model.EncodeState(p.Generator.Model); err != nil {
			return err
		}
	}
	k := p.Classifier
	w.Classifier.HasResult, w.Classifier.Foreign, w.Classifier.Learned = true, !k.Trained, k.Settings
	w.Classifier.From, w.Classifier.Origin, w.Classifier.Differ = k.From, Claimed, nil
	w.Classifier.Result = k.Said(c)
	if n := p.Generator; p.HasGenerator {
		l := n.Model.Lesson
		w.Generator.HasResult = true
		w.Generator.Learned = learned{Method: l.Method, Knowledge: l.Knowledge, Settings: n.Settings, Warm: n.Warm,
			Earlier: n.Earlier, Tunings: n.Tunings, Told: p.Labels.Told, Lost: n.Lost}
		w.Generator.Result = n.Said(g)
		w.Generator.Origin, w.Generator.AnswersLate, w.Generator.Differ = Claimed, false, nil
		if l.Method.Gone() {
			w.alert(TheGenerator, sayGone(l.Method))
		}
		w.Generator.Judged = w.judgedBy(n.Rules, p)
	}
	w.Project.job = w.send(wire.Restore{Classifier: c, Generator: g})
	return nil
}

// installLabels installs the labels of a file and what its generator learned from them.
func (w *turn) installLabels(p snapshot.Project) {
	l := &w.Labels
	*l = Labels{Settings: l.Settings, Name: l.Name, Open: l.Open, shelf: l.shelf, asked: l.asked, table: l.table,
		hash: l.hash}
	l.generator = w.Generator.Result.Model
	l.ours = l.generator
	if p.HasTuning {
		l.setTuning(p.Tuning)
		l.Origin = Claimed
		l.Judged = w.judgedBy(p.Tuning.Rules, p)
	}
	if !p.HasLabels {
		w.setLabels(nil)
		return
	}
	l.Name = p.Labels.Name
	l.learned = map[string]label.Verdict{}
	for i, v := range p.Labels.Learned {
		if v > 0 {
			l.learned[p.Labels.List[i].Pair()] = label.Verdict(v - 1)
		}
	}
	w.setLabels(slices.Clone(p.Labels.List))
}

// look goes to the row that the file shows, with its search and limits.
func (w *turn) look(x snapshot.Explain) {
	e := &w.Explain
	e.Part, e.Search, e.Filter = x.Part, x.Search, x.Filter.Within(w.Data.Table.Schema)
	e.Marks, e.Pins = x.Marks, x.Pins
	e.chosen = x.Pos > 0 || w.Generator.HasResult
	w.setFind(x.Find.Search)
	e.Limits, e.Own = slices.Clone(x.Limits), x.Own
	for j, l := range e.Limits {
		e.Limits[j] = fit(l, w.Data.Table.Schema.Features[j], causal.Limit{Kind: l.Kind})
	}
	if e.Limited() == 0 {
		e.Limits = nil
	}
	w.goTo(x.Pos)
}

// modelsRestored continues once the engine has a project's models.
func (w *turn) modelsRestored(m wire.Restored) {
	if w.Classifier.HasResult && w.Classifier.Result.AUC == 0 {
		asSaved := w.fingerprint() == w.Project.saved
		w.Classifier.Result.AUC = m.AUC // version-1 files omit it
		if asSaved {
			w.Project.saved = w.fingerprint()
		}
	}
	w.measureTold()
}

// settled returns a file's settings, adapted to what the page allows.
func settled(s model.Recipe) model.Recipe {
	return s.Within(s)
}
