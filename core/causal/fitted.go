package causal

import "causeway/core/data"

// Fitted is a node as it travels to who does not have the rows that it was fitted to.
type Fitted struct {
	Feature   int     `msgpack:"feature" bound:"0..lastFeature" is:"feature"`
	Parents   []int   `msgpack:"parents" bound:"0..lastFeature" is:"feature"`
	Mechanism Saved   `msgpack:"mechanism"`
	Variance  float64 `msgpack:"variance" bound:">0.."`
}

// Node is the node of a table with a schema. Its error says that the table cannot have it.
func (f Fitted) Node(s data.Schema) (Node, error) {
	m, err := f.Mechanism.Mechanism()
	if err != nil {
		return Node{}, err
	}
	n := Node{Feature: f.Feature, Parents: f.Parents, Mechanism: m, Variance: f.Variance}
	_, err = NewSCM(s, n)
	return n, err
}
