package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMnistInAMinute trains the classifier on MNIST's first 5,000 images for a minute, and then on all 60,000 while it
// watches the memory of the page and its engine. It is a study, whose times say something only of a machine at rest.
func TestMnistInAMinute(t *testing.T) {
	images, labels := findData("mnist/train-images-idx3-ubyte.gz"), findData("mnist/train-labels-idx1-ubyte.gz")
	switch {
	case !full():
		t.Skip("skipped: it takes some minutes; make long NAME=speed does it")
	case images == "" || labels == "":
		t.Skip("skipped: the files of mnist are absent; CAUSEWAY_DATA names their folder")
	}
	const few = 5000
	dir := t.TempDir()
	p := OpenApp(t)
	p.Timeout = 5 * time.Minute
	p.DropFiles(firstOfIDX(t, dir, images, few, 784), firstOfIDX(t, dir, labels, few, 1))
	p.WaitText("status", "5,000 images of 28 by 28 pixels in 10 classes.")
	p.trainImages(time.Minute)
	p.Click("button", "Cancel")
	p.WaitHas("table", "Confusion matrix of the held-out images")
	text := Eval[string](p, `document.querySelector("main").innerText`)
	_, rest, _ := strings.Cut(text, "Accuracy\n")
	accuracy, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	t.Logf("after a minute of training on %d images: accuracy %s", few, accuracy)
	var percent float64
	if _, err := fmt.Sscanf(accuracy, "%f", &percent); err != nil {
		t.Fatalf("the page has no accuracy: %q", accuracy)
	}
	if timed() && percent < 96.5 {
		t.Errorf("%v %% of the held-out images are classified correctly after a minute, want 96.5 %%", percent)
	}

	p.Click("link", "Data")
	before := slices.Max(renderers(t)) // the tab and its engine are one process
	p.DropFiles(images, labels)
	p.Click("button", "Replace them")
	p.WaitText("status", "60,000 images of 28 by 28 pixels in 10 classes.")
	most := slices.Max(renderers(t))
	loaded := most
	p.trainImages(0)
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(time.Second) {
		most = max(most, slices.Max(renderers(t)))
	}
	t.Logf("memory: %d MB before, %d MB with 60,000 images, %d MB at most while training", before, loaded, most)
	if most >= 700 {
		t.Errorf("%d MB are held while training on 60,000 images, want below 700", most)
	}
	p.Click("button", "Cancel")
	p.WaitFor("the end of the training", func() bool { return !p.Has("button", "Pause") })
}

// trainImages begins a training of the classifier of images that outlasts the test, and lets it go on for a time.
func (p *Page) trainImages(d time.Duration) {
	p.t.Helper()
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 200)
	p.Click("button", "Train classifier")
	p.WaitHas("button", "Pause")
	time.Sleep(d)
}

// firstOfIDX writes the first n of a compressed IDX file, each of so many bytes, to a folder.
func firstOfIDX(t *testing.T, dir, path string, n, each int) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if b, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	binary.BigEndian.PutUint32(b[4:], uint32(n))
	head := 4 + 4*int(b[3])
	out := filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".gz"))
	if err := os.WriteFile(out, b[:head+n*each], 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}
