package hostile

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// A value of a file is a list of fields, []any, or a leaf: nil, bool, a number of any type,
// string or []byte.
type field struct {
	name  string
	value any
}

type fields []field

// changed returns a copy of a value with one change. It does not modify v.
func changed(v any, s *Script) any {
	switch v := v.(type) {
	case fields:
		if at := s.pick(len(v) + 1); at < len(v) {
			return slices.Concat(v[:at], fields{{v[at].name, changed(v[at].value, s)}}, v[at+1:])
		}
		return fields(rearranged(v, s))
	case []any:
		if at := s.pick(len(v) + 1); at < len(v) {
			return slices.Concat(v[:at], []any{changed(v[at], s)}, v[at+1:])
		}
		return rearranged(v, s)
	}
	return leaf(v, s)
}

func rearranged[T any](list []T, s *Script) []T {
	list = slices.Clone(list)
	how, at := s.pick(5), s.pick(len(list))
	switch {
	case len(list) == 0 || how == 0:
		return nil
	case how == 1:
		return slices.Delete(list, at, at+1)
	case how == 2:
		return append(list, slices.Repeat(list[at:at+1], 1<<s.pick(8))...)
	case how == 3:
		other := s.pick(len(list))
		list[at], list[other] = list[other], list[at]
		return list
	}
	return list[:at]
}

// leaf returns another value, usually of the same type.
func leaf(v any, s *Script) any {
	if s.pick(12) == 11 {
		return []any{nil, true, 0, "", []byte{}, 0.5, fields{}, []any{}, []any{1}, fields{{"x", nil}}}[s.pick(10)]
	}
	switch v := v.(type) {
	case bool:
		return !v
	case int, int8, int16, int32, int64, uint8, uint16, uint32, uint64:
		return wholes[s.pick(len(wholes))]
	case float32:
		return float32(floats[s.pick(len(floats))])
	case float64:
		return floats[s.pick(len(floats))]
	case json.Number:
		return json.Number(Numbers[s.pick(len(Numbers))])
	case string:
		return []string{"", v + v, v[:len(v)/2], strings.Repeat(v+"x", 300), v + "\x00", "\xff" + v, "\u202e" + v,
			"NaN"}[s.pick(8)]
	case []byte:
		return aByte(slices.Clone(v), s)
	}
	return s.pick(3)
}

// readMsgpack reads one value.
func readMsgpack(d *msgpack.Decoder) (any, error) {
	c, err := d.PeekCode()
	switch {
	case err != nil:
		return nil, err
	case msgpcode.IsFixedMap(c), c == msgpcode.Map16, c == msgpcode.Map32:
		n, err := d.DecodeMapLen()
		list := fields{}
		for range max(n, 0) {
			f := field{}
			if err == nil {
				f.name, err = d.DecodeString()
			}
			if err == nil {
				f.value, err = readMsgpack(d)
			}
			list = append(list, f)
		}
		return list, err
	case msgpcode.IsFixedArray(c), c == msgpcode.Array16, c == msgpcode.Array32:
		n, err := d.DecodeArrayLen()
		list := []any{}
		for range max(n, 0) {
			var v any
			if err == nil {
				v, err = readMsgpack(d)
			}
			list = append(list, v)
		}
		return list, err
	}
	v, err := d.DecodeInterface()
	if n, is := v.(int8); is && msgpcode.IsFixedNum(c) {
		return int(n), err
	}
	return v, err
}

func writeMsgpack(e *msgpack.Encoder, v any) error {
	switch v := v.(type) {
	case fields:
		err := e.EncodeMapLen(len(v))
		for _, f := range v {
			if err == nil {
				err = e.EncodeString(f.name)
			}
			if err == nil {
				err = writeMsgpack(e, f.value)
			}
		}
		return err
	case []any:
		err := e.EncodeArrayLen(len(v))
		for _, x := range v {
			if err == nil {
				err = writeMsgpack(e, x)
			}
		}
		return err
	case int: // with as few bytes as possible; other types have a fixed size
		return e.EncodeInt(int64(v))
	}
	return e.Encode(v)
}

func msgpackOf(v any) []byte {
	var b bytes.Buffer
	if err := writeMsgpack(msgpack.NewEncoder(&b), v); err != nil {
		panic("hostile: msgpack: " + err.Error()) // values were read or constructed above
	}
	return b.Bytes()
}

// JSON changes a value of a document, or its text if it is not valid JSON.
func JSON(b []byte, s Script) []byte {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	v, err := readJSON(d)
	if err != nil {
		return Text(b, s)
	}
	for range 1 + s.pick(3) {
		v = changed(v, &s)
	}
	return appendJSON(nil, v)
}

func readJSON(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		list := fields{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := readJSON(d)
			if err != nil {
				return nil, err
			}
			list = append(list, field{name.(string), v})
		}
		_, err = d.Token()
		return list, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := readJSON(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	}
	return t, nil
}

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case fields:
		b = append(b, '{')
		for i, f := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(append(appendJSON(b, f.name), ':'), f.value)
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, x := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, x)
		}
		return append(b, ']')
	case json.Number: // some of them are not valid JSON
		return append(b, v...)
	case float64:
		return strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic("hostile: JSON: " + err.Error())
	}
	return append(b, text...)
}
