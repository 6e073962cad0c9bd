package label

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/label"
)

// The keys of the buttons. Digits also name reasons.
const (
	keyFeasible   = "y"
	keyInfeasible = "n"
	keyUnsure     = "u"
	keyBack       = "arrowLeft"
	keyNext       = "arrowRight"
)

// VerdictOf returns the verdict that a key gives, if it gives one.
func VerdictOf(key string) (v label.Verdict, is bool) {
	v, is = map[string]label.Verdict{keyFeasible: label.Feasible, keyInfeasible: label.Infeasible,
		keyUnsure: label.Unsure}[key]
	return v, is
}

// KeyAction carries a key pressed outside any field.
const KeyAction = "label-key"

// topicLabelKeys tells whether keys work as buttons. People who use speech input, or press keys by
// accident, can switch them off (WCAG 2.1.4).
var topicLabelKeys = kit.NewTopic[bool]("label-keys")

const keysKey = "causeway-label-keys" // key in the browser's storage

func StoredKeys(ctx app.Context) bool {
	var word string
	_ = ctx.LocalStorage().Get(keysKey, &word) // on by default without storage
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

// Pressed passes on a key that stands for a button. A held key counts once.
func Pressed(ctx app.Context, e app.Event) {
	if IsLetter(e) {
		ctx.NewActionWithValue(KeyAction, strings.ToLower(e.Get("key").String()))
	}
}

// IsLetter reports whether a key stands for a button: it has no modifier and does not go into a field.
func IsLetter(e app.Event) bool {
	for _, with := range []string{"ctrlKey", "metaKey", "altKey", "repeat", "isComposing"} {
		if e.Get(with).Truthy() {
			return false
		}
	}
	return !takesText(e.Get("target"))
}

// takesText reports whether an element, such as a field or a list of options, handles keys.
func takesText(target app.Value) bool {
	return kit.IsField(target) || target.Truthy() && target.Get("matches").Truthy() &&
		target.Call("matches", "select").Truthy()
}

// onKey does the same as the key's button.
func (p *cardPanel) onKey(ctx app.Context, a app.Action) {
	key, ok := a.Value.(string)
	if !ok || !p.keys {
		return
	}
	if v, is := VerdictOf(key); is {
		p.judge(ctx, v)
		return
	}
	switch key {
	case strings.ToLower(keyBack):
		kit.Do(ctx, store.StepCard{Back: true})
	case strings.ToLower(keyNext):
		kit.Do(ctx, store.StepCard{})
	default:
		c, ok := p.card()
		if n := strings.Index("123456789", key); ok && len(key) == 1 && n >= 0 && n < len(c.Changed()) {
			p.toggle(ctx, c.Changed()[n])
		}
	}
}
