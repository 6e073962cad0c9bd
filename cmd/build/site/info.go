// Package site serves a folder written by cmd/build, with correct types, precompressed files, caching
// by name, and the headers of a page that contacts no other site. It serves only files that the build
// lists.
package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
)

// InfoName is the file in which a build describes itself.
const InfoName = "build.json"

// Info describes a built site.
type Info struct {
	Build  string   `json:"build"`  // hash of the Go sources, stored in both binaries
	Site   string   `json:"site"`   // hash of everything in the site
	Base   string   `json:"base"`   // path prefix fixed in the page, or empty
	Policy string   `json:"policy"` // policy of the page, see Policy
	Files  []string `json:"files"`  // published names, without compressed forms
}

// ReadInfo reads the description of the site in fsys.
func ReadInfo(fsys fs.FS) (Info, error) {
	text, err := fs.ReadFile(fsys, InfoName)
	if err != nil {
		return Info{}, err
	}
	return parseInfo(text)
}

func parseInfo(text []byte) (Info, error) {
	var info Info
	if err := json.Unmarshal(text, &info); err != nil {
		return info, fmt.Errorf("%s: %w", InfoName, err)
	}
	return info, nil
}

// HashLen is the number of hexadecimal digits in a hashed name.
const HashLen = 16

var hashed = regexp.MustCompile(fmt.Sprintf(`\.[0-9a-f]{%d}\.[a-z0-9]+$`, HashLen))

// Hashed reports whether a name contains a hash of the content, so that a browser may
// cache the file for ever.
func Hashed(name string) bool { return hashed.MatchString(name) }
