package graphfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"causeway/core/fault"
)

// otherJSON stands for the JSON formats of other programs, which can be read but not written.
const otherJSON Format = 254

// isJSON reports whether a text begins like JSON that may contain a graph. DAGitty's groups begin
// with a brace too, but have no colon after their first name.
func isJSON(start string) bool {
	list, isList := strings.CutPrefix(start, "[")
	rest, isObject := strings.CutPrefix(skipSpace(list), "{")
	switch rest = skipSpace(rest); {
	case isObject && strings.HasPrefix(rest, "}"):
		return true
	case isObject && strings.HasPrefix(rest, `"`):
		_, end := literal(rest)
		return strings.HasPrefix(skipSpace(rest[end:]), ":")
	case isList && strings.HasPrefix(rest, "["):
		return strings.HasPrefix(skipSpace(rest[1:]), `"`)
	}
	return false
}

// jsonFile reads nodes and links as written by networkx (node-link), D3, Cytoscape, vis.js and
// the JSON Graph Format.
type jsonFile struct {
	Directed              *bool
	Nodes, Links, Edges   json.RawMessage
	Elements, Graph       json.RawMessage
	Adjacency, EdgesSet   json.RawMessage
	EdgeTypeProbabilities json.RawMessage
}

type jsonReader struct {
	*builder
	ids   map[string]int // index of each node
	order []int          // nodes in the order of the file
	file  jsonFile
	text  string
	bare  bool // some link is not marked as directed
}

func readJSON(text string) (*File, error) {
	if err := nesting(text); err != nil {
		return nil, err
	}
	r := &jsonReader{builder: newBuilder(Edges), ids: map[string]int{}, text: text}
	if err := r.whole(); err != nil {
		return nil, err
	}
	if r.repeats == 0 {
		return nil,
			fault.Errorf("graphfile: the file has no edges; write one as {\"source\": \"age\", \"target\": \"pay\"}")
	}
	if err := r.finish(text, `a file that says "directed": true does`); err != nil {
		return nil, err
	}
	if r.bare {
		r.note("bare", "The file does not say whether its edges are directed; they are read as going from source to "+
			"target.")
	}
	return r.File, nil
}

// whole finds and reads the lists of nodes and links in a file.
func (r *jsonReader) whole() error {
	text := strings.TrimSpace(r.text)
	var valid json.RawMessage
	if err := json.Unmarshal([]byte(text), &valid); err != nil {
		return sayJSON(text, err)
	}
	if strings.HasPrefix(text, "[") {
		return r.mixed(json.RawMessage(text))
	}
	if err := json.Unmarshal([]byte(text), &r.file); err != nil {
		return sayJSON(text, err)
	}
	var inner jsonFile
	switch f := &r.file; {
	case f.EdgesSet != nil || bytes.Contains(f.Edges, []byte(`"endpoint1"`)):
		return fault.Errorf("graphfile: this is a Tetrad JSON graph, which Causeway cannot read; save it as text " +
			"in Tetrad")
	case bytes.Contains(f.Edges, []byte(`"_gvid"`)):
		return fault.Errorf("graphfile: this is a Graphviz JSON graph, which Causeway cannot read; write it with " +
			"dot -Tdot")
	case f.Adjacency != nil:
		return fault.Errorf("graphfile: this is networkx adjacency data, which Causeway cannot read; save " +
			"node_link_data or GML instead")
	case bytes.HasPrefix(f.Elements, []byte("[")):
		return r.mixed(f.Elements)
	case json.Unmarshal(f.Elements, &inner) == nil && (inner.Nodes != nil || inner.Edges != nil),
		json.Unmarshal(f.Graph, &inner) == nil && inner.Nodes != nil:
		inner.Directed = cmp.Or(inner.Directed, f.Directed)
		*f = inner
	}
	links := r.file.Links
	if links == nil {
		links = r.file.Edges
	}
	if links == nil && r.file.Nodes == nil {
		return fault.Errorf("graphfile: %w", ErrFormat)
	}
	nodes, err := jsonItems(r.file.Nodes)
	if err == nil {
		err = r.each(nodes, r.jsonNode)
	}
	if err != nil {
		return err
	}
	items, err := jsonItems(links)
	if err == nil {
		err = r.each(items, r.jsonEdge)
	}
	return err
}

// mixed reads one list that contains both nodes and edges, as in Cytoscape.js, or pairs.
func (r *jsonReader) mixed(list json.RawMessage) error {
	items, err := jsonItems(list)
	if err != nil {
		return err
	}
	var nodes, edges []jsonItem
	for _, item := range items {
		if item["source"] != nil || item["from"] != nil {
			edges = append(edges, item)
		} else {
			nodes = append(nodes, item)
		}
	}
	if len(edges) == 0 {
		return fault.Errorf("graphfile: %w", ErrFormat)
	}
	if err := r.each(nodes, r.jsonNode); err != nil {
		return err
	}
	return r.each(edges, r.jsonEdge)
}

func (r *jsonReader) each(items []jsonItem, read func(jsonItem) error) error {
	for _, item := range items {
		if err := read(item); err != nil {
			return fault.Errorf("graphfile: %w", err)
		}
	}
	return nil
}

// jsonItem is a node or an edge.
type jsonItem map[string]json.RawMessage

// jsonItems reads a list of nodes or edges. It may be a list of objects, names or pairs of names,
// or an object with a name for each item.
func jsonItems(list json.RawMessage) ([]jsonItem, error) {
	if list == nil {
		return nil, nil
	}
	var raw limited[json.RawMessage]
	var items []jsonItem
	if !bytes.HasPrefix(list, []byte("{")) {
		if err := json.Unmarshal(list, &raw); err != nil {
			return nil, fault.Errorf("graphfile: %w", err)
		}
		for _, r := range raw {
			items = append(items, itemOf(r))
		}
		return items, nil
	}
	d := json.NewDecoder(bytes.NewReader(list))
	for d.Token(); d.More(); {
		name, _ := d.Token()
		var value json.RawMessage
		if err := d.Decode(&value); err != nil || len(items) == MaxEdges {
			return nil, fault.Errorf("graphfile: a list has more than %d entries", MaxEdges)
		}
		item := itemOf(value)
		item["id"], _ = json.Marshal(name)
		items = append(items, item)
	}
	return items, nil
}

func itemOf(raw json.RawMessage) jsonItem {
	item := jsonItem{}
	switch raw[0] {
	case '{':
		json.Unmarshal(raw, &item)
		data := jsonItem{}
		if json.Unmarshal(item["data"], &data) == nil {
			maps.Copy(item, data)
		}
		delete(item, "data")
	case '[':
		var pair limited[json.RawMessage]
		if json.Unmarshal(raw, &pair) == nil && len(pair) > 1 {
			if len(pair) > 2 && pair[2][0] == '{' {
				json.Unmarshal(pair[2], &item)
			} else if len(pair) > 2 && pair[2][0] == '"' {
				item["type"] = pair[2]
			}
			item["source"], item["target"] = pair[0], pair[1]
		}
	default:
		item["id"] = raw
	}
	return item
}

// text returns a value as text, or "" for a list or an object.
func (item jsonItem) text(keys ...string) string {
	for _, key := range keys {
		raw := item[key]
		var text string
		switch {
		case len(raw) == 0 || raw[0] == '[' || raw[0] == '{' || string(raw) == "null":
			continue
		case json.Unmarshal(raw, &text) == nil:
			return text
		}
		return string(raw)
	}
	return ""
}

func (r *jsonReader) jsonNode(item jsonItem) error {
	id, name := item.text("id"), item.text("id", "name", "label")
	if _, twice := r.byName[name]; twice {
		return fmt.Errorf("two nodes are called %s", quote(name))
	}
	v, err := r.node(name)
	if err != nil {
		return err
	}
	r.order = append(r.order, v)
	if id != "" {
		r.ids[id] = v
	}
	place := jsonItem{}
	if json.Unmarshal(item["position"], &place) != nil {
		place = item
	}
	x, okX := readNumber(place.text("x"))
	if y, okY := readNumber(place.text("y")); okX && okY {
		r.place(v, x, y)
	}
	n := &r.Nodes[v]
	for _, key := range slices.Sorted(maps.Keys(item)) {
		value := item.text(key)
		switch {
		case value == "" || value == name && key != "label" || key == "id" || key == "x" || key == "y":
		case !n.understand(key, value):
			r.keep(&n.Attrs, key, value, false)
		}
	}
	return nil
}

// end finds the node at an end of an edge by its id, its name or its index in the list.
func (r *jsonReader) end(item jsonItem, keys ...string) (int, error) {
	inner := jsonItem{}
	for _, key := range keys {
		if json.Unmarshal(item[key], &inner) == nil && len(inner) > 0 {
			item, keys = inner, []string{"id", "name"}
		}
	}
	name := item.text(keys...)
	if v, known := r.ids[name]; known {
		return v, nil
	}
	if v, known := r.byName[name]; known {
		return v, nil
	}
	if at, err := strconv.Atoi(name); err == nil && at >= 0 && at < len(r.order) && len(r.ids) == 0 {
		return r.order[at], nil
	}
	if len(r.order) > 0 || name == "" {
		return 0, fmt.Errorf("an edge names node %s, which is not in the file", quote(name))
	}
	return r.node(name)
}

func (r *jsonReader) jsonEdge(item jsonItem) error {
	from, err := r.end(item, "source", "from")
	if err != nil {
		return err
	}
	to, err := r.end(item, "target", "to")
	if err != nil {
		return err
	}
	var k look
	var e Edge
	says := false
	if ends := (map[string]json.RawMessage{}); json.Unmarshal(item["arrows"], &ends) == nil && len(ends) > 0 {
		list := "none"
		for end, is := range ends {
			if !bytes.Contains(is, []byte("false")) {
				list += " " + end
			}
		}
		item["arrows"], _ = json.Marshal(list)
	}
	for _, key := range slices.Sorted(maps.Keys(item)) {
		switch value := item.text(key); {
		case value == "" || key == "source" || key == "target" || key == "from" || key == "to" || key == "id" ||
			key == "group":
		case key == "arrows": // in vis.js
			k.pair, says = true, true
			if strings.Contains(value, "to") {
				k.head = "normal"
			}
			if strings.Contains(value, "from") {
				k.tail = "normal"
			}
		case k.take(key, value):
			says = true
		case !e.understand(key, value):
			r.keep(&e.Attrs, key, value, false)
		}
	}
	r.bare = r.bare || !says && r.file.Directed == nil
	drawn, err := r.line(from, to, k.way(r.file.Directed == nil || *r.file.Directed), 0)
	if err == nil && drawn != nil {
		e.From, e.To = drawn.From, drawn.To
		*drawn = e
	}
	return err
}
