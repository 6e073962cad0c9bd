//go:build js

// Package main is run by a test inside the page: it drives the task engines as the page
// does and measures them.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"syscall/js"
	"time"

	"causeway/app/bridge"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// project is the first engine's result.
var project struct {
	table                 wire.Table
	classifier, generator []byte
	rows                  [][]float64
}

func main() {
	wire.Build = js.Global().Get("CAUSEWAY_BUILD").String()
	js.Global().Set("poolTest", map[string]any{
		// prepare(file, rows, done): a table, models of a quick training, and the
		// rows to explain; an empty file stands for Simple-BN.
		"prepare": async(func(args []js.Value) any { return prepare(args[0], args[1].Int()) }),
		// run(engines, cancelAt, done): explains the rows, and cancels after so
		// many parts unless that is 0.
		"run": async(func(args []js.Value) any { return run(args[0].Int(), args[1].Int()) }),
		// evaluate(engines, seeds, done): BaseVAE, Model-approx and Example-based on
		// Simple-BN at the settings of cmd/paper.
		"evaluate": async(func(args []js.Value) any { return evaluate(args[0].Int(), args[1].Int()) }),
	})
	js.Global().Call("poolReady")
	select {}
}

// async hands the result of f, as JSON, to the last argument.
func async(f func(args []js.Value) any) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() {
			b, err := json.Marshal(f(args))
			if err != nil {
				panic(err)
			}
			args[len(args)-1].Invoke(string(b))
		}()
		return nil
	})
}

func prepare(file js.Value, rows int) any {
	client, events := bridge.New(), make(chan bridge.Event, 1000)
	client.Start(func(e bridge.Event) { events <- e })
	defer client.Close()
	job := 0
	ask := func(m wire.Message) wire.Message {
		job++
		if err := client.Send(job, m); err != nil {
			panic(err)
		}
		for e := range events {
			if f, ok := e.Fact.(wire.Failure); ok || e.Down != "" {
				panic(f.Detail + e.Down)
			}
			if e.Job == job && wire.Ends(e.Fact) {
				return e.Fact
			}
		}
		panic("closed")
	}
	if b := make([]byte, file.Length()); len(b) == 0 {
		ask(wire.Sample{Model: "simple-bn", Rows: rows, Seed: 1})
	} else {
		js.CopyBytesToGo(b, file)
		plan := ask(wire.Open{Name: "adult.data", Bytes: b}).(wire.Previewed).Preview.Plan
		ask(wire.Import{Plan: plan, Seed: 1})
	}
	project.classifier = ask(wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 20,
		Batch: 32, LearningRate: 0.005, Hidden: 10}}).(wire.ClassifierTrained).Model
	project.generator = ask(wire.TrainGenerator{Recipe: model.Recipe{Seed: 1, Epochs: 15, Batch: 256,
		LearningRate: 0.01, Samples: 5, Method: "base", Validity: 40, Margin: 0.3}}).(wire.GeneratorTrained).Model
	project.rows = ask(wire.Select{Part: data.AllRows, Limit: rows}).(wire.Selected).Values.Rows()
	project.table = ask(wire.Pack{}).(wire.Packed).Table
	return len(project.rows)
}

type result struct {
	MS, FirstMS         float64 // time until the end, and until the first part
	Parts, Rows, Found  int
	Engines             int // largest number working at a time
	Hash, Why           string
	AfterCancelMS, Left float64
}

// run explains all rows, or cancels after some parts are done.
func run(engines, cancelAt int) any {
	p, end, enough := bridge.NewPool(engines), make(chan string, 1), make(chan bool, 1)
	defer p.Close()
	w := bridge.Work{Job: 1, Steps: []bridge.Step{{Key: "table", Message: wire.Restore{Table: project.table}},
		{Key: "models", Message: wire.Restore{Classifier: project.classifier, Generator: project.generator}}}}
	for part := range slices.Chunk(project.rows, 50) {
		w.Tasks = append(w.Tasks, bridge.Task{Message: wire.ExplainMany{Rows: wire.NewRows(part),
			Query: wire.Explain{Search: document.Search{Target: -1, Count: 5, Budget: 400, Seed: 1}}}})
	}
	parts := make([]wire.Message, len(w.Tasks))
	var r result
	done := 0
	began := time.Now()
	ms := func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
	p.Start(func(e bridge.PoolEvent) {
		switch {
		case e.Ended:
			end <- e.Why
		case e.Progress != nil:
			r.Engines, r.Left = max(r.Engines, e.Progress.Engines), e.Progress.LeftMS
		default:
			if r.FirstMS == 0 {
				r.FirstMS = ms()
			}
			parts[e.Index] = e.Done
			if done++; done == cancelAt {
				enough <- true
			}
		}
	})
	p.Run(w)
	if cancelAt > 0 {
		<-enough
		asked := ms()
		p.Tell(1, wire.Cancel{})
		r.Why = <-end
		r.AfterCancelMS = ms() - asked
	} else {
		r.Why = <-end
	}
	r.MS = ms()
	sum := sha256.New()
	for _, m := range parts {
		if x, ok := m.(wire.ExplainedMany); ok {
			r.Parts++
			r.Rows += len(x.Found)
			for _, n := range x.Found {
				r.Found += n
			}
		} else if m != nil {
			r.Why += fmt.Sprintf("%T %+v", m, m)
		}
		b, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		sum.Write(b)
		time.Sleep(time.Millisecond) // this is the page's thread
	}
	r.Hash = hex.EncodeToString(sum.Sum(nil))
	return r
}

// evaluated are the results of the experiments: the decoded validity and feasibility by
// method and seed.
type evaluated struct {
	MS           float64
	Why          string
	Validity     map[string][]float64
	Feasibility  map[string][]float64
	TaskMS       []float64 // when each task was done
	LastProgress float64
}

func evaluate(engines, seeds int) any {
	p, end := bridge.NewPool(engines), make(chan string, 1)
	defer p.Close()
	monotone := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.IfRisesThenRises, Feature: 0,
		Also: []causal.Member{{Feature: 1}}, Other: 2, Strict: true, Reverse: true}}}
	base := model.Recipe{Epochs: 50, Batch: 64, Samples: 10, LearningRate: 0.01, Validity: 40, Margin: 0.3}
	approx, round := base, base
	approx.Validity, approx.Margin, approx.Feasibility = 15, 0.05, 10
	round.Epochs, round.Samples, round.LearningRate, round.Feasibility = 10, 3, 0.005, 20
	w := bridge.Work{Job: 1, Steps: []bridge.Step{{Key: "table", Message: wire.Restore{Table: project.table}}}}
	for seed := range seeds {
		for _, m := range []wire.Evaluate{{Method: "base", Train: base},
			{Method: "example", Train: base, Round: round, Labels: 100}, {Method: "approx", Train: approx}} {
			m.Seed, m.Own, m.From, m.Truth, m.Knowledge = uint64(seed+1), true, -1, "simple-bn", monotone
			w.Tasks = append(w.Tasks, bridge.Task{Group: seed, Message: m})
		}
	}
	r := evaluated{Validity: map[string][]float64{}, Feasibility: map[string][]float64{}}
	done := make([]wire.Message, len(w.Tasks))
	began := time.Now()
	ms := func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
	p.Start(func(e bridge.PoolEvent) {
		switch {
		case e.Ended:
			end <- e.Why
		case e.Progress != nil:
			r.LastProgress = e.Progress.Share
		default:
			done[e.Index] = e.Done
			r.TaskMS = append(r.TaskMS, ms())
		}
	})
	p.Run(w)
	r.Why = <-end
	r.MS = ms()
	for _, m := range done {
		x, ok := m.(wire.Evaluated)
		if !ok {
			r.Why += fmt.Sprintf("%T %+v", m, m)
			continue
		}
		for _, f := range x.Figures {
			switch f.Key {
			case "decoded.validity":
				r.Validity[x.Method] = append(r.Validity[x.Method], f.Value)
			case "decoded.feasibility":
				r.Feasibility[x.Method] = append(r.Feasibility[x.Method], f.Value)
			}
		}
	}
	return r
}
