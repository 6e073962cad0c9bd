package main

import (
	"regexp"
	"slices"
	"strings"
)

// What the page's first frame looks like stands in the page itself, so that it is painted
// before the style sheet has come. The sheet follows with the same rules in the same order.

var (
	comment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	spaces   = regexp.MustCompile(`\s+`)
	markup   = regexp.MustCompile(`<([a-z0-9]+)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*/?>`)
	itsNames = regexp.MustCompile(`([a-zA-Z-]+)(?:="([^"]*)")?`)

	function = regexp.MustCompile(`:(not|is|where|has)\(([^()]*)\)`)
	counted  = regexp.MustCompile(`:nth-[a-z-]+\([^()]*\)`)
	pseudo   = regexp.MustCompile(`::?(?:[a-z]+-)*[a-z]+(?:\([^()]*\))?`)
	later    = regexp.MustCompile(`:(?:hover|active|focus|focus-visible|focus-within|checked|modal|fullscreen)\b|::(?:backdrop|selection)`)
	named    = regexp.MustCompile(`([.#[]?)([a-zA-Z_][\w-]*)(?:(=)"([^"]*)"|[~|^$*]=[^\]]*)?`)
)

// missing is a name that no page has.
const missing = ".missing"

// vocabulary is what stands in a page: elements, .classes, #ids, [attributes and [attributes=values.
type vocabulary map[string]bool

func vocabularyOf(page string) vocabulary {
	v := vocabulary{}
	for _, element := range markup.FindAllStringSubmatch(page, -1) {
		v[element[1]] = true
		for _, a := range itsNames.FindAllStringSubmatch(element[2], -1) {
			v["["+a[1]], v["["+a[1]+"="+a[2]] = true, true
			switch a[1] {
			case "class":
				for name := range strings.FieldsSeq(a[2]) {
					v["."+name] = true
				}
			case "id":
				v["#"+a[2]] = true
			}
		}
	}
	return v
}

// mayMatch reports whether a selector can choose something of the page before anybody has
// pressed anything: all that it names stands there. What must not hold is not looked at.
func (v vocabulary) mayMatch(selector string) bool {
	selector = counted.ReplaceAllString(selector, "")
	for function.MatchString(selector) {
		selector = function.ReplaceAllStringFunc(selector, func(f string) string {
			parts := function.FindStringSubmatch(f)
			if parts[1] == "not" || slices.ContainsFunc(strings.Split(parts[2], ","), v.mayMatch) {
				return ""
			}
			return missing
		})
	}
	if later.MatchString(selector) {
		return false
	}
	for _, n := range named.FindAllStringSubmatch(pseudo.ReplaceAllString(selector, ""), -1) {
		if !v[n[1]+n[2]+n[3]+n[4]] {
			return false
		}
	}
	return true
}

// firstStyle is what of a style sheet holds for a page as it arrives. The sheet nests no
// rules, and no text of it holds a brace.
func firstStyle(sheet, page string) string {
	return strings.TrimSpace(vocabularyOf(page).rules(spaces.ReplaceAllString(comment.ReplaceAllString(sheet, ""), " ")))
}

func (v vocabulary) rules(sheet string) string {
	var kept strings.Builder
	for {
		head, rest, ok := strings.Cut(sheet, "{")
		if !ok {
			return kept.String()
		}
		end := blockEnd(rest)
		head, body := strings.TrimSpace(head), strings.TrimSpace(rest[:end])
		sheet = rest[min(end+1, len(rest)):]
		switch {
		case strings.HasPrefix(head, "@media print"):
			continue
		case strings.HasPrefix(head, "@media"), strings.HasPrefix(head, "@supports"):
			body = strings.TrimSpace(v.rules(body))
		case !strings.HasPrefix(head, "@"):
			var chosen []string
			for _, s := range selectors(head) {
				if v.mayMatch(s) {
					chosen = append(chosen, s)
				}
			}
			if head = strings.Join(chosen, ", "); head == "" {
				continue
			}
		}
		if body != "" {
			kept.WriteString(head + " { " + body + " }\n")
		}
	}
}

// blockEnd is where the brace stands that closes what is open.
func blockEnd(s string) int {
	open := 1
	for i, c := range s {
		switch c {
		case '{':
			open++
		case '}':
			open--
		}
		if open == 0 {
			return i
		}
	}
	return len(s)
}

// selectors are those of a list, whose commas stand in no parentheses.
func selectors(list string) []string {
	var all []string
	open, from := 0, 0
	for i, c := range list {
		switch {
		case c == '(':
			open++
		case c == ')':
			open--
		case c == ',' && open == 0:
			all = append(all, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	return append(all, strings.TrimSpace(list[from:]))
}
