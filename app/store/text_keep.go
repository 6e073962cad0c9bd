package store

import (
	"fmt"
	"strings"
	"time"
)

const sayKeepNoRows = "This table has too many rows to be saved in this browser. Everything else is saved; keep the " +
	"table's file."

// whyNoRoom ends a sentence about an omitted part.
const whyNoRoom = "it does not fit; the page keeps trying"

// Ends of a sentence about the last save of a project.
const (
	whyGone     = "it was changed, moved or deleted after you chose it"
	whyFull     = "there is no room left for this page in this browser"
	whyRowsGone = "another table replaced it before its rows arrived"
	whyNoPixels = "the pixels do not fit in this browser; keep these files, the page asks for them when you open " +
		"this"
)

// sayNotParted says that the last save of a left project failed.
func sayNotParted(name, why string) string {
	return "Your last changes to " + name + " weren't saved: " + strings.TrimSuffix(why, ".") +
		". If an earlier version was saved, it is under Recent projects."
}

func sayNotKept(t Trouble, why string) string {
	switch t {
	case VaultFull:
		return "The project could not be saved: " + whyFull + ". You can go on, and the page keeps trying. " +
			"Delete projects under Recent projects, or save this one to a file."
	case NoVault:
		return "The project could not be saved: " + strings.TrimSuffix(why, ".") +
			". You can go on while this page is open; save the project to a file."
	}
	return "The project could not be saved in this browser: " + strings.TrimSuffix(why, ".") +
		". You can go on, and the page keeps trying. To be safe, save it to a file."
}

func sayCopy(name string) string {
	return name + " is open in another tab, which saves it. This tab works on its own copy."
}

func sayFree(name string) string {
	return "The other tab with " + name + " was closed. You can go on with the original."
}

func sayHistoryUnread(err error) string {
	return "Some changes can no longer be undone or redone, because their record could not be read: " +
		Clause(err) + ". The project is complete."
}

const sayBeingOpened = "The project is opening, so it was not deleted."

const sayFreed = "The project that was open in another tab can be continued here."

func sayTookOver(name string) string {
	return "The other tab with " + name + " was closed. This tab goes on with the original."
}

const sayStays = "This tab stays with its copy."

const sayNotLeft = "This project could not be saved, so it stays open. Save it to a file, or make room, before you " +
	"open another one."

func sayNothingKept(why string) string {
	return "Nothing can be saved in this browser: " + strings.TrimSuffix(why, ".") +
		". Your work lasts as long as this page is open; save it to a file."
}

func sayKeepFault(why string) string {
	return "This browser could not change the saved projects: " + strings.TrimSuffix(why, ".") + "."
}

func sayKeptUnread(why string) string {
	return "The project could not be opened: " + strings.TrimSuffix(why, ".") + ". The page stays as it is."
}

func sayOlder(at int64) string {
	return "The last save was damaged. This is the one before it, from " + FormatTime(at) + "."
}

func sayBefore(version string) string { return "Before going back to " + version }

func sayNamed(name string) string { return "This version is saved as " + name + "." }

func sayGoesOn(m Topic, epoch int) string {
	what := "The classifier's training"
	if m == TheGenerator || m == TheImageGenerator {
		what = "The generator's training"
	}
	if epoch == 0 {
		return what + " begins again."
	}
	return fmt.Sprintf("%s goes on from epoch %d.", what, epoch)
}

// FormatTime writes a moment in the time of this machine.
func FormatTime(ms int64) string { return time.UnixMilli(ms).Format("2 January 2006, 15:04") }

// Where something is saved.
const (
	inBrowser = "in this browser"
	inFile    = "in the file"
)

func sayLeft(l Left, where string) string {
	part := strings.ToUpper(l.Part[:1]) + l.Part[1:]
	if l.Older {
		return fmt.Sprintf("%s cannot be saved %s as it is, so its last saved state stays: %s. "+
			"Everything else is saved.", part, where, l.Why)
	}
	return fmt.Sprintf("%s cannot be saved %s and is left out: %s. Everything else is saved.", part, where, l.Why)
}

func sayUnread(l Left) string {
	return fmt.Sprintf("%s could not be read and is left out: %s. Everything else is here.",
		strings.ToUpper(l.Part[:1])+l.Part[1:], l.Why)
}
