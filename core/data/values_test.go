package data

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// columnCase is a column next to an age and an outcome, with a list of values that repeats, and
// the expected result.
type columnCase struct {
	name   string // name of the case and, after a colon, of the column; x by default
	values string // separated by bars
	// "number" with the first values, "category" with the first levels, or "left out" with a part
	// of the reason
	want  string
	asked bool // a person is asked what the values are
}

// file returns such a file. In a short list, every value occurs at least twice.
func (c columnCase) file(sep string) string {
	_, column, named := strings.Cut(c.name, ": ")
	if !named {
		column = "x"
	}
	values := strings.Split(c.values, "|")
	s := strings.Join([]string{"age", column, "outcome"}, sep) + "\n"
	for i := range max(60, 2*len(values)) {
		v := values[i%len(values)]
		if strings.ContainsAny(v, sep+`"`) {
			v = `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
		}
		s += fmt.Sprintf("%d%s%s%s%s\n", 18+i*7%53, sep, v, sep, []string{"no", "yes"}[i*i%7%2])
	}
	return s
}

// readColumn imports a file as guessed and describes what became of its second column.
func readColumn(t *testing.T, text string) (got string, asked bool, v Preview) {
	t.Helper()
	f, err := Inspect("t.csv", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v = f.Preview(nil)
	table, _, err := f.Import(v.Plan)
	if err != nil {
		return "refused " + err.Error(), false, v
	}
	plan, info := v.Plan.Columns[1], v.Columns[1]
	asked = info.Either || info.Unclear != ""
	j := slices.IndexFunc(table.Schema.Features, func(f Feature) bool { return f.Name == plan.Name })
	switch {
	case j < 0:
		return info.Why, asked, v
	case plan.Kind.Numeric():
		got = "number"
		for _, x := range table.Cols[j] {
			got += " " + number64(x)
		}
	default:
		got = "category " + strings.Join(table.Schema.Features[j].Levels, " ")
	}
	return got, asked, v
}

func checkColumns(t *testing.T, sep string, cases []columnCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, asked, v := readColumn(t, c.file(sep))
			want := c.want
			if rest, left := strings.CutPrefix(want, "left out "); left {
				if !strings.HasPrefix(got, "Left out: ") || !strings.Contains(got, rest) {
					t.Errorf("got %.200q, want it left out with %q; %q", got, rest, v.Notes)
				}
			} else if !strings.HasPrefix(got+" ", want+" ") {
				t.Errorf("got %.200q, want %q; %q %s", got, want, v.Notes, v.Columns[1].Why)
			}
			if asked != c.asked {
				t.Errorf("asked: %v, want %v (%+v)", asked, c.asked, v.Columns[1])
			}
			for _, s := range append(v.Notes, v.Columns[1].Why) {
				checkSentence(t, s)
			}
		})
	}
}

// count formats consecutive numbers, so that a column has many values.
func count(format string, n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(format, i))
	}
	return strings.Join(list, "|")
}

// shuffledCount does the same in another order.
func shuffledCount(format string, n int) string {
	list := strings.Split(count(format, n), "|")
	for i := range list {
		j := i * 7 % n
		list[i], list[j] = list[j], list[i]
	}
	return strings.Join(list, "|")
}

// TestCodes checks that numbers that identify something are kept as written.
func TestCodes(t *testing.T) {
	checkColumns(t, ",", []columnCase{
		{"rooms that read as powers of ten", "3E4|10E1|4E0|2E1|1E2|5E2", "category 4E0 2E1 1E2 10E1 5E2 3E4", true},
		{"with a small letter", "1e2|10e1|3e4", "category", true},
		{"beside numbers", "101|1E2|207|2E1|310", "category", true},
		{"of which one is too large for a number", "9E99|1E2|10E1", "category", false},
		{"wells of a plate", "1D2|1E2|1F2", "category 1D2 1E2 1F2", false},
		{"written as a text for spreadsheets", `="02139"|="01234"|="90210"`, "category 01234 02139 90210", false},
		{"so, without zeros", `="12139"|="41234"|="90210"`, "category 12139 41234 90210", true},
		{"so, with words", `="a"|="b"|c`, "category a b c", false},
		{"a postcode: zip", "60601|12340|10001|21390|90210", "category 10001", true},
		{"in one word: zipcode", "60601|12340|10001", "category", true},
		{"in German: PLZ", "60601|12340|10115|80331", "category", true},
		{"of the shop: postal_code", "60601|12340|10001", "category", true},
		{"in Spanish: codigo_postal", "28001|28002|41003", "category", true},
		{"of a shop: store_id", "3|17|4|5", "category 3 4 5 17", true},
		{"in small letters: storeid", "3|17|4|5", "category", true},
		{"in camel case: departmentId", "3|17|4|5", "category", true},
		{"of an industry: naics", "5411|5412|2361", "category", true},
		{"of a trade: job code", "11|25|7|31", "category", true},
		{"of a card: card number", "4111|4222|4333", "category", true},
		{"of a telephone in groups", "555 123 456|555 987 654|555 222 333", "category", true},
		{"of many numbers: zip", shuffledCount("1%04d", 300), "left out 300 different codes", true},
		{"with leading zeros", "007|012|100", "category 007 012 100", false},
		{"hours", shuffledCount("%02d", 24), "category 00 01 02", true},
		{"with a decimal of pandas: zip", "60601.0|12340.0|10001.0", "category 10001.0 12340.0 60601.0", true},
		{"without a name that says so", "60601|12340|10001|21390|90210", "number 60601 12340", true},
		{"with one below zero: store id", "3|17|-1|5", "category", true},
		{"of a region alone: Region", "3|1|2", "category 1 2 3", true},
		{"of a kind: room_type", "3|1|2|4", "category 1 2 3 4", true},
		{"of a gene damaged by a spreadsheet", "2-Mar|1-Sep|5-Dec", "left out dates", false},
	})
}

// TestNumbersThatAreNoCodes checks similar columns that must stay numbers.
func TestNumbersThatAreNoCodes(t *testing.T) {
	checkColumns(t, ",", []columnCase{
		{"scientific", "1.5e-3|2.25E+02|7e-1", "number 0.0015 225 0.7", false},
		{"scientific of R", "1e-04|2e+05|3e+00", "number 0.0001 200000 3", false},
		{"scientific beside a bare power", "1e3|2.5e3|4e3|1e-2", "number 1000 2500 4000 0.01", false},
		{"a bare power of what is measured: debt", "1e5|2e5|3e5", "number 100000 200000 300000", false},
		{"decimals beside a bare power", "1e3|2.5|0.75", "number 1000 2.5 0.75", false},
		{"income of a postcode: median income by zip", "60601|12340|10001", "number 60601", false},
		{"lines: lines_of_code", "60|120|100", "number 60", false},
		{"how many: number of orders", "6|12|10", "number 6", false},
		{"in short: num_dependents", "0|1|2|3", "number 0 1 2 3", false},
		{"education: education-num", "9|13|10", "number 9 13 10", false},
		{"balance: account balance", "900|1300|-10", "number 900 1300 -10", false},
		{"hours: hours on phone", "90|130|10", "number 90", false},
		{"minutes: phone minutes", "90|130|10", "number 90", false},
		{"years: year", "1999|2004|2010", "number 1999 2004 2010", false},
		{"pay: salary", "50000|41000|62000|39000", "number 50000", false},
		{"paid: amount paid", "6|12|10", "number 6", false},
		{"valid: valid_days", "6|12|10", "number 6", false},
		{"round without a name", "50000|41000|62000|39000|45500", "number 50000", false},
		{"numbers near each other", "50001|50002|50004|50003|50007", "number 50001", false},
		{"a delay: postal_delay", "3|1|2|4", "number 3", false},
		{"a share: region share", "3|1|2|4", "number 3", false},
		{"rooms: rooms", "3|1|2|4", "number 3", false},
		{"an age: school age", "6|7|8", "number 6", false},
		{"a chest pain: cp", "1|2|3|4", "number 1 2 3 4", false},
	})
}

// TestNumberDress checks that numbers in unusual notations are read as numbers, and that this is
// reported.
func TestNumberDress(t *testing.T) {
	checkColumns(t, ",", []columnCase{
		{"parentheses", "84,822.02|(14,846.07)|5.50", "number 84822.02 -14846.07 5.5", false},
		{"parentheses with dollars", "$30|($12)|$7", "number 30 -12 7", false},
		{"dollars before parentheses", "$30|$(12)|$7", "number 30 -12 7", false},
		{"a minus before parentheses", "30|-(12)|7", "number 30 -12 7", false},
		{"a minus inside", "30|(-12)|7", "number 30 -12 7", false},
		{"spaces inside", "30|( 12 )|7", "number 30 -12 7", false},
		{"shares below zero", "30%|(12%)|7%", "number 30 -12 7", false},
		{"shares behind", "30%|(12)%|7%", "number 30 -12 7", false},
		{"euros behind", "30 €|(12 €)|7 €", "number 30 -12 7", false},
		{"a minus behind", "30|1,234.50-|7", "number 30 -1234.5 7", false},
		{"a minus behind a space", "30|34.50 -|7", "number 30 -34.5 7", false},
		{"the minus of print", "30|−34.5|7", "number 30 -34.5 7", false},
		{"a dash", "30|–34.5|7", "number 30 -34.5 7", false},
		{"a full-width minus", "30|－34.5|7", "number 30 -34.5 7", false},
		{"a dash that is no value", "30|–|7|8", "number 30 7 8", false},
		{"no-break spaces", "1\u00a0234.5|12\u00a0345.25|999", "number 1234.5 12345.25 999", false},
		{"narrow spaces", "1\u202f234|12\u202f345|999", "number 1234 12345 999", false},
		{"thin spaces", "1\u2009234|12\u2009345|1\u2009234\u2009567", "number 1234 12345 1234567", false},
		{"spaces", "1 234|12 345|999", "number 1234 12345 999", false},
		{"apostrophes", "1'234.50|12'345.25|999", "number 1234.5 12345.25 999", false},
		{"typographic apostrophes", "84’822.02|5’424.28|999", "number 84822.02 5424.28 999", false},
		{"apostrophes with francs", "CHF 1'234.50|CHF 999|CHF 20", "number 1234.5 999 20", false},
		{"lakhs", "16,96,440|1,08,485|42,401|999", "number 1696440 108485 42401 999", false},
		{"crores with rupees", "₹1,16,96,440.50|₹1,08,485|₹999", "number 11696440.5 108485 999", false},
		{"lakhs below zero", "-16,96,440|(1,08,485)|5", "number -1696440 -108485 5", false},
		{"underscores", "1_000|25_000|300", "number 1000 25000 300", false},
		{"full-width digits", "４８|２７|１９", "number 48 27 19", false},
		{"full-width decimals", "４．８|２，７００．５|１９", "number 4.8 2700.5 19", false},
		{"Arabic digits", "٤٨|٢٧|١٩", "number 48 27 19", false},
		{"Arabic decimals", "٤٨٫٥|٢٬٧٠٠٫٢٥|١٩", "number 48.5 2700.25 19", false},
		{"Persian digits", "۴۸|۲۷|۱۹", "number 48 27 19", false},
		{"Devanagari digits", "४८|२७|१९", "number 48 27 19", false},
		{"Bengali digits", "৪৮|২৭|১৯", "number 48 27 19", false},
		{"a mark of direction before", "\u200e48|\u200e-27|19", "number 48 -27 19", false},
		{"a plus", "+5|-3|0", "number 5 -3 0", false},
		{"no digit on one side", "5.|.5|1", "number 5 0.5 1", false},
		{"decimal commas in a file of points", "1,5|2,25|10,75|3", "number 1.5 2.25 10.75 3", true},
		{"decimal commas that group with points", "1.234,5|2,25|999", "number 1234.5 2.25 999", true},
		{"prices with commas", "3,50 €|12,00 €|1.250,00 €", "number 3.5 12 1250", true},
	})
	checkColumns(t, ";", []columnCase{
		{"a minus behind groups", "1.234,56-|7,25|100,5", "number -1234.56 7.25 100.5", false},
		{"parentheses and groups", "(1.234,56)|7,25|100,5", "number -1234.56 7.25 100.5", false},
		{"no-break spaces and commas", "84\u00a0822,02|5\u00a0424,28|7,5", "number 84822.02 5424.28 7.5", false},
		{"spaces and commas", "84 822,02|5 424,28|7,5", "number 84822.02 5424.28 7.5", false},
		{"apostrophes and points", "1'234.50|12'345.25|7.5", "number 1234.5 12345.25 7.5", false},
		{"euros below zero", "-3,50 €|(12,00 €)|7,5 €", "number -3.5 -12 7.5", false},
	})
}

// TestNoNumberByAccident checks that similar texts that are not numbers stay texts.
func TestNoNumberByAccident(t *testing.T) {
	checkColumns(t, ",", []columnCase{
		{"ranges", "10-20|20-30|30-40", "category 10-20 20-30 30-40", false},
		{"ranges with a dash", "10–20|20–30|30–40", "category", false},
		{"an open range", "18-24|25-64|65-", "category", false},
		{"intervals", "(30,40]|(40,50]|(50,60]", "category", false},
		{"open intervals", "(30,40)|(40,50)|(50,60)", "category", false},
		{"versions", "1.2.3|1.3.0|2.0.1", "category", false},
		{"addresses", "10.0.0.1|10.0.0.2|192.168.1.7", "category", false},
		{"telephones", "(555) 123-4567|(555) 222-3333|(555) 987-6543", "category", false},
		{"telephones of a country", "+49 123 456|+49 123 457|+49 222 333", "category", false},
		{"numbers in parentheses", "(1)|(2)|(3)", "category (1) (2) (3)", true},
		{"grades", "1|1-|2|2-|3", "category 1 1- 2 2- 3", true},
		{"grades with plus", "1|1-|1+|2", "category", false},
		{"feet and inches", "5'11|6'2|5'7", "category", false},
		{"lists", "1,2,3|2,3|1,4,5", "category", false},
		{"groups that are none", "1 23|4 567|89 1", "category", false},
		{"both decimal signs", "1.5|2,5|3.25|4,75", "left out some of its numbers have a decimal point and others",
			false},
		{"with units", "12 kg|7 kg|30 kg", "category", false},
		{"words for more", "1|2|3 or more", "category 1 2 3 or more", false},
		{"powers", "x²|x³|x", "category", false},
		{"hexadecimal", "0x1F|0x2A|0x33", "category", false},
		{"with an underscore", "1_001|1_002|2_001", "category", true},
		{"fractions", "1/2|3/4|1/4", "category", false},
		{"blood pressure", "120/80|130/85|110/70", "category", false},
		{"ratios", "1:2|2:3|1:4", "category", false},
		{"sexes of a code", "m1|f1|m2", "category", false},
	})
}

// TestThousandsOrDecimals checks that a person is asked if numbers are as plausible with the
// other decimal sign.
func TestThousandsOrDecimals(t *testing.T) {
	checkColumns(t, ";", []columnCase{
		{"three decimals in all", "5.410|4.414|1.250", "number 5.41 4.414 1.25", true},
		{"beside whole ones", "950|1.863|12.400", "number 950 1.863 12.4", true},
		{"with a mark", "5.410 €|4.414 €|1.250 €", "number 5.41", true},
		{"below zero", "-5.410|4.414|-1.250", "number -5.41", true},
		{"commas", "5,410|4,414|1,250", "number 5410 4414 1250", true},
		{"two decimals as well", "5.410|4.41|1.250", "number 5.41 4.41", false},
		{"below one as well", "5.410|0.414|1.250", "number 5.41 0.414", false},
		{"above a thousand as well", "5.410|1234.414|1.250", "number 5.41 1234.414", false},
		{"both signs", "5.410,50|4.414,25|1.250", "number 5410.5 4414.25 1250", false},
		{"two groups", "5.410.000|4.414|1.250", "number 5410000 4414 1250", false},
	})
	checkColumns(t, ",", []columnCase{
		{"three decimals between commas", "5.411|4.414|1.253", "number 5.411", false},
		{"round ones between commas", "5.400|4.410|1.250", "number 5.4", true},
		{"commas between commas", "5,410|4,414|1,250", "number 5410 4414 1250", true},
	})
	for _, tt := range []struct {
		name, rate string
		pay        string
		asked      bool
	}{
		{"beside decimals with a point", "0.25", "5.410", true},
		{"beside decimals with a comma", "0,25", "5.410", false},
		{"commas beside decimals with a point", "0.25", "5,410", false},
		{"commas beside decimals with a comma", "0,25", "5,410", true},
	} {
		s := "rate;pay;y\n"
		for i := range 60 {
			s += fmt.Sprintf("%s;%s;%d\n", strings.Replace(tt.rate, "25", fmt.Sprint(10+i), 1),
				strings.Replace(tt.pay, "5", fmt.Sprint(1+i%9), 1), i/2%2)
		}
		if _, asked, _ := readColumn(t, s); asked != tt.asked {
			t.Errorf("%s: asked %v, want %v", tt.name, asked, tt.asked)
		}
	}
}

// TestNewRowsAreReadAsTheTable checks that ambiguous numbers are read in the same way as in the
// table, and that it is reported if the file uses another decimal sign.
func TestNewRowsAreReadAsTheTable(t *testing.T) {
	comma := "age;pay;rate;outcome\n"
	point := "age,pay,rate,outcome\n"
	for i := range 60 {
		y := []string{"no", "yes"}[i/2%2]
		comma += fmt.Sprintf("%d;%d.%03d,50;0,%d;%s\n", 18+i*7%53, 1+i%9, i*13, 10+i, y)
		point += fmt.Sprintf("%d,%d.50,0.%d,%s\n", 18+i*7%53, 1000+i*13, 10+i, y)
	}
	mixed := strings.NewReplacer(",50;0,", ";0.").Replace(comma)
	for _, tt := range []struct {
		name, table, rows string
		pay, rate         float64
		note              string
	}{
		{"thousands beside decimals with a point, as in the table", mixed,
			"age;pay;rate\n44;1.250;0.25\n33;2.400;0.5\n", 1250, 0.25,
			`"1.250" is read as 1250, as the table's numbers are written.`},
		{"points alone, as in the table", point, "age;pay;rate\n44;1.250;1\n33;2.400;1\n", 1.25, 1,
			`"1.250" is read as 1.25, as the table's numbers are written.`},
		{"thousands", comma, "age;pay;rate\n44;1.250;0,25\n33;2.400;0,5\n", 1250, 0.25, ""},
		{"thousands alone", comma, "age;pay;rate\n44;1.250;1\n33;2.400;0\n", 1250, 1,
			`"1.250" is read as 1250, as the table's numbers are written.`},
		{"thousands between commas", comma, "age,pay,rate\n44,1.250,1\n33,2.400,1\n", 1250, 1,
			`"1.250" is read as 1250`},
		{"the same dress", comma, "age;pay;rate\n44;1.250,75;0,25\n33;2.400,00;0,5\n", 1250.75, 0.25, ""},
		{"points where the table has commas", comma, "age,pay,rate\n44,1250.75,0.25\n33,2400.5,0.5\n", 1250.75, 0.25,
			`"pay": its numbers have a decimal point, unlike in the table, and are read so.`},
		{"points, and one that may be either", comma, "age;pay;rate\n44;1.250;0.25\n33;2.400;0.5\n", 1.25, 0.25,
			`"1.250" is read as 1.25, since other columns of the file have another decimal sign than in the table.`},
		{"commas where the table has points", point, "age;pay;rate\n44;1250,75;0,25\n33;2400,5;0,5\n", 1250.75, 0.25,
			"decimal comma, unlike in the table"},
		{"a comma that may be either", point, "age;pay;rate\n44;1,250;1\n33;2,400;1\n", 1250, 1,
			`"1,250" is read as 1250, as the table's numbers are written.`},
		{"thousands of a table of points", point, "age;pay;rate\n44;1.250;0,25\n33;2.400;0,5\n", 1250, 0.25,
			`"1.250" is read as 1250, since other columns`},
		{"dressed otherwise", point, "age,pay,rate\n44,\"1,250.50\",0.25\n33,(40),0.5\n", 1250.5, 0.25, ""},
		{"in other digits", point, "age,pay,rate\n４４,１２５０．５,0.25\n", 1250.5, 0.25, ""},
	} {
		f, v := mustInspect(t, []byte(tt.table))
		if v.Columns[1].Unclear != "" { // a person decides that these are thousands
			v.Plan.Columns[1].Sign = CommaSign
		}
		table, _ := mustImport(t, f, v.Plan)
		rows, err := ReadRows([]byte(tt.rows), table.Schema, v.Plan, table.Usual)
		if err != nil || len(rows.Values) == 0 {
			t.Errorf("%s: %v, %q %q", tt.name, err, rows.Problems, rows.Notes)
			continue
		}
		if got := rows.Values[0]; got[0] != 44 || got[1] != tt.pay || got[2] != tt.rate {
			t.Errorf("%s: read as %v, want 44, %v and %v; %q", tt.name, got, tt.pay, tt.rate, rows.Notes)
		}
		notes := strings.Join(rows.Notes, " ")
		if !strings.Contains(notes, tt.note) || tt.note == "" && strings.Contains(notes, "sign") {
			t.Errorf("%s: said %q, want %q", tt.name, notes, tt.note)
		}
	}
}

// TestNoNumbers checks that words and signs for "no number" do not turn a numeric column into a
// category, and that they are reported with their counts.
func TestNoNumbers(t *testing.T) {
	numbers := count("0.%03d", 40)
	for _, tokens := range []string{
		"inf", "-inf|Infinity", "INF|-INF", "+inf", "∞|-∞", "1.#QNAN|1.#INF", "-1.#IND", "#NULL!", "#DIV/0!|#N/A",
		"#NUM!|#NAME?|#VALUE!|#REF!", ".", ".a|.b|.z", "._",
		"1.#INF00|-1.#IND00", "Err:502|Err:508", "#¡VALOR!|#¿NOMBRE?", "######", "NA_real_", "$ -|$-", "—",
		"NaN", "NA", "N/A", "n/a|na", "SYSMIS", "-", "?", "unknown", "none", "None|none", "missing", "not available",
		"Not Applicable", "(null)", "k. A.", "unbekannt", `\N`, "NaT",
	} {
		t.Run(tokens, func(t *testing.T) {
			list := strings.Split(tokens, "|")
			values := numbers
			for i := range 8 { // one in six
				values += "|" + list[i%len(list)]
			}
			got, _, v := readColumn(t, columnCase{"", values, "", false}.file(","))
			if !strings.HasPrefix(got, "number 0 0.001 0.002 ") {
				t.Errorf("got %.80q", got)
			}
			notes := strings.Join(v.Notes, " ")
			for _, token := range list {
				if !strings.Contains(notes, quote(token)+" (") {
					t.Errorf("%q is not named in %q", token, notes)
				}
			}
			if endless := strings.Contains(notes, "infinite"); endless != infinite(list[0]) &&
				endless != infinite(list[len(list)-1]) {
				t.Errorf("infinity: %q", notes)
			}
		})
	}
	checkColumns(t, ",", []columnCase{
		{"few numbers and a code of Stata", "1|2|3|.|.a", "number 1 2 3", false},
		{"more of Stata's codes than numbers", "1|2|.a|.b|.c", "number 1 2", false},
		{"more infinities than numbers", "1|2|inf|inf|-inf", "number 1 2", false},
		{"more unknown than numbers", "1|2|unknown|unknown|unknown", "category 1 2 unknown", false},
		{"words that mean something", "1|2|3 or more", "category", false},
		{"a word that is one", "1|2|high", "category", false},
		{"a word among many numbers", numbers + strings.Repeat("|above", 12), "category 0.000 0.001", true},
		{"a level that is none", "none|some|all", "category all none some", false},
		{"inf as a level", "inf|sup|max", "category inf max sup", false},
	})
}

// TestDatesAndTimes checks that dates and times are left out with a reason.
func TestDatesAndTimes(t *testing.T) {
	const dates, times = "left out dates", "left out times"
	checkColumns(t, ",", []columnCase{
		{"American", "4/21/2020|8/9/2020|12/31/2019", dates, false},
		{"German", "21.04.2020|09.08.2020|1.1.2019", dates, false},
		{"of two digits", "21.04.20|09.08.20|01.01.19", dates, false},
		{"ISO", "2020-04-21|2020-08-09", dates, false},
		{"ISO with a time", "2020-04-21T13:33:05Z|2020-08-09T00:00:00Z", dates, false},
		{"ISO with a zone", "2020-04-21T13:33:05.123+02:00|2020-08-09T00:00:00-0530", dates, false},
		{"of a database", "2020-04-21 13:33:05.123456+00|2020-08-09 00:00:00+00", dates, false},
		{"with a zone by name", "2020-04-21 13:33:05 UTC|2020-08-09 00:00:00 UTC", dates, false},
		{"with a zone of Java", "2020-04-21T13:33:05+02:00[Europe/Berlin]|2020-08-09T00:00:00+02:00[Europe/Berlin]",
			dates, false},
		{"without signs", "20231005|20200228|20210630", dates, false},
		{"without signs, with a time", "20231005T133305Z|20200228T000000Z", dates, false},
		{"the year last, without signs", "05102023|28022020|30062021", dates, false},
		{"the month first, without signs", "10052023|02282020|06302021", dates, false},
		{"without the first zero", "5102023|28022020|30062021", dates, false},
		{"months without signs", "202310|202311|202312|202401|202402|202403", dates, false},
		{"months of pandas: period", "202310.0|202311.0", dates, false},
		{"days of pandas", "20231005.0|20200228.0", dates, false},
		{"few months: month", "202310|202311", dates, false},
		{"weeks in words", "Week 5 2023|Week 51, 2024", dates, false},
		{"few months: month_date", "202310|202311", dates, false},
		{"of six digits: date", "930101|930215|940630|950731|961231|970101|970102", dates, false},
		{"times with full stops", "18.00.00|07.30.00|23.45.59", times, false},
		{"capitals", "05-OCT-2023|18-NOV-2023|07-Oct-2023", dates, false},
		{"of SAS", "05OCT2023|18NOV2023", dates, false},
		{"of SAS with a time", "05OCT2023:13:33:05|18NOV2023:00:00:00", dates, false},
		{"with a month of three letters", "5-Oct-23|18-Nov-23", dates, false},
		{"in words", "Oct 5, 2023|Nov 18, 2023|October 7, 2023", dates, false},
		{"with the day of the week", "Thu, 05 Oct 2023|Sat, 18 Nov 2023", dates, false},
		{"of a mail", "Thu, 05 Oct 2023 13:33:05 GMT|Sat, 18 Nov 2023 00:00:00 GMT", dates, false},
		{"of a server", "05/Oct/2023:13:55:36 -0700|18/Nov/2023:13:55:36 -0700", dates, false},
		{"with an ending", "5th October 2023|1st November 2023", dates, false},
		{"in German words", "5. Oktober 2023|18. März 2023|1. Dez. 2023", dates, false},
		{"in French", "5 octobre 2023|18 févr. 2023|1er août 2023", dates, false},
		{"in Spanish", "5 de octubre de 2023|18 de enero de 2024", dates, false},
		{"in Italian letters", "5 set 2023|18 gen 2024|1 mag 2024", dates, false},
		{"months in Spanish letters", "ene-2023|dic-2023", dates, false},
		{"in Italian", "5 ottobre 2023|18 gennaio 2024", dates, false},
		{"in Japanese", "2023年10月5日|2024年1月18日", dates, false},
		{"months", "2024-06|2024-12|2023-01", dates, false},
		{"months, the year last", "06/2024|12/2024|01/2023", dates, false},
		{"months with a point", "06.2024|12.2024|01.2023", dates, false},
		{"months in words", "Oct-2023|Nov-2023|Oct 2024", dates, false},
		{"months of two digits", "Oct-23|Nov-23|Jan-24", dates, false},
		{"quarters", "2023-Q4|2024-Q1", dates, false},
		{"quarters first", "Q4 2023|Q1 2024", dates, false},
		{"quarters without signs", "2023Q4|2024Q1", dates, false},
		{"weeks", "2023-W05|2024-W51", dates, false},
		{"with a time, without signs", "20231005133305|20200228000000", dates, false},
		{"without signs, with a zero for none", "20231005|20200228|0", dates, false},
		{"months with a point behind the year", "2023.10|2023.11|2023.12|2024.01|2024.02|2024.03", dates, false},
		{"with the day of the year", "2023-278|2024-001", dates, false},
		{"with points and spaces", "5. 10. 2023|18. 1. 2024", dates, false},
		{"with a half of the day in Chinese", "2023/10/5 下午1:33|2024/1/18 上午9:05", dates, false},
		{"of MySQL that are none", "2020-04-21|2020-08-09|2020-01-01|0000-00-00", dates, false},
		{"with an end of all days", "20200101|20200201|20200301|20200401|20200501|20200601|20200701|20200801|20200901" +
			"|20201001|20201101|20201201|20210101|20210201|20210301|20210401|20210501|20210601|20210701|99991231",
			dates, false},
		{"with a gap", "2020-04-21|2020-08-09|2020-01-01|unknown", dates, false},
		{"times", "13:33|12:39|00:09", times, false},
		{"times with seconds", "13:33:05.12|12:39:00|00:09:59", times, false},
		{"halves of the day", "1:33 PM|12:39 AM|11:05 pm", times, false},
		{"hours of the day", "1 PM|12 AM|11 pm", times, false},
		{"in French hours", "13h33|9h05", times, false},
		{"in German hours", "13.33 Uhr|09:05 Uhr", times, false},
		{"spans", "01:30:00|26:15:00|100:00:30", times, false},
		{"spans of pandas", "0 days 01:30:00|1 days 02:15:30", times, false},
		{"spans of Python", "1 day, 2:03:04|2 days, 0:00:00|0:15:00", times, false},
		{"spans of ISO", "PT1H30M|PT45M|P1DT2H", times, false},
		{"spans of several units", "1h 30m|2h 15m|45m 10s", times, false},
		{"spans in words", "1 day 2 hours|3 hours, 20 minutes", times, false},
		{"minutes and seconds", "47:05.3|02:11.9", times, false},
		{"seconds since 1970: event_time", "1696512345|1696598745|1700000000", times, false},
		{"seconds with parts: timestamp", "1696512345.5|1696598745.25|1700000000.75", times, false},
		{"milliseconds since 1970: createdAt", "1696512345000|1696598745000|1700000000000", times, false},
		{"nanoseconds since 1970: ts", "1696512345000000000|1696598745000000000", times, false},
		{"days of a spreadsheet: order date", "45000|45123|44000", dates, false},
	})
}

// TestNumbersThatAreNoDates checks similar columns that must be kept.
func TestNumbersThatAreNoDates(t *testing.T) {
	checkColumns(t, ",", []columnCase{
		{"years: year", "2019|2020|1999", "number 2019", false},
		{"a year of birth: birth_year", "1969|1970|1999", "number 1969", false},
		{"ages", "20|21|64", "number 20", false},
		{"pay of eight digits: pay", "20231305|20200228|34567890", "number 20231305", false},
		{"pay of six digits: salary", "202310|202345|202399", "number 202310", false},
		{"few numbers of six digits that may be months", "200001|200002|200003", "number 200001", false},
		{"large numbers", "1696512345|1696598745|1700000000", "number 1696512345", true},
		{"seconds: time", "0|406|172792", "number 0 406 172792", false},
		{"minutes: lifetime", "25000|31000|59000", "number 25000", false},
		{"hours and minutes: dep_time", "517|533|1305", "number 517", false},
		{"decimals", "12.25|6.5|7.75", "number 12.25", false},
		{"versions", "10.0.15|9.14.2|11.4.99", "category", false},
		{"amounts: update", "25000|31000|59000", "number 25000", false},
		{"months alone", "Jan|Feb|Mar|Apr", "category Jan Feb Mar Apr", false},
		{"months alone in French", "janvier|mars|août", "category janvier mars août", false},
		{"days alone", "Mon|Tue|Wed", "category Mon Tue Wed", false},
		{"sets", "Set 1|Set 2|Set 3", "category Set 1 Set 2 Set 3", false},
		{"generations", "Gen 1|Gen 2", "category Gen 1 Gen 2", false},
		{"votes: candidate", "25000|31000|59000", "number 25000", false},
		{"wealth of nations: gdp", "1100000000000|1900000000000|2400000000000", "number 1100000000000", false},
		{"worth: value at close", "1100000000|1900000000", "number 1100000000", false},
		{"spans of one unit", "90 min|45 min", "category", false},
		{"times of the year", "2023.25|2023.50|2023.75|2024.25|2024.05|2024.10", "number 2023.25", false},
		{"quarters alone", "Q1|Q2|Q3|Q4", "category Q1 Q2 Q3 Q4", false},
		{"school years", "2019-20|2020-21|2021-22", "category", false},
		{"seasons", "2019/2020|2020/2021", "category", false},
		{"ranges of years", "1990-1999|2000-2009", "category", false},
		{"words with digits", "may5x|mar1x|decade 9", "category", false},
		{"sort codes", "20-45-67|40-47-84", "category", false},
		{"scores", "3:1|2:2|0:4", "category", false},
		{"names", "Mark 1|Mark 2|Mark 3", "category", false},
		{"models", "A4 2.0|A6 3.0", "category", false},
	})
}

// TestValueFiles reads the files of the shared cases unchanged.
func TestValueFiles(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "cases")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: the shared cases are not here")
	}
	for _, tt := range []struct {
		file, want string
		asked      bool
		note       string
	}{
		{"G-codes/ecode.csv", "category 4E0 2E1 1E2 10E1 5E2 3E4", true, ""},
		{"G-codes/zip-nolead.csv", "category 10001 12340 21390 60601 90210", true, ""},
		{"G-codes/excel-text.csv", "category 01234 02139 90210", false, "40 fields are written as a formula"},
		{"H-number-dress/paren.csv", "number 84822.02 5424.28 33997.24 -14846.07", false,
			`"(14,846.07)" is read as -14846.07`},
		{"H-number-dress/trailing-minus.csv", "number 84822.02 5424.28 33997.24 -14846.07", false,
			`"14846.07-" is read as -14846.07`},
		{"H-number-dress/unicode-minus.csv", "number 84822.02 5424.28 33997.24 -14846.07", false,
			"is read as -14846.07"},
		{"H-number-dress/nbsp.csv", "number 84822.02 5424.28", false, "grouped thousands"},
		{"H-number-dress/swiss-typo.csv", "number 84822.02 5424.28", false, "grouped thousands"},
		{"H-number-dress/indian.csv", "number 1696440 108485 679944", false, "grouped thousands"},
		{"H-number-dress/mixcomma.csv", "number 84822.02 5424.28", true,
			`Column "a": its numbers have a decimal comma.`},
		{"I-thousand/de.csv", "number 6916.5 905.5", false, ""},
		{"J-no-number/infs.csv", "number 0.851 0.478", false, `"-inf" (2 fields)`},
		{"K-dates/fmt-builtin27.xlsx", "Left out: its values are dates", false, ""},
		{"K-dates/fmt-hrs.xlsx", "number 12 18 24 30", false, "span of time"},
		{"K-dates/fmt-time.xlsx", "Left out: its values are times", false, ""},
	} {
		b, err := os.ReadFile(filepath.Join(dir, tt.file))
		if err != nil {
			t.Fatal(err)
		}
		got, asked, v := readColumn(t, string(b))
		if !strings.HasPrefix(got, tt.want) || asked != tt.asked {
			t.Errorf("%s: %.100q, asked %v; want %q, %v", tt.file, got, asked, tt.want, tt.asked)
		}
		if notes := strings.Join(v.Notes, " "); !strings.Contains(notes, tt.note) {
			t.Errorf("%s: %q, want %q", tt.file, notes, tt.note)
		}
	}
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	f, v := mustInspect(t, read("J-no-number/stata.csv"))
	if v.Plan.Columns[0].Kind != Integer || v.Columns[0].Missing != 20 {
		t.Errorf("stata: %+v", v.Columns[0])
	}
	f, v = mustInspect(t, read("H-number-dress/fullwidth.csv"))
	if table, _ := mustImport(t, f, v.Plan); v.Plan.Columns[0].Kind != Integer || table.Cols[0][0] != 48 {
		t.Errorf("full width: %+v", v.Columns[0])
	}
	_, v = mustInspect(t, read("I-thousand/semi-mixed.csv"))
	if v.Columns[0].Unclear != "5.410" || v.Columns[1].Unclear != "" {
		t.Errorf("semi-mixed: %+v", v.Columns)
	}
	_, v = mustInspect(t, read("K-dates/dates.csv"))
	for j, c := range v.Plan.Columns[:5] {
		if c.Use || !strings.Contains(v.Columns[j].Why, []string{"dates", "times"}[b2i(j == 3)]) {
			t.Errorf("%s: %s", c.Name, v.Columns[j].Why)
		}
	}
	f, v = mustInspect(t, read("I-thousand/de.csv"))
	table, _ := mustImport(t, f, v.Plan)
	rows, err := ReadRows(read("I-thousand/de-new-thousand.csv"), table.Schema, v.Plan, table.Usual)
	if err != nil || len(rows.Values) != 2 || rows.Values[0][1] != 1250 ||
		!strings.Contains(strings.Join(rows.Notes, " "), `"1.250" is read as 1250`) {
		t.Errorf("new rows: %+v, %v", rows, err)
	}
}

// TestKnownTablesStay checks that real tables cause no false alarms about codes, dates or
// ambiguous values. Each letter is a column: integer, n for continuous, boolean, ordered or
// category; a capital means left out.
func TestKnownTablesStay(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: the shared tables are not here")
	}
	for file, want := range map[string]string{
		"tables/bank-marketing.csv":      "icccbibbciciiiicb",
		"tables/heart-disease.csv":       "iiiiiiiiiniiic",
		"tables/student-performance.csv": "cciccciicccciiibbbbbbbbiiiiiiiiic",
		"tables/telco-churn.csv":         "Ccbbbibcccccccccbcnnb",
	} {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		_, v := mustInspect(t, b)
		got := ""
		for j, c := range v.Plan.Columns {
			letter := c.Kind.String()[:1]
			if c.Kind == Continuous {
				letter = "n"
			}
			if !c.Use {
				letter = strings.ToUpper(letter)
			}
			if v.Columns[j].Either || v.Columns[j].Unclear != "" || c.Sign != FileSign {
				letter += "?"
			}
			got += letter
		}
		if got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
