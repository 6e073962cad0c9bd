package store

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// Intent is one thing that a person wants or that the engine said. It says itself what
// it changes.
type Intent interface{ apply(w *work) }

// needsEngine reports whether an intent makes sense only while the engine can answer.
func needsEngine(in Intent) bool {
	switch in := in.(type) {
	case Answer:
		return in.Replace
	case AnswerCopy:
		return in.TakeOver
	case AnswerProject:
		return in.Take
	case AnswerTuned:
		return in.Adopt
	case Pause:
		return in.What.trains()
	case Resume:
		return in.What.trains()
	case ChooseFile, LoadSample, FileRead, PasteTable, ImportTable, SetFormat, SetColumn, ChangeColumns,
		MoveLevel, SetOutcome, SetMissing, ListNames, SetRecipe,
		SearchEdges, DoValue,
		Train, TrainClassifier, TrainGenerator, ShowCodes, DecideAt, ExportModel, OpenModel, SetModelOutput,
		SetModelSource, ScaleModel, SetModelClass, SetModelThreshold, NumberModel, UseModel,
		SetPart, SetHits, MoreHits, GoToRow, StepRow, GoToMark, FindCounterfactuals, SearchLonger,
		Relax, ShowMap, MoveRow,
		ChooseBatchFile, ExplainMany, FindActions, RunEvaluation,
		OpenOffered, LabelByRule, FineTuneNow, RestorePrevious,
		SampleDigits, OpenImages, TrainImageClassifier, TrainImageGenerator, ShowCell, ChooseImage,
		ExplainShown, DrawOwn, FindImages, ChoosePath, SetImageRule, PaintTo, PaintPixel, LearnFromImages,
		VerifyImages,
		OpenKept, OpenFinished, VerifyProject, Undo, Redo, takeProject, packRows:
		return true
	}
	return false
}

// setting is an intent that is a step of the history, which it names.
type setting interface {
	Intent
	step(s data.Schema) string
}

// mergeKey is that of a change of a state that continues one of the same key: both are one step
// of the history. An empty key continues nothing.
func mergeKey(in Intent, before State) string {
	if m, ok := in.(interface{ merge(before State) string }); ok {
		return m.merge(before)
	}
	return ""
}

// Effect is something that the page must do after a change of state.
type Effect any

// The effects.
type (
	// Send gives the engine a message under a job number.
	Send struct {
		Job  int
		Body wire.Message
	}

	// ReadFile reads the file that was chosen last, of a long one the begin unless it is
	// wanted whole. It brings a FileRead or a FileUnreadable.
	ReadFile struct {
		ID    int
		Whole bool
	}

	// StopReading ends what reads the file that was chosen last.
	StopReading struct{}

	// Restart starts an engine after one that could not be started.
	Restart struct{}
)

// Intents about the table.
type (
	// ChooseFile opens a file; the page keeps it under ID. A project of it is saved
	// again at the Place, if it has one.
	ChooseFile struct {
		ID    int
		Name  string
		Size  int
		Place int
	}

	// FileRead brings the bytes that ReadFile asked for. Where they are but the begin, the
	// whole is File among those of the page, which engine and vault read by themselves.
	FileRead struct {
		ID    int
		Bytes []byte
		File  int
	}

	// FileUnreadable says that the browser could not read the file.
	FileUnreadable struct {
		ID  int
		Why string
	}

	// PasteTable opens text as a file.
	PasteTable struct{ Text string }

	// SetSample changes the settings of a sampled table and the seed.
	SetSample struct{ document.Sample }

	// LoadSample makes a table sampled from a built-in model, Simple-BN if none
	// is named, the table of the project.
	LoadSample struct{ Model model.Kind }

	// SetFormat changes how the file's text is read.
	SetFormat struct{ Format data.Format }

	// SetColumn changes what becomes of a column.
	SetColumn struct {
		Index  int
		Column data.ColumnPlan
	}

	// ChangeColumns changes, by one press, one column of the preview, or with an
	// Index of -1 all that the change suits.
	ChangeColumns struct {
		Index  int
		Change ColumnChange
	}

	// MoveLevel moves a level of an ordered column by one place.
	MoveLevel struct {
		Index, Level int
		Up           bool
	}

	// SetOutcome chooses the outcome column.
	SetOutcome struct{ Index int }

	// SetMissing chooses what becomes of missing values.
	SetMissing struct{ Policy data.MissingPolicy }

	// ListNames is a list of readable names that the table gets once it is imported;
	// Schema.ReadNames says in which forms.
	ListNames struct{ Text string }

	// SetRecipe chooses a known preparation, or none.
	SetRecipe struct{ Name string }

	// ImportTable makes the previewed file the table of the project.
	ImportTable struct{}

	// DiscardPreview closes the previewed file.
	DiscardPreview struct{}

	// Answer answers Data.Ask.
	Answer struct{ Replace bool }
)

// Intents about the models.
type (
	SetClassifier   struct{ model.ClassifierRecipe }
	SetGenerator    struct{ model.Recipe }
	TrainClassifier struct{}

	// TrainGenerator trains the generator, from the present one where Warm says
	// so.
	TrainGenerator struct{ Warm bool }

	// Train trains what an explanation needs and the project has not: the black box,
	// the generator after it, and then explains the row at hand.
	Train struct{}
)

// Intents about the row to explain.
type (
	SetPart struct{ Part data.Part }
	GoToRow struct{ Pos int }
	// MarkRow marks a row of the table to be found again, or takes the mark away.
	MarkRow struct {
		Row int
		On  bool
	}
	// PinAnswer keeps a counterfactual of the row to be compared with what is found later,
	// or lets it go.
	PinAnswer struct {
		Index int
		On    bool
	}
	// GoToMark goes to a row of the table, wherever the list of rows stands.
	GoToMark struct{ Row int }
	StepRow  struct{ By int } // 1 goes to the next
	SetHits  struct{ Search string }
	MoreHits struct{ From int }

	// EditValue changes one value of the row being explained.
	EditValue struct {
		Feature int
		Value   float64
	}

	// UseCounterfactual puts one of the counterfactuals that were found into the
	// what-if form, counted from 0.
	UseCounterfactual struct{ Index int }

	ResetRow struct{}
	SetFind  struct{ document.Search }
	// FindCounterfactuals searches them; Reverse asks for those of somebody who is accepted.
	FindCounterfactuals struct{ Reverse bool }

	// MeasureClassifier measures the classifier at every threshold, DecideAt trains it
	// with another, a share of the second of two classes.
	MeasureClassifier struct{}
	DecideAt          struct{ Threshold float64 }

	// ShowCodes draws the generator's latent space, or puts the drawing away.
	ShowCodes struct{ On bool }
	// ShowMap maps what the black box says as two features of the row change; of one
	// and the same feature it puts the map away.
	ShowMap struct{ X, Y int }

	// ShowWay shows one of the counterfactuals that were found, counted from 0, on a map of
	// what it changes.
	ShowWay struct{ Index int }
	// MoveRow gives the row other values of the features of its map, until Done as somebody
	// drags it there.
	MoveRow struct {
		X, Y float64
		Done bool
	}

	// SetLimit says how a feature of the person explained may change.
	SetLimit struct {
		Feature int
		causal.Limit
	}

	// AddOwnRule states a rule for the person explained; RemoveOwnRule takes one
	// back.
	AddOwnRule    struct{ Rule causal.Rule }
	RemoveOwnRule struct{ At int }

	// ClearLimits takes all limits and rules of the person back.
	ClearLimits struct{}

	// Relax searches again without what one of Found.Relaxed gives up.
	Relax struct{ Index int }

	// SearchLonger repeats the search for counterfactuals with a larger budget.
	SearchLonger struct{}
)

// Intents about the page.
type (
	Dismiss struct{ ID int }
	Undo    struct{}
	Redo    struct{}
	Say     struct{ Text string }

	// Visit says which topics belong to the step that the person has come to.
	Visit struct{ Topics []Topic }

	// LinkUnread says that the page was given an address that nothing can read.
	LinkUnread struct{}

	// GoToStep undoes or does again until Step changes of the history are in
	// force.
	GoToStep struct{ Step int }

	// RestartEngine starts an engine after one that could not be started.
	RestartEngine struct{}
)

// What the engine says.
type (
	Fact struct {
		Job  int
		Body wire.Message
	}
	EngineDown struct {
		Reason string
		Final  bool // it is not started again by itself
	}
	EngineUp struct{}
	Unsent   struct {
		Job int
		Why string
	}
)
