package explain

import (
	"cmp"
	"slices"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
)

// textLimitKind names a kind of limit of a feature.
func textLimitKind(k causal.LimitKind) string {
	switch k {
	case causal.Frozen:
		return "Frozen"
	case causal.OnlyUp:
		return "Only up"
	case causal.OnlyDown:
		return "Only down"
	case causal.Between:
		return "In a range"
	case causal.Within:
		return "At most ±"
	case causal.OnlyThese:
		return "Only these"
	}
	return "Free"
}

type difficulty struct {
	value causal.Difficulty
	text  string
}

var difficulties = []difficulty{
	{causal.VeryEasy, "Very easy"}, {causal.Easy, "Easy"}, {causal.Usual, "Usual"}, {causal.Difficult, "Hard"},
	{causal.VeryDifficult, "Very hard"}, {causal.Impossible, "Impossible"},
}

func textNow(value string) string { return "Now " + value + "." }

// textLocked names the rules for everyone that lock a feature.
func textLocked(rules string) string { return "Locked for everyone: " + rules }

// textOnceOrdered names a limit that asks for an order first.
func textOnceOrdered(k causal.LimitKind) string { return textLimitKind(k) + ", once ordered" }

func textDifficultyOf(name string) string { return "Difficulty of " + name }

// textWithheld says how hard it is to withhold a number.
func textWithheld(name string, d causal.Difficulty) string {
	i := slices.IndexFunc(difficulties, func(o difficulty) bool { return o.value == d })
	return name + " " + strings.ToLower(difficulties[max(i, 0)].text) + " to withhold"
}

func textWithholding(name string) string { return "Difficulty of withholding " + name }
func textLimitOf(name string) string     { return "Change of " + name }

// textLimit summarizes a feature's limit in a few words.
func textLimit(f data.Feature, l causal.Limit) string {
	var parts []string
	switch l.Kind {
	case causal.Free:
	case causal.Between:
		f := f.Stating(l.Min, l.Max)
		parts = append(parts, f.Format(l.Min)+" to "+f.Say(l.Max))
	case causal.Within:
		parts = append(parts, "at most ±"+f.Stating(l.By).Say(l.By))
	case causal.OnlyThese:
		var names []string
		for _, i := range l.Levels {
			if i < len(f.Levels) { // or it belongs to an earlier table
				names = append(names, f.Levels[i])
			}
		}
		parts = append(parts, "only "+strings.Join(names, ", "))
	default:
		parts = append(parts, strings.ToLower(textLimitKind(l.Kind)))
	}
	for _, d := range difficulties {
		if d.value == l.Difficulty && l.Difficulty != causal.Usual {
			parts = append(parts, strings.ToLower(d.text))
		}
	}
	return f.Name + " " + strings.Join(parts, ", ")
}

const (
	textHorizonHelp = "Rises forced by its causes do not count. 0 means no limit."
)

// textHorizon returns how far a number may rise; 0: any way.
func textHorizon(f data.Feature, h store.Horizon, v float64) string {
	switch {
	case v == 0:
		return "no limit"
	case h.Years && f.Unit == "" && v == 1:
		return "1 year"
	case h.Years && f.Unit == "":
		f.Unit = "years"
	}
	return f.Stating(v).Say(v)
}

func textAtMost(f data.Feature, h store.Horizon, v float64) string {
	return "at most " + textHorizon(f, h, v) + " on its own"
}

func textHorizonOf(name string) string { return "How far " + name + " may rise on its own" }

func textHorizonField(f data.Feature, h store.Horizon) string {
	if unit := f.Unit; unit != "" || h.Years {
		return textHorizonOf(f.Name) + ", in " + cmp.Or(unit, "years")
	}
	return textHorizonOf(f.Name)
}

// textBeyond says which horizons an answer exceeds.
func textBeyond(list []string) string { return "beyond " + kit.And(list) }

// textNothingWithin says that nothing was found within the horizons.
func textNothingWithin(list []string) string { return "No value is within " + kit.And(list) + "." }

// textLimitsSet lists the person's settings. The default horizons are only on their cards.
func textLimitsSet(s data.Schema, e store.Explain, horizons []store.Horizon) string {
	var list []string
	for j, h := range horizons {
		if h.Most > 0 && e.LimitOf(j).Horizon != 0 {
			list = append(list, s.Features[j].Name+" rises by "+textAtMost(s.Features[j], h, h.Most))
		}
	}
	for j, f := range s.Features {
		l := e.LimitOf(j)
		if l.Kind != causal.Free || l.Difficulty != causal.Usual {
			list = append(list, textLimit(f, l))
		}
		if n := s.FlagOf(j); n >= 0 && l.Withheld > 0 {
			list = append(list, textWithheld(s.Features[n].Name, l.Withheld-1))
		}
	}
	for _, r := range e.Own {
		if r.Check(s) == nil {
			list = append(list, strings.TrimSuffix(r.String(s), "."))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, "; ") + "." // as the columns are called
}
