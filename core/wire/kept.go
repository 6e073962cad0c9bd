package wire

import (
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/model"
)

// What is kept as well as sent has its home where it belongs; here are the names that
// messages give it.
type (
	Floats      = form.Floats
	Part        = data.Part
	Where       = data.Where
	Column      = data.Column
	Choice      = label.Choice
	State       = model.State
	Tensor      = model.Tensor
	Lesson      = model.Lesson
	Tuning      = model.Tuning
	Past        = model.Past
	Scores      = model.Scores
	Figure      = model.Figure
	Clarity     = model.Clarity
	Apart       = model.Apart
	Labels      = model.Labels
	Measured    = model.Measured
	Differ      = model.Differ
	Unmeasured  = model.Unmeasured
	ModelColumn = model.Column
	ModelSource = model.Source
	Take        = model.Take
)

// Their values.
const (
	AllRows   = data.AllRows
	TrainRows = data.TrainRows
	ValRows   = data.ValRows
	TestRows  = data.TestRows

	TeachMost = label.TeachMost
	AnyCards  = label.AnyCards
	OfRow     = label.OfRow

	Clearly = model.Clearly
	Just    = model.Just
	Surely  = model.Surely
	AtLeast = model.AtLeast

	OtherWay      = model.OtherWay
	OtherFeatures = model.OtherFeatures
	NothingShared = model.NothingShared

	TakeNothing = model.TakeNothing
	TakeNumber  = model.TakeNumber
	TakeLevel   = model.TakeLevel
	TakeCode    = model.TakeCode
	TakeFixed   = model.TakeFixed

	AllFigures   = model.AllFigures
	UndoneRound  = model.UndoneRound
	RulesOfRound = model.RulesOfRound
	EarlierRound = model.EarlierRound
	JudgeOfRound = model.JudgeOfRound
	LateFigures  = model.LateFigures
	LateAnswers  = model.LateAnswers
	JudgeLeast   = model.JudgeLeast

	MaxPast         = model.MaxPast
	MaxModelColumns = model.MaxColumns
	MaxWhere        = data.MaxWhere
	MaxFrame        = form.MaxBytes
)

// ErrFrame is wrapped by every error about bytes that are not a good frame, ErrVersion
// says that they are of another version.
var (
	ErrFrame   = form.ErrBytes
	ErrVersion = form.ErrVersion
)

// NewFloats is form.NewFloats.
func NewFloats(v []float64, shape ...int) Floats { return form.NewFloats(v, shape...) }

// NewRows is form.NewRows.
func NewRows(rows [][]float64) Floats { return form.NewRows(rows) }

// EncodeState is model.EncodeState.
func EncodeState(s State) ([]byte, error) { return model.EncodeState(s) }

// DecodeState is model.DecodeState.
func DecodeState(b []byte) (State, error) { return model.DecodeState(b) }
