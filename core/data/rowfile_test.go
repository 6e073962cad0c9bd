package data

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

var rowFileSchema = Schema{
	Features: []Feature{{Name: "age", Kind: Integer, Min: 1, Max: 99},
		{Name: "work", Kind: Category, Levels: []string{"a,\nb", "c"}}},
	Outcome: Feature{Name: "y", Kind: Category, Levels: []string{"no", "yes"}},
}

const rowFileText = "work,age,y\n\"a,\nb\",30,yes\n\nc,,no\nd,31,no\nc,old,no\nc,40\nc,40,no,\n\"c\"x,41,no\nc,42,yes" +
	"\n\"c,43,no\nc,44,no\n"

// TestRowFileInBlocks checks that reading in blocks of any size has the same result as reading
// the whole file: every row once, or the reason why it cannot be read.
func TestRowFileInBlocks(t *testing.T) {
	text := rowFileText
	f, err := OpenRows([]byte(text), rowFileSchema, Plan{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	skip, first := f.Begin()
	if first != (Place{1, 2}) {
		t.Fatalf("begins at %+v", first)
	}
	var want []ReadRow
	f.Each(text[skip:], first, func(r ReadRow) { want = append(want, r) })
	var places []Place
	var read, why []string
	for _, r := range want {
		places = append(places, r.Place)
		if r.Why == "" {
			read = append(read, rowFileSchema.Features[0].Format(r.Values[0]))
		} else {
			why = append(why, r.Why)
		}
	}
	if got := strings.Join(read, " "); got != "30 42 44" {
		t.Errorf("rows that are read: %s", got)
	}
	if want := []Place{{1, 2}, {2, 5}, {3, 6}, {4, 7}, {5, 8}, {6, 9}, {7, 10}, {8, 11},
		{9, 12}, {10, 13}}; !reflect.DeepEqual(places, want) {
		t.Errorf("places %v, want %v", places, want)
	}
	for i, part := range []string{`No value for "age"`, `"d" is not one of the levels`, `"old" is not a whole number`,
		"Row 5 (line 8) has 2 fields, but the header has 3 columns",
		"Row 6 (line 9) has 4 fields", "Line 10: text follows a closing", "Line 12: "} {
		if len(why) <= i || !strings.Contains(why[i], part) {
			t.Errorf("why %d: %q, want %q", i, why, part)
		}
	}
	for rows := 1; rows < 11; rows++ {
		var got []ReadRow
		rest, at := text[skip:], first
		for rest != "" {
			size, next := f.Cut(rest, at, rows, true)
			f.Clone().Each(rest[:size], at, func(r ReadRow) { got = append(got, r) })
			rest, at = rest[size:], next
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("in blocks of %d: %+v, want %+v", rows, got, want)
		}
	}
}

// TestRowFileCutsTheSame checks that a text that ends anywhere is cut at the same place as a
// longer one.
func TestRowFileCutsTheSame(t *testing.T) {
	f, err := OpenRows([]byte(rowFileText), rowFileSchema, Plan{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	skip, first := f.Begin()
	text := rowFileText[skip:]
	var ends []int
	for n := range 10 {
		end, _ := f.Cut(text, first, n+1, true)
		ends = append(ends, end)
	}
	for n := range text {
		if size, _ := f.Cut(text[:n], first, 100, false); size > n || size > 0 && !slices.Contains(ends, size) {
			t.Errorf("%d bytes are cut at %d, rows end at %v", n, size, ends)
		}
	}
}

// TestABadRowIsOneRow checks that bytes that are not text, byte order marks left from joining
// files, and too many or too few fields make only one row unreadable each, even the first. They
// must not change how other rows are read.
func TestABadRowIsOneRow(t *testing.T) {
	for name, bad := range map[string]string{
		"NUL": "c,3\x000,no", "Latin-1": "caf\xe9,30,no", "cut off": "c,30,no\xe2\x82", "a mark": "\ufeffc,30,no",
		"more": "c,3,0,no", "fewer": "c,30", "quotes": "\"c\"d,30,no", "open": "\"c,30,no",
	} {
		for at := range 3 {
			lines := []string{"c,30,no", "c,30,no", "c,31,yes", "c,32,no"}
			lines[at] = bad
			text := "work,age,y\n" + strings.Join(lines, "\n") + "\n"
			f, err := OpenRows([]byte(text), rowFileSchema, Plan{}, nil)
			if err != nil {
				t.Errorf("%s in row %d: %v", name, at+1, err)
				continue
			}
			skip, first := f.Begin()
			var dead []Place
			read := 0
			f.Each(text[skip:], first, func(r ReadRow) {
				if r.Why == "" {
					read++
				} else if dead = append(dead, r.Place); !strings.Contains(r.Why, "ine "+grouped(r.Line)) {
					t.Errorf("%s in row %d: %s", name, at+1, r.Why)
				}
			})
			if read != 3 || !slices.Equal(dead, []Place{{at + 1, at + 2}}) {
				t.Errorf("%s in row %d: %d are read, %v are not", name, at+1, read, dead)
			}
		}
	}
}

func TestRowsThatCannotBeOpened(t *testing.T) {
	for text, part := range map[string]string{
		"\x1f\x8b12":               "compressed",
		"\xff\xfea\x00,\x00b\x00":  "UTF-8",
		"age,y\n3,no\n":            `no column "work"`,
		"work\x00,age,y\nc,3,no\n": "UTF-8",
		"work,age,y\nc,3\n":        "Row 1 (line 2) has 2 fields",
		"a\x00g\x00e\x00\n\x00":    "UTF-8",
	} {
		if _, err := OpenRows([]byte(text), rowFileSchema, Plan{}, nil); err == nil ||
			!strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want %q", text, err, part)
		}
	}
}
