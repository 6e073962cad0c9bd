package e2e

import (
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// Bounds for the pictures of README and guide.
const (
	onePicture  = 70_000
	pageBytes   = 120_000 // for the picture of the whole window
	allPictures = 700_000
)

// guide takes pictures of one window and adds up their sizes.
type guide struct {
	*page.Tab
	t     *testing.T
	bytes int64
}

// open starts the page in a window with the size of the pictures.
func (g *guide) open() {
	g.Tab = page.Open(g.t)
	g.Timeout = 3 * time.Minute
	g.SetViewport(1280, 800, false)
}

// show photographs part of the window once the last notice is gone. The place must contain the
// words that the guide repeats.
func (g *guide) show(name string, left, top, width, height int, words ...string) {
	g.WaitShows(page.Main, words...)
	g.LetWork(9 * time.Second)
	g.LeaveFocus()
	g.add(name, left, top, width, height, onePicture)
}

func (g *guide) add(name string, left, top, width, height int, most int64) {
	g.t.Helper()
	file := g.Figure(name, image.Rect(left, top, left+width, top+height))
	info, err := os.Stat(file)
	if err != nil {
		g.t.Fatal(err)
	}
	if g.bytes += info.Size(); info.Size() > most {
		g.t.Errorf("%s has %d bytes, want at most %d", file, info.Size(), most)
	}
}

// TestScreenshot takes all pictures of README and guide.
func TestScreenshot(t *testing.T) {
	page.NeedsPictures(t)
	g := &guide{t: t}
	g.open()
	g.show("first", 0, 56, 1280, 670)
	g.Click("button", "Who earns more")
	g.WaitFor("the map", func() bool { return strings.Contains(g.MapSays(), "; 1: ") })
	g.WaitShows(page.Main, "Person 61", "age would be 51", "87.2 %", "5.9 % now", "59.2 %", "Nothing smaller works.")
	g.LetWork(9 * time.Second)
	g.LeaveFocus()
	g.add("screenshot", 0, 0, 1280, 800, pageBytes)
	g.add("find", 917, 68, 352, 268, onePicture)
	g.add("label", 917, 342, 352, 284, onePicture)
	g.OpenMenu("Share")
	g.add("share", 846, 50, 420, 660, onePicture)
	g.Press("Escape")
	g.GoTo("Classifier")
	g.show("train", 652, 204, 508, 188, "78.8 % (74.5", "74.0 %", "47.1 %")
	g.GoTo("Generator")
	g.show("generator", 652, 200, 628, 222, "190 held", "10 without an answer, proved", "95.8 %")
	g.GoTo("Methods")
	g.show("methods", 0, 184, 1280, 440, "95.7 ± 0.0", "81.9 ± 3.0", "86.9 ± 1.6", "55.6 ± 0.3")
	g.GoTo("Causes")
	g.show("draw", 36, 124, 400, 300, "60 have an answer", "association 0.49 given age")
	g.add("causes", 36, 124, 880, 352, onePicture)
	g.Click("button", "education")
	g.AddRule("Immutable", "education", "hard")
	g.show("cost", 0, 680, 944, 120, "39 have an answer", "21 lost because of this rule")
	g.Undo()
	g.OpenEveryone()
	g.show("people", 0, 60, 1280, 410, "321 of 321", "0.25 more effort", "at most 0.5", "education 233")
	g.OpenLabel()
	g.show("card", 284, 64, 996, 440)
	for i := range 25 {
		g.Verdict(g.ageRises() <= 10)
		g.WaitLabels(i + 1)
	}
	g.WaitHas("button", "Keep the current generator")
	g.show("learned", 284, 64, 996, 560, "17 feasible, 8 infeasible")

	g.open()
	g.OpenExample("Who earns more")
	g.LetWork(3 * time.Second)
	for _, feature := range []string{"workclass", "education", "occupation"} {
		g.Click("button", "Lock "+feature)
	}
	g.show("none", 912, 64, 360, 354, "There is no way within the range of the table that keeps every rule.")

	t.Run("bank", func(t *testing.T) {
		file := page.Data(t, "tables/bank-marketing.csv")
		g := &guide{t: t}
		g.open()
		g.SetFiles(file)
		g.WaitShows(page.Main, "11,162 rows, 17 columns", "-1 occurs 8,324 times")
		g.Import()
		g.show("open", 24, 172, 540, 250, "1,116 rows are held out", "4 in force, 2 suggested")
	})
	if g.bytes > allPictures {
		t.Errorf("the pictures have %d bytes, want at most %d", g.bytes, allPictures)
	}
}

// ageRises is by how many years the shown card raises the age.
func (g *guide) ageRises() float64 {
	for _, row := range g.Table("Factual and counterfactual") {
		if row[0] == "age" && strings.HasPrefix(row[2], "changed to") {
			from, to := g.CardChange("age")
			return to - from
		}
	}
	return 0
}
