package store

import (
	"strings"

	"causeway/core/data"
	"causeway/core/document"
)

// SetNotice changes what an organisation says in the notices of decisions.
type SetNotice struct{ document.Notice }

func (in SetNotice) apply(w *turn) {
	n := in.Notice
	for _, text := range n.Texts() {
		*text = strings.TrimSpace(strings.ToValidUTF8((*text)[:min(len(*text), document.MostNotice)], ""))
	}
	if n.Language >= document.LanguageCount {
		n.Language = document.English
	}
	w.Notice = n
}

func (SetNotice) step(data.Schema) string { return "The texts of notices" }
