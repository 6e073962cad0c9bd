package notice

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// Many writes the notices of many rows, one after the other: each as a document in a zip, and as a line of JSON.
type Many struct {
	Zip   *zip.Writer
	Lines io.Writer // one is nil if it is not wanted
}

// Add writes the notice of a row, by the number that people give the row.
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

// FileName is what the file with the notice of a row is called, without what its kind ends it in.
func FileName(row int) string { return "notice-row-" + strconv.Itoa(row) }
