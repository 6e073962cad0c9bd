package causal

import (
	"fmt"
	"slices"

	"causeway/core/data"
)

// Sentences says of every carried effect that it follows and what it keeps, as one
// plain sentence each, in the order of Verdicts.
func (c *Carried) Sentences(s data.Schema) []string {
	var list []string
	for _, n := range c.nodes {
		list = append(list, c.clause(s, n)+".")
	}
	return list
}

func (c *Carried) clause(s data.Schema, n Node) string {
	var causes []string
	for _, p := range n.Parents {
		causes = append(causes, quote(s.Features[p].Name))
	}
	return quote(s.Features[n.Feature].Name) + " follows from " + join(causes, "and") + " and keeps what is this row's own"
}

// Verdicts judge a row by every carried effect: of a number, whether its residual is
// that of the factual; of levels, whether it is the one nearest to what follows.
func (o *Own) Verdicts(s data.Schema, row []float64) (list []Verdict) {
	if o == nil {
		return nil
	}
	for i, n := range o.nodes {
		v := Verdict{Pass: o.holds(i, row), Applies: o.moved(n, row) || row[n.Feature] != o.factual[n.Feature]}
		for _, j := range append(slices.Clone(n.Parents), n.Feature) {
			v.Values = append(v.Values, Change{j, o.factual[j], row[j]})
		}
		word := "Kept: "
		if !v.Pass {
			word = "Broken: "
		}
		f := o.schema.Features[n.Feature]
		v.Sentence = word + o.clause(s, n) + "; " + residuals(f, o.residual[i], Score(f, row[n.Feature])-o.mean(n, row), v.Pass) + "."
		list = append(list, v)
	}
	return list
}

// residuals tells two residuals: those of a number that follows are one.
func residuals(f data.Feature, was, is float64, pass bool) string {
	a, b := fmt.Sprintf("%.7g", was), fmt.Sprintf("%.7g", is)
	switch {
	case pass && (a == b || f.Kind.Numeric()):
		return "its residual is " + a + ", before and after"
	case pass:
		return "its residual is " + a + " before and " + b + " after, as the nearest of its levels is taken"
	}
	return "its residual is " + a + " before and " + b + " after"
}
