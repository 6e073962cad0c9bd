package explain

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// manyLaws is the number of rules from which the list of a proof scrolls by
// itself.
const manyLaws = 12

// proofOf lists what was checked on exactly the values of a counterfactual.
func proofOf(x wire.Explained, s data.Schema, c wire.Counterfactual) app.UI {
	items, silent := []app.UI{verdict("✓", "is-kept", TextReached(s.Outcome.Format(float64(c.Class))))}, []app.UI(nil)
	for i, v := range c.Proof {
		if i >= len(x.Laws) {
			break
		}
		mark, class, text := "✓", "is-kept", v.Text
		switch {
		case !v.Pass:
			mark, class = "✗", "is-broken"
		case !v.Applies:
			mark, class, text = "–", "is-silent", TextSilent(v.Text)
		}
		said := verdict(mark, class, strings.TrimSuffix(text, ".")+TextVerdictTags(x.Laws[i])+".")
		if v.Pass && !v.Applies {
			silent = append(silent, said)
		} else {
			items = append(items, said)
		}
	}
	list := app.Ul().Class("proof").Aria("label", textProof).Body(items...)
	body := []app.UI{list}
	if len(items) > manyLaws {
		body[0] = app.Div().Class("proof-long").TabIndex(0).Body(list)
	}
	if len(silent) > 0 {
		body = append(body, app.Details().Class("proof-silent").Body(
			app.Summary().Text(textSilentRules(len(silent))), app.Ul().Class("proof").Aria("label", textSilentRules(len(silent))).Body(silent...)))
	}
	if x.HasDegree {
		body = append(body, app.P().Class("degree").Text(TextDegree(c.Degree, x.Factual.Degree)))
	}
	return app.Div().Class("proof-box").Body(body...)
}

func verdict(mark, class, text string) app.UI {
	return app.Li().Class("verdict", class).Body(
		app.Span().Class("verdict-mark").Aria("hidden", "true").Text(mark), app.Span().Text(text))
}

// waysShown bounds the relaxations that are listed.
const waysShown = 3

// whyNone names the rules in the way, and what to give up. What the graph says that nobody
// can change is named for what it costs, and not offered.
func whyNone(x wire.Explained, s data.Schema, follows store.Following, asked wire.Explain) app.UI {
	graph, far := asked.Knowledge.Rules, beyond(x, s, asked.Rules)
	fixed := func(law int) bool { return law < len(graph) && graph[law].Kind == causal.Immutable }
	hard := false
	for _, l := range x.Laws {
		hard = hard || !l.Soft && !l.GivenUp
	}
	if !hard && len(x.Relaxed) == 0 {
		return app.Div()
	}
	body := []app.UI{app.H3().Class("subtitle").Text(textWhyNone)}
	for _, c := range x.Conflicts {
		body = append(body, app.P().Text(c))
	}
	if len(x.Relaxed) == 0 {
		return app.Div().Class("stack", "is-tight").Body(append(body, app.P().Text(TextWhyNothing))...)
	}
	var ways []app.UI
	var within []string
	for i, r := range x.Relaxed[:min(len(x.Relaxed), waysShown)] {
		row, factual := r.Row, x.Factual.Values.Values()
		base := follows.Deeds(factual, row).Base
		for _, j := range freed(x, r) {
			base[j] = factual[j]
		}
		row.Base = wire.NewFloats(base, len(base))
		list := PhrasesOf(s, factual, row, follows)
		var offer app.UI = &relaxButton{Index: i}
		if slices.ContainsFunc(r.Without, fixed) {
			offer = app.P().Class("panel-note").Text(textRelaxFixed)
		}
		what := []app.UI{app.Text("Without: "), app.Strong().Text(textRelaxation(r, x.Laws) + ".")}
		if list := horizonsOf(r, far); list != nil {
			what = []app.UI{app.Strong().Text(textBeyond(list))}
			within = append(within, list...)
		}
		ways = append(ways, app.Li().Class("finding").Body(
			app.Div().Class("way").Body(
				app.P().Body(what...),
				kit.SentenceOf(list)),
			offer,
		))
	}
	if within != nil {
		slices.Sort(within)
		body = append(body, app.P().Text(textNothingWithin(slices.Compact(within))))
	}
	body = append(body, app.P().Text(textWhyRelax), app.Ol().Class("findings").Aria("label", textWhyNone).Body(ways...))
	if n := len(x.Relaxed) - waysShown; n > 0 {
		body = append(body, app.P().Class("panel-note").Text(textMoreWays(n)))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

// carriedBy are the effects that follow from their causes, by the laws that say so: the last
// that were not given up.
func carriedBy(x wire.Explained) map[int]int {
	by, n := map[int]int{}, len(x.Carry)-1
	for i := len(x.Laws) - 1; i >= 0 && n >= 0; i-- {
		if !x.Laws[i].GivenUp {
			by[i] = x.Carry[n]
			n--
		}
	}
	return by
}

// freed are the effects that a way out lets go.
func freed(x wire.Explained, r wire.Relaxation) (list []int) {
	by := carriedBy(x)
	for _, i := range r.Without {
		if j, is := by[i]; is {
			list = append(list, j)
		}
	}
	return list
}

// relaxButton searches again without what is in the way.
type relaxButton struct {
	app.Compo
	Index int
}

func (b *relaxButton) Render() app.UI {
	return widget.Button(textRelax, widget.Secondary, b.onClick).Class("is-small").Aria("label", textRelaxNo(b.Index+1))
}

func (b *relaxButton) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.Relax{Index: b.Index}) }
