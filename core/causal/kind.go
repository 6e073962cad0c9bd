package causal

import (
	"cmp"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/sorting"
)

// RuleKind is the kind of constraint that a rule imposes.
type RuleKind uint8

// The kinds of rules. x is a factual and x' its counterfactual. Values are compared by Score, so
// levels of the same rank are equal in order.
const (
	Immutable            RuleKind = iota // x'_j = x_j, exactly the same value
	Range                                // Min <= x'_j <= Max, for a number
	Allowed                              // x'_j is one of Levels
	OnlyIncrease                         // x'_j >= x_j
	OnlyDecrease                         // x'_j <= x_j
	IfRisesThenRises                     // all causes rise => the effect rises
	LessOrEqual                          // x'_j <= x'_k
	ForbiddenTransitions                 // (x_j, x'_j) is not in Transitions
	MoveTogether                         // both rise, both fall or both stay
	MoveAtMost                           // x_j - Min <= x'_j <= x_j + Max, or up to what a cause in Also forces
	Computed                             // x'_j is the value that Law computes from Other and Also
	// x'_j = x_j if Other marks x_j as missing in both rows, by any level except its first
	StaysMissing
	// x'_j in Levels only with x'_k in Then, or within Min and Max, unless x breaks this
	NeverSeen
	NotAlone    // x'_j = x_j unless a cause, Other or one in Also, differs from x
	Inequality  // the sum of Law.Weights times x' of Features is at most Max
	Cardinality // from Min to Max of the conditions When on Features hold, or of Features change

	KindCount = iota // number of kinds; files store kinds by number, so add new ones directly above
)

// kinds describes each kind: its name in graph files and the fields that its rules use.
var kinds = [KindCount]struct {
	name        string
	other, also bool     // uses Other, Also
	ends        bool     // uses Min and Max
	scored      bool     // all of its features must be ordered
	term        TermKind // the term that trains a generator for it, or 0
}{
	Immutable:            {name: "immutable"},
	Range:                {name: "range", ends: true},
	Allowed:              {name: "allowed"},
	OnlyIncrease:         {name: "only increase", scored: true, term: HingeTerm},
	OnlyDecrease:         {name: "only decrease", scored: true, term: HingeTerm},
	IfRisesThenRises:     {name: "if rises then rises", other: true, also: true, scored: true, term: FollowTerm},
	LessOrEqual:          {name: "less or equal", other: true, scored: true},
	ForbiddenTransitions: {name: "forbidden transitions"},
	MoveTogether:         {name: "move together", other: true, also: true},
	MoveAtMost:           {name: "move at most", also: true, ends: true, scored: true, term: HingeTerm},
	Computed:             {name: "computed", other: true, also: true},
	StaysMissing:         {name: "stays missing", other: true},
	NeverSeen:            {name: "never seen", other: true, ends: true},
	NotAlone:             {name: "not alone", other: true, also: true},
	Inequality:           {name: "inequality", other: true, also: true, ends: true, term: HingeTerm},
	Cardinality:          {name: "cardinality", other: true, also: true, ends: true},
}

// Name returns the kind's name in graph files.
func (k RuleKind) Name() string { return kinds[k].name }

// KindNamed returns the kind with the given name in graph files, if it exists.
func KindNamed(name string) (k RuleKind, known bool) {
	for k < KindCount && kinds[k].name != name {
		k++
	}
	return k, k < KindCount
}

// HasEnds reports whether the rule uses Min and Max.
func (r Rule) HasEnds() bool { return kinds[r.Kind].ends && r.Then == nil }

// Relates reports whether rules of the kind involve a second feature, Other.
func (k RuleKind) Relates() bool { return kinds[k].other }

// Scored reports whether all features of such a rule must be ordered.
func (k RuleKind) Scored() bool { return kinds[k].scored }

// count and at provide the elements of Features without allocating a list.
func (r *Rule) count() int {
	n, k := 1, &kinds[r.Kind]
	if k.other {
		n++
	}
	if k.also {
		n += len(r.Also)
	}
	return n
}

func (r *Rule) at(k int) int {
	switch last := r.Kind == IfRisesThenRises; { // the effect comes after its causes
	case k == 0:
		return r.Feature
	case !kinds[r.Kind].other, last && k <= len(r.Also):
		return r.Also[k-1].Feature
	case last, k == 1:
		return r.Other
	}
	return r.Also[k-2].Feature
}

// Check returns an error if rows of the schema cannot be judged by the rule. Rules from files and
// messages must pass it before use.
func (r Rule) Check(s data.Schema) error {
	if r.Kind >= KindCount {
		return fault.Errorf("causal: the kind of a rule is unknown")
	}
	if len(r.Also) > maxMembers || max(len(r.Levels), len(r.Then)) > maxMembers || len(r.Transitions) > 1<<16 {
		return fault.Errorf("causal: a rule has too many features, levels or transitions")
	}
	list := r.Features()
	for i, j := range list {
		if j < 0 || j >= len(s.Features) {
			return fault.Errorf("causal: a rule names feature %d, but the table has only %d features", j,
				len(s.Features))
		}
		if slices.Contains(list[:i], j) {
			return fault.Errorf("causal: a rule names %s twice", quote(s.Features[j].Name))
		}
	}
	f := s.Features[r.Feature]
	if slices.ContainsFunc(r.Also, func(m Member) bool { return m.Least != 0 }) && r.Kind != MoveAtMost {
		return fault.Errorf("causal: a rule about %s cannot force an amount; only a limit on how far a feature moves "+
			"can", quote(f.Name))
	}
	for _, j := range list {
		if r.Kind.Scored() && !Scored(s.Features[j]) {
			return fault.Errorf("causal: %s has no order, so it cannot rise or fall", quote(s.Features[j].Name))
		}
	}
	switch r.Kind {
	case Range:
		return r.checkRange(f)
	case Allowed:
		return r.checkLevels(f)
	case ForbiddenTransitions:
		return r.checkTransitions(f)
	case MoveTogether:
		return r.checkTogether(s)
	case Computed:
		return r.checkComputed(s)
	case NeverSeen:
		return r.checkNeverSeen(s)
	case Inequality:
		return r.checkInequality(s)
	case Cardinality:
		return r.checkCardinality(s)
	case StaysMissing:
		if by := s.Features[r.Other]; by.Kind != data.Boolean && !by.Flags() {
			return fault.Errorf("causal: %s is not a yes/no column, so it cannot say whether %s is missing",
				quote(by.Name), quote(f.Name))
		}
	case LessOrEqual:
		return r.checkComparable(f, s.Features[r.Other])
	case IfRisesThenRises:
		return r.checkSizes(s)
	case MoveAtMost:
		return r.checkMove(f)
	}
	return nil
}

// Tidy returns the normal form of a rule, in which equal rules have equal bytes: fields that the
// kind does not use are 0, and sets are sorted.
func (r Rule) Tidy() Rule {
	t := Rule{Kind: r.Kind, Feature: r.Feature, Soft: r.Soft, Local: r.Local}
	switch r.Kind {
	case Range:
		t.Min, t.Max = r.Min+0, r.Max+0 // no negative zero
	case Allowed:
		t.Levels = distinct(r.Levels, cmp.Compare[int])
	case ForbiddenTransitions:
		t.Transitions = distinct(r.Transitions, func(a, b Transition) int {
			return cmp.Or(a.From-b.From, a.To-b.To)
		})
	case IfRisesThenRises:
		t.Other, t.Falls, t.Strict, t.Reverse = r.Other, r.Falls, r.Strict || r.Least > 0, r.Reverse
		t.Also, t.Least, t.Most = distinct(r.Also, nil), r.Least+0, r.Most+0
		t.Any = r.Any && slices.ContainsFunc(r.Also, func(m Member) bool { return m.Part == Moves })
	case MoveAtMost:
		t.Min, t.Max = r.Min+0, r.Max+0
	case Computed:
		t.Other, t.Also = r.Other, distinct(r.Also, nil)
		t.Levels, t.Law = slices.Clone(r.Levels), r.Law
	case MoveTogether:
		t.Other, t.Falls = r.Other, r.Falls
		t.Also = distinct(r.Also, nil)
	case NotAlone:
		t.Other, t.Also = r.Other, distinct(r.Also, nil)
	case NeverSeen:
		t.Other, t.Reverse = r.Other, r.Reverse
		t.Levels, t.Then = distinct(r.Levels, cmp.Compare[int]), distinct(r.Then, cmp.Compare[int])
		if t.Then == nil {
			t.Min, t.Max = r.Min+0, r.Max+0
		}
	case LessOrEqual, StaysMissing:
		t.Other = r.Other
	case Inequality:
		t.Other, t.Also, t.Max = r.Other, distinct(r.Also, nil), r.Max+0
		t.Law.Weights = slices.Clone(r.Law.Weights)
	case Cardinality:
		t.Other, t.Also, t.Min, t.Max = r.Other, distinct(r.Also, nil), r.Min+0, r.Max+0
		for _, c := range r.When {
			c.Levels, c.Min, c.Max = distinct(c.Levels, cmp.Compare[int]), c.Min+0, c.Max+0
			t.When = append(t.When, c)
		}
	}
	return t
}

// distinct returns a sorted copy of a list without duplicates, or nil if it is empty. If order is
// nil, it keeps the order of the list.
func distinct[T comparable](list []T, order func(a, b T) int) []T {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	if order != nil {
		sorting.Stable(list, order)
		list = slices.Compact(list)
	}
	return list
}

// Holds reports whether a pair of stored rows keeps the rule. It panics if a row does not fit the
// schema or the rule does not pass Check.
func (r *Rule) Holds(s data.Schema, factual, counterfactual []float64) bool {
	a, b := factual[r.Feature], counterfactual[r.Feature]
	switch r.Kind {
	case Immutable:
		return a == b
	case Range:
		return r.Min <= b && b <= r.Max
	case Allowed:
		return slices.Contains(r.Levels, int(b))
	case OnlyIncrease:
		return direction(s, r.Feature, factual, counterfactual) >= 0
	case OnlyDecrease:
		return direction(s, r.Feature, factual, counterfactual) <= 0
	case IfRisesThenRises:
		way := r.premiseDirection(s, factual, counterfactual)
		return way == 0 || r.follows(s, factual, counterfactual, way)
	case LessOrEqual:
		return Score(s.Features[r.Feature], b) <= Score(s.Features[r.Other], counterfactual[r.Other])
	case ForbiddenTransitions:
		return !slices.Contains(r.Transitions, Transition{int(a), int(b)})
	case MoveTogether:
		return r.together(s, factual, counterfactual)
	case Computed:
		return r.computed(s, factual, counterfactual)
	case StaysMissing:
		return a == b || !r.missing(factual) || !r.missing(counterfactual)
	case NeverSeen:
		return !r.unseen(counterfactual) || r.unseen(factual)
	case NotAlone:
		return a == b || r.moved(factual, counterfactual)
	case Inequality:
		return r.below(counterfactual)
	case Cardinality:
		return r.counts(factual, counterfactual)
	case MoveAtMost:
		d, slack := r.change(s, r.Feature, factual, counterfactual)
		return -r.Min-slack <= d && (d <= r.Max+slack || b <= r.forced(s, factual, counterfactual)+slack)
	}
	panic("causal: Holds: unknown kind of rule")
}

// Applies reports whether a rule restricts a pair. Rules of the kinds IfRisesThenRises,
// StaysMissing, NeverSeen, NotAlone and Cardinality, and those of followers, apply only to some
// pairs.
func (r *Rule) Applies(s data.Schema, factual, counterfactual []float64) bool {
	switch r.Kind {
	case IfRisesThenRises:
		return r.premiseDirection(s, factual, counterfactual) != 0
	case StaysMissing:
		return r.missing(factual) && r.missing(counterfactual)
	case NeverSeen:
		return r.tells(factual, counterfactual)
	case NotAlone:
		return !r.moved(factual, counterfactual)
	case Cardinality:
		return r.premised(factual, counterfactual)
	case Computed:
		return !r.Follower() || r.moved(factual, counterfactual) || counterfactual[r.Feature] != factual[r.Feature]
	}
	return true
}

// clause returns the rule as a clause, for use in sentences.
func (r Rule) clause(s data.Schema) string {
	f := s.Features[r.Feature]
	name := quote(f.Name)
	switch r.Kind {
	case Immutable, ForbiddenTransitions, StaysMissing, NeverSeen:
		if l := r.gapClause(s); l != "" {
			return l
		}
	}
	switch r.Kind {
	case Immutable:
		return name + " may not change"
	case Range:
		return name + " must be " + bounds(f, r.Min, r.Max)
	case Allowed:
		return name + " must be " + join(levels(f, r.Levels), "or")
	case OnlyIncrease:
		return name + " may not decrease"
	case OnlyDecrease:
		return name + " may not increase"
	case IfRisesThenRises:
		return r.ifClause(s)
	case LessOrEqual:
		return name + " must be at most " + quote(s.Features[r.Other].Name)
	case ForbiddenTransitions:
		var list []string
		for _, t := range r.Transitions {
			list = append(list, "from "+f.Levels[t.From]+" to "+f.Levels[t.To])
		}
		return name + " may not go " + join(list, "or")
	case MoveTogether:
		return r.togetherClause(s)
	case MoveAtMost:
		return name + " " + r.reach(f) + r.unless(s)
	case Computed:
		return r.computedClause(s)
	case NeverSeen:
		return r.neverClause(s)
	case Inequality:
		return r.inequalityClause(s)
	case Cardinality:
		return r.cardinalityClause(s)
	case NotAlone:
		var causes []string
		for _, j := range r.Features()[1:] {
			causes = append(causes, quote(s.Features[j].Name))
		}
		return name + " may not change unless " + join(causes, "or") + " does"
	case StaysMissing:
		by := s.Features[r.Other]
		if len(by.Levels) > 2 {
			return name + " may not change unless " + quote(by.Name) + " becomes " + by.Levels[0]
		}
		return name + " may not change while " + quote(by.Name) + " stays " + by.Levels[1]
	}
	panic("causal: clause: unknown kind of rule")
}

func (n *narrowing) apply(r *Rule) {
	j := r.Feature
	switch r.Kind {
	case Range:
		n.atLeast(j, r.Min)
		n.atMost(j, r.Max)
	case Allowed:
		n.keep(j, func(l int) bool { return slices.Contains(r.Levels, l) })
	case Computed:
		n.applyComputed(r)
	case LessOrEqual:
		low, _ := n.scores(j)
		_, high := n.scores(r.Other)
		n.atLeast(r.Other, low)
		n.atMost(j, high)
	case Inequality:
		n.applyInequality(r)
	case Cardinality:
		n.cardinality(r)
	default:
		if n.x != nil {
			n.applyChange(r)
		}
	}
}

// applyChange narrows by a rule that compares with the factual.
func (n *narrowing) applyChange(r *Rule) {
	j, x := r.Feature, n.x[r.Feature]
	switch r.Kind {
	case Immutable:
		n.freeze(j)
	case StaysMissing:
		switch by := n.d[r.Other]; {
		case !r.missing(n.x) || !slices.Contains(by.Levels[1:], true):
		case !by.Levels[0]:
			n.freeze(j)
		case !n.d[j].Has(x):
			n.keep(r.Other, func(l int) bool { return l == 0 })
		}
	case NeverSeen:
		n.never(r)
	case NotAlone:
		n.alone(r)
	case OnlyIncrease:
		n.restrict(j, stays|rises)
	case OnlyDecrease:
		n.restrict(j, stays|falls)
	case ForbiddenTransitions:
		n.keep(j, func(l int) bool {
			for _, t := range r.Transitions {
				if t.From == int(x) && t.To == l {
					return false
				}
			}
			return true
		})
	case IfRisesThenRises:
		n.implies(r, rises)
		if r.Reverse {
			n.implies(r, falls)
		}
	case MoveTogether:
		n.together(r)
	case MoveAtMost:
		from := Score(n.s.Features[j], x)
		n.atLeast(j, from-r.Min-float64(2*rounding(from, r.Min)))
		n.atMost(j, n.furthest(r))
	}
}

// block removes the directions in which a rule forbids everyone to move.
func (r Rule) block(s data.Schema, w []moves) {
	j := r.Feature
	f := s.Features[j]
	switch r.Kind {
	case Immutable:
		w[j] &= stays
	case OnlyIncrease:
		w[j] &^= falls
	case OnlyDecrease:
		w[j] &^= rises
	case MoveAtMost:
		least := leastMove(f)
		if r.Min < least {
			w[j] &^= falls
		}
		if r.Max < least && len(r.Also) == 0 { // a move forced by a cause is allowed
			w[j] &^= rises
		}
	case ForbiddenTransitions:
		w[j] &= stays | r.open(f)
	case MoveTogether:
		all, ordered := falls|stays|rises, r.ordered(s)
		for _, m := range r.members() {
			if now := w[m.Feature]; ordered || now == stays {
				all &= now.turned(m.Falls)
			}
		}
		for _, m := range r.members() {
			w[m.Feature] &= all.turned(m.Falls)
		}
	}
}
