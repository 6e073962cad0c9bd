package wire

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"causeway/core/causal"
	"causeway/core/form"
	"causeway/core/model"
)

// The structs that stored the settings of trainings before Recipe existed.
type (
	oldTraining struct {
		Epochs       int     `msgpack:"epochs"`
		Batch        int     `msgpack:"batch"`
		Samples      int     `msgpack:"samples"`
		LearningRate float64 `msgpack:"learningRate"`
		Validity     float64 `msgpack:"validity"`
		Margin       float64 `msgpack:"margin"`
		Feasibility  float64 `msgpack:"feasibility"`
		GiveUp       float64 `msgpack:"giveUp"`
		Levels       float64 `msgpack:"levels"`
		Pull         float64 `msgpack:"pull"`
		Finish       int     `msgpack:"finish"`
		Reach        float64 `msgpack:"reach"`
	}
	oldSettings struct {
		Seed         uint64       `msgpack:"seed"`
		Epochs       int          `msgpack:"epochs"`
		Batch        int          `msgpack:"batch"`
		LearningRate float64      `msgpack:"learningRate"`
		Samples      int          `msgpack:"samples"`
		Validity     float64      `msgpack:"validity"`
		Margin       float64      `msgpack:"margin"`
		Method       model.Method `msgpack:"method"`
		Feasibility  float64      `msgpack:"feasibility"`
		GiveUp       float64      `msgpack:"giveUp"`
	}
	oldCommand struct {
		Seed         uint64           `msgpack:"seed"`
		Epochs       int              `msgpack:"epochs"`
		Batch        int              `msgpack:"batch"`
		LearningRate float64          `msgpack:"learningRate"`
		Samples      int              `msgpack:"samples"`
		Validity     float64          `msgpack:"validity"`
		Margin       float64          `msgpack:"margin"`
		Method       model.Method     `msgpack:"method"`
		Feasibility  float64          `msgpack:"feasibility"`
		GiveUp       float64          `msgpack:"giveUp"`
		Knowledge    causal.Knowledge `msgpack:"knowledge"`
		Warm         []byte           `msgpack:"warm"`
		Resume       []byte           `msgpack:"resume"`
	}
)

func bytesOf(t *testing.T, v any) []byte {
	t.Helper()
	b, err := msgpack.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Settings stored earlier keep their meaning. Those of a training from the graph keep their
// bytes, so that an unfinished training can continue.
func TestOldRecipes(t *testing.T) {
	want := model.Recipe{Epochs: 40, Batch: 256, Samples: 1, LearningRate: 0.007, Validity: 320, Margin: 0.3,
		Feasibility: 200, Levels: 2, Pull: 1, Finish: 80, Reach: 4.25}
	got, err := form.Unmarshal[model.Recipe](
		bytesOf(t, oldTraining{40, 256, 1, 0.007, 320, 0.3, 200, 0, 2, 1, 80, 4.25}))
	if err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	want = model.Recipe{Seed: 7, Epochs: 50, Batch: 64, LearningRate: 0.01, Samples: 50, Validity: 42, Margin: 0.2,
		Method: model.ModelApprox, Feasibility: 3, GiveUp: 0.2}
	old := bytesOf(t, oldSettings{7, 50, 64, 0.01, 50, 42, 0.2, "approx", 3, 0.2})
	if got, err = form.Unmarshal[model.Recipe](old); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if now := bytesOf(t, want); !bytes.Equal(now, old) {
		t.Errorf("the settings are written as %x, want %x", now, old)
	}
	want.Masked = true
	if got, err = form.Unmarshal[model.Recipe](bytesOf(t, want)); err != nil || got != want {
		t.Errorf("masked: got %+v, %v, want %+v", got, err, want)
	}
	want.Masked = false
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 2}}}
	old = bytesOf(t, oldCommand{7, 50, 64, 0.01, 50, 42, 0.2, "approx", 3, 0.2, k, []byte{1}, nil})
	command, err := form.Unmarshal[TrainGenerator](old)
	if err != nil || !reflect.DeepEqual(command, TrainGenerator{Recipe: want, Knowledge: k, Warm: []byte{1}}) {
		t.Errorf("got %+v, %v", command, err)
	}
	if now := bytesOf(t, command); !bytes.Equal(now, old) {
		t.Errorf("the command is written as %x, want %x", now, old)
	}
}

// An unknown, repeated or missing setting is rejected.
func TestRecipesAreProved(t *testing.T) {
	for name, v := range map[string]any{
		"an unknown setting": struct {
			A float64 `msgpack:"valid"`
		}{1},
		"a text for a number": struct {
			A string `msgpack:"validity"`
		}{"1"},
	} {
		if _, err := form.Unmarshal[model.Recipe](bytesOf(t, v)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	twice := append([]byte{0x82}, bytes.Repeat(append([]byte{0xa6}, "epochs\x01"...), 2)...)
	if _, err := form.Unmarshal[model.Recipe](twice); err == nil {
		t.Error("a setting that comes twice is accepted")
	}
	if _, err := form.Unmarshal[TrainGenerator](bytesOf(t, oldSettings{Epochs: 1})); err == nil {
		t.Error("a command without what its method learns from is accepted")
	}
}
