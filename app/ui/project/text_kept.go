package project

import (
	"fmt"
	"strings"
	"time"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

// Projects saved in this browser.
const (
	textRecent    = "Recent projects"
	textCloseList = "Close the list"
	textKeptNone  = "No project has been saved in this browser yet. Projects are saved as soon as you open a table."
	textKeptWhere = "Changes are saved automatically, but only in this browser. If you clear the browser's data " +
		"for this page, these projects are deleted too."
	TextKeepSaving  = "Saving in this browser"
	textKeepFailed  = "Not saved"
	textKeepOff     = "Nothing can be saved in this browser"
	TextOffer       = "Continue where you left off?"
	textContinue    = "Continue"
	textNotNow      = "Not now"
	textFree        = "Continue with the original?"
	textTakeOver    = "Continue the project"
	textStay        = "Stay with this copy"
	textOpenKept    = "Open project"
	TextDeleteKept  = "Delete"
	textDeleteYes   = "Delete permanently"
	textDeleteNo    = "Keep it"
	textVersionName = "Name of this version"
	textKeepVersion = "Keep this version"
	textGoBack      = "Go back"
	textOpenVersion = "Open version"
	textKeepHere    = "Projects are kept in this browser only."
	TextPersist     = "Ask the browser to keep them"
)

// textKeepSaved says where and when the project was saved, and what of it was not.
func TextKeepSaved(k store.Keeping, now time.Time) string {
	s := "Saved here"
	if k.At > 0 {
		at := time.UnixMilli(k.At).In(now.Location())
		if s += ", "; at.Format(time.DateOnly) != now.Format(time.DateOnly) {
			s += at.Format("2 January 2006, ")
		}
		s += at.Format("15:04")
	}
	if k.Copy {
		s += ", as a copy"
	}
	for i, l := range k.Left {
		s += []string{", except ", " and "}[min(i, 1)] + l.Part
	}
	return s
}

func textKeptMore(n int) string { return fmt.Sprintf("Show %d more", n) }

func textOpenKeptOf(name, when string) string {
	return fmt.Sprintf("Open project %s of %s", name, when)
}
func textDeleteKeptOf(name, when string) string { return fmt.Sprintf("Delete %s of %s", name, when) }
func textDeleteVersionOf(name string) string    { return "Delete the version " + name }
func textGoBackTo(name string) string           { return "Go back to " + name }
func textOpenVersionOf(version, name string) string {
	return fmt.Sprintf("Open version %s of %s", version, name)
}
func textVersionsOf(name string) string { return "Versions of " + name }

func textDeleteAsk(p store.KeptProject) string {
	if n := len(p.Versions); n > 0 {
		return fmt.Sprintf("Delete %s and %s?", p.Card.Name, kit.Plural1(n, "version"))
	}
	return "Delete " + p.Card.Name + "?"
}

// textKeptCard says what a saved version holds.
func textKeptCard(c store.KeptCard) string {
	parts := []string{kit.Plural1(c.Rows, "row")}
	if c.Images {
		parts[0] = kit.Plural1(c.Rows, "image")
	}
	if c.Bare {
		return parts[0] + " in a file that has not been imported yet"
	}
	if c.NoRows {
		parts[0] += " (not saved)"
	}
	for _, x := range []struct {
		n    int
		word string
	}{{c.Edges, "edge"}, {c.Rules, "rule"}, {c.Labels, "label"}} {
		if x.n > 0 {
			parts = append(parts, kit.Plural1(x.n, x.word))
		}
	}
	if c.Classifier {
		parts = append(parts, "classifier")
	}
	if c.Generator {
		parts = append(parts, "generator")
	}
	if c.Epochs > 0 {
		what := "classifier"
		if c.Training == store.TheGenerator {
			what = "generator"
		}
		parts = append(parts, fmt.Sprintf("%s in training, epoch %s of %s", what, store.FormatCount(c.Epoch),
			store.FormatCount(c.Epochs)))
	}
	return strings.Join(parts, ", ")
}

func textKeptWhen(p store.KeptProject, here bool) string {
	s := "Saved " + ago(p.At) + ", " + store.FormatSize(p.Size)
	switch {
	case here:
		return s + "; open here"
	case p.Open:
		return s + "; open in another tab"
	}
	return s
}

func textVersionWhen(v store.KeptVersion) string {
	return textKeptCard(v.Card) + ". " + store.FormatTime(v.At)
}

func textOfferText(p store.KeptProject) string {
	s := " was saved in this browser " + ago(p.At) + ": " + textKeptCard(p.Card) + "."
	if p.Card.Epochs > 0 {
		s += " Training continues from its last checkpoint."
	}
	return s
}

func textFreeText(name string) string {
	return "The other tab, which had " + name + ", was closed. You can continue here from its last save. The " +
		"copy with your changes then stays under Recent projects."
}

// ago says when something was, as people say it.
func ago(ms int64) string {
	at := time.UnixMilli(ms)
	switch d := time.Since(at); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return kit.Plural(int(d.Minutes()), "minute") + " ago"
	case d < 24*time.Hour:
		return kit.Plural(int(d.Hours()), "hour") + " ago"
	}
	return "on " + at.Format("2 January 2006, 15:04")
}

func textSpace(s store.Keeping) string {
	line := fmt.Sprintf("This page uses %s of the %s that the browser allows.", store.FormatSize(int(s.Usage)),
		store.FormatSize(int(s.Quota)))
	switch {
	case s.Persisted:
		return line + " The browser keeps it even if the disk fills up."
	case s.NoPersist:
		return line + " The browser may delete it if the disk fills up, so save important work to a file as well."
	}
	return line + " The browser may delete it if the disk fills up."
}
