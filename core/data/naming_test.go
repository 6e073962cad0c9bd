package data

import (
	"reflect"
	"strings"
	"testing"
)

var german = Schema{
	Features: []Feature{
		{Name: "credit_amount", Kind: Integer, Max: 9},
		{Name: "purpose", Kind: Category, Levels: []string{"A40", "A43"}},
		{Name: "telephone", Kind: Boolean, Levels: []string{"no", "yes"}},
		{Name: "foreign", Kind: Boolean, Levels: []string{"no", "yes"}},
	},
	Outcome: Feature{Name: "class", Kind: Category, Levels: []string{"1", "2"}},
}

func TestReadNames(t *testing.T) {
	list := "\ufeffyes: si\ncredit_amount: Amount (DM)\r\nA43: radio: or television\n\"purpose.A40\",a new " +
		"car\nforeign,yes,from abroad\n" +
		"Telephone\tTelephone line\nnonsense: x\nclass=Risk\nclass: 1: good\nlonely\n"
	names, unmatched := german.ReadNames(list, nil)
	want := []Naming{{Name: "Amount (DM)"}, {Levels: []string{"a new car", "radio: or television"}},
		{Name: "Telephone line", Levels: []string{"", "si"}},
		{Levels: []string{"", "from abroad"}}, {Name: "Risk", Levels: []string{"good", ""}}}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("names %+v, want %+v", names, want)
	}
	if !reflect.DeepEqual(unmatched, []string{"nonsense: x", "lonely"}) {
		t.Errorf("unmatched %q", unmatched)
	}
	before := names
	if again, _ := german.ReadNames("A40: used", names); again[0].Name != "Amount (DM)" ||
		again[1].Levels[0] != "used" || before[1].Levels[0] != "a new car" {
		t.Errorf("a second list gives %+v, and the first is %+v", again, before)
	}
}

// TestReadUnits checks that a unit is read from brackets or after a tab, and only for numbers.
func TestReadUnits(t *testing.T) {
	for line, want := range map[string]Naming{
		"credit_amount: Amount [DM]":           {Name: "Amount", Unit: "DM"},
		"credit_amount: [DM]":                  {Unit: "DM"},
		"credit_amount\tAmount\tDM":            {Name: "Amount", Unit: "DM"},
		"credit_amount,\"Amount, net [1 DM]\"": {Name: "Amount, net", Unit: "1 DM"},
		"credit_amount: Amount (DM)":           {Name: "Amount (DM)"},
	} {
		names, unmatched := german.ReadNames(line, nil)
		if !reflect.DeepEqual(names[0], want) || unmatched != nil {
			t.Errorf("%q is read as %+v, want %+v", line, names[0], want)
		}
		f := german.Said(names).Features[0]
		if want.Unit != "" && (f.Say(4) != "4 "+want.Unit || !strings.HasSuffix(f.Title(), " ["+want.Unit+"]")) {
			t.Errorf("%q is said as %q of %q", line, f.Say(4), f.Title())
		}
		if !reflect.DeepEqual(german.Said(names).Own(), german) {
			t.Errorf("own %+v", german.Said(names).Own())
		}
	}
	if names, _ := german.ReadNames("purpose: Purpose [of it]", nil); names[1].Name != "Purpose [of it]" ||
		names[1].Unit != "" {
		t.Errorf("a category is read as %+v", names[1])
	}
	if names, _ := german.ReadNames("credit_amount: Sum",
		[]Naming{{Name: "Amount", Unit: "DM"}}); names[0].Name != "Sum" || names[0].Unit != "DM" {
		t.Errorf("a name alone gives %+v", names[0])
	}
}

// TestSaidAndOwn checks that output uses readable names, and that the table's own can be
// restored.
func TestSaidAndOwn(t *testing.T) {
	names := []Naming{{Name: "Amount (DM)"}, {Levels: []string{"", "radio"}}, {}, {},
		{Name: "Risk", Levels: []string{"good", "bad"}}}
	if err := german.CheckNames(names); err != nil {
		t.Fatal(err)
	}
	said := german.Said(names)
	if said.Features[0].Name != "Amount (DM)" || said.Features[1].Format(1) != "radio" ||
		said.Features[1].Format(0) != "A40" || said.Outcome.Format(1) != "bad" {
		t.Errorf("said %+v", said)
	}
	if !reflect.DeepEqual(said.Own(), german) {
		t.Errorf("own %+v", said.Own())
	}
	if !reflect.DeepEqual(german.Said(nil), german) || !reflect.DeepEqual(german.Own(), german) {
		t.Error("without names something changed")
	}
	table := &Table{Schema: said, Cols: [][]float64{{4, 5}, {0, 1}, {0, 1}, {0, 0}}, Outcome: []int{0, 1}}
	for _, search := range []string{"purpose=radio", "purpose=A43", `"amount (dm)">4`, "credit_amount>4", "radi",
		"risk=bad", "class=2"} {
		if got := table.Find(search, []int{0, 1}); !reflect.DeepEqual(got, []int{1}) {
			t.Errorf("%s finds %v", search, got)
		}
	}
}

func TestNamesThatCannotBeToldApart(t *testing.T) {
	for _, c := range []struct {
		names []Naming
		why   string
	}{
		{[]Naming{{Name: "foreign"}, {}, {}, {}, {}}, "would both be called"},
		{[]Naming{{Name: "x"}, {}, {Name: "x"}, {}, {}}, "would both be called"},
		{[]Naming{{}, {Levels: []string{"a", "a"}}, {}, {}, {}}, "two levels"},
		{[]Naming{{}, {Levels: []string{"A43", ""}}, {}, {}, {}}, "two levels"},
		{[]Naming{{}}, "1 columns have readable names"},
		{[]Naming{{Levels: []string{"a"}}, {}, {}, {}, {}}, "1 levels of"},
		{[]Naming{{}, {Unit: "DM"}, {}, {}, {}}, "cannot have a unit"},
		{[]Naming{{Unit: "\xff"}, {}, {}, {}, {}}, "not valid text"},
		{[]Naming{{Name: "\xff"}, {}, {}, {}, {}}, "not valid text"},
	} {
		if err := german.CheckNames(c.names); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%+v: %v, want %q", c.names, err, c.why)
		}
	}
	if err := german.CheckNames([]Naming{{Name: "purpose"}, {Name: "credit_amount"}, {}, {}, {}}); err != nil {
		t.Errorf("names that change places: %v", err)
	}
}

func FuzzReadNames(f *testing.F) {
	f.Add("A43: radio\nclass,1,good\n\"purpose.A40\",car")
	f.Fuzz(func(t *testing.T, text string) {
		names, _ := german.ReadNames(text, nil)
		if german.CheckNames(names) == nil && !reflect.DeepEqual(german.Said(names).Own(), german) {
			t.Errorf("%+v", names)
		}
	})
}

// TestReadDecimals checks that decimals are read from brackets with the word or after two tabs,
// and from nothing else in brackets.
func TestReadDecimals(t *testing.T) {
	for line, want := range map[string]Naming{
		"credit_amount: Amount [DM] [0 decimals]":  {Name: "Amount", Unit: "DM", Shown: 1},
		"credit_amount: [1 decimal]":               {Shown: 2},
		"credit_amount = Amount [ 6  DECIMALS ]":   {Name: "Amount", Shown: 7},
		"credit_amount\tAmount\tDM\t2":             {Name: "Amount", Unit: "DM", Shown: 3},
		"credit_amount\tAmount\t\t2\tas paid":      {Name: "Amount", Shown: 3},
		"credit_amount: Amount [DM, 0]":            {Name: "Amount", Unit: "DM, 0"},
		"credit_amount: Amount [0]":                {Name: "Amount", Unit: "0"},
		"credit_amount: Amount [0 to 10]":          {Name: "Amount", Unit: "0 to 10"},
		"credit_amount: Amount [2 decimal places]": {Name: "Amount", Unit: "2 decimal places"},
		"credit_amount: Amount (2 decimals)":       {Name: "Amount (2 decimals)"},
	} {
		names, unmatched := german.ReadNames(line, nil)
		if !reflect.DeepEqual(names[0], want) || unmatched != nil {
			t.Errorf("%q is read as %+v, want %+v; %q", line, names[0], want, unmatched)
		}
		if err := german.CheckNames(names); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if !reflect.DeepEqual(german.Said(names).Own(), german) {
			t.Errorf("own %+v", german.Said(names).Own())
		}
	}
	before := []Naming{{Name: "Amount", Unit: "DM", Shown: 3}, {}, {}, {}, {}}
	for line, want := range map[string]Naming{
		"credit_amount: [0 decimals]": {Name: "Amount", Unit: "DM", Shown: 1},
		"credit_amount: [EUR]":        {Name: "Amount", Unit: "EUR", Shown: 3},
		"credit_amount: Sum":          {Name: "Sum", Unit: "DM", Shown: 3},
	} {
		if names, _ := german.ReadNames(line, before); !reflect.DeepEqual(names[0], want) {
			t.Errorf("%q leaves %+v, want %+v", line, names[0], want)
		}
	}
	for _, line := range []string{"credit_amount: Amount [7 decimals]", "credit_amount: [-1 decimals]",
		"credit_amount: [no decimals]", "credit_amount\tAmount\tDM\tmany"} {
		if names, unmatched := german.ReadNames(line, nil); len(unmatched) != 1 || names[0].Shown != 0 ||
			names[0].Name != "" {
			t.Errorf("%q is read as %+v, %q", line, names[0], unmatched)
		}
	}
	for _, bad := range []Naming{{Shown: -1}, {Shown: MaxShown + 2}} {
		if german.CheckNames([]Naming{bad, {}, {}, {}, {}}) == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if german.CheckNames([]Naming{{}, {Shown: 1}, {}, {}, {}}) == nil {
		t.Error("a category with decimals is taken")
	}
}
