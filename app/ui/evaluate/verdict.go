package evaluate

import (
	"cmp"
	"slices"
	"strings"

	"causeway/app/store"
	"causeway/core/model"
)

// Verdict says in a sentence who holds most, with how many changes, how near and how fast,
// and no more than is measured: another names those that may hold as much.
func Verdict(v store.Evaluation) string {
	held := func(i int) float64 { return v.Summary(i, "answers.held").Mean }
	list := slices.DeleteFunc(Compared(v), func(i int) bool { return v.Summary(i, "answers.held").N == 0 })
	if len(list) == 0 {
		return TextHeldUnknown
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(held(b), held(a)) })
	best := list[0]
	most := v.Summary(best, "answers.held")
	if most.Mean == 0 {
		return textNoneHolds(len(list))
	}
	var near []string
	for _, i := range list[1:] {
		if s := v.Summary(i, "answers.held"); most.Mean-s.Mean <= max(most.SD, s.SD) {
			near = append(near, textMethodName(v.Entrants[i].Method))
		}
	}
	parts := []string{textShareHeld(most, v.Summary(best, "answers.ofReachable"))}
	if own := v.Summary(best, "answers.changes"); own.N > 0 {
		parts = append(parts, textChangesHeld(own, v.Summary(best, "answers.search.changes")))
	}
	if own := v.Summary(best, "answers.contProximity"); own.N > 0 && own.Mean != 0 {
		parts = append(parts, textMovedHeld(own, v.Summary(best, "answers.search.contProximity")))
	}
	if t, known := v.Times(best); known {
		parts = append(parts, textFast(t, model.Method(v.Entrants[best].Method).Chosen()))
	}
	text := textVerdict(textMethodName(v.Entrants[best].Method), len(list)) + strings.Join(parts, ", ") + "."
	if len(near) > 0 {
		text += " " + textNear(near)
	}
	return text
}

// measured reports whether any experiment says what is held: those of earlier versions do
// not.
func measured(v store.Evaluation) bool {
	return slices.ContainsFunc(Compared(v), func(i int) bool { return v.Summary(i, "answers.held").N > 0 })
}
