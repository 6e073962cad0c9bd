package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// aboutName is the file that the page's About shows: the version, its parts, and the required
// licences.
const aboutName = "about.json"

type about struct {
	Version string    `json:"version"`
	Parts   []bundled `json:"parts"`
}

// A bundled part is a part of the site: a module, the Go library, or a data file.
type bundled struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Licence string `json:"licence"`
}

// gatherAbout reads the version from the change log and the licences from the go
// command's module folders.
func gatherAbout(root string) ([]byte, error) {
	a := about{}
	var err error
	if a.Version, err = versionOf(root); err != nil {
		return nil, err
	}
	modules, err := bundledModules(root)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		if m.Licence, err = licenceIn(m.Licence); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		a.Parts = append(a.Parts, m)
	}
	parquet, err := os.ReadFile(filepath.Join(root, "assets", "parquet", "LICENSE"))
	if err != nil {
		return nil, err
	}
	a.Parts = append(a.Parts, bundled{Name: "hyparquet", Licence: string(parquet)})
	files, err := os.ReadFile(filepath.Join(root, "assets", "README.md"))
	if err != nil {
		return nil, err
	}
	a.Parts = append(a.Parts, bundledData(string(files))...)
	return json.Marshal(a)
}

// versionOf returns the newest heading of the change log.
func versionOf(root string) (string, error) {
	log, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	version := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(log)
	if version == nil {
		return "", errors.New("CHANGELOG.md has no version; add one as a second-level heading (## 1.2.3), the newest " +
			"first")
	}
	return string(version[1]), nil
}

// bundledModules lists the parts of both binaries: this project, the Go library and each
// module, with the folder of its licence instead of its text.
func bundledModules(root string) ([]bundled, error) {
	text, err := goCommand(root, "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}",
		"./app", "./app/engine").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	goroot, err := goEnv(root, "GOROOT")
	if err != nil {
		return nil, err
	}
	version, err := goEnv(root, "GOVERSION")
	if err != nil {
		return nil, err
	}
	list := []bundled{{Name: "Causeway", Licence: root}, {Name: "Go", Version: version, Licence: goroot}}
	lines := strings.Split(string(bytes.TrimSpace(text)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if f := strings.Split(line, "\t"); len(f) == 3 && f[1] != "" {
			list = append(list, bundled{f[0], f[1], f[2]})
		}
	}
	return list, nil
}

// licenceIn joins the licence texts in a folder, which must accompany its code.
func licenceIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, e := range entries {
		if !licenceFile.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	if texts == nil {
		return "", errors.New("no licence in " + dir)
	}
	return strings.Join(texts, "\n\n"), nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)(\.\w+)?$`)

// bundledData reads the table of assets/README.md: file, source and licence of
// the data that the page can sample.
func bundledData(table string) []bundled {
	var list []bundled
	for _, m := range dataLine.FindAllStringSubmatch(table, -1) {
		list = append(list, bundled{Name: "data: " + m[1], Licence: "Source: " + m[2] + "\n\nLicence: " + m[3]})
	}
	return list
}

var dataLine = regexp.MustCompile("(?m)^\\| `(\\S+)\\.txt` \\| (.+?) \\| (.+?) \\|$")
