package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/evaluate"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
	"causeway/app/ui/project"
)

// attend moves the focus to the result of a change that the person requested and is
// waiting for, and restores a focus that the change removed. After any other change, it leaves the
// focus on a control that still exists.
func (r *Root) attend(ctx app.Context, old, now *store.State) {
	switch {
	case old.Project.Offer == nil && now.Project.Offer != nil:
		kit.WhenThere(ctx, project.TitleID, kit.Show)
	case old.Labels.Offer.Name == "" && now.Labels.Offer.Name != "":
		kit.WhenThere(ctx, label.OfferID, kit.Show)
	case !old.Foreign.Packed && now.Foreign.Packed:
		kit.GoTo(ctx, kit.PlacePerson)
	case old.Foreign.Packed && now.Foreign.HasTried && !now.Foreign.Packed && !now.Foreign.Using: // needs a choice
		kit.GoTo(ctx, kit.PlaceClassifier)
	case r.page.Now == kit.PlaceLabel && !old.Data.HasPreview && now.Data.HasPreview: // dropped there, and no labels
		kit.GoTo(ctx, kit.PlaceTable)
	case old.Project.Verify.Phase == store.Resting && now.Project.Verify.Phase != store.Resting:
		kit.WhenThere(ctx, project.VerifyTitleID, kit.Show)
	}
	switch r.page.Now {
	case kit.PlaceClassifier:
		attendTraining(ctx, old.Classifier.Phase, now.Classifier.Phase)
		attendTraining(ctx, old.Images.Classifier.Phase, now.Images.Classifier.Phase)
		attendForeign(ctx, old, now)
	case kit.PlaceGenerator:
		attendTraining(ctx, old.Generator.Phase, now.Generator.Phase)
		attendTraining(ctx, old.Images.Generator.Phase, now.Images.Generator.Phase)
	case kit.PlaceMethods:
		attendTasks(ctx, store.TheEvaluation, old.Evaluation.Phase, now.Evaluation.Phase, evaluate.ResultID,
			evaluate.ID)
	case kit.PlaceEveryone, kit.PlaceGroups:
		if now.Batch.Unasked {
			return
		}
		attendTasks(ctx, store.TheBatch, old.Batch.Phase, now.Batch.Phase, kit.BatchResultID, kit.BatchID)
	case kit.PlacePerson:
		attendFound(ctx, old, now)
	case kit.PlaceLabel:
		if old.Labels.Phase.Active() && !now.Labels.Phase.Active() {
			ctx.Defer(func(app.Context) { kit.CatchFocus(label.TuneID) })
		}
		if len(old.Labels.List) > len(now.Labels.List) {
			ctx.Defer(func(app.Context) { kit.CatchFocus(label.ListID) })
		}
	}
}

// attendFound shows the results of a requested search.
func attendFound(ctx app.Context, old, now *store.State) {
	if old.Explain.Finding && !now.Explain.Finding && now.Explain.HasFound && !now.Explain.Unasked {
		kit.WhenThere(ctx, kit.ResultsID, kit.Reveal)
	}
	if old.Explain.HasFound && !now.Explain.HasFound || old.Data.HasTable && old.Data.TableID != now.Data.TableID {
		ctx.Defer(func(app.Context) { kit.CatchFocus(kit.TitleID) }) // which was on the earlier answers
	}
}

func attendTraining(ctx app.Context, old, now store.Phase) {
	switch {
	case !old.Active() && now.Active():
		kit.WhenThere(ctx, kit.RunID, kit.Show)
	case old.Active() && !now.Active():
		ctx.Defer(func(app.Context) { kit.CatchFocus(kit.ResultID, kit.SettingsID) })
	}
}

// attendForeign shows an opened model, or the classifier it became. If the model was
// discarded, the focus returns to the button that opens one.
func attendForeign(ctx app.Context, old, now *store.State) {
	switch {
	case !old.Foreign.HasRead && now.Foreign.HasRead:
		kit.WhenThere(ctx, classifier.ForeignID, kit.Show)
	case old.Foreign.HasRead && now.Classifier.Foreign && !now.Foreign.HasRead &&
		now.Classifier.From.Hash == old.Foreign.Hash:
		kit.WhenThere(ctx, classifier.ImportedID, kit.Show)
	case old.Foreign.HasRead && !now.Foreign.HasRead:
		kit.WhenThere(ctx, classifier.ImportID, kit.Focus)
	}
}

// attendTasks shows the results of a job of many tasks, below one of two headings.
func attendTasks(ctx app.Context, of store.Topic, old, now store.Phase, ends ...string) {
	working := func(p store.Phase) bool { return p != store.Resting && p != store.ReadingRows }
	switch {
	case !working(old) && working(now):
		kit.WhenThere(ctx, kit.RunIDOf(of), kit.Show)
	case working(old) && !working(now):
		ctx.Defer(func(app.Context) { kit.CatchFocus(ends...) })
	}
}
