package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// releasesName lists the hashes of each version's build.
const releasesName = "RELEASES"

// unreleased is the heading of the change log before a version is named.
const unreleased = "Next"

// A release is a line of the list.
type release struct{ version, commit, app, engine string }

func (r release) String() string {
	return strings.Join([]string{r.version, r.commit, r.app, r.engine}, " ")
}

// reproduce builds a commit in two clean clones, each with its own cache, compares both sites
// byte by byte, and then with the list. A version missing from the list is added.
func reproduce(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("reproduce", flag.ContinueOnError)
	at := flags.String("at", "HEAD", "commit to build")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	commit, err := commandIn(root, nil, "git", "rev-parse", "--verify", *at+"^{commit}")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "causeway-reproduce-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var sums [2]map[string]string
	r := release{commit: commit}
	for i := range sums {
		fmt.Fprintf(out, "building %.12s in a clean clone, %d of 2\n", commit, i+1)
		clone := filepath.Join(dir, fmt.Sprint("clone", i))
		if sums[i], err = buildClone(root, clone, commit); err != nil {
			return err
		}
		if r.version, err = versionOf(clone); err != nil {
			return err
		}
	}
	for name, sum := range sums[0] {
		switch {
		case sums[1][name] != sum:
			return fmt.Errorf("two builds of %s differ: %s", commit, name)
		case strings.HasPrefix(name, "app.") && strings.HasSuffix(name, ".wasm"):
			r.app = sum
		case strings.HasPrefix(name, "engine.") && strings.HasSuffix(name, ".wasm"):
			r.engine = sum
		}
	}
	if len(sums[1]) != len(sums[0]) {
		return fmt.Errorf("two builds of %s differ: one has %d files, the other %d", commit, len(sums[0]), len(sums[1]))
	}
	fmt.Fprintf(out, "both sites have the same %d files:\n%s\n", len(sums[0]), r)
	list, err := os.ReadFile(filepath.Join(root, releasesName))
	if err != nil {
		return err
	}
	next, says, err := compared(string(list), r)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, says)
	if next == string(list) {
		return nil
	}
	return os.WriteFile(filepath.Join(root, releasesName), []byte(next), 0o644)
}

// buildClone builds a commit in a clone and returns the SHA-256 of every file of its site, compressed
// forms included. No cache of compiled code or of compressed files is shared.
func buildClone(root, clone, commit string) (map[string]string, error) {
	if _, err := commandIn(root, nil, "git", "clone", "--quiet", "--no-checkout", root, clone); err != nil {
		return nil, err
	}
	if _, err := commandIn(clone, nil, "git", "checkout", "--quiet", "--detach", commit); err != nil {
		return nil, err
	}
	site := clone + "-site"
	caches := []string{"GOCACHE=" + clone + "-gocache", "XDG_CACHE_HOME=" + clone + "-cache"}
	if _, err := commandIn(clone, caches, "go", "run", "-buildvcs=false", "./cmd/build",
		"-fast", "-out", site); err != nil {
		return nil, err
	}
	sums := map[string]string{}
	return sums, fs.WalkDir(os.DirFS(site), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(site, name))
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(b))
		return err
	})
}

// commandIn runs a command in a folder and returns what it prints.
func commandIn(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	text, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w\n%s", err, bytes.TrimSpace(failed.Stderr))
		}
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}

// compared compares a release with the list, and returns the list, with the release if it is new.
func compared(list string, r release) (next, says string, err error) {
	known, err := releases(list)
	if err != nil {
		return "", "", err
	}
	i := slices.IndexFunc(known, func(k release) bool { return k.version == r.version })
	switch {
	case r.version == unreleased:
		return list, "CHANGELOG.md calls this version Next, so it is not listed yet.", nil
	case i < 0:
		return list + r.String() + "\n", "The line is added to " + releasesName + "; commit it.", nil
	case known[i].commit != r.commit:
		return "", "", fmt.Errorf("version %s is commit %s in %s, but this is commit %s; build the listed one with "+
			"AT=%s, or give this one its own version in "+
			"CHANGELOG.md", r.version, known[i].commit, releasesName, r.commit,
			known[i].commit)
	case known[i] != r:
		return "", "", fmt.Errorf("the build of version %s differs from the hashes in %s:\n%s", r.version, releasesName,
			known[i])
	}
	return list, "They are those that " + releasesName + " lists of version " + r.version + ".", nil
}

// releases reads the list.
func releases(list string) (all []release, err error) {
	for i, line := range strings.Split(list, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Fields(line)
		if len(f) != 4 || len(f[1]) != 40 || len(f[2]) != 64 || len(f[3]) != 64 {
			return nil, fmt.Errorf("line %d of %s must be a version, a commit and two hashes", i+1, releasesName)
		}
		all = append(all, release{f[0], f[1], f[2], f[3]})
	}
	return all, nil
}
