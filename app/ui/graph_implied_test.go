package ui

import (
	"testing"

	graphstep "causeway/app/ui/graph"
	"causeway/core/causal"
)

// The page names the open path and the sufficient adjustment sets.
func TestWhatADrawingImpliesIsSaid(t *testing.T) {
	name := func(j int) string { return []string{"age", "education", "income", ""}[min(j, 3)] }
	arrow := func(a, b int) bool { return a < b }
	for _, tt := range []struct{ got, want string }{
		{graphstep.TextDepends("age", "income", nil, false, graphstep.TextPath([]int{0, 1, 2}, name, arrow)),
			"age and income may depend on each other: age → education → income is open."},
		{graphstep.TextDepends("age", "income", []string{"education"}, true, ""),
			"Given education, age and income do not depend on each other."},
		{graphstep.TextDepends("a", "b", []string{"c", "d"}, false, graphstep.TextPath([]int{1, 0}, name, arrow)),
			"Given c and d, a and b may depend on each other: education ← age is open."},
		{graphstep.TextDepends("a", "b", nil, false, graphstep.TextPath([]int{0, 9, 1, 2}, name, arrow)),
			"a and b may depend on each other: age ↔ education → income is open."},
		{graphstep.TextAdjust("x", "y", causal.Adjustment{Never: true}, name), "No adjustment can identify the " +
			"effect of x on y from rows: a path through something unobserved always stays open."},
		{graphstep.TextAdjust("age", "income", causal.Adjustment{None: true}, name),
			"age has no effect on income: no path of arrows leads there."},
		{graphstep.TextAdjust("age", "income", causal.Adjustment{Sets: [][]int{{}}, All: true}, name),
			"The effect of age on income can be estimated from the rows without any adjustment."},
		{graphstep.TextAdjust("x", "y", causal.Adjustment{Sets: [][]int{{0}, {1, 2}}}, name),
			"To estimate the effect of x on y from the rows, adjust for age; or for education and income. Other " +
				"sets may work too."},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
