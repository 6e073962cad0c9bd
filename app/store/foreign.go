package store

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"

	"causeway/core/form"
	"causeway/core/model"
	"causeway/core/wire"
)

// Foreign is a classifier file from another program that waits to be used. Nothing changes while it
// waits.
type Foreign struct {
	File    file
	Hash    string // SHA-256 of the file, hexadecimal
	Read    wire.ModelRead
	HasRead bool

	// How rows of the table map to the model's inputs, and the model's classes to the table's. It
	// is a guess until a person changes it.
	Sources []model.Source
	Classes []int

	Threshold float64 // threshold of a model that gives one number

	// How to number categories whose codes the file omits, and whether a person has compared the first
	// rows' shares with the model's own program.
	Order  wire.ModelOrder
	Agreed bool

	Tried    wire.ModelTried // result of trying the present mapping
	HasTried bool
	Busy     bool // whether the file is being read, tried or adopted
	Using    bool // whether it is being adopted
	Packed   bool // it came with the table and is used once it fits
	Share    float64
	Opened   int // changes with every file that is opened or closed

	readJob, tryJob, useJob int
	again                   bool // the mapping changed during a trial
	train                   bool // train the generator and search once the model is used
	table                   int  // the table that its columns are matched to
}

// Open reports whether there is a file.
func (f Foreign) Open() bool { return f.HasRead || f.readJob != 0 }

// Fits reports whether the mapping was tried and works.
func (f Foreign) Fits() bool {
	return f.HasTried && !f.Busy && len(f.Tried.Problems) == 0 && !f.Waits()
}

// Waits reports whether the numbers of categories are assumed and still unconfirmed.
func (f Foreign) Waits() bool { return f.HasTried && len(f.Tried.Assumed) > 0 && !f.Agreed }

// Intents about classifiers of other programs.
type (
	// OpenModel reads a model file. A file larger than MaxModelFile comes without its bytes.
	OpenModel struct {
		Name  string
		Size  int
		Bytes []byte
	}

	// ModelUnreadable says that the browser could not read the file.
	ModelUnreadable struct{ Name, Why string }

	// SetModelOutput chooses the output that gives the classes.
	SetModelOutput struct{ Output string }

	// SetModelSource says where a column of the model comes from.
	SetModelSource struct {
		Column int
		Source model.Source
	}

	// ScaleModel gives every numeric column the same kind of scaling.
	ScaleModel struct{ ByRange bool }

	// SetModelClass says which class of the table a class of the model is.
	SetModelClass struct{ Class, Is int }

	// SetModelThreshold sets the number from which the model predicts the second class.
	SetModelThreshold struct{ At float64 }

	// NumberModel changes the order of categories whose codes the file omits.
	NumberModel struct{ Order wire.ModelOrder }

	// AgreeModel confirms that the model's own program gives the first rows the same shares.
	AgreeModel struct{}

	// UseModel makes the model the project's classifier.
	UseModel struct{}

	// DropModel closes the file.
	DropModel struct{}
)

// MaxModelFile is the size limit of a model file, in bytes.
const MaxModelFile = 32 << 20

func (in OpenModel) apply(w *turn) {
	if w.Images.Has {
		w.openImageModel(in)
		return
	}
	w.settle(TheClassifier)
	switch {
	case !w.Data.HasTable:
		w.alert(TheClassifier, sayTableForModel)
	case in.Size > MaxModelFile:
		w.alert(TheClassifier, sayModelTooBig(in.Name, in.Size))
	case w.Foreign.useJob != 0:
		w.alert(TheClassifier, sayModelBusy)
	default:
		sum := sha256.Sum256(in.Bytes)
		w.Foreign = Foreign{File: file{Name: in.Name, Size: len(in.Bytes), Bytes: in.Bytes},
			Hash:   hex.EncodeToString(sum[:]),
			Opened: w.Foreign.Opened + 1, table: w.Data.TableID}
		w.readModel("")
	}
}

func (in ModelUnreadable) apply(w *turn) {
	w.settle(TheClassifier)
	w.alert(TheClassifier, sayUnreadable(in.Name, in.Why))
}

func (in SetModelOutput) apply(w *turn) {
	if f := &w.Foreign; f.HasRead && f.useJob == 0 && in.Output != f.Read.Output &&
		slices.Contains(f.Read.Outputs, in.Output) {
		w.readModel(in.Output)
	}
}

func (w *turn) readModel(output string) {
	f := &w.Foreign
	f.Busy, f.tryJob, f.again = true, 0, false
	f.readJob = w.send(wire.ReadModel{Bytes: f.File.Bytes, Output: output})
	w.say(sayReading(f.File.Name, f.File.Size))
}

func (in SetModelSource) apply(w *turn) {
	f := &w.Foreign
	if !f.HasRead || f.useJob != 0 || in.Column < 0 || in.Column >= len(f.Sources) || form.Check(in.Source) != nil {
		return
	}
	f.Sources = slices.Clone(f.Sources)
	f.Sources[in.Column] = in.Source
	w.tryModel()
}

func (in ScaleModel) apply(w *turn) {
	f, s := &w.Foreign, w.Data.Table.Schema
	if !f.HasRead || f.useJob != 0 {
		return
	}
	f.Sources = slices.Clone(f.Sources)
	for i, r := range f.Sources {
		if r.Take != model.TakeNumber || r.Feature < 0 || r.Feature >= len(s.Features) {
			continue
		}
		r.Shift, r.Scale = 0, 0
		if c := s.Features[r.Feature]; in.ByRange && c.Max > c.Min {
			r.Shift, r.Scale = c.Min, c.Max-c.Min
		}
		f.Sources[i] = r
	}
	w.tryModel()
}

func (in SetModelClass) apply(w *turn) {
	f := &w.Foreign
	if !f.HasRead || f.useJob != 0 || in.Class < 0 || in.Class >= len(f.Classes) || in.Is < 0 ||
		in.Is >= w.Data.Table.Schema.Classes() {
		return
	}
	f.Classes = slices.Clone(f.Classes)
	if at := slices.Index(f.Classes, in.Is); at >= 0 { // swap the two, because each class of the table needs one
		f.Classes[at] = f.Classes[in.Class]
	}
	f.Classes[in.Class] = in.Is
	w.tryModel()
}

func (in SetModelThreshold) apply(w *turn) {
	if f := &w.Foreign; f.HasRead && f.useJob == 0 && f.Read.Number && in.At != f.Threshold &&
		math.Abs(in.At) <= math.MaxFloat32 {
		f.Threshold = in.At
		w.tryModel()
	}
}

func (in NumberModel) apply(w *turn) {
	f := &w.Foreign
	if !f.HasRead || f.useJob != 0 || !f.HasTried {
		return
	}
	f.Order, f.Sources = in.Order, slices.Clone(f.Sources)
	for _, i := range f.Tried.Assumed {
		if i < len(f.Sources) {
			f.Sources[i] = model.Source{Take: model.TakeCode, Feature: f.Sources[i].Feature}
		}
	}
	w.tryModel()
}

func (AgreeModel) apply(w *turn) {
	if f := &w.Foreign; f.HasTried && !f.Busy && len(f.Tried.Problems) == 0 {
		f.Agreed = true
		w.say(sayRowsAgree)
	}
}

func (UseModel) apply(w *turn) {
	w.settle(TheClassifier)
	f := &w.Foreign
	switch {
	case !f.Fits() || f.useJob != 0:
	case w.isTraining() || w.Labels.Phase.Active():
		w.alert(TheClassifier, sayTrainingRuns)
	default:
		f.Busy, f.Using, f.Share = true, true, 0
		f.useJob = w.send(f.command(false))
		w.say(sayUsingModel)
	}
}

func (DropModel) apply(w *turn) {
	if f := &w.Foreign; f.useJob == 0 {
		w.settle(TheClassifier)
		w.closeForeign()
		w.say(sayModelClosed)
	}
}

func (f Foreign) command(try bool) wire.UseModel {
	return wire.UseModel{Bytes: f.File.Bytes, Output: f.Read.Output, Sources: f.Sources, Classes: f.Classes, Try: try,
		Threshold: f.Threshold, Order: f.Order}
}

// tryModel asks how well the model does with the present mapping, one question at a time.
func (w *turn) tryModel() {
	f := &w.Foreign
	f.HasTried, f.Busy, f.Agreed = false, true, false
	if f.tryJob != 0 {
		f.again = true
		return
	}
	f.tryJob = w.send(f.command(true))
}

func (w *turn) modelRead(m wire.ModelRead) {
	f := &w.Foreign
	f.Read, f.HasRead, f.Sources, f.Classes, f.Threshold, f.Order = m, true, m.Sources, m.Mapped, 0, wire.OrderLikeliest
	if m.Number {
		f.Threshold = m.Threshold
		if cuts := w.Data.Table.Schema.Outcome.Cuts; len(cuts) == 1 { // in that case the number is that of the outcome
			f.Threshold = cuts[0]
		}
	}
	w.say(sayModelRead(f.File.Name, len(m.Columns), m.Classes))
	w.tryModel()
}

func (w *turn) modelTried(m wire.ModelTried) {
	f := &w.Foreign
	f.Busy, f.Tried, f.HasTried = false, m, true
	switch {
	case f.again:
		f.again = false
		w.tryModel()
	case len(m.Sources) == len(f.Sources):
		f.Sources = m.Sources
	}
	if packed := f.Packed; packed && !f.Busy {
		if f.Packed = false; f.Fits() {
			UseModel{}.apply(w)
		} else {
			w.alert(TheClassifier, sayModelUnclear(f.File.Name))
		}
	}
}

// takeover handles the engine's facts while a model becomes the classifier.
func (w *turn) takeover(m wire.Message) {
	switch m := m.(type) {
	case wire.Progress:
		w.Foreign.Share = m.Share
	case wire.ClassifierTrained:
		w.modelUsed(m)
	}
}

// modelUsed makes the model the classifier.
func (w *turn) modelUsed(m wire.ClassifierTrained) {
	f := w.Foreign
	w.closeForeign()
	w.ClassifierRun = Run{}
	w.classifierTrained(m)
	w.Classifier.Foreign = true
	w.Classifier.From = model.Provenance{Name: f.File.Name, Size: f.File.Size, Hash: f.Hash, Producer: f.Read.Producer,
		Columns: f.Read.Columns, Labels: f.Read.Labels, Sources: f.Sources, Classes: f.Classes, Threshold: f.Threshold,
		Limit: f.Tried.Limit}
	w.say(sayModelUsed(f.File.Name, m.Accuracy))
	if f.train {
		Train{}.apply(w)
	}
}

// closeForeign closes the file.
func (w *turn) closeForeign() { w.Foreign = Foreign{Opened: w.Foreign.Opened + 1} }

// foreignLost forgets the question to the dead engine. The page still has the file, so it asks the
// next engine.
func (w *turn) foreignLost() {
	f := &w.Foreign
	f.again, f.Busy, f.HasTried, f.Using = false, false, false, false
	w.Export = export{}
	if !f.HasRead {
		w.closeForeign()
	}
}

// foreignBack tries an open model on the new engine.
func (w *turn) foreignBack() {
	if f := &w.Foreign; f.HasRead {
		w.tryModel()
	}
}

// dropForeign closes the file if its table was replaced.
func (w *turn) dropForeign() {
	if f := w.Foreign; f.Open() && (f.table != w.Data.TableID || !w.Data.HasTable) {
		w.closeForeign()
	}
}
