package study

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/peers"
)

func init() {
	for _, m := range peers.Methods {
		ways[model.Method(m.Name)] = func(b *Bench, s Setting) (blackbox.Answerer, float64, error) { return b.peer(m, s) }
	}
}

// peer is what another tool does. It is given the features that hard rules keep as they
// are, and no other rule: it knows none.
func (b *Bench) peer(m peers.Method, s Setting) (blackbox.Answerer, float64, error) {
	start := b.host.Clock()
	from, err := m.New(peers.Problem{Schema: b.Table.Schema, BlackBox: b.BlackBox, Rows: b.trainRows(), Seed: b.Seed,
		Tick: b.host.Tick, Fixed: fixed(len(b.Table.Cols), s.Hard)})
	return from, b.host.Clock() - start, err
}

// fixed says of every feature whether rules keep it as it is.
func fixed(features int, rules []causal.Rule) []bool {
	f := make([]bool, features)
	for _, r := range rules {
		if r.Kind == causal.Immutable && !r.Soft {
			f[r.Feature] = true
		}
	}
	return f
}
