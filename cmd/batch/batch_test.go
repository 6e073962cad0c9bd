package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/core/data"
	"causeway/core/sim"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// The command itself, which the tests run in separate processes.
func TestMain(m *testing.M) {
	if os.Getenv("CAUSEWAY_BATCH") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const testProject = "../../core/project/testdata/base.causeway"

// badRows cannot be read, each for a different reason.
var badRows = []string{"none,1,2,0", "40,4\x001,9,1", "40,41,9,\xe9", "40,41,9,1,", "40,41,9"}

// rowsIn writes files of rows, of which some cannot be read.
func rowsIn(t *testing.T, counts ...int) (pattern string, dead int) {
	t.Helper()
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	for i, n := range counts {
		var b bytes.Buffer
		fmt.Fprintln(&b, "x1,x2,x3,y")
		for row := range n {
			if row%97 == 5 {
				fmt.Fprintln(&b, badRows[dead%len(badRows)])
				dead++
			} else {
				fmt.Fprintf(&b, "%.3f,%.3f,%.3f,1\n", 30+40*random.Float64(), 30+40*random.Float64(),
					8+8*random.Float64())
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("rows-%d.csv", i)), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "rows-*.csv"), dead
}

func command(rows, out string, args ...string) *exec.Cmd {
	return commandOf(testProject, rows, out, args...)
}

func commandOf(project, rows, out string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], append([]string{"-project", project, "-rows", rows, "-out", out, "-block", "100"},
		args...)...)
	c.Env = append(os.Environ(), "CAUSEWAY_BATCH=1")
	return c
}

func finish(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// same reports whether two folders have the same files with the same bytes.
func same(t *testing.T, a, b string) {
	t.Helper()
	if out, err := exec.Command("diff", "-r", a, b).CombinedOutput(); err != nil {
		t.Errorf("%s and %s differ: %.500s", a, b, out)
	}
}

// whole counts the rows of a folder by its CSV, and checks that each is there once.
func whole(t *testing.T, out string, read, dead int) {
	t.Helper()
	files, err := filepath.Glob(out + "/*.csv")
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	seen := map[string]bool{}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if strings.HasPrefix(l[4], "row") {
				key := filepath.Base(name)[:4] + " " + l[0]
				if seen[key] {
					t.Errorf("row %s is there twice", key)
				}
				seen[key] = true
			}
		}
		all = append(all, b...)
	}
	if _, err := csv.NewReader(bytes.NewReader(all)).ReadAll(); err != nil && err != io.EOF {
		t.Errorf("the parts are not one file of CSV: %v", err)
	}
	var s Summary
	b, err := os.ReadFile(out + "/summary.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	if len(seen) != read || s.Rows != read+dead || s.Unreadable != dead || s.All.Found == 0 ||
		s.All.Held > s.All.Found {
		t.Errorf("%d rows and %+v, want %d and %d that cannot be read", len(seen), s, read, dead)
	}
}

// Prism in this process writes the same bytes as the work without Beam, whatever the number of
// processors.
func TestPrism(t *testing.T) {
	rows, dead := rowsIn(t, 700, 450)
	plain, prism := t.TempDir(), t.TempDir()
	c := command(rows, plain, "-runner", "none")
	c.Env = append(c.Env, "GOMAXPROCS=1")
	finish(t, c)
	finish(t, command(rows, prism))
	whole(t, prism, 1150-dead, dead)
	same(t, plain, prism)
}

// If results were changed or are missing, -check names each fault in a sentence, and the same command
// restores the results.
func TestChangedResults(t *testing.T) {
	rows, dead := rowsIn(t, 600)
	out, plain := t.TempDir(), t.TempDir()
	finish(t, command(rows, plain, "-runner", "none"))
	finish(t, command(rows, out, "-runner", "none"))
	says := func() string {
		text, err := command(rows, out, "-check").CombinedOutput()
		if (err == nil) != strings.Contains(string(text), "are unchanged") {
			t.Errorf("%v with %s", err, text)
		}
		return string(text)
	}
	if text := says(); text != "6 blocks with 600 rows are unchanged.\n" {
		t.Errorf("whole results: %s", text)
	}
	remove := func(b []byte) []byte { return nil }
	alter := func(b []byte) []byte { return bytes.Replace(b, []byte("1"), []byte("2"), 1) }
	for _, c := range []struct {
		name  string
		to    func(b []byte) []byte
		fault string
	}{
		{"0000-000000.csv", remove, "0000-000000.csv cannot be read"},
		{"0000-000001.csv", alter, "0000-000001.csv was changed"},
		{"0000-000002.jsonl", alter, "0000-000002.jsonl was changed"},
		{"0000-000000.dead.jsonl", alter, "0000-000000.dead.jsonl was changed"},
		{"0000-000003.done.json", remove, "0000-000003.done.json cannot be read"},
		{"0000-000004.done.json", func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"rows":100`), []byte(`"rows":99`), 1)
		}, "0000-000004.done.json was changed"},
		{"summary.json", alter, "summary.json does not match"},
		{"summary.json", remove, "summary.json cannot be read"},
		{"0000-000006.csv", func([]byte) []byte { return []byte("row\r\n") },
			"0000-000006.csv was not written by this job"},
	} {
		name := filepath.Join(out, c.name)
		b, _ := os.ReadFile(name)
		err := os.Remove(name)
		if b = c.to(b); b != nil {
			err = os.WriteFile(name, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if text := says(); strings.Count(text, "\n") != 2 || !strings.Contains(text, c.fault) {
			t.Errorf("%s: %s, want %s", c.name, text, c.fault)
		}
		if c.name == "0000-000006.csv" {
			err = os.Remove(name)
		}
		finish(t, command(rows, out, "-runner", "none"))
		same(t, plain, out)
	}
	whole(t, out, 600-dead, dead)
	for i, why := range []string{"No value for", "Field 2 of row 103 (line 104)", "Field 4 of row 200 (line 201)",
		"has 5 fields", "has 3 fields"} {
		b, err := os.ReadFile(fmt.Sprintf("%s/0000-%06d.dead.jsonl", out, (5+97*i)/100))
		if first := fmt.Sprintf(`"row":%d,`, 6+97*i); err != nil || !strings.Contains(string(b), first) ||
			!strings.Contains(string(b), why) {
			t.Errorf("%s, want %s with %s", b, first, why)
		}
	}
}

// If a worker is killed in the middle of a job on a server in another process, nothing is lost or done
// twice: the same command continues.
func TestKilledWorker(t *testing.T) {
	server := filepath.Join(t.TempDir(), "prism")
	if out, err := exec.Command("go", "build", "-o", server, "github.com/apache/beam/sdks/v2/go/cmd/prism").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	endpoint := l.Addr().String()
	_, port, _ := net.SplitHostPort(endpoint)
	l.Close()
	prism := exec.Command(server, "-job_port", port, "-serve_http=false")
	if err := prism.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { prism.Process.Kill(); prism.Wait() }()

	rows, dead := rowsIn(t, 3000)
	plain, out := t.TempDir(), t.TempDir()
	finish(t, command(rows, plain, "-runner", "none"))
	remote := []string{"-runner", "universal", "-endpoint", "localhost:" + port, "-environment_type", "LOOPBACK"}
	c := command(rows, out, remote...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	done := 0
	for end := time.Now().Add(time.Minute); done < 2 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		list, _ := filepath.Glob(out + "/*.done.json")
		done = len(list)
	}
	c.Process.Kill()
	c.Wait()
	list, _ := filepath.Glob(out + "/*.done.json")
	if done < 2 || len(list) >= 30 {
		t.Fatalf("%d of 30 blocks are done where the worker is killed in the middle", len(list))
	}
	finish(t, command(rows, out, remote...))
	whole(t, out, 3000-dead, dead)
	same(t, plain, out)
}

// A row with missing values has the same bytes with and without the project's table. It is a
// dead letter if a file without the table does not say how to fill them.
func TestMissingValues(t *testing.T) {
	b, err := os.ReadFile(testProject)
	if err != nil {
		t.Fatal(err)
	}
	p, err := snapshot.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	table := sim.SimpleBN(400, 3)
	plan := data.Plan{Outcome: 3}
	for _, f := range append(table.Schema.Features[:3:3], table.Schema.Outcome) {
		plan.Columns = append(plan.Columns, data.ColumnPlan{Name: f.Name, Use: true, Kind: f.Kind, Gaps: data.FillGaps})
	}
	plan.Columns[3].Gaps = data.PlanGaps
	p.Data.Source = snapshot.Source{File: "rows.csv", Size: 9, Plan: plan}
	dir := t.TempDir()
	save := func(name string, fills []data.Fill, columns []data.Column) string {
		p.Data.Fills, p.Columns = fills, columns
		b, err := snapshot.Write(p)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	rows := filepath.Join(dir, "rows.csv")
	if err := os.WriteFile(rows, []byte("x1,x2,x3,y\n,50,9,1\n31.5,,10,0\n40,41,?,1\n44,50,9,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(project string) (out string, s Summary) {
		out = t.TempDir()
		finish(t, commandOf(project, rows, out, "-runner", "none"))
		b, err := os.ReadFile(out + "/summary.json")
		if err == nil {
			err = json.Unmarshal(b, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out, s
	}
	with, all := run(save("with.causeway", table.Fills(plan), wire.NewTable("", table, 3, "").Columns))
	without, said := run(save("without.causeway", table.Fills(plan), nil))
	_, before := run(save("before.causeway", nil, nil))
	if all.Unreadable != 0 || said.Unreadable != 0 || before.Unreadable != 3 || before.Rows != 4 {
		t.Errorf("unreadable are %d, %d and %d of 4 rows", all.Unreadable, said.Unreadable, before.Unreadable)
	}
	for _, name := range []string{"0000-000000.csv", "0000-000000.jsonl"} {
		a, err := os.ReadFile(filepath.Join(with, name))
		b, other := os.ReadFile(filepath.Join(without, name))
		if err != nil || other != nil || !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s differs without the table", name)
		}
	}
}

// Rows that differ from the table are read as the command says, with Beam and without. The output and
// summary.json list the differences. Without a choice, no row is explained.
func TestChoices(t *testing.T) {
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	text := "x1,x2 of march,y\n"
	for i := range 30 {
		text += fmt.Sprintf("%d,4%d,1\n", 20+i%20, i%10)
	}
	text += "5000,41,0\n"
	if err := os.WriteFile(rows, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := commandOf(testProject, rows, t.TempDir(), "-runner", "none").CombinedOutput()
	if err == nil || !strings.Contains(string(said), `It may be "x2 of march"`) {
		t.Errorf("without a choice: %v, %s", err, said)
	}
	if said, err := commandOf(testProject, rows, dir, "-level", "x1").CombinedOutput(); err == nil ||
		!strings.Contains(string(said), `-level does not take "x1"`) {
		t.Errorf("a choice of no level: %v, %s", err, said)
	}
	flags := []string{"-block", "7", "-column", "x2=x2 of march", "-fill", "x3=9", "-outside", "x1=clamp"}
	plain, out := t.TempDir(), t.TempDir()
	said, err = commandOf(testProject, rows, plain, append(flags, "-runner", "none")...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	finish(t, commandOf(testProject, rows, out, flags...))
	same(t, plain, out)
	var s Summary
	b, err := os.ReadFile(out + "/summary.json")
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil || s.Rows != 31 || s.Unreadable != 0 || len(s.Differs) != 3 || s.Differs[0].Rows != 1 ||
		s.Differs[0].First != 31 || s.Differs[0].High != 5000 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, d := range s.Differs {
		if d.Said == "" || !strings.Contains(string(said), d.Said) {
			t.Errorf("%q is not told in %s", d.Said, said)
		}
	}
}

// Every refused person gets a notice in the zip and as a line of JSON, in the order of the rows and
// with the line number. Notices are checked and rewritten like other results, and another date makes
// another job.
func TestNotices(t *testing.T) {
	rows, dead := rowsIn(t, 250, 60)
	plain, out := t.TempDir(), t.TempDir()
	args := []string{"-ranges", "-notices", "2026-11-28"}
	c := command(rows, plain, append(args, "-runner", "none")...)
	c.Env = append(c.Env, "GOMAXPROCS=1")
	finish(t, c)
	finish(t, command(rows, out, args...))
	whole(t, out, 310-dead, dead)
	same(t, plain, out)
	refused, ranges := 0, 0
	for _, block := range []string{"0000-000000", "0000-000001", "0000-000002", "0001-000000"} {
		var want, got, named []int
		each(t, filepath.Join(out, block+".jsonl"), func(line []byte) {
			var r struct {
				Row             int
				Predicted       string
				Counterfactuals []struct{ Ranges map[string][2]float64 }
			}
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if r.Predicted == "0" {
				want = append(want, r.Row)
			}
			for _, c := range r.Counterfactuals {
				ranges += len(c.Ranges)
			}
		})
		each(t, filepath.Join(out, block+".notices.jsonl"), func(line []byte) {
			var r struct {
				Row    int
				Notice struct {
					Date    string
					Reasons []any
				}
			}
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if got = append(got, r.Row); r.Notice.Date != "2026-11-28" || len(r.Notice.Reasons) > 4 {
				t.Errorf("row %d has a notice of %s with %d reasons", r.Row, r.Notice.Date, len(r.Notice.Reasons))
			}
		})
		z, err := zip.OpenReader(filepath.Join(out, block+".notices.zip"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			var n int
			if _, err := fmt.Sscanf(f.Name, "notice-row-%d.html", &n); err != nil {
				t.Fatal(err)
			}
			named = append(named, n)
		}
		z.Close()
		if refused += len(want); !slices.Equal(got, want) || !slices.Equal(named, want) {
			t.Errorf("%s: lines of %v and documents of %v, refused are %v", block, got, named, want)
		}
	}
	if refused < 20 || ranges == 0 {
		t.Errorf("%d refused rows and %d ranges", refused, ranges)
	}

	zipped := filepath.Join(out, "0000-000001.notices.zip")
	if err := os.Remove(zipped); err != nil {
		t.Fatal(err)
	}
	text, err := command(rows, out, append(args, "-check")...).CombinedOutput()
	if err == nil || !strings.Contains(string(text), "0000-000001.notices.zip cannot be read") {
		t.Errorf("%v: %s", err, text)
	}
	finish(t, command(rows, out, args...))
	same(t, plain, out)
	text, err = command(rows, out, "-ranges", "-notices", "2026-11-29").CombinedOutput()
	if err == nil || !strings.Contains(string(text), "Choose another folder") {
		t.Errorf("another date: %v, %s", err, text)
	}
}

// With -goal, answers of every row reach the goal, results have the probability in question, and rows
// that miss the goal get notices. A goal that cannot be parsed is refused.
func TestGoal(t *testing.T) {
	rows, dead := rowsIn(t, 160)
	out := t.TempDir()
	args := []string{"-goal", "at most 45 % 0", "-notices", "2026-11-28", "-runner", "none"}
	finish(t, command(rows, out, args...))
	whole(t, out, 160-dead, dead)
	found, there, notices := 0, 0, 0
	for _, block := range []string{"0000-000000", "0000-000001"} {
		each(t, filepath.Join(out, block+".jsonl"), func(line []byte) {
			var r struct {
				Predicted, Target string
				Probability       float64
				Counterfactuals   []struct {
					Predicted   string
					Probability float64
				}
			}
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if is := r.Probability < 0.45; is != (r.Predicted == "below 45") || is != (r.Target == "") {
				t.Errorf("%s", line)
			}
			there += one(r.Target == "")
			for _, c := range r.Counterfactuals {
				if found++; !(c.Probability < 0.45+1e-6) || c.Predicted != "below 45" {
					t.Errorf("%s", line)
				}
			}
		})
		each(t, filepath.Join(out, block+".notices.jsonl"), func(line []byte) {
			var r struct {
				Notice struct {
					Decision struct{ Number float64 }
					Options  []struct{ Number float64 }
				}
			}
			if err := json.Unmarshal(line, &r); err != nil || r.Notice.Decision.Number < 45 {
				t.Fatalf("%v: %s", err, line)
			}
			for _, o := range r.Notice.Options {
				if o.Number > 45+1e-4 {
					t.Errorf("%s", line)
				}
			}
			notices++
		})
	}
	if found < 20 || there < 5 || notices != 160-dead-there {
		t.Errorf("%d found, %d there already, %d notices", found, there, notices)
	}
	text, err := command(rows, out, "-goal", "at most 9 % 0", "-notices", "2026-11-28").CombinedOutput()
	if err == nil || !strings.Contains(string(text), "Choose another folder") {
		t.Errorf("another goal: %v, %s", err, text)
	}
	text, err = command(rows, t.TempDir(), "-goal", "at most 8 % bad").CombinedOutput()
	if err == nil || !strings.Contains(string(text), "not understood") {
		t.Errorf("a class that is not there: %v, %s", err, text)
	}
}

// each calls f with the lines of a file.
func each(t *testing.T, name string, f func(line []byte)) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(b) {
		f(line)
	}
}
