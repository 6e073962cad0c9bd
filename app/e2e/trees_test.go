package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causeway/core/onnx"
	"causeway/core/project"
)

const treesFile = "../../core/onnx/testdata/xgboost-cut.json"

// treesTable has the columns of a file of trees, and as its outcome what they say.
func treesTable(t *testing.T, m *onnx.Model) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	text.WriteString("a,b,c,town,outcome\n")
	for i := range 900 {
		row := []float64{float64(rng.IntN(4000)-2000) / 100, float64(rng.IntN(400)-200) / 100, float64(rng.IntN(1200)-600) / 100, float64(rng.IntN(40))}
		shares, err := m.Shares(row)
		if err != nil {
			t.Fatal(err)
		}
		yes := shares[1] > shares[0] != (i%10 == 0)
		fmt.Fprintf(&text, "%.2f,%.2f,%.2f,%v,%s\n", row[0], row[1], row[2], row[3], map[bool]string{true: "yes", false: "no"}[yes])
	}
	return text.String()
}

// Boosted trees are dropped as XGBoost saved them, used, explained and saved, and the file
// answers as the trees do. Twenty megabytes of trees open within two seconds.
func TestTreesAreExplained(t *testing.T) {
	beside(t)
	file, err := os.ReadFile(treesFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := onnx.Read(file, "")
	if err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	saved := p.downloads()
	p.Paste(treesTable(t, m))
	p.WaitHas("button", "Import table")
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")

	large := filepath.Join(t.TempDir(), "large.json")
	if err := os.WriteFile(large, repeated(file, 20<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	before := residents(t)
	began := time.Now()
	p.DropFiles(large)
	p.WaitHas("table", "Columns of the model")
	took := time.Since(began)
	t.Logf("20 MB are there after %v, and take %d MB", took.Round(10*time.Millisecond), residents(t)-before)
	if took > 2*time.Second && timed() {
		t.Errorf("20 MB of trees take %v", took)
	}
	p.Click("button", "Discard model")
	p.WaitHas("button", "Import a model")

	p.DropFiles(treesFile)
	p.waitFocus("xgboost-cut.json")
	p.WaitFor("the held-out rows to agree in 9 of 10 cases", func() bool { return near(p.Text("region", "xgboost-cut.json"), 0.8, 0.99) })
	p.shots("trees-open")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier comes from elsewhere")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	if rows := p.Table("Counterfactuals"); len(rows) < 2 {
		t.Errorf("counterfactuals = %q", rows)
	}
	f, err := project.Open(save(p, saved))
	if err != nil {
		t.Fatal(err)
	}
	row := []float64{3, 0.5, -2, 7}
	want, err := m.Shares(row)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Ask(row)[0]; !f.BlackBox.Opened || float32(got.Shares[0]) != float32(want[0]) && float32(got.Shares[1]) != float32(want[0]) {
		t.Errorf("the file says %v, the trees %v", got, want)
	}
}

// repeated is a model of XGBoost with its trees again and again, up to so many bytes.
func repeated(file []byte, size int) []byte {
	const open = `"trees":[`
	from := bytes.Index(file, []byte(open)) + len(open)
	to := bytes.Index(file, []byte(`]},"name":"gbtree"`))
	trees := file[from:to]
	n := bytes.Count(trees, []byte(`"tree_param"`))
	out := append([]byte(nil), file[:from]...)
	times := 0
	for ; len(out) < size; times++ {
		if times > 0 {
			out = append(out, ',')
		}
		out = append(out, trees...)
	}
	out = append(out, file[to:]...)
	const info = `"tree_info":[`
	zeros := strings.TrimSuffix(strings.Repeat("0,", n*times), ",")
	at := bytes.Index(out, []byte(info)) + len(info)
	end := at + bytes.IndexByte(out[at:], ']')
	return append(append(append([]byte(nil), out[:at]...), zeros...), out[end:]...)
}
