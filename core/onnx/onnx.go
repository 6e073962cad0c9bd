// Package onnx reads classifiers that were trained elsewhere and converts them to black boxes for
// a table. It also exports our classifier and generator as ONNX files for other programs. Chains
// of dense layers become our own networks. Trees, support vector machines and other networks are
// evaluated unchanged, see program. It rejects unknown parts with a sentence that names them.
// Begin at Read, Guess and Mapping.
package onnx

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrUnsupported is wrapped by every rejection of this package.
var ErrUnsupported = errors.New("not a usable ONNX file")

// refusal is a sentence for the person who opened the file.
type refusal string

func (r refusal) Error() string { return string(r) }
func (r refusal) Unwrap() error { return ErrUnsupported }

func refuse(format string, args ...any) error {
	return refusal(fmt.Sprintf(format, args...))
}

// MaxBytes is the size of the largest file that can be read.
const MaxBytes = 32 << 20

// Limits of a file's contents, far beyond those of a multilayer perceptron. They limit the memory
// used in addition to the numbers, whose presence in the file is checked.
const (
	maxNodes   = 1 << 12
	maxTensors = 1 << 13
	maxAttrs   = 1 << 14
	maxNames   = 1 << 15 // inputs and outputs of nodes, operator sets, metadata
	maxRank    = 8
	maxTexts   = 1 << 16 // in one attribute or tensor
	maxDepth   = 256     // nodes between an output and the inputs
	maxColumns = 1 << 16 // in all inputs together
)

// The known versions of the operators. Some operators of versions below newOpset are refused, see
// outdated.
const (
	minOpset, maxOpset     = 4, 26
	newOpset               = 7
	minMLOpset, maxMLOpset = 1, 5
)

// quote shows a name from a file, limited to 40 characters without special ones.
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

// purse holds the memory and work that a file may still use. Memory for numbers is charged before
// it is allocated, so a short file cannot request long vectors.
type purse struct{ bytes, steps int }

const (
	freeBytes = 40 << 20
	perByte   = 10
	freeSteps = 1 << 26 // multiplications
)

func newPurse(file int) purse {
	return purse{bytes: freeBytes + perByte*file, steps: freeSteps + 4*file}
}

func (p *purse) take(bytes int) error {
	if bytes < 0 || bytes > p.bytes {
		return refuse("The network needs too much memory for a file of its size, so it cannot be evaluated.")
	}
	p.bytes -= bytes
	return nil
}

func (p *purse) spendSteps(steps int) error {
	if steps < 0 || steps > p.steps {
		return refuse("The network needs too many computations for a file of its size, so it cannot be evaluated.")
	}
	p.steps -= steps
	return nil
}
