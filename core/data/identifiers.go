package data

import (
	"slices"
	"strings"
)

// whyText explains why the whole numbers of a column count as codes and stay text. It returns "" if
// they do not.
func (c *column) whyText(name string) string {
	few := len(c.distinct) <= fewValues
	groups := c.always&(spaced|underscored) != 0
	plain := c.low >= 0 && c.decimals == 0 && (c.grouped == 0 || groups)
	switch {
	case c.worn&bareExponent != 0 && c.worn&science == 0 && plain && !measures(name):
		return "Some values, such as " + quote(c.coded) + ", may be numbers or codes with a letter, so all stay text."
	case c.always&inParentheses != 0 && few && c.decimals == 0:
		return "Every number is in parentheses, such as " + quote(c.examples[0]) + ", so they stay text."
	case c.worn&minusBehind != 0 && few && c.size < 10 && c.decimals == 0:
		return "Some values, such as " + quote(c.coded) + ", may be numbers below zero or grades, so all stay text."
	case groups && plain && length(c.low) == length(c.high) && (length(c.low) >= 9 || c.always&underscored != 0):
		return "All values are groups with the same numbers of digits, such as " + quote(c.examples[0]) +
			", like a telephone number or a code, so they stay text."
	case c.forced > 0 && c.forced == c.values() && plain:
		return "The file marks each value as a text, so they stay text."
	case (c.grouped == 0 || groups) && c.mark == "" && namesCodes(name):
		return "The column's name says that its numbers are codes, so they stay text."
	}
	return ""
}

// mayBeCodes reports whether whole numbers repeat as codes do: they are few and far apart, have the
// same number of digits, at least five, and are not all round. A name that says what is measured
// speaks against codes.
func (c *column) mayBeCodes(name string) bool {
	n := len(c.distinct)
	if measures(name) || c.texts > 0 || c.low < 10_000 || c.decimals > 0 || c.grouped > 0 || c.mark != "" ||
		length(c.low) != length(c.high) || n < 3 || n > 100 || c.numbers < 4*n || c.high-c.low < 20*float64(n) {
		return false
	}
	for s := range c.distinct {
		if !strings.HasSuffix(s, "0") {
			return true
		}
	}
	return false
}

// measures reports whether a name says that something is measured.
func measures(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool {
		return slices.Contains(measureWords, w) || slices.Contains(moneyWords, w)
	})
}

// length returns the number of digits of a whole number.
func length(v float64) int { return len(number64(v)) }

// Words in the names of columns whose numbers are codes: anywhere in the name, at its end, or next
// to a word for number or identifier, as in account number and storeid. Counts and measures of
// codes do not qualify. Some nouns are enough.
var (
	codeWords = []string{"zip", "zipcode", "zipcodes", "postcode", "postcodes", "postal", "plz", "postleitzahl",
		"pincode",
		"fips", "naics", "sic", "isic", "nace", "isbn", "ean", "upc", "sku", "gtin", "iban", "ssn", "cpf", "cnpj",
		"siren", "siret", "insee", "cep", "eircode", "codigo", "código", "codice",
		"tract", "lga", "ndc", "icd", "cpt", "drg", "hcpcs", "mcc", "cusip", "msisdn", "imei", "vin"}
	codeEnds = []string{"phone", "telephone", "telefon", "tel", "fax", "id", "ids", "code", "codes", "uid", "type",
		"category"}
	codeAlone = []string{"store", "shop", "branch", "region", "district", "county", "state", "province", "municipality",
		"zone", "sector", "channel", "cluster", "ward", "precinct",
		"department", "dept", "station", "route", "hospital", "city", "country", "team", "customer", "client", "user",
		"patient", "employee", "supplier",
		"vendor", "seller", "driver", "vehicle", "device", "product", "site", "clinic", "merchant", "terminal",
		"agency", "brand", "make", "model", "room", "job",
		"occupation", "profession", "industry", "subject", "diagnosis", "procedure", "drug", "commune", "tariff"}
	codeNouns = []string{"account", "card", "customer", "client", "user", "policy", "invoice", "order", "flight",
		"room", "house", "phone", "mobile", "serial", "ticket", "member",
		"employee", "patient", "student", "person", "route", "product", "item", "store", "shop", "school", "hospital",
		"city", "region", "country", "county", "state", "district",
		"department", "dept", "branch", "bank", "station", "zone", "location", "device", "vehicle", "driver", "team",
		"player", "movie", "category", "type", "konto", "kunden"}
	numberEnds = []string{"number", "nr", "no", "num", "nummer", "numero", "número"}
	moneyWords = []string{"pay", "salary", "wage", "wages", "balance", "revenue", "sales", "turnover", "loan", "debt",
		"credit", "profit", "capital", "rent"}
	measureWords = []string{"count", "counts", "mean", "avg", "average", "median", "income", "population", "share",
		"rate", "per", "distance", "total", "sum", "size", "length",
		"age", "days", "price", "amount", "value", "score", "lines", "of", "duration", "minutes", "calls", "charge",
		"charges", "hours", "usage", "use", "bill", "cost", "costs", "density", "years", "months", "delay", "delays",
		"attempts", "limit", "rank", "rating", "ratings"}
)

// namesCodes reports whether a column's name indicates that its numbers are codes.
func namesCodes(name string) bool {
	words := wordsOf(name)
	in := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	if len(words) == 0 || in(measureWords) {
		return false
	}
	last := words[len(words)-1]
	noun, joined := strings.CutSuffix(last, "id")
	return in(codeWords) || len(words) == 1 && in(codeAlone) || slices.Contains(codeEnds, last) || joined &&
		slices.Contains(codeNouns, noun) ||
		slices.Contains(numberEnds, last) && in(codeNouns)
}
