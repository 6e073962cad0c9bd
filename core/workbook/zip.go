package workbook

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// part is a file in a zip archive (APPNOTE.TXT 6.3). Package archive/zip would bring all that compresses, which is a
// fiftieth of the engine, as it can also write.
type part struct {
	name   string
	packed []byte // from its local header to the end of the archive
	method uint16
	sum    uint32 // CRC-32 of the content
	length uint64 // of the packed content
	size   uint64 // of the content
}

var little = binary.LittleEndian

// directory lists the parts of an archive.
func directory(b []byte) (list []part, err error) {
	end := bytes.LastIndex(b[max(0, len(b)-22-math.MaxUint16):], []byte("PK\x05\x06"))
	if end += max(0, len(b)-22-math.MaxUint16); end < 0 || len(b)-end < 22 {
		return nil, errDamaged
	}
	n, at := uint64(little.Uint16(b[end+10:])), uint64(little.Uint32(b[end+16:]))
	if at == math.MaxUint32 && end >= 20 && string(b[end-20:end-16]) == "PK\x06\x07" { // a Zip64 archive
		wide := little.Uint64(b[end-12:])
		if wide > uint64(end) || end-int(wide) < 56 {
			return nil, errDamaged
		}
		n, at = little.Uint64(b[wide+32:]), little.Uint64(b[wide+48:])
	}
	for range min(n, maxFiles+1) {
		if at > uint64(len(b)) {
			return nil, errDamaged
		}
		h := b[at:]
		if len(h) < 46 || string(h[:4]) != "PK\x01\x02" || len(list) == maxFiles {
			return nil, errDamaged
		}
		name, extra, comment := int(little.Uint16(h[28:])), int(little.Uint16(h[30:])), int(little.Uint16(h[32:]))
		if len(h) < 46+name+extra+comment {
			return nil, errDamaged
		}
		p := part{name: string(h[46 : 46+name]), method: little.Uint16(h[10:]), sum: little.Uint32(h[16:]),
			length: uint64(little.Uint32(h[20:])), size: uint64(little.Uint32(h[24:]))}
		start := uint64(little.Uint32(h[42:]))
		widen(h[46+name:46+name+extra], &p.size, &p.length, &start)
		if start > uint64(len(b)) {
			return nil, errDamaged
		}
		p.packed = b[start:]
		list, at = append(list, p), at+uint64(46+name+extra+comment)
	}
	return list, nil
}

// widen reads numbers that are too large for 32 bits from the extra field of Zip64.
func widen(extra []byte, numbers ...*uint64) {
	for len(extra) >= 4 {
		id, n := little.Uint16(extra), int(little.Uint16(extra[2:]))
		if extra = extra[4:]; n > len(extra) {
			return
		}
		if field := extra[:n]; id == 1 {
			for _, to := range numbers {
				if *to == math.MaxUint32 && len(field) >= 8 {
					*to, field = little.Uint64(field), field[8:]
				}
			}
		}
		extra = extra[n:]
	}
}

// open returns a reader of the content, which fails if it is not as long as the directory says or was changed.
func (p *part) open() (io.Reader, error) {
	h := p.packed
	if len(h) < 30 || string(h[:4]) != "PK\x03\x04" {
		return nil, errDamaged
	}
	start := uint64(30) + uint64(little.Uint16(h[26:])) + uint64(little.Uint16(h[28:]))
	if start > uint64(len(h)) || p.length > uint64(len(h))-start {
		return nil, errDamaged
	}
	r := content{left: int64(p.size), due: p.sum}
	switch packed := bytes.NewReader(h[start : start+p.length]); p.method {
	case 0:
		r.from = packed
	case 8:
		r.from = flate.NewReader(packed)
	default:
		return nil, errDamaged
	}
	return &r, nil
}

// content reads the content of a part and checks it.
type content struct {
	from     io.Reader
	left     int64 // bytes that are due
	sum, due uint32
}

func (c *content) Read(b []byte) (int, error) {
	n, err := c.from.Read(b)
	c.left -= int64(n)
	c.sum = crc32.Update(c.sum, crc32.IEEETable, b[:n])
	if c.left < 0 || err == io.EOF && (c.left > 0 || c.sum != c.due) {
		return n, errDamaged
	}
	return n, err
}
