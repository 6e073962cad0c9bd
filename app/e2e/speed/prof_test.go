package speed

import (
	"testing"
	"time"

	"causeway/app/e2e/page"
)

func TestProfWide(t *testing.T) {
	w := page.Wide{Tab: page.Open(t)}
	w.Timeout = 4 * time.Minute
	step := func(name string, do func()) {
		w.ProfStart()
		w.WatchTasks()
		do()
		w.LetWork(700 * time.Millisecond)
		t.Logf("%s: longest task %v\n%s", name, w.LongestTask(), w.ProfStop())
	}
	step("preview", func() {
		w.DropFiles(page.Write(t, "wide.csv", page.WideTable(512, 2000, false)))
		w.Says("Import table")
	})
	step("import", func() { w.Press("Import table"); w.Says("is loaded: 2,000 rows") })
	step("classifier", func() {
		w.Visit("classifier")
		w.Says("Train classifier")
		w.Set("Epochs", 10)
		w.Press("Train classifier")
		w.Says("Confusion matrix")
	})
	step("generator", func() {
		w.Visit("generator")
		w.Says("Train generator")
		w.Set("Epochs", 3)
		w.Press("Train generator")
		w.Says("How good its counterfactuals are")
	})
	step("person", func() { w.Visit("person"); w.Answer() })
	step("other row", func() { w.NextRow(); w.Answer() })
	step("other row", func() { w.NextRow(); w.Answer() })
}
