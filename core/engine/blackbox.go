package engine

import (
	"causeway/core/data"
	"causeway/core/nn"
	"causeway/core/wire"
)

// blackBox is the trained classifier of a project.
type blackBox struct {
	*nn.Classifier
	model []byte  // as ClassifierTrained carries it
	said  []int16 // of every row of the table, the class; -1: it was not asked. See predictions
}

// classifierKind names the states of classifiers.
const classifierKind = "classifier"

// newBlackBox keeps a classifier for the table with that hash.
func newBlackBox(c *nn.Classifier, hash string) (*blackBox, error) {
	b, err := wire.EncodeState(pack(classifierKind, hash, c.Model()))
	return &blackBox{Classifier: c, model: b}, err
}

// loadBlackBox reads what a ClassifierTrained carried.
func loadBlackBox(b []byte, p *project) (*blackBox, error) {
	s, err := wire.DecodeState(b)
	if err != nil || s.Kind != classifierKind {
		return nil, refuse(wire.CodeBadInput, "The kept classifier is damaged; train it again.")
	}
	if s.Of != p.hash {
		return nil, refuse(wire.CodeBadInput, "The kept classifier belongs to another table; train it again.")
	}
	c, err := nn.LoadClassifier(unpack(s))
	if err != nil || c.Net.In() != p.table.Schema.Width() || c.Classes() != p.table.Schema.Classes() {
		return nil, refuse(wire.CodeBadInput, "The kept classifier does not fit the table; train it again.")
	}
	return &blackBox{Classifier: c, model: b}, nil
}

// answer is what the black box says about a row.
type answer struct {
	class  int
	shares []float64
}

func (a answer) floats() wire.Floats { return wire.NewFloats(a.shares, len(a.shares)) }

// ask returns the answers for rows.
func (b *blackBox) ask(s data.Schema, rows [][]float64) []answer {
	var all []answer
	b.Each(encodeRows(s, rows), func(y []int, shares []float32) {
		best := make([]int, len(y))
		nn.Best(shares, best)
		for e, class := range best {
			a := answer{class, make([]float64, b.Classes())}
			for k := range a.shares {
				a.shares[k] = float64(shares[k*len(y)+e])
			}
			all = append(all, a)
		}
	})
	return all
}

// encodeRows returns rows as models read them; their classes are unknown and 0.
func encodeRows(s data.Schema, rows [][]float64) nn.Examples {
	w := s.Width()
	ex := nn.Examples{X: make([]float32, len(rows)*w), Y: make([]int, len(rows)), Width: w}
	for i, r := range rows {
		s.Encode(r, ex.X[i*w:(i+1)*w])
	}
	return ex
}

// examples returns the given rows of the table with their classes.
func examples(t *data.Table, rows []int) nn.Examples {
	w := t.Schema.Width()
	ex := nn.Examples{X: make([]float32, len(rows)*w), Y: make([]int, len(rows)), Width: w}
	row := make([]float64, len(t.Cols))
	for n, i := range rows {
		t.Schema.Encode(t.Row(i, row), ex.X[n*w:(n+1)*w])
		ex.Y[n] = t.Outcome[i]
	}
	return ex
}
