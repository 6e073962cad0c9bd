package chart

import (
	"strconv"
	"strings"
)

// The tables behind drawings. Their rows are in the order in which readers notice the marks.

func (of MapOf) title() string { return of.Title }

// numbers returns the row, the ways and, for every cell of the ground, the model's answer and the rule that
// forbids it.
func (of MapOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	line := func(who string, at [2]float64, says, rule string) {
		rows = append(rows, []string{who, of.X.name(at[0]), of.Y.name(at[1]), says, rule})
	}
	here, _, _ := strings.Cut(of.Here, ",")
	line(here, of.At, "", "")
	for _, a := range of.Answers {
		line(strconv.Itoa(a.No), a.At, of.Class, "")
	}
	for _, i := range spread(len(of.In), most) {
		r, c := i/len(of.X.At), i%len(of.X.At)
		says, rule := of.Others, ""
		if of.In[i] {
			says = of.Class
		}
		if k := of.Broken[i]; k >= 0 && k < len(of.Rules) {
			rule = of.Rules[k]
		}
		line("", [2]float64{of.X.At[c], of.Y.At[r]}, says, rule)
	}
	return []string{"", of.X.Name, of.Y.Name, "The model says", "What forbids it"}, rows
}

func (of DecisionOf) title() string { return of.Title }
func (of DecisionOf) numbers(_ int, write func(float64) string) (head []string, rows [][]string) {
	rows = [][]string{{of.NowSays, write(of.Now)}}
	if of.HasThen {
		rows = append(rows, []string{of.ThenSays, write(of.Then)})
	}
	if of.Threshold > 0 {
		rows = append(rows, []string{of.Decides, write(of.Threshold)})
	}
	return []string{"", "Probability"}, rows
}

func (of StripOf) title() string { return of.Title }

// numbers returns the row count of every bin or level, and whose value lies in it.
func (of StripOf) numbers(_ int, write func(float64) string) (head []string, rows [][]string) {
	in := func(i int, v float64) bool {
		if len(of.Labels) > 0 {
			return int(v) == i
		}
		last := i == len(of.Counts)-1
		return (v >= of.Edges[i] || i == 0) && (v < of.Edges[i+1] || last)
	}
	for i, n := range of.Counts {
		if len(of.Labels) == 0 && i+1 >= len(of.Edges) || len(of.Labels) > 0 && i >= len(of.Labels) {
			break
		}
		row := []string{of.name(float64(i)), write(float64(n)), "", ""}
		if len(of.Labels) == 0 {
			row[0] = write(of.Edges[i]) + " to " + write(of.Edges[i+1])
		}
		if i < len(of.Of) {
			row[2] = write(float64(of.Of[i]))
		}
		if in(i, of.Value) {
			row[3] = "now"
		}
		for _, a := range of.Answers {
			if in(i, a.Value) {
				row[3] += " " + strconv.Itoa(a.No)
			}
		}
		rows = append(rows, row)
	}
	return []string{of.Title, "Rows", "Accepted", "Here"}, rows
}

func (of TallyOf) title() string { return of.Title }
func (of TallyOf) numbers(_ int, write func(float64) string) (head []string, rows [][]string) {
	for _, p := range of.Parts {
		rows = append(rows, []string{p.Name, write(float64(p.Count))})
	}
	return []string{"", "People"}, rows
}

func (of IntervalOf) title() string { return of.Title }
func (of IntervalOf) numbers(_ int, write func(float64) string) (head []string, rows [][]string) {
	return []string{"From", "Most likely", "To"}, [][]string{{write(of.Low), write(of.At), write(of.High)}}
}
