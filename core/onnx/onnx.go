// Package onnx reads classifiers that were trained elsewhere and turns them into black boxes
// for a table. It also writes our classifier and generator as ONNX files that other programs
// run. Chains of dense layers become our networks. Trees, support vectors and other networks
// are evaluated as they are, see program. It refuses unknown parts in a sentence that names
// them. Begin at Read, Guess and Mapping.
package onnx

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrUnsupported is wrapped by every refusal of this package.
var ErrUnsupported = errors.New("not a usable ONNX file")

// refusal is a sentence for the person who opened the file.
type refusal string

func (r refusal) Error() string { return string(r) }
func (r refusal) Unwrap() error { return ErrUnsupported }

func refuse(format string, args ...any) error {
	return refusal(fmt.Sprintf(format, args...))
}

// MaxBytes is the size of the largest file that is read.
const MaxBytes = 32 << 20

// Limits of what one file holds, far beyond those of a multilayer perceptron.
// They bound the memory that is taken beside the numbers, of which each is
// proved to be in the file.
const (
	maxNodes   = 1 << 12
	maxTensors = 1 << 13
	maxAttrs   = 1 << 14
	maxNames   = 1 << 15 // of inputs and outputs of nodes, operator sets, notes
	maxRank    = 8
	maxTexts   = 1 << 16 // in one attribute or tensor
	maxDepth   = 256     // nodes between an output and the inputs
	maxColumns = 1 << 16 // of all inputs together
)

// The versions of the operators that are known. Before 7 the rules by which
// shapes are matched were others.
const (
	minOpset, maxOpset     = 7, 26
	minMLOpset, maxMLOpset = 1, 5
)

// quote shows a name from a file: at most 40 characters, none of them special.
func quote(s string) string {
	if r := []rune(s[:min(len(s), 400)]); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}

// list joins names for a sentence and stops after eight.
func list(names []string) string {
	var q []string
	for i, n := range names {
		if i == 8 {
			q = append(q, "…")
			break
		}
		q = append(q, quote(n))
	}
	return strings.Join(q, ", ")
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// purse is the memory and the work that a file may still take. Numbers are paid
// for before they are taken, so that a short file cannot ask for long vectors.
type purse struct{ bytes, steps int }

const (
	freeBytes = 40 << 20
	perByte   = 10
	freeSteps = 1 << 26 // products of two numbers
)

func newPurse(file int) purse {
	return purse{bytes: freeBytes + perByte*file, steps: freeSteps + 4*file}
}

func (p *purse) take(bytes int) error {
	if bytes < 0 || bytes > p.bytes {
		return refuse("The network needs more memory than a file of its size may; it cannot be evaluated.")
	}
	p.bytes -= bytes
	return nil
}

func (p *purse) spendSteps(steps int) error {
	if steps < 0 || steps > p.steps {
		return refuse("The network needs more work than a file of its size may; it cannot be evaluated.")
	}
	p.steps -= steps
	return nil
}
