package image

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"causeway/core/fault"
	"causeway/core/form"
)

// Rules are the conditions that a counterfactual image must satisfy, judged by exactly its bytes.
// The zero value allows everything.
type Rules struct {
	Keep   []byte  `msgpack:"keep" len:"..pixels"` // 1 for every pixel that must not change, row by row; empty for none
	Ink    Ink     `msgpack:"ink" bound:"0..2"`
	Budget int     `msgpack:"budget" bound:"0..pixels" is:"number of pixels"` // number of changed pixels; 0 for any
	Seen   []Bound `msgpack:"seen" len:"..measures"`

	Follows []Follow `msgpack:"follows" since:"2" len:"..measures"` // measures that follow from others
}

var _ = form.Limits(map[string]float64{"pixels": MaxSide * MaxSide, "measures": 5, "lastImageClass": MaxClasses - 1})

// Ink is the direction in which ink may change.
type Ink uint8

// The directions in which ink may change.
const (
	EitherWay Ink = iota
	OnlyAdded
	OnlyRemoved
)

// Bound is a rule about a measure. It must not fall by more than Down or rise by more than Up, in
// its unit. AnyChange removes the limit.
type Bound struct {
	Measure string  `msgpack:"measure" of:"ink,thickness,slant,height,width" is:"measure"` // a name in List
	Down    float64 `msgpack:"down" bound:"-1..pixels" is:"bound"`
	Up      float64 `msgpack:"up" bound:"-1..pixels" is:"bound"`
}

// AnyChange means that a change is not limited.
const AnyChange = -1

// Check rejects rules that do not make sense for images of h×w pixels.
func (r Rules) Check(h, w int) error {
	switch {
	case len(r.Keep) > 0 && len(r.Keep) != h*w:
		return fault.Errorf("image: the protected region has %d pixels, but the images have %d", len(r.Keep), h*w)
	case r.Ink > OnlyRemoved:
		return fault.Errorf("image: the setting %d for ink is unknown", r.Ink)
	case r.Budget < 0 || r.Budget > h*w:
		return fault.Errorf("image: %d pixels may change, but the images have only %d", r.Budget, h*w)
	}
	if err := r.checkFollows(); err != nil {
		return err
	}
	for _, b := range r.Seen {
		if measureNamed(b.Measure) == nil {
			return fault.Errorf("image: no measure is called %q", b.Measure)
		}
		for _, v := range []float64{b.Down, b.Up} {
			if v != AnyChange && !(v >= 0) {
				return fault.Errorf("image: the limit on how far %s may change must not be negative", b.Measure)
			}
		}
	}
	return nil
}

// stays reports whether a pixel is in the region that must not change.
func (r Rules) stays(i int) bool { return len(r.Keep) > 0 && r.Keep[i] > 0 }

// Named returns the measure with a name, or nil.
func Named(name string) *Measure { return measureNamed(name) }

func measureNamed(name string) *Measure {
	for i := range List {
		if List[i].Name == name {
			return &List[i]
		}
	}
	return nil
}

// Proof describes in a sentence how a counterfactual relates to one rule, and whether it keeps
// the rule.
type Proof struct {
	Text  string
	Holds bool
}

// Broken describes the rules that a counterfactual breaks, one sentence each.
func (r Rules) Broken(factual, counterfactual []byte, h, w int) (list []string) {
	for _, p := range r.Proofs(factual, counterfactual, h, w) {
		if !p.Holds {
			list = append(list, p.Text)
		}
	}
	return list
}

// Proofs checks the rules one by one. It counts pixels and measures both images anew, and shares
// no code with the generation of counterfactuals.
func (r Rules) Proofs(factual, counterfactual []byte, h, w int) (list []Proof) {
	region, kept, added, removed, changed := 0, 0, 0, 0, 0
	for i, v := range factual {
		stays := r.stays(i)
		if stays {
			region++
		}
		u := counterfactual[i]
		if u == v {
			continue
		}
		changed++
		if u > v {
			added++
		} else {
			removed++
		}
		if stays {
			kept++
		}
	}
	say := func(holds bool, form string, args ...any) {
		list = append(list, Proof{fmt.Sprintf(form, args...), holds})
	}
	if region > 0 {
		say(kept == 0, "%d of %d pixels that must not change have changed.", kept, region)
	}
	if r.Ink == OnlyAdded {
		say(removed == 0, "%d pixels have lost ink.", removed)
	}
	if r.Ink == OnlyRemoved {
		say(added == 0, "%d pixels have gained ink.", added)
	}
	if r.Budget > 0 {
		say(changed <= r.Budget, "%d pixels have changed, but at most %d may.", changed, r.Budget)
	}
	if !r.Measured() {
		return list
	}
	from, to := MeasuresOf(factual, h, w), MeasuresOf(counterfactual, h, w)
	for _, b := range r.Seen {
		m := measureNamed(b.Measure)
		by := m.Of(to) - m.Of(from)
		if by < 0 {
			say(b.Down == AnyChange || -by <= b.Down, "%s falls by %.3f, and may fall by %s.", m.Name, -by,
				bound(b.Down))
		} else {
			say(b.Up == AnyChange || by <= b.Up, "%s rises by %.3f, and may rise by %s.", m.Name, by,
				bound(b.Up))
		}
	}
	for _, f := range r.Follows {
		list = append(list, f.proof(from, to))
	}
	return list
}

// Off returns how far a counterfactual exceeds the rules about measures, summed over them, or 0
// if all are kept. Each excess is relative to the factual's measure. For the slant, which is
// itself a ratio, the excess is absolute.
func (r Rules) Off(factual, counterfactual []byte, h, w int) float64 {
	if !r.Measured() {
		return 0
	}
	from, to := MeasuresOf(factual, h, w), MeasuresOf(counterfactual, h, w)
	sum := 0.0
	beyond := func(name string, by float64) {
		if by <= 0 {
			return
		}
		m := measureNamed(name)
		if of := m.Of(from); name != "slant" && of > 0 {
			by /= of
		}
		sum += by
	}
	for _, b := range r.Seen {
		m := measureNamed(b.Measure)
		by := m.Of(to) - m.Of(from)
		if by < 0 && b.Down != AnyChange {
			beyond(b.Measure, -by-b.Down)
		} else if by >= 0 && b.Up != AnyChange {
			beyond(b.Measure, by-b.Up)
		}
	}
	for _, f := range r.Follows {
		by, due := f.change(from, to)
		beyond(f.Measure, math.Abs(by-due)-f.Within)
	}
	return sum
}

// Measured reports whether any rule is about measures.
func (r Rules) Measured() bool { return len(r.Seen)+len(r.Follows) > 0 }

func bound(v float64) string {
	if v == AnyChange {
		return "any amount"
	}
	return "at most " + asSet(v)
}

// asSet returns a bound in the form in which a person entered it.
func asSet(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Nearest changes a proposed image as little as necessary to keep the rules about pixels. Pixels
// that must not change receive the factual's byte, and ink changes only in the allowed direction.
// If too many pixels change, the smallest changes are undone, and among equal changes the later
// ones. Rules about measures are left to the judge. Nearest overwrites proposed.
func (r Rules) Nearest(factual, proposed []byte) {
	var changed []int
	for i, v := range factual {
		switch {
		case r.stays(i), r.Ink == OnlyAdded && proposed[i] < v, r.Ink == OnlyRemoved && proposed[i] > v:
			proposed[i] = v
		case proposed[i] != v:
			changed = append(changed, i)
		}
	}
	if r.Budget == 0 || len(changed) <= r.Budget {
		return
	}
	slices.SortStableFunc(changed, func(i, j int) int {
		return cmp.Compare(step(factual[j], proposed[j]), step(factual[i], proposed[i]))
	})
	for _, i := range changed[r.Budget:] {
		proposed[i] = factual[i]
	}
}

func step(a, b byte) int { return max(int(a)-int(b), int(b)-int(a)) }
