package store

import (
	"reflect"
	"slices"

	"causeway/core/label"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Intents about the project.
type (
	// TakeProject makes a project that was read the project of the page, at once.
	// What the page has is given up. Where the table is neither in the file nor
	// here and cannot be sampled anew, the project waits for it.
	TakeProject struct {
		Name    string // of the file
		Project snapshot.Project
	}

	// ForgetWaiting gives a project up that waits for its table.
	ForgetWaiting struct{}

	// PackRows has the engine hand out the rows, for a Snapshot with them.
	PackRows struct{}
)

func (TakeProject) intent()   {}
func (ForgetWaiting) intent() {}
func (PackRows) intent()      {}

func (in TakeProject) on(w *work) {
	w.settle(AboutProject)
	p := in.Project
	if err := p.Check(); err != nil {
		w.alert(AboutProject, Why(err))
		return
	}
	w.closePreview()
	w.Project = Project{Name: in.Name, Waiting: p, IsWaiting: true}
	d, o := &w.Data, w.Data.origin
	told := origin{told: p.Data.Source, isTold: true, seed: p.Data.Seed}
	var m Message
	switch {
	case p.HasRows():
		told.packed = wire.Table{Name: p.Data.Name, Schema: p.Schema, Rows: p.Data.Rows, Columns: p.Columns, Seed: p.Data.Seed, Hash: p.Data.Hash}
		m = wire.TakeTable{Table: told.packed}
	case d.HasTable && d.Table.Hash == p.Data.Hash && (!o.sample || o.spec.Seed == p.Data.Seed):
		o.seed, o.told, o.isTold = p.Data.Seed, p.Data.Source, true
		told, m = o, wire.Resplit{Seed: p.Data.Seed}
	case p.Data.Source.Model != "":
		s := p.Data.Source
		told.sample, told.model, told.spec = true, Preset(s.Model), SampleSettings{Rows: s.Rows, Seed: p.Data.Seed, Drawn: s.Drawn}
		m = told.draw()
	default:
		w.say(sayWaits(p.Data))
		return
	}
	d.Ask, d.then = AskNothing, false
	w.unqueue()
	d.loading, d.loadJob, d.Stage = told, w.send(m), Loading
	w.say(sayOpening(p.Data))
}

func (ForgetWaiting) on(w *work) {
	w.settle(AboutProject)
	w.Project = Project{}
}

func (PackRows) on(w *work) {
	if w.Data.HasTable {
		w.hasTable()
	}
}

// planFor applies the plan of the waiting project to a file that was opened for
// it.
func (w *work) planFor() {
	d, p := &w.Data, w.Project.Waiting.Data.Source.Plan
	if w.Project.IsWaiting && len(p.Columns) == len(d.Plan.Columns) && !reflect.DeepEqual(p, d.Plan) {
		d.Plan = p
		w.replan()
	}
}

// importSeed is the seed that a file is split by.
func (w *work) importSeed() uint64 {
	if w.Project.IsWaiting {
		return w.Project.Waiting.Data.Seed
	}
	return w.Data.Sample.Seed
}

// arrived goes on with the waiting project once a table is there.
func (w *work) arrived() {
	p := w.Project.Waiting
	if !w.Project.IsWaiting {
		w.Project = Project{}
		return
	}
	if t := w.Data.Table; t.Hash != p.Data.Hash || !reflect.DeepEqual(w.Data.schema, p.Schema) {
		w.alert(AboutProject, sayOtherRows(t.Name, p.Data))
		return
	}
	w.install(p)
}

// install puts the project in place of what the page has about its table.
func (w *work) install(p snapshot.Project) {
	w.Project = Project{Name: w.Project.Name, extra: p.Extra}
	o := &w.Data.origin
	o.told, o.isTold = p.Data.Source, true
	w.Data.Table.Name = p.Data.Name
	w.Graph = Graph{Sketch: p.Graph, Edited: w.Graph.Edited + 1, ID: w.Graph.ID + 1, Opened: w.Graph.Opened + 1}
	w.order()
	w.Generator.Preset = o.preset()
	w.installSettings(p.Settings)
	w.History = History{}
	if err := w.installModels(p); err != nil {
		w.alert(AboutProject, Why(err))
		return
	}
	w.followTable() // puts the labels of another table aside
	w.installLabels(p)
	if p.HasEvaluation {
		v := p.Evaluation
		w.Evaluation = Evaluation{Settings: w.Evaluation.Settings, Seeds: v.Seeds, Records: v.Records, Rules: v.Rules,
			Finished: true, HasResult: true, own: v.Own, edited: w.Graph.Edited, of: w.batchOf()}
		for _, e := range v.Entrants {
			w.Evaluation.Entrants = append(w.Evaluation.Entrants, Entrant{Method: e.Method, As: EntrantKind(e.As), Labels: e.Labels, Train: e.Train, Round: e.Round})
		}
	}
	w.look(p.Explain)
	w.say(sayOpened(p))
}

func (w *work) installSettings(s snapshot.Settings) {
	w.Data.Sample = SampleSettings(s.Sample)
	w.Classifier.Settings = ClassifierSettings(s.Classifier).within(w.Classifier.Settings)
	g := GeneratorSettings(s.Generator)
	w.Generator.Settings = g.within(g)
	SetLabelling{LabelSettings(s.Labelling)}.on(w)
	b := s.Batch
	w.Batch = Batch{Settings: w.Batch.Settings, of: w.batchOf()}
	SetBatch{BatchSettings{Part: b.Part, Search: b.Search, Most: b.Most, Count: b.Count, Budget: b.Budget, Seed: b.Seed,
		Target: b.Target, MaxChanged: b.MaxChanged, By: b.By}}.on(w)
	w.Evaluation, w.EvaluationRun = Evaluation{}, TaskRun{}
	SetEvaluation{EvaluationSettings(s.Evaluation)}.on(w)
}

// installModels gives page and engine the models of a file.
func (w *work) installModels(p snapshot.Project) error {
	if !p.HasClassifier {
		return nil
	}
	c, err := wire.EncodeState(p.Classifier.Model)
	if err != nil {
		return err
	}
	var g []byte
	if p.HasGenerator {
		if g, err = wire.EncodeState(p.Generator.Model); err != nil {
			return err
		}
	}
	k := p.Classifier
	w.Classifier.HasResult, w.Classifier.Foreign, w.Classifier.Learned = true, !k.Trained, ClassifierSettings(k.Settings)
	w.Classifier.Result = wire.ClassifierTrained{Model: c, Best: k.Best, Canceled: k.Canceled, Accuracy: k.Accuracy, LogLoss: k.LogLoss,
		Base: k.Base, Confusion: k.Confusion, TestRows: k.TestRows}
	if n := p.Generator; p.HasGenerator {
		l := n.Model.Lesson
		w.Generator.HasResult = true
		w.Generator.Learned = Learned{Method: l.Method, Knowledge: l.Knowledge, Settings: GeneratorSettings(n.Settings), Warm: n.Warm, Tuned: n.Tuned}
		w.Generator.Result = wire.GeneratorTrained{Model: g, Best: n.Best, Canceled: n.Canceled, Soft: n.Soft, Decoded: n.Decoded,
			DataProfiles: n.DataProfiles, TestRows: n.TestRows}
		w.compareGraph()
	}
	w.Project.job = w.send(wire.Restore{Classifier: c, Generator: g})
	return nil
}

// installLabels takes the labels of a file and what its generator learned.
func (w *work) installLabels(p snapshot.Project) {
	l := &w.Labels
	*l = Labels{Settings: l.Settings, Name: l.Name, Open: l.Open, shelf: l.shelf, asked: l.asked, table: l.table, hash: l.hash}
	l.generator = w.Generator.Result.Model
	l.ours = l.generator
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

// look goes to the row that a file looks at, with its search and its limits.
func (w *work) look(x snapshot.Explain) {
	e := &w.Explain
	if x.Part == AllRows || x.Part == wire.TrainRows || x.Part == wire.ValRows || x.Part == HeldOut {
		e.Part = x.Part
	}
	e.Search = x.Search
	w.setFind(FindSettings(x.Find))
	e.Limits, e.Own = nil, x.Own
	for j, l := range x.Limits {
		if e.Limits == nil {
			e.Limits = make([]Limit, len(x.Limits))
		}
		f := w.Data.Table.Schema.Features[j]
		now := Limit{Kind: LimitKind(l.Kind), Min: l.Min, Max: l.Max, By: l.By, Levels: l.Levels, Difficulty: Difficulty(l.Difficulty)}
		e.Limits[j] = now.fit(f, Limit{Kind: now.Kind})
	}
	w.goTo(x.Pos)
}

// projectFact takes what the engine says of a project's models; it reports
// whether the job was about them.
func (w *work) projectFact(f Fact) bool {
	if f.Job != w.Project.job {
		return false
	}
	w.Project.job = 0
	return true
}

// projectFailed goes on without models that the engine refused.
func (w *work) projectFailed(job int, why string) bool {
	if job != w.Project.job {
		return false
	}
	w.Project.job = 0
	w.dropModels()
	w.alert(AboutProject, why)
	return true
}
