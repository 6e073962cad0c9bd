package data

import (
	"fmt"
	"strconv"
	"strings"
)

// sentence is an error in the form that people read: it starts with a capital and ends with a
// full stop, unlike errors to be wrapped.
type sentence string

func (s sentence) Error() string { return string(s) }

// refuse creates a sentence. It has many callers, so inlining it would noticeably increase the
// download.
func refuse(format string, args ...any) error {
	return sentence(fmt.Sprintf(format, args...))
}

// maxProblems is the number of problems listed individually.
const maxProblems = 10

// problems collects sentences and counts those beyond the limit.
type problems struct {
	list []string
	more int
}

func (p *problems) add(format string, args ...any) {
	if len(p.list) == maxProblems {
		p.more++
		return
	}
	p.list = append(p.list, fmt.Sprintf(format, args...))
}

// sentences returns the collected sentences. The last one states how many more there are.
func (p *problems) sentences() []string {
	if p.more > 0 && len(p.list) > 0 {
		p.list[len(p.list)-1] += " And " + plural(p.more, "more problem", "more problems") + "."
		p.more = 0
	}
	return p.list
}

// grouped writes a count with commas between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// megabytes writes a size in units of 2^20 bytes.
func megabytes(n int) string {
	if n%(1<<20) == 0 {
		return strconv.Itoa(n>>20) + " MB"
	}
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}

// over writes by how much a size exceeds MaxFile.
func over(n int) string {
	switch n -= MaxFile; {
	case n < 1<<10:
		return plural(n, "byte", "bytes")
	case n < 1<<20:
		return strconv.FormatFloat(float64(n)/(1<<10), 'f', 1, 64) + " KB"
	}
	return megabytes(n)
}

// shorten cuts a text to at most n runes, so that a message stays readable.
func shorten(s string, n int) string {
	count := 0
	for i := range s {
		if count == n {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// quote writes a value of the file as part of a sentence, on one line.
func quote(s string) string {
	line := func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}
	return `"` + strings.Map(line, shorten(s, 40)) + `"`
}

// quoteAll lists the first values as part of a sentence.
func quoteAll(list []string) string {
	var q []string
	for i, s := range list {
		if i == 6 {
			q = append(q, "and "+grouped(len(list)-i)+" more")
			break
		}
		q = append(q, quote(s))
	}
	return strings.Join(q, ", ")
}
