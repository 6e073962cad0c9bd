package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// inspector shows and changes the properties of the selected edge or nodes.
type inspector struct {
	app.Compo
	*store.State
	view graphView

	refused int // rejected sizes
}

func (p *inspector) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph)
	topicGraphView.Observe(ctx, &p.view)
}

func (p *inspector) Render() app.UI {
	s := p.Data.Table.Schema
	aside := app.Elem("aside").Class("inspector").Aria("label", textInspector)
	if len(s.Features) != len(p.Graph.Sketch.Nodes) {
		return aside
	}
	if e, ok := chosenEdge(p.Graph, p.view); ok {
		if p.view.Edge.Both || p.Graph.Sketch.IsHidden(max(e.From, e.To)) {
			return aside.Body(p.unobserved(s, e)...)
		}
		return aside.Body(p.edge(s, e)...)
	}
	nodes := slices.DeleteFunc(slices.Clone(p.view.Nodes), func(v int) bool { return v >= p.Graph.Sketch.Count() })
	switch {
	case len(nodes) == 1 && p.Graph.Sketch.IsHidden(nodes[0]):
		return aside.Body(p.hidden(s, nodes[0])...)
	case len(nodes) == 1:
		return aside.Body(p.node(s, nodes[0])...)
	case len(nodes) > 1:
		return aside.Body(p.several(nodes)...)
	}
	return aside.Body(app.P().Class("panel-note").Text(textHowToDraw),
		app.Div().Class("toolbar").Body(widget.Button(textAddHidden, widget.Secondary, p.onHide)))
}

// edge returns the controls of an edge.
func (p *inspector) edge(s data.Schema, e sketch.Edge) []app.UI {
	from, to := s.Features[e.From], s.Features[e.To]
	key := strconv.Itoa(e.From) + "-" + strconv.Itoa(e.To)
	signed := e.Sign != causal.Unknown
	help := textStrictHelp
	if signed && (from.Kind == data.Category || to.Kind == data.Category) {
		help = textSignNoOrder
	}
	body := []app.UI{
		app.H3().Class("subtitle", "clamp").Title(from.Name + " → " + to.Name).Text(from.Name + " → " + to.Name),
		&widget.Select{Key: "sign-" + key, Label: TextEdgeSign, Options: signs, Value: signValue(e.Sign),
			OnChange: p.onSign},
		&widget.Toggle{Key: "strict-" + key, Label: TextStrict, Help: help, On: e.Strict ||
			e.Least > 0, Disabled: !signed || e.Least > 0, OnChange: p.onStrict},
		&widget.Text{Key: "least-" + key, Label: textSizeOf(textAtLeast, from), Placeholder: textAnySize,
			Value: sizeText(e.Least), Disabled: !signed, Rev: p.refused, OnChange: p.onLeast},
		&widget.Text{Key: "most-" + key, Label: textSizeOf(textAtMost, from), Help: textSizeHelp(to),
			Placeholder: textAnySize, Value: sizeText(e.Most), Disabled: !signed, Rev: p.refused, OnChange: p.onMost},
		&widget.Select{Key: "soft-" + key, Label: textForce, Help: textForceHelp, Options: forces,
			Value: strconv.FormatBool(e.Soft), Disabled: !signed, OnChange: p.onSoft},
		&widget.Text{Key: "note-" + key, Label: textNote, Help: textNoteHelp, Value: e.Note, OnChange: p.onNote},
		&mechanism{State: p.State, Node: e.To},
		app.P().Class("panel-note").Text(p.overridden(s, e)),
		app.P().Class("panel-note").Text(p.mixedInto(s, e)),
		app.Div().Class("toolbar").Body(
			widget.Button(textReverse, widget.Secondary, p.onReverse),
			widget.Button(textDeleteEdge, widget.Secondary, p.onDelete),
		),
		// This comes last, because it changes while the engine checks the rows.
		&edgeData{State: p.State, From: e.From, To: e.To},
		&edgeData{State: p.State, From: e.From, To: e.To, Plot: true},
	}
	return body
}

var forces = []widget.Option{{Value: "false", Text: textHard}, {Value: "true", Text: textSoftRule}}

// set changes the selected edge.
func (p *inspector) set(ctx app.Context, change func(*sketch.Edge)) {
	if e, ok := chosenEdge(p.Graph, p.view); ok {
		change(&e)
		if p.view.Edge.Both {
			kit.Do(ctx, store.SetShared{Edge: e})
			return
		}
		kit.Do(ctx, store.SetEdge{Edge: e})
	}
}

func (p *inspector) onSign(ctx app.Context, value string) {
	p.set(ctx, func(e *sketch.Edge) { *e = withSign(*e, signOf(value)) })
}

// withSign returns an edge with another sign. An edge without a sign is neither strict nor soft.
func withSign(e sketch.Edge, s causal.Sign) sketch.Edge {
	e.Sign = s
	if s == causal.Unknown {
		e.Strict, e.Soft, e.Least, e.Most = false, false, 0, 0
	}
	return e
}

// resized returns an edge with a typed size, or the error in it.
func resized(e sketch.Edge, name, text string, size func(*sketch.Edge) *float64) (sketch.Edge, string) {
	v, ok := bound(strings.TrimSpace(text), 0)
	if !ok {
		return e, textNoSize(text)
	}
	*size(&e) = v
	return e, store.SizeProblem(e, name)
}

func leastOf(e *sketch.Edge) *float64 { return &e.Least }
func mostOf(e *sketch.Edge) *float64  { return &e.Most }

func (p *inspector) onLeast(ctx app.Context, text string) { p.onSize(ctx, text, leastOf) }
func (p *inspector) onMost(ctx app.Context, text string)  { p.onSize(ctx, text, mostOf) }

// onSize sets a size. It reports an invalid one and restores the old one in the field.
func (p *inspector) onSize(ctx app.Context, text string, size func(*sketch.Edge) *float64) {
	e, ok := chosenEdge(p.Graph, p.view)
	if !ok {
		return
	}
	s := p.Data.Table.Schema
	e, problem := resized(e, s.Features[e.From].Name+" → "+s.Features[e.To].Name, text, size)
	if problem != "" {
		p.refused++
		kit.Do(ctx, store.Say{Text: problem})
		return
	}
	kit.Do(ctx, store.SetEdge{Edge: e})
}

func (p *inspector) onStrict(ctx app.Context, on bool) {
	p.set(ctx, func(e *sketch.Edge) { e.Strict = on })
}

func (p *inspector) onSoft(ctx app.Context, value string) {
	p.set(ctx, func(e *sketch.Edge) { e.Soft = value == "true" })
}

func (p *inspector) onNote(ctx app.Context, text string) {
	p.set(ctx, func(e *sketch.Edge) { e.Note = text })
}

func (p *inspector) onReverse(ctx app.Context, e app.Event) { Wish(ctx, dagview.Reverse{}) }

func (p *inspector) onDelete(ctx app.Context, e app.Event) {
	if edge, ok := chosenEdge(p.Graph, p.view); ok {
		Wish(ctx, dagview.Delete{})
		focusNode(edge.From) // the button goes away
	}
}

// focusNode focuses a node of the drawing.
func focusNode(v int) { kit.Focus("dag-node-" + strconv.Itoa(v)) }

// node returns the controls of one node.
func (p *inspector) node(s data.Schema, v int) []app.UI {
	n := p.Graph.Sketch.Node(v)
	name := nodeName(s, v)
	body := []app.UI{
		app.H3().Class("subtitle", "clamp").Title(name).Text(name),
	}
	role := &widget.Select{Key: "role-" + strconv.Itoa(v), Label: textRole, Help: textRoleHelp, Options: roles,
		Value: strconv.Itoa(int(n.Role)), OnChange: p.onRole}
	if v == sketch.OutcomeNode {
		return append(body, app.P().Class("panel-note").Text(textOutcomeSays), role, p.pin(n))
	}
	body = append(body, app.P().Class("panel-note").Text(textKindOf(s.Features[v])), p.rulesOn(s, v),
		app.Div().ID(orderID).TabIndex(-1).Body(&OrderPanel{State: p.State, Node: v, Told: true}))
	body = append(body, &statePanel{State: p.State, Node: v})
	if len(p.Graph.Sketch.Parents(v)) > 0 {
		body = append(body, &mechanism{State: p.State, Node: v})
	}
	body = append(body, &doPanel{State: p.State, Node: v})
	body = append(body, p.linesAt(s, v)...)
	return append(body,
		app.Div().Class("toolbar").Body(
			widget.Button(textDrawFrom, widget.Secondary, p.onFrom),
			widget.Button(textShareFrom, widget.Secondary, p.onShareFrom),
			widget.Button(textAddCause, widget.Secondary, p.onHide),
			app.Div().Body(p.pin(n)),
		), role)
}

// linesAt lists what is drawn at a node.
func (p *inspector) linesAt(s data.Schema, v int) []app.UI {
	g := p.Graph.Sketch
	var causes, effects, shares []app.UI
	for _, e := range g.Strokes() {
		if v != e.From && v != e.To {
			continue
		}
		other := g.Name(s, e.From+e.To-v)
		link := &edgeLink{From: e.From, To: e.To, Both: e.Both, Text: other, Title: edgeText(s, g, e)}
		switch {
		case e.Both:
			shares = append(shares, link)
		case v == e.To:
			causes = append(causes, link)
		default:
			effects = append(effects, link)
		}
	}
	list := []app.UI{
		app.Div().Class("inspector-list").Body(app.Span().Class("field-label").Text(textCausesOf(len(causes))),
			app.Div().Class("chips").Body(causes...)),
		app.Div().Class("inspector-list").Body(app.Span().Class("field-label").Text(textEffectsOf(len(effects))),
			app.Div().Class("chips").Body(effects...)),
	}
	if len(shares) > 0 {
		list = append(list, app.Div().Class("inspector-list").Body(app.Span().Class("field-label").Text(textSharesWith),
			app.Div().Class("chips").Body(shares...)))
	}
	return list
}

// rulesOn returns the rules about a single feature that one press adds or removes.
func (p *inspector) rulesOn(s data.Schema, v int) app.UI {
	f := s.Features[v]
	list := []app.UI{&ruleChip{Rule: causal.Immutable, Feature: v, Name: f.Name, At: p.ruleAt(causal.Immutable, v)}}
	if f.Kind != data.Category {
		list = append(list,
			&ruleChip{Rule: causal.OnlyIncrease, Feature: v, Name: f.Name, At: p.ruleAt(causal.OnlyIncrease, v)},
			&ruleChip{Rule: causal.OnlyDecrease, Feature: v, Name: f.Name, At: p.ruleAt(causal.OnlyDecrease, v)})
	}
	return app.Div().Class("chips").Role("group").Aria("label", textRules).Body(list...)
}

// ruleAt returns the place of a rule on a single feature, or -1.
func (p *inspector) ruleAt(kind causal.RuleKind, v int) int {
	return slices.IndexFunc(p.Graph.Sketch.Rules, func(r causal.Rule) bool { return r.Kind == kind && r.Feature == v })
}

// ruleChip adds a rule on a feature, or removes it.
type ruleChip struct {
	app.Compo
	Rule    causal.RuleKind
	Feature int
	Name    string
	At      int // in the list of rules, or -1
}

func (c *ruleChip) Render() app.UI {
	text := textRuleChips[c.Rule]
	return app.Button().Type("button").Class("chip").Aria("pressed", c.At >= 0).Aria("label",
		text+": "+c.Name).Text(text).OnClick(c.onClick)
}

func (c *ruleChip) onClick(ctx app.Context, e app.Event) {
	if c.At >= 0 {
		kit.Do(ctx, store.RemoveRule{At: c.At})
	} else {
		kit.Do(ctx, store.AddRule{Rule: causal.Rule{Kind: c.Rule, Feature: c.Feature}})
	}
}

// edgeText names an edge with its sign in words.
func edgeText(s data.Schema, g sketch.Sketch, e sketch.Stroke) string {
	if e.Both || g.IsHidden(max(e.From, e.To)) {
		return unobservedName(s, g, e.Edge, e.Both)
	}
	to := s.Features[e.To]
	text := s.Features[e.From].Name + " → " + to.Name + ", " + signs[e.Sign].Text
	if e.Least > 0 {
		text += ", " + textAtLeastSo + to.With(sizeText(e.Least))
	}
	if e.Most > 0 {
		text += ", " + textAtMostSo + to.With(sizeText(e.Most))
	}
	return text
}

// pin lets the layout place a hand-placed node again.
func (p *inspector) pin(n sketch.Node) app.UI {
	if !n.Fixed {
		return nil
	}
	return widget.Button(textUnpin, widget.Secondary, p.onUnpin).Title(textUnpinHint)
}

func (p *inspector) onUnpin(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.UnpinNodes{Nodes: slices.Clone(p.view.Nodes)})
}

func (p *inspector) onShareFrom(ctx app.Context, e app.Event) {
	if len(p.view.Nodes) == 1 {
		Wish(ctx, dagview.From{Node: p.view.Nodes[0], Share: true})
	}
}

func (p *inspector) onHide(ctx app.Context, e app.Event) { Wish(ctx, wantHidden{}) }

func (p *inspector) onFrom(ctx app.Context, e app.Event) {
	if len(p.view.Nodes) == 1 {
		Wish(ctx, dagview.From{Node: p.view.Nodes[0]})
	}
}

var roles = []widget.Option{
	{Value: "0", Text: textRoleNone}, {Value: "1", Text: textRoleExposure}, {Value: "2", Text: textRoleOutcome},
	{Value: "3", Text: textRoleAdjusted}, {Value: "4", Text: textRoleSelected}, {Value: "5", Text: textRoleLatent},
}

func (p *inspector) onRole(ctx app.Context, value string) {
	if len(p.view.Nodes) != 1 {
		return
	}
	v := p.view.Nodes[0]
	n, role := p.Graph.Sketch.Node(v), 0
	role, _ = kit.Chosen(value)
	n.Role = sketch.Role(role)
	kit.Do(ctx, store.SetNode{Node: v, To: n})
}

// several returns the controls for more than one node.
func (p *inspector) several(nodes []int) []app.UI {
	buttons := make([]app.UI, len(alignments))
	for i, a := range alignments {
		buttons[i] = &alignButton{How: a.how, Text: a.text}
	}
	return []app.UI{
		app.H3().Class("subtitle").Text(textManyChosen(len(nodes))),
		app.Div().Class("align-buttons").Role("group").Aria("label", textAlign).Body(buttons...),
		app.Div().Class("toolbar").Body(
			widget.Button(textUnpin, widget.Secondary, p.onUnpin).Title(textUnpinHint),
			widget.Button(textAddCause, widget.Secondary, p.onHide),
			widget.Button(textDeleteEdges, widget.Secondary, p.onDeleteAll),
		),
	}
}

func (p *inspector) onDeleteAll(ctx app.Context, e app.Event) { Wish(ctx, dagview.Delete{}) }

var alignments = []struct {
	how  sketch.Alignment
	text string
}{
	{sketch.AlignLeft, textAlignLeft}, {sketch.AlignCenter, textAlignCenter}, {sketch.AlignRight, textAlignRight},
	{sketch.SpreadAcross, TextSpreadAcross},
	{sketch.AlignTop, textAlignTop}, {sketch.AlignMiddle, textAlignMiddle}, {sketch.AlignBottom, textAlignBottom},
	{sketch.SpreadDown, textSpreadDown},
}

// alignButton aligns the selected nodes in one way.
type alignButton struct {
	app.Compo
	How  sketch.Alignment
	Text string
	view graphView
}

func (b *alignButton) OnMount(ctx app.Context) { topicGraphView.Observe(ctx, &b.view) }

func (b *alignButton) Render() app.UI {
	return widget.Button(b.Text, widget.Secondary, b.onClick).Class("is-small")
}

func (b *alignButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AlignNodes{Nodes: slices.Clone(b.view.Nodes), How: b.How})
}
