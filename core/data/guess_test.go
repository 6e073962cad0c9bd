package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestGuessFormat writes one table in many layouts. Each must be read back with the same names,
// numbers and missing values.
func TestGuessFormat(t *testing.T) {
	cases := []struct {
		name            string
		delim           rune
		comma, header   bool
		token, lineEnd  string
		encode          func(string) string
		note            string
		quoted, grouped bool
	}{
		{name: "comma", delim: ',', header: true, token: "?"},
		{name: "no header", delim: ',', token: "?"},
		{name: "semicolon and decimal comma", delim: ';', comma: true, header: true, token: "NA",
			note: "decimal comma"},
		{name: "tab and decimal comma", delim: '\t', comma: true, header: true, token: ""},
		{name: "tab, as pasted", delim: '\t', header: true, token: "", lineEnd: "\r\n"},
		{name: "bar, old line ends", delim: '|', header: true, token: "null", lineEnd: "\r"},
		{name: "quoted", delim: ',', header: true, token: "N/A", quoted: true},
		{name: "a dash is missing among numbers", delim: ',', header: true, token: "-"},
		{name: "grouped thousands", delim: ';', comma: true, header: true, token: "NaN", grouped: true,
			note: "grouped thousands"},
		{name: "UTF-8 with a mark", delim: ',', header: true, token: "?", encode: func(s string) string {
			return "\ufeff" + s
		}},
		{name: "UTF-16 LE", delim: '\t', header: true, token: "?", encode: utf16le, note: "UTF-16"},
		{name: "UTF-16 BE", delim: ',', header: true, token: "?", encode: utf16be, note: "UTF-16"},
		{name: "Windows-1252", delim: ';', header: true, token: "?", encode: latin1, note: "Windows-1252"},
		{name: "gzip", delim: ',', header: true, token: "?",
			encode: func(s string) string { return string(pack(t, []byte(s))) }, note: "gzip"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var s strings.Builder
			end := c.lineEnd
			if end == "" {
				end = "\n"
			}
			line := func(fields ...string) {
				for i, f := range fields {
					if c.quoted {
						fields[i] = `"` + f + `"`
					}
				}
				s.WriteString(strings.Join(fields, string(c.delim)) + end)
			}
			if c.header {
				line("größe", "price", "state", "bought")
			}
			for i := range 60 {
				size, price := fmt.Sprintf("%d.%d", 1+i%7, i%10), fmt.Sprint(1000+i*i)
				if c.grouped {
					price = "1," + price[len(price)-3:] + ".25"
				}
				if c.comma {
					size, price = swapSigns(size), swapSigns(price)
				}
				if i%15 == 4 {
					price = c.token
				}
				line(size, price, []string{"Österreich", "Italia"}[i%2], []string{"no", "yes"}[i/3%2])
			}
			text := s.String()
			if c.encode != nil {
				text = c.encode(text)
			}
			f, v := mustInspect(t, []byte(text))
			got := v.Plan.Format
			if got.Delimiter != c.delim || got.DecimalComma != c.comma || got.Header != c.header ||
				!slices.Contains(got.Missing, c.token) {
				t.Fatalf("got %+v", got)
			}
			tab, report := mustImport(t, f, v.Plan)
			if tab.Rows() != 56 || report.Dropped != 4 {
				t.Errorf("got %d rows and %d dropped, want 56 and 4", tab.Rows(), report.Dropped)
			}
			s0 := tab.Schema
			if s0.Features[0].Kind != Continuous || !s0.Features[1].Kind.Numeric() || s0.Outcome.Kind != Boolean {
				t.Errorf("got kinds %v, %v, outcome %v", s0.Features[0].Kind, s0.Features[1].Kind, s0.Outcome.Kind)
			}
			if c.header && s0.Features[0].Name != "größe" ||
				!slices.Equal(s0.Features[2].Levels, []string{"Italia", "Österreich"}) {
				t.Errorf("got name %q and levels %q", s0.Features[0].Name, s0.Features[2].Levels)
			}
			if tab.Cols[0][1] != 2.1 || tab.Cols[1][0] < 1000 || tab.Cols[1][0] > 2000 {
				t.Errorf("got %v and %v", tab.Cols[0][1], tab.Cols[1][0])
			}
			if notes := strings.Join(v.Notes, " "); !strings.Contains(notes, c.note) {
				t.Errorf("got %q, want %q in it", notes, c.note)
			}
		})
	}
}

func swapSigns(s string) string { return strings.NewReplacer(".", ",", ",", ".").Replace(s) }

func utf16le(s string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range s {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}

func utf16be(s string) string {
	b := []byte{0xfe, 0xff}
	for _, r := range s {
		b = append(b, byte(r>>8), byte(r))
	}
	return string(b)
}

func latin1(s string) string {
	var b []byte
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

// TestGuessColumns checks the guessed kind, use and reason of one column next to an outcome.
func TestGuessColumns(t *testing.T) {
	cases := []struct {
		name  string
		field func(i int) string
		kind  Kind
		use   bool
		why   string
	}{
		{"whole numbers", func(i int) string { return fmt.Sprint(i % 40) }, Integer, true, "Whole numbers."},
		{"few whole numbers stay numbers", func(i int) string { return fmt.Sprint(i % 3) }, Integer, true,
			"Whole numbers."},
		{"whole numbers with decimals", func(i int) string { return fmt.Sprintf("%d.0", i%40) }, Integer, true,
			"decimals that are zero"},
		{"decimals", func(i int) string { return fmt.Sprintf("%d.25", i%40) }, Continuous, true, "up to 2 decimals"},
		{"codes with zeros", func(i int) string { return fmt.Sprintf("%03d", i%12) }, Category, true,
			"begin with a zero"},
		{"nought and one", func(i int) string { return fmt.Sprint(i % 2) }, Boolean, true, `"0", "1"`},
		{"true and false", func(i int) string { return []string{"TRUE", "FALSE"}[i%2] }, Boolean, true,
			`"FALSE", "TRUE"`},
		{"yes, no and gaps", func(i int) string { return []string{"yes", "no", ""}[i%3] }, Category, true, "missing"},
		{"texts", func(i int) string { return []string{"red", "green", "blue"}[i%3] }, Category, true,
			"3 different texts."},
		{"an order", func(i int) string { return []string{"high", "low", "medium"}[i%3] }, Ordered, true,
			"known order"},
		{"an order with gaps", func(i int) string { return []string{"high", "low", "medium", "?"}[i%4] }, Category,
			true, "missing values have no place"},
		{"a constant", func(int) string { return "x" }, Category, false, "the same value"},
		{"no values", func(int) string { return "NA" }, Category, false, "no values"},
		{"names", func(i int) string { return fmt.Sprintf("person %d", i) }, Category, false,
			"every value is different"},
		{"too many texts", func(i int) string { return fmt.Sprintf("place %d", i%300) }, Category, false,
			"300 different texts"},
		{"row numbers", func(i int) string { return fmt.Sprint(i + 1) }, Integer, false, "counts the rows"},
		{"all different numbers", func(i int) string { return fmt.Sprint(i * i) }, Integer, true, "Whole numbers."},
		{"few numbers and one text", func(i int) string {
			return []string{"3", "4", "5", "6", "8"}[i%5] + map[bool]string{true: "r"}[i == 57]
		}, Category, true, `some are not numbers: "5r" in row 58`},
		{"numbers and words for none", func(i int) string {
			return []string{fmt.Sprint(i % 40), "unbekannt", "—", fmt.Sprint(i % 40), "n.a.", fmt.Sprint(i % 40),
				fmt.Sprint(i % 40)}[i%7]
		}, Integer, true, "Whole numbers."},
		{"long numbers stay text", func(i int) string { return fmt.Sprintf("123456789012345%04d", i%50) }, Category,
			true, "50 different texts"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var s strings.Builder
			s.WriteString("it,other,y\n")
			for i := range 400 {
				fmt.Fprintf(&s, "%s,%d,%s\n", c.field(i), i*i%31, []string{"a", "b"}[i/5%2])
			}
			_, v := mustInspect(t, []byte(s.String()))
			got, info := v.Plan.Columns[0], v.Columns[0]
			if got.Kind != c.kind || got.Use != c.use || info.Guess != c.kind || !strings.Contains(info.Why, c.why) {
				t.Errorf("got %v, use %v, %q; want %v, %v, %q", got.Kind, got.Use, info.Why, c.kind, c.use, c.why)
			}
			checkSentence(t, info.Why)
			if v.Plan.Outcome != 2 {
				t.Errorf("outcome: got column %d, want 2", v.Plan.Outcome)
			}
		})
	}
}

func TestGuessOutcome(t *testing.T) {
	cases := []struct {
		name, header string
		row          func(i int) string
		want         int
	}{
		{"the last column with few levels", "a,b,c", func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i%3, i%2) },
			2},
		{"a usual name before the last column", "a,Income,c",
			func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i%3, i%2) }, 1},
		{"not a number with many values", "a,b,c", func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i%3, i*i) },
			1},
		{"a usual name that is a number with many values", "a,b,target",
			func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i%3, i*i) }, 2},
		{"two classes over more, where the last column has too many", "a,b,c,d,e",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d,%d", i*3%50, i%2, i%3, i%5, i*i) }, 1},
		{"of several pairs the first column that is used", "id,a,b,c",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i+1, i%2, i/2%2, i*i) }, 1},
		{"of several pairs the last, where none is first", "a,b,c,d",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i*3%50, i%2, i/2%2, i*i) }, 2},
		{"two classes over the last column, of whose values each has few rows", "a,b,c",
			func(i int) string { return fmt.Sprintf("%d,%d,%d", i%2, i*i, i%17) }, 0},
		{"a last column that is measured over two classes among the others", "a,b,c,medv",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d.5", i*3%50, i%2, i%3, i) }, 3},
		{"not over two classes in the first column", "a,b,c",
			func(i int) string { return fmt.Sprintf("%d,%d,%d.5", i%2, i*3%50, i) }, 0},
		{"a last column whose name is that of a sum", "a,b,c,salary",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i*3%50, i%2, i%3, i*i) }, 3},
		{"not such a name among the others", "a,income,b,c",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i*3%50, i*i, i%2, i%3) }, 3},
		{"not what nobody can change", "pay,sex,grade,age",
			func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i*3%50, i%2, i%3, i*i) }, 2},
		{"a usual name whose column is constant", "a,b,class",
			func(i int) string { return fmt.Sprintf("%d,%d,no", i, i*i) }, 2},
	}
	for _, c := range cases {
		text := c.header + "\n"
		for i := range 60 {
			text += c.row(i) + "\n"
		}
		f, err := Inspect("a.csv", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Preview(nil).Plan.Outcome; got != c.want {
			t.Errorf("%s: got column %d, want %d", c.name, got, c.want)
		}
	}
}

func TestSniffHeader(t *testing.T) {
	cases := []struct {
		name, text string
		want       bool
	}{
		{"names over numbers", "a,b\n1,2\n3,4\n", true},
		{"numbers", "1,2\n3,4\n5,6\n", false},
		{"names over texts that come again", "colour,size\nred,big\nblue,small\nred,small\nblue,big\n", true},
		{"texts that come again at once", "red,big\nblue,small\nred,small\nblue,big\n", false},
		{"an empty first name", ",a\n1,7\n2,8\n3,9\n", true},
		{"one row only", "a,b\n", true},
	}
	for _, c := range cases {
		if got, _ := sniffHeader(c.text, ',', false); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestColumnNames(t *testing.T) {
	names, notes := columnNames([]string{"age", "", "age", "age (2)", "a\nb", strings.Repeat("x", 300), "age"})
	want := []string{"age", "column 2", "age (3)", "age (2)", "a b", strings.Repeat("x", MaxName-8), "age (4)"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if len(notes) != 5 {
		t.Errorf("got %d notes, want one per changed name: %q", len(notes), notes)
	}
	for given, want := range map[string]string{"'age'|'pay rate'": "age|pay rate", "'age'|pay": "'age'|pay",
		"''|'age'": "''|'age'"} {
		names, notes := columnNames(strings.Split(given, "|"))
		if got := strings.Join(names, "|"); got != want || (len(notes) == 1) != (given != want) {
			t.Errorf("%s are named %s, want %s: %q", given, got, want, notes)
		}
	}
	for _, name := range []string{"age", "'age'"} { // quoted names occur in tables of earlier versions
		if columnOf([]string{"pay", name}, "age", nil) != 1 || columnOf([]string{"pay", name}, "'age'", nil) != 1 {
			t.Errorf("new rows have no column for %s", name)
		}
	}
}
