package wire

// Certify requests certificates for a row's result; see core/certify. The answer is a Certified.
type Certify struct {
	Query   Explain
	Answer  Floats // features; empty if no answer exists
	Nearest bool   // whether to prove that no answer is nearer
	Low     Floats // lower ends of its range, or empty
	High    Floats
}

// Certified answers Certify.
type Certified struct {
	Bytes []byte // a list of certificates
	Says  string // what they prove, as a clause
}
