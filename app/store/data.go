package store

import (
	"reflect"
	"strings"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

func (in ChooseFile) apply(w *turn) {
	w.settle(TheTable)
	w.Data.Ask = AskNothing
	if most := mostOf(in.Name); in.Size > most {
		w.alert(TheTable, sayTooBig(in.Name, in.Size, most))
		return
	}
	w.Data.fileID, w.Data.kept = in.ID, nil
	w.Data.incoming = file{Name: in.Name, Size: in.Size, place: in.Place}
	w.Data.Stage = Reading
	w.stopWaiting()
	w.Data.miss()
	w.say(sayReading(in.Name, in.Size))
	w.effects = append(w.effects, ReadFile{ID: in.ID, Whole: isProject(w.Data.incoming) || IsImageFile(in.Name)})
}

func (in FileUnreadable) apply(w *turn) {
	switch {
	case w.batchUnreadable(in):
	case in.ID == w.Data.fileID && w.Data.Stage == Reading:
		w.Data.Stage = Idle
		w.stopWaiting()
		w.alert(TheTable, sayUnreadable(w.Data.incoming.Name, in.Why))
		w.backToPreview()
	}
}

func (in SetSample) apply(w *turn) {
	w.Data.Sample = document.Sample{Rows: clamp(in.Rows, 100, 1_000_000), Seed: in.Seed, Drawn: in.Drawn}
}
func (SetSample) step(data.Schema) string { return "Settings of the table" }

func (in LoadSample) apply(w *turn) {
	w.Data.sampling = in.Model
	if in.Model == model.Other {
		w.Data.sampling = model.SimpleBN
	}
	w.replace(askSample)
}

func (ImportTable) apply(w *turn) { w.replace(askImport) }

func (in Answer) apply(w *turn) {
	ask := w.Data.Ask
	w.Data.Ask = AskNothing
	if in.Replace {
		w.load(ask)
		return
	}
	if !w.Classifier.Phase.Active() {
		w.unqueue()
	}
	if ask == askImages {
		w.Images.half = nil
		w.giveUpSaved()
	}
	w.say(sayKept)
}

func (DiscardPreview) apply(w *turn) {
	if w.Data.Stage == Reading {
		w.effects = append(w.effects, StopReading{})
	}
	w.closePreview()
	w.settle(TheTable)
	w.dropPreview()
	w.say(sayDiscarded)
}

// mostOf returns the size limit of a file, given its name.
func mostOf(name string) int {
	if isProject(file{Name: name}) {
		return snapshot.MaxFile
	}
	return MaxFile
}

func (in FileRead) apply(w *turn) {
	if w.batchRead(in) || in.ID != w.Data.fileID || w.Data.Stage != Reading {
		return
	}
	f := file{Name: w.Data.incoming.Name, Size: len(in.Bytes), Bytes: in.Bytes, place: w.Data.incoming.place}
	if in.File > 0 {
		if isProject(f) || isImages(f) || w.Images.Has && label.IsImageCSV(f.Bytes) || w.seemsLabels(f) {
			w.effects = append(w.effects, ReadFile{ID: in.ID, Whole: true})
			return
		}
		f.Size, f.Bytes, f.file = w.Data.incoming.Size, nil, in.File
	}
	if isProject(f) {
		w.offerFile(f)
		return
	}
	if isImages(f) {
		w.Data.Stage, w.Data.incoming = Idle, file{}
		w.stopWaiting()
		OpenImages{Files: []wire.ImageFile{{Name: f.Name, Bytes: f.Bytes}}}.apply(w)
		w.backToPreview()
		return
	}
	if w.Images.Has && label.IsImageCSV(f.Bytes) { // no other table has these columns
		w.Data.Stage, w.Data.incoming = Idle, file{}
		w.stopWaiting()
		ImportLabels{f.Bytes}.apply(w)
		w.backToPreview()
		return
	}
	if !w.offerLabels(f) {
		w.open(f)
	}
}
func (FileRead) step(data.Schema) string { return "Opened labels" } // of images only

func (in PasteTable) apply(w *turn) {
	text := in.Text
	w.settle(TheTable)
	w.Data.Ask, w.Data.kept = AskNothing, nil
	switch {
	case strings.TrimSpace(text) == "":
		w.alert(TheTable, sayEmptyPaste)
	case len(text) > MaxFile:
		w.alert(TheTable, sayTooBig("The pasted text", len(text), MaxFile))
	default:
		w.open(file{Name: "Pasted table", Size: len(text), Bytes: []byte(text)})
	}
}

func (w *turn) open(f file) {
	w.Data.miss()
	w.Data.incoming = f
	w.Data.Stage = Previewing
	w.Data.previewJob = w.send(f.open())
	w.Data.opening = true
}

// open returns the message that hands a file to the engine.
func (f file) open() wire.Open {
	m := wire.Open{Name: f.Name, Bytes: f.Bytes, File: f.file}
	if m.File > 0 {
		m.Size = f.Size
	}
	return m
}

// miss notes that the engine is opening a file that nobody needs any more.
func (d *Data) miss() {
	if d.opening {
		d.stale, d.previewJob, d.opening, d.again = d.stale || d.HasPreview, 0, false, false
	}
}

// backToPreview opens the previewed file again if the engine may hold another file, which would
// otherwise be imported under this file's name.
func (w *turn) backToPreview() {
	d := &w.Data
	if plan := d.Plan; d.stale && d.HasPreview && !w.Link.Down && !w.Link.Recovering {
		w.open(d.File)
		d.kept, d.stale, d.again = &plan, false, true
	}
}

func (w *turn) previewed(f wire.Previewed) {
	d := &w.Data
	first, again := d.opening, d.again
	d.again = false
	d.opening = false
	d.previewIdle()
	d.Preview, d.Plan, d.HasPreview = f.Preview, f.Preview.Plan, true
	if first && again {
		d.incoming = file{}
	} else if first {
		d.openID++
		d.stale = false
		d.File, d.incoming = d.incoming, file{}
		w.say(sayPreviewed(f.Preview.Name, f.Preview.Rows, len(f.Preview.Columns)))
	}
	if kept := d.kept; first {
		d.kept = nil
		back := kept != nil
		if back {
			w.History.fileIsBack(d.openID)
		}
		if back && !reflect.DeepEqual(*kept, d.Plan) {
			d.Plan = *kept
			w.replan()
		} else {
			w.planFor()
		}
	}
	if d.then {
		TrainClassifier{}.apply(w)
	}
}

// previewIdle ends the preview stage. It reports whether the page is reading no other file.
func (d *Data) previewIdle() bool {
	if d.Stage == Reading {
		return false
	}
	d.Stage = Idle
	return true
}

// notPreviewed keeps the file that was open before, if any.
func (w *turn) notPreviewed(why string) {
	d := &w.Data
	if d.again {
		w.closePreview()
	}
	d.opening = false
	if d.previewIdle() {
		w.stopWaiting()
		d.incoming, d.kept = file{}, nil
	}
	d.Plan = d.Preview.Plan
	w.alert(TheTable, why)
	w.say("")
	if d.Stage == Idle {
		w.backToPreview()
	}
}

// stopWaiting forgets trainings that waited for a table that never came.
func (w *turn) stopWaiting() {
	if w.Data.then {
		w.Data.then = false
		w.unqueue()
	}
}

func (w *turn) closePreview() {
	d := &w.Data
	d.HasPreview = false
	d.Preview, d.Plan = data.Preview{}, data.Plan{}
	d.File, d.incoming = file{}, file{}
	d.previewJob, d.opening, d.stale, d.again = 0, false, false, false
	d.Ask = AskNothing
	if d.Stage != Loading {
		d.Stage = Idle
		w.stopWaiting()
	}
}

func (in ListNames) apply(w *turn) {
	if len(in.Text) > maxNameList {
		w.alert(TheTable, sayLongNames(len(in.Text)))
		return
	}
	w.changePlan(func(p *data.Plan) bool { p.Names = in.Text; return true })
}
func (ListNames) step(data.Schema) string { return "Readable names" }

// Opening reports whether a file is on its way to a preview.
func (d Data) Opening() bool { return d.Stage == Reading || d.Stage == Previewing && d.opening }

// Waits reports whether the classifier trains as soon as the table arrives.
func (d Data) Waits() bool { return d.then }

// CanImport reports whether the previewed file can become the table as shown.
func (d Data) CanImport() bool {
	return d.HasPreview && d.Stage == Idle && len(d.Preview.Problems) == 0
}

// replace makes another table the project's. It asks first if trained models would be lost.
func (w *turn) replace(ask Ask) {
	w.settle(TheTable)
	if w.Data.Stage == Loading {
		return
	}
	if (ask == askImport || ask == askImportAndTrain) && !w.Data.CanImport() {
		if len(w.Data.Preview.Problems) > 0 {
			w.alert(TheTable, sayProblem(w.Data.Preview.Problems[0]))
		}
		return
	}
	if w.Classifier.HasResult || w.Generator.HasResult || w.Images.Classifier.HasResult || w.isTraining() {
		if w.Data.Ask = ask; ask == askImages { // another step may have dropped it
			w.say(sayImagesAsk)
		}
		return
	}
	w.load(ask)
}

func (w *turn) load(ask Ask) {
	d := &w.Data
	d.then = ask == askImportAndTrain
	switch ask {
	case askSample:
		o := origin{sample: true, model: d.sampling, spec: d.Sample}
		w.sendLoad(o, o.draw())
	case askImport, askImportAndTrain:
		if !d.CanImport() {
			return
		}
		o := origin{file: d.File, plan: d.Plan}
		o.seed, o.plain = w.importSplit()
		w.sendLoad(o, wire.Import{Plan: o.plan, Seed: o.seed, Plain: o.plain})
	case askImages:
		w.sendLoad(origin{images: w.Images.coming}, w.Images.coming)
		w.say(sayImagesCome)
	}
}

// sendLoad has the engine make a table.
func (w *turn) sendLoad(o origin, m wire.Message) {
	d := &w.Data
	d.loading, d.Stage = o, Loading
	d.loadJob = w.send(m)
}

// documentCame takes the document that the engine made, which is a table or images.
func (w *turn) documentCame(m wire.Message) {
	switch m := m.(type) {
	case wire.Loaded:
		w.loaded(m)
	case wire.ImagesLoaded:
		w.imagesLoaded(m)
	case wire.ImagesWait:
		w.imagesWait(m)
	}
}

// loaded installs the new table and drops everything made from the old one.
func (w *turn) loaded(f wire.Loaded) {
	d := &w.Data
	then := d.then
	d.then = false
	d.loadJob = 0
	d.Stage = Idle
	d.origin, d.loading = d.loading, origin{}
	was, drawn := d.Table, w.Graph.Sketch
	was.Schema = d.schema
	fresh := w.freshGraph(d.schema, f.Schema)
	d.HasTable = true
	queued := then && w.Generator.Queued
	w.leaveFor(f, d.origin.preset())
	w.Generator.Queued = queued
	if fresh { // an existing graph stays as the person left it
		w.keepStates()
	}
	if !d.origin.sample {
		d.Names = f.Schema.Briefly()
	}
	w.goTo(0)
	w.say(sayLoaded(f.Name, f.Rows))
	if fresh && !d.origin.sample && w.Project.Waiting == nil {
		w.carryGraph(was, drawn)
		w.takeImplied(f)
	}
	if list := d.origin.plan.Names; list != "" {
		d.origin.plan.Names = ""
		PasteNames{list}.apply(w)
	}
	w.arrived()
	if then {
		w.trainClassifier()
	}
}

// leaveFor drops everything made from the previous document, because a new table or, if it is empty,
// images replace it.
func (w *turn) leaveFor(f wire.Loaded, kind model.Kind) {
	d := &w.Data
	w.giveUpSaved()
	for _, m := range models {
		w.dropRun(m)
	}
	w.Images = w.Images.lastingSettings()
	w.setTable(f)
	d.TableID++
	d.Chosen, d.Names, d.named = 0, nil, named{}
	w.closePreview()
	w.Classifier = Classifier{Settings: w.Classifier.Settings} // they suit any table
	w.Generator = Generator{Settings: following(generatorPreset(kind, model.BaseVAE, f)), Preset: kind}
	w.Explain = Explain{Part: data.TestRows, Find: w.Explain.Find.OfNoTable()}
	w.Explain.Find.Target = d.aim()
}

// setTable makes f the table.
func (w *turn) setTable(f wire.Loaded) { w.Data.Table, w.Data.schema = f, f.Schema }

// order applies the orders of values in the graph to the table's schema.
func (w *turn) order() {
	if w.Data.HasTable && len(w.Graph.Sketch.Nodes) == len(w.Data.schema.Features) {
		w.Data.Table.Schema = w.Graph.Sketch.Schema(w.Data.schema).Said(w.Data.Names)
	}
}

// draw returns the command that samples o's table.
func (o origin) draw() wire.Sample {
	return wire.Sample{Model: string(o.model), Rows: o.spec.Rows, Seed: o.spec.Seed, Drawn: o.spec.Drawn &&
		o.model == model.SimpleBN, Plain: o.plain}
}

func (w *turn) notLoaded(why string) {
	about := TheTable
	if w.notArrived() {
		about = TheProject
	}
	w.giveUpImages()
	w.Data.Stage = Idle
	w.stopWaiting()
	w.Data.loading = origin{}
	w.alert(about, why)
	w.say("")
}
