package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

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
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(controlsPage))
	})).URL+"/")
	p.Open("")

	p.Click("button", "Train")
	p.FillNumber("Seed", 7)
	p.Choose("Kind", "two")
	file := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(file, []byte("a,b"), 0o644); err != nil {
		t.Fatal(err)
	}
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
	if got := p.Table("Counterfactuals"); !reflect.DeepEqual(got, want) {
		t.Errorf("table = %q, want %q", got, want)
	}
	p.Fill("spinbutton", "Seed", "")
	if got := p.Text("spinbutton", "Seed"); got != "" {
		t.Errorf("Seed = %q after it was emptied", got)
	}
}

func TestLongestTaskIsMeasured(t *testing.T) {
	p := OpenApp(t)
	p.WatchTasks()
	Eval[bool](p, `new Promise((done) => setTimeout(() => { const end = performance.now() + 150; while (performance.now() < end); setTimeout(() => done(true), 50) }))`)
	if got := p.LongestTask(); got < 140*time.Millisecond || got > 2*time.Second {
		t.Errorf("longest task = %v, want about 150ms", got)
	}
}
