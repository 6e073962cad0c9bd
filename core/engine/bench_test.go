package engine

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"causeway/core/model"
	"causeway/core/wire"
)

// BenchmarkTraining measures complete trainings of the generator with the settings of the paper's
// experiments. Adult's file must be in the folder given by CAUSEWAY_DATA.
func BenchmarkTraining(b *testing.B) {
	b.Run("Simple-BN 6250 steps", func(b *testing.B) {
		c := command{b, make(chan wire.Message, 1000)}
		e := c.engine()
		e.Handle(1, wire.Sample{Model: "simple-bn", Rows: 10_000, Seed: 1})
		c.train(e, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 50, Batch: 64,
			LearningRate: 0.01, Samples: 50, Validity: 40, Margin: 0.3}}, 1)
	})
	b.Run("Adult epoch", func(b *testing.B) {
		bytes, err := os.ReadFile(filepath.Join(os.Getenv("CAUSEWAY_DATA"), "adult/adult.data"))
		if err != nil {
			b.Skip("skipped: CAUSEWAY_DATA names no folder with adult/adult.data")
		}
		const epochs = 5
		c := command{b, make(chan wire.Message, 1000)}
		e := c.engine()
		e.Handle(1, wire.Open{Name: "adult.data", Bytes: bytes})
		e.Handle(2, wire.Import{Plan: answerOf[wire.Previewed](c).Preview.Plan, Seed: 1})
		c.train(e, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: epochs, Batch: 256,
			LearningRate: 0.01, Samples: 10, Validity: 40, Margin: 0.3}}, epochs)
	})
}

// command receives the facts of one engine.
type command struct {
	b     *testing.B
	facts chan wire.Message
}

func (c command) engine() *Engine {
	began := time.Now()
	return New(func(_ int, m wire.Message) { c.facts <- m },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {})
}

// train reports the time of a part of a training, in seconds.
func (c command) train(e *Engine, m wire.TrainGenerator, parts float64) {
	answerOf[wire.Loaded](c)
	e.Handle(3, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32,
		LearningRate: 0.001, Hidden: 10}})
	answerOf[wire.ClassifierTrained](c)
	ms, n := 0.0, 0.0
	for c.b.Loop() {
		e.Handle(4, m)
		ms += answerOf[wire.GeneratorTrained](c).TrainMS
		n++
	}
	c.b.ReportMetric(ms/n/1000/parts, "s")
}

// answerOf waits for a fact of a type.
func answerOf[T wire.Message](c command) T {
	for m := range c.facts {
		switch m := m.(type) {
		case T:
			return m
		case wire.Failure:
			c.b.Fatal(m.Detail)
		}
	}
	panic("closed")
}
