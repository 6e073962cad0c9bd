package store

import (
	"slices"

	"causeway/core/label"
	"causeway/core/wire"
)

// ImageLabels holds a person's labels of counterfactual images, and the cards to judge.
type ImageLabels struct {
	List  []label.Image
	Cards []label.Image // drawn and not judged yet; the first is shown
	None  bool          // the generator makes no images that keep the rules
	Seed  uint64        // seed of the last draw

	job int
}

// imageCards is how many cards are drawn at a time; with fewImageCards left, more are asked for.
const (
	imageCards    = 20
	fewImageCards = 5

	// LeastImageLabels is how many labels of each kind a generator needs to learn.
	LeastImageLabels = 5
	imageLabelEpochs = 3
)

// judgeImage records whether the shown card could be a real image; Unsure skips it.
func (w *turn) judgeImage(v label.Verdict) {
	l := &w.Images.Labels
	if len(l.Cards) == 0 {
		return
	}
	card := l.Cards[0]
	if l.Cards = slices.Clone(l.Cards[1:]); v != label.Unsure {
		w.joinImageLabels([]label.Image{{Factual: card.Factual, Pixels: card.Pixels, Target: card.Target,
			Feasible: v == label.Feasible, By: w.Labels.Name}})
	}
}

// joinImageLabels adds labels, replacing those of the same person on the same pair. It reports
// whether there is room for them.
func (w *turn) joinImageLabels(list []label.Image) bool {
	all := label.Merge(w.Images.Labels.List, list)
	if len(all) > wire.MaxImageLabels {
		w.alert(TheLabels, sayManyImageLabels)
		return false
	}
	w.Images.Labels.List = all
	return true
}

// importImageLabels adds the labels of a file.
func (w *turn) importImageLabels(b []byte) {
	g := &w.Images
	list, err := label.ReadImageCSV(b, g.Set.H, g.Set.W, g.Set.Classes, w.Labels.Name)
	if err != nil {
		w.alert(TheLabels, Why(err))
		return
	}
	if before := len(g.Labels.List); w.joinImageLabels(list) {
		w.say(sayImported(len(list), len(g.Labels.List)-before, len(label.Disagreements(g.Labels.List))))
	}
}

// CSV returns the file of all labels of the images.
func (g Images) CSV() []byte { return label.ImageCSV(g.Set.H, g.Set.W, g.Labels.List) }

// People lists the names of those who labelled.
func (l ImageLabels) People() []string { return peopleOf(l.List) }

// Shown lists the places of the labels that pass a filter. Filters by rule match no image label.
func (l ImageLabels) Shown(f LabelFilter) []int {
	var disagree [][]int
	if f.Disagree {
		disagree = label.Disagreements(l.List)
	}
	f.Broken = false
	return chosenLabels(f, l.List, disagree, nil)
}

// Taught counts the pairs that most labels call feasible, and those that most call infeasible.
func (l ImageLabels) Taught() (feasible, infeasible int) {
	for _, x := range label.Settled(l.List) {
		if x.Feasible {
			feasible++
		} else {
			infeasible++
		}
	}
	return feasible, infeasible
}

// teach returns the labelled pairs that the generator learns from.
func (l ImageLabels) teach() (list []label.Image) {
	for _, x := range label.Settled(l.List) {
		x.By = ""
		list = append(list, x)
	}
	return list
}

// tendImageCards requests cards when few are left and the step is on show.
func (w *turn) tendImageCards() {
	g := &w.Images
	l := &g.Labels
	if !slices.Contains(w.here, TheLabels) || !g.Has || !g.Generator.HasResult || w.isTraining() ||
		l.job != 0 || l.None || len(l.Cards) > fewImageCards || w.Link.Down || w.Link.Recovering || g.models != 0 {
		return
	}
	l.Seed++
	l.job = w.send(wire.DrawImageCards{Count: imageCards, Seed: l.Seed, Rules: g.Subject.Rules})
}

func (w *turn) imageCardsCame(m wire.ImageCards) {
	l := &w.Images.Labels
	l.None = len(m.Cards) == 0
	l.Cards = append(slices.Clone(l.Cards), m.Cards...)
}

// dropImageCards forgets cards of another generator or other rules.
func (l *ImageLabels) dropCards() { l.Cards, l.job, l.None = nil, 0, false }

// learnFromImages trains the generator further on the labels.
func (w *turn) learnFromImages() {
	g := &w.Images
	yes, no := g.Labels.Taught()
	switch {
	case w.isTraining():
		w.alert(TheLabels, sayBusyEngine)
	case !g.Generator.HasResult:
		w.alert(TheLabels, sayGeneratorFirst)
	case min(yes, no) < LeastImageLabels:
		w.alert(TheLabels, sayMoreImageLabels(yes, no))
	default:
		r := g.Generator.Learned
		r.Epochs = imageLabelEpochs
		g.Labels.dropCards()
		w.start(TheGenerator, wire.TrainImageGenerator{ImageRecipe: r, Labels: g.Labels.teach()})
		w.say(sayTraining(TheGenerator))
	}
}
