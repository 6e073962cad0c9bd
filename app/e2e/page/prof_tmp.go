package page

import (
	"fmt"
	"sort"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/profiler"
)

func (p *Tab) ProfStart() {
	call(p, profiler.Enable, cdp.Empty{})
	call(p, profiler.SetSamplingInterval, profiler.SetSamplingIntervalParams{Interval: 1000})
	call(p, profiler.Start, cdp.Empty{})
}

func (p *Tab) ProfStop() string {
	pr := call(p, profiler.Stop, cdp.Empty{}).Profile
	type node struct {
		name   string
		parent int64
	}
	nodes := map[int64]*node{}
	for _, n := range pr.Nodes {
		nodes[n.ID] = &node{name: n.CallFrame.FunctionName}
	}
	for _, n := range pr.Nodes {
		for _, c := range n.Children {
			nodes[c].parent = n.ID
		}
	}
	type span struct {
		from, to int
		us       int64
	}
	var best span
	var cur span
	cur.from = -1
	for i, s := range pr.Samples {
		d := pr.TimeDeltas[i]
		if nodes[s].name == "(idle)" {
			cur = span{from: -1}
			continue
		}
		if cur.from < 0 {
			cur = span{from: i}
		}
		cur.to, cur.us = i, cur.us+d
		if cur.us > best.us {
			best = cur
		}
	}
	incl := map[string]int64{}
	self := map[string]int64{}
	for i := best.from; i <= best.to && best.from >= 0; i++ {
		d := pr.TimeDeltas[i]
		seen := map[string]bool{}
		self[nodes[pr.Samples[i]].name] += d
		for id := pr.Samples[i]; id != 0; id = nodes[id].parent {
			if n := nodes[id].name; !seen[n] {
				seen[n] = true
				incl[n] += d
			}
		}
	}
	var names []string
	for n := range incl {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool { return incl[names[i]] > incl[names[j]] })
	var b strings.Builder
	fmt.Fprintf(&b, "longest busy %d ms\n", best.us/1000)
	for i, n := range names {
		if i > 55 || incl[n] < 3000 {
			break
		}
		fmt.Fprintf(&b, "  %4d ms incl %4d self  %s\n", incl[n]/1000, self[n]/1000, n)
	}
	return b.String()
}
