package graph

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// rulesPanel lists the rules for everyone: those stated, and those implied by the signs
// of edges.
type rulesPanel struct {
	app.Compo
	*store.State
	view graphView

	checked   int // 1 + Edited of the graph that conflicts belongs to
	conflicts []causal.Conflict
	idle      map[int]string // why a rule can never apply, by its place in AllRules
	from      int            // first rule that is shown
}

func (p *rulesPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph)
	topicGraphView.Observe(ctx, &p.view)
}

func (p *rulesPanel) Render() app.UI {
	s := p.Data.Table.Schema
	if len(p.Graph.Sketch.Nodes) != len(s.Features) {
		return app.Div()
	}
	if p.checked != p.Graph.Edited+1 {
		p.checked, p.conflicts = p.Graph.Edited+1, p.Graph.Contradictions(s)
		p.idle = map[int]string{}
		for _, i := range p.Graph.Idles(s) {
			p.idle[i.Rule] = i.Sentence
		}
	}
	return app.Section().Class("panel").Aria("labelledby", "rules-title").Body(
		app.H2().ID("rules-title").Class("panel-title").TabIndex(-1).Text(textRules),
		app.P().Class("panel-note").Text(textRulesNote),
		app.Div().Role("alert").Body(p.contradictions()...),
		p.reading(),
		p.idles(),
		app.Ul().Class("rules").Aria("label", textRules).Body(p.items(s)...),
		&kit.Pages{What: textRulesWord, From: p.from, Of: len(p.Graph.AllRules(s)), OnFrom: p.onFrom},
		p.none(),
		&RuleForm{State: p.State},
	)
}

// reading says that signs keep their saved meaning, if this makes a difference.
func (p *rulesPanel) reading() app.UI {
	if !p.Graph.Sketch.Joint() {
		return app.Div().Hidden(true) // so that the following elements do not move
	}
	return app.Div().Class("notice", "is-info").Body(
		app.Span().Class("notice-text").Text(textReadTogether),
		widget.Button(textReadEach, widget.Secondary, p.onReadEach))
}

// idles counts rules that can never apply.
func (p *rulesPanel) idles() app.UI {
	if len(p.idle) == 0 {
		return app.P().Class("panel-note").Hidden(true)
	}
	return app.P().Class("panel-note").Hidden(false).Text(textIdle(len(p.idle)))
}

func (p *rulesPanel) onReadEach(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ReadSigns{})
	kit.Focus("rules-title") // the button goes away
}

func (p *rulesPanel) onFrom(ctx app.Context, from int) { p.from = from }

// contradictions names the rules that exclude each other.
func (p *rulesPanel) contradictions() []app.UI {
	list := make([]app.UI, len(p.conflicts))
	for i, c := range p.conflicts {
		list[i] = app.Div().Class("notice", "is-error").Body(
			app.Strong().Class("notice-word").Text(textContradiction),
			app.Span().Class("notice-text").Text(c.Sentence+" "+textContradictionHint),
		)
	}
	return list
}

func (p *rulesPanel) items(s data.Schema) []app.UI {
	at := map[int]bool{}
	for _, c := range p.conflicts {
		for _, i := range c.Rules {
			at[i] = true
		}
	}
	stated := p.Graph.Sketch.Rules
	var list []app.UI
	all := p.Graph.AllRules(s)
	low, high := kit.OnPage(p.from, len(all))
	for i := low; i < high; i++ {
		r := all[i]
		if i < len(stated) {
			list = append(list, &ruleItem{State: p.State, At: i, Sentence: r.String(s),
				Fixed: r.Kind == causal.Computed || r.Kind == causal.StaysMissing ||
					r.Kind == causal.NeverSeen, Soft: r.Soft, Broken: at[i], Idle: p.idle[i],
				Changing: p.view.HasRule && p.view.Rule == i})
			continue
		}
		derived := &derivedRule{State: p.State, At: i, Sentence: r.String(s), Soft: r.Soft, Broken: at[i],
			Idle: p.idle[i], From: textFromSigns, Effect: r.Other, Edges: movers(r)}
		if r.Kind == causal.NotAlone {
			derived.From, derived.Edges = textFromClosed, ""
		}
		list = append(list, derived)
	}
	return list
}

// movers returns the causes whose edges imply a rule, as numbers separated by spaces.
func movers(r causal.Rule) string {
	text := strconv.Itoa(r.Feature)
	for _, m := range r.Also {
		if m.Part == causal.Moves {
			text += " " + strconv.Itoa(m.Feature)
		}
	}
	return text
}

func (p *rulesPanel) none() app.UI {
	text := ""
	if len(p.Graph.AllRules(p.Data.Table.Schema)) == 0 {
		text = textNoRules
	}
	return app.P().Class("panel-note").Text(text)
}

// ruleItem is a rule as stated.
type ruleItem struct {
	app.Compo
	*store.State
	At       int
	Sentence string
	Soft     bool
	Broken   bool   // in a contradiction
	Idle     string // why it can never apply
	Changing bool
	Fixed    bool // the form cannot change it
}

func (r *ruleItem) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Graph) }

func (r *ruleItem) Render() app.UI {
	item := app.Li().Class("rule")
	if r.Broken {
		item = item.Class("is-broken")
	}
	if r.Changing {
		item = item.Class("is-current")
	}
	key := strconv.Itoa(r.At)
	tools := []app.UI{
		&ruleEvidence{State: r.State, At: r.At, Sentence: r.Sentence},
		&widget.Select{Key: "force-rule-" + key, Label: textForceOf(r.Sentence), Options: forces,
			Value: strconv.FormatBool(r.Soft), OnChange: r.onSoft},
		widget.Button("×", widget.Quiet, r.onRemove).Title(kit.TextRemove).Aria("label", kit.TextRemoveOf(r.Sentence)),
	}
	if !r.Fixed {
		tools = slices.Insert(tools, 2, app.UI(widget.Button(textChange, widget.Quiet, r.onChange).Aria("label",
			textChangeOf(r.Sentence))))
	}
	return item.Body(RuleSentence(r.Sentence), idleNote(r.Idle), app.Div().Class("rule-tools").Body(tools...))
}

// idleNote says below a rule that it can never apply.
func idleNote(why string) app.UI {
	if why == "" {
		return nil
	}
	return app.P().Class("panel-note", "rule-idle").Text(why)
}

func RuleSentence(text string) app.UI {
	return app.P().Class("rule-text").Body(app.Elem("bdi").Text(text))
}

func (r *ruleItem) onSoft(ctx app.Context, value string) { setForce(ctx, r.State, r.At, value) }

// setForce makes a stated rule soft, or hard.
func setForce(ctx app.Context, s *store.State, at int, soft string) {
	if at < len(s.Graph.Sketch.Rules) {
		rule := s.Graph.Sketch.Rules[at]
		rule.Soft = soft == "true"
		kit.Do(ctx, store.SetRule{At: at, Rule: rule})
	}
}

func (r *ruleItem) onChange(ctx app.Context, e app.Event) { openRule(ctx, r.At) }

// openRule puts a stated rule into the form.
func openRule(ctx app.Context, at int) {
	Wish(ctx, wantRule{at})
	kit.Focus("rule-form-title")
}

func (r *ruleItem) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveRule{At: r.At})
	kit.Focus("rules-title") // the button goes away
}

// derivedRule is a rule implied by signs of edges, or because all causes of a node are drawn. A person
// changes the drawing to change it.
type derivedRule struct {
	app.Compo
	*store.State
	At       int
	Sentence string
	Soft     bool
	Broken   bool
	Idle     string // why it can never apply
	From     string // its origin
	Effect   int
	Edges    string // the causes with a sign, as numbers with spaces
}

func (r *derivedRule) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (r *derivedRule) Render() app.UI {
	item := app.Li().Class("rule")
	if r.Broken {
		item = item.Class("is-broken")
	}
	force := textHard
	if r.Soft {
		force = textSoftRule
	}
	body := []app.UI{
		app.Span().Class("badge").Text(force),
		&ruleEvidence{State: r.State, At: r.At, Sentence: r.Sentence},
		app.Span().Class("muted").Text(r.From),
	}
	s := r.Data.Table.Schema
	for _, from := range numbers(r.Edges) {
		if from < len(s.Features) && r.Effect < len(s.Features) {
			name := s.Features[from].Name + " → " + s.Features[r.Effect].Name
			body = append(body, &edgeLink{From: from, To: r.Effect, Text: name, Title: textShowEdge(name),
				Reveal: true})
		}
	}
	return item.Body(RuleSentence(r.Sentence), idleNote(r.Idle), app.Div().Class("rule-tools").Body(body...))
}

// numbers parses whole numbers separated by spaces.
func numbers(text string) []int {
	var list []int
	n, in := 0, false
	for _, c := range text + " " {
		switch {
		case c >= '0' && c <= '9':
			n, in = 10*n+int(c-'0'), true
		case in:
			list = append(list, n)
			n, in = 0, false
		}
	}
	return list
}

// edgeLink chooses an edge.
type edgeLink struct {
	app.Compo
	From, To    int
	Both        bool
	Text, Title string
	Reveal      bool // the drawing is out of sight
}

func (l *edgeLink) Render() app.UI {
	return app.Button().Type("button").Class("chip").Title(l.Title).Aria("label",
		l.Title).Body(app.Elem("bdi").Text(l.Text)).
		OnClick(l.onClick)
}

func (l *edgeLink) onClick(ctx app.Context, e app.Event) {
	if l.Reveal {
		kit.Show("graph-title")
	}
	Wish(ctx, dagview.Select{Edge: dagview.Ends{From: l.From, To: l.To, Both: l.Both}, HasEdge: true})
}
