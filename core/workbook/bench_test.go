package workbook

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkRead reads 100,000 rows of ten numbers.
func BenchmarkRead(b *testing.B) {
	var s strings.Builder
	for i := range 100_000 {
		s.WriteString("<row>")
		for j := range 10 {
			fmt.Fprintf(&s, `<c r="%c%d"><v>%d.%d</v></c>`, 'A'+j, i+1, i, j)
		}
		s.WriteString("</row>")
	}
	packed := parts(b, s.String(), nil)
	b.SetBytes(int64(s.Len()))
	for b.Loop() {
		if _, err := Read(packed, 64<<20, ""); err != nil {
			b.Fatal(err)
		}
	}
}
