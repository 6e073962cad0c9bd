package store

import (
	"errors"
	"slices"
	"strings"

	"causeway/core/snapshot"
)

func (in StartKeeping) apply(w *turn) {
	w.effects = append(w.effects, ListKept{First: true, Resume: in.Resume})
}

// KeptStarted begins to save the present project. It reopens the project that the tab had open, or
// offers the last one that no tab has open.
func (in KeptStarted) apply(w *turn) {
	k := &w.Keeping
	k.Stage, k.tab, k.dirty = KeepReady, in.Tab, w.isThere()
	in.KeptListed.apply(w)
	switch {
	case w.isThere():
	case w.reopen(strings.Fields(in.Resume)):
	default:
		for _, p := range slices.Backward(k.Projects) {
			if !p.Open {
				k.Offer = p.ID
			}
		}
		if k.Offer == "" && len(k.Projects) > 0 {
			k.of = original{id: k.Projects[0].ID}
			w.watch()
		}
	}
}

// reopen opens the project that the tab had open, if it still exists. A tab of an earlier version may
// name two, of which it showed the last.
func (w *turn) reopen(ids []string) bool {
	for _, id := range slices.Backward(ids) {
		if slices.ContainsFunc(w.Keeping.Projects, func(p KeptProject) bool { return p.ID == id }) {
			OpenKept{ID: id, Version: -1}.apply(w)
			return true
		}
	}
	return false
}

func (in KeptListed) apply(w *turn) {
	k := &w.Keeping
	k.Projects, k.Usage, k.Quota, k.Persisted = in.Projects, in.Usage, in.Quota, in.Persisted
	changed := k.Doing
	k.Doing = false
	if changed { // there may be room now
		w.tryRoom()
	}
	if changed && k.Stage == KeepFailed {
		w.keepSoon(keepMS)
	}
}

func (in KeepFault) apply(w *turn) {
	k := &w.Keeping
	k.Doing = false
	if in.First {
		k.Stage, k.Why = KeepOff, sayNothingKept(in.Why)
		return
	}
	w.alert(theKeeping, sayKeepFault(in.Why))
}

// OpenKept opens another project after saving the present one.
func (in OpenKept) apply(w *turn) {
	k := &w.Keeping
	if k.Stage == KeepOff || k.Opening {
		return
	}
	w.settle(TheProject)
	if k.Stage == KeepFailed && w.hasDocument() {
		w.alert(TheProject, sayNotLeft)
		return
	}
	w.keepFirst()
	if k.packing { // the present project's rows are saved first
		k.wish = in
		return
	}
	if in.ID == k.ID && in.Version >= 0 {
		w.effects = append(w.effects, NameKept{ID: k.ID, Name: sayBefore(w.versionName(in))})
	}
	k.Opening, k.Offer, k.fetching = true, "", in.ID
	w.effects = append(w.effects, FetchKept(in))
}

func (w *turn) versionName(in OpenKept) string {
	for _, p := range w.Keeping.Projects {
		if p.ID == in.ID && in.Version < len(p.Versions) {
			return p.Versions[in.Version].Name
		}
	}
	return ""
}

// Fetched reads a saved project and puts it on the page.
func (in Fetched) apply(w *turn) {
	k := &w.Keeping
	if !k.Opening || k.opening.id != "" {
		return
	}
	// the present project could not be saved
	if w.hasDocument() && !k.of.taking && (k.Stage == KeepFailed || k.dirty && in.ID == k.ID) {
		w.opened(in.ID, in.Held)
		w.alert(TheProject, sayNotLeft)
		return
	}
	p, o, err := in.read()
	if err != nil {
		k.of = original{}
		w.opened(in.ID, in.Held)
		w.alert(TheProject, sayKeptUnread(Clause(err)))
		return
	}
	if !o.bare && w.tookOver(in, p, o) {
		return
	}
	if in.Older {
		w.alert(theKeeping, sayOlder(in.At))
	}
	if o.bare {
		w.adoptPreview(o)
		return
	}
	if k.opening = o; o.isImages {
		w.takeSavedImages(Offered{Name: o.images.Set.Name, kept: o.id}, o.images, nil)
		return
	}
	w.checkAndTake(Offered{kept: o.id}, p)
}

// read decodes a saved project. Unreadable parts are left out and named, so that the person can go
// on with the rest.
func (in Fetched) read() (p snapshot.Project, o arrival, err error) {
	o = arrival{id: in.ID, held: in.Held, at: in.At, isVersion: in.Version >= 0, changed: in.Older || in.Version >= 0}
	byName := in.byName()
	if is, err := o.readImages(byName); is {
		o.readBeside(byName, p)
		o.changed = o.changed || len(o.lost) > 0
		return p, o, err
	}
	project, there := byName.get(recordProject)
	if _, file := byName[recordPlan]; !there && file {
		o.bare = true
		if o.readBeside(byName, p); o.file().Name == "" {
			return p, o, errors.New(o.lost[0].Why)
		}
		return p, o, nil
	}
	p, lost, err := snapshot.ReadKept(project, presets())
	if err != nil {
		return p, o, err
	}
	o.lost, o.hash = leftOf(lost), p.Data.Hash
	for b, ok := byName.get(columnName(0)); ok; b, ok = byName.get(columnName(len(p.Columns))) {
		p.Columns, o.rows = append(p.Columns, readColumn(b, p.Data.Rows)), true
	}
	o.readBeside(byName, p)
	o.changed = o.changed || len(o.lost) > 0
	return p, o, nil
}

func (in NotFetched) apply(w *turn) {
	if w.Keeping.Opening {
		w.Keeping.of = original{}
		w.opened(in.ID, false)
		w.alert(TheProject, sayKeptUnread(in.Why))
	}
}

// notOpened gives up a project whose table never arrived.
func (w *turn) notOpened() { w.opened(w.Keeping.opening.id, w.Keeping.opening.held) }

// opened ends the opening of a project. On failure it releases the project's place.
func (w *turn) opened(id string, held bool) {
	k := &w.Keeping
	k.Opening, k.opening, k.fetching = false, arrival{}, ""
	if held && id != k.ID {
		w.effects = append(w.effects, LeaveKept{ID: id})
	}
}

// adopt makes the opened project's place the page's own, unless another tab has it open, and continues
// its training.
func (w *turn) adopt() {
	k := &w.Keeping
	o := k.opening
	if k.of.took {
		w.say(sayTookOver(w.name()))
	}
	if k.of.unmade {
		w.dropCopy(k.ID)
	} else if k.ID != "" && k.ID != o.id {
		w.leave()
	}
	k.moveTo(o.id)
	k.Copy, k.Free, k.of, k.dirty, k.Stage, k.At, k.Left = false, false, original{}, o.changed, KeepSaved, o.at, nil
	if o.rows {
		k.table = o.hash
	}
	if o.rows && w.Data.HasTable {
		w.crew = crew{table: w.Data.origin.packed, tableID: w.Data.TableID}
	}
	if !o.held {
		k.moveTo("")
		k.dirty = true
		w.copyOf(o.id)
		w.alert(theKeeping, sayCopy(w.name()))
	}
	k.Opening, k.opening, k.fetching = false, arrival{}, ""
	k.bare, k.noFile = false, 0
	for _, x := range o.rest {
		x.install(w, o)
	}
	w.namedUnread(o)
	if !o.held && !o.trains() && !o.changed {
		k.of.was = w.copied(w.State.fingerprint())
	}
}

func (in DeleteKept) apply(w *turn) {
	switch k := w.Keeping; {
	case in.Version >= 0:
		w.change(DropKept(in))
	case in.ID == k.ID:
	case in.ID == k.fetching || in.ID == k.wish.ID:
		w.say(sayBeingOpened)
	default:
		w.change(DropKept(in))
	}
}

// NameVersion also saves the present project as a named version.
func (in NameVersion) apply(w *turn) {
	k := &w.Keeping
	name := oneLine(in.Name, maxVersionName)
	if in.ID == "" || name == "" || in.ID != k.ID {
		return
	}
	w.keepFirst()
	w.change(NameKept{ID: in.ID, Name: name})
	w.say(sayNamed(name))
}

// keepFirst saves unsaved changes before an action that depends on them.
func (w *turn) keepFirst() {
	w.Keeping.saving = false // saves run in order, so one may follow another
	w.keep()
}

// maxVersionName bounds the name of a version, in bytes.
const maxVersionName = 100

func (w *turn) change(e VaultEffect) {
	w.settle(theKeeping)
	w.Keeping.Doing = true
	w.effects = append(w.effects, e)
}

func (DeclineOffer) apply(w *turn) { w.Keeping.Offer = "" }
func (ShowKept) apply(w *turn) {
	if w.Keeping.Stage != KeepOff {
		w.effects = append(w.effects, ListKept{})
	}
}
