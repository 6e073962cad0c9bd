package graph

import (
	"fmt"

	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// Graph: the rules.
const (
	textRules        = "Rules"
	textRulesNote    = "For everyone."
	textReadTogether = "The signs of this graph have their saved meaning: a feature must follow only if all its " +
		"signed causes move. If you read them separately, one cause is enough, unless another moves against its sign."
	textReadEach          = "Read separately"
	textNoRules           = "You have not set any rules yet, and no sign implies one."
	textEveryone          = "for everyone"
	textFromSigns         = "from the sign of"
	textFromClosed        = "because all its causes are drawn"
	textContradiction     = "Contradiction"
	textContradictionHint = "Change or remove one of them before training a generator."
	textChange            = "Change"

	textNewRule        = "State a rule"
	textChangeRule     = "Change a rule"
	textAddRule        = "Add rule"
	textSetRule        = "Save rule"
	textRuleKind       = "Rule"
	textRuleFeature    = "Feature"
	textRuleForce      = "Force of the rule"
	textAtLeast        = "At least"
	textAtMost         = "At most"
	textNoBound        = "no limit"
	textAnySize        = "any"
	textAllowedLevels  = "Allowed categories"
	textIfRises        = "If this rises"
	textThen           = "then this"
	textThenWay        = "goes"
	textRuleStrict     = "It must move too (strict)"
	textRuleReverse    = "Also the other way round"
	textAtMostOther    = "is at most"
	textTogetherWith   = "moves with"
	textTogetherWay    = "Direction"
	textAlsoCause      = "And if this "
	textAlsoTogether   = "And this, "
	textAlsoRises      = "rises too"
	textAlsoFalls      = "falls"
	textAlsoQuiet      = "While this does not fall"
	textAlsoQuietFalls = "While this does not rise"
	textAlsoStill      = "While this stays"
	textRuleCauses     = "Which causes must move"
	textLeastFall      = "Falls by at most"
	textMostRise       = "Rises by at most"
	textStepFrom       = "From category"
	textStepTo         = "to category"
	textForbid         = "Forbid"
	textForbidDown     = "Forbid all steps back"
	textForbidDownHint = "Every change to a category earlier in the list."
	textRuleIncomplete = "Choose the features of the rule."

	textTimes    = "Times"
	textSide     = "Stands"
	textPlus     = "Plus a number, right of ≤"
	textAddPart  = "Add a feature"
	textSomeOf   = "Of these features"
	textIfOrThen = "If or then"
	textTest     = "It"
)

// textNth numbers the fields of a rule's parts.
func textNth(label string, i int) string { return fmt.Sprintf("%s (%d)", label, i+1) }

var sides = []widget.Option{{Value: "false", Text: "left of ≤"}, {Value: "true", Text: "right of ≤"}}

var ifOrThen = []widget.Option{{Value: "true", Text: "if"}, {Value: "false", Text: "then"}}

var conditionTests = []widget.Option{{Value: "0", Text: "is"}, {Value: "1", Text: "is not"},
	{Value: "2", Text: "changes"}, {Value: "3", Text: "stays"}}

// ownRuleKinds lists the kinds of rules that limits of single features cannot express.
var ownRuleKinds = []widget.Option{
	{Value: "5", Text: "If A rises, then B"}, {Value: "6", Text: "A is at most B"},
	{Value: "7", Text: "Forbidden transitions"}, {Value: "8", Text: "Move together"},
	{Value: "9", Text: "Move at most"}, {Value: "14", Text: "Numbers: a × A ≤ b × B + c"},
	{Value: "15", Text: "At most this many may change"}, {Value: "115", Text: "If A has a value, B has one"},
	{Value: "215", Text: "At least one of"},
}

var ruleKinds = append([]widget.Option{
	{Value: "0", Text: "Immutable"}, {Value: "3", Text: "Only increase"}, {Value: "4", Text: "Only decrease"},
	{Value: "1", Text: "Range"}, {Value: "2", Text: "Allowed categories"},
}, ownRuleKinds...)

var causeWays = []widget.Option{{Value: "false", Text: "all of them"}, {Value: "true", Text: "any of them"}}

var thenWays = []widget.Option{{Value: "false", Text: "up"}, {Value: "true", Text: "down"}}

var togetherWays = []widget.Option{{Value: "false", Text: "the same"}, {Value: "true", Text: "against it"}}

var textRuleChips = map[causal.RuleKind]string{
	causal.Immutable: "Immutable", causal.OnlyIncrease: "Only increases", causal.OnlyDecrease: "Only decreases",
}

func textForceOf(rule string) string  { return "Force of: " + rule }
func textChangeOf(rule string) string { return "Change: " + rule }

func textShowEdge(name string) string { return "Show the edge " + name }

func textMember(name string, m causal.Member) string {
	switch {
	case m.Part == causal.Still:
		return name + " stays"
	case m.Part == causal.Quiet && m.Falls:
		return name + " does not rise"
	case m.Part == causal.Quiet:
		return name + " does not fall"
	case m.Falls:
		return name + " ↓"
	}
	return name + " ↑"
}

// textIdle counts the rules that can never apply.
func textIdle(n int) string {
	if n == 1 {
		return "1 rule can never apply. The list says why."
	}
	return fmt.Sprintf("%d rules can never apply. The list says why.", n)
}

// textIn returns the label of a field for a number of a feature.
func textIn(label string, f data.Feature) string {
	if f.Unit == "" {
		return label
	}
	return label + ", " + f.Unit
}

// textSizeOf returns the label of a size: how far at least or at most, per unit of the cause.
func textSizeOf(of string, cause data.Feature) string {
	if cause.Kind == data.Continuous || cause.Kind == data.Integer {
		return of + ", for every " + cause.With("1") + " of " + cause.Name
	}
	return of + ", for every level of " + cause.Name
}

// Graph: the tables.
const (
	textTwinTitle     = "The graph as tables"
	textTwinNote      = "Everything in the drawing, and every way to edit it."
	textTwinNew       = "New edge"
	textEdges         = "Edges"
	textNodes         = "Features of the graph"
	textRulesTable    = "Rules as a table"
	textEdgesRegion   = "Edges, scrolls sideways"
	textNodesRegion   = "Features of the graph, scrolls sideways"
	textRulesRegion   = "Rules as a table, scrolls sideways"
	textNoEdgesYet    = "No edge is drawn yet."
	textActions       = "Actions"
	textDelete        = "Delete"
	textMechanism     = "Mechanism"
	textAcross        = "Across"
	textDown          = "Down"
	textByHand        = "Placed by hand"
	textHolds         = "Holds"
	textFromSignsOnly = "from the signs of edges"
)

// Words of lists that go over several pages.
const (
	textEdgesWord    = "edges"
	TextFeaturesWord = "features"
	textRulesWord    = "rules"
	textNodesWord    = "nodes of the file"
)

func textSignOf(edge string) string    { return "Sign of " + edge }
func textStrictOf(edge string) string  { return "Strict: " + edge }
func textLeastOf(edge string) string   { return "At least: " + edge }
func textMostOf(edge string) string    { return "At most: " + edge }
func textNoteOf(edge string) string    { return "Note on " + edge }
func textReverseOf(edge string) string { return "Reverse " + edge }
func textDeleteOf(edge string) string  { return "Delete " + edge }
func textRoleOf(name string) string    { return "Role of " + name }
func textAcrossOf(name string) string  { return "Across: " + name }
func textDownOf(name string) string    { return "Down: " + name }
func textByHandOf(name string) string  { return "Placed by hand: " + name }
