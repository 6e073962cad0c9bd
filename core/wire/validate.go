package wire

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// Limits of what a command may ask for.
const (
	MaxEpochs  = 10_000
	MaxBatch   = 65_536
	MaxHidden  = 1_024
	MaxSamples = 1_000
	MaxStep    = 131_072 // rows of a step, batch × samples, so that it ends soon
	MaxPage    = 500
	MaxShown   = 100     // counterfactuals to show
	MaxBudget  = 100_000 // latent samples for one row
	MaxEffort  = 1_000
	maxText    = 4_096 // bytes of a name or a search
	maxDetail  = 65_536
)

// checks collects the first problem of a message.
type checks struct {
	kind string
	err  error
}

// that records a problem unless ok.
func (c *checks) that(ok bool, format string, args ...any) {
	if c.err == nil && !ok {
		c.err = fault.Errorf("%w: "+format, slices.Concat([]any{fault.Kind("wire: " + c.kind)}, args)...)
	}
}

func (c *checks) between(what string, v, low, high int) {
	c.that(v >= low && v <= high, "%s is %d; %d to %d are possible", what, v, low, high)
}

func (c *checks) within(what string, v, low, high float64) {
	c.that(v >= low && v <= high, "%s is %v; %v to %v are possible", what, v, low, high)
}

func (c *checks) natural(what string, v ...int) {
	for _, n := range v {
		c.that(n >= 0, "%s is %d", what, n)
	}
}

func (c *checks) finite(what string, v ...float64) {
	for _, x := range v {
		c.that(!math.IsNaN(x) && !math.IsInf(x, 0), "%s is not finite", what)
	}
}

func (c *checks) floats(what string, f Floats, dims int) {
	if c.err == nil {
		if err := f.Check(what, dims); err != nil {
			c.err = fault.Errorf("%w: %w", fault.Kind("wire: "+c.kind), err)
		}
	}
}

// row checks the features of one row.
func (c *checks) row(what string, f Floats) {
	c.floats(what, f, 1)
	c.between("number of features", len(f.Data)/8, 1, data.MaxFeatures)
}

// Validate implements Message.
func (m Hello) Validate() error {
	c := checks{kind: "hello"}
	c.natural("protocol", m.Protocol)
	c.between("length of the build's name", len(m.Build), 1, maxText)
	return c.err
}

// Validate implements Message.
func (Ping) Validate() error { return nil }

// Validate implements Message.
func (m Open) Validate() error {
	c := checks{kind: "open"}
	c.between("length of the name", len(m.Name), 0, maxText)
	return c.err
}

// Validate implements Message.
func (m Replan) Validate() error { return checkPlan("replan", m.Plan) }

// Validate implements Message.
func (m Import) Validate() error { return checkPlan("import", m.Plan) }

// checkPlan checks what can be said without the file: Inspect and Import say
// the rest in words.
func checkPlan(kind string, p data.Plan) error {
	c := checks{kind: kind}
	c.that(p.Missing <= data.DropRows, "unknown policy for missing values")
	c.between("length of the recipe's name", len(p.Recipe), 0, maxText)
	for _, col := range p.Columns {
		c.that(col.Kind <= data.Boolean, "column %q has an unknown type", col.Name)
		c.that(col.Gaps <= data.FlagGaps, "column %q: unknown treatment of missing values", col.Name)
		c.that(col.Sign <= data.CommaSign, "column %q has an unknown decimal sign", col.Name)
	}
	return c.err
}

// Validate implements Message.
func (m Sample) Validate() error {
	c := checks{kind: "sample"}
	c.between("length of the model's name", len(m.Model), 1, maxText)
	c.between("number of rows", m.Rows, data.MinRows, data.MaxRows)
	return c.err
}

// Validate implements Message.
func (m TrainClassifier) Validate() error {
	c := checks{kind: "train classifier"}
	c.training(m.Epochs, m.Batch, m.LearningRate)
	c.between("number of hidden units", m.Hidden, 1, MaxHidden)
	return c.err
}

// Validate implements Message.
func (m TrainGenerator) Validate() error {
	c := checks{kind: "train generator"}
	c.training(m.Epochs, m.Batch, m.LearningRate)
	c.between("number of samples", m.Samples, 1, MaxSamples)
	c.that(m.Batch > 1, "batch size is 1; at least 2 are needed")
	c.between("batch size times samples", m.Batch*m.Samples, 1, MaxStep)
	c.within("weight of validity", m.Validity, 0, 1e6)
	c.within("hinge margin", m.Margin, 0, 0.99)
	c.within("weight of feasibility", m.Feasibility, 0, 1e6)
	c.within("lead to give up at", m.GiveUp, 0, 1)
	switch m.Method {
	case causal.BaseVAE, causal.ModelBased, causal.ModelApprox:
	default:
		c.that(false, "unknown method %.40q", m.Method)
	}
	c.known(m.Knowledge)
	return c.err
}

func (c *checks) training(epochs, batch int, rate float64) {
	c.between("number of epochs", epochs, 1, MaxEpochs)
	c.between("batch size", batch, 1, MaxBatch)
	c.that(rate > 0 && rate <= 10, "learning rate is %v; it must be above 0 and at most 10", rate)
}

// Validate implements Message.
func (Pause) Validate() error { return nil }

// Validate implements Message.
func (Resume) Validate() error { return nil }

// Validate implements Message.
func (Cancel) Validate() error { return nil }

// Validate implements Message.
func (m Rows) Validate() error {
	c := checks{kind: "rows"}
	c.part(m.Part)
	c.between("length of the search", len(m.Search), 0, maxText)
	c.filter(m.Filter)
	c.natural("first row", m.From)
	c.between("number of rows", m.Limit, 1, MaxPage)
	return c.err
}

func (c *checks) part(p Part) {
	switch p {
	case AllRows, TrainRows, ValRows, TestRows:
	default:
		c.that(false, "unknown part %.40q of the table", p)
	}
}

// Validate implements Message.
func (m Predict) Validate() error {
	c := checks{kind: "predict"}
	c.row("row", m.Row)
	return c.err
}

// Validate implements Message.
func (m Explain) Validate() error {
	c := checks{kind: "explain"}
	c.row("row", m.Row)
	c.between("target", m.Target, -1, data.MaxLevels-1)
	c.between("number of counterfactuals", m.Count, 1, MaxShown)
	c.between("number of samples", m.Budget, 1, MaxBudget)
	c.known(m.Knowledge)
	c.between("number of rules", len(m.Rules), 0, maxRules)
	c.natural("place of a rule", m.Without...)
	c.that(len(m.Effort) == 0 || len(m.Effort) == len(m.Row.Data)/8, "%d efforts for %d features", len(m.Effort), len(m.Row.Data)/8)
	for _, e := range m.Effort {
		c.within("effort", e, 1.0/MaxEffort, MaxEffort)
	}
	c.between("number of changed features", m.MaxChanged, 0, data.MaxFeatures)
	c.that(m.Clarity <= AtLeast, "unknown clarity %d", m.Clarity)
	c.within("least probability", m.Least, 0, 1)
	c.between("number of boxes", m.Boxes, 0, MaxBoxes)
	return c.err
}

// Validate implements Message. The states are checked by DecodeState, where
// they are used.
func (Restore) Validate() error { return nil }
