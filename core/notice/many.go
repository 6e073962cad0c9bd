package notice

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// Many writes the notices of many rows, one after the other. Each is written as a document in a
// zip and as a line of JSON.
type Many struct {
	Zip   *zip.Writer
	Lines io.Writer // either may be nil
}

// Add writes the notice of a row with its displayed number.
func (m Many) Add(row int, c Case) error {
	if m.Zip != nil {
		w, err := m.Zip.CreateHeader(&zip.FileHeader{Name: FileName(row) + ".html", Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(HTML(c))
		}
		if err != nil {
			return err
		}
	}
	if m.Lines == nil {
		return nil
	}
	line := bytes.NewBufferString(`{"row":` + strconv.Itoa(row) + `,"notice":`)
	if err := json.Compact(line, JSON(c)); err != nil {
		return err
	}
	line.WriteString("}\n")
	_, err := line.WriteTo(m.Lines)
	return err
}

// FileName returns the name of the file for the notice of a row, without its extension.
func FileName(row int) string { return "notice-row-" + strconv.Itoa(row) }
