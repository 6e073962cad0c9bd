package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// The chosen actions reach at least as many training rows as the greedy choice among the same
// candidates, and as one action alone. They reach at most as many as all candidates together.
func TestActions(t *testing.T) {
	var out, problems bytes.Buffer
	if status := run(strings.Fields("-actions 2 -fixed x1 -dataset simple-bn"), &out, &problems); status != 0 {
		t.Fatalf("status %d, %s", status, problems.String())
	}
	share := map[string]float64{}
	for _, line := range regexp.MustCompile(`(?m)^\| ([a-z][^|]*) \| ([\d.]+)`).FindAllStringSubmatch(out.String(),
		-1) {
		v, err := strconv.ParseFloat(line[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		share[line[1]] = v
	}
	for _, name := range choices {
		if _, there := share[name]; !there {
			t.Fatalf("nothing is said of %q:\n%s", name, out.String())
		}
	}
	own := share["chosen"]
	if own == 0 || own < share["greedy, same candidates"] || own < share["best single action"] ||
		own > share["all candidates"] {
		t.Errorf("%v", share)
	}
	if strings.Contains(out.String(), "x1 ") {
		t.Errorf("an action changes what is fixed:\n%s", out.String())
	}
}

// Random actions change one to three features, and never a fixed one.
func TestDrawActions(t *testing.T) {
	d, err := find("simple-bn")
	if err != nil {
		t.Fatal(err)
	}
	table, err := d.load("")
	if err != nil {
		t.Fatal(err)
	}
	s := table.Schema
	table.FitScale([]int{0, 1, 2, 3})
	list := drawActions(s, func(j int) bool { return j == 1 }, kernel.NewKey(3))
	if len(list) != randomActions {
		t.Fatalf("%d actions", len(list))
	}
	sizes := map[int]int{}
	for _, a := range list {
		sizes[len(a)]++
		for _, m := range a {
			if m.Feature == 1 {
				t.Fatalf("%v changes what stays", a)
			}
		}
	}
	if sizes[0] > 0 || sizes[1] == 0 || sizes[2] == 0 {
		t.Errorf("sizes %v", sizes)
	}
	if fixed([]causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}, 0) {
		t.Error("what only rises is taken for fixed")
	}
}

// Impossible requests are refused with status 2.
func TestActionsRefuse(t *testing.T) {
	for _, args := range []string{"-actions 11 -dataset adult", "-actions -1 -dataset adult",
		"-fixed x1 -dataset simple-bn", "-actions 2 -method base -dataset simple-bn",
		"-actions 2", "-actions 2 -dataset mnist", "-actions 2 -fixed nobody -dataset simple-bn", "-actions 2 -all",
		"-actions 2 -constraint c9 -dataset adult"} {
		var out, problems bytes.Buffer
		if status := run(strings.Fields(args), &out, &problems); status != 2 ||
			!strings.Contains(problems.String(), "paper: ") {
			t.Errorf("%s: status %d, %q", args, status, problems.String())
		}
	}
}
