package e2e

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/wire"
)

// talk is a conversation with an engine in a worker of the page.
type talk struct {
	p     *Page
	facts []said
}

// said is a fact and the time of the page when it came, in milliseconds.
type said struct {
	job  int
	fact wire.Message
	at   float64
}

// newTalk starts a worker and exchanges hellos.
func newTalk(p *Page) *talk {
	p.t.Helper()
	Eval[bool](p, `(() => {
		const text = (bytes) => {
			let s = "";
			for (let i = 0; i < bytes.length; i += 8192) s += String.fromCharCode(...bytes.subarray(i, i + 8192));
			return btoa(s);
		};
		window.talk?.worker.terminate();
		window.talk = {worker: new Worker(window.CAUSEWAY_ENGINE), heard: []};
		talk.worker.onmessage = (e) => e.data.module || talk.heard.push({At: performance.now(),
			Frame: e.data.fatal ? "" : text(e.data), Fatal: e.data.fatal ?? ""});
		return true;
	})()`)
	p.t.Cleanup(func() { Eval[bool](p, `talk.worker.terminate() || true`) })
	c := &talk{p: p}
	c.send(0, wire.Hello{Protocol: wire.Protocol, Build: Eval[string](p, `CAUSEWAY_BUILD`)})
	await[wire.Hello](c, 0)
	return c
}

// send returns the time of the page when the message was posted.
func (c *talk) send(job int, m wire.Message) float64 {
	c.p.t.Helper()
	frame, err := wire.Encode(job, m)
	if err != nil {
		c.p.t.Fatal(err)
	}
	return Eval[float64](c.p, fmt.Sprintf(
		`(talk.worker.postMessage(Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))), performance.now())`,
		base64.StdEncoding.EncodeToString(frame)))
}

// listen takes what has come.
func (c *talk) listen() {
	c.p.t.Helper()
	for _, h := range Eval[[]struct {
		At    float64
		Frame []byte
		Fatal string
	}](c.p, `talk.heard.splice(0)`) {
		if h.Fatal != "" {
			c.p.t.Fatalf("the engine ended: %s", h.Fatal)
		}
		job, m, err := wire.Decode(h.Frame)
		if err != nil {
			c.p.t.Fatal(err)
		}
		if f, ok := m.(wire.Failure); ok {
			c.p.t.Fatalf("job %d: %s", job, f.Detail)
		}
		c.facts = append(c.facts, said{job, m, h.At})
	}
}

// await waits for a fact of a type about a job, and returns when it came.
func await[T wire.Message](c *talk, job int) (fact T, at float64) {
	c.p.t.Helper()
	c.p.WaitFor(fmt.Sprintf("%T of job %d", fact, job), func() bool {
		c.listen()
		for _, s := range c.facts {
			if m, ok := s.fact.(T); ok && s.job == job {
				fact, at = m, s.at
				return true
			}
		}
		return false
	})
	return fact, at
}

// The same seed gives the same bytes in the browser and natively.
func TestSameModelInTheBrowser(t *testing.T) {
	beside(t)
	sample := wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3}
	classifier := wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 5, Epochs: 5, Batch: 32, LearningRate: 0.01, Hidden: 10}}
	generator := wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 6, Epochs: 3, Batch: 64, LearningRate: 0.01, Samples: 7, Validity: 10, Margin: 0.2}}

	facts := make(chan wire.Message, 1000)
	began := time.Now()
	native := engine.New(func(_ int, m wire.Message) { facts <- m },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {})
	c := newTalk(OpenApp(t))

	native.Handle(1, sample)
	c.send(1, sample)
	if got, _ := await[wire.Loaded](c, 1); got.Hash != next[wire.Loaded](facts).Hash {
		t.Error("the table is another one in the browser than natively")
	}
	native.Handle(2, classifier)
	c.send(2, classifier)
	if got, _ := await[wire.ClassifierTrained](c, 2); !bytes.Equal(got.Model, next[wire.ClassifierTrained](facts).Model) {
		t.Error("the classifier has other bytes in the browser than natively")
	}
	for i, method := range []model.Method{model.BaseVAE, model.ModelApprox, model.ModelBased} {
		generator.Method, generator.Feasibility, generator.Knowledge = method, 10, causal.Knowledge{
			Edges: []causal.Edge{{From: 0, To: 2, Sign: causal.Rises, Strict: true}, {From: 1, To: 2, Sign: causal.Rises, Strict: true},
				{From: 0, To: 1}},
			Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given, Formula: "(x1 + x2)^2 / 3240 + 10"}, {Feature: 1, Form: causal.FittedNetwork}},
			Rules:      []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}}
		native.Handle(3+i, generator)
		c.send(3+i, generator)
		got, _ := await[wire.GeneratorTrained](c, 3+i)
		want := next[wire.GeneratorTrained](facts)
		if !bytes.Equal(got.Model, want.Model) {
			t.Errorf("%s: the generator has other bytes in the browser than natively", method)
		}
		if got.Decoded != want.Decoded || got.Soft != want.Soft {
			t.Errorf("%s: scores %+v, %+v in the browser, %+v, %+v natively", method, got.Soft, got.Decoded, want.Soft, want.Decoded)
		}
	}
}

// next waits for a fact of a type.
func next[T wire.Message](facts <-chan wire.Message) T {
	for {
		if m, ok := (<-facts).(T); ok {
			return m
		}
	}
}

// A training in the worker stops within half a second, and answers questions
// meanwhile.
func TestTrainingListens(t *testing.T) {
	c := newTalk(OpenApp(t))
	c.send(1, wire.Sample{Model: "simple-bn", Rows: 10_000, Seed: 3})
	c.send(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 5, Epochs: 10_000, Batch: 32, LearningRate: 0.001, Hidden: 10}})
	await[wire.Epoch](c, 2)
	asked := c.send(3, wire.Rows{Part: wire.TestRows, Limit: 20})
	if _, at := await[wire.Page](c, 3); at-asked > 500 {
		t.Errorf("rows took %.0f ms", at-asked)
	}
	asked = c.send(2, wire.Cancel{})
	if _, at := await[wire.Canceled](c, 2); at-asked > 500 {
		t.Errorf("cancel took %.0f ms", at-asked)
	}
	if m, _ := await[wire.ClassifierTrained](c, 2); !m.Canceled || m.Best == 0 {
		t.Errorf("the best of %d epochs was not kept", m.Best)
	}
}
