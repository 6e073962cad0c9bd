package explain

import (
	"cmp"
	"fmt"
	"slices"

	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/document"
)

const (
	textReasons      = "What the decision hangs on"
	textFixed        = "Nothing that may change would have led to "
	textFixedEnd     = ". Proved: under these rules the decision is fixed."
	textNotFixed     = "Whether any change would have led to "
	textNotFixedEnd  = " is not decided."
	textNoFew        = "No change of up to three things would have been enough."
	textNoFewOpen    = "No change of up to three things was found that would have been enough."
	textResponsive   = "Values of each feature alone that would have been enough"
	textFollowsAlong = ", with what follows"
)

// MostReasons bounds the reasons of a notice, as US Regulation B does.
const MostReasons = 4

// Reason is one of a notice. Without a Row it counted against somebody and cannot be changed.
type Reason struct {
	Features       []int
	Row, Low, High []float64
	Levels         []int // of one feature, all that would do
}

// Principal are at most four reasons: what alone would have been enough, the cheapest first, then what
// would have been enough together, then what counted against the row and cannot be changed.
func Principal(r document.Reasons) (list []Reason) {
	alone := slices.DeleteFunc(slices.Clone(r.Each), func(x document.Reason) bool { return x.Alone != document.Yes })
	slices.SortStableFunc(alone, func(a, b document.Reason) int { return cmp.Compare(a.Cost, b.Cost) })
	for _, x := range alone {
		list = append(list, Reason{[]int{x.Feature}, x.Row, x.Low, x.High, x.Levels})
	}
	for _, x := range r.Sets {
		list = append(list, Reason{x.Features, x.Row, x.Low, x.High, nil})
	}
	for _, x := range r.Each {
		if x.Locked && x.Against {
			list = append(list, Reason{Features: []int{x.Feature}})
		}
	}
	return list[:min(len(list), MostReasons)]
}

// PrincipalReasons says them.
func PrincipalReasons(s data.Schema, r document.Reasons) [][]kit.Phrase {
	return kit.Each(Principal(r), func(x Reason) []kit.Phrase {
		if x.Row == nil {
			return against(s, r.Row, x.Features[0])
		}
		return enough(s, r.Row, x)
	})
}

// enough says what the change of a reason would have had to be.
func enough(s data.Schema, was []float64, x Reason) []kit.Phrase {
	row, low, high, levels, features := x.Row, x.Low, x.High, x.Levels, x.Features
	var out []kit.Phrase
	for i, j := range features {
		f := s.Features[j]
		out = append(out, kit.Phrase{Text: kit.Between(i, len(features))}, kit.Phrase{Text: f.Name, Role: kit.Quoted},
			kit.Phrase{Text: ": "})
		switch {
		case len(low) > 0 && low[j] < high[j]:
			from, to := f.Between(low[j], high[j])
			out = append(out, kit.Phrase{Text: from, Role: kit.Changed}, kit.Phrase{Text: " to "},
				kit.Phrase{Text: to, Role: kit.Changed})
		case len(levels) > 1:
			out = append(out, kit.Phrase{Text: kit.Or(kit.Each(levels, func(l int) string { return f.Levels[l] })),
				Role: kit.Changed})
		default:
			out = append(out, kit.Phrase{Text: f.Say(row[j]), Role: kit.Changed})
		}
		out = append(out, kit.Phrase{Text: " instead of " + f.Say(was[j])})
	}
	text := " would have been enough"
	if len(features) > 1 {
		text = " together would have been enough"
	}
	for j, v := range row {
		if v != was[j] && !slices.Contains(features, j) {
			text += textFollowsAlong
			break
		}
	}
	return append(out, kit.Phrase{Text: text + "."})
}

// against names what cannot be changed and counted against a row; it gives no advice.
func against(s data.Schema, was []float64, j int) []kit.Phrase {
	f := s.Features[j]
	return []kit.Phrase{{Text: f.Name, Role: kit.Quoted}, {Text: " " + f.Say(was[j]) +
		" counted against it; nothing about it can be changed."}}
}

// FixedPhrases say whether anything that may change would have led to the class.
func FixedPhrases(s data.Schema, r document.Reasons) []kit.Phrase {
	class := kit.Phrase{Text: s.Outcome.Format(float64(r.Target)), Role: kit.Decided}
	few := slices.ContainsFunc(r.Each, func(x document.Reason) bool { return x.Alone == document.Yes })
	switch {
	case r.Fixed == document.Yes:
		return []kit.Phrase{{Text: textFixed}, class, {Text: textFixedEnd}}
	case r.Fixed == document.Undecided:
		return []kit.Phrase{{Text: textNotFixed}, class, {Text: textNotFixedEnd}}
	case few || len(r.Sets) > 0:
		return nil
	case r.Left > 0 || slices.ContainsFunc(r.Each, func(x document.Reason) bool {
		return !x.Locked && x.Alone == document.Undecided
	}):
		return []kit.Phrase{{Text: textNoFewOpen}}
	}
	return []kit.Phrase{{Text: textNoFew}}
}

// textResponds is the responsiveness of a feature.
func textResponds(x document.Reason) string {
	return fmt.Sprintf("%d of %s", x.Reached, kit.Plural(x.Tried, "permitted value"))
}
