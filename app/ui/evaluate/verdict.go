package evaluate

import (
	"cmp"
	"slices"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/metric"
	"causeway/core/model"
)

// Verdict says in one sentence which method holds most often and which may hold equally often, and
// claims only what was measured. It gives the best method's share held, distance, number of changes
// and time, if known.
func Verdict(v store.Evaluation) (text string, figures []Said) {
	held := func(i int) float64 { return v.Summary(i, "answers.held").Mean }
	list := slices.DeleteFunc(Compared(v), func(i int) bool { return v.Summary(i, "answers.held").N == 0 })
	if len(list) == 0 {
		return TextHeldUnknown, nil
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(held(b), held(a)) })
	best := list[0]
	most := v.Summary(best, "answers.held")
	if most.Mean == 0 {
		return textNoneHolds(len(list)), nil
	}
	var near []string
	for _, i := range list[1:] {
		if s := v.Summary(i, "answers.held"); most.Mean-s.Mean <= max(most.SD, s.SD) {
			near = append(near, textMethodName(v.Entrants[i].Method))
		}
	}
	text = textVerdict(textMethodName(v.Entrants[best].Method), len(list), most.Mean)
	if len(near) > 0 {
		text += " " + textNear(near)
	}
	figures = []Said{{store.FormatShare(most.Mean), textHowMany, textOfThose(v.Summary(best, "answers.ofReachable"))}}
	if own := v.Summary(best, "answers.contProximity"); own.N > 0 && own.Mean != 0 {
		figures = append(figures, Said{kit.FormatFixed(0-own.Mean, 2), textHowNear,
			textSearchNeeds(negative(v.Summary(best, "answers.search.contProximity")))})
	}
	if own := v.Summary(best, "answers.changes"); own.N > 0 {
		figures = append(figures, Said{kit.FormatFixed(own.Mean, 2), textHowSparse,
			textSearchNeeds(v.Summary(best, "answers.search.changes"))})
	}
	if t, known := v.Times(best); known {
		fast := Said{Value: kit.FormatDuration(1000 * t.PerThousand()), Of: textHowFast}
		if model.Method(v.Entrants[best].Method).Chosen() {
			fast.Beside = textAfterTraining(t.Train)
		}
		figures = append(figures, fast)
	}
	return text, figures
}

// Said is a figure of a verdict: its value, what was measured, and a value for comparison.
type Said struct{ Value, Of, Beside string }

// String returns the value with its comparison.
func (s Said) String() string {
	if s.Beside == "" {
		return s.Value
	}
	return s.Value + " (" + s.Beside + ")"
}

func negative(s metric.Summary) metric.Summary {
	s.Mean = 0 - s.Mean
	return s
}

// withSearch uses the time of this page's last search if an evaluation has no times, because times
// depend on the machine and many files omit them.
func withSearch(figures []Said, e store.Explain) []Said {
	if len(figures) == 0 || slices.ContainsFunc(figures, func(f Said) bool { return f.Of == textHowFast }) ||
		!e.HasFound || e.Found.TookMS <= 0 {
		return figures
	}
	return append(figures, Said{Value: kit.FormatDuration(e.Found.TookMS), Of: textOneSearch})
}

// Lead returns the headline above the comparison: the name it begins with, and the rest.
func Lead(v store.Evaluation) (name, rest string) {
	if v.Done() == 0 {
		return "", textNothingCompared
	}
	text, figures := Verdict(v)
	if i := slices.IndexFunc(figures, func(f Said) bool { return f.Of == textHowFast }); i >= 0 {
		text += " " + textFast(figures[i].Value)
	}
	for _, i := range Compared(v) {
		if title := textMethodName(v.Entrants[i].Method); strings.HasPrefix(text, title+" ") {
			name = title
		}
	}
	return name, strings.ReplaceAll(strings.TrimPrefix(text, name), " %", "\u00a0%")
}

// measured reports whether any experiment measured the share held, which earlier versions did not.
func measured(v store.Evaluation) bool {
	return slices.ContainsFunc(Compared(v), func(i int) bool { return v.Summary(i, "answers.held").N > 0 })
}
