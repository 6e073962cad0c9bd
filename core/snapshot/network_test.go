package snapshot

import (
	"fmt"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// A generator that decodes actions is read, and inconsistent arrays and sizes are reported. A
// generator from a Learned search is kept whatever its arrays are.
func TestActionsAreRead(t *testing.T) {
	schema := data.Schema{Features: []data.Feature{{Kind: data.Integer},
		{Kind: data.Category, Levels: []string{"a", "b", "c"}}},
		Outcome: data.Feature{Levels: []string{"p", "q", "r"}}}
	net := func(s *model.State, name string, sizes ...int) {
		for i, in := range sizes[:len(sizes)-1] {
			out, layer := sizes[i+1], fmt.Sprintf("%s.%d", name, i)
			s.Tensors = append(s.Tensors, model.NewTensor(layer+".weight", []int{out, in}, make([]float32, in*out)),
				model.NewTensor(layer+".bias", []int{out}, make([]float32, out)))
		}
	}
	const in, out, z = 5 + 3*3 + 3 + 2, 2 + 2 + 3, 4
	state := func(in, out, z, codes int, counters ...uint64) model.State {
		s := model.State{Counters: counters, Tensors: []model.Tensor{model.NewTensor("actions.center", []int{2},
			make([]float32, 2)), model.NewTensor("actions.codes", []int{codes, 10}, make([]float32, codes*10))}}
		net(&s, "actions.enc", in+out, 6, 5, 2*z)
		net(&s, "actions.dec", z+in, 6, 5, out)
		net(&s, "actions.skip", z+in, out)
		return s
	}
	whole := state(in, out, z, z, 3, 4, z, 6, 5)
	less := whole
	less.Tensors = less.Tensors[:len(less.Tensors)-2]
	ended := whole
	ended.Ends = make([]causal.End, 1)
	for name, c := range map[string]struct {
		state model.State
		good  bool
	}{
		"whole":                     {whole, true},
		"other inputs":              {state(in+1, out, z, z, 3, 4, z, 6, 5), false},
		"other outputs":             {state(in, out+1, z, z, 3, 4, z, 6, 5), false},
		"codes of another length":   {state(in, out, z, z+1, 3, 4, z, 6, 5), false},
		"another code than it says": {state(in, out, z, z, 3, 4, z+1, 6, 5), false},
		"another number of classes": {state(in, out, z, z, 2, 4, z, 6, 5), false},
		"fewest changes":            {state(in, out, z, z, 3, 4, z, 6, 5, 1), true},
		"and sizes":                 {state(in, out, z, z, 3, 4, z, 6, 5, 2), true},
		"a size that nobody knows":  {state(in, out, z, z, 3, 4, z, 6, 5, 3), false},
		"without its line":          {less, false},
		"mechanisms behind it":      {ended, false},
		"learned search": {model.State{
			Tensors: []model.Tensor{model.NewTensor("answers.center", []int{2}, make([]float32, 2))}}, true},
	} {
		var k checks
		if k.generator(c.state, schema); (k.err == nil) != c.good {
			t.Errorf("%s: %v", name, k.err)
		}
	}
}
