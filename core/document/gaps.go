package document

import (
	"slices"

	"causeway/core/data"
)

// Blank returns the answers for display. A number and the flag that says whether it is missing
// become one feature, the number, which is data.Blank while it is missing.
func (x Explained) Blank(s data.Schema) Explained {
	flags := s.Flags()
	if len(flags) == 0 || len(x.Factual.Row) != len(s.Features) {
		return x
	}
	factual := x.Factual.Row
	x.Factual = x.Factual.blank(s, flags, factual)
	x.Rows, x.Relaxed = slices.Clone(x.Rows), slices.Clone(x.Relaxed)
	for i, c := range x.Rows {
		x.Rows[i] = c.blank(s, flags, factual)
	}
	for i, r := range x.Relaxed {
		x.Relaxed[i].Row = r.Row.blank(s, flags, factual)
	}
	return x
}

func (c Counterfactual) blank(s data.Schema, flags map[int]int, factual []float64) Counterfactual {
	own := c.Row
	if len(own) != len(s.Features) {
		return c
	}
	c.Row, c.Base = s.Blank(own), slices.Clone(s.Blank(c.Base))
	for j, g := range flags {
		if own[g] == factual[g] {
			continue
		}
		switch {
		case own[g] != 0 && len(c.Base) == len(own): // it goes missing
			c.Base[j] = factual[j]
		case own[g] != 0:
		case own[j] != factual[j]:
			c.Changed-- // telling is one change
		}
		if len(c.Without) == len(own) {
			c.Without = slices.Clone(c.Without)
			c.Without[j] = c.Without[g]
		}
		c.Plan = joinTellingSteps(c.Plan, j, g)
	}
	for i := range c.Plan {
		c.Plan[i].Row = s.Blank(c.Plan[i].Row)
	}
	return c
}

// joinTellingSteps joins the steps of a plan that change a flag and its number.
func joinTellingSteps(plan []Step, number, flag int) []Step {
	does := func(j int) int {
		return slices.IndexFunc(plan, func(st Step) bool { return slices.Contains(st.Does, j) })
	}
	plan = slices.Clone(plan)
	at, to := does(flag), does(number)
	if at < 0 {
		return plan
	}
	st := &plan[at]
	st.Does = slices.DeleteFunc(slices.Clone(st.Does), func(j int) bool { return j == flag || j == number })
	if to <= at { // the number is not told later
		st.Does = append(st.Does, number)
		return plan
	}
	for i := at; i < to; i++ {
		plan[i].Row = slices.Clone(plan[i].Row)
		plan[i].Row[flag] = 1
	}
	if len(st.Does)+len(st.Follows) == 0 {
		plan = slices.Delete(plan, at, at+1)
	}
	return plan
}

// Blank returns the reasons for display, like those of Explained: a flag's reason becomes its
// number's.
func (r Reasons) Blank(s data.Schema) Reasons {
	flags := s.Flags()
	if len(flags) == 0 || len(r.Row) != len(s.Features) {
		return r
	}
	number := map[int]int{}
	for j, g := range flags {
		number[g] = j
	}
	row := r.Row
	r.Row = s.Blank(row)
	var each []Reason
	for _, x := range r.Each {
		j, isFlag := number[x.Feature]
		g, flagged := flags[x.Feature]
		switch {
		case isFlag && row[x.Feature] == 0, flagged && row[g] != 0: // the other one of the pair says it
			continue
		case isFlag:
			x.Feature, x.Levels = j, nil
		}
		x.Row = s.Blank(x.Row)
		each = append(each, x)
	}
	r.Each, r.Sets = each, slices.Clone(r.Sets)
	for i, x := range r.Sets {
		var features []int
		for _, j := range x.Features {
			if n, isFlag := number[j]; isFlag {
				j = n
			}
			if !slices.Contains(features, j) {
				features = append(features, j)
			}
		}
		r.Sets[i].Features, r.Sets[i].Row = features, s.Blank(x.Row)
	}
	return r
}
