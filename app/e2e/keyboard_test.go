package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// trained opens the app with small models, using only the keyboard from the classifier on, and
// checks the focus on the way.
func trained(t *testing.T) *page.Tab {
	t.Helper()
	p := page.Sampled(t)
	p.OpenModel("Classifier")
	p.FillNumber("Epochs", 300)
	p.Click("spinbutton", "Epochs")
	p.Press("Enter")
	p.WaitFocus("Training the classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.WaitFocus("Quality of the classifier")
	p.Press("Tab")
	p.WaitFocus("Go to Causes")
	p.Press("Tab")
	p.WaitFocus("Go to Generator")
	p.Press("Enter")
	p.WaitFocus("Generator")
	p.TrainGenerator(8)
	p.WaitFocus("Quality of its counterfactuals")
	p.Click("link", "Go to Person")
	p.WaitFocus("Person")
	return p
}

func TestTheFocusFollowsTheWork(t *testing.T) {
	page.Beside(t)
	p := trained(t)
	p.Explain()
	p.Focus("button", "Try it: counterfactual 1")
	p.Press("Enter")
	p.WaitText("status", "The form now shows counterfactual 1.")
	p.WaitFocusFrom("Person")
	p.Click("button", "Reset")
	p.WaitText("status", "The model predicts")
	p.WaitFocusFrom("Person") // the button goes away
}

func TestPauseKeepsTheFocus(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.BeginTraining("Classifier", 10_000)
	p.WaitFocus("Training the classifier")
	p.WatchStatus()
	p.Press("Tab")
	p.WaitFocus("Pause")
	p.Press(" ")
	p.WaitFocus("Resume")
	p.Press(" ")
	p.WaitFocus("Pause")
	if n := p.StatusesSaid(); n > 2 {
		t.Errorf("the status said %d things during a training, want Paused and Resumed only", n)
	}
	p.Press("Tab")
	p.WaitFocus("Cancel")
	p.Press("Enter")
	p.WaitAway("progressbar", "Classifier training")
	p.WaitFor("the focus to be on a heading", func() bool { return p.FocusIsHeading(2) })
}

func TestAnAlertIsSeenFromWhereItWasCaused(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.SetViewport(1280, 400, false)
	p.GoTo("Table")
	p.ScrollDown(200)
	p.DropFiles(page.Write(t, "empty.csv", ""))
	p.WaitAlert()
	if !p.AlertIsInSight() {
		t.Error("the alert is out of view")
	}
}

// Opening a finished project with keys moves the focus to the place it leads to, both from the
// first screen and when it replaces another.
func TestTheFocusFollowsAFinishedProject(t *testing.T) {
	page.Beside(t)
	for _, name := range []string{"A boundary to cross", "Heavier grapes"} {
		p := page.Open(t)
		for range 2 {
			p.Focus("button", name)
			p.Press("Enter")
			p.WaitFocusFrom("Change")
			if p.LosesFocus() {
				t.Errorf("%s: the focus fell to the page", name)
			}
			p.GoTo("Table")
			p.Unfold("Open another table")
		}
	}
}

// After an offer of a column is accepted, the focus goes to the control that shows the result.
func TestTheFocusFollowsAnOffer(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.ImportText(page.Lines("age,income", 80, func(i int) string {
		return fmt.Sprintf("%d,%s", 20+i%50, page.YesNo(i%3 == 0))
	}))
	p.Focus("button", "age: can only grow")
	p.Press("Enter")
	p.WaitFocus("What may change of age")
	p.WaitAway("button", "age: can only grow")
}

func TestKeysAreEnough(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.GoTo("Classifier")
	p.WaitFor("the title to have the focus", func() bool { return p.FocusIsHeading(1) })
	// it may come after the title
	p.WaitHas("button", "Train classifier")
	// a word that explains itself, then the model's own action
	for _, want := range []string{"Classifier", "Generator", "Close models", "black box", "Train classifier"} {
		p.Press("Tab")
		if got := p.Focused(); got != want {
			t.Errorf("after the title comes %q, want %s", got, want)
		}
	}
	p.TabTo("Advanced: seed 1, epochs 100, batch size 32 and 3 more")
	p.Press("Enter")
	p.Press("Tab")
	if got := p.Focused(); got != "Seed" {
		t.Errorf("after the line of the settings comes %q, want Seed", got)
	}
	p.Press("Tab")
	if got := p.Focused(); got != "Epochs" {
		t.Errorf("after Seed comes %q, want Epochs", got)
	}
	p.Press("ArrowDown")
	p.WaitFor("the arrow to count", func() bool { return p.Text("spinbutton", "Epochs") == "99" })
	p.Press("Enter")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

// A word of the glossary explains itself in place, by pointer and by keys.
func TestWordsSayWhatTheyMean(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.GoTo("Classifier")
	p.Click("button", "black box")
	p.WaitHas("note", "Black box")
	p.Shoot("word")
	p.Press("Escape")
	p.WaitAway("note", "Black box")
	p.WaitFocus("black box")
	p.Press("Enter")
	p.WaitHas("note", "Black box")
	p.Press("Escape")
	p.OpenMenu("Project")
	p.Unfold("Words used here")
	p.WaitHas("term", "MAD")
}

// Programs that drive the page from outside find its controls by these names.
func TestControlsHaveTheirNames(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	for _, step := range []struct {
		link, before string
		folds        []string // their container
		names        []string
	}{
		{"Table", "", []string{"Open another table", "Sample a table from", "To repeat it exactly"},
			[]string{"button Simple-BN", "button Open file", "spinbutton Seed"}},
		{"Classifier", "Train classifier", []string{"Advanced"},
			[]string{"button Train classifier", "spinbutton Seed", "spinbutton Epochs", "spinbutton Batch size"}},
		{"Generator", "Train generator", []string{"Advanced"},
			[]string{"button Train generator", "spinbutton Seed", "spinbutton Epochs", "spinbutton Batch size"}},
		{"Person", "Next row", []string{"Find another"}, []string{"button Next row", "spinbutton Place"}},
	} {
		p.GoTo(step.link)
		if step.before != "" {
			p.WaitHas("button", step.before)
		}
		for _, fold := range step.folds {
			p.Unfold(fold)
		}
		for _, control := range append(step.names, "link Table", "link Causes", "link Person", "link Everyone",
			"link Models", "status ") {
			role, name, _ := strings.Cut(control, " ")
			if n := p.Count(role, name); n == 0 || name != "" && n > 1 {
				t.Errorf("%s: %d of %s %q, want one", step.link, n, role, name)
			}
		}
	}
}

// Every task is done without a pointer: a table is opened, a cause drawn, both models trained, a value changed, a
// feature locked, a way judged, the drawer opened and closed, and the project saved.
func TestTasksNeedNoPointer(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Timeout = 3 * time.Minute
	p.KeepSaved()
	p.Paste(page.Lines("debt,years,job,decision", 400, func(i int) string {
		debt, years, job := i*7919%100, i*104729%31, []string{"clerk", "nurse", "smith"}[i*31%3]
		return fmt.Sprintf("%d,%d,%s,%s", debt, years, job,
			map[bool]string{true: "refused", false: "accepted"}[debt > 40+years/2])
	}))
	p.WaitHas("button", "Import table")
	p.TabTo("Import table")
	p.Press("Enter")
	p.WaitText("status", "is loaded")
	p.Press("2")
	p.WaitStep("Causes")
	p.DrawByKeys("debt", "years")
	p.Press("1")
	p.WaitStep("Table")
	p.TabTo("Train")
	p.Press("Enter")
	p.WaitHas("link", "Go to Person")
	p.Press("3")
	p.WaitWays()
	p.WaitHas("button", "Yes")
	p.Press("y")
	p.WaitFor("a label", func() bool { return p.Labelled() == 1 })
	p.TabTo("years")
	p.Press("ArrowUp")
	p.WaitText("status", "The model predicts")
	if got := p.Focused(); got != "years" {
		t.Errorf("after a change of years the focus is on %q", got)
	}
	p.TabTo("Lock years")
	p.Press("Enter")
	p.WaitFocus("Unlock years")
	p.Press("m")
	p.WaitStep("Classifier")
	p.Press("Escape")
	p.WaitStep("Person")
	if p.LosesFocus() {
		t.Error("closing the drawer loses the focus")
	}
	p.Key("s", page.Ctrl)
	p.WaitHas("button", "Save to a file")
	p.TabTo("Save to a file")
	p.Press("Enter")
	if name, _ := p.Saved(); !strings.HasSuffix(name, ".causeway") {
		t.Errorf("Ctrl S saves %q", name)
	}
}

// TestAccessible checks the places with axe, with their folds open.
func TestAccessible(t *testing.T) {
	axe := page.NewAxe(t)
	page.Beside(t)
	p := page.Open(t)
	axe.Judge(p, "first screen")
	p.OpenExample("Who earns more")
	p.WaitWays()
	axe.Judge(p, "person")
	p.Press("t")
	p.WaitThere(page.TableBehind)
	axe.Judge(p, "the table behind a drawing")
	p.Press("Escape")
	p.OpenProofs()
	axe.Judge(p, "person with proofs")
	p.Click("button", "Commands")
	p.WaitHas("dialog", "Commands")
	axe.Judge(p, "commands")
	p.Press("Escape")
	for _, menu := range []string{"Project", "Share"} {
		p.OpenMenu(menu)
		axe.Judge(p, "menu "+menu)
		p.Press("Escape")
	}
}

// TestAccessibleEveryone does so for Everyone.
func TestAccessibleEveryone(t *testing.T) {
	axe := page.NewAxe(t)
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.OpenEveryone()
	p.FillNumber("Maximum number of rows", 60)
	p.ManyRows()
	p.Choose("by", "occupation")
	p.Unfold("Changes, effort and how actions are chosen")
	p.WaitHas("table", "People reached, by group")
	p.Unfold("Everybody as a list")
	p.WaitHas("list", "Rows with their nearest counterfactual")
	axe.Judge(p, "everyone")
	p.GoTo("Groups")
	p.UnfoldAll()
	axe.Judge(p, "groups")
	p.GoTo("Methods")
	p.UnfoldAll()
	p.WaitHas("table", "Figures of the methods")
	axe.Judge(p, "methods")
}

// TestAccessiblePlaces does so for the places that lead to an answer, and for Label.
func TestAccessiblePlaces(t *testing.T) {
	axe := page.NewAxe(t)
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	for _, step := range []string{"Table", "Classifier", "Causes", "Generator", "Label"} {
		p.GoTo(step)
		p.UnfoldAll()
		axe.Judge(p, strings.ToLower(step))
	}
}

// TestAccessibleImages does so for images.
func TestAccessibleImages(t *testing.T) {
	axe := page.NewAxe(t)
	page.Beside(t)
	p := page.Open(t)
	p.Click("button", "Another digit")
	p.WaitText("status", "9 of 9 classes were reached")
	axe.Judge(p, "a digit explained")
	for _, step := range []string{"Table", "Classifier", "Causes", "Generator", "Label"} {
		p.GoTo(step)
		axe.Judge(p, "images "+strings.ToLower(step))
	}
}
