package generator

import (
	"fmt"
	"strings"

	"causeway/app/ui/widget"
	"causeway/core/model"
)

// Methods, rules, proofs and limits.
const (
	textMethodSelect   = "Method"
	TextBecomes        = "How training uses the graph"
	textNoGraph        = "The graph is still empty, so this method learns the same as BaseVAE+."
	TextNoGraphBase    = "BaseVAE+ does not use the graph. The search still keeps the rules you draw."
	textNoGraphActions = "The graph is still empty. Every answer keeps the hard rules you draw, whether before " +
		"or after training."
	textLearnNothing = "The graph contains nothing that this method uses, so it learns the same as BaseVAE+."
	TextOutdated     = "The graph has changed since this generator was trained. Its counterfactuals still keep " +
		"every hard rule, but there may be fewer of them."
	TextUnlearned = "This generator's method does not use the graph, so changing the graph never makes it out " +
		"of date. Only the search keeps the rules. It may find answers for fewer rows than with a generator " +
		"that has learned them."
	textUntaught = "The generator could not learn, because the search finds answers for very few rows. Check " +
		"the classifier, or remove a rule. You can still search in Person, which tells you if no answer exists."
	textOutdatedTitle = "The generator is out of date"

	TextRetrainWarm    = "Retrain from the present generator"
	TextRetrainScratch = "Train from scratch"
)

// methodOptions returns the methods that a person can choose for a generator.
func methodOptions() (list []widget.Option) {
	for _, m := range model.Methods() {
		if m.Chosen() {
			list = append(list, widget.Option{Value: string(m), Text: textMethodOption(m)})
		}
	}
	return list
}

// textMethodOption returns a method in plain words, with its name in papers.
func textMethodOption(m model.Method) string {
	e, _ := m.Entry()
	return strings.TrimSuffix(e.Short, ".") + " (" + e.Title + ")"
}

func TextMeaningOf(m model.Method) string {
	e, _ := m.Entry()
	return e.Meaning
}

// Reasons for a method.
const (
	TextChosenSuits = "You chose this method. It also suits the graph best."
	TextFollowGraph = "Let the graph choose"
	textKeepsRules  = "Action VAE was chosen because all its answers keep the hard rules, even if you change " +
		"them later."
	textKeepsOther = "You chose this method. Causeway would choose Action VAE, whose answers all keep the hard " +
		"rules."
	textSuitsModel = "Action VAE was chosen because this classifier has no known gradient: the classifier " +
		"itself judges its answers."
	textSuitsOther = "You chose this method. This classifier has no known gradient; with Action VAE, the " +
		"classifier itself would judge the answers."
)

func textFollows(m model.Method, learned, all int) string {
	return fmt.Sprintf("%s was chosen to suit the graph: it learns %s.", m.Title(), textPartOf(learned, all))
}

func textChosenOther(suits model.Method, learned, all int) string {
	return fmt.Sprintf("You chose this method. %s would suit the graph better: it learns %s.",
		suits.Title(), textPartOf(learned, all))
}

func textPartOf(learned, all int) string {
	switch {
	case all == 1 && learned == 1:
		return "its only edge or rule"
	case learned == all && all == 2:
		return "both of its edges and rules"
	case learned == all:
		return fmt.Sprintf("all %d of its edges and rules", all)
	}
	return fmt.Sprintf("%d of its %d edges and rules", learned, all)
}

func textBecomesOf(learned, all int) string {
	switch {
	case all == 1 && learned == 1:
		return TextBecomes + ": learns the graph's only edge or rule"
	case all == 1:
		return TextBecomes + ": does not learn the graph's only edge or rule"
	}
	return fmt.Sprintf("%s: %d of %d edges and rules", TextBecomes, learned, all)
}
