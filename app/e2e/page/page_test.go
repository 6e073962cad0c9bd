package page

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) { RunTests(m) }

const controlsPage = `<!doctype html><html lang="en"><title>controls</title>
<div role="status" id="said"></div>
<div style="height:3000px"></div>
<label>Seed <input type="number" id="seed" value="41"></label>
<label>Kind <select id="kind"><option>one<option value="2">two</select></label>
<button id="late" disabled>Train</button>
<button aria-label="Open file">o</button>
<input type="file" id="file">
<table aria-label="Counterfactuals"><tr><th>Age<th>Work<tr><td>39<td><del>clerk</del> <ins>nurse</ins></table>
<script>
const said = document.getElementById("said");
const say = (text) => { said.textContent += text + ";" };
seed.onchange = () => say("seed " + seed.value);
kind.onchange = () => say("kind " + kind.value);
late.onclick = () => say("train");
file.onchange = async () => say("file " + await file.files[0].text());
document.ondragover = (e) => e.preventDefault();
document.ondrop = async (e) => { e.preventDefault(); say("drop " + e.dataTransfer.files[0].name) };
document.onpaste = (e) => say("paste " + e.clipboardData.getData("text/plain"));
setTimeout(() => { late.disabled = false }, 200);
</script>`

func TestControlsAreDrivenByRoleAndName(t *testing.T) {
	p := OpenDocument(t, []byte(controlsPage))

	p.Click("button", "Train")
	p.FillNumber("Seed", 7)
	p.Choose("Kind", "two")
	file := Write(t, "a.csv", "a,b")
	p.SetFiles(file)
	p.WaitText("status", "train;seed 7;kind 2;file a,b;")

	p.DropFiles(file)
	p.WaitText("status", "drop a.csv;")
	p.Paste("x,y")
	p.WaitText("status", "paste x,y;")

	if got := p.Text("spinbutton", "Seed"); got != "7" {
		t.Errorf("Seed = %q, want 7", got)
	}
	if p.Has("button", "Retrain") || !p.Has("button", "Open file") {
		t.Error("Has does not tell a name that is there from one that is not")
	}
	want := [][]string{{"Age", "Work"}, {"39", "clerk nurse"}}
	if got := p.Table("Counterfactuals"); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("table = %q, want %q", got, want)
	}
	p.Fill("spinbutton", "Seed", "")
	if got := p.Text("spinbutton", "Seed"); got != "" {
		t.Errorf("Seed = %q after it was emptied", got)
	}
}

// bare is a page without a policy.
const bare = "<!doctype html><title>bare</title>"

func TestLongestTaskIsMeasured(t *testing.T) {
	p := OpenDocument(t, []byte(bare))
	p.WatchTasks()
	eval[bool](p, `new Promise((done) => setTimeout(() => { const end = performance.now() + 150; while `+
		`(performance.now() < end); setTimeout(() => done(true), 50) }))`)
	if got := p.LongestTask(); got < 140*time.Millisecond || got > 2*time.Second {
		t.Errorf("longest task = %v, want about 150ms", got)
	}
}

// The driver must detect what it promises to detect. A page without a policy simulates a page whose
// policy fails.
func TestForeignRequestsAreSeen(t *testing.T) {
	p := OpenDocument(t, []byte(bare))
	for _, test := range []struct{ name, script, want string }{
		{"from the page", `fetch("http://elsewhere.invalid/page", {mode: "no-cors"}).then(() => true, () => true)`,
			"request to another origin: http://elsewhere.invalid/page"},
		{"from a worker", `new Promise((done) => {
			const script = 'fetch("http://elsewhere.invalid/worker", {mode: "no-cors"}).finally(() => postMessage(1))';
			new Worker(URL.createObjectURL(new Blob([script]))).onmessage = () => done(true);
		})`, "request to another host: GET http://elsewhere.invalid/worker"},
	} {
		p.Offences()
		eval[bool](p, test.script)
		if got := strings.Join(p.Offences(), "\n"); !strings.Contains(got, test.want) {
			t.Errorf("%s: offences %q, want %q among them", test.name, got, test.want)
		}
	}
}

func TestConsoleErrorsAreSeen(t *testing.T) {
	p := OpenDocument(t, []byte(bare))
	p.Offences()
	eval[bool](p, `(console.error("first", 2), setTimeout(() => { throw new Error("second") }), true)`)
	p.WaitFor("both", func() bool { return len(p.Problems()) == 2 })
	got := strings.Join(p.Offences(), "\n")
	for _, want := range []string{"console: first 2", "Error: second"} {
		if !strings.Contains(got, want) {
			t.Errorf("offences %q, want %q among them", got, want)
		}
	}
}
