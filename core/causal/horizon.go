package causal

import "slices"

// Horizon returns a person's limit on how far feature j rises without action. Rises that its causes
// force through hard rules with Least do not count.
func Horizon(rules []Rule, j int, most float64) Rule {
	h := Rule{Kind: MoveAtMost, Feature: j, Min: Open, Max: most, Local: true}
	for _, r := range rules {
		if r.Kind != IfRisesThenRises || r.Other != j || r.Soft || r.Least == 0 || r.Falls && !r.Reverse {
			continue
		}
		m := Member{Feature: r.Feature, Falls: r.Falls, Least: r.Least}
		if k := slices.IndexFunc(h.Also, func(o Member) bool { return o.Feature == m.Feature }); k < 0 {
			h.Also = append(h.Also, m)
		} else if h.Also[k].Falls == m.Falls {
			h.Also[k].Least = max(h.Also[k].Least, m.Least)
		}
	}
	return h
}

// Horizons returns the Horizon rules of all features whose limit in most is not 0.
func Horizons(rules []Rule, most []float64) (list []Rule) {
	for j, v := range most {
		if v > 0 {
			list = append(list, Horizon(rules, j, v))
		}
	}
	return list
}
