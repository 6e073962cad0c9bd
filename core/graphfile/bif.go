package graphfile

import "strings"

// readBIF reads the structure of a Bayesian network in the Interchange Format 0.15, as bnlearn,
// JavaBayes and other programs write it: the variables and, for each of them, the variables on
// which its probabilities depend.
func readBIF(text string) (*File, error) {
	r := &bifReader{lexer: lexer{text: text}, builder: newBuilder(BIF)}
	for {
		if err := r.blanks(false); err != nil {
			return nil, err
		}
		if r.at == len(r.text) {
			break
		}
		start := r.at
		var err error
		switch word := r.word(); word {
		case "network":
			err = r.network()
		case "variable":
			err = r.variable()
		case "probability":
			err = r.probability()
		default:
			r.at = start
			err = r.refuse("expected network, variable or probability, but found %s", r.next())
		}
		if err != nil {
			return nil, err
		}
	}
	r.rename()
	return r.File, nil
}

type bifReader struct {
	lexer
	*builder
}

// word reads a name with or without quotes.
func (r *bifReader) word() string {
	if r.take(`"`) {
		text, _ := r.until(`"`)
		return text
	}
	return r.while(func(c byte) bool { return !isSpace(c) && !strings.ContainsRune("{}()[]|,;=\"", rune(c)) })
}

// open reads up to the brace that opens a block.
func (r *bifReader) open() error {
	if err := r.blanks(false); err != nil {
		return err
	}
	if !r.take("{") {
		return r.refuse("expected {, but found %s", r.next())
	}
	return nil
}

// block reads statements up to the brace that closes the block.
func (r *bifReader) block(statement func(word string) error) error {
	for {
		if err := r.blanks(false); err != nil {
			return err
		}
		switch {
		case r.at == len(r.text):
			return r.refuse("the file ends inside a block; a } is missing")
		case r.take("}"):
			return nil
		case r.take(";"):
			continue
		}
		if err := statement(r.word()); err != nil {
			return err
		}
	}
}

// untilSemicolon returns the text up to the next semicolon.
func (r *bifReader) untilSemicolon() (string, error) {
	start := r.at
	text, ended := r.until(";")
	if !ended {
		r.at = start
		return "", r.refuse("the file ends inside a statement; a ; is missing")
	}
	return strings.TrimSpace(text), nil
}

func (r *bifReader) network() error {
	if err := r.blanks(false); err != nil {
		return err
	}
	r.word()
	if err := r.open(); err != nil {
		return err
	}
	return r.block(func(word string) error {
		text, err := r.untilSemicolon()
		if key, value, is := property(word, text); is {
			if x, ok := readNumber(value); key == keyScale && ok && x > 0 {
				r.Scale = x
			} else {
				r.keep(&r.Attrs, key, value, true)
			}
		}
		return err
	})
}

// property splits the text of a property into a key and the value after =.
func property(word, text string) (key, value string, is bool) {
	if word != "property" || text == "" {
		return "", "", false
	}
	if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		text = text[1 : len(text)-1]
	}
	key, value, found := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if !found || key == "" {
		return "property", text, true
	}
	key, value = decoded(key, value)
	return key, value, true
}

func (r *bifReader) variable() error {
	if err := r.blanks(false); err != nil {
		return err
	}
	start := r.at
	known := len(r.Nodes)
	v, err := r.node(r.word())
	if err != nil || v < known {
		if r.at = start; err == nil {
			return r.refuse("the variable %s occurs twice", quote(r.Nodes[v].Name))
		}
		return r.refuse("%w", err)
	}
	if err := r.open(); err != nil {
		return err
	}
	return r.block(func(word string) error {
		text, err := r.untilSemicolon()
		if key, value, is := property(word, text); is {
			r.nodeProperty(v, key, value)
		}
		return err
	})
}

func (r *bifReader) nodeProperty(v int, key, value string) {
	n := &r.Nodes[v]
	if key == "position" {
		if x, y, _, ok := readPair(strings.Trim(value, "()")); ok {
			r.place(v, x, y)
			return
		}
	}
	if key == keyRealName {
		if name, ok := decode(value); ok && name != "" {
			r.real[v] = name
			return
		}
	}
	if !n.understand(key, value) {
		r.keep(&n.Attrs, key, value, true)
	}
}

// probability reads the variables on which a variable depends and skips the numbers.
func (r *bifReader) probability() error {
	if err := r.blanks(false); err != nil {
		return err
	}
	if !r.take("(") {
		return r.refuse("expected (, but found %s", r.next())
	}
	child := -1
	for {
		if err := r.blanks(false); err != nil {
			return err
		}
		if r.take("|") || r.take(",") {
			continue
		}
		if r.take(")") {
			break
		}
		start := r.at
		name := r.word()
		v, err := r.node(name)
		if err == nil && child >= 0 {
			_, err = r.edge(v, child)
		}
		if err != nil {
			r.at = start
			return r.refuse("%w", err)
		}
		if child < 0 {
			child = v
		}
	}
	if child < 0 {
		return r.refuse("a block of probabilities names no variable")
	}
	if err := r.open(); err != nil {
		return err
	}
	return r.block(func(word string) error {
		text, err := r.untilSemicolon()
		if key, value, is := property(word, text); is {
			r.edgeProperty(child, key, value)
			return err
		}
		r.note("numbers", "The probabilities of the file are left out, because Causeway fits its own mechanisms.")
		return err
	})
}

// edgeProperty reads a property of an edge, which Causeway stores in a variable as the cause, a
// colon and the property.
func (r *bifReader) edgeProperty(child int, key, value string) {
	if cause, inner, is := strings.Cut(key, ":"); is {
		inner, value = decoded(inner, value)
		if from, known := r.byName[cause]; known {
			if at, known := r.byEnds[[2]int{from, child}]; known {
				if e := &r.Edges[at]; !e.understand(inner, value) {
					r.keep(&e.Attrs, inner, value, true)
				}
				return
			}
		}
	}
	r.note("property", "Properties of probabilities are left out.")
}
