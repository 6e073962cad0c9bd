package study

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/peers"
)

// Every method of other tools is in the registry and runs as an experiment. Its answers reach the
// target and keep fixed features, and rows without an answer count as failures.
func TestPeers(t *testing.T) {
	table, p, s := people(t)
	race := table.Schema.Index("race")
	s.Hard = append(slices.Clone(s.Hard), causal.Rule{Kind: causal.Immutable, Feature: race})
	p.From = 0
	b := newTestBench(t, table, p, Quiet(still))
	for _, m := range peers.Methods {
		s.Method = model.Method(m.Name)
		if !s.Method.Peer() {
			t.Errorf("%s is not in the registry", m.Name)
			continue
		}
		o, err := b.Run(s)
		if err != nil {
			t.Fatal(err)
		}
		d, found := o.Made.Decoded, 0
		for i := range d.Factual {
			if d.Found[i] {
				found++
			}
			if d.Found[i] != d.Valid(i) || d.Found[i] == slices.Equal(d.Factual[i], d.Counterfactual[i]) ||
				d.Factual[i][race] != d.Counterfactual[i][race] {
				t.Errorf("%s: %v becomes %v, found %v, valid %v", m.Name, d.Factual[i], d.Counterfactual[i], d.Found[i],
					d.Valid(i))
			}
		}
		if o.Held == nil || *o.Held > o.Decoded.Validity ||
			o.Decoded.Validity != float64(found)/float64(len(d.Factual)) {
			t.Errorf("%s: held %v and validity %v of %d found among %d", m.Name, o.Held, o.Decoded.Validity, found,
				len(d.Factual))
		}
		if m.Name == "nun" && found == 0 {
			t.Error("nobody has a neighbour of the other class")
		}
	}
	for _, m := range model.Methods() {
		if known := slices.ContainsFunc(peers.Methods,
			func(p peers.Method) bool { return p.Name == string(m) }); known != m.Peer() {
			t.Errorf("%s is a method of others: %v, and there is one of that name: %v", m, m.Peer(), known)
		}
	}
}
