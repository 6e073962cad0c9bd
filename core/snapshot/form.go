package snapshot

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
)

// The forms are the contents of a file's parts if they differ from the types of Project;
// docs/format.md describes them. Fields are written in this order. Every field must be present,
// except those introduced after the file's version.
type (
	// schemaForm is a schema with its displayed names.
	schemaForm struct {
		data.Schema
		Names []data.Naming `msgpack:"names" since:"2"`
	}

	classifierForm struct {
		Model modelForm `msgpack:"model"`
		Classifier
		model.Kept
		standIn
	}

	generatorForm struct {
		Model modelForm    `msgpack:"model"`
		Ends  []causal.End `msgpack:"ends"`
		model.Lesson
		Generator
	}

	courseForm struct {
		Course
		Values array `msgpack:"values"`
	}

	modelForm struct {
		Sizes  []uint64    `msgpack:"sizes"`
		Arrays []namedForm `msgpack:"arrays"`
	}

	namedForm struct {
		Name  string `msgpack:"name"`
		Array array  `msgpack:"array"`
	}

	labelsForm struct {
		Name           string          `msgpack:"name"`
		Row            []int           `msgpack:"row"`
		Factual        array           `msgpack:"factual"`
		Counterfactual array           `msgpack:"counterfactual"`
		Target         []int           `msgpack:"target"`
		Verdict        []label.Verdict `msgpack:"verdict"` // a byte string
		Reason         [][]int         `msgpack:"reason"`
		By             []string        `msgpack:"by"`
		Source         []label.Source  `msgpack:"source"` // a byte string
		Learned        []byte          `msgpack:"learned"`
		// how many labels, from the start, are listed; the generator learned from the others, which
		// have changed since
		Listed int   `msgpack:"listed"`
		Told   []int `msgpack:"told"`
	}

	rowsForm struct {
		Columns []array `msgpack:"columns"`
	}
)

// standIn measures how well the network of a classifier replaces the model that makes the
// predictions.
type standIn struct {
	Fidelity float64 `msgpack:"fidelity,omitempty" since:"2" bound:"0..1" is:"fidelity of the stand-in"`
}

// AnyOrder implements form.AnyOrder, because files without a stand-in omit it.
func (standIn) AnyOrder() {}
