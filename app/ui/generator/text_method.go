package generator

import (
	"fmt"
	"strconv"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/label"
	"causeway/core/model"
)

// textExamples says what Example-based does after its first training.
func textExamples(l store.Labels, kind model.Kind) string {
	text := fmt.Sprintf("In Label, it learns after every %s, with weight %s.", kit.Plural1(l.Settings.Every, "label"),
		formatWeight(l.Settings.WeightFor(kind)))
	if l.Settings.Every == 0 {
		text = fmt.Sprintf("In Label, it learns when you ask; labels have weight %s.",
			formatWeight(l.Settings.WeightFor(kind)))
	}
	if n := l.Counts[label.Feasible] + l.Counts[label.Infeasible]; n > 0 {
		text += fmt.Sprintf(" The %s of this table are learned as soon as it is trained.", kit.Plural1(n, "label"))
	}
	return text
}

func formatWeight(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
