//go:build !js

package data

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Outside browsers, DecodeWide uses tables from golang.org/x/text instead of the browser's decoder.
func init() {
	DecodeWide = func(name string, b []byte) (string, error) {
		text, err := map[string]encoding.Encoding{
			"shift_jis": japanese.ShiftJIS, "euc-jp": japanese.EUCJP, "iso-2022-jp": japanese.ISO2022JP,
			"gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5, "euc-kr": korean.EUCKR,
		}[name].NewDecoder().Bytes(b)
		return string(text), err
	}
}
