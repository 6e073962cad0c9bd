package notice

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

func languages() (list []*Words) {
	for l := range document.LanguageCount {
		list = append(list, In(l))
	}
	return list
}

// texts returns all texts of a language by the name of their field, including the name of the
// plural form if there is one.
func texts(w *Words) map[string]string {
	list := map[string]string{}
	v := reflect.ValueOf(*w)
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch {
		case f.Kind() == reflect.String:
			list[name] = f.String()
		case f.Kind() == reflect.Array:
			for k := range f.Len() {
				list[name+strconv.Itoa(k)] = f.Index(k).String()
			}
		case name != "numerals" && f.Kind() == reflect.Struct:
			for k := range f.NumField() {
				list[name+"."+f.Type().Field(k).Name] = f.Field(k).String()
			}
		}
	}
	return list
}

// filled returns the placeholders in a text.
func filled(text string) []string {
	names := regexp.MustCompile(`{\w+}`).FindAllString(text, -1)
	slices.Sort(names)
	return slices.Compact(names)
}

// formsOf returns the plural forms that a language has for integers.
func formsOf(w *Words) map[string]bool {
	has := map[string]bool{}
	for n := range 1000 {
		has[[...]string{zero: "zero", one: "one", two: "two", few: "few", many: "many",
			other: "other"}[w.numerals.plural(n)]] = true
	}
	return has
}

// Every language has all texts with the same placeholders as English, and exactly the plural
// forms that its numbers need. No text is so long that a document would cut it.
func TestEveryLanguageSaysEverything(t *testing.T) {
	ours := texts(English)
	if len(ours) < 120 {
		t.Fatalf("%d texts were found, which cannot be all", len(ours))
	}
	for _, w := range languages() {
		has := formsOf(w)
		for name, text := range texts(w) {
			same := ours[name]
			if _, form, ok := strings.Cut(name, "."); ok {
				if has[form] != (text != "") {
					t.Errorf("%s: %s is %q", w.tag, name, text)
				}
				if text == "" {
					continue
				}
				same = strings.ReplaceAll(ours[strings.TrimSuffix(name, form)+"other"], "{n}", "")
				text = strings.ReplaceAll(text, "{n}", "")
			}
			if text == "" {
				t.Errorf("%s: %s is empty", w.tag, name)
			}
			if got, want := filled(text), filled(same); !slices.Equal(got, want) {
				t.Errorf("%s: %s fills in %v, want %v", w.tag, name, got, want)
			}
			words := regexp.MustCompile(`{\w+}`).ReplaceAllString(text, "")
			if w != English && text == ours[name] && strings.ContainsFunc(words, unicode.IsLetter) && name != "dir" &&
				!strings.HasPrefix(name, "months") {
				t.Errorf("%s: %s is the English one: %q", w.tag, name, text)
			}
			for _, piece := range strings.Split(text, "{") {
				if utf8.RuneCountInString(piece) > 290 {
					t.Errorf("%s: %s has a piece of %d characters", w.tag, name, utf8.RuneCountInString(piece))
				}
			}
		}
	}
}

// The plural rules are the same as in CLDR.
func TestPluralsAreThoseOfCLDR(t *testing.T) {
	theirs := map[plural.Form]pluralForm{plural.Other: other, plural.Zero: zero, plural.One: one, plural.Two: two,
		plural.Few: few, plural.Many: many}
	for _, w := range languages() {
		tag := language.MustParse(w.tag)
		for n := range 120_000 {
			if got, want := w.numerals.plural(n), theirs[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]; got != want {
				t.Fatalf("%s: %d has form %d, want %d", w.tag, n, got, want)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		w    *Words
		want []string // for 0, 1, 2, 3, 11 and 100
	}{
		{English, []string{"0 samples were drawn.", "1 sample was drawn.", "2 samples were drawn.",
			"3 samples were drawn.", "11 samples were drawn.", "100 samples were drawn."}},
		{german, []string{"0 Stichproben wurden gezogen.", "1 Stichprobe wurde gezogen.",
			"2 Stichproben wurden gezogen.", "3 Stichproben wurden gezogen.", "11 Stichproben wurden gezogen.",
			"100 Stichproben wurden gezogen."}},
		{french, []string{"0 échantillon a été tiré.", "1 échantillon a été tiré.", "2 échantillons ont été tirés.",
			"3 échantillons ont été tirés.", "11 échantillons ont été tirés.", "100 échantillons ont été tirés."}},
		{spanish, []string{"Se extrajeron 0 muestras.", "Se extrajo 1 muestra.", "Se extrajeron 2 muestras.",
			"Se extrajeron 3 muestras.", "Se extrajeron 11 muestras.", "Se extrajeron 100 muestras."}},
		{arabic, []string{"لم تُسحب أي عينة.", "سُحبت عينة واحدة.", "سُحبت عينتان.", "سُحبت 3 عينات.",
			"سُحبت 11 عينة.", "سُحبت 100 عينة."}},
	} {
		for i, n := range []int{0, 1, 2, 3, 11, 100} {
			if got := Text(tt.w.count(tt.w.samples, n, nil)); got != tt.want[i] {
				t.Errorf("%s: %d is %q, want %q", tt.w.tag, n, got, tt.want[i])
			}
		}
	}
}

// Numbers, percentages, dates and lists are written as in CLDR. Numbers of four digits are not
// grouped, because they may be years.
func TestLocales(t *testing.T) {
	for _, tt := range []struct {
		w    *Words
		want string
	}{
		{English, "1994 | 1,994.50 | 12,345.60 | −0.5 | 71.3 % | over 99.9 % | " +
			"1 November 2026 | 21 March 2026 | a, b and c"},
		{german, "1994 | 1.994,50 | 12.345,60 | −0,5 | 71,3 % | mehr als 99,9 % | " +
			"1. November 2026 | 21. März 2026 | a, b und c"},
		{french, "1994 | 1_994,50 | 12_345,60 | −0,5 | 71,3_% | plus de 99,9_% | " +
			"1er novembre 2026 | 21 mars 2026 | a, b et c"},
		{spanish, "1994 | 1994,50 | 12.345,60 | −0,5 | 71,3 % | más del 99,9 % | " +
			"1 de noviembre de 2026 | 21 de marzo de 2026 | a, b y c"},
		{arabic, "1994 | 1,994.50 | 12,345.60 | −0.5 | 71.3\u200e%\u200e | أكثر من 99.9\u200e%\u200e | " +
			"1 نوفمبر 2026 | 21 مارس 2026 | a، b وc"},
	} {
		w := tt.w
		got := strings.Join([]string{w.number("1994"), w.number("1994.50"), w.number("12345.60"), w.number("-0.5"),
			w.Probability(0.713), w.Probability(1), w.day("2026-11-01"), w.day("2026-03-21"),
			Text(w.join([][]Phrase{plain("a"), plain("b"), plain("c")}, w.and))}, " | ")
		if want := strings.ReplaceAll(tt.want, "_", "\u202f"); got != want {
			t.Errorf("%s: %s, want %s", w.tag, got, want)
		}
	}
	for next, want := range map[string]string{"ingreso": " e ", "hijos": " e ", "hierro": " y ", "edad": " y "} {
		if got := spanish.before(spanish.and, next); got != want {
			t.Errorf("%q before %s, want %q", got, next, want)
		}
	}
	if got := spanish.before(spanish.or, "otro"); got != " u " {
		t.Errorf("%q before otro", got)
	}
}

// A step of a plan towards a goal names the band without a probability: shares of bands are not probabilities.
func TestAStepInBandsHasNoProbability(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age", Kind: data.Integer, MAD: 1}},
		Outcome: data.Feature{Name: "rent", Kind: data.Category, Levels: []string{"low", "high"}}}
	c := document.Counterfactual{Row: []float64{40}, Plan: []document.Step{{Class: 1, Shares: []float64{0.02, 0.98},
		Stage: causal.Stage{Does: []int{0}, Row: []float64{40}}}}}
	for _, banded := range []bool{false, true} {
		c.Banded = banded
		text := fmt.Sprint(English.Step(s, []float64{30}, c, 0))
		if strings.Contains(text, "98") == banded || !strings.Contains(text, "high") {
			t.Errorf("banded: %v: %s", banded, text)
		}
	}
}
