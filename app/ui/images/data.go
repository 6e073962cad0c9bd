package images

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/image"
)

// DataPanel shows the page's images above the ways to open others.
type DataPanel struct {
	app.Compo
	*store.State
	pixels bool // save the pixels as well
}

func (p *DataPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images|kit.Data) }

func (p *DataPanel) Render() app.UI {
	g := p.Images
	var body []app.UI
	if g.Wait != "" {
		body = append(body, widget.Notice(widget.Info, g.Wait), widget.Button(textForget, widget.Secondary, p.onForget))
	}
	if g.Has {
		body = append(body, p.set(), p.classes())
	}
	if len(body) == 0 {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

func (p *DataPanel) onForget(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ForgetWaiting{})
	kit.Focus(kit.TitleID) // the button goes away
}

func (p *DataPanel) set() app.UI {
	s := p.Images.Set
	return app.Section().Class("panel").Aria("labelledby", "images-title").Body(
		app.H2().ID("images-title").Class("panel-title").Text(s.Name),
		app.Elem("dl").Class("facts").Body(
			kit.Fact(textImages, store.FormatCount(s.Rows)),
			kit.Fact(textSize, textPixels(s.W, s.H)),
			kit.Fact(textClasses, strconv.Itoa(s.Classes)),
			kit.Fact(textTraining, store.FormatCount(s.Train)),
			kit.Fact(textValidation, store.FormatCount(s.Val)),
			kit.Fact(textHeldOut, store.FormatCount(s.Test)),
		),
		app.Div().Class("toolbar").Body(app.A().Href("#classifier").Class("button", "is-primary").Text(
			kit.TextGoClassifier)),
		app.P().Class("panel-note").Text(textNotKept),
		p.keeping(),
	)
}

// keeping saves the images and measures their models again.
func (p *DataPanel) keeping() app.UI {
	g := p.Images
	tools := []app.UI{widget.Button(textSaveImages, widget.Secondary, p.onSave)}
	if g.FromFiles() {
		tools = append(tools, &widget.Toggle{Label: textWithPixels, On: p.pixels, OnChange: p.onPixels})
	}
	if g.Classifier.HasResult {
		tools = append(tools, widget.Button(textVerifyImages, widget.Secondary, p.onVerify).Aria("disabled",
			g.Verifying || p.Data.Stage == store.Loading))
	}
	body := []app.UI{app.Div().Class("toolbar").Body(tools...)}
	if g.Verified != "" {
		tone := widget.Info
		if g.Differs {
			tone = widget.Warning
		}
		body = append(body, widget.Notice(tone, g.Verified))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (p *DataPanel) onSave(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.SaveProject{Name: p.FileName(), With: store.Travel{Rows: p.pixels}, Place: p.Project.Place})
}
func (p *DataPanel) onVerify(ctx app.Context, e app.Event) { kit.Do(ctx, store.VerifyProject{}) }
func (p *DataPanel) onPixels(ctx app.Context, on bool)     { p.pixels = on }

// classes returns, for every class, a contact sheet of its first images, its count and its mean image.
func (p *DataPanel) classes() app.UI {
	s := p.Images.Set
	n, at := s.H*s.W, 0
	rows := make([]app.UI, s.Classes)
	for c := range rows {
		var line [][]byte
		for range s.Shown[c] {
			line = append(line, s.Pixels[at*n:(at+1)*n])
			at++
		}
		var sheet app.UI = app.Text(textNone)
		if len(line) > 0 {
			pixels, tall, wide := image.Sheet([][][]byte{line}, s.H, s.W, 2)
			sheet = picture(pixels, tall, wide, &grey, scaleOf(s.H, 36), textSheet(c, len(line)))
		}
		rows[c] = app.Tr().Body(
			app.Th().Scope("row").Text(strconv.Itoa(c)),
			app.Td().Text(store.FormatCount(s.Counts[c])),
			app.Td().Body(picture(s.Means[c*n:(c+1)*n], s.H, s.W, &grey, scaleOf(s.H, 36), textMeanOf(c))),
			app.Td().Body(sheet),
		)
	}
	return app.Section().Class("panel").Aria("labelledby", "sheets-title").Body(
		app.H2().ID("sheets-title").Class("panel-title").Text(textSheets),
		widget.TableRegion(textSheetsRegion, app.Table().Class("table", "sheets").Aria("label", textSheets).Body(
			kit.HeaderRow(textClass, textImages, textMean, textFirst), app.TBody().Body(rows...))),
	)
}

// scaleOf returns the size of an image's pixel on the page, for about a given height.
func scaleOf(h, tall int) int { return max(1, (tall+h/2)/h) }
