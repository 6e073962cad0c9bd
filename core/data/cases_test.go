package data

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reads is how a file should be read: its columns, with those left out in parentheses and the
// outcome after an arrow; or part of the sentence that rejects it.
type reads struct {
	name, file string
	columns    string // empty if it is rejected
	rows       int
	says       string // part of a note, or of the reason for rejection
}

func (c reads) check(t *testing.T) {
	t.Helper()
	f, err := Inspect(c.name, []byte(c.file))
	if err != nil {
		checkSentence(t, err.Error())
		if c.columns != "" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: refused: %v; want %s", c.name, err, c.columns+c.says)
		}
		return
	}
	v := f.Preview(nil)
	var names []string
	for j, p := range v.Plan.Columns {
		switch {
		case j == v.Plan.Outcome:
			names = append(names, "→"+p.Name)
		case p.Use:
			names = append(names, p.Name)
		default:
			names = append(names, "("+p.Name+")")
		}
	}
	said := strings.Join(append(v.Notes, v.Problems...), "\n")
	for _, s := range strings.Split(said, "\n") {
		checkSentence(t, s)
	}
	if got := strings.Join(names, " "); got != c.columns || v.Rows != c.rows || !strings.Contains(said, c.says) {
		t.Errorf("%s: got %s, %d rows; want %s, %d rows, and %q in\n%s", c.name, got, v.Rows, c.columns, c.rows,
			c.says, said)
	}
	for _, d := range v.Doubts {
		for _, w := range d.Else { // every alternative must be readable and offer a way back
			other := f.Preview(&Plan{Format: w.Format})
			if len(other.Doubts) == 0 && len(other.Problems) == 0 {
				t.Errorf("%s: %s leaves no way back", c.name, w.Text)
			}
		}
	}
	if again := f.Preview(&Plan{Format: v.Plan.Format}); again.Rows != v.Rows || len(again.Notes) != len(v.Notes) {
		t.Errorf("%s: the same format reads %d rows, %q", c.name, again.Rows, again.Notes)
	}
	if len(v.Problems) == 0 {
		mustImport(t, f, v.Plan)
	}
}

// rowsOf writes rows: # is a whole number, . one with two decimals, 0 a zero or a one, @ a class,
// ~ a town.
func rowsOf(n int, row string) string {
	r := rand.New(rand.NewPCG(uint64(len(row)), 7))
	var b strings.Builder
	for i := range n {
		for _, c := range row {
			switch c {
			case '#':
				fmt.Fprint(&b, 18+r.IntN(60))
			case '.':
				fmt.Fprintf(&b, "%.2f", 100*r.NormFloat64())
			case '0':
				fmt.Fprint(&b, r.IntN(2))
			case '@':
				b.WriteString([]string{"yes", "no"}[r.IntN(2)])
			case '~':
				b.WriteString([]string{"Lyon", "Paris", "Nice"}[r.IntN(3)])
			case 'i':
				fmt.Fprint(&b, i)
			default:
				b.WriteRune(c)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestHeadersOfNumbers checks that numeric column names written by programs count as a header,
// and that a first row of values does not.
func TestHeadersOfNumbers(t *testing.T) {
	asked := "is read as the names of the columns."
	for _, c := range []reads{
		{"names that pandas gives", "0,1,2,target\n" + rowsOf(60, ".,.,.,@"), "0 1 2 →target", 60, asked},
		{"the same behind an index", ",0,1,2,target\n" + rowsOf(60, "i,.,.,.,@"), "(column 1) 0 1 2 →target",
			60, asked},
		{"an index called Unnamed: 0", "Unnamed: 0,age,pay,outcome\n" + rowsOf(60, "i,#,.,@"),
			"(Unnamed: 0) age pay →outcome", 60, ""},
		{"an index that was shuffled", ",age,outcome\n" + stirred(rowsOf(60, "i,#,@"), 3), "(column 1) age →outcome",
			60, ""},
		{"a shuffled part of an index", ",age,outcome\n" + stirred(strings.ReplaceAll(rowsOf(60, "i7,#,@"),
			"07,", "307,"), 3), "(column 1) age →outcome", 60, ""},
		{"an index of joined tables", ",age,outcome\n" + rowsOf(40, "i,#,@") + rowsOf(40, "i,#,@"),
			"(column 1) age →outcome", 80, ""},
		{"years over zeros and ones", "2019,2020,2021,outcome\n" + rowsOf(60, "0,0,0,@"), "2019 2020 2021 →outcome",
			60, asked},
		{"years that are not in order", "2021,2019,2020,outcome\n" + rowsOf(60, "0,0,0,@"), "2021 2019 2020 →outcome",
			60, asked},
		{"a word before years", "age,2019,2020,2021,outcome\n" + rowsOf(60, "#,0,0,0,@"), "age 2019 2020 2021 →outcome",
			60, asked},
		{"rooms over zeros and ones", "101,205,310,outcome\n" + rowsOf(60, "0,0,0,@"), "101 205 310 →outcome",
			60, asked},
		{"ratings 1 to 5 over zeros and ones", "1,2,3,4,5,outcome\n" + rowsOf(60, "0,0,0,0,0,@"), "1 2 3 4 5 →outcome",
			60, asked},
		{"0 to 3 and nothing else", "0,1,2,3\n" + rowsOf(40, ".,.,.,0"), "0 1 2 →3", 40, asked},
		{"0 and 1", "0,1\n" + rowsOf(40, ".,0"), "0 →1", 40, asked},
		{"four years and nothing else", "2019,2020,2021,2022\n" + rowsOf(40, "#,#,#,0"), "2019 2020 2021 →2022",
			40, asked},
		{"levels as a program writes them", "2.0,3.0,outcome\n" + rowsOf(60, "0,0,@"), "2.0 3.0 →outcome", 60, asked},
		{"two years and a name", "2019,2020,class\n" + rowsOf(60, "#,#,@"), "2019 2020 →class", 60, asked},
		{"numbers with gaps over decimals", "0,3,7,target\n" + rowsOf(60, ".,.,.,@"), "0 3 7 →target", 60, asked},
		{"between semicolons", "0;1;2;target\n" + rowsOf(60, ".;.;.;@"), "0 1 2 →target", 60, asked},
		{"names that are values of other columns", "yes,no,age,outcome\n" + rowsOf(60, "0,0,#,@"),
			"yes no age →outcome", 60, ""},
		{"names that are values below", "Lyon,age,yes\n" + rowsOf(60, "~,#,@"), "Lyon age →yes", 60, asked},
		{"a class that gives its name", "town,state,yes\n" + rowsOf(60, "~,~,@"), "town state →yes", 60, asked},
	} {
		c.check(t)
	}
	text := "left,level,hours,sales,paid\n" + strings.ReplaceAll(rowsOf(60, "#,.,#,~,@"), "Lyon", "sales")
	if is, sure := sniffHeader(text, ',', false); !is || !sure {
		t.Error("a name that is a value of its column makes three names above numbers doubtful")
	}
	for _, row := range []string{".,.,.,.,@", "#,#,#,0", "#,~,.,@", "0,0,0,@", "~,~,@", "~,#,0,@", ".,@"} {
		text := rowsOf(80, row)
		if is, sure := sniffHeader(text, ',', false); is || !sure && strings.ContainsAny(row, "#.0") {
			t.Errorf("%.40q: the first row is taken for names", text)
		}
	}
}

func stirred(text string, seed uint64) string {
	lines := strings.SplitAfter(text, "\n")
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(lines)-1, func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, "")
}

// TestRowsAreNoNames draws rows of real tables without their header. No row may be taken for
// names; with the header, the guess must be certain.
func TestRowsAreNoNames(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/data/tables/*.csv")
	files = append(files, "../../../shared/data/adult/adult.data")
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Skip("The folder of tables is not here.")
		}
		lines := strings.Split(strings.TrimSpace(string(b)), "\n")
		delim, _ := sniffDelimiter(string(b))
		if !strings.Contains(name, "adult") {
			if is, sure := sniffHeader(string(b), delim, false); !is || !sure {
				t.Errorf("%s: names %v, sure %v", name, is, sure)
			}
			lines = lines[1:]
		}
		for range 60 {
			var some []string
			for range 150 {
				some = append(some, lines[r.IntN(len(lines))])
			}
			if is, sure := sniffHeader(strings.Join(some, "\n"), delim, false); is || !sure {
				t.Errorf("%s: %.80s is taken for names: %v, sure %v", name, some[0], is, sure)
			}
		}
	}
}

// TestLinesThatAreNoRows checks that lines above, between and below the rows are left out and
// reported.
func TestLinesThatAreNoRows(t *testing.T) {
	body, columns := rowsOf(40, "#,.,@"), "age pay →outcome"
	head := "age,pay,outcome\n"
	with := func(s string) string { return strings.ReplaceAll(head+body, ",", s) }
	at := func(n int, line string) string { // after n rows
		l := strings.SplitAfter(body, "\n")
		return head + strings.Join(l[:n], "") + line + strings.Join(l[n:], "")
	}
	left, comment := "left out", "like a comment is left out"
	for _, c := range []reads{
		{"sep", "sep=;\r\n" + with(";"), columns, 40, `"sep=;"`},
		{"sep in quotes", "\"sep=;\"\r\n" + with(";"), columns, 40, "says what separates"},
		{"SEP and a comma", "SEP=,\n" + head + body, columns, 40, "says what separates"},
		{"sep and a tab", "sep=\t\n" + with("\t"), columns, 40, "says what separates"},
		{"sep in UTF-16", utf16le("sep=;\n" + with(";")), columns, 40, "says what separates"},
		{"sep behind a mark", "\ufeffsep=|\n" + with("|"), columns, 40, "says what separates"},
		{"sep, decimal comma", "sep=;\n" + strings.ReplaceAll(with(";"), ".", ","), columns, 40, "decimal comma"},
		{"sep that is another", "sep=;\n" + head + body, columns, 40, "says what separates"},

		{"units", head + "years,EUR,\n" + body, columns, 40, `"years", "EUR"`},
		{"units in brackets", head + "[a],[€],[-]\n" + body, columns, 40, left},
		{"types", head + "int,float,str\n" + body, columns, 40, left},
		{"labels of questions", head + "\"How old are you?\",\"What do you earn?\",\"Was it paid?\"\n" + body, columns,
			40, left},
		{"labels and types", head + "How old,How much,Paid\nint,float,str\n" + body, columns, 40, left},
		{"two rows of names", "Person,,Result\n" + head + body, columns, 40, "names the columns"},
		{"two rows of names, both whole", "A,A,B\nage,pay,outcome\n" + body, columns, 40, "names the columns"},
		{"two rows of names beside an index", ",A,A,B\n,age,pay,outcome\n" + rowsOf(40, "i,#,.,@"),
			"(column 1) age pay →outcome", 40, "names the columns"},
		{"a title in as many fields", "Report,2024,final\nage,pay,outcome\n" + body, columns, 40, "names the columns"},
		{"rules below names", "age   pay   outcome\n----- ----- -------\n" + strings.ReplaceAll(body, ",", "   "),
			columns, 40, left},
		{"a table of Markdown", "| age | pay | outcome |\n|-----|:---:|--------:|\n| " + strings.ReplaceAll(
			strings.TrimSuffix(strings.ReplaceAll(body, "\n", " |\n| "), "| "), ",", " | "),
			"(column 1) age pay →outcome (column 5)", 40, "drawn"},
		{"dashes", "-- exported, by me\n" + head + body, columns, 40, comment},
		{"a sign that ended files", head + body + "\x1a", columns, 40, ""},
		{"names in the second row that need the first",
			"2019,,2020,,\npay,age,pay,age,outcome\n" + rowsOf(40, ".,#,.,#,@"),
			"2019 pay 2019 age 2020 pay 2020 age →2020 outcome", 40, "together with it"},
		{"a second row with gaps", "age,Pay,,outcome\n,base,bonus,\n" + rowsOf(40, "#,.,.,@"),
			"age Pay base Pay bonus →outcome", 40, "together with it"},
		{"a first row with a gap in a number", head + "?,12.5,yes\n" + body, columns, 41, ""},
		{"a first row of values", head + "unknown,-,yes\n" + body, columns, 41, ""},

		{"comments", "# exported 2024\n# by tool, version 2\n" + head + body, columns, 40,
			"2 lines that begin like comments are left out"},
		{"a comment with as many fields", "# made, by, me\n" + head + body, columns, 40, comment},
		{"comments in quotes", "\"# exported 2024, by me\"\n" + head + body, columns, 40, comment},
		{"a comment with a quotation mark", "# the \"old\" one, it's 5\" long\n" + head + body, columns, 40, comment},
		{"comments at the end", head + body + "# 40 rows, checked\n", columns, 40, comment},
		{"comments in the middle", at(20, "# part two, 2024\n"), columns, 40, comment},
		{"a row that is commented out", at(20, "#31,12.50,yes\n"), columns, 40, comment},
		{"percent signs", "% exported 2024\n" + head + body, columns, 40, comment},
		{"strokes", "// exported 2024, by me\n" + head + body, columns, 40, comment},
		{"many comments", strings.Repeat("# a line of text, and more\n", 60) + head + body, columns, 40,
			"60 lines that begin like comments"},
		{"names behind a sign", "# age,pay,outcome\n" + body, columns, 40, ""},
		{"names behind a sign and a comment", "# made by numpy\n# age,pay,outcome\n" + body, columns, 40, comment},
		{"names behind a sign, between spaces", "# age pay outcome\n" + strings.ReplaceAll(body, ",", " "),
			columns, 40, ""},
		{"a comment of as many words", "# made by me\nage pay outcome\n" + strings.ReplaceAll(body, ",", " "), columns,
			40, comment},
		{"a name that begins with a sign", "#age,pay,outcome\n" + body, "#age pay →outcome", 40, ""},
		{"colours", "colour,size,outcome\n" + strings.NewReplacer("Lyon", "#ff0000", "Paris", "#00ff00",
			"Nice", "#0000ff").Replace(rowsOf(40, "~,#,@")), "colour size →outcome", 40, ""},
		{"colours without names", strings.NewReplacer("Lyon", "#ff0000", "Paris", "#00ff00",
			"Nice", "#0000ff").Replace(rowsOf(40, "~,#,@")), "column 1 column 2 →column 3", 40, ""},
		{"numbers of players", "player,size,outcome\n" + strings.NewReplacer("Lyon", "#1", "Paris", "#2",
			"Nice", "none yet").Replace(rowsOf(40, "~,#,@")), "player size →outcome", 40, ""},
		{"a sign in the last column", "size,player,outcome\n" + strings.ReplaceAll(rowsOf(40, "#,~,@"), "Lyon", "#1"),
			"size player →outcome", 40, ""},

		{"names again at the end", head + body + head, columns, 40,
			"1 row that repeats the names of the columns is left out"},
		{"names again in the middle", at(20, head), columns, 40, "repeats the names"},
		{"names again, twice", at(20, head) + head, columns, 40, "2 rows that repeat the names"},
		{"names again without quotes", "\"age\",\"pay\",\"outcome\"\n" + body + head, columns, 40, "repeats the names"},
		{"names again behind a mark", at(20, "\ufeff"+head), columns, 40, "repeats the names"},
		{"names again in a table of texts", "town,state,outcome\n" + rowsOf(30, "~,~,@") + "town,state,outcome\n" +
			rowsOf(30, "~,~,@"), "town state →outcome", 60, "repeats the names"},

		{"blank lines", "\n\n" + at(20, "\n\n") + "\n\n", columns, 40, ""},
		{"a title", "Loans of 2024\n" + head + body, columns, 40, "is above"},
		{"a title and an empty line", "Loans of 2024\n\n" + head + body, columns, 40, "is above"},
		{"keys and values above", "Report:,Loans\nDate:,2024-01-01\n" + head + body, columns, 40, "2 rows above"},
		{"a title between commas above names that are numbers",
			"Loans of 2024,,,\n0,1,2,target\n" + rowsOf(40, ".,.,.,@"), "0 1 2 →target", 40, "is above"},
		{"a sum", head + body + "Total,1234.50,\n", columns, 40, "1 row at the end that is a total"},
		{"a sum in a column of texts", "town,pay,outcome\n" + rowsOf(40, "~,.,@") + "Total,1234.50,\n",
			"town pay →outcome", 40, "total"},
		{"a sum behind an empty line", head + body + "\nSumme;;\n", columns, 40, "total"},
		{"a source", head + body + "Source: Office of statistics\n", columns, 40, "source"},
		{"a source with a comma", head + body + "\"Source: Office, 2024\",,\n", columns, 40, "source"},
		{"a source with a comma and no quotes", head + body + "Source: Office, 2024\n", columns, 40, "source"},
		{"a sum, an empty line and notes", head + body + "Total,1234.50,\n\n* preliminary\nSource: me\n", columns, 40,
			"3 rows at the end"},
		{"an average", head + body + "Average,12.50,\nTotal,1234.50,\n", columns, 40, "2 rows at the end"},
		{"a row with gaps at the end", head + body + "31,,yes\n", columns, 41, ""},
		{"a last town that is the only one", "town,pay,outcome\n" + rowsOf(40, "~,.,@") + "Marseille,5.50,yes\n",
			"town pay →outcome", 41, ""},
		{"a delimiter behind all names", "id,age,outcome,\n" + rowsOf(40, "i7,#,@"), "(id) age →outcome", 40, ""},
		{"a delimiter behind all rows", "id,age,outcome\n" + rowsOf(40, "i7,#,@,"), "(id) age →outcome (column 4)", 40,
			""},
		{"a semicolon behind all rows", "id;age;outcome\r\n" + rowsOf(40, "i7;#;@;"), "(id) age →outcome (column 4)",
			40, ""},
		{"names of rows before a column that is nearly empty",
			"age\toutcome\tnote\n" + rowsOf(40, "ri\t#\t@\t") + "r40\t31\tyes\tdied\n",
			"(column 1) age →outcome (note)", 41, ""},
		{"rules and a count of a query", "age   pay   outcome\n----- ----- -------\n" + strings.ReplaceAll(
			body, ",", "   ") + "\n(40 rows affected)\n", columns, 40, "1 row at the end"},
		{"rules of a longer query", "   AGE    PAY OUT\n------ ------ ---\n" + strings.ReplaceAll(body, ",", "   ") +
			"\n40 rows selected.\n", "AGE PAY →OUT", 40, "drawn between rows"},
		{"a last row of so many rows", "n,kind,outcome\n" + strings.ReplaceAll(rowsOf(40, "#,~,@"),
			"Lyon", "cols") + "54,rows,yes\n", "n kind →outcome", 41, ""},
		{"double rules", "=== ====== =======\nage pay outcome\n=== ====== =======\n" + strings.ReplaceAll(
			body, ",", " ") + "=== ====== =======\n", columns, 40, "drawn between rows"},
		{"rules of a list of SAP", "-----------------\n|age|pay|outcome|\n-----------------\n|" + strings.TrimSuffix(
			strings.ReplaceAll(strings.ReplaceAll(body, ",", "|"), "\n", "|\n|"), "|") + "-----------------\n",
			"(column 1) age pay →outcome (column 5)", 40, "drawn between rows"},
		{"labels and codes of a survey",
			head + "How old,What pay,Paid?\n\"{\"\"id\"\":1}\",\"{\"\"id\"\":2}\",\"{\"\"id\"\":3}\"\n" + body, columns,
			40, "1 more row of that kind is left out"},
		{"rules of a console", "+-----+-----+-----+\n| age | pay | outcome |\n+-----+-----+-----+\n" +
			strings.ReplaceAll(strings.ReplaceAll("| "+strings.ReplaceAll(strings.TrimSpace(body),
				"\n", " |\n| ")+" |\n", ",", " | "), "  ", " ") + "+-----+-----+-----+\n(40 rows)\n",
			"(column 1) age pay →outcome (column 5)", 40, "drawn"},
	} {
		c.check(t)
	}
}

// TestKeptLines checks that a person can keep lines that seem not to be rows, and that new rows
// are read in the same way.
func TestKeptLines(t *testing.T) {
	text := "age,pay,outcome\n" + rowsOf(40, "#,.,@") + "# 5,1.00,yes\n99,12.50,no\nTotal,12.50,\n"
	f, v := mustInspect(t, []byte(text))
	if v.Rows != 41 {
		t.Fatalf("%d rows: %q", v.Rows, v.Notes)
	}
	kept := f.Preview(&Plan{Format: Format{Keep: KeepTotals | KeepComments}})
	if kept.Rows != 43 || kept.Plan.Format.Keep != KeepTotals|KeepComments || len(kept.Problems) == 0 {
		t.Errorf("kept, there are %d rows: %q", kept.Rows, kept.Problems)
	}
	table, _ := mustImport(t, f, f.Preview(&v.Plan).Plan)
	for keep, want := range map[Keep]int{0: 41, KeepTotals: 42, KeepComments: 42} {
		plan := v.Plan
		plan.Format.Keep = keep
		if rows, err := ReadRows([]byte(text), table.Schema, plan, nil); err != nil || rows.Rows != want {
			t.Errorf("kept %d, there are %d new rows, %v", keep, rows.Rows, err)
		}
	}
}

// TestNewRowsOfAnotherDress checks that new rows may have units, comments and sums whether or not
// the table's file had them.
func TestNewRowsOfAnotherDress(t *testing.T) {
	f, v := mustInspect(t, []byte("age,pay,outcome\n"+rowsOf(40, "#,.,@")))
	table, _ := mustImport(t, f, v.Plan)
	for _, text := range []string{"sep=;\nage;pay\n31;2.5\n32;7.25\n", "age,pay\nyears,EUR\n31,2.5\n32,7.25\n",
		"# two, rows\nage,pay\n31,2.5\n32,7.25\n", "age,pay\n31,2.5\n32,7.25\nTotal,9.75\n",
		"age,pay\n31,2.5\nage,pay\n32,7.25\n", mark + mark + "age,pay\n31,2.5\n32,7.25\n",
		utf16le("age,pay\n31,2.5\n32,7.25\n")[2:]} {
		rows, err := ReadRows([]byte(text), table.Schema, v.Plan, nil)
		if err != nil || len(rows.Values) != 2 || rows.Values[1][1] != 7.25 {
			t.Errorf("%q: %v, %v, %q", text, rows.Values, err, append(rows.Notes, rows.Problems...))
		}
	}
}

// TestCaseFiles reads the files of kinds F, L, M and N.
func TestCaseFiles(t *testing.T) {
	const folder = "../../../shared/cases"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("The folder of cases is not here.")
	}
	for _, c := range []reads{
		{"F-header/pd-default-names.csv", "", "0 1 2 →target", 60, "is read as the names"},
		{"F-header/pd-default-names-index.csv", "", "(column 1) 0 1 2 →target", 60, "is read as the names"},
		{"F-header/dummies-years.csv", "", "2019 2020 2021 →outcome", 60, "is read as the names"},
		{"F-header/numeric-header-all.csv", "", "2019 2020 2021 →2022", 40, "is read as the names"},
		{"L-encoding/cp1251.csv", "", "age город →outcome", 40, `"Омск"`},
		{"L-encoding/sjis.csv", "", "age 町 →outcome", 40, `"東京"`},
		{"L-encoding/utf16-nobom.csv", "", "age town →outcome", 40, "UTF-16"},
		{"L-encoding/doublebom.csv", "", "age pay →outcome", 40, ""},
		{"M-lines/sep-line.csv", "", "age pay →outcome", 40, "sep=;"},
		{"M-lines/units-row.csv", "", "age pay →outcome", 39, `"years", "EUR"`},
		{"M-lines/comments.csv", "", "age pay →outcome", 40, "2 lines that begin like comments are left out"},
		{"M-lines/repeathead.csv", "", "age pay →outcome", 41, "repeats the names of the columns is left out"},
		{"M-lines/html.xls", "", "", 0, "save it as XLSX"},
		{"M-lines/arff.arff", "", "", 0, "ARFF"},
		{"N-workbook/formula-nocache.xlsx", "", "a b (sum) →outcome", 30,
			`Column "sum": 30 formulas have no stored value`},
		{"N-workbook/formula-outcome.xlsx", "", "a b →outcome", 30, "30 formulas have no stored value"},
		{"N-workbook/merged-head.xlsx", "", "age pay →outcome", 30, "Cells are merged in one place"},
		{"N-workbook/workbook2.xlsx", "", "age town →outcome", 30, ""},
		{"N-workbook/outoforder.xlsx", "", "age town →outcome", 30, ""},
		{"N-workbook/encrypted.xlsx", "", "", 0, "password"},
	} {
		b, err := os.ReadFile(filepath.Join(folder, c.name))
		if err != nil {
			t.Error(err)
			continue
		}
		c.file = string(b)
		c.check(t)
	}
}
