package store

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// Intent is something that a person wants or that the engine said. It knows how to change the
// state.
type Intent interface{ apply(w *turn) }

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
		ChooseDifference, MoveLevel, SetOutcome, SetMissing, ListNames, SetRecipe,
		SearchEdges, DoValue,
		Train, TrainClassifier, TrainGenerator, ShowCodes, DecideAt, ExportModel, OpenModel, SetModelOutput,
		SetModelSource, ScaleModel, SetModelClass, SetModelThreshold, NumberModel, UseModel,
		SetPart, SetHits, MoreHits, GoToRow, StepRow, GoToMark, FindCounterfactuals, SearchLonger,
		Relax, ShowMap, MoveRow,
		ChooseBatchFile, ExplainMany, FindActions, RunEvaluation,
		OpenOffered, LabelByRule, FineTuneNow, RestorePrevious,
		SampleDigits, OpenImages, ShowCell, ChooseImage,
		ExplainShown, DrawOwn, FindImages, ChoosePath, SetImageRule, PaintTo, PaintPixel,
		OpenKept, OpenFinished, VerifyProject, Undo, Redo:
		return true
	}
	return false
}

// setting is an intent that is a step of the history, which it names.
type setting interface {
	Intent
	step(s data.Schema) string
}

// mergeKey identifies changes that belong together: consecutive changes with the same key are one step
// of the history. An empty key merges nothing.
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
	// Send sends the engine a message under a job number.
	Send struct {
		Job  int
		Body wire.Message
	}

	// ReadFile reads the chosen file, or only the start of a long one unless Whole is set. It
	// answers with FileRead or FileUnreadable.
	ReadFile struct {
		ID    int
		Whole bool
	}

	// StopReading cancels reading the chosen file.
	StopReading struct{}

	// Restart starts an engine after one failed to start.
	Restart struct{}
)

// Intents about the table.
type (
	// ChooseFile opens a file, which the page keeps under ID. A project from it is saved to the
	// same Place, if it has one.
	ChooseFile struct {
		ID    int
		Name  string
		Size  int
		Place int
	}

	// FileRead brings the bytes that ReadFile asked for. If they are only the start, the page keeps the
	// whole file as File, where engine and vault read it.
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

	// LoadSample samples the project's table from a built-in model, by default Simple-BN.
	LoadSample struct{ Model model.Kind }

	// SetFormat changes how the file's text is read.
	SetFormat struct{ Format data.Format }

	// SetColumn changes how a column is used.
	SetColumn struct {
		Index  int
		Column data.ColumnPlan
	}

	// ChangeColumns applies a one-press change to one column of the preview, or with Index -1 to
	// all that it suits.
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

	// SetMissing chooses how to treat missing values.
	SetMissing struct{ Policy data.MissingPolicy }

	// ListNames is a list of readable names for the table after its import. Schema.ReadNames
	// describes its forms.
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

	// TrainGenerator trains the generator. With Warm it starts from the present one.
	TrainGenerator struct{ Warm bool }

	// Train trains the black box and the generator if they are missing, and then explains the row at hand.
	Train struct{}
)

// Intents about the row to explain.
type (
	SetPart struct{ Part data.Part }
	GoToRow struct{ Pos int }
	// MarkRow bookmarks a row of the table, or removes the bookmark.
	MarkRow struct {
		Row int
		On  bool
	}
	// PinAnswer keeps a counterfactual for comparison with later ones, or releases it.
	PinAnswer struct {
		Index int
		On    bool
	}
	// GoToMark goes to a marked row, even if the list of rows does not contain it.
	GoToMark struct{ Row int }
	StepRow  struct{ By int } // 1 goes to the next
	SetHits  struct{ Search string }
	MoreHits struct{ From int }

	// EditValue changes one value of the row being explained.
	EditValue struct {
		Feature int
		Value   float64
	}

	// UseCounterfactual copies a result into the what-if form; Index counts from 0.
	UseCounterfactual struct{ Index int }

	ResetRow struct{}
	SetFind  struct{ document.Search }
	// FindCounterfactuals searches for them. Reverse asks what would get an accepted person refused.
	FindCounterfactuals struct{ Reverse bool }

	// MeasureClassifier measures the classifier at every threshold. DecideAt trains it with another
	// threshold, a share of the second of two classes.
	MeasureClassifier struct{}
	DecideAt          struct{ Threshold float64 }

	// ShowCodes shows the generator's latent space, or hides it.
	ShowCodes struct{ On bool }
	// ShowMap maps the black box over two features of the row. The same feature twice hides the
	// map.
	ShowMap struct{ X, Y int }

	// ShowWay shows a result on a map of the features that it changes; Index counts from 0.
	ShowWay struct{ Index int }
	// MoveRow moves the row on its map. Done ends a drag.
	MoveRow struct {
		X, Y float64
		Done bool
	}

	// SetLimit says how a feature of the person explained may change.
	SetLimit struct {
		Feature int
		causal.Limit
	}

	// AddOwnRule states a rule for the explained person; RemoveOwnRule removes one.
	AddOwnRule    struct{ Rule causal.Rule }
	RemoveOwnRule struct{ At int }

	// ClearLimits removes all of the person's limits and rules.
	ClearLimits struct{}

	// Relax searches again without the rule that an entry of Found.Relaxed drops.
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

	// Visit sets the topics of the step that the person opened.
	Visit struct{ Topics []Topic }

	// LinkUnread says that the page's address holds an unreadable link.
	LinkUnread struct{}

	// GoToStep undoes or redoes until Step changes of the history are in force.
	GoToStep struct{ Step int }

	// RestartEngine starts an engine after one failed to start.
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
		Final  bool // the page does not restart it automatically
	}
	EngineUp struct{}
	Unsent   struct {
		Job int
		Why string
	}
)
