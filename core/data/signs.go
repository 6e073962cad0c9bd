package data

import "strings"

// otherSigns returns the decimal signs of columns whose numbers all use the sign that is not the
// file's, or nil without such a column.
func (p *profile) otherSigns() (signs []Sign) {
	for j := range p.columns {
		c := &p.columns[j]
		if c.swapped == 0 || c.signed || c.texts-c.swapped-c.inside > c.empties()+(c.numbers+c.swapped)/19 {
			continue
		}
		if signs == nil {
			signs = make([]Sign, len(p.columns))
		}
		if signs[j] = CommaSign; p.format.DecimalComma {
			signs[j] = PointSign
		}
	}
	return signs
}

// unclear returns a number of a column that may have been meant differently, or "".
func (p *profile) unclear(c *column) string {
	return c.unclearNumber(p.format.Delimiter == ',' && !c.comma, p.proves(c.comma))
}

// proves reports whether some column certainly uses the given decimal sign and none certainly uses
// the other.
func (p *profile) proves(comma bool) bool {
	same, other := false, false
	for j := range p.columns {
		if o := &p.columns[j]; o.signed {
			same, other = same || o.comma == comma, other || o.comma != comma
		}
	}
	return same && !other
}

// unclearNumber returns a number of a column that is as plausible with the other decimal sign, or
// "". Such columns have grouped thousands while no column proves the sign, have numbers with three
// decimals among whole ones, such as 950 and 1.863, or have only numbers with three decimals. usual
// means that in a file with this delimiter, a point before three digits is a decimal point, unless
// most numbers end in 0. proved means that another column proves the sign.
func (c *column) unclearNumber(usual, proved bool) string {
	usual = usual && 2*c.tens <= c.unclear
	switch {
	case c.unclear == 0 || c.signed || c.texts > c.numbers/19:
	case c.grouped > 0:
		if c.unclear == c.grouped && c.whole == c.numbers && !proved {
			return c.unclearS
		}
	case c.unclear == c.numbers-c.plain && (!usual || c.plain > 0 && !proved):
		return c.unclearS
	}
	return ""
}

// readOtherwise counts what a number would be under the other decimal sign: another number, or
// none, which proves the sign. Grouped thousands never start with a zero.
func (c *column) readOtherwise(s string, n number) {
	m, other := readNumber(s, !c.comma)
	switch {
	case other && !m.zero && m.v != n.v:
		if c.unclear++; c.unclear == 1 {
			c.unclearS = s
		}
		c.tens += b2i(strings.HasSuffix(strings.TrimRight(s, ")-% "), "0"))
	case n.decimals > 0 && (!other || m.zero):
		c.signed = true
	}
}

// signName returns the column's decimal sign in words.
func (c *column) signName() string {
	if c.comma {
		return "comma"
	}
	return "point"
}
