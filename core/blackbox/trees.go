package blackbox

// Trees contains the decision trees of a black box that sums them, in a form for computing
// bounds. Nodes test only values of a decoded row, and every leaf adds numbers to classes. It
// must not be changed.
type Trees struct {
	Classes int
	Nodes   []Node
	Roots   []int32
	Gives   []Gift    // contributions of the leaves
	Base    []float64 // added to every class
	Sets    [][]bool  // sets of levels that lead to the yes side
	Wrong   float64   // largest difference between a computed sum of a class and the true one
	Shares  bool      // the shares are the sums divided by their total, otherwise their softmax
	Least   float64   // minimum of the total over all classes, if Shares is set
	Most    float64

	// See returns the number that the black box reads for a feature from its encoded value. It
	// never decreases if the encoded value increases.
	See func(feature int, encoded float32) float64
}

// Node is a node of a tree. A leaf has no Feature, and its Gives are those from Yes to No.
type Node struct {
	At      float64 // numbers up to this one lead to the yes side
	Feature int32   // -1 for a leaf
	Set     int32   // index of the levels that lead to the yes side; -1 for a number
	Yes, No int32
	Flag    int32 // the feature whose second level means that the number is missing, or -1
	GapGoes bool  // a missing number leads to the yes side
}

// Gift is the number that a leaf adds to the sum of a class.
type Gift struct {
	Class int32
	Add   float64
}

// Treed is a black box made of trees. Trees returns nil if it cannot be represented in this form.
type Treed interface {
	BlackBox
	Trees() *Trees
}

// Yes reports whether a decoded row takes the yes side of an inner node.
func (t *Trees) Yes(n *Node, row []float64) bool {
	switch {
	case n.Flag >= 0 && row[n.Flag] != 0:
		return n.GapGoes
	case n.Set >= 0:
		return t.Sets[n.Set][int(row[n.Feature])]
	}
	return row[n.Feature] <= n.At
}

// Sums returns the sum of the leaves that a decoded row reaches, for each class.
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
