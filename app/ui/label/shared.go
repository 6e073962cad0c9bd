package label

import (
	"slices"
	"strconv"
	"strings"

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

// Keys says whether keys work as buttons.
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

// Lines are names, a line for each.
func Lines(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, "\n") + "\n"
}

// Filter chooses labels to list by verdict and person.
type Filter struct {
	app.Compo
	Of       store.LabelFilter
	People   string // see Lines
	Decided  bool   // no label is unsure
	OnChange func(app.Context, store.LabelFilter)
}

func (f *Filter) Render() app.UI {
	verdict, person := "", ""
	if f.Of.OnlyOf {
		verdict = strconv.Itoa(int(f.Of.Verdict))
	}
	if f.Of.OnlyBy {
		person = "by " + f.Of.By
	}
	verdicts := verdictOptions
	if f.Decided {
		verdicts = verdicts[:label.Unsure]
	}
	people := []widget.Option{{Text: textEverybody}}
	for line := range strings.Lines(f.People) {
		name := strings.TrimSuffix(line, "\n")
		people = append(people, widget.Option{Value: "by " + name, Text: TextPerson(name, label.Person)})
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.Div().Class("row").Body(
			&widget.Select{Key: "filter-verdict", Label: textFilterVerdict,
				Options: slices.Concat([]widget.Option{{Text: textAllVerdicts}}, verdicts), Value: verdict,
				OnChange: f.onVerdict},
			&widget.Select{Key: "filter-person", Label: textFilterPerson, Options: people, Value: person,
				OnChange: f.onPerson},
		),
		&widget.Toggle{Key: "filter-disagree", Label: textOnlyDisagree, On: f.Of.Disagree, OnChange: f.onDisagree})
}

func (f *Filter) onVerdict(ctx app.Context, v string) {
	n, only := kit.Chosen(v)
	to := f.Of
	to.Verdict, to.OnlyOf = label.Verdict(n), only
	f.OnChange(ctx, to)
}

func (f *Filter) onPerson(ctx app.Context, v string) {
	to := f.Of
	to.OnlyBy, to.By = v != "", strings.TrimPrefix(v, "by ")
	f.OnChange(ctx, to)
}

func (f *Filter) onDisagree(ctx app.Context, on bool) {
	to := f.Of
	to.Disagree = on
	f.OnChange(ctx, to)
}

// Tools are the actions on all labels, and on the listed ones.
type Tools struct {
	app.Compo
	None, NoneShown    bool
	OnExport, OnRemove func(app.Context)
	OnFile             func(ctx app.Context, b []byte)
}

func (t *Tools) Render() app.UI {
	if t.None {
		return app.Div().Class("toolbar").Body(&widget.File{Label: textImportLabels, Accept: ".csv,text/csv",
			OnFile: t.onFile})
	}
	return app.Div().Class("toolbar").Body(
		widget.Button(kit.TextExportCSV, widget.Secondary, t.onExport),
		&widget.File{Label: textImportLabels, Accept: ".csv,text/csv", OnFile: t.onFile},
		widget.Button(textRemoveShown, widget.Quiet, t.onRemove).Aria("disabled", t.NoneShown))
}

func (t *Tools) onExport(ctx app.Context, e app.Event) {
	if !t.None {
		t.OnExport(ctx)
	}
}

func (t *Tools) onRemove(ctx app.Context, e app.Event) { t.OnRemove(ctx) }

func (t *Tools) onFile(ctx app.Context, file app.Value) {
	name := file.Get("name").String()
	if file.Get("size").Int() > store.MaxFile {
		kit.Do(ctx, store.Say{Text: textLabelsUnreadable(name, "it is larger than "+store.FormatSize(store.MaxFile))})
		return
	}
	kit.ReadFile(file, func(b []byte) { t.OnFile(ctx, b) },
		func(why string) { kit.Do(ctx, store.Say{Text: textLabelsUnreadable(name, why)}) })
}

// Word is a verdict as a word with its sign.
func Word(v label.Verdict) app.HTMLSpan {
	return app.Span().Class("verdict-word", [...]string{label.Feasible: "is-yes", label.Infeasible: "is-no",
		label.Unsure: "is-open"}[v]).Text(textVerdictOf(v))
}

// By is who labelled, and whether others disagree.
func By(who string, disagrees bool) app.HTMLTd {
	if disagrees {
		return app.Td().Class("wrap").Body(app.Span().Text(who+" "),
			app.Span().Class("badge", "is-warning").Text(TextDisagrees))
	}
	return app.Td().Class("wrap").Body(app.Span().Text(who))
}
