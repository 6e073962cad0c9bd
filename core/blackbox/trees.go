package blackbox

// Trees is what a black box that adds up decision trees answers, written so that it can
// be bounded: nodes ask of the values of a decoded row alone, and every leaf adds numbers
// to classes. It is read only.
type Trees struct {
	Classes int
	Nodes   []Node
	Roots   []int32
	Gives   []Gift    // of the leaves
	Base    []float64 // added to every class
	Sets    [][]bool  // of levels, that go to the yes side
	Wrong   float64   // how far a computed sum of a class may be from the true one
	Shares  bool      // sums are divided by their sum, else shares are their softmax
	Least   float64   // of all sums of the classes together, where Shares
	Most    float64

	// See is the number of a feature that the black box takes an encoded one for. It never
	// falls as that rises.
	See func(feature int, encoded float32) float64
}

// Node is one of a tree. A leaf, which has no Feature, gives Gives from Yes to No.
type Node struct {
	At      float64 // a number of at most this goes to the yes side
	Feature int32   // -1: a leaf
	Set     int32   // of the levels that do; -1: the feature is a number
	Yes, No int32
	Flag    int32 // a feature whose second level says that the number is missing; -1: it never is
	GapGoes bool  // a missing number goes to the yes side
}

// Gift is what a leaf adds to the sum of a class.
type Gift struct {
	Class int32
	Add   float64
}

// Treed is a black box of trees. Trees returns nil where it cannot be written so.
type Treed interface {
	BlackBox
	Trees() *Trees
}

// Yes reports whether a decoded row goes to the yes side of an inner node.
func (t *Trees) Yes(n *Node, row []float64) bool {
	switch {
	case n.Flag >= 0 && row[n.Flag] != 0:
		return n.GapGoes
	case n.Set >= 0:
		return t.Sets[n.Set][int(row[n.Feature])]
	}
	return row[n.Feature] <= n.At
}

// Sums adds up what the leaves give to the classes that a decoded row comes to.
func (t *Trees) Sums(row []float64) []float64 {
	sums := append([]float64(nil), t.Base...)
	for _, root := range t.Roots {
		n := &t.Nodes[root]
		for n.Feature >= 0 {
			if t.Yes(n, row) {
				n = &t.Nodes[n.Yes]
			} else {
				n = &t.Nodes[n.No]
			}
		}
		for _, g := range t.Gives[n.Yes:n.No] {
			sums[g.Class] += g.Add
		}
	}
	return sums
}
