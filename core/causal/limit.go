package causal

import "causeway/core/data"

// Limit restricts how a feature may change for the person being explained, and rates how hard a
// change is. It applies only to the search and needs no training. The zero value limits nothing.
type Limit struct {
	Kind       LimitKind  `msgpack:"kind"`
	Min        float64    `msgpack:"min"` // for Between
	Max        float64    `msgpack:"max"`
	By         float64    `msgpack:"by"`     // for Within
	Levels     []int      `msgpack:"levels"` // for OnlyThese
	Difficulty Difficulty `msgpack:"difficulty"`

	// Horizon is how far a number that may only rise will rise without action. 0 means the usual
	// distance for such a number, NoHorizon any distance.
	Horizon float64 `msgpack:"horizon,omitempty" since:"2" bound:"-1..open" is:"horizon"`

	// Withheld, on the flag of a number, is 1 + the difficulty of withholding the number.
	// Difficulty is then the difficulty of making the number known. 0 means that both are equally
	// hard.
	Withheld Difficulty `msgpack:"withheld,omitempty" since:"2" bound:"0..5" is:"difficulty"`
}

// AnyOrder implements form.AnyOrder, because settings that nobody chose are omitted.
func (Limit) AnyOrder() {}

// NoHorizon is the horizon of a number that may rise without limit.
const NoHorizon = -1

// LimitKind says how a feature is limited. Files store its numbers.
type LimitKind uint8

// The kinds of limits.
const (
	Free LimitKind = iota
	Frozen
	OnlyUp
	OnlyDown
	Between
	Within    // at most By away from the factual
	OnlyThese // levels
)

// LimitKinds returns the kinds of limits that a feature can have.
func LimitKinds(f data.Feature) []LimitKind {
	switch {
	case f.Kind.Numeric():
		return []LimitKind{Free, Frozen, OnlyUp, OnlyDown, Between, Within}
	case Scored(f):
		return []LimitKind{Free, Frozen, OnlyUp, OnlyDown, OnlyThese}
	}
	return []LimitKind{Free, Frozen, OnlyThese}
}

// Difficulty rates how hard a feature is to change. Files store its numbers.
type Difficulty uint8

// The six difficulties. A feature that is impossible to change is frozen.
const (
	Usual Difficulty = iota
	VeryEasy
	Easy
	Difficult
	VeryDifficult
	Impossible
)

// efforts maps each difficulty to the cost of a change.
var efforts = [...]float64{Usual: 1, VeryEasy: 0.25, Easy: 0.5, Difficult: 2, VeryDifficult: 4, Impossible: 4}

// Effort returns the cost of a change; a usual one costs 1.
func (d Difficulty) Effort() float64 { return efforts[min(d, Impossible)] }

// OfPerson converts a person's limits and own rules to rules for a search, and to efforts in the
// form that Efforts takes. Without a row, it returns limits that depend on the row as reaches.
func OfPerson(features []data.Feature, limits []Limit, own []Rule, row []float64) (rules []Rule, within []Reach,
	effort []float64) {
	var withheld []float64
	differ := false
	for j, l := range limits {
		effort, withheld = append(effort, l.Difficulty.Effort()), append(withheld, l.Difficulty.Effort())
		if l.Withheld > 0 {
			withheld[j], differ = (l.Withheld - 1).Effort(), true
		}
		if row == nil && l.Kind == Within && l.Difficulty != Impossible {
			within = append(within, Reach{Feature: j, By: l.By})
		} else {
			rules = append(rules, l.Rules(features[j], j, row)...)
		}
	}
	if differ {
		effort = append(effort, withheld...)
	}
	return append(rules, own...), within, effort
}

// Rules returns the rules of the limit on feature j. Only Within needs the row.
func (l Limit) Rules(f data.Feature, j int, row []float64) []Rule {
	r := Rule{Feature: j, Local: true}
	if l.Kind == Frozen || l.Difficulty == Impossible {
		r.Kind = Immutable
		return []Rule{r}
	}
	switch l.Kind {
	case OnlyUp:
		r.Kind = OnlyIncrease
	case OnlyDown:
		r.Kind = OnlyDecrease
	case Between:
		r.Kind, r.Min, r.Max = Range, l.Min, l.Max
	case Within:
		r.Kind, r.Min, r.Max = Range, f.Round(row[j]-l.By), f.Round(row[j]+l.By)
	case OnlyThese:
		r.Kind, r.Levels = Allowed, l.Levels
	default:
		return nil
	}
	return []Rule{r}
}
