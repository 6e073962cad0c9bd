package store

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

func (w *work) applyData(in Intent) {
	switch in := in.(type) {
	case ChooseFile:
		w.chooseFile(in)
	case FileRead:
		w.fileRead(in)
	case FileUnreadable:
		if w.batchUnreadable(in) {
			return
		}
		if in.ID == w.Data.fileID && w.Data.Stage == Reading {
			w.Data.Stage = Idle
			w.stopWaiting()
			w.alert(AboutData, sayUnreadable(w.Data.incoming.Name, in.Why))
		}
	case PasteTable:
		w.paste(in.Text)
	case SetSample:
		w.Data.Sample = SampleSettings{Rows: clamp(in.Rows, 100, 1_000_000), Seed: in.Seed, Drawn: in.Drawn}
	case LoadSample:
		w.Data.sampling = in.Model
		if in.Model == model.Other {
			w.Data.sampling = model.SimpleBN
		}
		w.replace(AskSample)
	case ImportTable:
		w.replace(AskImport)
	case Replace:
		ask := w.Data.Ask
		w.Data.Ask = AskNothing
		w.load(ask)
	case Keep:
		w.Data.Ask = AskNothing
		if !w.Classifier.Phase.Active() {
			w.unqueue()
		}
		w.say(sayKept)
	case DiscardPreview:
		w.closePreview()
		w.settle(AboutData)
		w.dropPreview()
		w.say(sayDiscarded)
	default:
		w.changePlan(in)
	}
}

func (w *work) chooseFile(in ChooseFile) {
	w.settle(AboutData)
	w.Data.Ask = AskNothing
	if most := mostOf(in.Name); in.Size > most {
		w.alert(AboutData, sayTooBig(in.Name, in.Size, most))
		return
	}
	w.Data.fileID, w.Data.deaths, w.Data.kept = in.ID, 0, nil
	w.Data.incoming = File{Name: in.Name, Size: in.Size, place: in.Place}
	w.Data.Stage = Reading
	w.stopWaiting()
	if w.Data.opening { // the file of a plan that is on its way stays, should this one not be a table
		w.Data.previewJob, w.Data.opening = 0, false
	}
	w.say(sayReading(in.Name, in.Size))
	w.effects = append(w.effects, ReadFile{ID: in.ID})
}

// mostOf is the size of the largest file that is read, by its name.
func mostOf(name string) int {
	if isProject(File{Name: name}) {
		return snapshot.MaxFile
	}
	return MaxFile
}

func (w *work) fileRead(in FileRead) {
	if in.ID != w.Data.fileID || w.Data.Stage != Reading {
		return
	}
	f := File{Name: w.Data.incoming.Name, Size: len(in.Bytes), Bytes: in.Bytes, place: w.Data.incoming.place}
	if isProject(f) {
		w.offerFile(f)
		return
	}
	if !w.offerLabels(f) {
		w.open(f)
	}
}

func (w *work) paste(text string) {
	w.settle(AboutData)
	w.Data.Ask, w.Data.deaths, w.Data.kept = AskNothing, 0, nil
	switch {
	case strings.TrimSpace(text) == "":
		w.alert(AboutData, sayEmptyPaste)
	case len(text) > MaxFile:
		w.alert(AboutData, sayTooBig("The pasted text", len(text), MaxFile))
	default:
		w.open(File{Name: "Pasted table", Size: len(text), Bytes: []byte(text)})
	}
}

func (w *work) open(f File) {
	w.Data.incoming = f
	w.Data.Stage = Previewing
	w.Data.previewJob = w.send(wire.Open{Name: f.Name, Bytes: f.Bytes})
	w.Data.opening = true
}

func (w *work) previewed(f wire.Previewed) {
	d := &w.Data
	first := d.opening
	d.opening = false
	d.previewJob = 0
	d.previewIdle()
	d.Preview, d.Plan, d.HasPreview = f.Preview, f.Preview.Plan, true
	if first {
		d.openID++
		d.File, d.incoming = d.incoming, File{}
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
		w.wantClassifier()
	}
}

// previewIdle ends the stage of previewing; it reports whether no other file is being
// read meanwhile.
func (d *Data) previewIdle() bool {
	if d.Stage == Reading {
		return false
	}
	d.Stage = Idle
	return true
}

// notPreviewed leaves the file that was open before, if any, as it was.
func (w *work) notPreviewed(why string) {
	d := &w.Data
	d.opening = false
	d.previewJob = 0
	if d.previewIdle() {
		w.stopWaiting()
		d.incoming, d.kept = File{}, nil
	}
	d.Plan = d.Preview.Plan
	w.alert(AboutData, why)
	w.say("")
}

// stopWaiting forgets the trainings that were to follow a table that does not
// come.
func (w *work) stopWaiting() {
	if w.Data.then {
		w.Data.then = false
		w.unqueue()
	}
}

func (w *work) closePreview() {
	d := &w.Data
	d.HasPreview = false
	d.Preview, d.Plan = data.Preview{}, data.Plan{}
	d.File, d.incoming = File{}, File{}
	d.previewJob, d.opening = 0, false
	d.Ask = AskNothing
	if d.Stage != Loading {
		d.Stage = Idle
		w.stopWaiting()
	}
}

func (w *work) changePlan(in Intent) {
	if !w.Data.HasPreview {
		return
	}
	p := w.Data.Plan
	columns := slices.Clone(p.Columns)
	switch in := in.(type) {
	case SetFormat:
		p.Format, columns = in.Format, nil // the columns are guessed anew
	case SetColumn:
		if in.Index < 0 || in.Index >= len(columns) {
			return
		}
		columns[in.Index] = in.Column
	case ChangeColumns:
		if in.Index >= len(columns) || len(columns) != len(w.Data.Preview.Columns) {
			return
		}
		for j := range columns {
			if in.Index < 0 && in.Change.suits(columns[j], w.Data.Preview.Columns[j]) && j != p.Outcome || in.Index == j {
				in.Change.make(&columns[j], w.Data.Preview.Columns[j])
			}
		}
	case MoveLevel:
		if in.Index < 0 || in.Index >= len(columns) {
			return
		}
		columns[in.Index].Levels = moved(columns[in.Index].Levels, in.Level, in.Up)
	case SetOutcome:
		if in.Index < 0 || in.Index >= len(columns) {
			return
		}
		p.Outcome = in.Index
		columns[in.Index].Use = true
	case SetMissing:
		p.Missing = in.Policy
	case SetRecipe:
		p.Recipe = in.Name
	}
	p.Columns = columns
	if wire.Validate(wire.Replan{Plan: p}) != nil {
		return // what no control offers
	}
	w.settle(AboutData)
	w.Data.Plan = p
	w.replan()
}

// moved returns levels with one of them moved by one place.
func moved(levels []string, i int, up bool) []string {
	j := i + 1
	if up {
		j = i - 1
	}
	if min(i, j) < 0 || max(i, j) >= len(levels) {
		return levels
	}
	out := slices.Clone(levels)
	out[i], out[j] = out[j], out[i]
	return out
}

// Opening reports whether a file is on its way to its preview.
func (d Data) Opening() bool { return d.Stage == Reading || d.Stage == Previewing && d.opening }

// Waits reports whether the classifier is trained once the table is there.
func (d Data) Waits() bool { return d.then }

// CanImport reports whether the previewed file can become the table as shown.
func (d Data) CanImport() bool {
	return d.HasPreview && d.Stage == Idle && len(d.Preview.Problems) == 0
}

// replace makes another table the table of the project, after asking where
// trained models would be lost.
func (w *work) replace(ask Ask) {
	w.settle(AboutData)
	if w.Data.Stage == Loading {
		return
	}
	if ask != AskSample && !w.Data.CanImport() {
		if len(w.Data.Preview.Problems) > 0 {
			w.alert(AboutData, sayProblem(w.Data.Preview.Problems[0]))
		}
		return
	}
	if w.Classifier.HasResult || w.Generator.HasResult || w.Classifier.Phase.Active() || w.Generator.Phase.Active() {
		w.Data.Ask = ask
		return
	}
	w.load(ask)
}

func (w *work) load(ask Ask) {
	d := &w.Data
	d.then = ask == AskImportAndTrain
	switch ask {
	case AskSample:
		o := origin{sample: true, model: d.sampling, spec: d.Sample}
		w.sendLoad(o, o.draw())
	case AskImport, AskImportAndTrain:
		if !d.CanImport() {
			return
		}
		o := origin{file: d.File, plan: d.Plan}
		o.seed, o.plain = w.importSplit()
		w.sendLoad(o, wire.Import{Plan: o.plan, Seed: o.seed, Plain: o.plain})
	}
}

// sendLoad has the engine make a table.
func (w *work) sendLoad(o origin, m wire.Message) {
	d := &w.Data
	d.loading, d.load, d.deaths, d.Stage = o, m, 0, Loading
	d.loadJob = w.send(m)
}

// loaded takes the new table over and drops what was made from the old one.
func (w *work) loaded(f wire.Loaded) {
	d := &w.Data
	then := d.then
	d.then = false
	d.loadJob = 0
	d.Stage = Idle
	d.origin, d.loading = d.loading, origin{}
	w.freshGraph(d.schema, f.Schema)
	d.HasTable = true
	w.setTable(f)
	d.TableID++
	d.Chosen, d.Names, d.named = 0, nil, named{}
	w.closePreview()
	w.dropRun(TheClassifier)
	w.dropRun(TheGenerator)
	kind := d.origin.preset()
	w.Classifier = Classifier{Settings: w.Classifier.Settings} // they suit any table
	w.Generator = Generator{Settings: following(generatorPreset(kind, model.BaseVAE, f)), Preset: kind, Queued: then && w.Generator.Queued}
	w.newRows()
	w.say(sayLoaded(f.Name, f.Rows))
	w.arrived()
	if then {
		w.trainClassifier()
	}
}

// setTable makes f the table.
func (w *work) setTable(f wire.Loaded) { w.Data.Table, w.Data.schema = f, f.Schema }

// order gives the table's schema the orders of the graph.
func (w *work) order() {
	if w.Data.HasTable && len(w.Graph.Sketch.Nodes) == len(w.Data.schema.Features) {
		w.Data.Table.Schema = w.Graph.Sketch.Schema(w.Data.schema).Said(w.Data.Names)
	}
}

// draw is the command that samples the table of o.
func (o origin) draw() wire.Sample {
	return wire.Sample{Model: string(o.model), Rows: o.spec.Rows, Seed: o.spec.Seed, Drawn: o.spec.Drawn && o.model == model.SimpleBN, Plain: o.plain}
}

func (w *work) notLoaded(why string) {
	about := AboutData
	if w.notArrived() {
		about = AboutProject
	}
	w.Data.loadJob = 0
	w.Data.Stage = Idle
	w.stopWaiting()
	w.Data.loading = origin{}
	w.alert(about, why)
	w.say("")
}

func clamp[T int | float64](v, lo, hi T) T { return min(max(v, lo), hi) }

func number(v, lo, hi, old float64) float64 {
	if math.IsNaN(v) {
		return old
	}
	return clamp(v, lo, hi)
}
