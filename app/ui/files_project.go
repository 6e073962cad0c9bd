package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/explain"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
	"causeway/app/ui/report"
	"causeway/core/notice"
	"causeway/core/wire"
)

// onSaveProject records the destination and requests the file.
func (r *Root) onSaveProject(ctx app.Context, a app.Action) {
	if s, ok := a.Value.(project.Saving); ok {
		s.Intent.Place = r.files.number(s.To)
		r.apply(ctx, s.Intent)
	}
}

// write writes a project's file to the chosen destination. The browser replaces the old
// file only when the new one is complete.
func (f *files) write(ctx app.Context, e store.WriteFile) {
	var to app.Value
	if n := e.As.Place; n > 0 {
		to = f.places[n-1]
	}
	if to == nil || !to.Truthy() {
		kit.SaveBytes(e.As.Name, project.Media, e.Bytes)
		kit.Do(ctx, store.ProjectSaved{SaveProject: e.As})
		return
	}
	failed := func(why app.Value) { kit.Do(ctx, store.ProjectSaved{Failed: true, Why: why.Get("message").String()}) }
	project.Allowed(to, func() {
		kit.Then(to.Call("createWritable"), func(out app.Value) {
			array := app.Window().Get("Uint8Array").New(len(e.Bytes))
			app.CopyBytesToJS(array, e.Bytes)
			kit.Then(out.Call("write", array), func(app.Value) {
				kit.Then(out.Call("close"), func(app.Value) { kit.Do(ctx, store.ProjectSaved{SaveProject: e.As}) },
					failed)
			}, failed)
		}, failed)
	}, func() { kit.Do(ctx, store.ProjectSaved{Failed: true, Why: textMayNotWrite}) }, failed)
}

// takeLink offers the link's contents once. It removes them from the address, so that a reload does
// not offer them again.
func (r *Root) takeLink(ctx app.Context) {
	step, text, ok := kit.CutLink(ctx.Page().URL().Fragment)
	if !ok {
		return
	}
	u := *app.Window().URL()
	u.Fragment = step
	app.Window().Get("history").Call("replaceState", nil, "", u.String())
	r.apply(ctx, store.OpenLink{Text: text})
}

// onCopyLink puts a link to graph, rules, settings and seeds on the clipboard.
func (r *Root) onCopyLink(ctx app.Context, a app.Action) {
	text, err := r.state.LinkText()
	if err != nil {
		kit.Do(ctx, store.Say{Text: textNoLink(err)})
		return
	}
	clip := app.Window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		kit.Do(ctx, store.Say{Text: textLinkNoClipboard})
		return
	}
	u := *app.Window().URL()
	u.Fragment = ""
	link := u.String() + "#" + string(r.page.Now) + kit.LinkKey + text
	kit.Then(clip.Call("writeText", link),
		func(app.Value) { kit.Do(ctx, store.Say{Text: textLinkCopied(len(link))}) },
		func(app.Value) { kit.Do(ctx, store.Say{Text: textLinkNoClipboard}) })
}

// onNotice saves the notice for the explained person.
func (r *Root) onNotice(ctx app.Context, a app.Action) {
	s := &r.state
	if !s.Explain.HasFound {
		return
	}
	if s.Explain.OldRules {
		kit.Do(ctx, store.Say{Text: explain.TextNoNotice})
		return
	}
	kit.SaveBytes(textNoticeFile(s.Data.Place(s.Explain.FoundRow), notice.In(s.Notice.Language).Tag()), "text/html",
		notice.HTML(report.NoticeOf(s, time.Now().Format(time.DateOnly))))
	kit.Do(ctx, store.Say{Text: textNoticeSaved})
}

// onNoticeJSON saves the notice as JSON for programs.
func (r *Root) onNoticeJSON(ctx app.Context, a app.Action) {
	s := &r.state
	if !s.Explain.HasFound || s.Explain.OldRules {
		return
	}
	kit.SaveBytes(textNoticeJSON(s.Data.Place(s.Explain.FoundRow)), "application/json",
		notice.JSON(report.NoticeOf(s, time.Now().Format(time.DateOnly))))
	kit.Do(ctx, store.Say{Text: textNoticeSaved})
}

func (r *Root) onReport(ctx app.Context, a app.Action) {
	s := &r.state
	if s.Images.Has {
		kit.SaveBytes(textImagesReportFile, "text/html",
			report.ReportOfImages(s, time.Now().Format(time.DateOnly), wire.Build))
		kit.Do(ctx, store.Say{Text: textReportSaved})
		return
	}
	if !s.Data.HasTable {
		return
	}
	kit.SaveBytes(textReportFile(s.Data.Place(s.Explain.FoundRow), s.Explain.HasFound), "text/html",
		report.ReportOf(s, time.Now().Format(time.DateOnly), wire.Build))
	kit.Do(ctx, store.Say{Text: textReportSaved})
}
