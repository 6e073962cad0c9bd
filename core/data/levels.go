package data

import (
	"cmp"
	"slices"
	"strings"
)

// booleans lists the pairs of texts that are read as no and yes.
var booleans = [][2]string{{"0", "1"}, {"no", "yes"}, {"n", "y"}, {"false", "true"}, {"f", "t"}, {"off", "on"}}

// booleanPair puts two levels in the order false, true.
func booleanPair(levels []string) ([]string, bool) {
	if len(levels) != 2 {
		return nil, false
	}
	for _, p := range booleans {
		for i := range 2 {
			if strings.EqualFold(levels[i], p[0]) && strings.EqualFold(levels[1-i], p[1]) {
				return []string{levels[i], levels[1-i]}, true
			}
		}
	}
	return nil, false
}

// scales lists orders that are certain. Levels match whole words, ignoring case. A column may use
// part of a scale.
var scales = [][]string{
	{"very low", "low", "medium", "high", "very high"},
	{"low", "mid", "high"},
	{"low", "med", "high"},
	{"low", "moderate", "high"},
	{"mild", "moderate", "severe"},
	{"small", "medium", "large"},
	{"xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl"},
	{"very poor", "poor", "fair", "good", "very good", "excellent"},
	{"very bad", "bad", "average", "good", "very good"},
	{"never", "rarely", "sometimes", "often", "usually", "always"},
	{"never", "seldom", "sometimes", "often", "always"},
	{"none", "little", "moderate", "rich"},
	{"preschool", "kindergarten", "primary", "secondary", "tertiary"},
	{"no formal education", "primary school", "middle school", "some high school", "high school", "some college",
		"associate", "bachelor", "master", "doctorate"},
	{"no formal education", "primary school", "some high school", "high school", "some college", "associate's",
		"bachelor's", "master's", "doctorate"},
	{"strongly disagree", "disagree", "neutral", "agree", "strongly agree"},
	{"first", "second", "third", "fourth", "fifth"},
	{"1st", "2nd", "3rd", "4th", "5th"},
	{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"},
}

// orderedLevels returns levels in the order of the scale that contains all of them. There must be
// at least three.
func orderedLevels(levels []string) ([]string, bool) {
	if len(levels) < 3 {
		return nil, false
	}
	for _, scale := range scales {
		places := make([]string, len(scale))
		found := 0
		for _, l := range levels {
			k := slices.Index(scale, strings.ToLower(l))
			if k < 0 || places[k] != "" {
				break
			}
			places[k] = l
			found++
		}
		if found == len(levels) {
			return slices.DeleteFunc(places, func(s string) bool { return s == "" }), true
		}
	}
	return nil, false
}

// calendars lists months and weekdays in several languages.
var calendars = []string{
	"january february march april may june july august september october november december",
	"januar februar märz april mai juni juli august september oktober november dezember",
	"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
	"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
	"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
	"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
	"januari februari maart april mei juni juli augustus september oktober november december",
	"monday tuesday wednesday thursday friday saturday sunday",
	"montag dienstag mittwoch donnerstag freitag samstag sonntag",
	"lundi mardi mercredi jeudi vendredi samedi dimanche",
	"lunes martes miércoles jueves viernes sábado domingo",
	"lunedì martedì mercoledì giovedì venerdì sabato domenica",
}

// calendarLevels returns at least three levels in calendar order. A level matches a name in full or
// by at least three initial letters (two for weekdays), ignoring case. The result is nil if the
// levels belong to no calendar.
func calendarLevels(levels []string) []string {
	for _, names := range calendars {
		names := strings.Fields(names)
		order, found := make([]string, len(names)), 0
		for _, l := range levels {
			short := strings.TrimSuffix(strings.ToLower(l), ".")
			k := slices.IndexFunc(names, func(s string) bool { return strings.HasPrefix(s, short) })
			if k < 0 || order[k] != "" || len(short) < 2 || len(short) < 3 && len(names) > 7 {
				break
			}
			order[k] = l
			found++
		}
		if found == len(levels) && found > 2 {
			return slices.DeleteFunc(order, func(s string) bool { return s == "" })
		}
	}
	return nil
}

// sortLevels sorts levels as people expect: by value if all are numbers, otherwise as texts in
// which numbers are compared by value; a Boolean pair as false, true; MissingLevel last.
func sortLevels(levels []string, comma bool) {
	if pair, ok := booleanPair(levels); ok {
		copy(levels, pair)
		return
	}
	values := make(map[string]float64, len(levels))
	for _, l := range levels {
		if n, ok := parseNumber(l, comma); ok {
			values[l] = n.v
		}
	}
	numbers := len(values)
	if slices.Contains(levels, MissingLevel) {
		numbers++
	}
	slices.SortFunc(levels, func(a, b string) int {
		if (a == MissingLevel) != (b == MissingLevel) {
			return compareBool(a == MissingLevel, b == MissingLevel)
		}
		if numbers == len(levels) && values[a] != values[b] {
			return cmp.Compare(values[a], values[b])
		}
		return natural(a, b)
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// natural compares texts byte by byte, but runs of digits by value. Texts that differ only in
// leading zeros are compared as plain text.
func natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, _ := digits(x, 0, '0')
		n, _ := digits(y, 0, '0')
		if m == "" || n == "" {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		x, y = x[len(m):], y[len(n):]
		m, n = strings.TrimLeft(m, "0"), strings.TrimLeft(n, "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}
