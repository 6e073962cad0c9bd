package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNothingIsFused compiles the training and generating packages for arm64, whose
// compiler fuses products and sums if the source allows it, and looks for such
// instructions: each would produce different bytes there.
func TestNothingIsFused(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another processor")
	}
	packages := []string{"kernel", "nn", "vae", "cf", "causal", "data", "sim", "discover", "onnx", "route",
		"sketch", "peers"}
	args := []string{"build", "-gcflags=-S"}
	for _, p := range packages {
		if _, err := os.Stat("../../core/" + p); err == nil {
			args = append(args, "causeway/core/"+p)
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-2000):])
	}
	if !strings.Contains(string(out), "FADDS") {
		t.Fatal("the listing has no float additions; does -S still print it?")
	}
	for line := range strings.Lines(string(out)) {
		for _, op := range []string{"FMADD", "FMSUB", "FNMADD", "FNMSUB", "FMLA", "FMLS"} {
			if strings.Contains(line, "\t"+op) && strings.Contains(line, "core/") {
				t.Error("fused: ", strings.TrimSpace(line))
			}
		}
	}
}
