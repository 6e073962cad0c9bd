package e2e

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/wire"
)

// watched follows the bootstrap of an engine. It counts what helpers are asked, and has one killed
// at a message by its number, the first being how it starts; before that at 0.
const watched = `
(() => {
	if (self.name === "helper") return;
	const channel = new BroadcastChannel("crew"), hire = self.causewayHelper;
	let dies = -1, asked = 0;
	channel.onmessage = ({data}) => { dies = data };
	let helper;
	self.causewayHelper = () => {
		if (dies === 0) throw new Error("this engine works alone");
		return helper = hire();
	};
	const tell = self.causewayTell;
	self.causewayTell = (...message) => {
		if (++asked === dies) helper.terminate(); // at once only where it sleeps
		if (asked % 20 === 1 || asked === dies) channel.postMessage(asked);
		if (dies < 1 || asked < dies) tell(...message);
	};
})();`

// crewPage is the page with a watched engine, apart from all others from the start. The test needs
// two processors: on one, engines work alone.
func crewPage(t testing.TB) *Page {
	handler := handlerOf(t, siteFor(t))
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		name := filepath.Base(r.URL.Path)
		if !strings.HasPrefix(name, "engine.") || !strings.HasSuffix(name, ".js") {
			handler.ServeHTTP(w, r)
			return
		}
		plain, answer := r.Clone(r.Context()), httptest.NewRecorder()
		plain.Header = http.Header{}
		handler.ServeHTTP(answer, plain)
		maps.Copy(w.Header(), answer.Header())
		w.Header().Del("Content-Length")
		w.WriteHeader(answer.Code)
		w.Write(append(answer.Body.Bytes(), watched...))
	})).URL+"/")
	p.Open("")
	p.WaitReady()
	if Eval[int](p, `navigator.hardwareConcurrency`) < 2 {
		t.Skip("skipped: the browser has one processor")
	}
	Eval[bool](p, `(window.asked = 0, window.crew = new BroadcastChannel("crew"), crew.onmessage = ({data}) => { asked = data }, true)`)
	return p
}

// crewTalk is a conversation with an engine whose helper dies at a message; 0: it has none, -1: it
// does not die.
func crewTalk(p *Page, dies int) *talk {
	c := newTalk(p)
	Eval[bool](p, fmt.Sprintf(`(asked = 0, crew.postMessage(%d), true)`, dies))
	return c
}

// TestHelpersInTheBrowser: a model is the same bytes in an engine of the browser whose helper
// computes parts of its steps, and where it is killed in the middle, as it is natively.
func TestHelpersInTheBrowser(t *testing.T) {
	p := crewPage(t)
	box := wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 5, Epochs: 5, Batch: 32, LearningRate: 0.01, Hidden: 10}}
	rows := wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 6, Epochs: 40, Batch: 64, LearningRate: 0.01, Samples: 50, Validity: 10, Margin: 0.2, Parts: 2}}

	facts := make(chan wire.Message, 1000)
	began := time.Now()
	native := engine.New(func(_ int, m wire.Message) { facts <- m },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {})
	train := func(send func(int, wire.Message)) {
		send(1, wire.Sample{Model: "simple-bn", Rows: 4_000, Seed: 3})
	}
	train(func(id int, m wire.Message) { native.Handle(id, m) })
	native.Handle(2, box)
	next[wire.ClassifierTrained](facts)
	native.Handle(3, rows)
	want := next[wire.GeneratorTrained](facts).Model

	for _, dies := range []int{-1, 0, 1, 10} {
		c := crewTalk(p, dies)
		train(func(id int, m wire.Message) { c.send(id, m) })
		await[wire.Loaded](c, 1)
		c.send(2, box)
		await[wire.ClassifierTrained](c, 2)
		c.send(3, rows)
		got, _ := await[wire.GeneratorTrained](c, 3)
		if !bytes.Equal(got.Model, want) {
			t.Errorf("a helper that dies at message %d: the model is not that of a native training", dies)
		}
		asked := Eval[int](p, `asked`)
		if (dies == 0) != (asked == 0) { // how often one is asked depends on whether it gains anything
			t.Errorf("a helper that dies at message %d: %d messages", dies, asked)
		}
		t.Logf("a helper that dies at message %d: %d messages, %.0f ms", dies, asked, got.TrainMS)
	}
}

// TestATrainingInPartsIsolatesThePage: browsers open a page sooner that shares no memory. It does
// from the next opening on once a training could have had helpers, without a network as well; also
// where the host sets no headers.
func TestATrainingInPartsIsolatesThePage(t *testing.T) {
	beside(t)
	dir := siteFor(t)
	hosts := map[string]http.Handler{"bare": http.FileServer(http.Dir(dir))}
	if full() {
		hosts["ours"] = handlerOf(t, dir)
	}
	for name, handler := range hosts {
		t.Run(name, func(t *testing.T) {
			server := listen(t, handler)
			p := NewPage(t, server.URL+"/")
			p.Open("")
			p.WaitReady()
			if Eval[int](p, `navigator.hardwareConcurrency`) < 2 {
				t.Skip("skipped: the browser has one processor")
			}
			waitOffline(p)
			p.Open("")
			p.WaitReady()
			if Eval[bool](p, `crossOriginIsolated`) {
				t.Error("the page is isolated before a training could use it")
			}
			smallTable(p)
			p.Click("link", "Classifier")
			p.Click("button", "Train classifier")
			p.WaitHas("table", "Confusion matrix of the held-out rows")
			p.Click("link", "Generator")
			p.Choose("Method", "Knows nothing of cause and effect: the baseline (BaseVAE)")
			p.unfold("Advanced")
			p.FillNumber("Parts of a batch", 2)
			p.FillNumber("Epochs", 1_000)
			p.Click("button", "Train generator")
			p.WaitFor("the page to be kept with its header", func() bool {
				return Eval[bool](p, `caches.match(new URL(".", location.href).href).then((r) => r.headers.has("Cross-Origin-Opener-Policy"))`)
			})
			server.Close()
			p.Open("")
			p.WaitReady()
			if !Eval[bool](p, `crossOriginIsolated`) {
				t.Error("the page is not isolated after a training that could have used it")
			}
			assertEngineStarts(p)
		})
	}
}

// BenchmarkHelpers trains alone and with one helper by turns and gives the shortest times of each,
// of the epochs once a helper is there.
func BenchmarkHelpers(b *testing.B) {
	p := crewPage(b)
	p.Timeout = 5 * time.Minute
	box := wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32, LearningRate: 0.001, Hidden: 10}}
	of := func(epochs, batch, samples int) wire.Message {
		return wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: epochs, Batch: batch, LearningRate: 0.01, Samples: samples, Validity: 40, Margin: 0.3, Parts: 2}}
	}
	simple := func(c *talk) {
		c.send(1, wire.Sample{Model: "simple-bn", Rows: 10_000, Seed: 1})
		await[wire.Loaded](c, 1)
		c.send(2, box)
		await[wire.ClassifierTrained](c, 2)
	}
	adult := func(c *talk) {
		text, err := os.ReadFile(findData("adult/adult.data"))
		if err != nil {
			b.Skip("skipped: CAUSEWAY_DATA names no folder with adult/adult.data")
		}
		c.send(1, wire.Open{Name: "adult.data", Bytes: text})
		shown, _ := await[wire.Previewed](c, 1)
		c.send(1, wire.Import{Plan: shown.Preview.Plan, Seed: 1})
		await[wire.Loaded](c, 1)
		c.send(2, box)
		await[wire.ClassifierTrained](c, 2)
	}
	for _, x := range []struct {
		name  string
		setUp func(*talk)
		train wire.Message
	}{
		{"Simple-BN 64x10", simple, of(80, 64, 10)},
		{"Simple-BN 64x50", simple, of(30, 64, 50)},
		{"Adult 256x10", adult, of(25, 256, 10)},
		{"Adult 2048x1", adult, of(150, 2048, 1)},
		{"Adult 2048x50", adult, of(10, 2048, 50)},
	} {
		b.Run(x.name, func(b *testing.B) {
			least := map[int]float64{}
			var all [2][]string
			for range 3 {
				for helpers := range 2 {
					c := crewTalk(p, -helpers)
					x.setUp(c)
					c.send(3, x.train)
					ms := c.epochTime(3)
					all[helpers] = append(all[helpers], fmt.Sprintf("%.1f", ms))
					if l, ok := least[helpers]; !ok || ms < l {
						least[helpers] = ms
					}
				}
			}
			load, _ := os.ReadFile("/proc/loadavg")
			b.Logf("alone %v, with a helper %v ms an epoch; load %.14s", all[0], all[1], load)
			b.ReportMetric(least[0], "alone-ms/epoch")
			b.ReportMetric(least[1], "helped-ms/epoch")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// epochTime is how long an epoch of a training takes once it has run for some seconds, in
// milliseconds.
func (c *talk) epochTime(job int) float64 {
	const settled = 4000
	c.p.t.Helper()
	var first, last wire.Epoch
	c.p.WaitFor("the end of the training", func() bool {
		c.listen()
		for _, s := range c.facts {
			if e, ok := s.fact.(wire.Epoch); ok && s.job == job {
				if first.Epoch == 0 && e.ElapsedMS > settled {
					first = e
				}
				last = e
			}
		}
		return last.Epoch > 0 && last.Epoch == last.Epochs
	})
	if last.Epoch <= first.Epoch {
		c.p.t.Fatalf("the training was over before a helper was there, after %.0f ms", last.ElapsedMS)
	}
	return (last.ElapsedMS - first.ElapsedMS) / float64(last.Epoch-first.Epoch)
}
