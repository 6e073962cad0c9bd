package vision

import (
	"causeway/core/blackbox"
	"causeway/core/image"
	"causeway/core/metric"
	"causeway/core/nn"
)

// Pair is an image with its counterfactual, both as bytes.
type Pair struct {
	Factual, Counterfactual []byte
	From, Target            int // predicted class of the factual, and target
}

// Scores of counterfactual images. Validity is a share of all pairs, and the other fields cover
// the valid ones.
type Scores struct {
	Pairs     int
	Validity  float64 // share predicted as the target by the black box
	Judged    float64 // share of the valid ones that a second classifier also predicts as the target
	Proximity float64 // L1 distance, in pixels of full ink
	Changed   float64 // number of changed pixels
	metric.Interpretability
}

// Score judges counterfactuals by exactly their bytes. The judge and the auto-encoders may be
// nil.
func Score(pairs []Pair, box, judge blackbox.BlackBox, autos *Autos) Scores {
	s := Scores{Pairs: len(pairs)}
	var valid []Pair
	for i, c := range ClassesOf(box, pairs) {
		if c == pairs[i].Target {
			valid = append(valid, pairs[i])
		}
	}
	if len(valid) == 0 {
		return s
	}
	n := float64(len(valid))
	s.Validity = n / float64(len(pairs))
	for _, p := range valid {
		s.Proximity += float64(Distance(p.Factual, p.Counterfactual)) / 255 / n
		s.Changed += float64(Changed(p.Factual, p.Counterfactual)) / n
	}
	if judge != nil {
		for i, c := range ClassesOf(judge, valid) {
			if c == valid[i].Target {
				s.Judged += 1 / n
			}
		}
	}
	if autos != nil {
		s.Interpretability = Interpret(valid, autos)
	}
	return s
}

// ClassesOf returns the classes that a black box predicts for counterfactuals, as bytes.
func ClassesOf(b blackbox.BlackBox, pairs []Pair) []int {
	if len(pairs) == 0 {
		return nil
	}
	set := &image.Set{H: 1, W: len(pairs[0].Counterfactual), Labels: make([]byte, len(pairs))}
	for _, p := range pairs {
		set.Pixels = append(set.Pixels, p.Counterfactual...)
	}
	return nn.Classes(b, Rows{set, set.All()})
}

// Interpret returns IM1 and IM2 of counterfactuals, with their parts.
func Interpret(pairs []Pair, autos *Autos) metric.Interpretability {
	images := make([][]byte, len(pairs))
	r := metric.Reconstructions{Width: len(pairs[0].Counterfactual), OfClass: make([][]float32, len(autos.OfClass))}
	for i, p := range pairs {
		images[i] = p.Counterfactual
		r.Origin, r.Target = append(r.Origin, p.From), append(r.Target, p.Target)
		for _, v := range p.Counterfactual {
			r.X = append(r.X, float32(v)/255)
		}
	}
	r.All = Rebuilt(autos.All, images)
	for c, m := range autos.OfClass {
		if m != nil {
			r.OfClass[c] = Rebuilt(m, images)
		}
	}
	return metric.ScoreInterpretability(r)
}

// Ends returns the two ends of the scale on which IM1 is read: the scores of real images of the
// target class in place of the counterfactuals, and those of the unchanged factuals. row returns
// a real image of a class for pair i.
func Ends(pairs []Pair, autos *Autos, row func(i, class int) []byte) (target, factual metric.Interpretability) {
	real, same := make([]Pair, len(pairs)), make([]Pair, len(pairs))
	for i, p := range pairs {
		real[i], same[i] = p, p
		real[i].Counterfactual, same[i].Counterfactual = row(i, p.Target), p.Factual
	}
	return Interpret(real, autos), Interpret(same, autos)
}
