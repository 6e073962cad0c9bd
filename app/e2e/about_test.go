package e2e

import (
	"os"
	"strings"
	"testing"
)

func TestAboutShowsVersionAndLicences(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(siteFor(t))); err != nil {
		t.Fatal(err)
	}
	server := Serve(t, dir)
	p := NewPage(t, server.URL+"/")
	p.Open("")
	p.WaitReady()
	waitOffline(p)
	server.Close() // what the page says of itself is there without a network
	about := `document.querySelector("#about").innerText`
	p.Click("DisclosureTriangle", "About Causeway, and licences")
	p.WaitFor("the version", func() bool { return strings.Contains(Eval[string](p, about), "Version ") })
	p.Click("DisclosureTriangle", "github.com/maxence-charriere/go-app/v9 v9.8.0")
	p.WaitFor("a licence", func() bool { return strings.Contains(Eval[string](p, about), "Permission is hereby granted") })
	p.shoot("about")
}
