package study

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/peers"
)

func init() {
	for _, m := range peers.Methods {
		ways[model.Method(m.Name)] = func(b *Bench, s Setting) (blackbox.Answerer, float64, error) {
			return b.peer(m, s)
		}
	}
}

// peer runs another tool's method and passes every hard rule to it.
func (b *Bench) peer(m peers.Method, s Setting) (blackbox.Answerer, float64, error) {
	start, of, gaveUp := b.host.Clock(), b.asPeers(s), 0
	of.GaveUp = func() { gaveUp++ }
	from, err := m.New(of)
	return weary{from, &gaveUp}, b.host.Clock() - start, err
}

// weary counts the rows for which a tool gave up.
type weary struct {
	blackbox.Answerer
	gaveUp *int
}

// asPeers returns a setting in the form that other tools receive.
func (b *Bench) asPeers(s Setting) peers.Problem {
	schema := b.Table.Schema
	return peers.Problem{Schema: schema, BlackBox: b.BlackBox, Rows: b.trainRows(), Seed: b.Seed,
		Tick: b.host.Tick, Fixed: fixed(len(b.Table.Cols), s.Hard),
		Domains: func(row []float64) []causal.Domain {
			left, _ := causal.Domains(schema, s.Hard, row)
			return left
		},
		Keeps: func(factual, row []float64) bool { return causal.AllHold(schema, s.Hard, factual, row) }}
}

// fixed reports for each feature whether a rule fixes it.
func fixed(features int, rules []causal.Rule) []bool {
	f := make([]bool, features)
	for _, r := range rules {
		if r.Kind == causal.Immutable && !r.Soft {
			f[r.Feature] = true
		}
	}
	return f
}
