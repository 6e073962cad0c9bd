package e2e

import (
	"os"
	"strings"
	"testing"
)

// Unobserved causes of a DAGitty file are drawn, said and written back as they stood.
func TestUnobservedCausesStay(t *testing.T) {
	beside(t)
	p := drawing(t)
	file := t.TempDir() + "/hidden.dag"
	text := "dag {\ncauseway_scale=\"1\"\n\"x1\" [pos=\"0,0\"]\n\"x2\" [pos=\"0,150\"]\n\"x3\" [pos=\"300,0\"]\n\"Talent\" [latent,pos=\"300,-120\"]\n" +
		"\"class\" [outcome,pos=\"600,0\"]\n\"x1\" -> \"x3\"\n\"Talent\" -> \"x3\" [beta=\"0.3\"]\n\"x1\" <-> \"x2\"\n\"x1\" <-> \"x3\"\n}\n"
	text = strings.ReplaceAll(text, "class", outcomeOf(p))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(file)
	waitStatus(p, "hidden.dag is drawn: 4 edges.")
	p.WaitHas("button", "Talent")
	if got := Eval[[]string](p, `[...document.querySelectorAll(".dag [data-both]")].map((e) => getComputedStyle(e.querySelector("[data-part=line]")).strokeDasharray + " " + (e.querySelector("[data-part=tip]").getAttribute("d").match(/Z/g) ?? []).length)`); len(got) != 2 || !strings.HasPrefix(got[0], "3px, 4px") || !strings.HasSuffix(got[0], " 2") {
		t.Errorf("lines with two heads: %q", got)
	}
	if got := Eval[string](p, `getComputedStyle(document.querySelector("[data-hidden] [data-part=box]")).strokeDasharray`); got == "none" {
		t.Error("an unobserved feature has a plain outline")
	}
	p.Choose("Format", "DAGitty text")
	p.Click("button", "Save graph")
	if _, got := p.Saved(); got != text {
		t.Errorf("written as\n%s\nit was\n%s", got, text)
	}
	p.Choose("Format", "BIF structure")
	p.WaitText("status", "2 such edges are left out")

	p.Click("button", "x1")
	p.Click("button", "x1 ↔ x3")
	p.WaitFor("what it means", func() bool {
		return strings.Contains(p.Text("complementary", "What is chosen"), "x1 and x3 share an unobserved cause: that they move together in the rows does not say that changing one changes the other. No rule follows from this line, and no search and no proof uses it.")
	})
	p.Click("button", "x3")
	p.Choose("Mechanism of x3", "fitted, linear")
	p.WaitFor("what is wrong with the mechanism", func() bool {
		return strings.Contains(p.Text("complementary", "What is chosen"), "how much it follows x1 may be wrong in it")
	})
	p.shoot("graph-unobserved")
	p.unfold("Ask about two features")
	p.Choose("The effect of", "x1")
	p.Choose("On", "x3")
	p.WaitFor("what cannot be adjusted for", func() bool {
		return strings.Contains(p.Text("region", "What the drawing implies"), "cannot tell the effect of x1 on x3")
	})
	p.Choose("The effect of", "x2")
	p.WaitFor("an open path", func() bool { return strings.Contains(p.Text("region", "What the drawing implies"), "x2 ↔ x1 ") })
}

// outcomeOf is the name of the outcome's node.
func outcomeOf(p *Page) string {
	return Eval[string](p, `document.querySelector("[data-outcome]").getAttribute("aria-label")`)
}

// What is unobserved is added and removed by a pointer and by keys.
func TestUnobservedCausesAreDrawn(t *testing.T) {
	beside(t)
	p := drawing(t)
	p.Click("button", "x1")
	p.Click("button", "Add an unobserved cause")
	waitStatus(p, "Added an unobserved feature")
	p.WaitHas("button", "U")
	p.Fill("textbox", "Name of what is unobserved", "Talent")
	p.Key("Enter", 0)
	p.WaitHas("button", "Talent")
	dragEdge(p, "Talent", "x2")
	waitStatus(p, "Added the edge")
	p.Choose("Sign", "share an unobserved cause")
	dragEdge(p, "x2", "x3")
	waitStatus(p, "Drew an unobserved cause of x2 and x3")
	p.Choose("Sign", "only exists")
	p.Click("button", "x1")
	p.Key("Escape", 0)

	p.TabTo("x1", 0)
	p.Key("u", 0)
	waitStatus(p, `Choose what shares an unobserved cause with "x1"`)
	p.TabTo("x3", 0)
	p.Key("Enter", 0)
	waitStatus(p, "Drew an unobserved cause of x1 and x3")
	if says := apply[string](p, p.wait("button", "x3"), `function() { return this.getAttribute("aria-description") }`); says != "shares an unobserved cause with x1, x2" {
		t.Errorf("x3 is described as %q", says)
	}
	p.Key("Delete", 0)
	waitStatus(p, "Removed the unobserved cause of x1 and x3")
	p.Key("z", keyCtrl)
	p.WaitFor("the line to come back", func() bool { return Eval[int](p, `document.querySelectorAll(".dag [data-both]").length`) == 2 })
	p.Key("Escape", 0)
	p.TabTo("Talent", 0)
	p.Key("Enter", 0)
	p.WaitFor("it to be chosen", func() bool { return p.pressed("Talent") })
	if says := apply[string](p, p.wait("button", "Talent"), `function() { return this.getAttribute("aria-description") }`); says != "unobserved; effects: x1, x2" {
		t.Errorf("Talent is described as %q", says)
	}
	p.Key("Delete", 0)
	waitStatus(p, "Removed an unobserved feature")
	p.WaitFor("it to be gone", func() bool { return !p.Has("button", "Talent") })
	p.Key("z", keyCtrl)
	p.WaitHas("button", "Talent")

	p.Click("button", "Edges as a table")
	p.WaitHas("table", "What no column holds")
	if rows := p.Table("What no column holds"); len(rows) != 6 {
		t.Errorf("the table is %q", rows)
	}
	p.Click("button", "Delete x2 ↔ x3")
	waitStatus(p, "Removed the unobserved cause of x2 and x3")
}
