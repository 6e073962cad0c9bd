package report

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile lists names that a file may contain.
var hostile = []string{
	`<img src=x onerror=alert(1)>`, `</title><script>alert(1)</script>`, `"><svg onload=alert(1)>`,
	`' onmouseover='alert(1)`,
	`javascript:alert(1)`, `=HYPERLINK("http://x","y")`, "\u202egnp.exe", "a\u2066b\u2069c", "\x00\x1b[31m\xff\xfe",
	"<!--", "-->", "]]>", "&lt;b&gt;&amp;",
	strings.Repeat("x", 10_000), strings.Repeat("<", 10_000), "\u2028</p>", "\ufffe\U0001fffe", "", "محمد",
}

func TestEscape(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"markup", `<a b="c">'&`, "&lt;a b=&#34;c&#34;&gt;&#39;&amp;"},
		{"entities are text", "&lt;", "&amp;lt;"},
		{"other scripts stay", "محمد 表 é", "محمد 表 é"},
		{"direction marks are shown", "a\u202eb\u2069", "a[U+202E]b[U+2069]"},
		{"what is no text", "a\x00b\xffc\u007f\ufdd0", "a\ufffdb\ufffdc\ufffd\ufffd"},
		{"lines become spaces", "a\nb\u2028c\td", "a b c d"},
		{"as long as may be", strings.Repeat("é", mostRunes), strings.Repeat("é", mostRunes)},
		{"longer", strings.Repeat("é", mostRunes+1), strings.Repeat("é", mostRunes) + "… (301 characters)"},
	} {
		if got := escape(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// whole returns a document with every kind of element and the same text everywhere.
func whole(s string) *Doc {
	name, strong, code := Span{s, Name}, Span{s, Strong}, Span{s, Code}
	d := New(s, Span{s, Plain}, name)
	d.Section(s)
	d.Sub(name, strong)
	d.Line(name, code, Span{s, English})
	d.Note(strong)
	d.Warn(name)
	d.List([][]Span{{name}, {strong, code}})
	d.Marks([][]Span{{code}})
	d.List(nil)
	d.Facts([][2]Span{{name, strong}})
	d.Section("Second")
	d.Table(s, []Cell{Text(s), Named(s), Number(s)},
		[][]Cell{{{Spans: []Span{name}, Head: true}, Number(s), {Spans: []Span{strong}, Marked: true, Number: true}}})
	d.Picture([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`), s)
	return d
}

var elements = []string{"main", "header", "h1", "h2", "h3", "p", "section", "bdi", "strong", "code", "ul", "li", "dl",
	"div", "dt", "dd", "table",
	"caption", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "svg", "path"}

var attributes = []string{"class", "id", "scope", "aria-labelledby", "xmlns", "d", "lang"}

// body checks that a document is well-formed and has only the elements and attributes that this
// package writes, and returns its text.
func body(t *testing.T, doc []byte) string {
	t.Helper()
	_, text, ok := strings.Cut(string(doc), "<body>\n")
	text, rest, ends := strings.Cut(text, "</body>")
	if !ok || !ends || rest != "\n</html>\n" {
		t.Fatal("the document has no body, or more than one end")
	}
	x, shown := xml.NewDecoder(strings.NewReader(text)), ""
	for {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return shown
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !slices.Contains(elements, e.Name.Local) {
				t.Errorf("element %q", e.Name.Local)
			}
			for _, a := range e.Attr {
				if !slices.Contains(attributes, a.Name.Local) {
					t.Errorf("attribute %q of %q", a.Name.Local, e.Name.Local)
				}
			}
		case xml.CharData:
			shown += string(e)
		case xml.Comment, xml.ProcInst, xml.Directive:
			t.Errorf("%T", e)
		}
	}
}

func TestHostileTextIsText(t *testing.T) {
	plain := strings.Count(body(t, whole("Z").Bytes()), "Z")
	for _, h := range hostile {
		doc := whole(h).Bytes()
		if !utf8.Valid(doc) {
			t.Errorf("%.20q: the document is not valid UTF-8", h)
		}
		text := body(t, doc)
		if h == `<img src=x onerror=alert(1)>` || h == `javascript:alert(1)` || h == "محمد" {
			if n := strings.Count(text, h); n != plain {
				t.Errorf("%q is shown %d times, want %d", h, n, plain)
			}
		}
		head, _, _ := strings.Cut(string(doc), "<body>")
		title := head[strings.Index(head, "<title>")+7 : strings.Index(head, "</title>")]
		if strings.ContainsAny(title, "<>") || strings.Count(head, "</title>") != 1 {
			t.Errorf("%.20q: title %.60q", h, title)
		}
		if len(doc) > 60_000 {
			t.Errorf("%.20q: %d bytes", h, len(doc))
		}
	}
}

// A document makes no requests and runs no scripts, and its policy tells the browser so.
func TestDocumentsAreSelfContained(t *testing.T) {
	doc := string(whole("x").Bytes())
	if !strings.Contains(doc, `content="`+Policy()+`"`) ||
		!strings.HasPrefix(Policy(), "default-src 'none'; style-src 'sha256-") {
		t.Errorf("policy %q", Policy())
	}
	for _, no := range []string{"<script", "src=", "href=", "url(", "@import", "style=", "http-equiv=\"refresh\"",
		"<link", "<img", "<iframe", "<base"} {
		if strings.Contains(doc, no) {
			t.Errorf("the document holds %q", no)
		}
	}
	if strings.Contains(style, "<") || strings.Contains(style, "\\") {
		t.Error("the style sheet holds what could end it")
	}
}

func TestOnlyPicturesAreDrawn(t *testing.T) {
	d := New("x")
	d.Picture([]byte("<script>alert(1)</script>"), "no")
	d.Picture([]byte("<svg ></svg><script></script>"), "no")
	if strings.Contains(d.b.String(), "figure") || strings.Contains(d.b.String(), "script") {
		t.Error("something else was drawn")
	}
}

func FuzzText(f *testing.F) {
	for _, h := range hostile {
		f.Add(h)
	}
	f.Fuzz(func(t *testing.T, text string) { body(t, whole(text).Bytes()) })
}
