package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

// Parts shared by labels of rows and of images.

// Name is the field for the labelling person's name.
type Name struct {
	app.Compo
	Of string
}

func (n *Name) Render() app.UI {
	return &widget.Text{Key: "labeller", Label: textLabeller, Placeholder: textLabellerNone, Value: n.Of,
		OnChange: n.onName}
}

func (n *Name) onName(ctx app.Context, name string) { kit.Do(ctx, store.SetLabelName{Name: name}) }

// Keys is the switch for keys that work as buttons.
type Keys struct {
	app.Compo
	Help string
	on   bool
}

func (k *Keys) OnMount(ctx app.Context) {
	topicLabelKeys.Observe(ctx, &k.on)
	topicLabelKeys.Publish(ctx, StoredKeys(ctx))
}

func (k *Keys) Render() app.UI {
	return &widget.Toggle{Key: "label-keys", Label: textShortcuts, Help: k.Help, On: k.on, OnChange: k.onKeys}
}

func (k *Keys) onKeys(ctx app.Context, on bool) { StoreKeys(ctx, on) }

// Word returns a verdict as a word with its sign.
func Word(v label.Verdict) app.HTMLSpan {
	return app.Span().Class("verdict-word", [...]string{label.Feasible: "is-yes", label.Infeasible: "is-no",
		label.Unsure: "is-open"}[v]).Text(textVerdictOf(v))
}

// By names who labelled, and says whether others disagree.
func By(who string, disagrees bool) app.HTMLTd {
	if disagrees {
		return app.Td().Class("wrap").Body(app.Span().Text(who+" "),
			app.Span().Class("badge", "is-warning").Text(TextDisagrees))
	}
	return app.Td().Class("wrap").Body(app.Span().Text(who))
}
