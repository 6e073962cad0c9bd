package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// Every refused person has a dot. Arrow keys go to the next dot and to the other group. A key or
// the mouse opens a person in Person, and the dot is then marked.
func TestEverybodyHasADot(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.SetViewport(1280, 800, false)
	p.OpenEveryone()
	p.FillNumber("Maximum number of rows", 150)
	p.Fold("Which people")
	p.ManyRows()
	const dots = "Effort of the nearest way found. Each dot is a person"
	p.WaitHas("slider", dots)
	p.WaitShows(page.Main, "half need at most")
	if text := p.Shows(page.Main); !strings.Contains(text, "refused people have a way that keeps every rule.") {
		t.Errorf("the place does not say how many have a way: %.200s", text)
	}
	hasFewWords(t, p, "Everyone", 175)
	if wide := p.Sideways(); wide > 0 {
		t.Errorf("it scrolls %d px sideways", wide)
	}
	p.Focus("slider", dots)
	p.Press("Home") // of the first group
	first, _ := p.Dot()
	p.Press("ArrowRight")
	second, _ := p.Dot()
	p.Press("ArrowDown")
	below, _ := p.Dot()
	if first == second || below == second || !strings.HasPrefix(first, "Person ") {
		t.Errorf("the keys go from %q to %q and to %q", first, second, below)
	}
	open := func(who string, press func()) {
		t.Helper()
		press()
		p.WaitStep("Person")
		p.GoTo("Everyone")
		p.WaitFor(who+" to stand out", func() bool { return p.MarkedDot() == who })
	}
	open(below, func() { p.Press("Enter") })
	p.Focus("slider", dots)
	p.Press("End")
	last, at := p.Dot()
	open(last, func() { p.PressMouse(at); p.ReleaseMouse(at) })
}

// Every refused person gets a notice, in a zip or as lines of JSON. It equals the one written in Person. The
// page stays responsive meanwhile, and Cancel leaves no file.
func TestEverybodyGetsANotice(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.Timeout = 2 * time.Minute
	p.WaitSays(page.Results, "Results for table row "+p.Row())
	who := "notice-row-" + p.Row() + ".html"
	p.OpenProofs()
	p.WaitSays(page.Results, "Reasons for the decision")
	alone := p.Download("Write the notice", "*.html")
	p.OpenEveryone()
	p.Unfold("Everybody as a list")
	p.Click("button", "Notices (zip)")
	p.Click("button", "Cancel")
	p.WaitText("status", "No notices were saved")

	p.WatchTasks()
	began := time.Now()
	packed := p.Download("Notices (zip)", "notices.zip")
	took, held := time.Since(began), p.LongestTask()
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d notices in %v, %.1f a second; the page was held up for %v at most", len(z.File),
		took.Round(time.Millisecond), float64(len(z.File))/took.Seconds(), held)
	if held > 200*time.Millisecond && page.Timed() {
		t.Errorf("the page was held up for %v", held)
	}
	file, err := z.Open(who)
	if err != nil {
		t.Fatalf("%v among %d notices", err, len(z.File))
	}
	among, err := io.ReadAll(file)
	if err != nil || !bytes.Equal(among, alone) {
		t.Errorf("%s is another among many: %v", who, err)
	}
	r := page.OpenDocument(t, among)
	r.Shoot("notice-of-many")

	lines := bytes.Split(bytes.TrimSpace(p.Download("Notices (JSON lines)", "notices.jsonl")), []byte("\n"))
	if len(lines) != len(z.File) || len(lines) < 100 {
		t.Fatalf("%d lines and %d documents", len(lines), len(z.File))
	}
	for i, line := range lines {
		var n struct {
			Row    int
			Notice struct{ Reasons, Options []any }
		}
		if err := json.Unmarshal(line, &n); err != nil || z.File[i].Name != fmt.Sprintf("notice-row-%d.html", n.Row) ||
			len(n.Notice.Reasons) > 4 || len(n.Notice.Options) == 0 {
			t.Errorf("line %d beside %s: %v, %.200s", i, z.File[i].Name, err, line)
		}
	}
}

// TestAFileThatDiffers explains new rows whose file has another name for a column, a level that the
// table does not have, and a number outside of its range. The page asks once, and remembers.
func TestAFileThatDiffers(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Timeout = 2 * time.Minute
	p.Paste(page.Lines("debt,years,job,decision", 300, func(i int) string {
		debt, years := i*7919%100, i*104729%31
		return fmt.Sprintf("%d,%d,%s,%s", debt, years, []string{"clerk", "nurse", "smith"}[i*31%3],
			map[bool]string{true: "refused", false: "accepted"}[debt > 80+years/2])
	}))
	p.Import()
	p.Train(page.Training{Classifier: 20, Generator: 5})
	p.GoTo("Everyone")
	p.WaitShows(page.Main, "Nobody held out is refused.")
	p.Unfold("Which people")
	file := page.Write(t, "march.csv", page.Lines("debt,years worked,job", 40, func(i int) string {
		return fmt.Sprintf("%d,%d,%s", 60+i, i%20, []string{"clerk", "Nurses"}[i%2])
	}))
	p.SetNewRows(file)
	p.WaitHas("heading", "How march.csv differs from the table")
	p.WaitText("alert", "has no column")
	p.WaitSays(page.Body, "the table has no level \"Nurses\" (20 rows, first row 2)")
	p.Choose("years", "Read the column years worked")
	p.WaitText("status", "march.csv has 20 rows that can be explained.")
	p.Shoot("differs")
	p.Choose("job: Nurses", "Count as nurse")
	p.WaitText("status", "march.csv has 40 rows that can be explained.")
	p.WaitSaved()

	p.SetNewRows(page.Write(t, "april.csv", string(page.Read(t, file))+"250,3,Nurses\n"))
	p.WaitText("status", "april.csv has 41 rows that can be explained.")
	p.WaitSays(page.Body, "the number 250 (1 row, first row 41)")
	p.Choose("debt", "Leave the rows out")
	p.WaitText("status", "april.csv has 40 rows that can be explained.")
}

// A probability can be the goal, for one person and for everyone. Each answer and each notice reaches it.
func TestAProbabilityIsTheGoal(t *testing.T) {
	p := page.Example(t, "Who earns more")
	p.Timeout = 2 * time.Minute
	p.WaitText("heading", "The model would then say")
	p.Unfold("More about the search")
	p.Choose("Goal", "A probability of at most")
	p.Choose("Probability of", "<=50K")
	p.FillNumber("At most, %", 30)
	p.WaitText("heading", "The probability of <=50K would then be")
	p.WaitFor("an answer to the goal", func() bool {
		_, share, _ := strings.Cut(strings.Join(p.Texts("heading"), " "), "would then be ")
		v, err := strconv.ParseFloat(share[:max(strings.Index(share, " %"), 0)], 64)
		return err == nil && v <= 30
	})
	p.Shoot("goal-probability")
	p.OpenProofs()
	notice := p.Download("Write the notice", "*.html")
	text := string(notice)
	if !strings.Contains(text, "probability of &lt;=50K") || !strings.Contains(text, "below 30") {
		t.Error("the notice does not name the goal")
	}

	p.OpenEveryone()
	p.FillNumber("Maximum number of rows", 120)
	p.Choose("Goal", "A probability of at most")
	p.Choose("Probability of", "<=50K")
	p.FillNumber("At most, %", 30)
	p.Shoot("goal-everyone-form")
	p.Fold("Which people")
	p.ManyRows()
	p.WaitShows(page.Main, "half need at most")
	p.Unfold("Everybody as a list")
	p.WaitShows(page.Main, "below 30")
	p.Shoot("goal-everyone")
	lines := bytes.Split(bytes.TrimSpace(p.Download("Notices (JSON lines)", "notices.jsonl")), []byte("\n"))
	if len(lines) < 50 {
		t.Fatalf("%d notices", len(lines))
	}
	for _, line := range lines {
		var n struct {
			Notice struct {
				Decision struct{ Wanted string }
				Options  []struct{ Number float64 }
			}
		}
		if err := json.Unmarshal(line, &n); err != nil || n.Notice.Decision.Wanted != "below 30" {
			t.Fatalf("%v: %.300s", err, line)
		}
		for _, o := range n.Notice.Options {
			if o.Number > 30+1e-4 {
				t.Errorf("an option has %v %%", o.Number)
			}
		}
	}
}
