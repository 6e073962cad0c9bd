package data

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// These constants say how many fields serve to guess an encoding, and how many are shown.
const (
	mostFields  = 500
	shownFields = 3
)

// certain is the least score that an encoding needs.
const certain = 0.5

// The letters of some scripts, most frequent first.
const (
	cyrillic = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъіїєё"
	greek    = "αοιετσνηυρπκμλςωάίόέήθγδχύβφώξζψ"
	hebrew   = "יוהלארתבשמנכעקדחפםסטגזצןךףץ"
	arabic   = "اليمنروتبكعدهسفقحجشصةأطخءذزضثغىئإ"
	thai     = "านรกเอ่งมลยวต้ทสิีบ์ดคัปแพชะขห็ใจไผ"
)

// commonLetters lists the letters beyond ASCII that are common in the languages of an encoding,
// most frequent first if ranked. Earlier encodings win ties. Those that are seldom used today
// need a slightly higher score.
var commonLetters = []struct {
	name, letters  string
	ranked, seldom bool
}{
	{"windows-1252", "äöüßéèêëàâáãåæçíîïñóôõøúûœ", false, false},
	{"iso-8859-15", "äöüßéèêëàâáãåæçíîïñóôõøúûœšž", false, true},
	{"windows-1254", "çğıöşüİâ", false, false},
	{"windows-1250", "ąćęłńóśźżáčďéěíňřšťúůýžöüőűäßţăâî", false, false},
	{"iso-8859-2", "ąćęłńóśźżáčďéěíňřšťúůýžöüőűäßţăâî", false, false},
	{"windows-1257", "āčēģīķļņšūžąęėįų", false, false},
	{"macintosh", "äöüßéèêëàâáãåæçíîïñóôõøúûœ", false, true},
	{"ibm850", "äöüßéèêëàâáãåæçíîïñóôõøúû", false, true},
	{"windows-1251", cyrillic, true, false},
	{"koi8-r", cyrillic, true, false},
	{"koi8-u", cyrillic, true, true},
	{"ibm866", cyrillic, true, true},
	{"iso-8859-5", cyrillic, true, true},
	{"windows-1253", greek, true, false},
	{"windows-1255", hebrew, true, false},
	{"windows-1256", arabic, true, false},
	{"windows-874", thai, true, false},
}

// likelyEncodings lists possible encodings of some bytes, the most likely first.
func likelyEncodings(b []byte) []string {
	fields := foreignFields(b)
	if nearlyUTF8(b) {
		return []string{"utf-8", "windows-1252"}
	}
	type scored struct {
		name  string
		score float64
	}
	var all []scored
	add := func(name string, score float64) {
		i := len(all)
		for i > 0 && all[i-1].score < score {
			i--
		}
		all = append(all[:i], append([]scored{{name, score}}, all[i:]...)...)
	}
	for _, c := range commonLetters {
		add(c.name, lettersFit(fields, high[c.name], c.letters, c.ranked)-float64(0.3*float64(b2i(c.seldom))))
	}
	for _, w := range wideCodes {
		if score, is := w.fit(fields); is {
			add(w.name, score)
		}
	}
	if all[0].score < certain { // the evidence is too weak for any of them
		add("windows-1252", certain)
	}
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.name
	}
	return names
}

// nearlyUTF8 reports whether bytes are UTF-8 with only a few errors.
func nearlyUTF8(b []byte) bool {
	good, bad := 0, 0
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			bad++
		} else {
			good++
		}
		b = b[n:]
	}
	return good > 0 && good >= 4*bad
}

// foreignFields returns the first fields with non-ASCII bytes, skipping those that differ from an
// earlier one only in digits.
func foreignFields(b []byte) (fields [][]byte) {
	const long = 200 // bytes; longer fields are running text
	seen := map[string]bool{}
	for _, f := range bytes.FieldsFunc(b[:min(len(b), 4<<20)],
		func(r rune) bool { return strings.ContainsRune(",;\t\r\n\"", r) }) {
		f = bytes.TrimSpace(f)
		if len(f) > long || !bytes.ContainsFunc(f, func(r rune) bool { return r >= utf8.RuneSelf }) {
			continue
		}
		alike := strings.Join(strings.FieldsFunc(string(f), unicode.IsDigit), "0")
		if seen[alike] {
			continue
		}
		seen[alike] = true
		if fields = append(fields, f); len(fields) == mostFields {
			break
		}
	}
	return fields
}

// lettersFit scores how sensible fields look when decoded with a table, per non-ASCII byte. Common
// letters in words of one script and case raise the score; signs inside words lower it.
func lettersFit(fields [][]byte, table, common string, ranked bool) float64 {
	latin := !ranked
	worth := map[rune]float64{}
	for i, r := range []rune(common) {
		if worth[r] = 3; ranked {
			worth[r] = 3.6 - float64(2.4*float64(i))/float64(utf8.RuneCountInString(common))
		}
	}
	sum, n := 0.0, 0
	for _, f := range fields {
		word := []rune(oneByteEach(f, table))
		own, plain := 0, 0
		for i, r := range word {
			if r < utf8.RuneSelf {
				plain += b2i(unicode.IsLetter(r))
				continue
			}
			own += b2i(unicode.IsLetter(r))
			before, after := ' ', ' '
			if i > 0 {
				before = word[i-1]
			}
			if i+1 < len(word) {
				after = word[i+1]
			}
			sum += letterFits(r, before, after, latin, worth)
			n++
		}
		if latin && own > 1 && plain == 0 {
			sum -= float64(2 * own) // a word made of accented letters only
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

func letterFits(r, before, after rune, latin bool, worth map[rune]float64) float64 {
	beside := unicode.IsLetter(before) || unicode.IsLetter(after)
	if !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) {
		switch {
		case unicode.IsControl(r):
			return -6
		case strings.ContainsRune("€£¥°", r) && !beside:
			return 1
		case r == '’' && unicode.IsLetter(before) && unicode.IsLetter(after), strings.ContainsRune("“”„", r) &&
			unicode.IsLetter(before) != unicode.IsLetter(after):
			return 3 // as in don’t
		case beside && !strings.ContainsRune("’´\u00a0–—“”„«»…°²³", r):
			return -2
		}
		return 0
	}
	switch { // a single letter is weak evidence, and after a digit it is more likely a space
	case !beside && (latin || unicode.IsDigit(before) && unicode.IsDigit(after)):
		return -1
	case beside && unicode.IsDigit(before):
		return float64(-b2i(latin))
	case !beside:
		return 0.5
	}
	score := max(worth[r], worth[unicode.ToLower(r)])
	switch {
	case r == 'õ' && after != 'e': // as in Portuguese; in Hungarian encodings this byte is another letter
		score = 0
	case score > 0:
	case latin != unicode.Is(unicode.Latin, r):
		score = -2
	}
	if unicode.IsUpper(r) && unicode.IsLower(before) {
		score -= 3
	}
	if !latin && (before < utf8.RuneSelf && unicode.IsLetter(before) || after < utf8.RuneSelf &&
		unicode.IsLetter(after)) {
		score -= 3
	}
	return score
}

// wideCode is a two-byte encoding: which second bytes may follow a first byte, and how common the
// characters with a first byte are.
type wideCode struct {
	name   string
	common string // characters that are common in tables
	pair   func(lead, trail byte) bool
	worth  func(lead, trail byte) float64
}

func between(c, low, high byte) bool { return low <= c && c <= high }

const ofJapan = "男女東京大阪年月日市県区町村性別名前収入職業学校高中低有無未済合格不可良優正社員会人数金額○×△▲◎●"

var wideCodes = []wideCode{
	{"shift_jis", ofJapan, func(l, t byte) bool {
		return (between(l, 0x81, 0x9f) || between(l, 0xe0, 0xfc)) && (between(t, 0x40, 0x7e) || between(t, 0x80, 0xfc))
	}, func(l, t byte) float64 {
		switch {
		case l == 0x82 && (t >= 0x9f || between(t, 0x4f, 0x58)), l == 0x83 && t <= 0x96: // kana and full-width digits
			return 3
		case between(l, 0x88, 0x97):
			return 2
		case l == 0x81, l == 0x82:
			return 1
		case l >= 0xeb:
			return -1
		}
		return 0
	}},
	{"gb18030", "男女是否年龄性别城市收入职业北京上海广州有无高中低学历大学已未婚姓名省区类型结果等级好坏的一不", func(l, t byte) bool {
		return between(l, 0x81, 0xfe) && between(t, 0x40, 0xfe) && t != 0x7f
	},
		func(l, t byte) float64 {
			switch {
			case t < 0xa1 || l < 0xa1 || l > 0xf7:
				return -1
			case between(l, 0xb0, 0xd7):
				return 2
			case l == 0xa3, l == 0xa1:
				return 1
			}
			return 0
		}},
	{"euc-jp", ofJapan, func(l, t byte) bool { return (between(l, 0xa1, 0xf4) || l == 0x8e) && between(t, 0xa1, 0xfe) },
		func(l, t byte) float64 {
			switch {
			case l == 0xa4, l == 0xa5:
				return 3
			case between(l, 0xb0, 0xcf):
				return 1.9
			case l == 0xa3, l == 0xa1:
				return 1
			}
			return 0
		}},
	{"euc-kr", "남자여서울부산대구인천예아니오도시나이성별소득직업고중저유무학교졸상미만결혼기가다사지은는", func(l, t byte) bool {
		return between(l, 0x81, 0xfe) && between(t, 0x41, 0xfe)
	},
		func(l, t byte) float64 {
			switch {
			case t < 0xa1 || l < 0xa1:
				return -1
			case between(l, 0xb0, 0xc8):
				return 2.1
			}
			return -2
		}},
	{"big5", "男女是否年齡性別城市收入職業台北高雄有無高中低學歷大學已未婚姓名省區類型結果等級好壞的一不", func(l, t byte) bool {
		return between(l, 0xa1, 0xf9) && (between(t, 0x40, 0x7e) || between(t, 0xa1, 0xfe))
	}, func(l, t byte) float64 {
		switch {
		case between(l, 0xa4, 0xc6):
			return 2
		case l < 0xa4:
			return 1
		}
		return 0
	}},
}

// fit scores how sensible fields look in the encoding, per character, and reports whether they are
// valid in it.
func (w wideCode) fit(fields [][]byte) (score float64, is bool) {
	sum, n, bad := 0.0, 0, 0
	for _, f := range fields {
		end := 0 // end of the previous pair
		for i := 0; i < len(f); i++ {
			l := f[i]
			switch {
			case l < utf8.RuneSelf:
				continue
			case i+1 < len(f) && w.pair(l, f[i+1]):
				sum += w.worth(l, f[i+1])
				if i > end && isLatin(f, i-1) || isLatin(f, i+2) {
					sum -= 3 // next to a letter of another script
				}
				i++
				end = i + 1
			case w.name == "shift_jis" && between(l, 0xa1, 0xdf): // half-width characters
			default:
				bad++
			}
			n++
		}
	}
	if n == 0 || 50*bad > n {
		return 0, false
	}
	for _, f := range fields {
		text, _, _ := decode(w.name, f)
		for _, r := range text {
			sum += float64(b2i(strings.ContainsRune(w.common, r)))
		}
	}
	const weight = 1.4 // few other texts are valid in it
	return weight * sum / float64(n), true
}

func isLatin(f []byte, i int) bool {
	return i >= 0 && i < len(f) && f[i] < utf8.RuneSelf && unicode.IsLetter(rune(f[i]))
}

// samples returns some fields, decoded with an encoding.
func samples(fields [][]byte, name string) string {
	var shown []string
	for _, f := range fields[:min(len(fields), shownFields)] {
		text, _, err := decode(name, f)
		if err != nil {
			return ""
		}
		shown = append(shown, quote(shorten(text, 20)))
	}
	return strings.Join(shown, ", ")
}
