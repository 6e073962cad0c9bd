package e2e

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"
)

// A table whose outcome is a number is cut in two, at its middle or where people say, and
// leads to an answer.
func TestANumberAsTheOutcome(t *testing.T) {
	beside(t)
	r := rand.New(rand.NewSource(1))
	var b strings.Builder
	b.WriteString("rooms,garden,metres,price\n")
	for range 400 {
		rooms, garden, metres := 1+r.Intn(7), r.Intn(2), 20+r.Intn(130)
		fmt.Fprintf(&b, "%d,%s,%d,%.1f\n", rooms, []string{"no", "yes"}[garden], metres, float64(20*rooms+30*garden+metres)+40*r.Float64())
	}
	p := OpenApp(t)
	p.Paste(b.String())
	p.WaitHas("button", "Import table")
	p.Choose("Outcome column", "price")
	p.WaitFor("the middle", func() bool { return p.Text("textbox", "Cut the outcome at") != "" })
	p.shoot("cut-preview")
	p.Fill("textbox", "Cut the outcome at", "abc")
	p.WaitText("alert", "which is no number")
	p.Fill("textbox", "Cut the outcome at", "250.5")
	p.WaitText("listitem", "below 250.5")
	p.Click("button", "Import table")
	p.WaitText("listitem", "250.5 or more")
	p.Timeout = 2 * time.Minute
	p.Click("button", "Train")
	p.Click("link", "Go to Explain")
	p.WaitHas("table", "Counterfactuals")
	p.shoot("cut-explain")
}
