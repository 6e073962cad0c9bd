package snapshot

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"strings"

	"causeway/core/data"
	"causeway/core/fault"
)

// Limits of a link.
const (
	MaxLink     = 32 << 10 // characters; programs truncate longer links
	maxLinkFile = 1 << 20  // bytes of the file in the link
)

// ErrLong means that a project does not fit into a link.
var ErrLong = errors.New("the graph and its rules are too large for a link; save a file instead")

// WriteLink returns a link with a project's graph, rules and settings (including seeds), and with
// the table's columns and name. It leaves out rows, models, labels, figures and the current view.
// The link is the file of such a project, deflated and encoded as base64url.
func WriteLink(p Project) (string, error) {
	p = Project{Build: p.Build, Data: p.Data, Schema: p.Schema, Names: p.Names, Graph: p.Graph, Settings: p.Settings,
		Explain: Explain{Part: data.TestRows, Find: p.Explain.Find}}
	p.Settings.Batch.Search, p.Data.Fills = "", nil
	b, err := Write(p)
	if err != nil {
		return "", err
	}
	return packLink(b)
}

// packLink encodes a file in the characters of a link.
func packLink(b []byte) (string, error) {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(b); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	s := base64.RawURLEncoding.EncodeToString(out.Bytes())
	if len(s) > MaxLink || len(b) > maxLinkFile {
		return "", ErrLong
	}
	return s, nil
}

// ReadLink is the inverse of WriteLink. Like Read, it trusts nothing. It stops inflating at the
// largest size of a link's file.
func ReadLink(s string) (Project, error) {
	b, err := unpackLink(s)
	if err != nil {
		return Project{}, err
	}
	p, err := Read(b)
	if err != nil {
		return Project{}, err
	}
	if p.HasClassifier || p.HasLabels || p.HasTuning || p.HasEvaluation || p.HasRows() ||
		len(p.Answers)+len(p.Extra) > 0 {
		return Project{}, fault.Errorf("%w: the link contains models, rows or labels, which links must not "+
			"contain", ErrFormat)
	}
	return p, nil
}

// unpackLink is the inverse of packLink.
func unpackLink(s string) ([]byte, error) {
	if len(s) > MaxLink {
		return nil, fault.Errorf("%w: the link has %d characters; at most %d are possible", ErrFormat, len(s), MaxLink)
	}
	packed, err := base64.RawURLEncoding.Strict().DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return nil, fault.Errorf("%w: the link contains characters that no link has; copy it again",
			ErrFormat)
	}
	in := bytes.NewReader(packed)
	b, err := io.ReadAll(io.LimitReader(flate.NewReader(in), maxLinkFile+1))
	switch {
	case len(b) > maxLinkFile:
		return nil, fault.Errorf("%w: the link contains more data than a link may", ErrFormat)
	case err != nil || in.Len() > 0:
		return nil, fault.Errorf("%w: the link is incomplete or was changed; copy it again", ErrFormat)
	}
	return b, nil
}

// WriteImagesLink returns a link with the source and seed of images and the rules that their
// counterfactuals must keep. It does not contain models, pixels or figures.
func WriteImagesLink(s Images) (string, error) {
	b, err := WriteImages(Images{Build: s.Build, Set: s.Set})
	if err != nil {
		return "", err
	}
	return packLink(b)
}

// ReadImagesLink is the inverse of WriteImagesLink. is reports whether the link is one for
// images.
func ReadImagesLink(text string) (s Images, is bool, err error) {
	b, err := unpackLink(text)
	if err != nil || !HoldsImages(b) {
		return Images{}, false, nil
	}
	if s, err = ReadImages(b); err == nil && (s.HasClassifier || len(s.Files)+len(s.Labels) > 0) {
		err = fault.Errorf("%w: the link contains models or pixels, which links must not contain", ErrFormat)
	}
	return s, true, err
}
