package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/wire"
)

// clerk stands in for an engine: it answers every command with plausible facts, and trains nothing.
// Sometimes it refuses.
type clerk struct {
	r     *rand.Rand
	file  *data.File
	name  string
	table *data.Table
	seed  uint64
	plain bool
	tests int // held-out rows
	box   model.State
	made  int      // models
	files [][]byte // files of the page, numbered from 1
	calm  bool     // it refuses nothing and finishes no training
	runs  map[int]*run

	pictures pictures
}

// run is a training that the clerk fakes, fact by fact.
type run struct {
	facts  []wire.Message
	paused bool
}

// refusals says that 1 in this many commands is refused.
const refusals = 40

// handle is the engine's immediate answer to a command; trainings report later.
func (c *clerk) handle(job int, m wire.Message) []wire.Message {
	switch m.(type) {
	case wire.Pause, wire.Resume, wire.Cancel:
		return c.steer(job, m)
	}
	if _, rows := m.(wire.Rows); !rows && !c.calm && c.r.IntN(refusals) == 0 {
		return []wire.Message{wire.Failure{Code: wire.CodeBadInput, Detail: "The engine does not like it."}}
	}
	if _, tunes := m.(wire.FineTune); tunes && c.calm {
		return nil
	}
	if f := c.answer(job, m); f != nil {
		return []wire.Message{f}
	}
	return nil
}

func (c *clerk) steer(job int, m wire.Message) []wire.Message {
	r := c.runs[job]
	if r == nil {
		return nil
	}
	switch m.(type) {
	case wire.Pause:
		r.paused = true
		return []wire.Message{wire.Paused{}}
	case wire.Resume:
		r.paused = false
		return []wire.Message{wire.Resumed{}}
	}
	delete(c.runs, job)
	if _, searching := r.facts[len(r.facts)-1].(wire.GraphSuggested); searching || c.r.IntN(2) == 0 {
		return []wire.Message{wire.Canceled{}}
	}
	last := r.facts[len(r.facts)-1]
	switch f := last.(type) {
	case wire.ClassifierTrained:
		f.Canceled = true
		c.trained(f)
		last = f
	case wire.GeneratorTrained:
		f.Canceled = true
		last = f
	default:
		return []wire.Message{wire.Canceled{}}
	}
	return []wire.Message{wire.Canceled{Kept: true}, last}
}

// tick is the next fact of some training.
func (c *clerk) tick() (job int, m wire.Message, ok bool) {
	for _, j := range sortedKeys(c.runs) {
		r := c.runs[j]
		if r.paused || c.calm {
			continue
		}
		m, r.facts = r.facts[0], r.facts[1:]
		if len(r.facts) == 0 {
			delete(c.runs, j)
		}
		c.trained(m)
		return j, m, true
	}
	return 0, nil, false
}

// trained takes the adopted classifier, of images or of a table.
func (c *clerk) trained(m wire.Message) {
	if t, is := m.(wire.ClassifierTrained); is && bytes.HasPrefix(t.Model, []byte("image")) {
		c.pictures.box = true
	} else if is {
		c.box, _ = model.DecodeState(t.Model)
	}
}

func sortedKeys(m map[int]*run) (list []int) {
	for j := range m {
		list = append(list, j)
	}
	slices.Sort(list)
	return list
}

func (c *clerk) answer(job int, m wire.Message) wire.Message {
	notReady := wire.Failure{Code: wire.CodeNotReady, Detail: "There is no table yet; open a file or sample one first."}
	switch m := m.(type) {
	case wire.Open:
		b := m.Bytes
		if m.File > 0 {
			b = c.files[m.File-1]
		}
		f, err := data.Inspect(m.Name, b)
		if err != nil {
			return wire.Failure{Code: wire.CodeBadInput, Detail: Why(err)}
		}
		c.file, c.name = f, m.Name
		return wire.Previewed{Preview: f.Preview(nil)}
	case wire.Replan:
		if c.file == nil {
			return notReady
		}
		return wire.Previewed{Preview: c.file.Preview(&m.Plan)}
	case wire.Import:
		if c.file == nil {
			return notReady
		}
		t, report, err := c.file.Import(m.Plan)
		if err != nil {
			return wire.Failure{Code: wire.CodeBadInput, Detail: Why(err)}
		}
		return c.adopt(c.name, t, report, m.Seed, m.Plain)
	case wire.Sample:
		return c.sample(m)
	case wire.Restore:
		if len(m.Table.Columns) == 0 {
			break
		}
		t, err := m.Table.Table()
		if err != nil {
			return wire.Failure{Code: wire.CodeBadInput, Detail: Why(err)}
		}
		return c.adopt(m.Table.Name, t, data.Report{Rows: t.Rows()}, m.Table.Seed, m.Table.Plain)
	}
	if f := c.pictured(job, m); f != nil {
		return f
	}
	if c.table == nil {
		return notReady
	}
	s, rows := c.table.Schema, c.table.Rows()
	if !c.fits(m) {
		return wire.Failure{Code: wire.CodeBadInput, Detail: "It is about another table."}
	}
	switch m := m.(type) {
	case wire.TrainClassifier:
		c.train(job, m.Epochs, c.classifierTrained(m.Hidden))
	case wire.TrainGenerator:
		if c.box.Kind == "" {
			return notReady
		}
		c.train(job, m.Epochs, c.generatorTrained(m.Method, m.Knowledge))
	case wire.FineTune:
		if c.box.Kind == "" {
			return notReady
		}
		n := len(m.Knowledge.AllRules(s))
		kept := wire.NewFloats(make([]float64, n), n)
		c.train(job, m.Train.Epochs, wire.FineTuned{Model: c.generatorTrained(model.BaseVAE, m.Knowledge).Model,
			Labels: len(m.Labels.Target), Rows: c.tests,
			Before: model.Measured{Kept: kept, Scores: c.scores()},
			After:  model.Measured{Kept: kept, Scores: c.scores()}, Judged: true, JudgeRight: c.r.Float64(), TrainMS: 3,
			TookMS: 4})
	case wire.Rows:
		return c.page(m)
	case wire.Predict:
		return wire.Predicted{Shares: c.shares()}
	case wire.Explain:
		return c.explain(m)
	case wire.Restore:
		if m.Table.Hash != "" {
			return c.adopt(c.name, c.table, data.Report{Rows: rows}, m.Table.Seed, m.Table.Plain)
		}
		if len(m.Classifier) > 0 {
			c.box, _ = model.DecodeState(m.Classifier)
		}
		return wire.Restored{Classifier: len(m.Classifier) > 0, Generator: len(m.Generator) > 0}
	case wire.MeasureCodes:
		if c.box.Kind == "" {
			return notReady
		}
		return wire.CodesMeasured{Numbers: 10, Used: 2, Which: []int{3, 0}, Share: 0.9,
			X: []float64{0}, Y: []float64{1}, Class: []int{0}, Reaches: []bool{true}}
	case wire.MeasureClassifier:
		if c.box.Kind == "" {
			return notReady
		}
		return wire.ClassifierMeasured{Bins: make([]int, 2*model.ShareBins*s.Classes())}
	case wire.Pack:
		t := wire.NewTable(c.name, c.table, c.seed, c.table.Hash())
		t.Plain = c.plain
		return wire.Packed{Table: t}
	case wire.Select:
		return c.selected(min(m.Limit, 3*PartRows/2), rows)
	case wire.ReadRows:
		f := c.selected(5, rows)
		if s, ok := f.(wire.Selected); ok && len(m.Bytes)%2 == 1 {
			s.Differences = []data.Difference{{Choice: data.Choice{By: data.NoColumn, Column: "age"}}}
			return s
		}
		return f
	case wire.CheckGraph:
		f := wire.GraphChecked{Rules: make([]wire.RuleShare, len(m.Knowledge.AllRules(s))), Rows: rows}
		for _, e := range m.Knowledge.Edges {
			f.Edges = append(f.Edges, causal.CheckedEdge{From: e.From, To: e.To,
				Verdict: causal.EdgeVerdict(c.r.IntN(6))})
		}
		return f
	case wire.PlotEdge:
		return wire.EdgePlot{From: m.From, To: m.To, Fitted: true}
	case wire.SearchGraph:
		f := wire.GraphSuggested{Rows: rows}
		if n := len(s.Features); n > 1 {
			f.Edges = []causal.Suggestion{{From: 0, To: n - 1, Directed: c.r.IntN(2) == 0}}
		}
		c.runs[job] = &run{facts: []wire.Message{wire.Searching{MaxGiven: 2, Total: 3}, f}}
	case wire.Intervene:
		row := slices.Clone(m.Row.Values())
		row[m.Feature] = m.Value
		return wire.Intervened{Row: wire.NewFloats(row, len(row)), Before: c.shares(), After: c.shares()}
	case wire.WeighRules:
		f := wire.RulesWeighed{Of: c.tests, Rows: max(m.Rows, 1), Rules: len(causal.Hard(m.Knowledge.AllRules(s)))}
		if f.Rules > 0 && c.r.IntN(2) == 0 {
			f.Without = []document.Lifted{{Rule: 0, Found: 1}}
		}
		return f
	case wire.ReadModel:
		return wire.ModelRead{Producer: "test", Output: "y", Outputs: []string{"y", "z"},
			Columns: []model.Column{{Name: "a"}, {Name: "b", Codes: []string{"x", "y"}}},
			Sources: []model.Source{{Take: model.TakeNumber, Codes: wire.NewFloats(nil, 0)},
				{Take: model.TakeFixed, Codes: wire.NewFloats(nil, 0)}},
			Classes: s.Classes(), Ends: wire.EndsSoftmax, Mapped: upTo(s.Classes())}
	case wire.UseModel:
		t := c.classifierTrained(1)
		if m.Try {
			return wire.ModelTried{Accuracy: t.Accuracy, LogLoss: t.LogLoss, Base: t.Base, Confusion: t.Confusion,
				TestRows: t.TestRows}
		}
		t.Best = 0
		c.box, _ = model.DecodeState(t.Model)
		return t
	case wire.WriteModel:
		return wire.ModelWritten{Bytes: []byte("onnx")}
	case wire.Seek:
		if c.calm {
			return wire.Sought{Pos: -1}
		}
		return wire.Sought{Pos: c.r.IntN(4) - 1}
	case wire.AskCards:
		return c.cards(min(m.Count, 4))
	default:
		return wire.Failure{Code: wire.CodeBadInput, Detail: "The engine does not know that."}
	}
	return nil
}

// train begins a training that ends with a fact.
func (c *clerk) train(job, epochs int, last wire.Message) {
	r := &run{}
	for e := 1; e <= min(epochs, 3); e++ {
		r.facts = append(r.facts, wire.Epoch{Epoch: e, Epochs: epochs, Loss: 1,
			Terms: []wire.Term{{Name: "validity", Value: 2}}, LeftMS: -1, ElapsedMS: float64(e),
			History: wire.NewFloats(make([]float64, 2*e), e, 2), Best: e})
		if e == 2 {
			r.facts = append(r.facts, wire.Checkpoint{Epoch: e, State: []byte{1, 2, byte(c.r.IntN(9))}})
		}
	}
	r.facts = append(r.facts, last)
	c.runs[job] = r
}

// samples caches tables, which nobody changes.
var samples sync.Map

func (c *clerk) sample(m wire.Sample) wire.Message {
	draw, name := map[string]func(int, uint64) *data.Table{"simple-bn": sim.SimpleBN, "sangiovese": sim.Sangiovese,
		"census": sim.Census, "workers": sim.Workers}[m.Model], m.Model
	if draw == nil {
		return wire.Failure{Code: wire.CodeBadInput, Detail: "There is no built-in table of that name."}
	}
	if m.Drawn && m.Model == "simple-bn" {
		draw = sim.SimpleBNDrawn
	}
	key := fmt.Sprint(m.Model, m.Rows, m.Seed, m.Drawn)
	if _, ok := samples.Load(key); !ok {
		samples.Store(key, draw(m.Rows, m.Seed))
	}
	t, _ := samples.Load(key)
	if m.Hash != "" && t.(*data.Table).Hash() != m.Hash {
		return wire.Failure{Code: wire.CodeBadInput, Detail: "It is another table."}
	}
	return c.adopt(name, t.(*data.Table), data.Report{Rows: m.Rows}, m.Seed, m.Plain)
}

func (c *clerk) adopt(name string, t *data.Table, report data.Report, seed uint64, plain bool) wire.Message {
	t = t.With(t.Schema) // the scale is its own
	t.Schema.Features = slices.Clone(t.Schema.Features)
	split := t.Split(seed, plain)
	t.FitScale(split.Train)
	c.tests = len(split.Test)
	c.table, c.name, c.seed, c.plain, c.runs, c.box = t, name, seed, plain, map[int]*run{}, model.State{}
	f := wire.Loaded{Name: name, Schema: t.Schema, Rows: t.Rows(), Hash: t.Hash(), Report: report,
		Train: len(split.Train), Val: len(split.Val), Test: len(split.Test),
		Counts: t.Counts(), Head: wire.NewRows([][]float64{t.Row(0, nil)}), Outcomes: t.Outcome[:1:1]}
	for j, x := range t.Schema.Features {
		sum := wire.Summary{Counts: make([]int, len(x.Levels))}
		if x.Kind.Numeric() {
			sum = wire.Summary{Edges: wire.NewFloats([]float64{x.Min, x.Max}, 2), Counts: []int{t.Rows()},
				Mean: t.Mean(j)}
		}
		sum.By = make([]int, len(sum.Counts)*t.Schema.Classes())
		f.Columns = append(f.Columns, sum)
	}
	return f
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// tensors returns arrays of zeros, except for one number that makes models differ.
func (c *clerk) tensors(of ...any) (list []model.Tensor) {
	for i := 0; i < len(of); i += 2 {
		shape := of[i+1].([]int)
		n := 1
		for _, k := range shape {
			n *= k
		}
		v := make([]float32, n)
		c.made++
		v[0] = float32(c.made)
		list = append(list, model.NewTensor(of[i].(string), shape, v))
	}
	return list
}

func (c *clerk) classifierTrained(hidden int) wire.ClassifierTrained {
	s := c.table.Schema
	k, w := s.Classes(), s.Width()
	b, err := model.EncodeState(model.State{Kind: "classifier", Of: c.table.Hash(),
		Counters: []uint64{uint64(w), uint64(hidden), uint64(k)},
		Tensors:  c.tensors("classifier.0.weight", []int{k, w}, "classifier.0.bias", []int{k})})
	if err != nil {
		panic(err)
	}
	wrong, confusion := c.r.IntN(c.tests+1), make([]int, k*k)
	confusion[0], confusion[1] = c.tests-wrong, wrong
	return wire.ClassifierTrained{Model: b, Best: 1, Accuracy: float64(c.tests-wrong) / float64(c.tests),
		LogLoss: 1 + c.r.Float64(), Base: 1, Confusion: confusion, TestRows: c.tests, TrainMS: float64(c.r.IntN(5000))}
}

func (c *clerk) scores() model.Scores {
	return model.Scores{Validity: float64(c.r.IntN(c.tests+1)) / float64(c.tests), FeaturesChange: 1, Profiles: 1}
}

func (c *clerk) generatorTrained(method model.Method, k causal.Knowledge) wire.GeneratorTrained {
	s := c.table.Schema
	classes, w := s.Classes(), s.Width()
	cond := classes
	if classes == 2 {
		cond = 1
	}
	box, err := model.EncodeState(c.box)
	if err != nil {
		panic(err)
	}
	h := sha256.New()
	for _, part := range [][]byte{[]byte(c.table.Hash()), box} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	b, err := model.EncodeState(model.State{Kind: "generator", Of: hex.EncodeToString(h.Sum(nil)),
		Counters: []uint64{uint64(classes), uint64(w)},
		Lesson:   model.Lesson{Method: method, Knowledge: k},
		Tensors: c.tensors("mean.0.weight", []int{2, w + cond}, "mean.0.bias", []int{2}, "variance.0.weight",
			[]int{2, w + cond}, "variance.0.bias", []int{2},
			"decoder.0.weight", []int{w, 2 + cond + w}, "decoder.0.bias", []int{w}, "prior.mean", []int{classes, 2},
			"prior.logvar", []int{classes, 2})})
	if err != nil {
		panic(err)
	}
	return wire.GeneratorTrained{Model: b, Best: 1, Soft: c.scores(), Decoded: c.scores(), DataProfiles: 1,
		TestRows: c.tests, TrainMS: float64(c.r.IntN(5000)), PerThousand: 2}
}

func (c *clerk) shares() wire.Floats {
	k := c.table.Schema.Classes()
	v := make([]float64, k)
	v[c.r.IntN(k)] = 1
	return wire.NewFloats(v, k)
}

func (c *clerk) page(m wire.Rows) wire.Message {
	total := c.table.Rows() / (1 + len(m.Search)%3)
	if m.Search == "none" {
		total = 0
	}
	f := wire.Page{Total: total, From: min(m.From, max(total-1, 0))}
	var rows [][]float64
	for i := f.From; i < min(total, f.From+m.Limit); i++ {
		f.Index, rows, f.Outcomes = append(f.Index, i), append(rows, c.table.Row(i, nil)),
			append(f.Outcomes, c.table.Outcome[i])
	}
	if m.From >= total {
		f.Index, rows, f.Outcomes = nil, nil, nil
	}
	f.Values = wire.NewRows(rows)
	return f
}

// near is a row that differs from another in some features.
func (c *clerk) near(row []float64) []float64 {
	row = slices.Clone(row)
	for j, f := range c.table.Schema.Features {
		if c.r.IntN(3) == 0 {
			other := c.table.Row(c.r.IntN(c.table.Rows()), nil)[j]
			if f.Holds(other) {
				row[j] = other
			}
		}
	}
	return row
}

func (c *clerk) shown(row []float64, laws int) wire.Counterfactual {
	s := c.shares().Values()
	return wire.Counterfactual{Row: row, Class: Likeliest(s), Shares: s,
		Changed: 1, Cost: 1, Proof: make([]causal.Verdict, laws)}
}

func (c *clerk) explain(m wire.Explain) wire.Message {
	f := wire.Explained{Tried: 9, Valid: 3, Target: max(m.Target, 0), TookMS: 1}
	for _, r := range slices.Concat(m.Knowledge.AllRules(c.table.Schema), m.Rules) {
		f.Laws = append(f.Laws, document.Law{Text: "A law.", Local: r.Local})
	}
	f.Carry = m.Knowledge.Followers(c.table.Schema)
	for range f.Carry {
		f.Laws = append(f.Laws, document.Law{Text: "It follows."})
	}
	row := m.Row.Values()
	f.Factual = c.shown(row, 0)
	for range c.r.IntN(min(m.Count, 3) + 1) {
		f.Rows = append(f.Rows, c.shown(c.near(row), len(f.Laws)))
	}
	if len(f.Rows) == 0 && len(f.Laws) > 0 {
		f.Relaxed = []wire.Relaxation{{Without: []int{0}, Row: c.shown(c.near(row), len(f.Laws))}}
	}
	return f
}

func (c *clerk) selected(n, rows int) wire.Message {
	f := wire.Selected{Hits: rows}
	var values [][]float64
	for i := range min(n, rows) {
		f.Index, f.Outcomes, values = append(f.Index, i), append(f.Outcomes, c.table.Outcome[i]),
			append(values, c.table.Row(i, nil))
	}
	f.Values = wire.NewRows(values)
	return f
}

func (c *clerk) cards(n int) wire.Message {
	if c.r.IntN(5) == 0 {
		n = 0
	}
	var f wire.Cards
	for range n {
		i := c.r.IntN(c.table.Rows())
		row := c.table.Row(i, nil)
		a, b := c.shares().Values(), c.shares().Values()
		f.List = append(f.List, label.Card{Row: i, Factual: row, Counterfactual: c.near(row), Predicted: Likeliest(a),
			Target: Likeliest(b), Given: a, Shares: b})
	}
	return f
}

// do is a task of another engine.
func (c *clerk) do(m wire.Message) wire.Message {
	if !c.calm && c.r.IntN(refusals) == 0 || c.table == nil {
		return wire.Failure{Code: wire.CodeBadInput, Detail: "The task does not like it."}
	}
	switch m := m.(type) {
	case wire.ExplainMany:
		return c.explainMany(m)
	case wire.FindCases:
		return cases(m)
	case wire.Evaluate:
		return wire.Evaluated{Method: string(m.Method), Seed: m.Seed,
			Figures: []model.Figure{{Key: "shown.validity", Value: c.r.Float64()}, {Key: "trainS", Value: 1}}}
	case wire.VerifyClassifier, wire.VerifyGenerator:
		return wire.Verified{Same: true, Hash: "abc"}
	}
	panic(fmt.Sprintf("the clerk has no answer to the task %T", m))
}

func (c *clerk) explainMany(m wire.ExplainMany) wire.Message {
	var f wire.ExplainedMany
	var given, values, shares [][]float64
	var costs []float64
	for _, row := range m.Rows.Rows() {
		g := c.shares().Values()
		given, f.Predicted, f.Target = append(given, g), append(f.Predicted, Likeliest(g)),
			append(f.Target, max(m.Query.Target, 0))
		n := c.r.IntN(2)
		if f.Found = append(f.Found, n); n > 0 {
			s := c.shares().Values()
			values, shares, costs, f.Classes = append(values, c.near(row)), append(shares, s), append(costs, 1),
				append(f.Classes, Likeliest(s))
		}
	}
	f.Given, f.Values, f.Shares = wire.NewRows(given), wire.NewRows(values), wire.NewRows(shares)
	f.Costs, f.Degrees = wire.NewFloats(costs, len(costs)), wire.NewFloats(nil, 0)
	return f
}

// fits reports whether a command is about the open table, which the page may not know yet.
func (c *clerk) fits(m wire.Message) bool {
	s := c.table.Schema
	row := func(f wire.Floats) bool { return len(f.Values()) == len(s.Features) }
	switch m := m.(type) {
	case wire.TrainGenerator:
		return m.Knowledge.Check(s) == nil
	case wire.FineTune:
		return m.Knowledge.Check(s) == nil
	case wire.CheckGraph:
		return m.Knowledge.Check(s) == nil
	case wire.SearchGraph:
		return m.Knowledge.Check(s) == nil
	case wire.Intervene:
		return m.Knowledge.Check(s) == nil && row(m.Row)
	case wire.WeighRules:
		return m.Knowledge.Check(s) == nil && (m.Rows > 0 || row(m.Row))
	case wire.Predict:
		return row(m.Row)
	case wire.Explain:
		return m.Knowledge.Check(s) == nil && row(m.Row)
	}
	return true
}
