package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"causeway/cmd/build/site"
)

// write writes a site into dir. It replaces the page and the service worker after all files that they
// name exist, and then removes files of an earlier build. It leaves other files alone.
func write(dir string, s static, packed map[string][]byte) error {
	old, _ := site.ReadInfo(os.DirFS(dir))
	last := []string{workerName, indexName, site.InfoName}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.files)), func(name string) bool {
		return slices.Contains(last, name)
	})
	for _, name := range append(names, last...) {
		if err := writeForms(dir, name, s.files, packed); err != nil {
			return err
		}
	}
	for _, name := range old.Files {
		if _, ok := s.files[name]; !ok && filepath.IsLocal(name) {
			for _, ext := range []string{"", ".br", ".gz"} {
				os.Remove(filepath.Join(dir, name+ext))
			}
		}
	}
	return nil
}

// writeForms writes a file and its compressed forms, and removes forms that this build lacks.
func writeForms(dir, name string, files, packed map[string][]byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	for _, ext := range []string{".br", ".gz"} {
		content, ok := packed[name+ext]
		if !ok {
			os.Remove(file + ext)
			continue
		}
		if err := replace(file+ext, content); err != nil {
			return err
		}
	}
	return replace(file, files[name])
}

// replace swaps a file's content in one step, so that readers see the old one
// or the new one.
func replace(file string, content []byte) error {
	if err := os.WriteFile(file+".new", content, 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
