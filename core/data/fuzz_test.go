package data

import (
	"flag"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// FuzzInspect opens arbitrary bytes. The result must be a sentence that explains why they are
// rejected, a preview with problems, or a complete table. A mutant is opened in one of three
// ways, and files of the corpus in all three.
func FuzzInspect(f *testing.F) {
	fuzzing := flag.Lookup("test.fuzz").Value.String() != ""
	debug.SetGCPercent(400) // files are small, and each is read about ten times
	for _, s := range []string{
		table(30), people(), onlyGapsDiffer(), "a;b\r\n\"1,5\";x\r\n", "\ufeffa\tb\n1\t2\n", utf16le("a,b\n1,2\n"),
		utf16be(people()),
		strings.ReplaceAll(people(), ",", "|"), swapSigns(strings.ReplaceAll(people(), ",", ";")), "a,a,\n1,2,3\n",
		"\"a\nb\",c\n1,2\n",
		"size,colour,y\n22,.5,green,0\n6", "<html>", "PK\x03\x04", `{"a":1}`, "a,b\n\"1,2\n", "1e308,x\n-1e308,y\n",
	} {
		f.Add([]byte(s))
	}
	for _, values := range []string{
		"(30)|($1,234.5)|7-|−5|–3,5|( 12 )", "1'234|84’822.02|1\u00a0234,5|12,34,567|1_000|4 8", "４８|٤٨٫٥|४८|\u200e5",
		`="007"|="a""b"|=""|="`, "1E2|10E1|1.5e-3|9E99",
		"1.250|5.410|0.25|1,5|2,25", "inf|-Infinity|1.#QNAN|.a|.|#NULL!|7|8",
		"20231005|5102023|202310|930101|45000|1696512345", "13:33|1 pm|13h33|:|h|13.|1:2:3:4|12:",
		"05OCT2023:13:33:05|5. Oktober 2023|Q4 2023|2023-W05|2023年10月5日|1 day, 2:03:04|PT1H|t|q|5 m|06.2024",
	} {
		f.Add([]byte(columnCase{"seed: date", values, "", false}.file(";")))
	}
	for _, s := range []string{
		"0,1,2,target\n" + rowsOf(30, ".,.,.,@"), "sep=;\na;b\n1;2\n", "age,pay,y\nyears,EUR,\n" + rowsOf(30, "#,.,@"),
		"A,,B\nage,pay,y\n" + rowsOf(30, "#,.,@"),
		"# a, b\nage,pay,y\n" + rowsOf(30, "#,.,@") + "#1,2,yes\nage,pay,y\nTotal,5,\n\nSource: x\n",
		"+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n", "\"\n#\",2\n#1,2\n\"#", "\x92\xac,b\n\x93\x8c\x8b\x9e,1\n",
		"\xe3\xee\xf0\xee\xe4,b\n\xce\xec\xf1\xea,1\n", utf16le(table(30))[2:],
		mark + mark + table(30) + mark + "a,b\n", "\x1b$B%F\x1b(B,b\n1,2\n",
		book(f, [][2]string{{"A", cellsOf("a,b\n1,=\n2,=0\n")}, {"B", cellsOf(table(30))}}, nil),
	} {
		f.Add([]byte(s))
	}
	cases, _ := filepath.Glob("../../../shared/cases/[F-N]-*/*")
	for _, name := range cases {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(b)
		}
	}
	f.Add(fixture(f, "adult-like.data"))
	f.Add(fixture(f, "adult-like.test"))
	f.Add(pack(f, []byte(people())))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := Inspect("any", b)
		if err != nil {
			checkSentence(t, err.Error())
			return
		}
		v := file.Preview(nil)
		for i, way := range []func(){
			func() {
				checkOpened(t, file, v)
				for _, d := range v.Doubts {
					for _, w := range d.Else {
						checkOpened(t, file, file.Preview(&Plan{Format: w.Format}))
					}
				}
			},
			func() { // without the recipe, and with another policy and outcome
				file.Preview(&Plan{Format: Format{Encoding: Encodings[len(b)%len(Encodings)].Name}})
				v := file.Preview(nil)
				v.Plan.Recipe, v.Plan.Missing, v.Plan.Outcome = "", DropRows, 0
				if n := len(v.Plan.Columns); n > 0 {
					v.Plan.Columns[n-1].Use = true
				}
				checkOpened(t, file, file.Preview(&v.Plan))
			},
			func() {
				v := v
				v.Plan.Recipe, v.Plan.Missing, v.Plan.Outcome = "", DropRows, 0
				v.Plan.Format.Header, v.Plan.Columns = !v.Plan.Format.Header, nil
				checkOpened(t, file, file.Preview(&v.Plan))
			},
		} {
			if !fuzzing || int(crc32.ChecksumIEEE(b))%3 == i {
				way()
			}
		}
	})
}

// checkOpened checks that the problems agree with the import, and that a table is complete and
// survives encoding.
func checkOpened(t *testing.T, file *File, v Preview) {
	t.Helper()
	if len(v.Problems) > maxProblems {
		t.Fatalf("%d problems are listed", len(v.Problems))
	}
	for _, s := range append(v.Problems, v.Notes...) {
		checkSentence(t, s)
	}
	tab, report, err := file.Import(v.Plan)
	if (err == nil) != (len(v.Problems) == 0) {
		t.Fatalf("import: %v, but problems %q", err, v.Problems)
	}
	if err != nil {
		return
	}
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	if report.Rows != tab.Rows() || report.Rows+report.Dropped != v.Rows {
		t.Fatalf("got %d rows and %d dropped of %d", report.Rows, report.Dropped, v.Rows)
	}
	checkRoundTrip(t, tab)
	for j := range tab.Cols {
		tab.Histogram(j, 20)
	}
	again, _, err := file.Import(v.Plan)
	if err != nil || again.Hash() != tab.Hash() {
		t.Fatalf("a second import gives another table, %v", err)
	}
}
