package snapshot

import (
	"slices"

	"causeway/core/form"
	"causeway/core/model"
)

// Course describes the progress of a training: its duration and the measurements in some of its
// epochs. It contains nothing about the model, which does not depend on the duration.
type Course struct {
	Model       string      `msgpack:"model"` // "classifier" or "generator"
	TrainMS     float64     `msgpack:"trainMS"`
	PerThousand float64     `msgpack:"perThousand"` // for the generator: milliseconds for 1,000 counterfactuals
	Epochs      int         `msgpack:"epochs"`      // requested number of epochs
	Best        int         `msgpack:"best"`
	Terms       []string    `msgpack:"terms"` // names of what was measured besides the loss
	At          []int       `msgpack:"at"`    // epochs in ascending order
	Values      [][]float64 `msgpack:"-"`     // for each of them: the loss, then the terms
}

// Course returns the course of a model's training. Without epochs it is unknown.
func (p Project) Course(of string) (c model.Course) {
	for _, x := range p.Courses {
		if x.Model == of && len(x.At) > 0 {
			c = model.Course{Epochs: x.Epochs, Best: x.Best, Terms: x.Terms, At: x.At, Values: form.NewRows(x.Values)}
		}
	}
	return c
}

// MaxPoints is the number of epochs that are kept in a course.
const MaxPoints = 61

// Thinned returns the indices of the epochs that are kept: the first, the last, best, and others
// at equal distances.
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
			p.HasGenerator, "it tells of the training of %.40q, which it does not have", x.Model)
		c.that(!slices.ContainsFunc(p.Courses[:i], func(o Course) bool { return o.Model == x.Model }),
			"it tells of two trainings of the %s", x.Model)
		c.that(x.TrainMS >= 0 && x.TrainMS <= maxMS && x.PerThousand >= 0 &&
			x.PerThousand <= maxMS, "the training of its %s took a time that cannot be", x.Model)
		c.that(len(x.At) <= MaxPoints && len(x.Values) == len(x.At) &&
			len(x.Terms) <= maxTerms, "the training of its %s was measured %d times and tells of %d", x.Model,
			len(x.At), len(x.Values))
		c.that(x.Epochs >= 0 && x.Epochs <= model.MaxEpochs && x.Best >= 0 &&
			x.Best <= x.Epochs, "the training of its %s was best in epoch %d of %d", x.Model, x.Best, x.Epochs)
		last := 0
		for _, e := range x.At {
			c.that(e > last && e <= x.Epochs, "the training of its %s was measured in epoch %d after %d",
				x.Model, e, last)
			last = e
		}
		for _, t := range x.Terms {
			c.text("what a training was measured by", t)
		}
		for _, v := range x.Values {
			c.that(len(v) == 1+len(x.Terms), "the training of its %s has %d numbers for %d terms", x.Model, len(v),
				len(x.Terms))
		}
	}
}

const (
	maxTerms = 64
	maxMS    = 3.2e12 // a century
)
