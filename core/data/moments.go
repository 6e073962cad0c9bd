package data

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// moments explains that the values of a column are dates or times, and what to do. It returns "" if
// they are not. Some values may be missing, and one in twenty may be anything else.
func (c *column) moments(name string) string {
	dated, timed, empty, others := 0, 0, 0, 0
	for s := range c.distinct {
		none, _ := noValue(s)
		switch date, time := momentOf(s); {
		case date:
			dated++
		case time:
			timed++
		case none || strings.Trim(s, "0-/.: ") == "": // 0000-00-00
			empty++
		default:
			others++
		}
		if 19*others > maxDistinct {
			break
		}
	}
	switch {
	case dated+timed == 0 || 19*others > dated+timed || empty > dated+timed:
		return c.momentsAsNumbers(name)
	case timed > dated:
		return "its values are times. To use the column as a feature, turn them into a number, such as hours " +
			"or minutes."
	}
	return "its values are dates" + wantedOfDates
}

const wantedOfDates = ". To use the column as a feature, turn them into a number, such as a year or an age."

// momentsAsNumbers is moments for numbers: dates written as digits, seconds since 1970, and
// spreadsheet day numbers. It decides by their range and, for the last two, also by the column's
// name.
func (c *column) momentsAsNumbers(name string) string {
	named := namesMoments(name)
	within := func(low, high float64) bool { return c.numbers > 0 && c.texts == 0 && low <= c.low && c.high < high }
	switch {
	case named && (within(5e8, 2.2e9) || within(5e11, 2.6e12)):
		return "its values are times, counted in seconds or milliseconds since 1970" + wantedOfDates
	case named && c.texts > 0 && c.numbers == 0 && c.mostHold(func(s string) bool {
		return (len(s) == 16 || len(s) == 19) && (s[0] == '1' || s[0] == '2') && digitsAlone(s)
	}):
		return "its values are times, counted in parts of seconds since 1970" + wantedOfDates
	case namesDates(name) && within(20_000, 60_000):
		return "its values are dates, counted in days as spreadsheets do" + wantedOfDates
	}
	many := len(c.distinct) >= 6
	monthly := many || named || slices.ContainsFunc(wordsOf(name), func(w string) bool {
		return oneOf(w, []string{"month", "period", "yearmonth", "yyyymm", "ym"})
	})
	for _, form := range []struct {
		is    func(s string) bool
		holds bool
	}{
		{func(s string) bool { return len(s) == 6 && isDay(2000, number2(s[4:]), 1) && isYear(s[:4]) }, monthly},
		{func(s string) bool { return len(s) == 6 && isDay(2000, number2(s[2:4]), number2(s[4:])) }, many && named},
		{func(s string) bool {
			return len(s) == 7 && s[4] == '.' && isYear(s[:4]) && isDay(2000, number2(s[5:]), 1)
		}, many || named},
		{isCompactDate, true},
		{func(s string) bool {
			return (len(s) == 12 || len(s) == 14) && isCompactDate(s[:8]) && s[8:10] < "24" && isTime(s[8:])
		}, true},
		{func(s string) bool { return endsInYear(s, true) }, true},
		{func(s string) bool { return endsInYear(s, false) }, true},
	} {
		if form.holds && c.mostHold(func(s string) bool {
			s = strings.TrimSuffix(s, ".0") // if some are missing
			return form.is(s) && digitsAlone(strings.Replace(s, ".", "", 1))
		}) {
			return "its values are dates, such as " + quote(c.examples[0]) + wantedOfDates
		}
	}
	return ""
}

// mostHold reports whether a condition holds for at least 19 of 20 values. Zeros count as
// missing.
func (c *column) mostHold(is func(s string) bool) bool {
	held, others := 0, 0
	for s := range c.distinct {
		if is(s) {
			held++
		} else if strings.Trim(s, "0.") != "" {
			others++
		}
	}
	return held > 0 && 19*others <= held
}

// namesDates reports whether a name refers to a date; namesMoments, whether it refers to a date or
// time.
func namesDates(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool {
		return oneOf(w, []string{"datum", "fecha", "dob"}) || strings.HasSuffix(w, "date") &&
			!oneOf(w, []string{"update", "candidate", "mandate", "validate"})
	})
}

func namesMoments(name string) bool {
	words := wordsOf(name)
	return namesDates(name) || len(words) > 0 && words[len(words)-1] == "at" ||
		slices.ContainsFunc(words, func(w string) bool {
			return oneOf(w, []string{"time", "ts", "ms", "millis", "epoch", "unix", "created", "updated", "modified",
				"when", "seen", "zeit", "heure", "hora"}) ||
				strings.HasSuffix(w, "timestamp") || strings.HasSuffix(w, "datetime") ||
				strings.HasSuffix(w, "unixtime")
		})
}

var plainDates = strings.NewReplacer("年", "-", "月", "-", "日", " ", "년", "-", "월", "-", "일", " ", "\u202f", " ",
	"\u00a0", " ")

// momentOf reports whether a text is a date, with or without a time of day, or only a time.
func momentOf(s string) (date, time bool) {
	if len(s) < 3 || len(s) > 64 || !strings.ContainsFunc(s, unicode.IsDigit) {
		return false, false
	}
	s = plainDates.Replace(strings.ToLower(s))
	day, rest := cutTime(strings.TrimSpace(s))
	day = strings.TrimRight(day, " ,-")
	if rest != "" {
		if !isTime(rest) {
			return false, false
		}
		if n, unit, ok := strings.Cut(day, " day"); day == "" || ok && digitsAlone(strings.TrimLeft(n, "+-")) &&
			(unit == "" || unit == "s") {
			return false, true
		}
	}
	date = isDate(day) || rest != "" && isCompactDate(day)
	return date, !date && rest == "" && (isDuration(day) || isDotted(day)) // 11.30.10 may be either
}

// isDotted reports whether a text is a time such as 18.00.00.
func isDotted(s string) bool {
	parts := strings.Split(s, ".")
	return len(parts) == 3 && len(parts[0]) == 2 && digitsAlone(parts[0]) && parts[0] < "24" && isMinute(parts[1]) &&
		isMinute(parts[2])
}

// cutTime separates the time of day from a date. A text that is only a time has an empty date.
func cutTime(s string) (day, time string) {
	if at := strings.IndexByte(s, ':'); at > 0 {
		begin := at
		for begin > 0 && isDigit(s[begin-1]) {
			begin--
		}
		if at-begin == 4 { // 5/oct/2023:13:55:36
			return s[:at], s[at+1:]
		}
		if day = s[:begin]; day == "-" || day == "+" {
			day = ""
		}
		for _, between := range []string{" at ", " um ", " à ", " alle ", " a las ", "t"} {
			day = strings.TrimSuffix(day, between)
		}
		return day, s[begin:]
	}
	if day, time, ok := strings.Cut(s, "t"); ok && len(day) == 8 && digitsAlone(day) {
		return day, time // 20231005t133305z
	}
	if at := strings.IndexFunc(s, func(r rune) bool { return !isDigit(byte(r)) || r > 0x7f }); at > 0 && at <= 2 {
		switch after := strings.TrimSpace(s[at:]); {
		case oneOf(after, []string{"am", "pm", "a.m.", "p.m.", "uhr"}):
			return "", s[:at] + ":00 " + after
		case len(after) > 2 && (after[0] == 'h' && isDigit(after[1]) || after[0] == '.' &&
			strings.HasSuffix(after, " uhr")):
			return "", s[:at] + ":" + after[1:]
		}
	}
	return s, ""
}

// isTime reports whether a text is a time such as 13:33, 13:33:05.12 or 133305, which may be
// followed by a zone or by am or pm.
func isTime(s string) bool {
	end := 0
	for end < len(s) && (isDigit(s[end]) || strings.IndexByte(":.,", s[end]) >= 0) {
		end++
	}
	clock, zone := strings.TrimRight(s[:end], ".,"), strings.TrimSpace(s[end:])
	parts := strings.Split(clock, ":")
	if len(parts) == 1 && (len(clock) == 6 || len(clock) == 4) && digitsAlone(clock) {
		parts = []string{clock[:2], clock[2:4]}
	}
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) > 3 || !digitsAlone(parts[0]) || !isMinute(parts[1]) {
		return len(parts) == 2 && isMinuteSecond(parts) // 47:05.3
	}
	if len(parts) == 3 {
		second, _, _ := strings.Cut(strings.ReplaceAll(parts[2], ",", "."), ".")
		if !isMinute(second) {
			return false
		}
	}
	return isZone(zone)
}

func isMinuteSecond(parts []string) bool {
	second, fraction, ok := strings.Cut(parts[1], ".")
	return ok && len(parts[0]) <= 3 && digitsAlone(parts[0]) && isMinute(second) && digitsAlone(fraction)
}

func isMinute(s string) bool { return len(s) == 2 && digitsAlone(s) && s[0] <= '6' && s <= "60" }

// isZone reports whether the text after a time is a zone, or am or pm.
func isZone(s string) bool {
	for _, half := range []string{"am", "pm", "a.m.", "p.m.", "uhr", "h", "m"} {
		if s = strings.TrimSpace(s); strings.HasPrefix(s, half) {
			s = s[len(half):]
			break
		}
	}
	if at := strings.IndexByte(s, '['); at >= 0 { // +02:00[europe/berlin]
		s = s[:at]
	}
	if s = strings.TrimSpace(s); s == "" {
		return true
	}
	if s[0] == '+' || s[0] == '-' {
		offset, _, _ := strings.Cut(s[1:], " ")
		offset = strings.ReplaceAll(offset, ":", "")
		return (len(offset) == 2 || len(offset) == 4) && digitsAlone(offset)
	}
	name, offset, _ := strings.Cut(s, "+")
	return len(name) <= 32 && (offset == "" || len(offset) <= 5) &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '/' && r != '_' }) &&
		(len(name) <= 5 || strings.Contains(name, "/"))
}

// isDuration reports whether a text is an ISO 8601 duration, such as pt1h30m, or a duration with
// several units, such as 1h 30m. A number with a single unit is not one.
func isDuration(s string) bool {
	if rest, iso := strings.CutPrefix(strings.TrimPrefix(s, "-"), "p"); iso {
		return len(rest) > 1 && strings.Trim(rest, "0123456789.,ymwdths") == "" && !isDigit(rest[len(rest)-1]) &&
			(isDigit(rest[0]) || rest[0] == 't')
	}
	units := 0
	for ; s != ""; units++ {
		number := len(s) - len(strings.TrimLeft(s, "0123456789"))
		rest := strings.TrimLeft(s[number:], " ")
		unit := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
		if unit < 0 {
			unit = len(rest)
		}
		if number == 0 || !oneOf(strings.TrimSuffix(rest[:unit], "s"),
			[]string{"d", "day", "h", "hr", "hour", "m", "min", "minute", "", "sec", "second", "tag",
				"std", "stunde"}) || unit == 0 {
			return false
		}
		s = strings.TrimLeft(rest[unit:], " ,")
	}
	return units > 1
}

// isDate reports whether a lower-case text is a date: in digits, with the year first or last, or
// with a month name. It may also be only a month or quarter of a year.
func isDate(s string) bool {
	var numbers []string
	// n is a number, m or o a month, q a quarter, and w a week; separators stand for themselves
	var shape strings.Builder
	for s != "" {
		end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
		if end < 0 {
			end = len(s)
		}
		if end > 0 {
			if !digitsAlone(s[:end]) || len(s[:end]) > 8 {
				return false
			}
			numbers = append(numbers, s[:end])
			shape.WriteByte('n')
			s = s[end:]
			continue
		}
		if end = strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); end < 0 {
			end = len(s)
		}
		if end == 0 {
			_, end = utf8.DecodeRuneInString(s)
			shape.WriteString(s[:end])
			s = s[end:]
			continue
		}
		sign, known := signOfWord(s[:end])
		if !known {
			return false
		}
		shape.WriteString(sign)
		s = s[end:]
	}
	return isDateOf(shape.String(), numbers)
}

// signOfWord returns the sign for a word in a date, which may be empty. A three-letter month in a
// language other than English becomes o, because it may also be a word, as in set 1 or gen 2.
func signOfWord(w string) (sign string, known bool) {
	switch w {
	case "q", "kw", "w":
		return w[len(w)-1:], true
	case "week":
		return "w", true
	case "st", "nd", "rd", "th", "er", "de", "del", "of", "the", "den", "le":
		return "", true
	case "mrz", "maerz", "jänner", "fevrier", "aout", "decembre", "marco":
		return "m", true
	case "miercoles", "sabado", "上午", "下午", "午前", "午後", "오전", "오후":
		return "", true
	}
	for _, names := range calendars {
		if len(w) < 3 || !strings.HasPrefix(names, w) && !strings.Contains(names, " "+w) {
			continue
		}
		switch months := strings.Count(names, " ") == 11; {
		case months && (len(w) > 3 || names == calendars[0]):
			return "m", true
		case months:
			return "o", true
		}
		return "", true
	}
	return "", false
}

// isDateOf decides whether numbers in this shape form a date.
func isDateOf(shape string, numbers []string) bool {
	named := strings.ContainsAny(shape, "moqw")
	if named {
		shape = strings.Join(strings.FieldsFunc(shape, func(r rune) bool { return strings.ContainsRune(" .,-/'", r) }),
			"")
	} else {
		shape = strings.TrimRight(strings.ReplaceAll(shape, ". ", "."), ".- ")
	}
	n := func(i int) int { return number2(numbers[i]) }
	if shape == "on" || shape == "no" {
		return isYear(numbers[0])
	}
	switch strings.Replace(shape, "o", "m", 1) {
	case "mn", "nm":
		return len(numbers[0]) <= 2 && n(0) >= 1 || isYear(numbers[0])
	case "nmn", "mnn":
		a, b := numbers[0], numbers[1]
		return n(0) <= 31 && len(a) <= 2 && (isYear(b) || len(b) == 2) || isYear(a) && n(1) <= 31
	case "qnn":
		return n(0) >= 1 && n(0) <= 4 && len(numbers[0]) == 1 && (isYear(numbers[1]) || len(numbers[1]) == 2)
	case "nqn":
		year, quarter := numbers[0], numbers[1]
		if len(year) == 1 { // 4Q23
			year, quarter = quarter, year
		}
		return len(quarter) == 1 && quarter >= "1" && quarter <= "4" && (isYear(year) || len(year) == 2)
	case "nwn", "nwnn":
		return isYear(numbers[0]) && n(1) <= 53
	case "wnn":
		return isYear(numbers[1]) && n(0) <= 53
	case "n-n", "n/n", "n.n":
		a, b := numbers[0], numbers[1]
		if shape == "n-n" && isYear(a) && len(b) == 3 { // the day of the year
			return n(1) >= 1 && n(1) <= 366
		}
		return isYear(a) && len(b) <= 2 && isDay(2000, n(1), 1) && shape != "n.n" || isYear(b) && len(a) <= 2 &&
			(shape != "n.n" || len(a) == 2) && isDay(2000, n(0), 1)
	case "n-n-n", "n/n/n", "n.n.n", "n n n":
		width := [3]int{len(numbers[0]), len(numbers[1]), len(numbers[2])}
		either := func(a, b int) bool { return a >= 1 && b >= 1 && min(a, b) <= 12 && max(a, b) <= 31 }
		switch {
		case width[0] == 4:
			return either(n(1), n(2)) && width[1] <= 2 && width[2] <= 2
		case shape == "n n n" || width[0] > 2 || width[1] > 2:
			return false
		}
		return (width[2] == 4 || width[2] == 2) && either(n(0), n(1)) || width == [3]int{2, 2, 2} &&
			isDay(2000, n(1), n(2))
	}
	return false
}

// isCompactDate reports whether digits form a date such as 20231005.
func isCompactDate(s string) bool {
	return len(s) == 8 && isYear(s[:4]) && isDay(number2(s[:4]), number2(s[4:6]), number2(s[6:]))
}

// endsInYear reports whether digits form a date such as 05102023, with the day or the month
// first. A leading zero may be missing.
func endsInYear(s string, dayFirst bool) bool {
	if len(s) == 7 {
		s = "0" + s
	}
	if len(s) != 8 || !isYear(s[4:]) {
		return false
	}
	a, b := number2(s[:2]), number2(s[2:4])
	if dayFirst {
		a, b = b, a
	}
	return isDay(number2(s[4:]), a, b)
}

// isYear reports whether four digits are a plausible year.
func isYear(s string) bool { return len(s) == 4 && s >= "1800" && s < "2200" }

// isDay reports whether a month of a year has a day with this number.
func isDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	switch month {
	case 4, 6, 9, 11:
		return day <= 30
	case 2:
		return day <= 28 || day == 29 && year%4 == 0
	}
	return true
}

func digitsAlone(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// number2 returns the number that digits represent.
func number2(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
