package store

import (
	"crypto/sha256"
	"errors"
	"slices"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/form"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Project is the page's state about its project file, a file to open, and a project that lacks
// its table.
type Project struct {
	Name   string // name of the file opened or saved last; "": none
	Travel Travel // optional contents of that file, or of the file at Place
	Chosen bool   // Travel was chosen since the project was opened
	Place  int    // where Save writes without asking; 0: nowhere yet

	// Offer is a project that was read and waits for a person's answer, or nil.
	Offer   *snapshot.Project
	Offered Offered

	// Waiting is an accepted project whose table is still missing, or nil.
	Waiting    *snapshot.Project
	WaitingFor Offered

	Saving bool // a save waits for the rows
	Verify Verify

	extra   []snapshot.Extra // parts of the opened file that this Causeway does not know
	answers [][]byte         // the answers that were last saved or opened
	saved   string           // hash of it
	job     int              // job that restores its models

	measures [2]int      // jobs that measure its claims about classifier and generator
	save     SaveProject // that is under way
}

// Offered says where a project comes from.
type Offered struct {
	Name string // name of the file
	Link bool   // it came as a link: only graph, rules, settings and seeds

	place    int    // see Project.Place
	finished bool   // it comes with the page, which explains its row at once
	kept     string // ID of this browser's project, see arrival

	Here     bool // its table is open
	InPlace  bool // it changes only graph and settings of the open project
	Replaces bool // it replaces a project
	Unsaved  bool // which has changes that no file holds
}

// Travel selects the optional contents of a file, besides graph, settings, models and
// figures.
type Travel struct {
	Rows   bool // include the rows of the table
	Labels bool // labels and pins contain rows of people
}

// Why no project file can be made yet.
var (
	errNoTable = errors.New("open a table first")
	errRows    = errors.New("the rows are not loaded yet")
)

// Snapshot returns the project as a file holds it. Measured times occur only in its courses, so that
// all other parts have the same bytes on every machine. RowsAtHand must be true.
func (s *State) Snapshot(with Travel) (snapshot.Project, error) {
	d := s.Data
	if !d.HasTable {
		return snapshot.Project{}, errNoTable
	}
	p := snapshot.Project{
		Build: wire.Build,
		Data: snapshot.Data{Name: d.Table.Name, Rows: d.Table.Rows, Hash: d.Table.Hash, Seed: d.SplitSeed(),
			Source: d.origin.source(), Stratified: d.Stratified(), Fills: d.Table.Fills},
		Schema:   d.schema,
		Names:    d.Names,
		Graph:    s.Graph.Sketch,
		Settings: s.allSettings(),
		Explain:  s.Explain.looked(),
		Extra:    s.Project.extra,
	}
	p.Explain.Horizons = s.mosts()
	s.packModels(&p)
	p.Courses = s.courses()
	if !with.Labels {
		p.Explain.Pins = nil
	}
	if l, told := s.Labels, s.Generator.learnedLabels(); with.Labels && len(l.List)+len(told) > 0 {
		p.Labels, p.HasLabels = snapshot.Labels{Name: l.Name, List: l.List, Learned: l.lessonBytes(), Told: told}, true
	} else {
		g := &p.Generator
		g.Tunings, g.Earlier = withoutLabels(g.Tunings), slices.Clone(g.Earlier)
		for i := range g.Earlier {
			g.Earlier[i].Tunings = withoutLabels(g.Earlier[i].Tunings)
		}
	}
	if l := s.Labels; l.HasResult && s.Generator.HasResult {
		p.Tuning, p.HasTuning = l.tuning(s.Data.Table.Schema), true
	}
	if v := s.Evaluation; v.HasResult {
		p.Evaluation, p.HasEvaluation = snapshot.Evaluation{Own: v.own, Seeds: v.Seeds, Records: v.Records,
			Rules: v.Rules, Orders: v.Orders, Told: v.Told.Labels, Asked: v.recipe}, true
		if with.Labels {
			p.Evaluation.By = v.Told.By
		}
		p.Evaluation.Entrants = v.Entrants
	}
	if with.Rows {
		if !s.RowsAtHand() {
			return p, errRows
		}
		p.Columns, p.Data.Runs, p.Answers = s.crew.table.Columns, d.Table.Report.Runs, s.answers()
	}
	return p, nil
}

// answers returns the answers for the person and for everyone, for other programs. The opened file's
// answers stay until the project changes or the page has found its own.
func (s *State) answers() (list [][]byte) {
	if list = make([][]byte, 2); len(s.Project.answers) == 2 && s.fingerprint() == s.Project.saved {
		copy(list, s.Project.answers)
	}
	person, has := s.ofPerson()
	for i, b := range []Batch{person, s.Batch} {
		if i == 0 && !has || i == 1 && !b.HasResult {
			continue
		}
		if len(b.missing()) == 0 {
			b.asked, _ = form.Marshal(b.kept())
		}
		list[i] = b.JSON(s.Data.Table, s.Data.Wanted())
	}
	if len(list[0])+len(list[1]) == 0 {
		return nil
	}
	return list
}

// ofPerson returns the answers for the person as a batch of one row.
func (s *State) ofPerson() (b Batch, has bool) {
	e, x := s.Explain, s.Explain.Found
	if !e.HasFound || e.FoundRow != e.Index || e.OldRules {
		return b, false
	}
	b = Batch{Rows: wire.Selected{Index: []int{e.Index}, Outcomes: []int{e.True},
		Values: wire.NewRows([][]float64{x.Factual.Row})}, Query: e.asked, runs: s.Data.Table.Report.Runs}
	b.Rules, b.Settings.By = b.rulesOf(s.Data.Table.Schema), -1
	b.only(x)
	return b, true
}

// only sets the results of a batch with a single row.
func (b *Batch) only(x wire.Explained) {
	part := wire.ExplainedMany{Predicted: []int{x.Factual.Class}, Target: []int{x.Target}, Found: []int{len(x.Rows)},
		Given: wire.NewRows([][]float64{x.Factual.Shares}), Nearest: []bool{x.Nearest}, None: []bool{x.None},
		Unclear: []bool{x.Unclear}, Cuts: x.Cuts, Of: []int{x.Of}}
	if part.Banded = x.Factual.Banded; part.Banded {
		part.Numbers = []float64{x.Factual.Number}
	}
	var values, shares [][]float64
	var costs, degrees []float64
	for _, c := range x.Rows {
		values, shares, costs = append(values, c.Row), append(shares, c.Shares), append(costs, c.Cost)
		part.Classes = append(part.Classes, c.Class)
		if b.low, b.high = append(b.low, c.Low), append(b.high, c.High); x.Factual.Banded {
			part.Numbers = append(part.Numbers, c.Number)
		}
		if x.HasDegree {
			degrees = append(degrees, c.Degree)
		}
	}
	part.Values, part.Shares = wire.NewRows(values), wire.NewRows(shares)
	part.Costs, part.Degrees = wire.NewFloats(costs, len(costs)), wire.NewFloats(degrees, len(degrees))
	b.Parts = []wire.ExplainedMany{part}
}

// IsSampled reports whether the table was sampled from a built-in model and can be sampled again.
func (d Data) IsSampled() bool { return d.origin.source().Model != "" }

// RowsAtHand reports whether the page, not only the engine, has the rows.
func (s *State) RowsAtHand() bool {
	return s.Data.HasTable && s.crew.tableID == s.Data.TableID && s.crew.table.Hash == s.Data.Table.Hash
}

// Unsaved reports whether the page has work that no file and no recipe contains: a drawing, labels or
// models that changed since the last save or opening.
func (s *State) Unsaved() bool {
	if s.Images.Has {
		return s.Images.Classifier.HasResult && s.fingerprint() != s.Project.saved
	}
	if !s.Data.HasTable || !s.Classifier.HasResult &&
		len(s.Graph.Sketch.Edges)+len(s.Graph.Sketch.Rules)+len(s.Labels.List) == 0 {
		return false
	}
	return s.fingerprint() != s.Project.saved
}

func (s *State) fingerprint() string { return s.fingerprintOf(Travel{Labels: true}) }

// fingerprintOf identifies the work in the project, without rows and view, as a file holds it.
func (s *State) fingerprintOf(with Travel) string {
	if s.Images.Has {
		return s.imagesFingerprint()
	}
	p, err := s.Snapshot(with)
	if err != nil {
		return ""
	}
	return fingerprintOf(p)
}

// fingerprintOf identifies the content of a project without the view. Marks and pins count as work.
func fingerprintOf(p snapshot.Project) string {
	p.Columns, p.Data.Runs, p.Answers, p.Courses = nil, nil, nil, nil
	p.Explain, p.Extra = snapshot.Explain{Part: data.TestRows, Marks: p.Explain.Marks, Pins: p.Explain.Pins}, nil
	b, err := snapshot.Write(p)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return string(sum[:])
}

func (s *State) allSettings() document.Settings {
	return document.Settings{Sample: s.Data.Sample, Classifier: s.Classifier.Settings, Generator: s.Generator.Settings,
		Labelling: s.Labels.Settings,
		Batch:     s.Batch.Settings, Evaluation: s.Evaluation.Settings.Apart(), Wanted: s.Data.Chosen,
		Notice: s.Notice}
}

// presets returns the settings that nobody has changed.
func presets() document.Settings {
	s := New()
	return s.allSettings()
}

// looked returns the view: the person's selection and questions.
func (e Explain) looked() snapshot.Explain {
	return snapshot.Explain{Part: e.Part, Search: e.Search, Filter: e.Filter, Pos: e.place(),
		Find: snapshot.Find{Search: e.Find}, Own: e.Own, Limits: e.Limits, Marks: e.Marks, Pins: e.Pins}
}

// packModels packs the models. A model that cannot be read cannot be saved.
func (s *State) packModels(p *snapshot.Project) {
	if c, r := s.Classifier, s.Classifier.Result; c.HasResult {
		p.HasClassifier = true
		p.Classifier = snapshot.Classifier{Trained: !c.Foreign, From: c.From, Settings: c.Learned,
			Best: r.Best, Canceled: r.Canceled,
			Accuracy: r.Accuracy, LogLoss: r.LogLoss, Base: r.Base, Confusion: r.Confusion, TestRows: r.TestRows,
			AUC: r.AUC, Fidelity: r.Fidelity}
		p.Classifier.Model, _ = model.UnpackState(r.Model)
	}
	if g, r := s.Generator, s.Generator.Result; g.HasResult {
		p.HasGenerator = true
		p.Generator = snapshot.Generator{Settings: g.Learned.Settings, Best: r.Best, Canceled: r.Canceled,
			Warm: g.Learned.Warm, Lost: g.Learned.Lost, Earlier: g.Learned.Earlier, Tunings: g.Learned.Tunings,
			Soft: r.Soft, Decoded: r.Decoded, DataProfiles: r.DataProfiles, TestRows: r.TestRows, KeptAll: r.KeptAll,
			Answers: r.Answers}
		if kept, rules := r.Kept.Values(), g.Judged.Texts(s.Data.Table.Schema); len(kept) > 0 &&
			len(kept) == len(rules) {
			p.Generator.Rules, p.Generator.Kept = rules, kept
		}
		p.Generator.Model, _ = model.UnpackState(r.Model)
	}
}

// lessonBytes returns, for every label, what the generator learned about its pair, in the form of a file.
func (l Labels) lessonBytes() []byte {
	list := make([]byte, len(l.List))
	for i, x := range l.List {
		if v, ok := l.learned[x.Pair()]; ok {
			list[i] = 1 + byte(v)
		}
	}
	return list
}

// source returns the source of the table as a file claims it.
func (o origin) source() snapshot.Source {
	switch {
	case o.isTold:
		return o.told
	case o.sample:
		return snapshot.Source{Model: string(o.model), Rows: o.spec.Rows, Drawn: o.spec.Drawn &&
			o.model == model.SimpleBN}
	}
	return snapshot.Source{File: o.file.Name, Size: o.file.Size, Plan: o.plan}
}
