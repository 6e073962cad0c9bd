package wire

// Certify asks for certificates of what was found for a row, see core/certify. The answer is a Certified.
type Certify struct {
	Query   Explain
	Answer  Floats // features; empty where none exists
	Nearest bool   // none is nearer
	Low     Floats // of its range; empty: it has none
	High    Floats
}

// Certified answers Certify.
type Certified struct {
	Bytes []byte // a list of certificates
	Says  string // what they prove
}
