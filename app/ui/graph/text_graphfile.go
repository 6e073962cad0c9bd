package graph

import "fmt"

// Graph: files.
const (
	textOpenGraph     = "Open graph"
	textSaveGraph     = "Save graph"
	textCopyGraph     = "Copy text"
	textGraphFormat   = "Format"
	textSVG           = "SVG picture"
	textPNG           = "PNG picture"
	textLost          = "This format cannot hold everything:"
	textPictureOnly   = "A picture cannot be opened as a graph again."
	textPasteGraph    = "Paste a graph as text"
	textGraphText     = "Text of a graph"
	textGraphTextHint = "dag { education -> age }"
	textUseGraphText  = "Draw this text"
	TextPastedGraph   = "The pasted graph"
	textGraphCopied   = "The graph was copied as text."

	textGraphName = "graph"

	textMatchHint = "Match each node of the file to a feature, then draw the graph. It replaces the current " +
		"drawing; Undo restores that."
	textMatchTable   = "Nodes of the file"
	textMatchRegion  = "Nodes of the file, scrolls"
	textFileNode     = "In the file"
	textStandsFor    = "Feature"
	textMatchedBy    = "Matched by"
	textLeftOut      = "left out"
	textTakeGraph    = "Draw this graph"
	textDiscardGraph = "Close the file"
)

// textHow says how a node was matched, by graphfile.How.
var textHow = [...]string{"no column has this name", "the same name", "a similar name", "your choice",
	"the file, as unobserved"}

func textColumnOf(node string) string { return "Column of " + node }

func textOutcomeNamed(name string) string { return name + " (outcome)" }

func textGraphUnreadable(name, why string) string {
	return fmt.Sprintf("The browser could not read %s: %s.", name, why)
}
