package graph

import (
	"fmt"
	"strings"

	"causeway/app/ui/kit"
	"causeway/core/data"
)

// Graph: the drawing.
const (
	TextGraphEmpty     = "Nothing to draw yet"
	textGraphEmptyHint = "The graph has one node for each feature of a table. Open a table first."

	textDrawing    = "Causes and effects"
	textCanvas     = "Causal graph"
	textCanvasHelp = "Each node is a feature. Enter selects the focused node, Shift+Enter adds it to the " +
		"selection. E starts an edge at the node; go to its effect and press Enter. U does the same for two " +
		"features that share an unobserved cause. Arrow keys go from node to node, or move a selected node. Tab " +
		"reaches every node of a small drawing and one of a large one. Plus and minus zoom, 0 fits the drawing, " +
		"Delete removes, R reverses an edge, Escape cancels. A dashed line is an edge that the rows suggest; " +
		"its button comes after the nodes, and Enter draws it. L locks the feature, I lets it only rise, D lets " +
		"it only fall, G sets its range, O the order of its values. Slash goes to the search field, question " +
		"mark lists the keys."
	textZoomIn  = "Zoom in"
	textZoomOut = "Zoom out"
	textFit     = "Fit"
	textMap     = "Map of the drawing"
	textNoEdges = "No edge is drawn yet. Draw only what you know: an edge says that one feature is a direct " +
		"cause of another. Missing edges never restrict an answer, but the check against the data treats them " +
		"as absent."
	textLegend        = "Legend"
	textLegendDrawn   = "drawn"
	textLegendOffered = "suggested"
	textLegendRead    = "the model reads"

	textReads     = "The model reads"
	textReadsHint = "The wider the bar, the more this feature alone changes the model's answer. This is " +
		"importance, not cause."
	textLegendReads = "the model reads it: importance, not cause"
	textInspector   = "Selection"
	textOutcomeSays = "The black box decides the outcome, so you cannot draw edges to it."

	textLegendRises  = "effect rises with its cause"
	textLegendFalls  = "effect falls when its cause rises"
	textLegendExists = "no sign"
	textLegendStrict = "strict: the effect must move too"
	textLegendSoft   = "soft: may be broken"
	textLegendPin    = "placed by hand"
	textLegendMarks  = "Inside a node is the distribution of its values, below it are its rules. ƒ: it has a " +
		"mechanism. ±: it follows and can be changed. =: a rule computes it. ?: it should follow but is free " +
		"for now."

	textAutoLayout     = "Auto layout"
	textAutoLayoutHint = "Moves every node that was not placed by hand."
	textMany           = "Select several"
	textManyHint       = "Click nodes to add them to the selection, or drag over the background to select all " +
		"nodes inside."
	textTwin            = "Edges as a table"
	textExample         = "Load example"
	textFindFeature     = "Find feature"
	textFindFeatureHint = "Go to a feature (/)"
	textNotFound        = "No feature name contains this."

	textEdgeForm    = "New edge"
	textAddEdge     = "Add edge"
	textEdgeFrom    = "From"
	textEdgeTo      = "To"
	textSign        = "Sign"
	textChoose      = "choose"
	textChooseCause = "Choose the cause: click a node, or go to it and press Enter. Escape cancels."
	textNoNewEdge   = "No edge was added."

	textSignExists = "no sign"
	textSignRises  = "rises"
	textSignFalls  = "falls"
	TextEdgeSign   = "Effect of a rising cause"

	textHowToDraw = "Drag from a node's dot to draw an edge. ? lists the keys."

	TextStrict     = "Strict"
	textStrictHelp = "If this cause moves and no other moves against its sign, the effect must move too. " +
		"Without this, it may stay."
	textSignNoOrder = "A category without an order cannot rise or fall, so this sign has no effect yet. Select " +
		"the feature and give its values an order."
	textForce       = "Force"
	textForceHelp   = "No answer shown breaks a hard rule. A soft rule is trained for and checked, but may be broken."
	textHard        = "hard"
	textSoftRule    = "soft"
	textNote        = "Note"
	textNoteHelp    = "How sure you are, and why."
	textReverse     = "Reverse"
	textDeleteEdge  = "Delete edge"
	textDeleteEdges = "Delete their edges"

	textRole     = "Role"
	textRoleHelp = "The roles of DAGitty. They are drawn and saved in files. Unobserved features are never " +
		"offered for adjustment."
	textRoleNone     = "none"
	textRoleExposure = "exposure"
	textRoleOutcome  = "outcome"
	textRoleAdjusted = "adjusted"
	textRoleSelected = "selected"
	textRoleLatent   = "unobserved"
	textDrawFrom     = "Draw an edge from here"
	textUnpin        = "Unpin"
	textUnpinHint    = "Lets the layout move this node again."

	textAlign        = "Line up"
	textAlignLeft    = "Left"
	textAlignCenter  = "Centre"
	textAlignRight   = "Right"
	TextSpreadAcross = "Spread across"
	textAlignTop     = "Top"
	textAlignMiddle  = "Middle"
	textAlignBottom  = "Bottom"
	textSpreadDown   = "Spread down"

	textMechanismNone    = "not known"
	textMechanismLinear  = "fitted, linear"
	textMechanismNetwork = "fitted, small network"
	textMechanismFormula = "formula"
	textMechanismHelp    = "How all causes together determine the feature. If you set a mechanism, " +
		"counterfactuals stay close to its values."
	textMechanismNoOrder = "A category without an order cannot have a mechanism."
	textFormulaHelp      = "For example 0.1 * (x1 + x2)^2 + 10. Put names with spaces in double quotes."

	textHistoryStart = "Start"
	textHistoryList  = "History"
)

func textExampleHint(name string) string { return "Replaces the drawing with " + name + "." }

func textChooseEffect(cause string) string {
	return fmt.Sprintf("Choose the effect of %q: click a node, or go to it and press Enter. Escape cancels.", cause)
}

func textNodeSays(causes, effects, shares []string) string {
	if len(causes)+len(effects)+len(shares) == 0 {
		return "no edges"
	}
	var parts []string
	if len(causes) > 0 {
		parts = append(parts, "causes: "+strings.Join(causes, ", "))
	}
	if len(effects) > 0 {
		parts = append(parts, "effects: "+strings.Join(effects, ", "))
	}
	if len(shares) > 0 {
		parts = append(parts, "shares an unobserved cause with "+strings.Join(shares, ", "))
	}
	return strings.Join(parts, "; ")
}

func textManyChosen(n int) string {
	if n == 1 {
		return "1 node selected"
	}
	return fmt.Sprintf("%d nodes selected", n)
}

func textMechanismOf(name string) string { return "Mechanism of " + name }

func textFormulaOf(name string) string { return "Formula of " + name }

func textCausesOf(n int) string {
	if n == 0 {
		return "No causes drawn"
	}
	return "Causes"
}

func textEffectsOf(n int) string {
	if n == 0 {
		return "No effects drawn"
	}
	return "Effects"
}

func textKindOf(f data.Feature) string {
	return kit.Capital(f.Kind.String()) + ", " + kit.RangeOf(f)
}

func textHistory(n int) string {
	if n == 1 {
		return "History: 1 step"
	}
	return fmt.Sprintf("History: %d steps", n)
}

func textSizeHelp(effect data.Feature) string {
	return "How far " + effect.Title() + " must and may move because of this cause, such as 2 years per level. " +
		"Empty: no limit."
}

func textNoSize(text string) string {
	return fmt.Sprintf("%q is not a number, so the size was not changed.", text)
}

const (
	textAtLeastSo = "at least "
	textAtMostSo  = "at most "
)

const (
	textNewOwnRule = "New rule for this person"
	textAddOwnRule = "Add rule for this person"
)

func textReadsMost(feature string) string { return "the model reads " + feature + " most" }
