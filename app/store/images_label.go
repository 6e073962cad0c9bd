package store

import (
	"slices"

	"causeway/core/label"
	"causeway/core/wire"
)

// ImageLabels are what a person says of counterfactual images, and those that are to be judged.
type ImageLabels struct {
	List  []wire.ImageLabel
	Cards []wire.ImageLabel // drawn and not yet judged, the first is shown
	None  bool              // the generator makes none that keep the rules
	Seed  uint64            // of the last draw
	job   int
}

// Feasible is how many labels say so.
func (l ImageLabels) Feasible() int {
	n := 0
	for _, x := range l.List {
		if x.Feasible {
			n++
		}
	}
	return n
}

// imageCards is how many are drawn at a time, fewImageCards after how many more are asked for.
const (
	imageCards    = 20
	fewImageCards = 5

	// LeastImageLabels is how many of each kind a generator learns from: fewer say little.
	LeastImageLabels = 5
	imageLabelEpochs = 3
)

// Intents about labels of images.
type (
	// JudgeImage says of the card that is shown whether it could be a real one; Unsure passes it over.
	JudgeImage struct{ Verdict label.Verdict }

	// LearnFromImages trains the generator on by the labels.
	LearnFromImages struct{}
)

func (in JudgeImage) apply(w *work) {
	l := &w.Images.Labels
	if len(l.Cards) == 0 || in.Verdict > label.Unsure {
		return
	}
	card := l.Cards[0]
	l.Cards = slices.Clone(l.Cards[1:])
	if in.Verdict != label.Unsure && len(l.List) < wire.MaxImageLabels {
		card.Feasible = in.Verdict == label.Feasible
		l.List = append(slices.Clone(l.List), card)
		w.Images.Saved = false
	}
}
func (JudgeImage) imagesStep(Images) (string, string) { return "Label", "" }

// tendImageCards draws cards while the step is shown and few are left.
func (w *work) tendImageCards() {
	g := &w.Images
	l := &g.Labels
	if !slices.Contains(w.here, TheLabels) || !g.Shown || !g.Generator.HasResult || g.Generator.Phase.Active() || g.Classifier.Phase.Active() ||
		l.job != 0 || l.None || len(l.Cards) > fewImageCards || w.Link.Down || w.Link.Recovering || g.models != 0 {
		return
	}
	l.Seed++
	l.job = w.send(wire.DrawImageCards{Count: imageCards, Seed: l.Seed, Rules: g.Subject.Rules})
}

func (w *work) imageCardsCame(m wire.ImageCards) {
	l := &w.Images.Labels
	l.job, l.None = 0, len(m.Cards) == 0
	l.Cards = append(slices.Clone(l.Cards), m.Cards...)
}

// dropImageCards forgets cards of another generator or under other rules.
func (l *ImageLabels) dropCards() { l.Cards, l.job, l.None = nil, 0, false }

func (LearnFromImages) apply(w *work) {
	g := &w.Images
	w.settle(TheLabels)
	n := g.Labels.Feasible()
	switch {
	case g.Generator.Phase.Active() || g.Classifier.Phase.Active():
		w.alert(TheLabels, sayBusyEngine)
	case !g.Generator.HasResult:
		w.alert(TheLabels, sayGeneratorFirst)
	case min(n, len(g.Labels.List)-n) < LeastImageLabels:
		w.alert(TheLabels, sayMoreImageLabels(n, len(g.Labels.List)-n))
	default:
		r := g.Generator.Learned
		r.Epochs = imageLabelEpochs
		g.Labels.dropCards()
		w.start(TheImageGenerator, wire.TrainImageGenerator{ImageRecipe: r, Labels: g.Labels.List})
		w.say(sayTraining(TheGenerator))
	}
}
func (LearnFromImages) needsEngine() bool { return true }
