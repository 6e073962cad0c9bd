package project

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
)

// Actions that carry a browser's value, or ask for something that only the root knows. They are not intents.
const (
	SaveProjectAction = "save-project"
	CopyLinkAction    = "copy-link"
	NoticeAction      = "save-notice"
	NoticeJSONAction  = "save-notice-json"
	ReportAction      = "save-report"
)

// saving is a project to save and the chosen file; without one it is downloaded.
type Saving struct {
	To     app.Value
	Intent store.SaveProject
}

// Share has everything that leaves the page (file, link, notice and report) and verifies a file
// that somebody sent.
type Share struct {
	app.Compo
	*store.State
	form bool // the person is choosing what to save
}

func (f *Share) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Labels|kit.Project|kit.Images|kit.Explain)
	kit.Handle(ctx, SaveAction, func(ctx app.Context, _ app.Action) { f.save(ctx) })
}

func (f *Share) Render() app.UI {
	off := !f.Data.HasTable && !f.Images.Has
	item := func(name, says, id string, off bool, on app.EventHandler) app.UI {
		return app.Li().Body(
			app.Button().Type("button").ID(id).Class("menu-item").Aria("disabled", off).Aria("describedby", id+"-says").
				OnClick(on).Text(name),
			app.P().ID(id+"-says").Class("panel-note").Text(says))
	}
	var body app.UI
	if f.form && f.Data.HasTable && !f.Images.Has {
		body = &saveForm{State: f.State, OnSave: f.onChosen, OnCancel: f.onCancel}
	} else {
		body = app.Ul().Class("menu-list").Body(
			item(textSave, textSaveSays, saveOpenerID, off, f.onSave),
			item(textSaveAs, textSaveAsSays, saveAsOpenerID, off, f.onSaveAs),
			item(textCopyLink, textLinkSays, "project-link", off, f.onLink),
			item(textNotice, textNoticeSays(f.canWrite()), "project-notice", !f.canWrite(), f.onNotice),
			f.notice(),
			item(textCertificate, textCertificateSays(f.canWrite()), "project-certificate", !f.canWrite(),
				f.onCertificate),
			item(textSaveReport, textReportSays(f.Images.Has), "project-report", off, f.onReport),
			item(textVerify, textVerifySays, verifyOpenerID, off, f.onVerify),
		)
	}
	return app.Div().Class("bar-share").Body(
		app.Button().Type("button").ID(shareOpenerID).Class("button", "is-primary").Attr("popovertarget", shareID).Text(
			textShare),
		app.Div().ID(shareID).Class("menu", "is-share").Attr("popover", "auto").Role("group").Aria("label",
			textShareTitle).Body(body),
	)
}

// Buttons that open the menu, the form and the verification.
const (
	shareID        = "share-menu"
	shareOpenerID  = "share-opener"
	saveOpenerID   = "project-save"
	saveAsOpenerID = "project-save-as"
	verifyOpenerID = "project-verify"
)

// SaveAction saves the project like its button.
const SaveAction = "save"

const projectTypes = store.ProjectExt + ",.csv,.tsv,.txt,.data,.gz"

// onSave saves to the same file again, or asks for one. If labels were added since, it asks about them.
func (f *Share) onSave(ctx app.Context, e app.Event) { f.save(ctx) }

func (f *Share) save(ctx app.Context) {
	if !f.Data.HasTable && !f.Images.Has {
		kit.Do(ctx, store.Say{Text: textNothingToSave})
		return
	}
	j := f.Project
	if j.Place == 0 || len(f.Labels.List) > 0 && !j.Travel.Labels {
		f.ask(ctx)
		return
	}
	leaveMenu(shareID, shareOpenerID)
	kit.Do(ctx, store.SaveProject{Name: j.Name, With: j.Travel, Place: j.Place})
}

func (f *Share) onSaveAs(ctx app.Context, e app.Event) {
	if f.Data.HasTable || f.Images.Has {
		f.ask(ctx)
	}
}

func (f *Share) ask(ctx app.Context) {
	if f.Images.Has {
		f.onChosen(ctx, store.SaveProject{Name: f.FileName(), With: f.Project.Travel})
		return
	}
	f.form = true
	popover(shareID, "showPopover")
	kit.WhenThere(ctx, saveTitleID, kit.Show)
}

func (f *Share) onCancel(ctx app.Context) {
	f.form = false
	leaveMenu(shareID, shareOpenerID)
}

// onChosen saves to a file that the person chose, if the browser offers a choice.
func (f *Share) onChosen(ctx app.Context, in store.SaveProject) {
	w := app.Window()
	if !w.Get("showSaveFilePicker").Truthy() {
		f.write(ctx, Saving{nil, in})
		return
	}
	kit.Then(w.Call("showSaveFilePicker", map[string]any{
		"suggestedName": in.Name,
		"types": []any{map[string]any{"description": textProjectFile,
			"accept": map[string]any{Media: []any{store.ProjectExt}}}},
	}), func(to app.Value) {
		in.Name = to.Get("name").String()
		ctx.Dispatch(func(ctx app.Context) { f.write(ctx, Saving{to, in}) })
	}, func(why app.Value) {
		if why.Get("name").String() != "AbortError" { // the browser does not allow it here
			ctx.Dispatch(func(ctx app.Context) { f.write(ctx, Saving{nil, in}) })
		}
	})
}

// projectMedia is the media type of a project's file.
const Media = "application/x-causeway"

func (f *Share) write(ctx app.Context, s Saving) {
	f.form = false
	ctx.NewActionWithValue(SaveProjectAction, s)
	leaveMenu(shareID, shareOpenerID)
}

func (f *Share) onLink(ctx app.Context, e app.Event) {
	if f.Data.HasTable || f.Images.Has {
		f.press(ctx, CopyLinkAction)
	}
}

func (f *Share) onNotice(ctx app.Context, e app.Event) {
	if f.canWrite() {
		f.press(ctx, NoticeAction)
	}
}

func (f *Share) onNoticeJSON(ctx app.Context, e app.Event) {
	if f.canWrite() {
		f.press(ctx, NoticeJSONAction)
	}
}

func (f *Share) onCertificate(ctx app.Context, e app.Event) {
	if f.canWrite() {
		leaveMenu(shareID, shareOpenerID)
		kit.Do(ctx, store.SaveCertificate{})
	}
}

func (f *Share) onReport(ctx app.Context, e app.Event) {
	if f.Data.HasTable || f.Images.Has {
		f.press(ctx, ReportAction)
	}
}

// notice asks for the texts of the organisation that writes the notices.
func (f *Share) notice() app.UI {
	if !f.Data.HasTable || f.Images.Has {
		return app.Li().Hidden(true)
	}
	n := f.State.Notice
	var fields []app.UI
	for i, text := range n.Texts() {
		fields = append(fields, &widget.Text{Key: kit.KeyOf("notice", i), Label: textNoticeFields[i], Value: *text,
			OnChange: func(ctx app.Context, v string) {
				n := f.State.Notice
				*n.Texts()[i] = v
				kit.Do(ctx, store.SetNotice{Notice: n})
			}})
	}
	fields = append(fields, app.Button().Type("button").Class("button").Aria("disabled", !f.canWrite()).Text(
		textNoticeJSON).OnClick(f.onNoticeJSON))
	languages := make([]widget.Option, len(textLanguages))
	for l, name := range textLanguages {
		languages[l] = widget.Option{Value: strconv.Itoa(l), Text: name}
	}
	return app.Li().Body(app.Div().Class("stack", "is-tight").Body(
		&widget.Select{Key: "notice-language", Label: textLanguage, Options: languages,
			Value: strconv.Itoa(int(n.Language)), OnChange: f.onLanguage},
		app.Details().Class("fold").Body(app.Summary().Text(textNoticeTexts),
			app.Div().Class("stack", "is-tight").Body(fields...))))
}

func (f *Share) onLanguage(ctx app.Context, v string) {
	n := f.State.Notice
	l, _ := strconv.Atoi(v)
	n.Language = document.Language(l)
	kit.Do(ctx, store.SetNotice{Notice: n})
}

// press asks the root for an action that only it can do.
func (f *Share) press(ctx app.Context, action string) {
	leaveMenu(shareID, shareOpenerID)
	ctx.NewAction(action)
}

// canWrite reports whether a notice can be written: an answer was found under the present rules.
func (f *Share) canWrite() bool {
	e := f.Explain
	return e.HasFound && !e.OldRules && !f.Images.Has
}

func (f *Share) onVerify(ctx app.Context, e app.Event) {
	leaveMenu(shareID, shareOpenerID)
	kit.Do(ctx, store.VerifyProject{})
}

// allowed makes the browser ask whether the page may write to an opened file. It asks once, and never
// for a file that a person chose for saving.
func Allowed(to app.Value, yes, no func(), failed func(app.Value)) {
	if !to.Get("requestPermission").Truthy() {
		yes()
		return
	}
	kit.Then(to.Call("requestPermission", map[string]any{"mode": "readwrite"}), func(state app.Value) {
		if state.String() == "granted" {
			yes()
			return
		}
		no()
	}, failed)
}
