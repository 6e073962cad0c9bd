package vision

import (
	"slices"
	"testing"

	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// TestAnswersAreJudgedAsBytes classifies exactly the bytes of each answer again, and computes the
// same answers together with other images.
func TestAnswersAreJudgedAsBytes(t *testing.T) {
	s, _ := sim.Digits(20, 5)
	shape := ShapeOf(s)
	box, v := NewClassifier(shape, kernel.NewKey(1)), NewVAE(shape, kernel.NewKey(2))
	var images [][]byte
	var target []int
	for i := range s.Rows() {
		images, target = append(images, s.Image(i)), append(target, i%10)
	}
	before := slices.Clone(s.Pixels)
	all := NewExplainer(v, box).Answers(images, target, 20, kernel.NewKey(3))
	if !slices.Equal(before, s.Pixels) {
		t.Fatal("the factuals were written to")
	}
	valid := 0
	for i, a := range all {
		set := &image.Set{H: 28, W: 28, Classes: 10, Pixels: a.Image, Labels: []byte{0}}
		if got := nn.Classes(box, Rows{set, []int{0}})[0] == target[i]; got != a.Valid {
			t.Errorf("answer %d: valid %v, but its bytes say %v", i, a.Valid, got)
		}
		if a.Target != target[i] || a.Tries < 1 || a.Tries > 21 || !a.Valid && a.Tries != 21 {
			t.Errorf("answer %d: target %d, %d tries, valid %v", i, a.Target, a.Tries, a.Valid)
		}
		if a.Valid {
			valid++
		}
	}
	if valid == 0 || valid == len(all) {
		t.Fatalf("%d of %d are valid; the test needs both", valid, len(all))
	}
	alone := NewExplainer(v, box).Answers(images[17:18], target[17:18], 20, kernel.NewKey(3))
	if !slices.Equal(alone[0].Image, all[17].Image) {
		t.Error("an image alone has another answer than among others")
	}
}

// TestAnswersKeepTheRules judges answers under rules about pixels and measures with the checker
// only.
func TestAnswersKeepTheRules(t *testing.T) {
	s, _ := sim.Digits(12, 6)
	shape := ShapeOf(s)
	e := NewExplainer(NewVAE(shape, kernel.NewKey(2)), NewClassifier(shape, kernel.NewKey(1)))
	e.Rules = image.Rules{Ink: image.OnlyAdded, Budget: 300, Keep: make([]byte, 28*28),
		Seen: []image.Bound{{Measure: "ink", Down: image.AnyChange, Up: 40}}}
	for i := range 28 * 14 {
		e.Rules.Keep[i] = 1
	}
	var images [][]byte
	var target []int
	for i := range s.Rows() {
		images, target = append(images, s.Image(i)), append(target, i%10)
	}
	held, broken := 0, 0
	for i, a := range e.Answers(images, target, 10, kernel.NewKey(3)) {
		pixels := e.Rules
		pixels.Seen = nil
		if say := pixels.Broken(images[i], a.Image, 28, 28); len(say) > 0 {
			t.Errorf("answer %d: %q", i, say)
		}
		if say := e.Rules.Broken(images[i], a.Image, 28, 28); !slices.Equal(say, a.Broken) || a.Held() && len(say) > 0 {
			t.Errorf("answer %d: held %v, said %q, is %q", i, a.Held(), a.Broken, say)
		}
		if a.Held() {
			held++
		}
		broken += len(a.Broken)
	}
	if held+broken == 0 {
		t.Error("no answer holds and none breaks the rule about ink: the test asks nothing")
	}
}

// byFirst returns a classifier that determines the class from the first pixel, in steps of a
// tenth.
func byFirst(t *testing.T) *nn.Classifier {
	t.Helper()
	c := nn.NewClassifier(64, 1, 2, kernel.NewKey(1))
	for _, p := range c.Params() {
		clear(p.Data)
	}
	p := c.Params()
	p[0].Data[0] = 1                    // hidden = first pixel
	p[2].Data[1], p[3].Data[1] = 10, -5 // class 1 above one half
	return c
}

// TestScoreByHand checks scores worked out by hand.
func TestScoreByHand(t *testing.T) {
	dark, lit, half := make([]byte, 64), make([]byte, 64), make([]byte, 64)
	lit[0], half[0] = 255, 51
	box := byFirst(t)
	pairs := []Pair{
		{Factual: dark, Counterfactual: lit, From: 0, Target: 1},
		{Factual: dark, Counterfactual: half, From: 0, Target: 1}, // not valid
		{Factual: lit, Counterfactual: half, From: 1, Target: 0},
	}
	s := Score(pairs, box, box, nil)
	if s.Pairs != 3 || s.Validity != 2.0/3 || s.Judged != 1 || s.Proximity != 0.9 || s.Changed != 1 {
		t.Errorf("scores = %+v, want validity 2/3, judged 1, proximity (1 + 0.8)/2, changed 1", s)
	}
	if s := Score(pairs[1:2], box, box, nil); s.Validity != 0 || s.Proximity != 0 {
		t.Errorf("scores of none that is valid = %+v", s)
	}
}

// TestAutosTellClassesApart trains auto-encoders for two clearly different classes. Each must be
// better on its own class, so that IM1 is below 1 for images of the target and above 1 for the
// factuals.
func TestAutosTellClassesApart(t *testing.T) {
	if testing.Short() {
		t.Skip("trains three auto-encoders")
	}
	s := &image.Set{H: 8, W: 8, Classes: 2}
	key := kernel.NewKey(9)
	for i := range 120 {
		img := make([]byte, 64)
		for k := range 8 { // vertical or horizontal lines of any darkness
			at := key.Intn(uint32(3*i), 4) + 2
			v := byte(100 + key.Intn(uint32(3*i+1), 150))
			if i%2 == 0 {
				img[k*8+at] = v
			} else {
				img[at*8+k] = v
			}
		}
		s.Pixels, s.Labels = append(s.Pixels, img...), append(s.Labels, byte(i%2))
	}
	train, val := Rows{s, s.All()[:100]}, Rows{s, s.All()[100:]}
	autos := &Autos{}
	for c := -1; c < 2; c++ {
		tr, v := train, val
		if c >= 0 {
			tr, v = train.OfClass(c), val.OfClass(c)
		}
		f, err := NewAutoFit(AutoConfig{Seed: 1, Batch: 10, LearningRate: 5e-3}, tr, v)
		if err != nil {
			t.Fatal(err)
		}
		first, last := 0.0, 0.0
		for e := range 30 {
			loss, _, err := f.Epoch(nothing)
			if err != nil {
				t.Fatal(err)
			}
			if last = loss; e == 0 {
				first = loss
			}
		}
		if last > first/2 {
			t.Errorf("auto-encoder %d: error %v after %v at first", c, last, first)
		}
		if c < 0 {
			autos.All = f.Best()
		} else {
			autos.OfClass = append(autos.OfClass, f.Best())
		}
	}
	var pairs []Pair
	for i := 100; i < 120; i++ {
		pairs = append(pairs, Pair{Factual: s.Image(i), From: i % 2, Target: 1 - i%2})
	}
	target, factual := Ends(pairs, autos, func(i, class int) []byte {
		return s.Image(s.Of(class, val.Of)[i/2])
	})
	if target.IM1 >= 1 || factual.IM1 <= 1 {
		t.Errorf("IM1 of real images of the target = %v, of the factuals %v; want below and above 1", target.IM1,
			factual.IM1)
	}
}

// TestNineTargetsAtOnce explains one image for every other class in one pass and separately, and
// checks that the answers have the same bytes and shares.
func TestNineTargetsAtOnce(t *testing.T) {
	s, _ := sim.Digits(3, 7)
	e := NewExplainer(NewVAE(ShapeOf(s), kernel.NewKey(2)), NewClassifier(ShapeOf(s), kernel.NewKey(1)))
	e.Rules = image.Rules{Seen: []image.Bound{{Measure: "ink", Down: image.AnyChange, Up: 100}}}
	images, target := make([][]byte, 9), make([]int, 9)
	for i := range images {
		images[i], target[i] = s.Image(1), i+1
	}
	for i, got := range e.Answers(images, target, 20, kernel.NewKey(3)) {
		want := e.Answers(images[i:i+1], target[i:i+1], 20, kernel.NewKey(3))[0]
		if !slices.Equal(got.Image, want.Image) || !slices.Equal(got.Shares, want.Shares) ||
			!slices.Equal(got.code, want.code) ||
			got.Valid != want.Valid || got.Tries != want.Tries || len(got.Broken) != len(want.Broken) {
			t.Errorf("target %d: another answer than alone", target[i])
		}
	}
}

// TestChosenAsIfAllWereJudged compares the chosen draw with the one that the definition requires
// if every draw is judged.
func TestChosenAsIfAllWereJudged(t *testing.T) {
	if testing.Short() {
		t.Skip("says nothing of the arithmetic")
	}
	s, _ := sim.Digits(60, 8)
	box := NewClassifier(ShapeOf(s), kernel.NewKey(1))
	e := NewExplainer(NewVAE(ShapeOf(s), kernel.NewKey(2)), box)
	var images [][]byte
	for i := range s.Rows() {
		images = append(images, s.Image(i))
	}
	said := Shares(box, images)
	held, none := 0, 0
	for round := range 40 {
		key, img := kernel.NewKey(uint64(round)), s.Image(round)
		best := slices.Index(said[round], slices.Max(said[round]))
		a := Answer{Image: img, Target: best, Shares: said[round], Broken: make([]string, key.Intn(0, 3))}
		if round%2 == 0 {
			a.Target = round / 2 % 10
		}
		a.Valid = a.Target == best
		if a.Held() {
			continue
		}
		var drawn []Answer
		for i := range 10 {
			k := key.Intn(uint32(10+i), s.Rows())
			drawn = append(drawn, Answer{Image: s.Image(k), Target: a.Target,
				Broken: make([]string, key.Intn(uint32(50+i), 3))})
		}
		all := slices.Clone(drawn)
		e.judge(all)
		want := a
		for i := range all {
			d := &all[i]
			switch {
			case want.Held() && d.Held() && Distance(img, d.Image) < Distance(img, want.Image), !want.Held() &&
				(d.Held() || better(d, &want)):
				want = *d
			}
		}
		got := a
		e.choose(img, &got, drawn)
		if got.Held() != want.Held() || !slices.Equal(got.Image, want.Image) {
			t.Errorf("round %d: another draw is chosen than if all were judged", round)
		}
		if want.Held() {
			held++
		} else {
			none++
		}
	}
	if held == 0 || none == 0 {
		t.Fatalf("%d held and %d did not; the test needs both", held, none)
	}
}

// BenchmarkNineTargets finds an image's counterfactuals for every other class, without rules and
// with rules under which no draw is both valid and allowed.
func BenchmarkNineTargets(b *testing.B) {
	s := noise(28, 28, 10, 1)
	net := NewVAE(ShapeOf(s), kernel.NewKey(2))
	images, target := make([][]byte, 9), make([]int, 9)
	for i := range images {
		images[i], target[i] = s.Image(0), i+1
	}
	for _, tries := range []int{0, 64} {
		name := "first"
		if tries > 0 {
			name = "tried"
		}
		b.Run(name, func(b *testing.B) {
			e := NewExplainer(net, NewClassifier(ShapeOf(s), kernel.NewKey(1)))
			for b.Loop() {
				e.Answers(images, target, tries, kernel.NewKey(3))
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms/image")
		})
	}
}
