package explain

import (
	"strings"

	"causeway/app/store"
	"causeway/core/data"
)

// textLimitKind names a kind of limit of a feature.
func textLimitKind(k store.LimitKind) string {
	switch k {
	case store.Frozen:
		return "Frozen"
	case store.OnlyUp:
		return "Only up"
	case store.OnlyDown:
		return "Only down"
	case store.Between:
		return "In a range"
	case store.Within:
		return "At most ±"
	case store.OnlyThese:
		return "Only these"
	}
	return "Free"
}

var difficulties = []struct {
	value store.Difficulty
	text  string
}{
	{store.VeryEasy, "Very easy"}, {store.Easy, "Easy"}, {store.Usual, "Usual"}, {store.Hard, "Hard"},
	{store.VeryHard, "Very hard"}, {store.Impossible, "Impossible"},
}

func textNow(value string) string { return "Now " + value + "." }

// textLocked names the rules for everyone that leave a feature as it is.
func textLocked(rules string) string { return "Locked for everyone: " + rules }

// textOnceOrdered names a limit that asks for an order first.
func textOnceOrdered(k store.LimitKind) string { return textLimitKind(k) + ", once ordered" }

func textDifficultyOf(name string) string { return "Difficulty of " + name }
func textLimitOf(name string) string      { return "Change of " + name }

// textLimit says in a few words what is set for a feature.
func textLimit(f data.Feature, l store.Limit) string {
	var parts []string
	switch l.Kind {
	case store.Free:
	case store.Between:
		parts = append(parts, f.Format(l.Min)+" to "+f.Say(l.Max))
	case store.Within:
		parts = append(parts, "at most ±"+f.Say(l.By))
	case store.OnlyThese:
		var names []string
		for _, i := range l.Levels {
			if i < len(f.Levels) { // or it is of a table before this one
				names = append(names, f.Levels[i])
			}
		}
		parts = append(parts, "only "+strings.Join(names, ", "))
	default:
		parts = append(parts, strings.ToLower(textLimitKind(l.Kind)))
	}
	for _, d := range difficulties {
		if d.value == l.Difficulty && l.Difficulty != store.Usual {
			parts = append(parts, strings.ToLower(d.text))
		}
	}
	return f.Name + " " + strings.Join(parts, ", ")
}

func textLimitsSet(s data.Schema, e store.Explain) string {
	var list []string
	for j, f := range s.Features {
		if l := e.LimitOf(j); l.Kind != store.Free || l.Difficulty != store.Usual {
			list = append(list, textLimit(f, l))
		}
	}
	for _, r := range e.Own {
		if r.Check(s) == nil {
			list = append(list, strings.TrimSuffix(r.String(s), "."))
		}
	}
	if len(list) == 0 {
		return TextNoLimits
	}
	return strings.Join(list, "; ") + "." // as the columns are called
}
