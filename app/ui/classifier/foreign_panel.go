package classifier

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// foreignPanel opens another program's classifier. Until it is used or closed, the panel shows its
// contents, how its columns are matched, and how well it fits.
type foreignPanel struct {
	app.Compo
	*store.State
	from   int // first column on show
	codes  int // column whose codes are on show, from 1; 0: none
	level  int // its first level on show
	opened int // Foreign.Opened of the model that these are about
}

// foreignID is the heading of the panel, importID the button that opens a file.
const (
	ForeignID = "foreign-title"
	ImportID  = "foreign-import"
)

func (p *foreignPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Foreign|kit.Classifier) }

func (p *foreignPanel) Render() app.UI {
	f := p.Foreign
	if p.opened != f.Opened {
		p.opened, p.from, p.codes, p.level = f.Opened, 0, 0, 0
	}
	panel := app.Section().Class("panel", "foreign").Aria("labelledby", ForeignID)
	title := app.H2().ID(ForeignID).Class("panel-title").TabIndex(-1)
	if !f.HasRead || len(f.Sources) != len(f.Read.Columns) {
		return panel.Body(title.Text(textForeignTitle), p.chooser())
	}
	return panel.Class("ask").DataSet("leave", true).Body(
		title.Body(app.Elem("bdi").Text(f.File.Name)),
		p.summary(),
		p.columns(),
		p.editor(),
		p.classes(),
		p.fit(),
		p.compare(),
		p.using(),
		app.Div().Class("toolbar").Body(
			widget.Button(TextForeignUse, widget.Primary, p.onUse).Aria("disabled", !f.Fits()),
			widget.Button(textForeignClosed, widget.Secondary, p.onDrop).DataSet("leaves", true),
			app.P().Class("panel-note").Text(p.textReplaces()),
		),
	)
}

// using shows the progress while a model is adopted. This may include fitting a network to its answers.
func (p *foreignPanel) using() app.UI {
	if !p.Foreign.Using {
		return app.Div().Hidden(true)
	}
	return &widget.Progress{Key: "foreign-using", Label: textUsingModel, Value: p.Foreign.Share, Max: 1,
		Text: store.FormatShare(p.Foreign.Share)}
}

// textReplaces says what the model replaces.
func (p *foreignPanel) textReplaces() string {
	if p.Classifier.HasResult {
		return textForeignGoes
	}
	return ""
}

// chooser returns the panel without a file.
func (p *foreignPanel) chooser() app.UI {
	note := ""
	switch {
	case p.Foreign.Busy:
		note = textReadingModel(p.Foreign.File.Name)
	case !p.Data.HasTable:
		note = textForeignNeeds
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.P().Class("panel-note").Text(textForeignLead),
		app.Div().Class("toolbar").Body(
			&widget.File{Key: ImportID, Label: TextImportModel,
				Accept:   ".onnx,.json,.ubj,.txt,.model,.lgb," + strings.Join(otherModels, ","),
				Disabled: !p.Data.HasTable || p.Foreign.Busy, OnFile: p.onFile},
			app.P().Class("panel-note").Text(note),
		),
	)
}

func (p *foreignPanel) onFile(ctx app.Context, file app.Value) { OpenModelFile(ctx, file) }

func (p *foreignPanel) onUse(ctx app.Context, e app.Event) {
	if p.Foreign.Fits() {
		kit.Do(ctx, store.UseModel{})
	}
}

func (p *foreignPanel) onDrop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.DropModel{})
}

func (p *foreignPanel) summary() app.UI {
	f := p.Foreign
	producer := f.Read.Producer
	if producer == "" {
		producer = textNoProducer
	}
	notes := make([]app.UI, len(f.Read.Notes))
	for i, n := range f.Read.Notes {
		notes[i] = app.Li().Text(n)
	}
	body := []app.UI{
		app.H3().Class("subtitle").Text(textFoundInFile),
		app.Elem("dl").Class("facts").Body(
			kit.Fact(textProducer, producer),
			kit.Fact(textFileSize, store.FormatSize(f.File.Size)),
			kit.Fact(textTakesColumns, store.FormatCount(len(f.Read.Columns))),
			kit.Fact(textClassesIt, store.FormatCount(f.Read.Classes)),
			kit.Fact(textEndsIn, textEnding(f.Read.Ends)),
		),
		app.P().Class("panel-note").Text(textNothingRun),
	}
	if len(f.Read.Outputs) > 1 {
		var options []widget.Option
		for _, o := range f.Read.Outputs {
			options = append(options, widget.Option{Value: o, Text: o})
		}
		body = append(body, app.Div().Class("row").Body(
			&widget.Select{Label: TextOutputIs, Options: options, Value: f.Read.Output, OnChange: p.onOutput}))
	}
	if f.Read.Number {
		body = append(body, app.Div().Class("row").Body(
			&widget.Number{Key: "foreign-threshold", Label: TextThreshold, Help: textThresholdHint, Value: f.Threshold,
				Rev: f.Opened, OnChange: p.onThreshold}))
	}
	return app.Div().Class("stack", "is-tight").Body(append(body, kit.NoteListOf(notes))...)
}

func (p *foreignPanel) onThreshold(ctx app.Context, at float64) {
	kit.Do(ctx, store.SetModelThreshold{At: at})
}

func (p *foreignPanel) onOutput(ctx app.Context, output string) {
	kit.Do(ctx, store.SetModelOutput{Output: output})
}

// classes says which class of the table each class of the model is.
func (p *foreignPanel) classes() app.UI {
	f, o := p.Foreign, p.Data.Table.Schema.Outcome
	if len(f.Classes) == 0 {
		return app.Div().Hidden(true)
	}
	var options []widget.Option
	for k, l := range o.Levels {
		options = append(options, option(k, l))
	}
	rows := make([]app.UI, len(f.Classes))
	for k, is := range f.Classes {
		rows[k] = &foreignClass{Class: k, Name: className(f.Read.Labels, k), Is: is, Options: options}
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.H3().Class("subtitle").Text(textClassTable),
		widget.TableRegion(textClassTable, app.Text("")).Body(app.Table().Class("table").Aria("label",
			textClassTable).Body(
			kit.HeaderRow(textModelClass, textClassOfTable), app.TBody().Body(rows...))),
	)
}

func className(labels []string, k int) string {
	if k < len(labels) {
		return labels[k]
	}
	return textClassNo(k)
}

// fit says how well the model does with the present mapping.
func (p *foreignPanel) fit() app.UI {
	t := p.Foreign.Tried
	box := app.Div().Class("stack", "is-tight").Role("status")
	title := app.H3().Class("subtitle").Text(textAgreement)
	switch {
	case !p.Foreign.HasTried:
		return box.Body(title, app.P().Class("panel-note").Text(TextTrying))
	case len(t.Problems) > 0:
		return box.Body(title, app.Div().Class("notice", "is-warning").Body(
			app.Strong().Class("notice-word").Text(textToDecide),
			app.Span().Class("notice-text").Text(strings.Join(t.Problems, " "))))
	}
	body := []app.UI{title,
		app.Elem("dl").Class("facts", "is-large").Body(fitFacts(p.Foreign.Fit())...),
		app.P().Class("panel-note").Text(textForeignFit(t) + " " + TextRecallsMeaning(p.Foreign.Fit())),
	}
	if t.Accuracy <= t.Base {
		body = append(body, widget.Notice(widget.Warning, TextPoorFit))
	}
	body = append(body, limitNotes(p.Data.Table.Schema, t.Limit)...)
	return box.Body(body...)
}

// limitNotes says which answers of a model cannot be proved.
func limitNotes(s data.Schema, l model.ProofLimit) []app.UI {
	if len(l.Features) == 0 {
		return nil
	}
	return []app.UI{widget.Notice(widget.Info, TextProofLimit(s, l))}
}

// shownFeatures is how many features describe a row to compare.
const shownFeatures = 6

// compare shows the model's predictions for the table's first rows if the file omits the codes of
// categories.
func (p *foreignPanel) compare() app.UI {
	f := p.Foreign
	t, shares := f.Tried, f.Tried.Shares.Values()
	if !f.HasTried || len(t.Assumed) == 0 || len(t.Problems) > 0 {
		return app.Div().Hidden(true)
	}
	s, head := p.Data.Table.Schema, p.Data.Table.Head.Values()
	classes, width := s.Classes(), len(s.Features)
	var names []string
	var features []int
	for _, i := range t.Assumed {
		if i < len(f.Sources) && i < len(f.Read.Columns) {
			names = append(names, f.Read.Columns[i].Name)
			features = append(features, f.Sources[i].Feature)
		}
	}
	for _, j := range s.Displayed() {
		if len(features) < shownFeatures && !slices.Contains(features, j) {
			features = append(features, j)
		}
	}
	features = features[:min(len(features), shownFeatures)]
	titles := []string{textRowNumber}
	for _, j := range features {
		titles = append(titles, s.Features[j].Name)
	}
	for _, l := range s.Outcome.Levels {
		titles = append(titles, textShareOf(l))
	}
	var rows []app.UI
	for i := 0; (i+1)*classes <= len(shares) && (i+1)*width <= len(head); i++ {
		cells := []app.UI{app.Th().Scope("row").Text(strconv.Itoa(i + 1))}
		row := s.Blank(head[i*width : (i+1)*width])
		for _, j := range features {
			cells = append(cells, app.Td().Body(kit.Clamped(s.Features[j].Format(row[j]))))
		}
		for k := range classes {
			cells = append(cells, app.Td().Class("num").Text(strconv.FormatFloat(shares[i*classes+k], 'f', 4, 64)))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	answer := app.Div().Class("toolbar").Body(widget.Button(TextRowsAgree, widget.Primary, p.onAgree),
		app.P().Class("panel-note").Text(textRowsWait))
	if f.Agreed {
		answer = app.Div().Body(app.P().Class("panel-note").Text(textRowsAgreed))
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.H3().Class("subtitle").Text(TextRowsToCompare),
		app.P().Class("panel-note").Text(textAssumed(names)),
		app.Div().Class("row").Body(&widget.Select{Key: "foreign-order", Label: TextOrderIs, Options: orderNames,
			Value: string(f.Order), OnChange: p.onOrder}),
		widget.TableRegion(TextRowsToCompare, app.Text("")).Body(app.Table().Class("table").Aria("label",
			TextRowsToCompare).Body(
			kit.HeaderRow(titles...), app.TBody().Body(rows...))),
		answer,
	)
}

func (p *foreignPanel) onAgree(ctx app.Context, e app.Event) { kit.Do(ctx, store.AgreeModel{}) }

func (p *foreignPanel) onOrder(ctx app.Context, order string) {
	kit.Do(ctx, store.NumberModel{Order: wire.ModelOrder(order)})
}

// foreignClass is one class of the model.
type foreignClass struct {
	app.Compo
	Class   int
	Name    string
	Is      int
	Options []widget.Option
}

func (r *foreignClass) Render() app.UI {
	return app.Tr().Body(
		app.Th().Scope("row").Body(kit.Clamped(r.Name)),
		app.Td().Class("bare").Body(&widget.Select{Key: kit.KeyOf("foreign-class", r.Class), Label: textClassIs(r.Name),
			Options: r.Options, Value: kit.KeyOf("", r.Is), OnChange: r.onChange}),
	)
}

func (r *foreignClass) onChange(ctx app.Context, value string) {
	if is, ok := kit.Chosen(value); ok {
		kit.Do(ctx, store.SetModelClass{Class: r.Class, Is: is})
	}
}

// openModelFile reads a browser's File object as another program's classifier.
func OpenModelFile(ctx app.Context, file app.Value) {
	name, size := file.Get("name").String(), file.Get("size").Int()
	if size > store.MaxModelFile {
		kit.Do(ctx, store.OpenModel{Name: name, Size: size})
		return
	}
	kit.ReadFile(file, func(b []byte) {
		kit.Do(ctx, store.OpenModel{Name: name, Size: size, Bytes: b})
	}, func(why string) {
		kit.Do(ctx, store.ModelUnreadable{Name: name, Why: why})
	})
}

// otherModels lists extensions of unsupported models. The engine recognizes them by their bytes and
// says what to save instead.
var otherModels = []string{".cbm", ".joblib", ".pmml", ".keras", ".tflite", ".pt", ".pth", ".safetensors", ".gguf",
	".mlmodel"}

// IsModelFile reports whether a file's name marks it as a model.
func IsModelFile(file app.Value) bool {
	return ends(file, ".onnx", ".ubj", ".lgb") || ends(file, otherModels...)
}

// MayBeModelFile reports whether a file's name suits models and other files.
func MayBeModelFile(file app.Value) bool { return ends(file, ".json", ".txt", ".model") }

func ends(file app.Value, with ...string) bool {
	name := strings.ToLower(file.Get("name").String())
	return slices.ContainsFunc(with, func(end string) bool { return strings.HasSuffix(name, end) })
}

// TellModelFile calls then and tells it whether a file starts like a model of XGBoost, LightGBM or CatBoost.
func TellModelFile(file app.Value, then func(is bool)) {
	kit.ReadFile(file.Call("slice", 0, 64), func(b []byte) { then(beginsModel(string(b))) }, func(string) {
		then(false)
	})
}

func beginsModel(s string) bool {
	s = strings.TrimPrefix(s, "\ufeff")
	if strings.HasPrefix(s, "tree\n") || strings.HasPrefix(s, "tree\r\n") || strings.HasPrefix(s, "{L") ||
		strings.HasPrefix(s, "booster[0]") || strings.HasPrefix(s, "binf") {
		return true
	}
	s = strings.Join(strings.Fields(s), "")
	for _, begin := range []string{`{"learner":{`, `{"version":[`, `[{"nodeid":`, `{"name":"tree","version":`,
		`{"ctr_data":`, `{"features_info":`, `{"model_info":`, `{"oblivious_trees":`, `{"trees":[{"`} {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	return false
}
