package project

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// These actions carry a browser's value, or ask for what only the root knows;
// they are no intents.
const (
	SaveProjectAction = "save-project"
	CopyLinkAction    = "copy-link"
)

// saving is a project to be saved, and the file that a person chose for it now;
// with nil it is downloaded.
type Saving struct {
	To     app.Value
	Intent store.SaveProject
}

// projectFiles are the buttons that save, open, share and verify the project.
type projectFiles struct {
	app.Compo
	*store.State
	form   bool   // what is saved is being chosen
	opener string // the button that asked for it, to which the focus goes back
}

func (f *projectFiles) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Labels|kit.Project|kit.Images)
}

func (f *projectFiles) Render() app.UI {
	off := !f.Data.HasTable && !f.Images.Has
	var form app.UI
	if f.form && f.Data.HasTable && !f.Images.Has {
		form = &saveForm{State: f.State, OnSave: f.onChosen, OnCancel: f.onCancel}
	}
	return app.Div().Class("project-files").Body(
		app.Div().Class("toolbar").Role("group").Aria("label", textProjectFile).Body(
			widget.Button(textSave, widget.Quiet, f.onSave).ID(saveOpenerID).Aria("disabled", off),
			widget.Button(textSaveAs, widget.Quiet, f.onSaveAs).ID(saveAsOpenerID).Aria("disabled", off),
			&widget.File{Label: textOpen, Accept: projectTypes, Weight: widget.Quiet, OnFile: f.onFile, Instead: f.pick},
			widget.Button(textCopyLink, widget.Quiet, f.onLink).Aria("disabled", off),
			widget.Button(textVerify, widget.Quiet, f.onVerify).ID(verifyOpenerID).Aria("disabled", off),
		),
		form,
	)
}

// The buttons that open the form and the verification.
const (
	saveOpenerID   = "project-save"
	saveAsOpenerID = "project-save-as"
	verifyOpenerID = "project-verify"
)

const projectTypes = store.ProjectExt + ",.csv,.tsv,.txt,.data,.gz"

// onSave saves to the same file again, or asks for one. Labels that have come
// since are asked about.
func (f *projectFiles) onSave(ctx app.Context, e app.Event) {
	if f.Images.Has {
		kit.Do(ctx, store.SaveImages{})
		return
	}
	if !f.Data.HasTable {
		kit.Do(ctx, store.Say{Text: textNothingToSave})
		return
	}
	j := f.Project
	if j.Place == 0 || len(f.Labels.List) > 0 && !j.Travel.Labels {
		f.ask(ctx, saveOpenerID)
		return
	}
	kit.Do(ctx, store.SaveProject{Name: j.Name, With: j.Travel, Place: j.Place})
}

func (f *projectFiles) onSaveAs(ctx app.Context, e app.Event) {
	if f.Images.Has {
		kit.Do(ctx, store.SaveImages{})
		return
	}
	if f.Data.HasTable {
		f.ask(ctx, saveAsOpenerID)
	}
}

func (f *projectFiles) ask(ctx app.Context, opener string) {
	f.form, f.opener = true, opener
	kit.WhenThere(ctx, saveTitleID, kit.Show)
}

func (f *projectFiles) onCancel(ctx app.Context) {
	f.form = false
	kit.Focus(f.opener)
}

// onChosen saves what was chosen, where the browser lets a person say.
func (f *projectFiles) onChosen(ctx app.Context, in store.SaveProject) {
	w := app.Window()
	if !w.Get("showSaveFilePicker").Truthy() {
		f.save(ctx, Saving{nil, in})
		return
	}
	kit.Then(w.Call("showSaveFilePicker", map[string]any{
		"suggestedName": in.Name,
		"types":         []any{map[string]any{"description": textProjectFile, "accept": map[string]any{Media: []any{store.ProjectExt}}}},
	}), func(to app.Value) {
		in.Name = to.Get("name").String()
		ctx.Dispatch(func(ctx app.Context) { f.save(ctx, Saving{to, in}) })
	}, func(why app.Value) {
		if why.Get("name").String() != "AbortError" { // the browser does not allow it here
			ctx.Dispatch(func(ctx app.Context) { f.save(ctx, Saving{nil, in}) })
		}
	})
}

// projectMedia is the media type of a project's file.
const Media = "application/x-causeway"

func (f *projectFiles) save(ctx app.Context, s Saving) {
	f.form = false
	ctx.NewActionWithValue(SaveProjectAction, s)
	kit.Focus(f.opener)
}

func (f *projectFiles) onFile(ctx app.Context, file app.Value) {
	ctx.NewActionWithValue(kit.ChooseAction, file)
}

// pick has the browser's own dialog open a file, where there is one: a project is
// then saved where it came from.
func (f *projectFiles) pick(ctx app.Context, otherwise func()) {
	w := app.Window()
	if !w.Get("showOpenFilePicker").Truthy() {
		otherwise()
		return
	}
	failed := func(why app.Value) {
		if why.Get("name").String() != "AbortError" { // the browser does not allow it here
			otherwise()
		}
	}
	kit.Then(w.Call("showOpenFilePicker"), func(list app.Value) {
		place := list.Index(0)
		kit.Then(place.Call("getFile"), func(file app.Value) { ctx.NewActionWithValue(kit.ChooseAction, kit.Picked{File: file, Place: place}) }, failed)
	}, failed)
}

func (f *projectFiles) onLink(ctx app.Context, e app.Event) {
	if f.Data.HasTable || f.Images.Has {
		ctx.NewAction(CopyLinkAction)
	}
}

func (f *projectFiles) onVerify(ctx app.Context, e app.Event) {
	if f.Images.Has {
		kit.Do(ctx, store.VerifyImages{})
		return
	}
	kit.Do(ctx, store.VerifyProject{})
}

// allowed has the browser ask the person whether a file that was opened may be
// written. It does so once, and not about one that was chosen to be saved in.
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
