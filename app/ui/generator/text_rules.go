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
	textNoGraph        = "The graph is empty so far, so this method learns what BaseVAE+ does."
	TextNoGraphBase    = "BaseVAE+ needs no graph. The search still obeys the rules that you draw."
	textNoGraphActions = "The graph is empty so far. Every answer keeps the hard rules that you draw, now or after " +
		"training."
	textLearnNothing = "Nothing in the graph has a term for this method, so it learns what BaseVAE+ does."
	TextOutdated     = "The graph was changed after this generator was trained: it learned from another one. Its " +
		"counterfactuals still keep every drawn hard rule, but may be fewer."
	TextUnlearned = "This generator learned nothing from the graph: its method does not use it, so no drawing " +
		"makes it out of date. Only the search keeps the rules, and may find answers for fewer rows than with a " +
		"generator that has learned them."
	textUntaught = "There was nothing to learn: the search finds answers for very few rows. Check the classifier, " +
		"or remove a rule. Person still searches, and says if no answer exists."
	textOutdatedTitle = "The generator is out of date"

	TextRetrainWarm    = "Retrain from the present generator"
	TextRetrainScratch = "Train from scratch"
)

// methodOptions are the methods that a person can choose for a generator.
func methodOptions() (list []widget.Option) {
	for _, m := range model.Methods() {
		if m.Chosen() {
			list = append(list, widget.Option{Value: string(m), Text: textMethodOption(m)})
		}
	}
	return list
}

// textMethodOption is a method in plain words, with its name in papers.
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
	TextChosenSuits = "You chose this method, which is also the one that suits the graph."
	TextFollowGraph = "Let the graph choose"
	textKeepsRules  = "Action VAE was chosen: all its answers keep the hard rules, even if you change them later."
	textKeepsOther  = "You chose this method, and it stays. The page would choose Action VAE, whose answers all keep " +
		"the hard rules."
	textSuitsModel = "Action VAE suits this classifier, which has no known gradient: the classifier itself judges " +
		"its answers."
	textSuitsOther = "You chose this method, and it stays. This classifier has no known gradient; with Action VAE, " +
		"the classifier itself would judge the answers."
)

func textFollows(m model.Method, learned, all int) string {
	return fmt.Sprintf("%s was chosen to suit the graph: it learns %s.", m.Title(), textPartOf(learned, all))
}

func textChosenOther(suits model.Method, learned, all int) string {
	return fmt.Sprintf("You chose this method, and it stays. The graph suggests %s, which learns %s.",
		suits.Title(), textPartOf(learned, all))
}

func textPartOf(learned, all int) string {
	switch {
	case all == 1 && learned == 1:
		return "the one edge or rule that it has"
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
		return TextBecomes + ": its one edge or rule is learned"
	case all == 1:
		return TextBecomes + ": its one edge or rule is not learned"
	}
	return fmt.Sprintf("%s: %d of %d edges and rules", TextBecomes, learned, all)
}
