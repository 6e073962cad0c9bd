package engine

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/wire"
)

// Sizes of a Loaded message.
const (
	headRows = 20
	bins     = 16
)

// setNames sets the names that people read, for sentences and searches.
func (e *Engine) setNames(m wire.SetNames) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	if err := p.Schema.CheckNames(m.Names); err != nil {
		return nil, refuse(wire.CodeBadInput, "The names cannot be used: %s.", fault.Clause(err))
	}
	p.Names = m.Names
	return wire.NamesSet{}, nil
}

// Reads sets the function that reads the file of the current Open command.
func (e *Engine) Reads(read func() ([]byte, error)) { e.read = read }

func (e *Engine) open(m wire.Open) (wire.Message, error) {
	if m.File > 0 {
		if e.read == nil {
			return nil, refuse(wire.CodeProtocol, "The engine cannot access the page's files. Reload the page.")
		}
		var err error
		if m.Bytes, err = e.read(); err != nil {
			return nil, refuse(wire.CodeBadInput, "%s could not be read: %s. Choose it again.", m.Name, fault.Text(err))
		}
	}
	f, err := data.Inspect(m.Name, m.Bytes)
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	e.file = &file{name: m.Name, File: f}
	return wire.Previewed{Preview: f.Preview(nil)}, nil
}

// file is an opened file with its name.
type file struct {
	*data.File
	name string
}

func (e *Engine) replan(m wire.Replan) (wire.Message, error) {
	if e.file == nil {
		return nil, refuse(wire.CodeNotReady, "The file is not open any more. Open it again.")
	}
	return wire.Previewed{Preview: e.file.Preview(&m.Plan)}, nil
}

func (e *Engine) importFile(m wire.Import) (wire.Message, error) {
	if e.file == nil {
		return nil, refuse(wire.CodeNotReady, "The file is not open any more. Open it again.")
	}
	t, report, err := e.file.Import(m.Plan)
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	return e.adopt(e.file.name, t, report, m.Plan, m.Seed, m.Plain), nil
}

func (e *Engine) sample(m wire.Sample) (wire.Message, error) {
	name, draw := "Simple-BN", sim.SimpleBN
	switch {
	case m.Model == "simple-bn" && m.Drawn:
		draw = sim.SimpleBNDrawn
	case m.Model == "simple-bn":
	case m.Model == "sangiovese":
		name, draw = "Sangiovese", sim.Sangiovese
	case m.Model == "census":
		name, draw = "Synthetic census", sim.Census
	case m.Model == "workers":
		name, draw = "Full-time workers", sim.Workers
	default:
		return nil, refuse(wire.CodeBadInput, "No built-in table is named %q.", m.Model)
	}
	t := draw(m.Rows, m.Seed)
	if m.Hash != "" && t.Hash() != m.Hash {
		return nil, refuse(wire.CodeBadInput, "The file says that its table is sampled from %s, but sampling "+
			"gives another table (its hash differs), so it was not opened.", name)
	}
	return e.adopt(name, t, data.Report{Rows: t.Rows()}, data.Plan{}, m.Seed, m.Plain), nil
}

// adopt makes t the table of a new project.
func (e *Engine) adopt(name string, t *data.Table, report data.Report, plan data.Plan,
	seed uint64, plain bool) wire.Message {
	e.abandon(ofTable)
	e.project = holding{Project: project.New(name, t, seed, plain)}
	return e.loaded(report, plan)
}

// loaded describes the project's table, which was read by the given plan.
func (e *Engine) loaded(report data.Report, plan data.Plan) wire.Message {
	t, split := e.project.Table, e.project.Split
	head := min(headRows, t.Rows())
	values := make([][]float64, head)
	for i := range values {
		values[i] = t.Row(i, nil)
	}
	return wire.Loaded{
		Name: e.project.Name, Schema: t.Schema, Rows: t.Rows(), Hash: e.project.Hash, Report: report,
		Train: len(split.Train), Val: len(split.Val), Test: len(split.Test),
		Counts: t.Counts(), Columns: summaries(t),
		Head: wire.NewRows(values), Outcomes: t.Outcome[:head:head], Relations: causal.Relations(t),
		Implied: causal.Implications(t), Fills: t.Fills(plan),
	}
}

func summaries(t *data.Table) []wire.Summary {
	all := make([]wire.Summary, len(t.Schema.Features))
	for j, f := range t.Schema.Features {
		edges, counts := t.Histogram(j, bins)
		all[j] = wire.Summary{Counts: counts, By: t.ByClass(j, edges)}
		if f.Kind.Numeric() {
			all[j].Edges, all[j].Mean, all[j].Spread = wire.NewFloats(edges, len(edges)), t.Mean(j), t.Spread(j)
		}
	}
	return all
}
