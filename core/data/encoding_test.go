package data

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// TestEncodingsAreGuessed checks that words of many languages are decoded correctly. If the
// encoding is only likely, the alternatives must be offered.
func TestEncodingsAreGuessed(t *testing.T) {
	for _, c := range []struct {
		want  string
		by    encoding.Encoding
		words string
	}{
		{"windows-1252", charmap.Windows1252, "größe Müller Straße Österreich"},
		{"windows-1252", charmap.Windows1252, "prénom été élevé Français naïve cœur"},
		{"windows-1252", charmap.Windows1252, "año España niño mañana José São"},
		{"windows-1252", charmap.Windows1252, "kön Malmö Göteborg västra ålder"},
		{"windows-1252", charmap.Windows1252, "città qualità perché così è più"},
		{"windows-1252", charmap.Windows1252, "Zürich"},
		{"windows-1252", charmap.Windows1252, "São Paulo;Ceará;não;ação"},
		{"windows-1252", charmap.Windows1252, "København;Ærø;Århus;Tromsø"},
		{"windows-1252", charmap.Windows1252, "1000€;2000€"},
		{"windows-1252", charmap.Windows1252, "it’s;“quoted”;25 °C;3 m²"},
		{"windows-1252", charmap.Windows1252, "1\u00a0234\u00a0€;7\u00a0901\u00a0€;12\u00a0345\u00a0€"},
		{"windows-1252", charmap.Windows1252, "âge;Hélène;12\u00a0345\u00a0€;1\u00a0234\u00a0€;7\u00a0901\u00a0€"},
		{"windows-1252", charmap.Windows1252, "Ålder;Lön;82\u00a0294\u00a0kr;85\u00a0761\u00a0kr;5\u00a0180\u00a0kr"},
		{"windows-1250", charmap.Windows1250, "életkor;ár;Győr;Pécs;1\u00a0696\u00a0Ft;29\u00a0772\u00a0Ft"},
		{"windows-1251", charmap.Windows1251,
			"возраст;сумма;отток;да;нет;42\u00a0534\u00a0руб.;35\u00a0649\u00a0руб.;1\u00a0577\u00a0руб."},
		{"shift_jis", japanese.ShiftJIS, "年齢;点数;判定;５５;７２;３８;６７;４１;合格;不合格"},
		{"shift_jis", japanese.ShiftJIS, "部門;損益;結果;営業;製造;▲787;▲247;△491;継続;撤退"},
		{"windows-1252", charmap.Windows1252, "£7259;£5277;£2807"},
		{"windows-1252", charmap.Windows1252, "8°;-4°;34°"},
		{"windows-1252", charmap.Windows1252, "don’t;it’s;“fine”"},
		{"iso-8859-15", charmap.ISO8859_15, "cœur;élevé;Šumava"},
		{"windows-1250", charmap.Windows1250, "Łódź Kraków miasto płeć mężczyzna"},
		{"windows-1250", charmap.Windows1250, "Plzeň Ústí město Čechy žena muž Brněnský"},
		{"windows-1250", charmap.Windows1250, "Győr Pécs férfi nő Székesfehérvár"},
		{"iso-8859-2", charmap.ISO8859_2, "Łódź Kraków miasto płeć mężczyzna śląskie"},
		{"windows-1254", charmap.Windows1254, "şehir İstanbul Eskişehir kadın erkek Diyarbakır"},
		{"windows-1257", charmap.Windows1257, "Rīga vīrietis sieviete Jūrmala Šiauliai žmogus"},
		{"windows-1251", charmap.Windows1251, "город;Омск;Москва;да;нет"},
		{"windows-1251", charmap.Windows1251, "Київ;Львів;чоловік;жінка;місто"},
		{"windows-1251", charmap.Windows1251, "МОСКВА;ДА;НЕ"},
		{"windows-1251", charmap.Windows1251, "София;Пловдив;мъж;жена"},
		{"koi8-r", charmap.KOI8R, "город;Омск;Москва;да;нет"},
		{"koi8-r", charmap.KOI8R, "МУЖСКОЙ;ЖЕНСКИЙ;пол"},
		{"ibm866", charmap.CodePage866, "город;Омск;Москва;да;нет"},
		{"iso-8859-5", charmap.ISO8859_5, "город;Омск;Москва;да;нет"},
		{"windows-1253", charmap.Windows1253, "Αθήνα;Θεσσαλονίκη;ναι;όχι;πόλη"},
		{"windows-1255", charmap.Windows1255, "תל אביב;ירושלים;כן;לא"},
		{"windows-1256", charmap.Windows1256, "القاهرة;نعم;لا;مدينة"},
		{"windows-874", charmap.Windows874, "กรุงเทพ;เชียงใหม่;ใช่;ไม่"},
		{"macintosh", charmap.Macintosh, "größe Müller Straße;Köln"},
		{"macintosh", charmap.Macintosh, "prénom;élevé;Français;Générale;Érable"},
		{"ibm850", charmap.CodePage850, "größe;Müller;Straße;Köln"},
		{"shift_jis", japanese.ShiftJIS, "町;東京;大阪"},
		{"shift_jis", japanese.ShiftJIS, "男;女"},
		{"shift_jis", japanese.ShiftJIS, "性別;はい;いいえ;都道府県"},
		{"shift_jis", japanese.ShiftJIS, "カテゴリ;データ;年齢"},
		{"euc-jp", japanese.EUCJP, "性別;はい;いいえ;データ"},
		{"euc-jp", japanese.EUCJP, "町;東京;大阪"},
		{"gb18030", simplifiedchinese.GB18030, "城市;北京;上海;广州;男;女"},
		{"gb18030", simplifiedchinese.GB18030, "北京;上海"},
		{"gb18030", simplifiedchinese.GB18030, "性别;男;女;年龄"},
		{"gb18030", simplifiedchinese.GB18030, "是;否"},
		{"big5", traditionalchinese.Big5, "城市;台北;高雄;男;女"},
		{"big5", traditionalchinese.Big5, "性別;年齡;收入"},
		{"euc-kr", korean.EUCKR, "도시;서울;부산;남자;여자"},
		{"euc-kr", korean.EUCKR, "서울;부산"},
	} {
		words := strings.FieldsFunc(c.words, func(r rune) bool { return r == ' ' || r == ';' })
		var text strings.Builder
		text.WriteString("age,word,outcome\n")
		for i := range 60 {
			text.WriteString([]string{"31", "47", "52", "68", "23"}[i%5] + "," + words[i%len(words)] + "," +
				[]string{"yes", "no"}[i/3%2] + "\n")
		}
		written, err := c.by.NewEncoder().String(text.String())
		if err != nil {
			t.Fatal(err)
		}
		f, v := mustInspect(t, []byte(written))
		if got := v.Plan.Format.Encoding; got != c.want {
			t.Errorf("%s is read as %s: %q", c.words, got, v.Notes[0])
			continue
		}
		if table, _ := mustImport(t, f, v.Plan); len(words) > 1 && len(words) < 20 &&
			!table.Schema.Features[1].Kind.Numeric() &&
			!strings.Contains(" "+strings.Join(table.Schema.Features[1].Levels, " ")+" ", " "+words[0]+" ") {
			t.Errorf("%s: levels %q", c.words, table.Schema.Features[1].Levels)
		}
		if len(v.Doubts) == 0 || !strings.Contains(v.Doubts[0].Note, words[0]) {
			t.Errorf("%s: what it says is not shown: %+v", c.words, v.Doubts)
		}
		for _, e := range Encodings[3:] { // any encoding can be chosen, and the choice undone
			if other := f.Preview(&Plan{Format: Format{Encoding: e.Name}}); len(other.Problems) == 0 &&
				other.Plan.Format.Encoding != e.Name {
				t.Errorf("%s chosen, %s is read", e.Name, other.Plan.Format.Encoding)
			}
		}
		if again := f.Preview(nil); again.Plan.Format.Encoding != c.want || again.Rows != v.Rows ||
			len(again.Problems) > 0 {
			t.Errorf("%s: guessed anew it is %s, %q", c.words, again.Plan.Format.Encoding, again.Problems)
		}
	}
}

// TestTablesOfEncodings compares our tables with those of golang.org/x/text.
func TestTablesOfEncodings(t *testing.T) {
	for name, by := range map[string]*charmap.Charmap{
		"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
		"windows-1253": charmap.Windows1253,
		"windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255, "windows-1256": charmap.Windows1256,
		"windows-1257": charmap.Windows1257,
		"windows-874":  charmap.Windows874, "iso-8859-2": charmap.ISO8859_2, "iso-8859-5": charmap.ISO8859_5,
		"iso-8859-15": charmap.ISO8859_15,
		"koi8-r":      charmap.KOI8R, "koi8-u": charmap.KOI8U, "macintosh": charmap.Macintosh,
		"ibm850": charmap.CodePage850,
		"ibm866": charmap.CodePage866,
	} {
		for c := 0x80; c < 0x100; c++ {
			want := by.DecodeByte(byte(c))
			if want == '\ufffd' {
				want = rune(c) // undefined
			}
			if got, _, err := decode(name, []byte{byte(c)}); got != string(want) || err != nil {
				t.Errorf("%s: %#x is %q, want %q, %v", name, c, got, want, err)
			}
		}
	}
	for _, e := range Encodings {
		if _, _, err := decode(e.Name, []byte("ab")); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// TestCertainEncodings checks that byte order marks and zero bytes identify Unicode with
// certainty, and that marks do not become part of a name.
func TestCertainEncodings(t *testing.T) {
	text := "größe,town,outcome\n" + rowsOf(40, "#,~,@")
	little, big := utf16le(text), utf16be(text)
	for _, c := range []struct{ name, file, encoding, says string }{
		{"UTF-8", text, "", ""},
		{"a mark", mark + text, "", ""},
		{"two marks", mark + mark + text, "", ""},
		{"three marks", mark + mark + mark + text, "", ""},
		{"a mark before a quoted name", mark + "\"größe\"" + text[len("größe"):], "", ""},
		{"UTF-16 with a mark", little, "utf-16le", "UTF-16"},
		{"UTF-16 with two marks", little[:2] + little, "utf-16le", "UTF-16"},
		{"UTF-16 without", little[2:], "utf-16le", "UTF-16"},
		{"the other end first", big, "utf-16be", "UTF-16"},
		{"the other end first, without", big[2:], "utf-16be", "UTF-16"},
		{"packed", string(pack(t, []byte(little[2:]))), "utf-16le", "gzip"},
		{"one broken character among many", strings.ReplaceAll(text, "Lyon", "Lyön") + "31,Ly\xf6n,no\n", "utf-8",
			"read as \ufffd"},
	} {
		_, v := mustInspect(t, []byte(c.file))
		if v.Plan.Format.Encoding != c.encoding || v.Plan.Columns[0].Name != "größe" || v.Rows < 40 ||
			!strings.Contains(strings.Join(v.Notes, " "), c.says) {
			t.Errorf("%s: read as %q, %q, %d rows, %q", c.name, v.Plan.Format.Encoding, v.Plan.Columns[0].Name,
				v.Rows, v.Notes)
		}
	}
	for name, c := range map[string]string{
		"half a character": little + "x", "UTF-32": "\xff\xfe\x00\x00" + "a\x00\x00\x00",
	} {
		if _, err := Inspect("x.csv", []byte(c)); err == nil {
			t.Errorf("%s is read", name)
		} else {
			checkSentence(t, err.Error())
		}
	}
}

// TestNewRowsKeepTheEncoding checks that new rows are decoded like the table, unless their bytes
// identify another encoding.
func TestNewRowsKeepTheEncoding(t *testing.T) {
	encode := func(by encoding.Encoding, s string) []byte {
		b, err := by.NewEncoder().Bytes([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	text := "age,town,outcome\n" + strings.NewReplacer("Lyon", "Омск", "Nice", "Москва",
		"Paris", "Тверь").Replace(rowsOf(40, "#,~,@"))
	f, _ := mustInspect(t, encode(charmap.KOI8R, text))
	v := f.Preview(&Plan{Format: Format{Encoding: "koi8-r"}})
	table, _ := mustImport(t, f, v.Plan)
	row := "age,town\n31,Омск\n"
	for name, b := range map[string][]byte{"the same": encode(charmap.KOI8R, row), "UTF-8": []byte(row),
		"UTF-16": []byte(utf16le(row))} {
		rows, err := ReadRows(b, table.Schema, v.Plan, nil)
		if err != nil || len(rows.Values) != 1 {
			t.Errorf("%s: %v, %q", name, err, append(rows.Notes, rows.Problems...))
		}
	}
}
