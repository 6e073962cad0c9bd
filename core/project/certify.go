package project

import (
	"bytes"
	"strings"

	"causeway/core/causal"
	"causeway/core/certify"
	"causeway/core/exact"
	"causeway/core/fault"
)

// certifyBoxes is the largest number of boxes in a certificate's proof.
const certifyBoxes = 50_000

// Certified is a JSON list of certificates. A clause says what they prove.
type Certified struct {
	Bytes []byte
	Says  string
}

// Certify prepares certificates for an answer that a search found for a row. If answer is nil, it
// certifies that no answer exists. If nearest is true, a certificate also proves that no answer is
// nearer, unless that proof takes too long. r is the range of the answer, if it has one. Like
// Search, Certify returns an error at once if the request is invalid.
func (p *Project) Certify(row []float64, q Query, answer []float64, nearest bool,
	r exact.Range) (func(tick func() error) (Certified, error), error) {
	of, err := p.completely(row, q)
	if err != nil {
		return nil, err
	}
	of.Schema, of.MaxChanged, of.MaxCost = causal.Fine(p.Said(), of.Rules), q.MaxChanged, q.MaxCost
	lead, least := q.Bar()
	return func(tick func() error) (out Certified, err error) {
		claims := []certify.Asked{{Claim: certify.None}}
		if answer != nil {
			of.Lead, of.Least = lead, least
			if _, ok := exact.Weigh(of, answer); !ok { // a search may show rows that barely reach the class
				of.Lead, of.Least = 0, 0
			}
			claims[0] = certify.Asked{Claim: certify.IsAnswer, Answer: answer}
			if nearest {
				claims[0].Claim = certify.Nearest
			}
			if len(r.Low) > 0 {
				claims = append(claims, certify.Asked{Claim: certify.InRange, Answer: answer, Range: r})
			}
		}
		var texts [][]byte
		var says []string
		add := func(a certify.Asked) error {
			a.Boxes = certifyBoxes
			text, err := certify.Certificate(of, a, tick)
			if err == nil {
				texts, says = append(texts, text), append(says, claimWords[a.Claim])
			}
			return err
		}
		for _, a := range claims {
			err := add(a)
			if err != nil && a.Claim == certify.None { // rows that barely reach the class may exist
				of.Lead, of.Least = lead, least
				err = add(a)
			} else if err != nil && a.Claim == certify.Nearest {
				a.Claim = certify.IsAnswer
				err = add(a)
			}
			if stop := tick(); stop != nil {
				return out, stop
			}
			if err != nil && len(texts) == 0 {
				return out, Refuse(BadInput, "The certificate could not be made: %s.", fault.Clause(err))
			}
		}
		out.Bytes = append(append([]byte("["), bytes.Join(texts, []byte(",\n"))...), ']')
		out.Says = strings.Join(says, "; ")
		return out, nil
	}, nil
}

// claimWords describes what certificates prove.
var claimWords = map[certify.Claim]string{certify.IsAnswer: "the answer reaches the class and keeps the rules",
	certify.Nearest: "nothing smaller works", certify.None: "no way exists under these rules",
	certify.InRange: "every row of the range works"}
