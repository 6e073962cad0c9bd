package project

import (
	"reflect"

	"causeway/core/cf"
	"causeway/core/fault"
	"causeway/core/model"
)

// Generator is the trained generator of a project.
type Generator struct {
	*cf.Generator
	Bytes []byte // as it is stored
}

const generatorKind = "generator"

// BlackBoxOf returns the fingerprint of the table and its black box. It says to which black box a
// generator belongs.
func (p *Project) BlackBoxOf() string { return Fingerprint([]byte(p.Hash), p.BlackBox.Bytes) }

// NewGenerator encodes a generator for storage, with the lesson from which it was trained.
func (p *Project) NewGenerator(g *cf.Generator, l model.Lesson) (*Generator, error) {
	s := Pack(generatorKind, p.BlackBoxOf(), g.Model())
	s.Lesson, s.Ends = l, g.Ends()
	b, err := model.EncodeState(s)
	return &Generator{g, b}, err
}

// LoadGenerator reads what NewGenerator stored. If the rows are available, it fits the mechanisms
// again and requires the same result.
func (p *Project) LoadGenerator(b []byte) (*Generator, error) {
	s, err := model.DecodeState(b)
	if err != nil || s.Kind != generatorKind {
		return nil, Refuse(BadInput, "The saved generator is damaged. Train it again.")
	}
	if s.Of != p.BlackBoxOf() {
		return nil, Refuse(BadInput, "The saved generator belongs to another classifier. Train it again.")
	}
	if err := s.Lesson.Knowledge.Check(p.Schema); err != nil {
		return nil, unlearnable(err)
	}
	seen := s.Lesson.Knowledge.Schema(p.Schema)
	g, err := cf.LoadGenerator(seen, s.Ends, Unpack(s))
	if err == nil && p.Table != nil && !g.Retired() {
		m, wrong := p.Method(s.Lesson)
		if wrong != nil {
			return nil, wrong
		}
		if !reflect.DeepEqual(m.Ends(seen), s.Ends) {
			err = errEnds
		}
	}
	if err != nil {
		return nil, Refuse(BadInput, "The saved generator does not match the table. Train it again.")
	}
	return &Generator{g.Under(p.BlackBox.Differentiable, p.Rules(s.Lesson.Knowledge)), b}, nil
}

var errEnds = fault.Errorf("project: the mechanisms of the generator were fitted to other rows")

// Method builds the training method for a lesson.
func (p *Project) Method(l model.Lesson) (cf.Method, error) {
	if l.Method.Gone() {
		return cf.Method{}, Refuse(BadInput, "The method %s was removed. Choose another one and train again.",
			l.Method.Title())
	}
	m, err := cf.Know(l.Method, l.Knowledge, p.Table.With(p.Schema), p.Split.Train)
	if err != nil {
		return m, unlearnable(err)
	}
	return m, nil
}

func unlearnable(err error) error {
	return Refuse(BadInput, "The generator cannot learn from this graph: %s.", fault.Clause(err))
}
