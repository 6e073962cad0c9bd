package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// dots places each person at their true position on the axis, as near to the middle of the
// row as space allows. The fullest row limits the size of all dots.
func (s *swarm) dots() []node {
	order, xs := make([][]int, len(s.of.Groups)), make([][]float64, len(s.of.Groups))
	for g, group := range s.of.Groups {
		order[g] = make([]int, len(group.At))
		for i := range group.At {
			order[g][i] = i
		}
		slices.SortStableFunc(order[g], func(a, b int) int { return cmp.Compare(group.At[a], group.At[b]) })
		for _, i := range order[g] {
			xs[g] = append(xs[g], s.at(group.At[i]))
		}
	}
	places := make([][]point, len(xs))
	wide := 0.0
	for _, wide = range []float64{8, 7, 6, 5, 4} {
		far := 0.0
		for g := range xs {
			astray := 0.0
			places[g], astray = pack(xs[g], wide, s.rows[g].room)
			far = max(far, astray)
		}
		if far <= max(mostAstray, 0.045*(s.x.to-s.x.from)) {
			break
		}
	}
	list := make([]node, len(xs))
	for g := range s.of.Groups {
		var d []byte
		for k, i := range order[g] {
			p := places[g][k]
			p.y += s.rows[g].middle
			s.spots = append(s.spots, s.spot(g, i, p))
			d = appendDot(d, p)
		}
		list[g] = el("path", "data-part", "dots", "d", string(d), "fill", "none", "stroke", acceptedColour,
			"stroke-linecap", "round", "stroke-width", px(wide-1))
	}
	return list
}

// mostAstray is how far a dot may lie from its value; beyond that, dots become smaller. On a long
// axis, it is a distance too small to see.
const mostAstray = 24

// spot returns the spot of a person in a group.
func (s *swarm) spot(g, i int, at point) spot {
	group := s.of.Groups[g]
	return spot{at, g, group.Who[i], s.of.Name(group.Who[i]) + ": " + tickText(group.At[i], 0.01)}
}

func appendDot(d []byte, p point) []byte {
	d = append(appendPx(append(d, 'M'), p.x), ' ')
	return append(appendPx(d, p.y), "h0"...)
}

// pack gives each of the ascending values a place of this width, as near to the value and to the
// middle as the other places allow. It tries places above and below the middle first, then beside the
// value. astray is the largest distance from a value.
func pack(xs []float64, wide, room float64) (places []point, astray float64) {
	levels := 2*int((room/wide-1)/2) + 1
	wish, order := make([]float64, len(xs)), make([]int, len(xs))
	for i := 0; i < len(xs); { // search as many columns around the value as the people within one width need
		k := i
		for k < len(xs) && xs[k] < xs[i]+wide/2 {
			k++
		}
		columns := (k - i + levels - 1) / levels
		for j := i; j < k; j++ {
			wish[j], order[j] = xs[j], j
			if columns > 1 {
				wish[j] += wide * (float64((j-i)*columns/(k-i)) - float64(columns-1)/2)
			}
		}
		i = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
	free := make([]float64, levels) // starting in the middle, then alternating above and below it
	for l := range free {
		free[l] = math.Inf(-1)
	}
	places = make([]point, len(xs))
	for _, i := range order {
		best, least := 0, math.Inf(1)
		for l := range free {
			beside, off := max(0, free[l]-wish[i]), wide*float64((l+1)/2)
			if cost := 9*float64(beside*beside) + float64(off*off); cost < least {
				best, least = l, cost
			}
		}
		y := wide * float64((best+1)/2)
		if best%2 == 0 {
			y = -y
		}
		places[i] = point{max(wish[i], free[best]), y}
		free[best] = places[i].x + wide
		astray = max(astray, math.Abs(places[i].x-xs[i]))
	}
	return places, astray
}

// densities returns the rows of very many people: their height shows how many.
func (s *swarm) densities() []node {
	const bin = 3.0
	bins := int((s.x.to-s.x.from)/bin) + 1
	counts, behind, peak := make([][]float64, len(s.of.Groups)), make([]int, len(s.of.Groups)), 0.0
	for g, group := range s.of.Groups {
		c := make([]float64, bins)
		for i, v := range group.At {
			if group.Who[i] == s.of.Mark {
				s.spots = append(s.spots, s.spot(g, i, point{s.at(v), s.rows[g].middle}))
			}
			if s.behind == 0 || v <= s.x.hi {
				c[min(int((s.x.at(v)-s.x.from)/bin), bins-1)]++
			} else {
				behind[g]++
			}
		}
		for range 3 {
			c = smooth(c)
		}
		counts[g], peak = c, max(peak, slices.Max(c))
	}
	list := make([]node, len(counts))
	for g, c := range counts {
		var up, down []point
		for i, v := range c {
			x, half := s.x.from+bin*float64(i), s.rows[g].room/2*v/max(peak, 1)
			up, down = append(up, point{x, s.rows[g].middle - half}), append(down, point{x, s.rows[g].middle + half})
		}
		slices.Reverse(down)
		list[g] = el("g").with(el("path", "data-part", "density", "d", pathData([][]point{append(up, down...)})+"Z",
			"fill", acceptedColour))
		if behind[g] > 0 {
			list[g] = list[g].with(el("text", "data-part", "group", "x", px(s.behind), "y", px(s.rows[g].middle+5),
				"text-anchor", "middle", "font-size", "16", "fill", "currentColor").says(count(behind[g])))
		}
	}
	return list
}

// smooth spreads each bin over its neighbours.
func smooth(c []float64) []float64 {
	out := make([]float64, len(c))
	weights := [...]float64{1, 4, 6, 4, 1}
	for i, v := range c {
		for k, w := range weights {
			out[min(max(i+k-2, 0), len(c)-1)] += v * w / 16
		}
	}
	return out
}

// rings returns a group's people without a position, beside the axis or, in a narrow drawing, below it.
func (s *swarm) rings(g int) node {
	group, r := s.of.Groups[g], s.rows[g]
	out := el("g", "data-part", "rings")
	y := r.rings
	for i, k := range s.apart {
		list := group.Apart[k]
		if len(list) == 0 {
			continue
		}
		x, wide, tall := s.ring(i), float64(swarmApart-56), r.room
		if s.narrow {
			x, wide, tall = 0, s.width, 5*swarmRing
			out = out.with(el("text", "data-part", "axis", "x", "0", "y", px(y+14), "font-size", "13",
				"fill", softColour).says(count(len(list)) + " " + s.of.Apart[k]))
			y += 22
		}
		step, across, high := ringsIn(len(list), wide, tall)
		top := y
		if !s.narrow {
			top = r.middle - high/2
			out = out.with(el("text", "data-part", "group", "x", px(x+wide+10), "y", px(r.middle+5), "font-size", "16",
				"font-weight", "600", "fill", "currentColor").says(count(len(list))))
		}
		if step == 0 {
			out = out.with(el("rect", "data-part", "ring", "data-kind", strconv.Itoa(k), "x", px(x), "y", px(top),
				"width", px(wide), "height", px(high), "fill", "none", "stroke", softColour))
		} else {
			for n, who := range list {
				p := point{x + step/2 + step*float64(n%across), top + step/2 + step*float64(n/across)}
				s.spots = append(s.spots, spot{p, g, who, s.of.Name(who) + ": " + s.of.Apart[k]})
				out = out.with(el("circle", "data-part", "ring", "data-kind", strconv.Itoa(k), "cx", px(p.x), "cy",
					px(p.y), "r", px(step*0.35), "fill", "none", "stroke", softColour))
			}
		}
		if s.narrow {
			y += high
		}
	}
	return out
}

// ringsIn lays out n rings in a box: their distance, how many are in a row, and the total height. step
// is 0 if they do not fit.
func ringsIn(n int, wide, tall float64) (step float64, across int, high float64) {
	for _, step = range []float64{swarmRing, 9, 7, 5} {
		across = max(int(wide/step), 1)
		if high = step * math.Ceil(float64(n)/float64(across)); high <= tall {
			return step, min(across, n), high
		}
	}
	return 0, across, tall
}
