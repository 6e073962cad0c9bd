package main

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
	"causeway/core/study"
)

// sangioveseStates holds the states of the effects. Growers also change BunchN, by thinning out
// shoots, and SPAD06, by fertilising. Buds depend only on pruning.
var sangioveseStates = map[string]causal.State{
	"BunchN": causal.Adjustable, "SPAD06": causal.Adjustable,
	"NDVI06": causal.Following, "SPAD08": causal.Following, "NDVI08": causal.Following, "WoodW": causal.Following,
	"Anthoc": causal.Following, "Potass": causal.Following, "Brix": causal.Following, "Polyph": causal.Following,
	"pH": causal.Following, "Acid": causal.Following,
}

// treated returns the mechanisms of Sangiovese's rows, by the treatment, which the table omits.
func treated(t *data.Table, seed uint64) (func(row int) *causal.SCM, error) {
	for _, s := range []uint64{tableSeed, freshSeed + seed} {
		drawn, treatment := sim.SangioveseTreated(t.Rows(), s)
		if !slices.Equal(drawn.Cols[0], t.Cols[0]) {
			continue
		}
		of := map[string]*causal.SCM{}
		for _, k := range treatment {
			if of[k] == nil {
				m, err := sim.SangioveseSCM(k)
				if err != nil {
					return nil, err
				}
				of[k] = m
			}
		}
		return func(row int) *causal.SCM { return of[treatment[row]] }, nil
	}
	return nil, fmt.Errorf("these rows are not from the sampler of Sangiovese, so their treatments are unknown")
}

// follow returns what methods know about effects that follow; given returns the true mechanisms
// without the treatment.
func (d *dataset) follow(s data.Schema, k *causal.Knowledge) (given *causal.SCM, err error) {
	if d.states == nil {
		return nil, nil
	}
	if given, err = d.truth(); err != nil {
		return nil, err
	}
	for _, n := range given.Nodes() {
		k.Mechanisms = append(k.Mechanisms, causal.Assignment{Feature: n.Feature,
			State: d.states[s.Features[n.Feature].Name]})
		for _, p := range n.Parents {
			k.Edges = append(k.Edges, causal.Edge{From: p, To: n.Feature})
		}
	}
	return given, nil
}

// judgedBy returns the causal model under which answers for rows of a table are judged, or nil if
// it is the one given to methods.
func (d *dataset) judgedBy(t *data.Table, seed uint64) (*study.World, error) {
	if d.states == nil {
		return nil, nil
	}
	w := &study.World{States: make([]causal.State, len(t.Schema.Features))}
	for name, state := range d.states {
		w.States[t.Schema.Index(name)] = state
	}
	if d.world != nil {
		var err error
		w.Of, err = d.world(t, seed)
		return w, err
	}
	m, err := d.truth()
	w.Of = func(int) *causal.SCM { return m }
	return w, err
}
