package store

import (
	"crypto/sha256"
	"errors"
	"slices"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Project is what the page knows of the file of its project, of one that is to
// be opened and of one whose table is missing.
type Project struct {
	Name   string // of the file that was opened or saved last; empty: none
	Travel Travel // that went into that file, or is in the one at Place
	Chosen bool   // Travel was chosen since the project was opened
	Place  int    // where it is saved again without a question; 0: nowhere yet

	// Offer was read and waits for a person's word; nil: none does.
	Offer   *snapshot.Project
	Offered Offered

	// Waiting was taken, and its table is not there yet; nil: none was.
	Waiting    *snapshot.Project
	WaitingFor Offered

	Saving bool // the rows are on their way to be saved
	Verify Verify

	extra []snapshot.Extra // what the opened file held that this Causeway does not know
	saved string           // hash of what was saved or opened last
	job   int              // of the Restore of its models

	measures [2]int      // jobs that measure what it says of classifier and generator
	save     SaveProject // that is under way
}

// Offered says where a project comes from.
type Offered struct {
	Name string // of the file
	Link bool   // it came as a link: graph, rules, settings and seeds alone

	place    int    // see Project.Place
	finished bool   // it comes with the page, and its row is explained at once
	kept     string // ID of the project of this browser that it is, see arrival

	Here     bool // its table is the one that is open
	InPlace  bool // it changes graph and settings of the open project and replaces nothing else
	Replaces bool // it takes the place of a project
	Unsaved  bool // which has changes that no file holds
}

// Travel says what goes into a file beside graph, settings, models and figures.
type Travel struct {
	Rows   bool // of the table
	Labels bool // which hold rows of people, as pins do
}

// Why there is no file of a project yet.
var (
	errNoTable = errors.New("open a table first; a project is about one")
	errRows    = errors.New("the rows are not at hand yet")
)

// Snapshot is the project as a file holds it. Times that were measured stand in its
// courses alone, so that all else is the same bytes on every machine. Rows must be
// AtHand.
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
	if l, told := s.Labels, s.Generator.told(); with.Labels && len(l.List)+len(told) > 0 {
		p.Labels, p.HasLabels = snapshot.Labels{Name: l.Name, List: l.List, Learned: l.taught(), Told: told}, true
	} else {
		g := &p.Generator
		g.Tunings, g.Earlier = withoutLabels(g.Tunings), slices.Clone(g.Earlier)
		for i := range g.Earlier {
			g.Earlier[i].Tunings = withoutLabels(g.Earlier[i].Tunings)
		}
	}
	if l := s.Labels; l.HasResult && s.Generator.HasResult {
		p.Tuning, p.HasTuning = l.tuning(), true
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
		p.Columns, p.Data.Runs = s.crew.table.Columns, d.Table.Report.Runs
	}
	return p, nil
}

// IsSampled reports whether the table was sampled from a built-in model, so that
// its rows can be made again.
func (d Data) IsSampled() bool { return d.origin.source().Model != "" }

// RowsAtHand reports whether the page has the rows of its table, and not the
// engine alone. packRows gets them.
func (s *State) RowsAtHand() bool {
	return s.Data.HasTable && s.crew.tableID == s.Data.TableID && s.crew.table.Hash == s.Data.Table.Hash
}

// Unsaved reports whether there is work that neither a file nor its recipe alone
// holds: a drawing, labels or models that are not as they were saved or opened.
func (s *State) Unsaved() bool {
	if s.Images.Has {
		return s.Images.unsaved()
	}
	if !s.Data.HasTable || !s.Classifier.HasResult &&
		len(s.Graph.Sketch.Edges)+len(s.Graph.Sketch.Rules)+len(s.Labels.List) == 0 {
		return false
	}
	return s.fingerprint() != s.Project.saved
}

func (s *State) fingerprint() string { return s.fingerprintOf(Travel{Labels: true}) }

// fingerprintOf names the work in the project, all but the rows and what is
// looked at, as a file holds it.
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

// fingerprintOf names what is in a project, all but what is looked at; marks and pins are somebody's work.
func fingerprintOf(p snapshot.Project) string {
	p.Columns, p.Data.Runs, p.Courses = nil, nil, nil
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
		Batch:     s.Batch.Settings, Evaluation: s.Evaluation.Settings.Apart(), Wanted: s.Data.Chosen}
}

// presets are the settings where nobody has said anything.
func presets() document.Settings {
	s := New()
	return s.allSettings()
}

// looked is what is looked at and asked of it.
func (e Explain) looked() snapshot.Explain {
	return snapshot.Explain{Part: e.Part, Search: e.Search, Filter: e.Filter, Pos: e.place(),
		Find: snapshot.Find{Search: e.Find}, Own: e.Own, Limits: e.Limits, Marks: e.Marks, Pins: e.Pins}
}

// packModels packs the models. One that cannot be read is none that can be saved.
func (s *State) packModels(p *snapshot.Project) {
	if c, r := s.Classifier, s.Classifier.Result; c.HasResult {
		p.HasClassifier = true
		p.Classifier = snapshot.Classifier{Trained: !c.Foreign, From: snapshot.Foreign(c.From), Settings: c.Learned,
			Best: r.Best, Canceled: r.Canceled,
			Accuracy: r.Accuracy, LogLoss: r.LogLoss, Base: r.Base, Confusion: r.Confusion, TestRows: r.TestRows,
			AUC: r.AUC, Fidelity: r.Fidelity}
		p.Classifier.Model, _ = model.DecodeState(r.Model)
	}
	if g, r := s.Generator, s.Generator.Result; g.HasResult {
		p.HasGenerator = true
		p.Generator = snapshot.Generator{Settings: g.Learned.Settings, Best: r.Best, Canceled: r.Canceled,
			Warm: g.Learned.Warm, Lost: g.Learned.Lost, Earlier: g.Learned.Earlier, Tunings: g.Learned.Tunings,
			Soft: r.Soft, Decoded: r.Decoded, DataProfiles: r.DataProfiles, TestRows: r.TestRows, KeptAll: r.KeptAll,
			Answers: r.Answers}
		if kept := r.Kept.Values(); len(kept) > 0 && len(kept) == len(g.Rules) {
			p.Generator.Rules, p.Generator.Kept = g.Rules, kept
		}
		p.Generator.Model, _ = model.DecodeState(r.Model)
	}
}

// taught says of every label what the generator has learned of its pair, as a
// file holds it.
func (l Labels) taught() []byte {
	list := make([]byte, len(l.List))
	for i, x := range l.List {
		if v, ok := l.learned[x.Pair()]; ok {
			list[i] = 1 + byte(v)
		}
	}
	return list
}

// source is what a file says of where the table comes from.
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
