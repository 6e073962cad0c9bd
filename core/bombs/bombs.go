// Package bombs makes small files that are meant to exhaust their readers: workbooks and Parquet
// files that expand to a multiple of their size, claim content that they do not have, or keep a
// careless reader busy for ever. It is only for tests and does not depend on any reader. Start
// reading at Workbooks and Parquet.
package bombs

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
)

// File is such a file.
type File struct {
	Name  string
	Bytes []byte
}

// Workbooks returns the files that end in .xlsx.
func Workbooks() (list []File) {
	books := workbooks()
	for _, name := range slices.Sorted(maps.Keys(books)) {
		list = append(list, File{name + ".xlsx", books[name].pack(false)})
		if books[name].big() { // a file large enough for readers whose limits depend on its size
			list = append(list, File{name + " and bulk.xlsx", books[name].pack(true)})
		}
	}
	whole := workbook{}.pack(false)
	return append(list, File{"cut off.xlsx", whole[:len(whole)/2]}, File{"no directory.xlsx", whole[:len(whole)-30]},
		File{"many parts.xlsx", manyParts()})
}

// --- Workbooks -----------------------------------------------------------------------------------

// stuff is a part of a workbook: a unit repeated up to a size in MB, between a beginning and an
// end.
type stuff struct {
	head, unit, tail string
	mb               int
	says             int64 // claimed length; 0 for the true one
}

// workbook is a workbook with one sheet, given by the parts that differ from an ordinary one.
type workbook map[string]stuff

const (
	bookPart   = "xl/workbook.xml"
	relsPart   = "xl/_rels/workbook.xml.rels"
	sheetPart  = "xl/worksheets/s.xml"
	textsPart  = "xl/texts.xml"
	stylesPart = "xl/styles.xml"

	rows   = "<worksheet><sheetData>"
	rowsTo = "</sheetData></worksheet>"
	one    = "<row><c><v>1</v></c></row>"
)

func workbooks() map[string]workbook {
	sheet := func(s stuff) workbook { return workbook{sheetPart: s} }
	styles := func(s stuff) workbook { return workbook{stylesPart: s} }
	return map[string]workbook{
		"sheets": {bookPart: {"<workbook><sheets>", `<sheet id="r1"/>`, "</sheets></workbook>", 300, 0}},
		"relations": {relsPart: {"<Relationships>", `<Relationship Id="r9" Type="t/worksheet" Target="s.xml"/>`,
			"</Relationships>", 300, 0}},
		"texts":            {textsPart: {"<sst>", "<si/>", "</sst>", 500, 0}},
		"letters":          {textsPart: {"<sst>", "<si><t>a</t></si>", "</sst>", 500, 0}},
		"long text":        {textsPart: {"<sst><si><t>", "a", "</t></si></sst>", 500, 0}},
		"text in pieces":   {textsPart: {"<sst><si>", "<t>abcdefgh</t>", "</si></sst>", 500, 0}},
		"long value":       sheet(stuff{rows + "<row><c><v>", "1", "</v></c></row>" + rowsTo, 500, 0}),
		"value in pieces":  sheet(stuff{rows + "<row><c><v>", "1<!-- -->", "</v></c></row>" + rowsTo, 500, 0}),
		"long attribute":   sheet(stuff{rows + `<row><c r="`, "A", `"><v>1</v></c></row>` + rowsTo, 500, 0}),
		"many attributes":  sheet(stuff{rows + "<row ", `a="" `, "/>" + rowsTo, 500, 0}),
		"long comment":     sheet(stuff{"<worksheet><!--", "a", "-->" + one + "</worksheet>", 500, 0}),
		"long declaration": sheet(stuff{"<!DOCTYPE ", "a", "><worksheet/>", 500, 0}),
		"long section":     sheet(stuff{rows + "<row><c><v><![CDATA[", "1", "]]></v></c></row>" + rowsTo, 500, 0}),
		"comments":         sheet(stuff{"<worksheet>", "<!---->", one + "</worksheet>", 500, 0}),
		"deep":             sheet(stuff{"<worksheet>", "<a>", "</worksheet>", 400, 0}),
		"deep in a cell":   sheet(stuff{rows + "<row><c>", "<a>", rowsTo, 400, 0}),
		"empty rows":       sheet(stuff{rows, "<row/>", rowsTo, 500, 0}),
		"empty cells":      sheet(stuff{rows + "<row>", "<c/>", "</row>" + rowsTo, 500, 0}),
		"one cell":         sheet(stuff{rows + "<row>", `<c r="A1"/>`, "</row>" + rowsTo, 500, 0}),
		"far cells":        sheet(stuff{rows, `<row><c r="XFD1"><v>1</v></c></row>`, rowsTo, 400, 0}),
		"rows of one":      sheet(stuff{rows, one, rowsTo, 500, 0}),
		"merged cells": sheet(stuff{rows + one + "</sheetData>", `<mergeCell ref="A1:A1048576"/>`, "</worksheet>",
			300, 0}),
		"formats": styles(stuff{"<styleSheet>", `<numFmt numFmtId="200" formatCode="0"/>`, "</styleSheet>",
			500, 0}),
		"styles": styles(stuff{"<styleSheet><cellXfs>", "<xf/>", "</cellXfs></styleSheet>", 500, 0}),
		"laughs": sheet(stuff{`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "` +
			strings.Repeat("&a;", 1000) + `">]>` + rows + `<row><c t="str"><v>&b;</v></c></row>`, "", rowsTo, 0, 0}),
		"shorter than said": sheet(stuff{rows, one, rowsTo, 1, 1 << 40}),
		"longer than said":  sheet(stuff{rows, one, rowsTo, 500, 100}),
	}
}

func (w workbook) big() bool {
	for _, s := range w {
		return s.mb > 100
	}
	return false
}

// pack packs the parts. Repeated text is compressed only once. bulk adds incompressible data.
func (w workbook) pack(bulk bool) []byte {
	parts := workbook{
		bookPart: {head: `<workbook xmlns:r="x"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`},
		relsPart: {head: `<Relationships><Relationship Id="r1" Type="t/worksheet" ` +
			`Target="worksheets/s.xml"/><Relationship Id="r2" Type="t/sharedStrings" ` +
			`Target="/xl/texts.xml"/><Relationship Id="r3" Type="t/styles" Target="styles.xml"/></Relationships>`},
		sheetPart:  {head: rows + one + rowsTo},
		textsPart:  {head: "<sst/>"},
		stylesPart: {head: "<styleSheet/>"},
	}
	for name, s := range w {
		parts[name] = s
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{bookPart, relsPart, sheetPart, textsPart, stylesPart} {
		s := parts[name]
		var packed bytes.Buffer
		sum, size := crc32.NewIEEE(), int64(0)
		add := func(text []byte, times int, last bool) {
			once := deflated(text, last)
			for range times {
				packed.Write(once)
				sum.Write(text)
				size += int64(len(text))
			}
		}
		add([]byte(s.head), 1, false)
		if s.mb > 0 {
			add(bytes.Repeat([]byte(s.unit), 1<<20/len(s.unit)), s.mb, false)
		}
		add([]byte(s.tail), 1, true)
		if s.says > 0 {
			size = s.says
		}
		out, _ := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CRC32: sum.Sum32(),
			CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(size)}) // writing to memory never fails
		out.Write(packed.Bytes())
	}
	if bulk {
		out, _ := z.CreateRaw(&zip.FileHeader{Name: "bulk", CompressedSize64: 6 << 20, UncompressedSize64: 6 << 20})
		out.Write(make([]byte, 6<<20))
	}
	z.Close()
	return b.Bytes()
}

// manyParts returns a workbook whose list of parts needs many times the memory of the file.
func manyParts() []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 400_000 {
		name := fmt.Sprint(i)
		if i == 0 {
			name = bookPart
		}
		z.CreateRaw(&zip.FileHeader{Name: name})
	}
	z.Close()
	return b.Bytes()
}

// --- Parquet -------------------------------------------------------------------------------------

// field is a field in a structure of Thrift's compact protocol: an int32, int64, string, list or
// structure.
type field struct {
	id    int
	value any
}

type structure []field

func varint(b []byte, v int64) []byte { return binary.AppendVarint(b, v) } // in Thrift's zigzag encoding

func (s structure) bytes() (b []byte) {
	last := 0
	for _, f := range s {
		b = append(b, byte((f.id-last)<<4)|kindOf(f.value))
		b, last = append(b, valueOf(f.value)...), f.id
	}
	return append(b, 0)
}

func kindOf(v any) byte {
	switch v.(type) {
	case int32:
		return 5
	case int64:
		return 6
	case string:
		return 8
	case []any:
		return 9
	}
	return 12
}

func valueOf(v any) []byte {
	switch v := v.(type) {
	case int32:
		return varint(nil, int64(v))
	case int64:
		return varint(nil, v)
	case string:
		return append(binary.AppendUvarint(nil, uint64(len(v))), v...)
	case []any:
		b := binary.AppendUvarint([]byte{0xf0 | kindOf(v[0])}, uint64(len(v)))
		for _, e := range v {
			b = append(b, valueOf(e)...)
		}
		return b
	case structure:
		return v.bytes()
	}
	return nil
}

// Numbers in the file format.
const (
	integers, longs, texts, fixed = 1, 2, 6, 7 // types
	required, optional, repeated  = 0, 1, 2
	plain, gzipped, zstd          = 0, 2, 6 // codecs
	lz4, lz4Raw                   = 5, 7

	asPlain, asDeltas, asShared, asNumbers, asSplit = 0, 5, 7, 8, 9 // encodings
)

// parquet is a file with one column.
type parquet struct {
	rows, groups             int64
	kind, repetition, length int32
	codec                    int32
	pages                    []byte
	schema                   []any  // replaces that of the column
	footer                   []byte // replaces its true metadata
}

func (p parquet) bytes() []byte {
	footer := p.footer
	if footer == nil {
		if p.schema == nil {
			p.schema = []any{structure{{4, "schema"}, {5, int32(1)}},
				structure{{1, p.kind}, {2, p.length}, {3, p.repetition}, {4, "a"}}}
		}
		size := int64(len(p.pages))
		group := structure{
			{1,
				[]any{structure{{2, int64(4)}, {3, structure{{1, p.kind}, {2, []any{int32(0)}}, {3, []any{"a"}},
					{4, p.codec},
					{5, p.rows}, {6, size}, {7, size}, {9, int64(4)}}}}}}, {2, size}, {3, p.rows}}
		var groups []any
		for range max(p.groups, 1) {
			groups = append(groups, group)
		}
		footer = structure{{1, int32(1)}, {2, p.schema}, {3, p.rows * max(p.groups, 1)}, {4, groups}}.bytes()
	}
	b := append(append([]byte("PAR1"), p.pages...), footer...)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(footer))), "PAR1"...)
}

// page1 returns a data page of the first version.
func page1(values, encoding, unpacked int32, body []byte) []byte {
	return append(structure{{1, int32(0)}, {2, unpacked}, {3, int32(len(body))},
		{5, structure{{1, values}, {2, encoding}, {3, int32(3)}, {4, int32(3)}}}}.bytes(), body...)
}

// page2 returns a data page of the second version, with the given length of its levels.
func page2(values, encoding, levels int32, body []byte) []byte {
	return append(structure{{1, int32(3)}, {2, int32(len(body))}, {3, int32(len(body))},
		{8, structure{{1, values}, {2, int32(0)}, {3, values}, {4, encoding}, {5, levels}, {6, int32(0)}}}}.bytes(),
		body...)
}

func dictionary(values, unpacked int32, body []byte) []byte {
	return append(structure{{1, int32(2)}, {2, unpacked}, {3, int32(len(body))},
		{7, structure{{1, values}, {2, int32(0)}}}}.bytes(), body...)
}

// Parquet returns the files that end in .parquet.
func Parquet() (list []File) {
	const most = 1<<31 - 1
	four := []byte{1, 0, 0, 0}
	uvarints := func(list ...uint64) (b []byte) {
		for _, v := range list {
			b = binary.AppendUvarint(b, v)
		}
		return b
	}
	// deltas encodes count numbers that start at 0 and increase by the same amount.
	deltas := func(count int, by int64) []byte {
		b := varint(uvarints(128, 4, uint64(count)), 0)
		for left := count - 1; left > 0; left -= 128 {
			b = append(varint(b, by), 0, 0, 0, 0)
		}
		return b
	}
	match := append(append([]byte{0x1f, 'a', 1, 0}, bytes.Repeat([]byte{255}, 20<<20)...), 0)
	// A number, its repetition, and five bytes.
	tens := append(append([]byte{0x4f}, four...), 4, 0, 12, 0x50, 0, 1, 0, 0, 0)
	eights := append(append([]byte{0x4f}, four...), 4, 0, 9)
	files := map[string]parquet{
		"20 million rows": {rows: 20_000_000, kind: integers, pages: page1(1, asPlain, 4, four)},
		"lying rows":      {rows: 900_000, kind: integers, pages: page1(1, asPlain, 4, four)},
		"below no rows":   {rows: -5, kind: integers, pages: page1(1, asPlain, 4, four)},
		"many groups":     {rows: 5, groups: 150_000, kind: integers, pages: page1(1, asPlain, 4, four)},
		"values":          {rows: 900_000, kind: integers, pages: page1(most, asPlain, 4, four)},
		"below no values": {rows: 900_000, kind: integers, pages: page1(-5, asPlain, 4, four)},
		"endless page":    {rows: 10, kind: integers, pages: page1(1, asPlain, most, four)},
		"a long run": {rows: 900_000, kind: integers, repetition: optional,
			pages: page1(900_000, asPlain, 10, append([]byte{6, 0, 0, 0}, uvarints(most<<1, 1)...))},
		"a run of levels": {rows: 900_000, kind: integers, repetition: optional,
			pages: page2(900_000, asPlain, 6, uvarints(most<<1, 1))},
		"a run of nothing": {rows: 900_000, kind: integers,
			pages: append(dictionary(1, 4, four), page2(900_000, asNumbers, 0,
				append([]byte{0}, uvarints(most<<1)...))...)},
		"bits of nothing": {rows: 900_000, kind: integers,
			pages: append(dictionary(1, 4, four), page2(900_000, asNumbers, 0,
				append([]byte{0}, uvarints(1<<32-1)...))...)},
		"a dictionary": {rows: 900_000, kind: texts, pages: dictionary(most, 4, four)},
		"parts of differences": {rows: 900_000, kind: longs,
			pages: page1(900_000, asDeltas, 20, append(uvarints(128, most, 900_000), make([]byte, 12)...))},
		"a long difference": {rows: 900_000, kind: longs,
			pages: page1(900_000, asDeltas, 1<<20+5,
				append(uvarints(128, 4, 900_000), bytes.Repeat([]byte{0xff}, 1<<20)...))},
		"shared begins": {rows: 40_000, kind: texts, pages: func() []byte {
			b := append(append(deltas(40_000, 1), deltas(40_000, 0)...), "a"...)
			b[len(b)-1] = 'a'
			return page1(40_000, asShared, int32(len(b)), b)
		}()},
		"wide values": {rows: 900_000, kind: fixed, length: most / 2, pages: page1(900_000, asSplit, 4, four)},
		"a window of Zstandard": {rows: 10, kind: integers, codec: zstd,
			pages: page1(10, asPlain, 40, []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 0, 0, 0, 0, 0, 0})},
		"blocks of Zstandard": {rows: 10, kind: integers, codec: zstd, pages: page1(10, asPlain, 40,
			append([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0x50}, bytes.Repeat([]byte{0xfa, 0xff, 0x0f, 'a'}, 20_000)...))},
		"a match of LZ4": {rows: 10, kind: integers, codec: lz4Raw, pages: page1(10, asPlain, 40, match)},
		"a match of LZ4 in a frame": {rows: 10, kind: integers, codec: lz4, pages: page1(10, asPlain, 40,
			append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 40), uint32(len(match))),
				match...))},
		"a literal of LZ4": {rows: 10, kind: integers, codec: lz4Raw,
			pages: page1(10, asPlain, 40, append([]byte{0xf0}, bytes.Repeat([]byte{255}, 20<<20)...))},
		"a frame backwards": {rows: 10, kind: integers, codec: lz4,
			pages: page1(10, asPlain, 40, append([]byte{0, 0, 0, 0, 255, 255, 255, 248}, four...))},
		"whole, of LZ4":                 {rows: 10, kind: integers, codec: lz4Raw, pages: page1(10, asPlain, 40, tens)},
		"whole, of LZ4 without a frame": {rows: 10, kind: integers, codec: lz4, pages: page1(10, asPlain, 40, tens)},
		"whole, of LZ4 in frames": {rows: 10, kind: integers, codec: lz4, pages: page1(10, asPlain, 40,
			slices.Concat([]byte{0, 0, 0, 32, 0, 0, 0, 8}, eights, []byte{0, 0, 0, 8, 0, 0, 0, 9, 0x80}, four, four))},
		"children": {rows: 10, schema: []any{structure{{4, "schema"}, {5, int32(most)}}},
			pages: page1(1, asPlain, 4, four)},
		"deep columns": {rows: 10, schema: manyOf(20_000, structure{{3, int32(optional)}, {4, "a"}, {5, int32(1)}}),
			pages: page1(1, asPlain, 4, four)},
		"a list": {footer: append([]byte{0x15, 2, 0x29, 0xfc}, uvarints(30_000_000)...)},
		"lists of lists": {footer: append([]byte{0x15, 2, 0x29},
			bytes.Repeat([]byte{0xf9, 0x80, 0xc0, 0xd7, 0x2f}, 3000)...)},
		"empty parts": {footer: append(append(append([]byte{0x15, 2, 0x29, 0xfc}, uvarints(12<<20)...),
			make([]byte, 12<<20)...), 0)},
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, File{name + ".parquet", files[name].bytes()})
	}
	whole := parquet{rows: 1, kind: integers, pages: page1(1, asPlain, 4, four)}.bytes()
	long := append([]byte{}, whole...)
	binary.LittleEndian.PutUint32(long[len(long)-8:], 1<<31)
	return append(list, File{"cut off.parquet", whole[:len(whole)/2]}, File{"long end.parquet", long},
		File{"short.parquet", []byte("PAR1")})
}

func manyOf(n int, s structure) (list []any) {
	for range n {
		list = append(list, s)
	}
	return list
}
