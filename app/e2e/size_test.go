package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// An edge says how much by keys, a rule how far a feature may move, a rule that can
// never apply says why, and the signs of a graph that was saved before each spoke
// for itself are read as they were until they are asked to be read anew.
func TestEdgesSayHowMuch(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.KeepSaved()
	p.Paste("school,age,hours,loan\n" + strings.Repeat("8,30,20,yes\n10,40,30,no\n12,50,40,yes\n9,35,45,no\n", 30))
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded: 120 rows.")
	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	edge := func(from, to, sign string) {
		p.Choose("From", from)
		p.Choose("To", to)
		p.Choose("Sign", sign)
		p.Click("button", "Add edge")
		waitStatus(p, "Added the edge "+from+" → "+to)
	}
	rule := func(text string) {
		t.Helper()
		p.WaitFor(text, func() bool {
			return Eval[bool](p, `[...document.querySelectorAll('.rule-text')].some((e) => e.innerText.includes(`+strconv.Quote(text)+`))`)
		})
	}
	edge("hours", "age", "rises")
	edge("school", "age", "rises")
	rule(`If "school" or "hours" rises and neither falls, "age" must not fall, and if either falls and neither rises, "age" must not rise.`)
	p.TabTo("At least, for every 1 of school", 0)
	p.Key("2", 0)
	p.Key("Enter", 0)
	waitStatus(p, "Changed the edge school → age")
	rule(`If "school" rises while "hours" does not fall, "age" must rise by at least 2 for every 1 that "school" does, and the other way round, "age" must fall by at least 2 for every 1 that "school" does.`)
	look := func(name, role, of string) {
		for _, width := range []int64{1280, 360} {
			p.SetViewport(width, 900, width == 360)
			p.Show(role, of)
			p.Screenshot(name+"-"+strconv.Itoa(int(width)), width, 900, width == 360)
		}
		p.SetViewport(1280, 900, false)
	}
	look("size-edge", "textbox", "At most, for every 1 of school")
	p.Fill("textbox", "At most, for every 1 of school", "1")
	p.Key("Enter", 0)
	waitStatus(p, "The edge school → age asks for more than it allows: its least is above its most, so it stays as it was.")
	p.Choose("Rule", "Move at most")
	p.Choose("Feature", "hours")
	p.Fill("textbox", "Rises by at most", "10")
	p.Click("button", "Add rule")
	waitStatus(p, `Added a rule: "hours" may rise by at most 10`)
	p.Choose("Rule", "If A rises, then B")
	p.Choose("If this rises", "age")
	p.Choose("then this", "hours")
	p.Fill("textbox", "At most, for every 1 of age", "0.5")
	look("size-form", "button", "Add rule")
	p.Click("button", "Add rule")
	waitStatus(p, `"hours" must not fall and may rise by at most 0.5 for every 1 that "age" does`)
	p.Choose("Rule", "Immutable")
	p.Choose("Feature", "school")
	p.Click("button", "Add rule")
	waitStatus(p, `"school" may not change`)
	p.WaitFor("a rule that can never apply", func() bool {
		return Eval[bool](p, `document.querySelector('.rule-idle')?.innerText === 'This can never apply: "school" may not change.'`)
	})
	look("size-rules", "button", "Add rule")
	p.Click("button", "Edges as a table")
	p.Fill("textbox", "At most: hours → age", "5")
	p.Key("Enter", 0)
	waitStatus(p, "Changed the edge hours → age")
	look("size-twin", "textbox", "At most: hours → age")

	old := filepath.Join(t.TempDir(), "old.graph.json")
	text := `{"format":"causeway graph","version":1,"nodes":[{"name":"school"},{"name":"age"},{"name":"hours"}],"edges":[
		{"from":"school","to":"age","sign":"rises"},{"from":"hours","to":"age","sign":"rises"}],"rules":[]}`
	if err := os.WriteFile(old, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(old)
	rule(`If "school" and "hours" both rise, "age" must not fall, and if both fall, "age" must not rise.`)
	look("size-together", "button", "Read each by itself")
	p.Click("button", "Read each by itself")
	waitStatus(p, "Read every sign by itself")
	rule(`If "school" or "hours" rises and neither falls`)
	if text := savedGraph(p); !strings.Contains(text, `"signs": "each"`) {
		t.Errorf("saved:\n%s", text)
	}
	p.Click("button", "Undo")
	p.WaitHas("button", "Read each by itself")
}
