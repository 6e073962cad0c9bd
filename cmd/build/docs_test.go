package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Bounds of the documents. To write more, cut something first.
const (
	readmeLines    = 120
	records        = 30 // docs/decisions
	recordLines    = 60
	releaseLines   = 15
	documentsBytes = 130_000 // of README.md, CHANGELOG.md and docs
	besideBytes    = 18_000  // of those beside code
	pictureBytes   = 100_000 // each
	picturesBytes  = 700_000 // all
	sentenceWords  = 40
	cellWords      = 60 // of a cell, which may be a list
	exceptions     = 20 // of the language
)

// document is one Markdown file of the tree.
type document struct {
	path string // from the root of the repository
	text string
}

// documents returns all Markdown files of the tree.
func documents(t *testing.T) (list []document) {
	t.Helper()
	err := filepath.WalkDir(repo, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != repo ||
			slices.Contains([]string{"bin", "dist", "node_modules"}, d.Name())):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(repo, path)
		list = append(list, document{filepath.ToSlash(rel), string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 20 {
		t.Fatalf("%d documents, which cannot be all", len(list))
	}
	return list
}

var (
	link    = regexp.MustCompile(`(?:\]\(|<img src=")([^)"\s]+)[)"]`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	code    = regexp.MustCompile("`[^`]*`")
)

// anchors returns the names that GitHub gives to the headings of a document.
func anchors(text string) (list []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.Map(func(r rune) rune {
			switch {
			case r == ' ' || r == '-':
				return '-'
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return list
}

// Every link of a document leads to a file, and to a heading if it names one.
func TestDocumentsLinkToWhatIsThere(t *testing.T) {
	for _, d := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(d.text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			name, anchor, _ := strings.Cut(m[1], "#")
			text := []byte(d.text)
			if name != "" {
				path := filepath.Join(repo, filepath.Dir(d.path), name)
				info, err := os.Stat(path)
				if err != nil {
					t.Errorf("%s links to %s: %v", d.path, m[1], err)
					continue
				}
				if anchor == "" || info.IsDir() {
					continue
				}
				if text, err = os.ReadFile(path); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Contains(anchors(string(text)), anchor) {
				t.Errorf("%s links to %s, a heading that is not there", d.path, m[1])
			}
		}
	}
}

// Files and folders named in documents exist.
func TestDocumentsNameFilesThatAreThere(t *testing.T) {
	named := regexp.MustCompile("`((?:app|assets|bench|cmd|core|docs|web)/[\\w/.-]+)`")
	for _, d := range documents(t) {
		for _, m := range named.FindAllStringSubmatch(d.text, -1) {
			if _, err := os.Stat(filepath.Join(repo, m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", d.path, m[1])
			}
		}
	}
}

// Functions and values that documents name in a file exist, such as `Search` in [a.go](a.go).
func TestDocumentsNameFunctionsThatAreThere(t *testing.T) {
	named := regexp.MustCompile("((?:`\\w+`(?:, | and )?)+) in (?:\\[[^\\]]*\\]\\(([^)]+\\.go)\\)|`([^`]+\\.go)`)")
	seen := 0
	for _, d := range documents(t) {
		for _, m := range named.FindAllStringSubmatch(d.text, -1) {
			path := filepath.Join(repo, m[3])
			if m[2] != "" {
				path = filepath.Join(repo, filepath.Dir(d.path), m[2])
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Errorf("%s: %v", d.path, err)
			}
			for _, name := range code.FindAllString(m[1], -1) {
				seen++
				if name = strings.Trim(name, "`"); !bytes.Contains(text, []byte(name)) {
					t.Errorf("%s names %s in %s, where it is not", d.path, name, path)
				}
			}
		}
	}
	if seen < 8 {
		t.Errorf("%d names were found, which cannot be all", seen)
	}
}

// Documents named in code exist.
func TestCodeNamesDocumentsThatAreThere(t *testing.T) {
	named := regexp.MustCompile(`\bdocs/[\w/-]+\.md\b`)
	for _, s := range goFiles(t) {
		text, err := os.ReadFile(filepath.Join(repo, s.path))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range named.FindAllString(string(text), -1) {
			if _, err := os.Stat(filepath.Join(repo, name)); err != nil {
				t.Errorf("%s names %s, which is not there", s.path, name)
			}
		}
	}
}

// Every make command in a document is a target of the Makefile, with a NAME that it knows.
func TestDocumentsNameTargetsThatAreThere(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repo, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	has := func(pattern string) bool { return regexp.MustCompile(pattern).Match(text) }
	command := regexp.MustCompile("(?m)(?:`|^    )make ([a-z]+)(?: NAME=([a-z]+))?")
	seen := 0
	for _, d := range documents(t) {
		for _, m := range command.FindAllStringSubmatch(d.text, -1) {
			seen++
			if !has("(?m)^"+m[1]+":") || m[2] != "" && !has("(?m)^\t"+m[2]+"\\)") {
				t.Errorf("%s names %s, which the Makefile does not know", d.path, strings.Trim(m[0], " `"))
			}
		}
	}
	if seen < 20 {
		t.Errorf("%d commands were found, which cannot be all", seen)
	}
}

func TestDocumentsAreShort(t *testing.T) {
	lines := func(text string) int { return strings.Count(text, "\n") }
	sum, beside, count := 0, 0, 0
	for _, d := range documents(t) {
		switch {
		case d.path == "CHANGELOG.md":
			for _, release := range strings.Split(d.text, "\n## ")[1:] {
				name, body, _ := strings.Cut(release, "\n")
				if n := lines(strings.TrimSpace(body)) + 1; n > releaseLines {
					t.Errorf("CHANGELOG.md: %s has %d lines, more than %d", name, n, releaseLines)
				}
			}
		case d.path == "README.md" && lines(d.text) > readmeLines:
			t.Errorf("README.md has %d lines, more than %d", lines(d.text), readmeLines)
		case strings.HasPrefix(d.path, "docs/decisions/"):
			count++
			if lines(d.text) > recordLines {
				t.Errorf("%s has %d lines, more than %d", d.path, lines(d.text), recordLines)
			}
			for _, part := range []string{"**Context.**", "**Decision.**", "**Consequence.**",
				"**What would change it.**"} {
				if !strings.Contains(d.text, part) {
					t.Errorf("%s lacks %s", d.path, part)
				}
			}
		}
		if strings.HasPrefix(d.path, "docs/") || !strings.Contains(d.path, "/") {
			sum += len(d.text)
		} else {
			beside += len(d.text)
		}
	}
	if count == 0 || count > records {
		t.Errorf("%d records of decisions, of at most %d", count, records)
	}
	if sum > documentsBytes || beside > besideBytes {
		t.Errorf("the documents have %d bytes and those beside code %d, more than %d or %d", sum, beside,
			documentsBytes, besideBytes)
	}
}

// Pictures are small, and a document shows each.
func TestPicturesAreSmall(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(repo, "docs", "guide", "*.png"))
	if err != nil || len(files) < 6 {
		t.Fatalf("%d pictures: %v", len(files), err)
	}
	shown := map[string]bool{}
	for _, d := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(d.text, -1) {
			shown[filepath.Base(m[1])] = true
		}
	}
	sum := int64(0)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if sum += info.Size(); info.Size() > pictureBytes {
			t.Errorf("%s has %d bytes, more than %d", file, info.Size(), pictureBytes)
		}
		if !shown[filepath.Base(file)] {
			t.Errorf("no document shows %s", file)
		}
	}
	if sum > picturesBytes {
		t.Errorf("the pictures have %d bytes together, more than %d", sum, picturesBytes)
	}
}

// Every package is on the map, by its whole name.
func TestTheMapNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repo, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(slices.Collect(maps.Keys(ours)), "cmd/batch") {
		if !bytes.Contains(text, []byte("`"+name+"`")) {
			t.Errorf("docs/architecture.md does not name %s", name)
		}
	}
}

// habits lists phrases that nobody would say to a colleague, with replacements.
var habits = []struct {
	found *regexp.Regexp
	say   string
}{
	{regexp.MustCompile(`(?i)\b(by|of) (itself|themselves)\b`), "say who does it, or leave it out"},
	{regexp.MustCompile(`(?i)\bby turns\b`), "alternating"},
	{regexp.MustCompile(`(?i)\bat leisure\b`), "when idle"},
	{regexp.MustCompile(`(?i)\bin the place of\b`), "instead of, for"},
	{regexp.MustCompile(`(?i)\bnow and then\b`), "sometimes, or how often"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were|there is|there are) (none|no)\b`), "no … exists, has no, without"},
	{regexp.MustCompile(`(?i)\bwhere there (is|are)\b`), "if"},
	{regexp.MustCompile(`(?i)\b(is|are) (said|told) (of|by)\b`), "somebody says"},
	{regexp.MustCompile(`(?i)\bas ever\b|\bof before\b|\bof then\b`), "as before, earlier"},
	{regexp.MustCompile(`(?i)\ball the same\b|\bhardly ever\b|\bof late\b`), "still, rarely"},
	{regexp.MustCompile(`(?i)\b(whoever|whichever|whatsoever)\b`), "anyone who, each"},
	{regexp.MustCompile(`(?i)\bis (held to|held against)\b|\bare (held to|held against)\b`),
		"is compared with, is checked against"},
	{regexp.MustCompile(`\b(comes|come|came) (out|of it)\b`), "results"},
	{regexp.MustCompile(`(?:^|[.:;] )What [^?]*\b(is|are|was|were|has|have)\b[^?]*[.;]`),
		"begin with somebody who does something"},
	{regexp.MustCompile(`(?:^|[.] )Of (the|what|all|each|these|those|some|many|its|a) `), "put the subject first"},
}

type excuse struct{ path, words string }

// excused lists permitted uses, by file and words.
var excused = []excuse{}

// paragraphs returns the prose of a document by the number of its first line, without headings, tables
// and code. List items are separate.
func paragraphs(text string) map[int]string {
	list, at := map[int]string{}, 0
	for i, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") ||
			strings.HasPrefix(line, "    "):
			at = 0
			continue
		case at == 0 || strings.HasPrefix(trimmed, "- ") || item.MatchString(trimmed):
			at = i + 1
		}
		list[at] += line + " "
	}
	return list
}

var (
	item = regexp.MustCompile(`^\d+\. `)
	stop = regexp.MustCompile(`[.?!:;]\s`)
)

// complaints lists a text's habits and its sentences with more words, each with advice.
func complaints(text string, words int) (list []string) {
	text = strings.ReplaceAll(code.ReplaceAllString(text, "`"), " no longer", "")
	for _, h := range habits {
		if found := h.found.FindString(text); found != "" {
			list = append(list, fmt.Sprintf("%q: %s", strings.TrimSpace(found), h.say))
		}
	}
	for _, sentence := range stop.Split(text, -1) {
		if n := len(strings.Fields(sentence)); n > words {
			list = append(list, fmt.Sprintf("a sentence of %d words, more than %d: %.60s…", n, words,
				strings.TrimSpace(sentence)))
		}
	}
	return list
}

// mustBePlain fails a test for each complaint about a passage of a file that no exception covers.
func mustBePlain(t *testing.T, path string, line, words int, text string) {
	t.Helper()
	for _, complaint := range complaints(text, words) {
		if !slices.ContainsFunc(excused, func(e excuse) bool {
			return e.path == path && strings.Contains(text, e.words)
		}) {
			t.Errorf("%s:%d: %s", path, line, complaint)
		}
	}
}

// The documents are in plain English: without bad habits and overlong sentences.
func TestDocumentsArePlain(t *testing.T) {
	if len(excused) > exceptions {
		t.Errorf("%d exceptions, of at most %d", len(excused), exceptions)
	}
	for _, d := range documents(t) {
		for i, line := range strings.Split(d.text, "\n") {
			if strings.HasPrefix(line, "|") {
				for cell := range strings.SplitSeq(line, "|") {
					mustBePlain(t, d.path, i+1, cellWords, strings.TrimSpace(cell))
				}
			}
		}
		for i, text := range paragraphs(d.text) {
			mustBePlain(t, d.path, i, sentenceWords, text)
		}
	}
	for _, e := range excused {
		text, err := os.ReadFile(filepath.Join(repo, e.path))
		if err != nil || !strings.Contains(string(text), e.words) {
			t.Errorf("the exception %q of %s is not used: %v", e.words, e.path, err)
		}
	}
}
