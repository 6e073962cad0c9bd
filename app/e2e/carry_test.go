package e2e

import (
	"fmt"
	"testing"

	"causeway/app/e2e/page"
)

// Somebody who opens the table of another month finds the graph of the first one, or is asked which column is which.
func TestASecondTableKeepsTheGraph(t *testing.T) {
	page.Beside(t)
	month := func(head, third string) string {
		return page.Lines(head, 60, func(i int) string {
			home := []string{"own", "rent", third}[i%3]
			return fmt.Sprintf("%d,%d,%s,%s", 20+i*7%41, 10+i*13%37, home, page.YesNo(i%3 == 0))
		})
	}
	p := page.Open(t)
	p.ImportText(month("age,hours,home,loan", "rent"))
	p.GoTo("Causes")
	p.AddEdge("age", "hours", "")
	p.GoTo("Table")
	p.Paste(month("age,hours,home,loan", "free"))
	p.Click("button", "Import table")
	p.WaitText("status", "The graph of Pasted table is drawn: 1 edge")
	p.GoTo("Table")
	p.Paste(month("years,hours,home,loan", "free"))
	p.Click("button", "Import table")
	p.WaitText("alert", "Go to Causes to say which column is which")
	p.Shoot("second-table")
	p.GoTo("Causes")
	p.Shoot("second-table-causes")
}
