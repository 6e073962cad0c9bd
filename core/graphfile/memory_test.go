package graphfile

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// peak runs a function and returns the largest growth of the heap. Garbage collection at every
// ten percent of growth makes the figure precise.
func peak(run func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var start, now runtime.MemStats
	runtime.ReadMemStats(&start)
	most, done := uint64(0), make(chan bool)
	go func() {
		run()
		close(done)
	}()
	for {
		runtime.ReadMemStats(&now)
		if now.HeapAlloc > start.HeapAlloc {
			most = max(most, now.HeapAlloc-start.HeapAlloc)
		}
		select {
		case <-done:
			return most
		case <-time.After(time.Millisecond):
		}
	}
}

// TestMemory checks that reading a file needs at most 64 MB plus ten times its size, and not much
// time.
func TestMemory(t *testing.T) {
	const size = 4 << 20
	fill := func(head, body, tail string) string {
		return head + strings.Repeat(body, (size-len(head)-len(tail))/len(body)) + tail
	}
	var left, right strings.Builder
	for i := range 130 {
		fmt.Fprintf(&left, "n%d ", i)
		fmt.Fprintf(&right, "m%d ", i)
	}
	var keys strings.Builder
	for i := 0; keys.Len() < size; i++ {
		fmt.Fprintf(&keys, `"%d":{},`, i)
	}
	attrs := ""
	for i := range 64 {
		attrs += fmt.Sprintf("a%d=1 ", i)
	}
	group := "{" + left.String() + "} -> {" + right.String() + "} [" + attrs + "]\n"
	for name, text := range map[string]string{
		"DOT attributes":     fill("digraph { a [", "b=c,", "] }"),
		"DOT nodes":          fill("digraph { ", "a ", "}"),
		"DOT groups":         fill("digraph { ", "{a} ", "}"),
		"DOT products":       fill("digraph { ", group, "}"),
		"DOT chain":          fill("digraph { ", "a -> b -> c -> ", "a }"),
		"DOT string":         fill("digraph { \"", "\\\"", "\" }"),
		"DOT joined strings": fill("digraph { \"\"", "+\"x\"", " }"),
		"DOT comments":       fill("digraph { ", "/**/", "}"),
		"DAGitty bare":       fill("a -> b ", ";", ""),
		"DAGitty 1":          fill("a E @0,0\nb O @1,1\n\n", "a b\n", ""),
		"DAGitty 1, words":   fill("a E @0,0\nb O @1,1\n\n", "a x y z w v\n", ""),
		"GML nodes":          fill("graph [ ", "node [ id 1 ] ", "]"),
		"GML edges": fill("graph [ directed 1 node [ id 1 ] node [ id 2 ] ",
			"edge [ source 1 target 2 a 1 b 2 c 3 ] ", "]"),
		"GML attributes":      fill("graph [ ", "a 1 ", "]"),
		"GML lists":           fill("graph [ ", "a [ ] ", "]"),
		"GML entities":        fill("graph [ a \"", "&#1;", "\" ]"),
		"BIF blocks":          fill("network x { } ", "probability ( a | b c d ) { } ", ""),
		"BIF properties":      fill("network x { ", "property a = b ; ", "}"),
		"edges":               fill("from,to\n", "a,b\n", ""),
		"one row":             fill("from,to,", "a,", "\n"),
		"edges, many columns": fill("from,to\n", "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p\n", ""),
		"own nodes":           fill(`{"format":"causeway graph","version":1,"nodes":[`, "{},", "{}]}"),
		"own rules":           fill(`{"format":"causeway graph","version":1,"rules":[`, "{},", "{}]}"),
		"own attributes":      fill(`{"format":"causeway graph","version":1,"attrs":[`, "[],", "[]]}"),
		"own node attributes": fill(`{"format":"causeway graph","version":1,"nodes":[`,
			`{"attrs":[[],[],[],[],[],[],[],[]]},`, "{}]}"),
		"own members":       fill(`{"format":"causeway graph","version":1,"rules":[{"also":[`, "{},", "{}]}]}"),
		"Tetrad nodes":      fill("Graph Nodes:\n", "a;", ""),
		"Tetrad edges":      fill("Graph Nodes:\na;b\n\nGraph Edges:\n", "1. a --> b\n", ""),
		"Tetrad, one line":  fill("Graph Edges:\n", "a --> ", "b"),
		"long arrows":       fill("", "a --> b\n", ""),
		"JSON nodes":        fill(`{"nodes":[`, "{},", "{}]}"),
		"JSON links":        fill(`{"nodes":["a","b"],"links":[`, `{"source":"a","target":"b"},`, `{}]}`),
		"JSON pairs":        fill(`[`, `["a","b"],`, `[]]`),
		"JSON names":        fill(`{"nodes":{`, `"a":{},`, `"b":{}},"edges":[]}`),
		"JSON attributes":   fill(`{"nodes":[{`, `"a":{},`, `"b":{}}],"edges":[]}`),
		"JSON data":         fill(`{"elements":[{"data":{`, `"a":[],`, `"b":{}}}]}`),
		"JSON many names":   `{"nodes":{` + keys.String() + `"b":{}},"edges":[]}`,
		"JSON many keys":    `{"nodes":[{` + keys.String() + `"b":{}}],"edges":[]}`,
		"a matrix":          fill("", "0,1,0,1\n", ""),
		"a matrix, one row": fill("a,", "0,", "1"),
		"quotes":            fill("x(", "\"'`", ""),
		"open quotes":       fill("x(\"", "dag {", ""),
		"blanks":            strings.Repeat(" ", size),
	} {
		start := time.Now()
		var err error
		most := peak(func() { _, err = Read([]byte(text)) })
		took := time.Since(start)
		t.Logf("%-20s %4d MB, %v, %v", name, most>>20, took.Round(time.Millisecond), err)
		if most > 64<<20+10*size {
			t.Errorf("%s: %d MB for a file of %d MB", name, most>>20, size>>20)
		}
		if took > 20*time.Second { // generous, for busy machines
			t.Errorf("%s: %v", name, took)
		}
	}
}
