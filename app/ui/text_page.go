package ui

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/notice"
)

const (
	textImported  = "imported"
	textOutOfDate = "out of date"
)

func textGraphBadge(edges, rules int) string {
	switch {
	case edges+rules == 0:
		return "optional"
	case rules == 0:
		return kit.Plural(edges, "edge")
	case edges == 0:
		return kit.Plural(rules, "rule")
	}
	return kit.Plural(edges, "edge") + ", " + kit.Plural(rules, "rule")
}

const (
	textMayNotWrite = "the browser does not let this page write to the file it was opened from. Press “Save” " +
		"and allow it, or choose another file with “Save as”"
	textLinkNoClipboard  = "The browser blocks the clipboard here. Save a file instead."
	textImagesReportFile = "report-images.html"
	textReportSaved      = "The report was saved."
	textNoticeSaved      = "The notice was saved."
)

func textNoLink(err error) string { return "No link was copied: " + store.Clause(err) + "." }

func textLinkCopied(n int) string {
	return fmt.Sprintf("The link was copied (%s characters). It contains the graph, rules, settings and seeds, "+
		"but no rows and no models.", store.FormatCount(n))
}

const textNoticesFile = "notices"

func textNoticeJSON(row int) string { return notice.FileName(row+1) + ".json" }
func textNoticeFile(row int, language string) string {
	return notice.FileName(row+1) + "-" + language + ".html"
}

func textReportFile(row int, found bool) string {
	if found {
		return fmt.Sprintf("report-row-%d.html", row+1)
	}
	return "report.html"
}
