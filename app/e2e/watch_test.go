package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// The harness must notice what it promises to notice. A page without any
// policy stands for one whose policy fails.
func TestForeignRequestsAreSeen(t *testing.T) {
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<!doctype html><title>bare</title>"))
	})).URL+"/")
	p.Open("")
	for _, test := range []struct{ name, script, want string }{
		{"from the page", `fetch("http://elsewhere.invalid/page", {mode: "no-cors"}).then(() => true, () => true)`,
			"request to another origin: http://elsewhere.invalid/page"},
		{"from a worker", `new Promise((done) => {
			const script = 'fetch("http://elsewhere.invalid/worker", {mode: "no-cors"}).finally(() => postMessage(1))';
			new Worker(URL.createObjectURL(new Blob([script]))).onmessage = () => done(true);
		})`, "request to another host: GET http://elsewhere.invalid/worker"},
	} {
		p.offences()
		Eval[bool](p, test.script)
		if got := strings.Join(p.offences(), "\n"); !strings.Contains(got, test.want) {
			t.Errorf("%s: offences %q, want %q among them", test.name, got, test.want)
		}
	}
}

func TestPolicyHoldsAndViolationsAreSeen(t *testing.T) {
	bare := http.NewServeMux()
	bare.Handle("/", http.FileServer(http.Dir(siteFor(t))))
	for _, test := range []struct{ name, address string }{
		{"our server", Serve(t, siteFor(t)).URL + "/"},
		{"a host without headers", listen(t, bare).URL + "/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := NewPage(t, test.address)
			p.Open("")
			p.WaitReady()
			for name, script := range map[string]string{
				"fetch":          `fetch("http://elsewhere.invalid/", {mode: "no-cors"}).then(() => "sent", () => "refused")`,
				"inline script":  `(() => { const s = document.createElement("script"); s.append("window.ran = true"); document.head.append(s); return window.ran ? "ran" : "refused" })()`,
				"markup":         `(() => { try { document.createElement("div").innerHTML = "<b>x</b>"; return "ran" } catch { return "refused" } })()`,
				"another worker": `(() => { try { new Worker("engine.js"); return "ran" } catch { return "refused" } })()`,
				"another policy": `(() => { try { trustedTypes.createPolicy("mine", {}); return "ran" } catch { return "refused" } })()`,
				"inline style":   `(() => { const d = document.createElement("div"); d.setAttribute("style", "color: red"); return d.style.color ? "ran" : "refused" })()`,
			} {
				p.offences()
				if got := Eval[string](p, script); got != "refused" {
					t.Errorf("%s: %s", name, got)
				}
				p.WaitFor("the violation to be noted", func() bool { return len(p.Problems()) > 0 })
				got := strings.Join(p.offences(), "\n")
				if !strings.Contains(got, "Content Security Policy") && !strings.Contains(got, "problem in the page: security:") {
					t.Errorf("%s: offences %q, want the policy among them", name, got)
				}
				if strings.Contains(got, "another host") {
					t.Errorf("%s: left the machine: %s", name, got)
				}
			}
		})
	}
}

func TestConsoleErrorsAreSeen(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.offences()
	Eval[bool](p, `(console.error("first", 2), setTimeout(() => { throw new Error("second") }), true)`)
	p.WaitFor("both", func() bool { return len(p.Problems()) == 2 })
	got := strings.Join(p.offences(), "\n")
	for _, want := range []string{"console: first 2", "Error: second"} {
		if !strings.Contains(got, want) {
			t.Errorf("offences %q, want %q among them", got, want)
		}
	}
}
