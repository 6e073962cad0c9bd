package onnx

import (
	"strconv"
	"unicode/utf8"
)

// nested reads nested values in the order of the file. For each field or item, it calls the
// caller with the key, and the caller reads the value or skips it. The caller accounts for the
// memory that it keeps.
type nested interface {
	object(each func(key string) error) error
	array(each func() error) error
	number() (float64, error) // true counts as 1 and false as 0
	text() (string, error)    // a number is returned as written
	skip() error
}

// maxNested limits the depth of nesting.
const maxNested = 64

// Reading takes time proportional to the file, because each value is read once.

// jsonText is a JSON document. It may contain NaN and Infinity, which XGBoost writes.
type jsonText struct {
	b     []byte
	at    int
	depth int
}

func (j *jsonText) refuse() error {
	return refuse("The file is not a complete JSON document: it ends or is wrong at byte %d.", j.at+1)
}

// next returns the first byte of the next value, or 0 at the end.
func (j *jsonText) next() byte {
	for ; j.at < len(j.b); j.at++ {
		if c := j.b[j.at]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
	return 0
}

// items reads the items between two brackets, separated by commas.
func (j *jsonText) items(open, shut byte, each func() error) error {
	if j.next() != open || j.depth == maxNested {
		return j.refuse()
	}
	j.at++
	j.depth++
	for first := true; ; first = false {
		switch c := j.next(); {
		case c == shut:
			j.at++
			j.depth--
			return nil
		case first:
		case c == ',':
			j.at++
			j.next()
		default:
			return j.refuse()
		}
		if err := each(); err != nil {
			return err
		}
	}
}

func (j *jsonText) object(each func(key string) error) error {
	return j.items('{', '}', func() error {
		key, err := j.quoted()
		if err != nil {
			return err
		}
		if j.next() != ':' {
			return j.refuse()
		}
		j.at++
		return each(key)
	})
}

func (j *jsonText) array(each func() error) error { return j.items('[', ']', each) }

// word reads a value without quotes or brackets.
func (j *jsonText) word() string { return string(j.raw()) }

func (j *jsonText) raw() []byte {
	j.next()
	from := j.at
	for ; j.at < len(j.b); j.at++ {
		if c := j.b[j.at]; c <= ' ' || c == ',' || c == ']' || c == '}' || c == ':' || c == '"' || c == '[' ||
			c == '{' {
			break
		}
	}
	return j.b[from:j.at]
}

func (j *jsonText) number() (float64, error) {
	b := j.raw()
	if v, ok := short(b); ok {
		return v, nil
	}
	switch w := string(b); w {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	default:
		v, err := strconv.ParseFloat(w, 64)
		if err != nil && !isRange(err) {
			return 0, j.refuse()
		}
		return v, nil
	}
}

// short reads a number with few digits, as nearly all are. Its digits and its power of ten are
// both exact, so the quotient or product is rounded only once.
func short(b []byte) (v float64, ok bool) {
	digits, point, exponent, n := uint64(0), 0, 0, 0
	i, minus := 0, false
	if len(b) > 0 && b[0] == '-' {
		i, minus = 1, true
	}
	seen := false
scan:
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c >= '0' && c <= '9':
			digits = digits*10 + uint64(c-'0')
			if n++; n > 15 {
				return 0, false
			}
			if seen {
				point++
			}
		case c == '.' && !seen:
			seen = true
		default:
			break scan
		}
	}
	if n == 0 {
		return 0, false
	}
	if i < len(b) {
		if b[i]|32 != 'e' || len(b)-i > 4 {
			return 0, false
		}
		i++
		down := i < len(b) && b[i] == '-'
		if i < len(b) && (b[i] == '-' || b[i] == '+') {
			i++
		}
		if i == len(b) {
			return 0, false
		}
		for ; i < len(b); i++ {
			if b[i] < '0' || b[i] > '9' {
				return 0, false
			}
			exponent = exponent*10 + int(b[i]-'0')
		}
		if down {
			exponent = -exponent
		}
	}
	v = float64(digits)
	switch exponent -= point; {
	case exponent < -22 || exponent > 22:
		return 0, false
	case exponent < 0:
		v /= tens[-exponent]
	default:
		v *= tens[exponent]
	}
	if minus {
		v = -v
	}
	return v, true
}

// tens lists the powers of ten that a float64 represents exactly.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
	1e18, 1e19, 1e20, 1e21, 1e22}

func (j *jsonText) text() (string, error) {
	if j.next() == '"' {
		return j.quoted()
	}
	if w := j.word(); w != "" {
		return w, nil
	}
	return "", j.refuse()
}

func (j *jsonText) quoted() (string, error) {
	if j.next() != '"' {
		return "", j.refuse()
	}
	j.at++
	var out []byte
	for from := j.at; j.at < len(j.b); j.at++ {
		switch j.b[j.at] {
		case '"':
			out = append(out, j.b[from:j.at]...)
			j.at++
			return string(out), nil
		case '\\':
			out = append(out, j.b[from:j.at]...)
			r, ok := j.escaped()
			if !ok {
				return "", j.refuse()
			}
			out = utf8.AppendRune(out, r)
			from = j.at + 1
		}
	}
	return "", j.refuse()
}

// escaped reads the character after a backslash and ends on its last byte. An unpaired surrogate
// becomes the replacement character.
func (j *jsonText) escaped() (rune, bool) {
	j.at++
	if j.at >= len(j.b) {
		return 0, false
	}
	switch c := j.b[j.at]; c {
	case '"', '\\', '/':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'u':
		if j.at+5 > len(j.b) {
			return 0, false
		}
		v, err := strconv.ParseUint(string(j.b[j.at+1:j.at+5]), 16, 16)
		j.at += 4
		return rune(v), err == nil
	}
	return 0, false
}

func (j *jsonText) skip() error {
	switch j.next() {
	case '{':
		return j.object(func(string) error { return j.skip() })
	case '[':
		return j.array(j.skip)
	case '"':
		_, err := j.quoted()
		return err
	}
	if len(j.raw()) == 0 {
		return j.refuse()
	}
	return nil
}

func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// numbers reads a list of numbers and accounts for its memory.
func (p *purse) numbers(n nested) ([]float64, error) {
	var list []float64
	err := n.array(func() error {
		v, err := n.number()
		if err != nil {
			return err
		}
		if err := p.oneMore(len(list)); err != nil {
			return err
		}
		list = append(list, v)
		return nil
	})
	return list, err
}

// maxNumbers is the largest length of a tree's lists.
const maxNumbers = 1 << 20

// oneMore accounts for one more number in a list of the given length.
func (p *purse) oneMore(than int) error {
	if than == maxNumbers {
		return refuse("The file has a list of more than %d numbers, which is too many.", maxNumbers)
	}
	return p.take(16) // a list doubles its capacity as it grows
}

// texts reads a list of texts and accounts for its memory.
func (p *purse) texts(n nested) ([]string, error) {
	var list []string
	err := n.array(func() error {
		s, err := n.text()
		if err != nil {
			return err
		}
		if len(list) == maxColumns {
			return refuse("The file has a list of more than %d names, which is too many.", maxColumns)
		}
		if err := p.take(48 + len(s)); err != nil {
			return err
		}
		list = append(list, s)
		return nil
	})
	return list, err
}
