package store

import (
	"fmt"
	"strings"
	"time"
)

const sayKeepNoRows = "The rows of this table are too many to be saved in this browser. Everything else is; keep the " +
	"file of the table."

// whyNoRoom ends a sentence about an omitted part.
const whyNoRoom = "there is no room for it; whether there is room again is tried by itself"

// Ends of a sentence about the last save of a project.
const (
	whyGone     = "it was changed, moved or removed since it was chosen"
	whyFull     = "there is no room left for this page in this browser"
	whyRowsGone = "another table took its place before its rows were at hand"
	whyNoPixels = "there is no room in this browser for the pixels; keep these files, they are asked for when this " +
		"is opened"
)

// sayNotParted says that the last save of a left project failed.
func sayNotParted(name, why string) string {
	return "What was changed last in the project about " + name +
		", which was left for another one, could not be saved: " + strings.TrimSuffix(why, ".") +
		". Recent projects lists it as it was saved before, if it was."
}

func sayNotKept(t Trouble, why string) string {
	switch t {
	case VaultFull:
		return "The project could not be saved: " + whyFull + ". Your work goes on, and saving is tried again; " +
			"delete projects in Recent projects, or save it to a file."
	case NoVault:
		return "The project could not be saved: " + strings.TrimSuffix(why, ".") +
			". Your work goes on as long as this page is open; save it to a file."
	}
	return "The project could not be saved in this browser: " + strings.TrimSuffix(why, ".") +
		". Your work goes on, and saving is tried again; to be safe, save it to a file."
}

func sayCopy(name string) string {
	return name + " is open in another tab, which goes on saving it. This tab works on a copy of its own."
}

func sayFree(name string) string {
	return "The other tab with " + name + " was closed. You can go on with the project itself."
}

func sayHistoryUnread(err error) string {
	return "Not all that was changed can be undone or done again, since what was saved of it could not be read: " +
		Clause(err) + ". The project itself is whole."
}

const sayBeingOpened = "The project is just being opened, so it was not deleted."

const sayFreed = "The project that was open in another tab can be continued here."

func sayTookOver(name string) string {
	return "The other tab with " + name + " was closed. This tab goes on with the project itself."
}

const sayStays = "This tab stays with its copy."

const sayNotLeft = "The present project could not be saved, so it stays open. Save it to a file, or make room, " +
	"before another one is opened."

func sayNothingKept(why string) string {
	return "Nothing can be saved in this browser: " + strings.TrimSuffix(why, ".") +
		". Your work lasts as long as this page is open; save it to a file."
}

func sayKeepFault(why string) string {
	return "What is saved in this browser could not be changed: " + strings.TrimSuffix(why, ".") + "."
}

func sayKeptUnread(why string) string {
	return "The project could not be opened: " + strings.TrimSuffix(why, ".") + ". What is on the page stays as it is."
}

func sayOlder(at int64) string {
	return "What was saved last was damaged. This is the state of " + FormatTime(at) + ", the one saved before it."
}

func sayBefore(version string) string { return "Before going back to " + version }

func sayNamed(name string) string { return "The project as it is now is kept as " + name + "." }

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
		return fmt.Sprintf("%s cannot be saved %s as on the page, so the last state that could be is kept: %s. "+
			"Everything else is saved.", part, where, l.Why)
	}
	return fmt.Sprintf("%s cannot be saved %s and is left out: %s. Everything else is saved.", part, where, l.Why)
}

func sayUnread(l Left) string {
	return fmt.Sprintf("%s could not be read and is left out: %s. Everything else is here.",
		strings.ToUpper(l.Part[:1])+l.Part[1:], l.Why)
}
