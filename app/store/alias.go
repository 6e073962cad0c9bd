package store

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// The screens name these types through the store, which is the only package of
// the page that knows the engine's contract.
type (
	Message        = wire.Message
	Plan           = data.Plan
	Format         = data.Format
	Column         = data.ColumnPlan
	Kind           = data.Kind
	Feature        = data.Feature
	Schema         = data.Schema
	Preview        = data.Preview
	ColumnInfo     = data.ColumnInfo
	MissingPolicy  = data.MissingPolicy
	Gaps           = data.Gaps
	Table          = wire.Loaded
	Summary        = wire.Summary
	Scores         = wire.Scores
	Epoch          = wire.Epoch
	Counterfactual = wire.Counterfactual
	Explained      = wire.Explained
	Part           = wire.Part
	Method         = causal.Method
	Law            = wire.Law
	Judged         = wire.Judged
	Relaxation     = wire.Relaxation
	Clarity        = wire.Clarity
	Rule           = causal.Rule
	RuleKind       = causal.RuleKind
	Member         = causal.Member
	Transition     = causal.Transition
	Conflict       = causal.Conflict
	Sign           = causal.Sign
	EdgePlot       = wire.EdgePlot
	CheckedEdge    = wire.CheckedEdge
	MissingEdge    = wire.MissingEdge
	Suggestion     = wire.Suggestion
	Dependence     = wire.Dependence
	Verdict        = wire.Verdict
	RuleShare      = wire.RuleShare
	GraphChecked   = wire.GraphChecked
	GraphSuggested = wire.GraphSuggested
	Label          = label.Label
	LabelVerdict   = label.Verdict
	LabelSource    = label.Source
	Proposal       = label.Proposal
	FineTuned      = wire.FineTuned
	Measured       = wire.Measured
	ModelColumn    = wire.ModelColumn
	ModelSource    = wire.ModelSource
	ModelTried     = wire.ModelTried
	Ending         = wire.Ending
)

// The values of those types.
const (
	Continuous = data.Continuous
	Integer    = data.Integer
	Ordered    = data.Ordered
	Category   = data.Category
	Boolean    = data.Boolean

	OwnCategory = data.OwnCategory
	DropRows    = data.DropRows

	PlanGaps = data.PlanGaps
	DropGaps = data.DropGaps
	FillGaps = data.FillGaps
	FlagGaps = data.FlagGaps

	PointSign = data.PointSign
	CommaSign = data.CommaSign

	BaseVAE      = causal.BaseVAE
	ModelBased   = causal.ModelBased
	ModelApprox  = causal.ModelApprox
	ExampleBased = causal.ExampleBased

	Moves = causal.Moves
	Quiet = causal.Quiet
	Still = causal.Still

	UnknownSign = causal.Unknown
	Rises       = causal.Rises
	Falls       = causal.Falls

	Immutable            = causal.Immutable
	Range                = causal.Range
	Allowed              = causal.Allowed
	OnlyIncrease         = causal.OnlyIncrease
	OnlyDecrease         = causal.OnlyDecrease
	IfRisesThenRises     = causal.IfRisesThenRises
	LessOrEqual          = causal.LessOrEqual
	ForbiddenTransitions = causal.ForbiddenTransitions
	MoveTogether         = causal.MoveTogether
	MoveAtMost           = causal.MoveAtMost
	Computed             = causal.Computed

	OpenEnd = causal.Open // of a Range and of MoveAtMost

	Agrees    = wire.Agrees
	Unclear   = wire.Unclear
	Untested  = wire.Untested
	Against   = wire.Against
	Unrelated = wire.Unrelated
	Reversed  = wire.Reversed

	AToB = wire.AToB
	BToA = wire.BToA

	Feasible   = label.Feasible
	Infeasible = label.Infeasible
	Unsure     = label.Unsure

	LabelByPerson = label.Person
	LabelByRules  = label.Rules
	LabelOfFile   = label.Imported

	TakeNothing = wire.TakeNothing
	TakeNumber  = wire.TakeNumber
	TakeLevel   = wire.TakeLevel
	TakeCode    = wire.TakeCode
	TakeFixed   = wire.TakeFixed

	EndsSoftmax = wire.EndsSoftmax
	EndsSigmoid = wire.EndsSigmoid

	AllRows = wire.AllRows
	HeldOut = wire.TestRows
)

// What a verification names.
type (
	Differ     = wire.Differ
	Unmeasured = wire.Unmeasured
)

// What cannot be measured.
const (
	AllFigures   = wire.AllFigures
	UndoneRound  = wire.UndoneRound
	RulesOfRound = wire.RulesOfRound
	EarlierRound = wire.EarlierRound
	JudgeOfRound = wire.JudgeOfRound
)

// How clearly a counterfactual must reach its class.
const (
	Clearly = wire.Clearly
	Just    = wire.Just
	Surely  = wire.Surely
	AtLeast = wire.AtLeast
)

// RanksByName are the ranks that names of levels tell; nil where they tell none.
func RanksByName(levels []string) []int { return sketch.RanksByName(levels) }
