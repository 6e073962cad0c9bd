package label

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/label"
)

// The keys of the Label step, beside the digits, which name reasons.
const (
	keyFeasible   = "f"
	keyInfeasible = "i"
	keyUnsure     = "u"
	keyBack       = "b"
	keyNext       = "n"
)

// labelKeyAction carries a key that was pressed outside of any field.
const KeyAction = "label-key"

// topicLabelKeys says whether keys stand for the buttons. Who speaks to the
// computer, or presses keys by accident, switches them off (WCAG 2.1.4).
var topicLabelKeys = kit.NewTopic[bool]("label-keys")

const keysKey = "causeway-label-keys" // in the browser's storage

func StoredKeys(ctx app.Context) bool {
	var word string
	_ = ctx.LocalStorage().Get(keysKey, &word) // without storage they are on
	return word != "off"
}

func StoreKeys(ctx app.Context, on bool) {
	word := "off"
	if on {
		word = "on"
	}
	_ = ctx.LocalStorage().Set(keysKey, word) // without storage the choice lasts as long as the page
	topicLabelKeys.Publish(ctx, on)
}

// Pressed hands on a key that stands for a button. One that is held down counts once.
func Pressed(ctx app.Context, e app.Event) {
	if IsLetter(e) {
		ctx.NewActionWithValue(KeyAction, strings.ToLower(e.Get("key").String()))
	}
}

// IsLetter reports whether a key stands for a button: it has no modifier and is no text.
func IsLetter(e app.Event) bool {
	for _, with := range []string{"ctrlKey", "metaKey", "altKey", "repeat", "isComposing"} {
		if e.Get(with).Truthy() {
			return false
		}
	}
	return !takesText(e.Get("target"))
}

// takesText reports whether keys belong to an element: to a field, or to a list
// of which they choose an option.
func takesText(target app.Value) bool {
	return kit.IsField(target) || target.Truthy() && target.Get("matches").Truthy() &&
		target.Call("matches", "select").Truthy()
}

// onKey does what the button with the key does.
func (p *cardPanel) onKey(ctx app.Context, a app.Action) {
	key, ok := a.Value.(string)
	if !ok || !p.keys {
		return
	}
	switch key {
	case keyFeasible:
		p.judge(ctx, label.Feasible)
	case keyInfeasible:
		p.judge(ctx, label.Infeasible)
	case keyUnsure:
		p.judge(ctx, label.Unsure)
	case keyBack:
		kit.Do(ctx, store.StepCard{Back: true})
	case keyNext:
		kit.Do(ctx, store.StepCard{})
	default:
		c, ok := p.card()
		if n := strings.Index("123456789", key); ok && len(key) == 1 && n >= 0 && n < len(c.Changed()) {
			p.toggle(ctx, c.Changed()[n])
		}
	}
}
