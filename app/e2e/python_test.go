package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// TestAFileFromPython packs people and a pipeline with docs/guide/causeway.py, drops the file on the
// page, and gets an answer with one press.
func TestAFileFromPython(t *testing.T) {
	page.Beside(t)
	const python, run = "/usr/bin/python3", `
import json, sys
space = {}
for cell in json.load(open(sys.argv[1] + "/python.ipynb"))["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), space)
`
	if exec.Command(python, "-c", "import msgpack, onnx, pandas, sklearn").Run() != nil {
		t.Skip("skipped: no Python for the notebook (apt-get install python3-msgpack python3-onnx python3-pandas " +
			"python3-sklearn)")
	}
	dir, guide := t.TempDir(), filepath.Join(page.Root(), "docs/guide")
	cmd := exec.Command(python, "-B", "-W", "ignore", "-c", run, guide)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PYTHONPATH="+guide)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p := page.Open(t)
	p.Timeout = 2 * time.Minute
	p.DropFiles(filepath.Join(dir, "people.causeway"))
	p.WaitText("status", "pipeline.onnx is now the classifier")
	p.WaitFor("the place Person", func() bool { return p.Step() == "Person" })
	p.Click("button", "Train")
	p.WaitWays()
	p.WaitSays(page.Body, "Proved")
	p.Shoot("from-python")
}
