package store

import (
	"errors"
	"reflect"
	"slices"
	"strconv"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
)

// Delays of saving, in milliseconds.
const (
	keepMS      = 300    // after the first unsaved change
	keepAgainMS = 5_000  // after a failed save, backing off
	keepRestMS  = 60_000 // at most
)

// Names of the records of a project.
const (
	recordProject = "project"
	recordColumn  = "column "
)

// gist detects changes that need saving. It is quick to compare, so it cannot detect all.
type gist struct {
	settings   document.Settings
	looked     snapshot.Explain
	graph      int
	labels     []label.Label
	name       string
	classifier []byte
	generator  []byte
	evaluated  [][]model.Record
	taught     [2]int // labels that no generator learned from, and others
	beside     []any
}

func (s *State) gist() gist {
	g := gist{
		settings: s.allSettings(), looked: s.Explain.looked(), graph: s.Graph.Edited, labels: s.Labels.List,
		name:       s.Labels.Name,
		evaluated:  s.Evaluation.Records,
		classifier: s.Classifier.Result.Model, generator: s.Generator.Result.Model,
		taught: [2]int{s.Labels.Pending, len(s.Labels.learned)},
	}
	for _, x := range beside {
		g.beside = append(g.beside, x.gist(s))
	}
	return g
}

// hasDocument reports whether the page has a document: a table, or images.
func (s *State) hasDocument() bool { return s.Data.HasTable || s.Images.Has }

// isThere reports whether the page has something to save: a document, or a file before its import.
func (s *State) isThere() bool { return s.hasDocument() || s.Data.HasPreview }

// name returns the name of the saved project.
func (s *State) name() string {
	switch {
	case s.Images.Has:
		return s.Images.Set.Name
	case s.Data.HasTable:
		return s.Data.Table.Name
	}
	return s.Data.File.Name
}

// rowsHash identifies the rows or image files that are saved with a project. Sampled digits are not
// saved but sampled again.
func (s *State) rowsHash() string {
	if s.Images.FromFiles() {
		return s.Images.Set.Hash
	}
	return s.Data.Table.Hash
}

// withoutRows reports whether the rows cannot be saved.
func (s *State) withoutRows() bool {
	h := s.rowsHash()
	return h != "" && h == s.Keeping.noRows
}

// tendKeeping runs after every intent: it schedules the save of a change, and starts another
// project for another table.
func (w *turn) tendKeeping(before *State) {
	k := &w.Keeping
	if k.Stage == KeepOff {
		w.tellNothingIsKept()
		return
	}
	was, now := k.gist, w.State.gist()
	switch k.gist = &now; {
	case w.Data.TableID != before.Data.TableID:
		w.otherProject(before)
	case (w.isThere() || before.isThere()) && was != nil && !reflect.DeepEqual(*was, now):
		k.dirty = true
	}
	if k.opening.id != "" && w.Project.WaitingFor.kept != k.opening.id {
		w.notOpened()
	}
	if !w.isThere() {
		if k.bare && before.Data.HasPreview && !k.Opening {
			w.leave() // the file could not be previewed again; it stays in the list
		}
		return
	}
	w.tendRows()
	if k.dirty && !k.saving && k.timer == 0 && !k.packing && !w.rowsOutOfReach() && !k.comesAnew() {
		w.keepSoon(keepMS)
	}
}

// openWished opens the project that waited for the present one to be saved.
func (w *turn) openWished() {
	if in := w.Keeping.wish; in.ID != "" {
		w.Keeping.wish = OpenKept{}
		in.apply(w)
	}
}

// tendRows continues a save that waits for the rows.
func (w *turn) tendRows() {
	switch k := &w.Keeping; {
	case !k.packing:
	case w.RowsAtHand():
		k.packing = false
		w.keep()
		w.openWished()
	case w.Link.Down:
		k.packing, k.wish = false, OpenKept{}
	case w.crew.job == 0: // the engine refused
		k.packing, k.noRows = false, w.Data.Table.Hash
		w.alert(theKeeping, sayKeepNoRows)
		w.keep()
		w.openWished()
	}
}

func (w *turn) tellNothingIsKept() {
	if k := &w.Keeping; k.Why != "" && w.isThere() && !k.told {
		k.told = true
		w.alert(theKeeping, k.Why)
	}
}

func (w *turn) keepSoon(ms int) {
	k := &w.Keeping
	k.timers++
	k.timer = k.timers
	if k.Stage != KeepFailed {
		k.Stage = keepDirty
	}
	w.effects = append(w.effects, WaitToKeep{Timer: k.timer, MS: ms})
}

// needsRows reports whether a save needs rows that the page may not have.
func (w *turn) needsRows() bool {
	h := w.Data.Table.Hash
	return !w.Images.Has && w.Keeping.table != h && w.Keeping.noRows != h
}

func (w *turn) rowsOutOfReach() bool {
	return w.needsRows() && !w.RowsAtHand() && (w.Link.Down || w.Link.Recovering)
}

// keep saves the present project as soon as it has the rows.
func (w *turn) keep() {
	k := &w.Keeping
	k.timer = 0
	if !k.dirty || k.saving || !w.isThere() || w.rowsOutOfReach() || k.comesAnew() {
		return
	}
	if !w.hasDocument() && !k.bare && k.ID != "" { // a project that lost its table keeps its saved state
		w.leave()
	}
	if k.bare = !w.hasDocument(); k.bare {
		k.noFile = 0 // there is nothing but the preview
	}
	if w.needsRows() && !w.hasTable() {
		k.packing = true
		return
	}
	if k.ID == "" {
		k.ID = k.newID()
	}
	e, err := w.State.keepProject()
	if err != nil {
		w.keepFailed(OtherTrouble, Clause(err))
		return
	}
	k.dirty, k.saving, k.Stage, k.going, k.sentFile = false, true, keepSaving, e.batch, 0
	k.sentAs, k.sentMade = recordNames(e.Records), w.Images.modelsKey()
	if w.Data.HasPreview && k.noFile != w.Data.openID {
		k.sentFile = w.Data.openID
	}
	if k.sent = w.rowsHash(); k.noRows == k.sent {
		k.sent = ""
	}
	e.No = k.number()
	w.effects = append(w.effects, e)
}

// comesAnew reports whether the project is being reopened from its own place, where a save now would
// mix old and new.
func (k *Keeping) comesAnew() bool { return k.Opening && k.fetching == k.ID }

func (k *Keeping) number() int {
	k.saves++
	return k.saves
}

// isOld reports whether an answer is about an earlier save, or a project that this tab has left.
func (k *Keeping) isOld(id string, no int) bool { return id != k.ID || no != 0 && no != k.saves }

func (k *Keeping) newID() string {
	k.made++
	return k.tab + "-" + FormatCount(k.made)
}

// keepProject returns the effect that saves the project. A part that cannot be saved is left out and
// does not affect the others.
func (s *State) keepProject() (KeepProject, error) {
	e := KeepProject{ID: s.Keeping.ID, Card: s.card()}
	if s.Images.Has {
		list, err := s.keptPixels()
		e.Records = list
		s.keepBeside(&e)
		return e, err
	}
	if !s.Data.HasTable {
		if s.keepBeside(&e); len(e.left) > 0 && len(e.Records) == 0 {
			return e, errors.New(e.left[0].Why)
		}
		return e, nil
	}
	p, err := s.packing(Travel{Labels: true})
	if err != nil {
		return e, err
	}
	e.packing = &p
	if h := s.Data.Table.Hash; s.Keeping.noRows != h {
		e.Records = append(e.Records, s.columns(s.Keeping.table == h)...)
		p.project.Data.Runs = s.Data.Table.Report.Runs
	}
	s.keepBeside(&e)
	return e, nil
}

// columns returns the records of the rows: one for each column as the page holds it, so that nothing
// large is copied. A record that is already saved is only named.
func (s *State) columns(saved bool) (list []KeptRecord) {
	if saved {
		for i := range s.Data.Table.Schema.Packed() {
			list = append(list, KeptRecord{Name: columnName(i)})
		}
		return list
	}
	for i, c := range s.crew.table.Columns {
		list = append(list, KeptRecord{Name: columnName(i), Bytes: c.Data})
	}
	return list
}

func columnName(i int) string { return recordColumn + strconv.Itoa(i) }

// readColumn decodes a column's record. The number of rows and of bytes give the size of its
// numbers.
func readColumn(b []byte, rows int) data.Column {
	return data.Column{Size: len(b) / max(rows, 1), Data: b}
}

// card summarizes what is saved.
func (s *State) card() KeptCard {
	c := KeptCard{Name: s.name(), NoRows: s.withoutRows()}
	switch g, r := s.Images, s.Images.Subject.Rules; {
	case g.Has:
		c.Rows, c.Images, c.Rules, c.Labels, c.Classifier, c.Generator = g.Set.Rows, true, len(r.Seen)+len(r.Follows),
			len(g.Labels.List), g.Classifier.HasResult, g.Generator.HasResult
		for _, is := range []bool{len(r.Keep) > 0, r.Ink > 0, r.Budget > 0} {
			if is {
				c.Rules++
			}
		}
	case s.Data.HasTable:
		c.Rows, c.Edges, c.Rules, c.Labels = s.Data.Table.Rows, len(s.Graph.Sketch.Edges), len(s.Graph.Sketch.Rules),
			len(s.Labels.List)
		c.Classifier, c.Generator = s.Classifier.HasResult, s.Generator.HasResult
	default:
		c.Rows, c.Bare = s.Data.Preview.Rows, true
	}
	for _, m := range models {
		if r := s.Run(m); r.command != nil && s.phase(m).saves() {
			c.Training, c.Epoch, c.Epochs = m, r.checkpoint.Epoch, epochsOf(r.command)
		}
	}
	return c
}

// otherProject starts another project for another table. The previous one stays saved, unless nobody
// made anything in it and its table was not lost; then the new project takes its place.
func (w *turn) otherProject(before *State) {
	k := &w.Keeping
	k.Offer, k.packing, k.timer, k.dirty = "", false, 0, true
	w.keepOld(*before)
	if k.opening.came {
		w.adopt()
		return
	}
	if k.ID != "" && (before.worthKeeping() || !before.hasDocument() && !k.bare) {
		w.leave()
	}
	k.table, k.models = "", nil
}

// keepOld saves the unsaved changes of a project that the page leaves.
func (w *turn) keepOld(before State) {
	k := &w.Keeping
	if before.Data.HasPreview && !k.opening.came { // it became the next table, or was closed for it
		before.Data.HasPreview = false
		before.Keeping.dirty = before.Keeping.dirty || before.Keeping.file != 0
	}
	old := &turn{State: before}
	if k.opening.came && k.opening.id == k.ID { // the next project takes this very place
		return
	}
	if !before.Keeping.dirty || !before.worthKeeping() {
		return
	}
	name := before.name()
	if old.needsRows() && !before.RowsAtHand() {
		w.alert(theLeft, sayNotParted(name, whyRowsGone))
		return
	}
	if k.ID == "" {
		k.ID = k.newID()
	}
	before.Keeping.ID = k.ID
	e, err := before.keepProject()
	if err != nil {
		w.alert(theLeft, sayNotParted(name, Clause(err)))
		return
	}
	e.No = k.number()
	k.partings = append(slices.Clone(k.partings), parting{e.No, name})
	w.effects = append(w.effects, e)
}

// parted handles the result of the last save of a project that the page has left, and names the parts
// left out. It reports whether the number belongs to such a save.
func (w *turn) parted(no int, why string, left []Left) bool {
	k := &w.Keeping
	i := slices.IndexFunc(k.partings, func(p parting) bool { return p.no == no })
	if i < 0 {
		return false
	}
	if why != "" {
		w.alert(theLeft, sayNotParted(k.partings[i].name, why))
	}
	for _, l := range left {
		w.alert(theLeft, sayLeft(l, inBrowser))
	}
	k.partings = slices.Delete(slices.Clone(k.partings), i, i+1)
	return true
}

// leave releases the project's place, unless the project is still being opened.
func (w *turn) leave() {
	k := &w.Keeping
	if k.ID != k.opening.id {
		w.effects = append(w.effects, LeaveKept{ID: k.ID})
	}
	k.moveTo("")
	k.Copy, k.Free, k.of, k.bare = false, false, original{}, false
}

// moveTo makes a place in this browser the page's own, with nothing saved yet. Without an ID, the page
// has no place.
func (k *Keeping) moveTo(id string) {
	k.ID, k.table, k.models, k.batch, k.file, k.saving, k.failed, k.names = id, "", nil, batchKept{}, 0, false, 0, nil
}

// worthKeeping reports whether a project holds more than a sampled table or sampled digits.
func (s *State) worthKeeping() bool {
	c := s.card()
	return s.hasDocument() && (s.Data.HasTable && !s.Data.IsSampled() || s.Images.FromFiles() ||
		c.Edges+c.Rules+c.Labels > 0 || c.Classifier || c.Generator || c.Epochs > 0)
}

func (in KeepDue) apply(w *turn) {
	switch k := &w.Keeping; in.Timer {
	case k.timer:
		w.keep()
	case k.room:
		w.tryRoom()
	}
}

func (KeepNow) apply(w *turn) { w.keep() }

func (in Kept) apply(w *turn) {
	k := &w.Keeping
	if w.parted(in.No, "", in.left) || k.isOld(in.ID, in.No) {
		return
	}
	k.saving, k.failed, k.At, k.table, k.batch, k.Why = false, 0, in.At, k.sent, k.going, ""
	k.file, k.names, k.models, w.good = k.sentFile, k.sentAs, k.sentMade, &in.project
	k.Stage = KeepSaved
	w.settle(theKeeping)
	w.leaveOut(slices.Concat(in.left, w.spared()))
	w.awaitRoom()
	if !w.knowsProject(in.ID) {
		w.effects = append(w.effects, ListKept{})
	}
	if !k.Persisted && !k.asked && (w.Classifier.HasResult || len(w.Labels.List) > 0 || w.Images.Classifier.HasResult) {
		k.asked = true
		w.effects = append(w.effects, AskPersist{})
	}
}

// LosesByLeaving reports whether closing the page now would lose unsaved changes, or running work that
// a saved project cannot resume.
func (s *State) LosesByLeaving() bool {
	b, off := s.Batch, s.Keeping.Stage == KeepOff
	if len(s.Keeping.Left) > 0 {
		return true
	}
	switch s.Keeping.Stage {
	case KeepFailed, keepDirty, keepSaving:
		return s.hasDocument()
	}
	return off && (s.Images.Has && s.Unsaved() || s.isTraining() || s.Evaluation.Phase.HasTasks()) ||
		b.Phase.HasTasks() && (off || b.run == s.Keeping.noBatch)
}

// knowsProject updates the open project's entry in the list, if it has one.
func (w *turn) knowsProject(id string) bool {
	k := &w.Keeping
	for i, p := range k.Projects {
		if p.ID == id {
			list := append([]KeptProject(nil), k.Projects...)
			list[i].At, list[i].Card = k.At, w.State.card()
			k.Projects = list
			return true
		}
	}
	return false
}

func (in NotKept) apply(w *turn) {
	why := in.Why
	if in.Trouble == VaultFull {
		why = whyFull
	}
	if !w.parted(in.No, why, nil) && !w.Keeping.isOld(in.ID, in.No) {
		w.keepFailed(in.Trouble, in.Why)
	}
}

// keepFailed continues without the save and schedules a retry.
func (w *turn) keepFailed(t Trouble, why string) {
	k := &w.Keeping
	if k.gone = t == FileGone; k.gone || t == VaultFull {
		if w.spare() {
			return
		}
		k.wantAll() // leaving them out did not help
	}
	k.saving, k.dirty, k.Stage, k.Why = false, true, KeepFailed, sayNotKept(t, why)
	k.failed++
	if t == OtherTrouble { // nobody knows what was saved, so the next save writes everything
		k.table, k.models, k.batch, k.file, k.names = "", nil, batchKept{}, 0, nil
	}
	if t == VaultTaken {
		w.copyOf(k.ID)
		k.moveTo("")
		k.Why = sayCopy(w.name())
	}
	w.settle(theKeeping)
	w.alert(theKeeping, k.Why)
	w.keepSoon(min(keepAgainMS*max(k.failed, 1), keepRestMS))
}

func (in PersistAnswered) apply(w *turn) {
	w.Keeping.Persisted, w.Keeping.NoPersist = in.Granted, !in.Granted
}

func (KeepForGood) apply(w *turn) {
	w.Keeping.asked = true
	w.effects = append(w.effects, AskPersist{})
}
