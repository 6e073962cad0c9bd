package store

import (
	"reflect"
	"slices"
	"strings"

	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// ProjectExt is the extension of a project file.
const ProjectExt = ".causeway"

// Intents about opening a project. Its file arrives by ChooseFile, like any other.
type (
	// OpenLink offers the content of a link.
	OpenLink struct{ Text string }

	// AnswerProject accepts or declines the offer.
	AnswerProject struct{ Take bool }

	// ForgetWaiting drops a project that is waiting for its table.
	ForgetWaiting struct{}
)

func (in OpenLink) apply(w *turn) {
	if s, is, err := snapshot.ReadImagesLink(in.Text); is {
		w.takeSavedImages(Offered{Name: textLinkFile}, s, err)
		return
	}
	p, err := snapshot.ReadLink(in.Text)
	w.offer(Offered{Link: true}, p, err)
}

// offerFile shows what a file holds before it replaces anything.
func (w *turn) offerFile(f file) {
	w.Data.Stage, w.Data.incoming = Idle, file{}
	w.stopWaiting()
	if snapshot.HoldsImages(f.Bytes) {
		w.openSavedImages(f)
		return
	}
	p, err := snapshot.Read(f.Bytes)
	w.offer(Offered{Name: f.Name, place: f.place}, p, err)
	w.backToPreview()
}

func (w *turn) offer(o Offered, p snapshot.Project, err error) {
	w.settle(TheProject)
	if err != nil {
		w.alert(TheProject, sayNotTaken(o, err))
		w.say("")
		return
	}
	w.Project.Offer, w.Project.Offered = &p, o
	w.weighOffer()
	w.say(sayOffered(o))
	if p.Draft != nil && !w.hasDocument() {
		AnswerProject{Take: true}.apply(w)
	}
}

// weighOffer works out what accepting the offer would do to the open project.
func (w *turn) weighOffer() {
	p, o, d := w.Project.Offer, &w.Project.Offered, w.Data
	if p != nil {
		o.Here = d.HasTable && d.Table.Hash == p.Data.Hash
		o.InPlace, o.Replaces, o.Unsaved = o.Link && w.inPlace(*p), w.hasDocument(), w.Unsaved()
	}
}

func (in AnswerProject) apply(w *turn) {
	j := &w.Project
	p, o := j.Offer, j.Offered
	j.Offer, j.Offered = nil, Offered{}
	switch {
	case !in.Take:
		w.say(sayRejected)
	case p != nil:
		w.takeProject(o, *p)
	}
}

func (w *turn) checkAndTake(from Offered, p snapshot.Project) {
	if err := p.Check(); err != nil {
		w.alert(TheProject, sayNotTaken(from, err))
		return
	}
	w.takeProject(from, p)
}

// takeProject asks the engine for the project's table, if possible; arrived goes on.
func (w *turn) takeProject(from Offered, p snapshot.Project) {
	w.settle(TheProject)
	w.giveUpSaved()
	w.Project.Waiting, w.Project.WaitingFor = &p, from
	d, o := &w.Data, w.Data.origin
	if from.Link && w.inPlace(p) {
		w.takeLink()
		return
	}
	told := origin{told: p.Data.Source, isTold: true, seed: p.Data.Seed, plain: !p.Data.Stratified}
	var m wire.Message
	switch {
	case p.HasRows():
		told.packed = wire.Table{Name: p.Data.Name, Schema: p.Schema, Rows: p.Data.Rows, Columns: p.Columns,
			Seed: p.Data.Seed, Plain: told.plain, Hash: p.Data.Hash}
		m = wire.Restore{Table: told.packed, Show: true, Plan: p.Data.Source.Plan}
	case d.HasTable && d.Table.Hash == p.Data.Hash && (!o.sample || o.spec.Seed == p.Data.Seed):
		o.seed, o.plain, o.told, o.isTold = p.Data.Seed, told.plain, p.Data.Source, true
		o.packed.Seed, o.packed.Plain = o.seed, o.plain // for another engine that makes it again
		told, m = o, wire.Restore{Table: wire.Table{Name: d.Table.Name, Seed: o.seed, Plain: o.plain,
			Hash: d.Table.Hash}, Show: true, Plan: p.Data.Source.Plan}
	case p.Data.Source.Model != "":
		s := p.Data.Source
		told.sample, told.model, told.spec = true, model.Kind(s.Model),
			document.Sample{Rows: s.Rows, Seed: p.Data.Seed, Drawn: s.Drawn}
		draw := told.draw()
		draw.Hash = p.Data.Hash
		m = draw
	default:
		w.say(sayWaits(p.Data, from.Link))
		return
	}
	w.closePreview()
	d.Ask, d.then = AskNothing, false
	w.unqueue()
	w.sendLoad(told, m)
	w.say(sayOpening(p.Data))
}

// inPlace reports whether a link applies to the open table, which must have the same columns and must
// not be the link's own table with another split.
func (w *turn) inPlace(p snapshot.Project) bool {
	d := w.Data
	return d.HasTable && sameFeatures(d.schema, p.Schema) &&
		(d.Table.Hash != p.Data.Hash || d.SplitSeed() == p.Data.Seed && d.Stratified() == p.Data.Stratified)
}

func (ForgetWaiting) apply(w *turn) {
	w.settle(TheProject)
	w.stopExpecting()
	w.Images.half, w.Images.Wait = nil, ""
	w.giveUpSaved()
	w.say(sayForgotten)
}

// stopExpecting forgets the project that waits for its table.
func (w *turn) stopExpecting() {
	w.Project.Waiting, w.Project.WaitingFor = nil, Offered{}
}

// isProject reports whether a file holds a project, by its first bytes or at least its name.
func isProject(f file) bool {
	return snapshot.Is(f.Bytes) || strings.HasSuffix(strings.ToLower(f.Name), ProjectExt)
}

// planFor applies the waiting project's plan to a file opened for it.
func (w *turn) planFor() {
	d, p := &w.Data, w.Project.Waiting
	if p != nil && len(p.Data.Source.Plan.Columns) == len(d.Plan.Columns) &&
		!reflect.DeepEqual(p.Data.Source.Plan, d.Plan) {
		d.Plan = p.Data.Source.Plan
		w.replan()
	}
}

// importSplit returns how to split a file: the seed, and whether to ignore the outcome.
func (w *turn) importSplit() (seed uint64, plain bool) {
	if p := w.Project.Waiting; p != nil {
		return p.Data.Seed, !p.Data.Stratified
	}
	return w.Data.Sample.Seed, false
}

// arrived continues with the waiting project once a table is loaded. A table with other rows starts a
// new project.
func (w *turn) arrived() {
	j, p, t := &w.Project, w.Project.Waiting, w.Data.Table
	j.Name, j.Travel, j.Chosen, j.Place, j.extra, j.saved, j.save = "", Travel{}, false, 0, nil, "", SaveProject{}
	j.answers = nil
	switch {
	case p == nil:
	case j.WaitingFor.Link && sameFeatures(w.Data.schema, p.Schema):
		w.settle(TheProject)
		w.takeLink()
	case t.Hash != p.Data.Hash || !reflect.DeepEqual(w.Data.schema, p.Schema):
		w.alert(TheProject, sayOtherRows(t.Name, p.Data))
	case len(p.Data.Fills) > 0 && !slices.Equal(t.Fills, p.Data.Fills):
		w.alert(TheProject, sayOtherFills)
	default:
		w.settle(TheProject)
		o, from := &w.Keeping.opening, j.WaitingFor
		installed := w.install(*p)
		o.came = installed && from.kept != "" && from.kept == o.id
		if installed && from.finished {
			w.find()
		}
	}
	w.weighOffer()
}

// notArrived restores the earlier state if the engine refused a project's table, and reports whether
// it did.
func (w *turn) notArrived() bool {
	told := w.Project.Waiting != nil && w.Data.loading.isTold
	if told {
		w.stopExpecting()
	}
	return told
}

// takeLink applies a link as a step that can be undone.
func (w *turn) takeLink() {
	p, before := w.Project.Waiting, w.State.settings()
	w.stopExpecting()
	s := p.Settings
	w.setSketch(p.Graph)
	if len(p.Names) > 0 {
		w.Data.Names = p.Names
	}
	w.order()
	w.Classifier.Settings = s.Classifier.Within(w.Classifier.Settings)
	w.Generator.Settings = settled(s.Generator)
	w.setFind(p.Explain.Find.Search)
	w.Data.Chosen = s.Wanted
	w.History.record(before, w.State.settings(), stepLink, "")
	w.say(sayTaken(*p, w.Data.Table.Hash == p.Data.Hash))
}

// Intents about the finished projects that come with the page.
type (
	// OpenFinished opens one and searches for the counterfactuals of its row. Unlike other project files,
	// it asks first only if something would be lost: the open project is saved and stays in the list.
	OpenFinished struct {
		Name  string // name of the file
		Bytes []byte
	}

	// FinishedUnread says that its file could not be fetched.
	FinishedUnread struct{ Why string }
)

func (in OpenFinished) apply(w *turn) {
	if snapshot.HoldsImages(in.Bytes) {
		w.keepFirst()
		w.openSavedImages(file{Name: in.Name, Bytes: in.Bytes})
		if w.Data.Ask == askImages && w.losesNothing() {
			Answer{Replace: true}.apply(w)
		}
		return
	}
	o := Offered{Name: in.Name, finished: true}
	p, err := snapshot.Read(in.Bytes)
	w.offer(o, p, err)
	if err != nil {
		return
	}
	w.keepFirst()
	if w.losesNothing() {
		AnswerProject{Take: true}.apply(w)
	}
}

// losesNothing reports whether leaving the open project loses nothing, because it is in the list or empty.
func (w *turn) losesNothing() bool {
	k := w.Keeping
	return k.Stage != KeepOff && k.Stage != KeepFailed && !k.packing || !w.Unsaved()
}

func (in FinishedUnread) apply(w *turn) { w.alert(TheProject, sayFinishedUnread(in.Why)) }
