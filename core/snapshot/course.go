package snapshot

import (
	"slices"

	"causeway/core/form"
	"causeway/core/model"
)

// Course describes how a training went: how long it took and the measurements in some epochs. It is
// not part of the model, so the model's bytes do not depend on time.
type Course struct {
	Model       string      `msgpack:"model"` // "classifier" or "generator"
	TrainMS     float64     `msgpack:"trainMS"`
	PerThousand float64     `msgpack:"perThousand"` // for the generator: milliseconds for 1,000 counterfactuals
	Epochs      int         `msgpack:"epochs"`      // requested number of epochs
	Best        int         `msgpack:"best"`
	Terms       []string    `msgpack:"terms"` // names of the values measured besides the loss
	At          []int       `msgpack:"at"`    // epochs in ascending order
	Values      [][]float64 `msgpack:"-"`     // for each epoch in At: the loss, then the terms
}

// Course returns the course of a model's training, or one without epochs if it is unknown.
func (p Project) Course(of string) (c model.Course) {
	for _, x := range p.Courses {
		if x.Model == of && len(x.At) > 0 {
			c = model.Course{Epochs: x.Epochs, Best: x.Best, Terms: x.Terms, At: x.At, Values: form.NewRows(x.Values)}
		}
	}
	return c
}

// MaxPoints is the largest number of epochs that a course keeps.
const MaxPoints = 61

// Thinned returns the indices of the epochs that a course keeps: the first, the last, the best, and
// others at equal distances.
func Thinned(epochs, best int) (at []int) {
	if epochs <= MaxPoints {
		for i := range epochs {
			at = append(at, i)
		}
		return at
	}
	const n = MaxPoints - 1
	for i := range n {
		at = append(at, i*(epochs-1)/(n-1))
	}
	if best >= 1 && best <= epochs {
		at = append(at, best-1)
	}
	slices.Sort(at)
	return slices.Compact(at)
}

func toCourses(list []Course) (out []courseForm) {
	for _, c := range list {
		out = append(out, courseForm{c, rowsArray(c.Values, 1+len(c.Terms))})
	}
	return out
}

func courses(list []courseForm) (out []Course, err error) {
	for _, f := range list {
		if err := f.Values.check("the course of a training", 2, "float64"); err != nil {
			return nil, err
		}
		f.Course.Values = f.Values.rows()
		out = append(out, f.Course)
	}
	return out, nil
}

func (p Project) checkCourses(c *checks) {
	for i, x := range p.Courses {
		c.that(x.Model == classifierKind && p.HasClassifier || x.Model == generatorKind &&
			p.HasGenerator, "it describes the training of %.40q, but does not contain that model", x.Model)
		c.that(!slices.ContainsFunc(p.Courses[:i], func(o Course) bool { return o.Model == x.Model }),
			"it describes two trainings of the %s", x.Model)
		c.that(x.TrainMS >= 0 && x.TrainMS <= maxMS && x.PerThousand >= 0 &&
			x.PerThousand <= maxMS, "the training of the %s has an impossible duration", x.Model)
		c.that(len(x.At) <= MaxPoints && len(x.Values) == len(x.At) &&
			len(x.Terms) <= maxTerms, "the training of the %s lists %d epochs but has values for %d", x.Model,
			len(x.At), len(x.Values))
		c.that(x.Epochs >= 0 && x.Epochs <= model.MaxEpochs && x.Best >= 0 &&
			x.Best <= x.Epochs, "the training of the %s was best in epoch %d of %d", x.Model, x.Best, x.Epochs)
		last := 0
		for _, e := range x.At {
			c.that(e > last && e <= x.Epochs, "the training of the %s lists epoch %d after epoch %d",
				x.Model, e, last)
			last = e
		}
		for _, t := range x.Terms {
			c.text("the name of a value measured in training", t)
		}
		for _, v := range x.Values {
			c.that(len(v) == 1+len(x.Terms), "the training of the %s has %d numbers for the loss and %d terms",
				x.Model, len(v),
				len(x.Terms))
		}
	}
}

const (
	maxTerms = 64
	maxMS    = 3.2e12 // a century
)
