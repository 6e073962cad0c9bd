package graph

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// mechanism chooses how a feature follows from all its causes.
type mechanism struct {
	app.Compo
	*store.State
	Node  int
	Short bool // without help, for a row of a table

	of      int    // the node that draft belongs to
	draft   string // a formula that cannot be read yet
	drafted bool
}

func (m *mechanism) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

var mechanisms = []widget.Option{
	{Value: "0", Text: textMechanismNone}, {Value: "1", Text: textMechanismLinear},
	{Value: "2", Text: textMechanismNetwork}, {Value: "3", Text: textMechanismFormula},
}

func (m *mechanism) Render() app.UI {
	s, g := m.Data.Table.Schema, m.Graph.Sketch
	if m.Node < 0 || m.Node >= len(g.Nodes) || len(g.Nodes) != len(s.Features) {
		return app.Div()
	}
	f, n := s.Features[m.Node], g.Nodes[m.Node]
	if m.of != m.Node {
		m.of, m.drafted = m.Node, false
	}
	key, form, formula, problem := strconv.Itoa(m.Node), n.Form, n.Formula, ""
	if m.drafted {
		form, formula, problem = sketch.Formula, m.draft, m.Graph.FormulaProblem(s, m.Node, m.draft)
	}
	help := textMechanismHelp
	if f.Kind == data.Category {
		help = textMechanismNoOrder
	}
	if text := mixedMechanism(s, g, m.Node); text != "" {
		help += " " + text
	}
	if m.Short {
		help = ""
	}
	body := []app.UI{&widget.Select{
		Key: "mechanism-" + key, Label: textMechanismOf(f.Name), Help: help, Options: mechanisms,
		Value: strconv.Itoa(int(form)), Disabled: f.Kind == data.Category ||
			len(g.Parents(m.Node)) == 0, OnChange: m.onForm,
	}}
	if form == sketch.Formula {
		help = textFormulaHelp
		if m.Short {
			help = ""
		}
		body = append(body, &widget.Text{
			Key: "formula-" + key, Label: textFormulaOf(f.Name), Help: help, Value: formula, Problem: problem,
			Live:     true,
			OnChange: m.onFormula,
		})
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (m *mechanism) onForm(ctx app.Context, value string) {
	form, _ := kit.Chosen(value)
	n := m.Graph.Sketch.Nodes[m.Node]
	if sketch.Mechanism(form) == sketch.Formula &&
		m.Graph.FormulaProblem(m.Data.Table.Schema, m.Node, n.Formula) != "" {
		m.drafted, m.draft = true, n.Formula
		return
	}
	m.drafted = false
	if n.Form = sketch.Mechanism(form); n.Form == sketch.NotKnown {
		n.State = causal.ActedOn // which needs no mechanism
	}
	kit.Do(ctx, store.SetNode{Node: m.Node, To: n})
}

// onFormula applies a formula as soon as it parses. Until then, the text stays in the field and the
// old formula stays in use.
func (m *mechanism) onFormula(ctx app.Context, text string) {
	if m.Graph.FormulaProblem(m.Data.Table.Schema, m.Node, text) != "" {
		m.drafted, m.draft = true, text
		return
	}
	m.drafted = false
	n := m.Graph.Sketch.Nodes[m.Node]
	n.Form, n.Formula = sketch.Formula, text
	kit.Do(ctx, store.SetNode{Node: m.Node, To: n})
}
