package graph

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/sketch"
)

// nodeRow is one feature, or the outcome, with its controls.
type nodeRow struct {
	app.Compo
	*store.State
	V      int
	Name   string
	Role   sketch.Role
	X, Y   float64
	Pinned bool
}

func (r *nodeRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Graph) }

func (r *nodeRow) Render() app.UI {
	key := "row-node-" + strconv.Itoa(r.V)
	how, state := app.Td().Class("bare"), app.Td().Class("bare")
	if r.V != sketch.OutcomeNode {
		how, state = how.Body(&mechanism{State: r.State, Node: r.V, Short: true}),
			state.Body(&statePanel{State: r.State, Node: r.V, Short: true})
	}
	return app.Tr().Body(
		app.Th().Scope("row").Body(kit.Clamped(r.Name)),
		app.Td().Class("bare").Body(&widget.Select{Key: key + "role", Label: textRoleOf(r.Name), Options: roles,
			Value: strconv.Itoa(int(r.Role)), OnChange: r.onRole}),
		app.Td().Class("bare").Body(&OrderPanel{State: r.State, Node: r.V}),
		state,
		how,
		app.Td().Class("bare").Body(&widget.Number{Key: key + "x", Label: textAcrossOf(r.Name), Value: r.X, Step: 20,
			OnChange: r.onX}),
		app.Td().Class("bare").Body(&widget.Number{Key: key + "y", Label: textDownOf(r.Name), Value: r.Y, Step: 20,
			OnChange: r.onY}),
		app.Td().Class("bare").Body(&widget.Toggle{Key: key + "pin", Label: textByHandOf(r.Name), On: r.Pinned,
			OnChange: r.onPin}),
	)
}

func (r *nodeRow) onRole(ctx app.Context, value string) {
	role, _ := kit.Chosen(value)
	n := r.Graph.Sketch.Node(r.V)
	n.Role = sketch.Role(role)
	kit.Do(ctx, store.SetNode{Node: r.V, To: n})
}

func (r *nodeRow) onX(ctx app.Context, x float64) {
	kit.Do(ctx, store.MoveNodes{Nodes: []int{r.V}, DX: x - r.X})
}

func (r *nodeRow) onY(ctx app.Context, y float64) {
	kit.Do(ctx, store.MoveNodes{Nodes: []int{r.V}, DY: y - r.Y})
}

// onPin keeps a node in place, or lets the layout place it.
func (r *nodeRow) onPin(ctx app.Context, on bool) {
	if on {
		kit.Do(ctx, store.MoveNodes{Nodes: []int{r.V}})
	} else {
		kit.Do(ctx, store.UnpinNodes{Nodes: []int{r.V}})
	}
}

// ruleRow is one rule with its controls. A rule implied by signs is changed at its edges.
type ruleRow struct {
	app.Compo
	*store.State
	At       int
	Sentence string
	Soft     bool
	Stated   bool
	From     string // its origin, unless it is stated
}

func (r *ruleRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Graph) }

func (r *ruleRow) Render() app.UI {
	force := textHard
	if r.Soft {
		force = textSoftRule
	}
	cells := []app.UI{app.Td().Class("wrap").Text(r.Sentence)}
	if !r.Stated {
		return app.Tr().Body(append(cells, app.Td().Text(force), app.Td().Text(textEveryone), r.evidence(),
			app.Td().Text(r.From))...)
	}
	return app.Tr().Body(append(cells,
		app.Td().Class("bare").Body(&widget.Select{Key: "row-rule-" + strconv.Itoa(r.At),
			Label: textForceOf(r.Sentence), Options: forces, Value: strconv.FormatBool(r.Soft), OnChange: r.onSoft}),
		app.Td().Text(textEveryone),
		r.evidence(),
		app.Td().Class("bare").Body(app.Div().Class("toolbar").Body(
			widget.Button(textChange, widget.Secondary, r.onChange).Class("is-small").Aria("label",
				textChangeOf(r.Sentence)),
			widget.Button(kit.TextRemove, widget.Secondary, r.onRemove).Class("is-small").Aria("label",
				kit.TextRemoveOf(r.Sentence)),
		)),
	)...)
}

func (r *ruleRow) evidence() app.UI {
	return app.Td().Class("wrap").Body(&ruleEvidence{State: r.State, At: r.At, Sentence: r.Sentence})
}

func (r *ruleRow) onSoft(ctx app.Context, value string) { setForce(ctx, r.State, r.At, value) }

func (r *ruleRow) onChange(ctx app.Context, e app.Event) { openRule(ctx, r.At) }

func (r *ruleRow) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveRule{At: r.At})
	kit.Focus("twin-title") // the row goes away
}
