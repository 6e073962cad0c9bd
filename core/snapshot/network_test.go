package snapshot

import (
	"fmt"
	"testing"

	"causeway/core/data"
	"causeway/core/model"
)

// A generator that learned from a search is read with probes and, as early files have it,
// without; arrays and sizes that do not go together are told.
func TestLearnedSearchIsRead(t *testing.T) {
	schema := data.Schema{Features: []data.Feature{{Kind: data.Integer}, {Kind: data.Category, Levels: []string{"a", "b", "c"}}},
		Outcome: data.Feature{Levels: []string{"p", "q", "r"}}}
	state := func(in, out int, counters ...uint64) model.State {
		s := model.State{Counters: counters, Tensors: []model.Tensor{model.NewTensor("answers.center", []int{2}, make([]float32, 2))}}
		for i, shape := range [][]int{{4, in}, {5, 4}, {out, 5}} {
			name := fmt.Sprintf("answers.net.%d", i)
			s.Tensors = append(s.Tensors, model.NewTensor(name+".weight", shape, make([]float32, shape[0]*shape[1])),
				model.NewTensor(name+".bias", shape[:1], make([]float32, shape[0])))
		}
		return s
	}
	ends := func(s model.State, shape ...int) model.State {
		s.Tensors = append(s.Tensors, model.NewTensor("answers.ends", shape, make([]float32, shape[0]*shape[1])))
		return s
	}
	const in, out, asks = 4 + 2*3 + 3 + 2, 2 + 2 + 3, 2 * (4 + 3)
	for name, c := range map[string]struct {
		state model.State
		good  bool
	}{
		"early":                     {state(in, 16*out, 3, 4, 16, 4, 5), true},
		"with probes":               {state(in+asks, 8*(out+5), 3, 4, 8, 4, 5, asks), true},
		"early, inputs for probes":  {state(in+asks, 16*out, 3, 4, 16, 4, 5), false},
		"other probes":              {state(in+asks, 8*(out+5), 3, 4, 8, 4, 5, asks+1), false},
		"no outputs for probes":     {state(in+asks, 8*out, 3, 4, 8, 4, 5, asks), false},
		"no inputs for probes":      {state(in, 8*(out+5), 3, 4, 8, 4, 5, asks), false},
		"a size that nobody knows":  {state(in+asks, 8*(out+5), 3, 4, 8, 4, 5, asks, 1), false},
		"with ends":                 {ends(state(in+asks, 4*(out+5), 3, 4, 4, 4, 5, asks, 2), 2, 3), true},
		"other ends than it says":   {ends(state(in+asks, 4*(out+5), 3, 4, 4, 4, 5, asks, 2), 3, 3), false},
		"ends of other features":    {ends(state(in+asks, 4*(out+5), 3, 4, 4, 4, 5, asks, 2), 2, 4), false},
		"more ends than there may":  {ends(state(in+asks, 4*(out+5), 3, 4, 4, 4, 5, asks, 13), 13, 3), false},
		"ends that it does not say": {ends(state(in+asks, 4*(out+5), 3, 4, 4, 4, 5, asks), 2, 3), false},
		"another number of classes": {state(in, 16*out, 2, 4, 16, 4, 5), false},
	} {
		var k checks
		if k.generator(c.state, schema); (k.err == nil) != c.good {
			t.Errorf("%s: %v", name, k.err)
		}
	}
}
