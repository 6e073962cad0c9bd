package store

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"causeway/core/form"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// ImagesPlace is the place of the images in this browser, beside that of the table's
// project: they are saved, listed and opened as projects are.
type ImagesPlace struct {
	Stage   keepStage
	At      int64 // when they were last saved, in milliseconds of Unix time
	ID      string
	NoFiles bool // there was no room for their files, which are asked for when they are opened

	dirty, saving bool
	timer         int    // number of the timer that runs; 0: none does
	saves         int    // counts them; the names of saves of images are below 0
	failed        int    // saves in a row
	models, sent  any    // what the record of the models was made of, as it is saved and as it is on its way
	files, going  string // hash of the images whose files are saved, and are on their way
	fetching      string // ID of those that are being opened
	resumed       bool   // by the page itself, as they were open before it was loaded again
	stay          bool   // they were shown then, and are when the table has come
	comes         arrivingImages
}

// arrivingImages are kept images whose pixels are on their way.
type arrivingImages struct {
	id, hash      string
	held, changed bool
	files         bool // are saved with them
	at            int64
	work          keptImages
	trainings     []rest
}

// Records of kept images.
const (
	recordImages    = "images"
	recordImageWork = "image-work"
	recordImageFile = "image-file "
)

// keptImages is what a person has set and made beside the models.
type keptImages struct {
	Rules      snapshot.ImageRules    `msgpack:"rules"`
	Classifier model.ClassifierRecipe `msgpack:"classifier"`
	Generator  model.ImageRecipe      `msgpack:"generator"`
	Truth      int                    `msgpack:"truth"` // of the image that is explained
	Pos        int                    `msgpack:"pos"`
	Drawn      bool                   `msgpack:"drawn"`
	Plain      bool                   `msgpack:"plain"`
	Ink        []byte                 `msgpack:"ink"` // of the pad; empty: nothing is drawn
	Labels     []snapshot.ImageLabel  `msgpack:"labels"`
	Name       string                 `msgpack:"name,omitempty" since:"2"` // of the person who labels
}

// imagesWork is what there is of it now.
func (s State) imagesWork() keptImages {
	g := s.Images
	k := keptImages{Name: s.Labels.Name, Rules: savedRules(g.Subject.Rules), Classifier: g.Classifier.Settings, Generator: g.Generator.Settings,
		Truth: g.Subject.Truth, Pos: g.Subject.Pos, Drawn: g.Subject.Drawn, Plain: g.Drawing.Plain, Labels: g.Labels.saved()}
	if !g.Drawing.Pad.Empty() {
		k.Ink = g.Drawing.Pad.Ink
	}
	return k
}

// made is what the file of the images follows from, but for their rules.
func (g Images) made() any {
	return [4]any{g.Set.Hash, g.load, g.Classifier.Result, g.Generator.Result}
}

// imagesGist is what a change of has to be saved.
func (s State) imagesGist() any {
	g := s.Images
	return [7]any{g.made(), s.imagesWork(), len(g.Labels.List), g.Classifier.Phase, g.Generator.Phase, s.ImageClassifierRun.checkpoint.Epoch, s.ImageGeneratorRun.checkpoint.Epoch}
}

// tendImages does after every intent what saving the images needs.
func (w *work) tendImages(before State) {
	g, p := &w.Images, &w.Keeping.Images
	if w.Keeping.Stage == KeepOff {
		return
	}
	switch {
	case g.Has && g.ID != before.Images.ID:
		w.otherImages(before)
	case p.comes.id != "" && !g.Waits && !g.Loading:
		w.imagesNotOpened()
	case g.Has && !reflect.DeepEqual(before.imagesGist(), w.State.imagesGist()):
		p.dirty = true
	}
	if g.Has && p.dirty && !p.saving && p.timer == 0 {
		w.keepImagesSoon(keepMS)
	}
}

func (w *work) keepImagesSoon(ms int) {
	k, p := &w.Keeping, &w.Keeping.Images
	k.timers++
	p.timer = k.timers
	if p.Stage != KeepFailed {
		p.Stage = keepDirty
	}
	w.effects = append(w.effects, WaitToKeep{Timer: p.timer, MS: ms})
}

// keepImages saves the images as they are now.
func (w *work) keepImages() {
	p := &w.Keeping.Images
	p.timer = 0
	if !p.dirty || p.saving || !w.Images.Has || w.Keeping.Stage == KeepOff {
		return
	}
	if p.ID == "" {
		p.ID = w.Keeping.newID()
	}
	e, err := w.State.keepImages()
	if err != nil {
		w.imagesNotKept(OtherTrouble, Clause(err))
		return
	}
	p.saves++
	e.No = -p.saves
	p.dirty, p.saving, p.Stage, p.sent, p.going = false, true, keepSaving, w.Images.made(), ""
	if w.Images.FromFiles() && !p.NoFiles {
		p.going = w.Images.Set.Hash
	}
	w.effects = append(w.effects, e)
}

// keepImages is the effect that saves the images. Models and files that are saved already
// are only named.
func (s State) keepImages() (KeepProject, error) {
	g, p := s.Images, s.Keeping.Images
	e := KeepProject{ID: p.ID, Card: s.imagesCard()}
	models := KeptRecord{Name: recordImages}
	if !reflect.DeepEqual(p.models, g.made()) {
		f := g.file(false)
		f.Labels = nil // they are in the record of what a person makes
		b, err := snapshot.WriteImages(f)
		if err != nil {
			return e, err
		}
		models.Bytes = b
	}
	work, err := form.Marshal(s.imagesWork())
	if err != nil {
		return e, err
	}
	e.Records = append(e.Records, models, KeptRecord{Name: recordImageWork, Bytes: work})
	if m, is := g.load.(wire.OpenImages); is && !p.NoFiles {
		for i, f := range m.Files {
			r := KeptRecord{Name: recordImageFile + strconv.Itoa(i)}
			if p.files != g.Set.Hash {
				r.Bytes = f.Bytes
			}
			e.Records = append(e.Records, r)
		}
	}
	for _, m := range imageTrainings {
		list, err := s.keptTraining(m)
		if err != nil {
			return e, err
		}
		e.Records = append(e.Records, list...)
	}
	return e, nil
}

var imageTrainings = []Topic{TheImageClassifier, TheImageGenerator}

// imagesCard says what is saved of the images.
func (s State) imagesCard() KeptCard {
	g := s.Images
	c := KeptCard{Name: g.Set.Name, Rows: g.Set.Rows, NoRows: s.Keeping.Images.NoFiles, Images: true, Rules: len(g.Subject.Rules.Seen) + len(g.Subject.Rules.Follows),
		Labels: len(g.Labels.List), Classifier: g.Classifier.HasResult, Generator: g.Generator.HasResult}
	r := g.Subject.Rules
	for _, is := range []bool{len(r.Keep) > 0, r.Ink > 0, r.Budget > 0} {
		if is {
			c.Rules++
		}
	}
	w := &work{State: s}
	for _, m := range imageTrainings {
		if r := w.run(m); r.command != nil && w.phase(m).saves() {
			c.Training, c.Epoch, c.Epochs = m, r.checkpoint.Epoch, epochsOf(r.command)
		}
	}
	return c
}

// otherImages begins another place for other images. Those before are saved as they were;
// their place is used again only if nobody has made anything in it.
func (w *work) otherImages(before State) {
	p := &w.Keeping.Images
	if p.ID != "" {
		if c := before.imagesCard(); c.Classifier || c.Epochs > 0 || c.Rules > 0 || before.Images.FromFiles() {
			w.partFromImages(before)
		}
	}
	o := p.comes
	w.Keeping.Offer = ""
	w.Images.Shown = !p.resumed || p.stay
	*p = ImagesPlace{ID: p.ID, saves: p.saves, dirty: true, stay: p.stay}
	if o.id == "" || o.hash != w.Images.Set.Hash {
		if o.held {
			w.effects = append(w.effects, LeaveKept{ID: o.id})
		}
		return
	}
	if p.ID != "" && p.ID != o.id { // a place that is left empty
		w.effects = append(w.effects, LeaveKept{ID: p.ID})
	}
	p.ID, p.At, p.dirty, p.Stage = o.id, o.at, o.changed || !o.held, KeepSaved
	if !o.held {
		p.ID = ""
		w.alert(theKeeping, sayCopy(w.Images.Set.Name))
	} else if p.models = w.Images.made(); o.files {
		p.files = w.Images.Set.Hash
	} else {
		p.NoFiles = w.Images.FromFiles()
	}
	w.installImages(o)
}

// partFromImages saves what was not yet saved of images that are left, and gives their place back.
func (w *work) partFromImages(before State) {
	p := &w.Keeping.Images
	if p.ID == p.comes.id { // what comes takes this very place
		p.ID = ""
		return
	}
	if q := before.Keeping.Images; q.dirty || q.saving {
		before.Keeping.Images.ID = p.ID
		if e, err := before.keepImages(); err != nil {
			w.alert(theLeft, sayNotParted(before.Images.Set.Name, Clause(err)))
		} else {
			p.saves++
			e.No = -p.saves
			w.effects = append(w.effects, e)
		}
	}
	w.effects = append(w.effects, LeaveKept{ID: p.ID})
	p.ID = ""
}

// installImages gives images that were kept what a person had set and made, and goes on with their
// training.
func (w *work) installImages(o arrivingImages) {
	g, k := &w.Images, o.work
	if r := rulesOf(k.Rules); g.allows(r) {
		g.Subject.Rules = r
		w.fitMeasures()
	}
	g.Classifier.Settings = model.ImageClassifierFields.Within(k.Classifier, g.Classifier.Settings)
	g.Generator.Settings = model.ImageFields.Within(k.Generator, g.Generator.Settings)
	g.Drawing.Plain = k.Plain
	g.takeLabels(k.Labels)
	if w.Labels.Name == "" {
		w.Labels.Name = oneLine(k.Name, label.MaxName)
	}
	if len(k.Ink) == len(g.Drawing.Pad.Ink) {
		g.Drawing.Pad = image.Pad{H: g.Set.H, W: g.Set.W, Ink: k.Ink}
	}
	ChooseImage{Truth: clamp(k.Truth, -1, g.Set.Classes-1), Pos: max(k.Pos, 0)}.apply(w)
	if k.Drawn {
		DrawOwn{On: true}.apply(w)
	}
	for _, t := range o.trainings {
		t.install(w, arrival{})
	}
}

// allows reports whether rules can be asked of the images.
func (g Images) allows(r wire.ImageRules) bool {
	n := g.Set.H * g.Set.W
	return form.Check(r) == nil && r.Budget <= n && (len(r.Keep) == 0 || len(r.Keep) == n)
}

// keepImagesFirst saves what is not yet saved of the images before something that comes after it.
func (w *work) keepImagesFirst() {
	w.Keeping.Images.saving = false // one save may follow another; they are done in order
	w.keepImages()
}

// isKept reports whether the images are saved, or on their way.
func (p ImagesPlace) isKept() bool { return p.Stage == KeepSaved || p.Stage == keepSaving }

// imagesKept takes the answer to a save of images; it reports whether it is one.
func (w *work) imagesKept(in Kept) bool {
	k, p := &w.Keeping, &w.Keeping.Images
	if in.No >= 0 {
		return false
	}
	if in.ID != p.ID || in.No != -p.saves {
		return true
	}
	p.saving, p.failed, p.At, p.Stage, p.models, p.files = false, 0, in.At, KeepSaved, p.sent, p.going
	if p.dirty {
		p.Stage = keepDirty
	}
	if i := slices.IndexFunc(k.Projects, func(x KeptProject) bool { return x.ID == in.ID }); i < 0 {
		w.effects = append(w.effects, ListKept{})
	} else {
		k.Projects = slices.Clone(k.Projects)
		k.Projects[i].At, k.Projects[i].Card = p.At, w.State.imagesCard()
	}
	if !k.Persisted && !k.asked && w.Images.Classifier.HasResult {
		k.asked = true
		w.effects = append(w.effects, AskPersist{})
	}
	return true
}

// imagesNotKept goes on without the save, which is tried again; where there is no room, without the
// files.
func (w *work) imagesNotKept(t Trouble, why string) {
	p := &w.Keeping.Images
	p.saving, p.dirty, p.models, p.files = false, true, nil, ""
	if t == VaultFull && w.Images.FromFiles() && !p.NoFiles {
		p.NoFiles = true
		w.alert(theKeeping, sayImagesNoRoom)
		return // and at once, by tendImages
	}
	if t == VaultTaken {
		w.alert(theKeeping, sayCopy(w.Images.Set.Name))
		p.ID = ""
		return
	}
	p.Stage = KeepFailed
	p.failed++
	w.alert(theKeeping, sayNotKept(t, why))
	w.keepImagesSoon(min(keepAgainMS*p.failed, keepRestMS))
}

// keepsImages reports whether a project of the list is one of images.
func (k Keeping) keepsImages(id string) bool {
	return slices.ContainsFunc(k.Projects, func(p KeptProject) bool { return p.ID == id && p.Card.Images })
}

// openKeptImages opens images that were kept in place of the present ones, which are saved first.
func (w *work) openKeptImages(in OpenKept) {
	k, p := &w.Keeping, &w.Keeping.Images
	if p.fetching != "" || w.Images.Loading {
		return
	}
	w.settle(TheTable)
	if p.Stage == KeepFailed && w.Images.Has {
		w.alert(TheProject, sayNotLeft)
		return
	}
	w.keepImagesFirst()
	if in.ID == p.ID && in.Version >= 0 {
		w.effects = append(w.effects, NameKept{ID: p.ID, Name: sayBefore(w.versionName(in))})
	}
	k.Offer, p.fetching = "", in.ID
	w.effects = append(w.effects, FetchKept(in))
}

// imagesFetched reads images that were kept, and has the engine make them.
func (w *work) imagesFetched(in Fetched) {
	p := &w.Keeping.Images
	p.fetching = ""
	s, o, err := in.readImages()
	if err != nil {
		if in.Held && in.ID != p.ID {
			w.effects = append(w.effects, LeaveKept{ID: in.ID})
		}
		w.alert(TheProject, sayKeptUnread(Clause(err)))
		return
	}
	if in.Older {
		w.alert(theKeeping, sayOlder(in.At))
	}
	g := &w.Images
	p.comes = o
	g.saved, g.Waits, g.half, g.Wait, g.Ask = s, true, nil, "", false
	switch m := (wire.OpenImages{Seed: s.Set.Seed, Files: imageFiles(s)}); {
	case s.Set.Sampled > 0:
		g.coming = wire.SampleImages{Rows: clamp(s.Set.Sampled, 100, mostDigits), Seed: s.Set.Seed}
		w.loadImages()
	case len(m.Files) > 0:
		g.coming = m
		w.loadImages()
	default:
		g.Wait = sayImagesAwaited(s.Set.Name, s.Set.Files)
		w.say(g.Wait)
	}
}

// readImages takes apart what was saved of images.
func (in Fetched) readImages() (s snapshot.Images, o arrivingImages, err error) {
	o = arrivingImages{id: in.ID, held: in.Held, changed: in.Older || in.Version >= 0, at: in.At}
	all := in.byName()
	if s, err = snapshot.ReadImages(all[recordImages].Bytes); err != nil {
		return s, o, err
	}
	if o.work, err = form.UnmarshalKept[keptImages](all[recordImageWork].Bytes); err != nil {
		return s, o, err
	}
	o.hash, s.Set.Rules, s.Files = s.Set.Hash, o.work.Rules, nil
	for i, f := range s.Set.Files {
		if b, is := all.get(recordImageFile + strconv.Itoa(i)); is && len(b) == f.Size {
			s.Files = append(s.Files, b)
		}
	}
	if len(s.Files) < len(s.Set.Files) {
		s.Files = nil
	}
	o.files = len(s.Files) > 0
	for _, m := range imageTrainings {
		t, err := readTraining(m, all)
		if err != nil {
			return s, o, err
		}
		if t != nil {
			o.trainings = append(o.trainings, t)
		}
	}
	return s, o, nil
}

// imagesNotOpened gives the place of kept images back that did not come.
func (w *work) imagesNotOpened() {
	p := &w.Keeping.Images
	if p.comes.held && p.comes.id != p.ID {
		w.effects = append(w.effects, LeaveKept{ID: p.comes.id})
	}
	p.comes = arrivingImages{}
}

// OpenProjects names what the tab has open, for when it is loaded again: the projects of the table
// and of the images, that last which the steps are about.
func (s State) OpenProjects() string {
	ids := []string{s.Keeping.ID, s.Keeping.Images.ID}
	if !s.Images.Shown {
		slices.Reverse(ids)
	}
	return strings.Join(slices.DeleteFunc(ids, func(id string) bool { return id == "" }), " ")
}

// imagesLost reports whether images would be lost where the page is left now.
func (s State) imagesLost() bool {
	g := s.Images
	if !g.Has {
		return false
	}
	switch s.Keeping.Images.Stage {
	case KeepSaved:
		return false
	case KeepFailed, keepDirty, keepSaving:
		return g.Classifier.HasResult || g.Classifier.Phase.Active() || g.FromFiles()
	}
	return g.Classifier.HasResult && !g.Saved || g.Classifier.Phase.Active() || g.Generator.Phase.Active()
}
