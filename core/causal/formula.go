package causal

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"causeway/core/data"
	"causeway/core/fault"
)

// Formula is a mechanism that a person enters as an expression over the parents, such as
//
//	0.1 * (x1 + x2)^2 + 10
//	"hours per week" / 2 + 3 * workclass["Private"]
//
// It can use + - * / ^ (an integer exponent from 0 to 16), parentheses, sqrt, abs, min and max.
// Names that contain anything other than letters, digits and _ need double quotes. A number
// stands for its value, an ordered level for its rank, and a named level of a category for 1 if
// the row has it, otherwise 0.
type Formula struct {
	text   string
	inputs int
	tape   []operation
}

// opcode says what one step of a formula computes.
type opcode byte

const (
	opConst opcode = iota
	opInput
	opAdd
	opSub
	opMul
	opDiv
	opMin
	opMax
	opNeg
	opPow
	opSqrt
	opAbs
)

// operation is a step of a formula. It computes a value from earlier ones.
type operation struct {
	op   opcode
	a, b int     // earlier steps; for opInput, a is the input, and for opPow, b is the exponent
	k    float64 // for opConst
}

const (
	maxFormula = 1000 // bytes
	maxTape    = 256  // steps
	maxNesting = 40
	maxPower   = 16
)

// ParseFormula reads a formula over the parents of an effect. Its error is one sentence for the
// user.
func ParseFormula(text string, s data.Schema, parents []int) (*Formula, error) {
	if len(text) > maxFormula {
		return nil, fault.Errorf("causal: the formula is too long; use at most %d characters", maxFormula)
	}
	if !utf8.ValidString(text) {
		return nil, fault.Errorf("causal: the formula is not valid text")
	}
	p := formulaParser{rest: text, schema: s, parents: parents}
	if _, err := p.sum(0); err != nil {
		return nil, fault.Errorf("causal: formula, at character %d: %w",
			1+utf8.RuneCountInString(text[:len(text)-len(p.rest)]), err)
	}
	if p.peek() != 0 {
		return nil, fault.Errorf("causal: formula, at character %d: %q does not belong there",
			1+utf8.RuneCountInString(text[:len(text)-len(p.rest)]), p.peek())
	}
	f := &Formula{text: text, tape: p.tape}
	for _, v := range parents {
		f.inputs += InputWidth(s.Features[v])
	}
	return f, nil
}

// String returns the formula as entered.
func (f *Formula) String() string { return f.text }

// Inputs returns the number of inputs of all parents.
func (f *Formula) Inputs() int { return f.inputs }

// Mean returns the value of the formula. It is infinite or NaN if the formula has no value, such as
// 1/x at 0.
func (f *Formula) Mean(parents []float64) float64 {
	var v [maxTape]float64
	f.run(parents, &v)
	return v[len(f.tape)-1]
}

// Grad differentiates the steps in reverse. At a kink it uses the slope of one side.
func (f *Formula) Grad(parents, dst []float64) float64 {
	var v, d [maxTape]float64
	f.run(parents, &v)
	last := len(f.tape) - 1
	clear(dst[:f.inputs])
	d[last] = 1
	for i := last; i >= 0; i-- {
		t, g := f.tape[i], d[i]
		switch t.op {
		case opInput:
			dst[t.a] += g
		case opAdd:
			d[t.a] += g
			d[t.b] += g
		case opSub:
			d[t.a] += g
			d[t.b] -= g
		case opMul:
			d[t.a] += float64(g * v[t.b])
			d[t.b] += float64(g * v[t.a])
		case opDiv:
			d[t.a] += g / v[t.b]
			d[t.b] -= float64(g*v[i]) / v[t.b]
		case opMin, opMax:
			if (v[t.a] < v[t.b]) == (t.op == opMin) {
				d[t.a] += g
			} else {
				d[t.b] += g
			}
		case opNeg:
			d[t.a] -= g
		case opPow:
			if t.b > 0 {
				d[t.a] += float64(float64(g*float64(t.b)) * power(v[t.a], t.b-1))
			}
		case opSqrt:
			d[t.a] += g / float64(2*v[i])
		case opAbs:
			if v[t.a] < 0 {
				g = -g
			}
			d[t.a] += g
		}
	}
	return v[last]
}

func (f *Formula) run(parents []float64, v *[maxTape]float64) {
	for i, t := range f.tape {
		switch t.op {
		case opConst:
			v[i] = t.k
		case opInput:
			v[i] = parents[t.a]
		case opAdd:
			v[i] = v[t.a] + v[t.b]
		case opSub:
			v[i] = v[t.a] - v[t.b]
		case opMul:
			v[i] = float64(v[t.a] * v[t.b])
		case opDiv:
			v[i] = v[t.a] / v[t.b]
		case opMin:
			v[i] = min(v[t.a], v[t.b])
		case opMax:
			v[i] = max(v[t.a], v[t.b])
		case opNeg:
			v[i] = -v[t.a]
		case opPow:
			v[i] = power(v[t.a], t.b)
		case opSqrt:
			v[i] = math.Sqrt(v[t.a])
		case opAbs:
			v[i] = math.Abs(v[t.a])
		}
	}
}

// power returns x to the n-th power, by n multiplications.
func power(x float64, n int) float64 {
	y := 1.0
	for range n {
		y = float64(y * x)
	}
	return y
}

// formulaParser is a recursive-descent parser. Each method returns the index of the step that
// holds the value of what it parsed.
type formulaParser struct {
	rest    string
	schema  data.Schema
	parents []int
	tape    []operation
}

func (p *formulaParser) emit(t operation) (int, error) {
	if len(p.tape) == maxTape {
		return 0, fmt.Errorf("the formula is too long")
	}
	p.tape = append(p.tape, t)
	return len(p.tape) - 1, nil
}

// peek returns the next character after white space, or 0 at the end.
func (p *formulaParser) peek() rune {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	r, n := utf8.DecodeRuneInString(p.rest)
	if n == 0 {
		return 0
	}
	return r
}

func (p *formulaParser) take(c rune) bool {
	if p.peek() != c {
		return false
	}
	p.rest = p.rest[utf8.RuneLen(c):]
	return true
}

func (p *formulaParser) want(c rune) error {
	if !p.take(c) {
		return fmt.Errorf("%q is missing", c)
	}
	return nil
}

// binary parses left-associative operators of one precedence.
func (p *formulaParser) binary(depth int, ops map[rune]opcode, operand func(depth int) (int, error)) (int, error) {
	a, err := operand(depth)
	for err == nil {
		op, ok := ops[p.peek()]
		if !ok {
			return a, nil
		}
		p.take(p.peek())
		var b int
		if b, err = operand(depth); err == nil {
			a, err = p.emit(operation{op: op, a: a, b: b})
		}
	}
	return a, err
}

func (p *formulaParser) sum(depth int) (int, error) {
	if depth > maxNesting {
		return 0, fmt.Errorf("the formula is nested too deeply")
	}
	return p.binary(depth, map[rune]opcode{'+': opAdd, '-': opSub}, p.product)
}

func (p *formulaParser) product(depth int) (int, error) {
	return p.binary(depth, map[rune]opcode{'*': opMul, '/': opDiv}, p.signed)
}

func (p *formulaParser) signed(depth int) (int, error) {
	if depth > maxNesting {
		return 0, fmt.Errorf("the formula is nested too deeply")
	}
	if p.take('-') {
		a, err := p.signed(depth + 1)
		if err != nil {
			return 0, err
		}
		return p.emit(operation{op: opNeg, a: a})
	}
	a, err := p.atom(depth)
	if err != nil || !p.take('^') {
		return a, err
	}
	p.peek()
	digits := p.rest[:len(p.rest)-len(strings.TrimLeft(p.rest, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxPower {
		return 0, fmt.Errorf("an exponent must be a whole number from 0 to %d", maxPower)
	}
	p.rest = p.rest[len(digits):]
	return p.emit(operation{op: opPow, a: a, b: n})
}

func (p *formulaParser) atom(depth int) (int, error) {
	switch c := p.peek(); {
	case c == 0:
		return 0, fmt.Errorf("the formula ends too early")
	case p.take('('):
		a, err := p.sum(depth + 1)
		if err != nil {
			return 0, err
		}
		return a, p.want(')')
	case c >= '0' && c <= '9' || c == '.':
		return p.number()
	case c == '"':
		name, err := p.quoted()
		if err != nil {
			return 0, err
		}
		return p.feature(name)
	case c == '_' || unicode.IsLetter(c):
		return p.named(depth)
	default:
		return 0, fmt.Errorf("%q does not belong there", c)
	}
}

func (p *formulaParser) number() (int, error) {
	n := 0
	for n < len(p.rest) {
		c := p.rest[n]
		exponentSign := (c == '+' || c == '-') && (p.rest[n-1] == 'e' || p.rest[n-1] == 'E')
		if (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && !(n > 0 && exponentSign) {
			break
		}
		n++
	}
	k, err := strconv.ParseFloat(p.rest[:n], 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number", p.rest[:n])
	}
	p.rest = p.rest[n:]
	return p.emit(operation{op: opConst, k: k})
}

// quoted reads a text in double quotes. Inside, two quotes stand for one.
func (p *formulaParser) quoted() (string, error) {
	if err := p.want('"'); err != nil {
		return "", err
	}
	var text strings.Builder
	for {
		part, after, found := strings.Cut(p.rest, `"`)
		if !found {
			return "", fmt.Errorf("a quotation mark is missing")
		}
		text.WriteString(part)
		p.rest = after
		if !strings.HasPrefix(after, `"`) {
			return text.String(), nil
		}
		text.WriteByte('"')
		p.rest = after[1:]
	}
}

var functions = map[string]struct {
	op   opcode
	args int
}{"sqrt": {opSqrt, 1}, "abs": {opAbs, 1}, "min": {opMin, 2}, "max": {opMax, 2}}

// named reads a function or an unquoted feature.
func (p *formulaParser) named(depth int) (int, error) {
	other := func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	end := strings.IndexFunc(p.rest, other)
	if end < 0 {
		end = len(p.rest)
	}
	name := p.rest[:end]
	fn, ok := functions[name]
	if rest := p.rest[end:]; !ok || !strings.HasPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), "(") {
		p.rest = rest
		return p.feature(name)
	}
	p.rest = p.rest[end:]
	if err := p.want('('); err != nil {
		return 0, err
	}
	t := operation{op: fn.op}
	var err error
	if t.a, err = p.sum(depth + 1); err != nil {
		return 0, err
	}
	if fn.args == 2 {
		if err := p.want(','); err != nil {
			return 0, err
		}
		if t.b, err = p.sum(depth + 1); err != nil {
			return 0, err
		}
	}
	if err := p.want(')'); err != nil {
		return 0, err
	}
	return p.emit(t)
}

// feature returns the input for a parent, or for one level of a category.
func (p *formulaParser) feature(name string) (int, error) {
	at := 0
	for _, v := range p.parents {
		f := p.schema.Features[v].Own() // formulas use the names of the table
		if f.Name != name {
			at += InputWidth(f)
			continue
		}
		if Scored(f) {
			return p.emit(operation{op: opInput, a: at})
		}
		if !p.take('[') {
			return 0, fmt.Errorf("%s is a category: name a level, as in %s[%q]", quote(name), name, f.Levels[0])
		}
		if p.peek() != '"' {
			return 0, fmt.Errorf("put the level in quotation marks")
		}
		level, err := p.quoted()
		if err != nil {
			return 0, err
		}
		l := slices.Index(f.Levels, level)
		if l < 0 {
			return 0, fmt.Errorf("%s has no level %s", quote(name), quote(level))
		}
		if err := p.want(']'); err != nil {
			return 0, err
		}
		return p.emit(operation{op: opInput, a: at + l})
	}
	if p.schema.Own().Index(name) >= 0 {
		return 0, fmt.Errorf("%s is not a cause of this feature in the graph", quote(name))
	}
	return 0, fmt.Errorf("no feature is called %s", quote(name))
}
