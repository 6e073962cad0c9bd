package widget

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Progress is a bar with its label and a text such as "epoch 12 of 50, 20 s
// left". Without a positive Max, the end is unknown and the bar is animated.
type Progress struct {
	app.Compo

	Key        string
	Label      string
	Value, Max float64
	Text       string

	id string
}

func (c *Progress) OnInit()     { c.id = ids.take(first(c.Key, c.Label)) }
func (c *Progress) OnDismount() { ids.release(c.id) }

func (c *Progress) Render() app.UI {
	bar := app.Elem("progress").Class("progress-bar").ID(c.id)
	if share, ok := c.share(); ok {
		bar = bar.Attr("max", "1").Attr("value", Format(share))
	}
	if c.Text != "" {
		bar = bar.Aria("valuetext", c.Text)
	}
	return app.Div().Class("progress").Body(
		app.Label().Class("progress-label").For(c.id).Text(c.Label),
		app.Span().Class("progress-text").Aria("hidden", "true").Text(c.Text),
		bar,
	)
}

// share returns the finished share, within [0, 1] and rounded to thousandths.
func (c *Progress) share() (float64, bool) {
	s := c.Value / c.Max
	if !(c.Max > 0) || math.IsNaN(s) {
		return 0, false
	}
	return math.Round(1000*math.Min(math.Max(s, 0), 1)) / 1000, true
}
