package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func TestAboutNamesAllThatIsBundled(t *testing.T) {
	text, err := gatherAbout(repo)
	if err != nil {
		t.Fatal(err)
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^([0-9]+\.[0-9]+|` + unreleased + `)$`).MatchString(a.Version) {
		t.Errorf("the version is %q", a.Version)
	}
	const permission, go3 = "Permission is hereby granted", "Redistribution and use in source and binary forms"
	want := map[string]string{ // text in its licence
		"Causeway":                               permission,
		"Go":                                     go3,
		"github.com/maxence-charriere/go-app/v9": permission,
		"github.com/vmihailenco/msgpack/v5":      "Redistribution and use",
		"google.golang.org/protobuf":             go3,
		"gonum.org/v1/gonum":                     "Redistribution and use",
		"data: sangiovese":                       "bnlearn",
		"data: census":                           "CC BY 4.0",
	}
	for _, p := range a.Parts {
		if len(p.Licence) < 100 || !strings.Contains(p.Licence, want[p.Name]) {
			t.Errorf("%s has no good licence: %.80q", p.Name, p.Licence)
		}
		delete(want, p.Name)
		if strings.Contains(p.Name, "chromedp") || strings.Contains(p.Name, "brotli") {
			t.Errorf("%s serves building and tests and is in no binary", p.Name)
		}
	}
	for name := range want {
		t.Errorf("%s is not named", name)
	}
}

func TestAFolderWithoutLicenceIsNamed(t *testing.T) {
	if _, err := licenceIn(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no licence in") {
		t.Errorf("a folder without a licence gives %v", err)
	}
}
