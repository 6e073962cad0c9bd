package wire

// Certify requests certificates for the result found for a row, see core/certify. The answer is a
// Certified.
type Certify struct {
	Query   Explain
	Answer  Floats // features; empty if no answer exists
	Nearest bool   // whether no answer is nearer
	Low     Floats // lower ends of its range, or empty
	High    Floats
}

// Certified answers Certify.
type Certified struct {
	Bytes []byte // a list of certificates
	Says  string // statement of what they prove
}
