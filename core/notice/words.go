package notice

import "causeway/core/document"

// Words contains all texts of the notices in one language. A name in braces is a placeholder, and
// every language uses the same placeholders. Text from a table and the organisation's own text
// are never translated.
type Words struct {
	tag, dir string // language tag and direction of the document: BCP 47, ltr or rtl
	numerals numerals
	asOnPage bool // values are written as in the page's tables
	months   [12]string
	date     string // {day}, {month}, {year}
	comma    string // between the items of a list
	and, or  string // before the last item
	careful  string

	title, lead, leadBy                                      string // {table}, {date}; {organisation}
	decision, answer, answerSure                             string // {outcome}, {class}; {share}
	predicted, predicts                                      string // {number}
	below, toBelow, orMore, chanceOf                         string // {from}, {to}; {class}
	decidesMost, decidesHalf, decidesThreshold, model        string // {threshold}; {model}, {hash}
	values, source, correct                                  string // {table}
	more                                                     forms  // {n} values or rules or changes
	reasons, fixed, notFixed, noFew, noFewOpen               string // {class}
	enough, enoughFollow, together, togetherFollow, against  string // {changes}; {feature}, {value}
	instead, interval                                        string // {feature}, {value}, {old}; {from}, {to}
	options, option                                          string // {class}; {n}
	none, noneWithin, missed, missedWithin, maybe            string // {outcome}, {class}, {samples}
	samples, searched                                        forms  // {n}; and {share}
	under, over, givenUp                                     string // {n}, a percentage; {rules}
	nothing, does, follows, doesHead, followsHead            string // {changes}
	notGiven                                                 string
	fromTo, set, add, take                                   string // {feature}, {old}, {value}, {size}, {would}
	onTop, onTopSet                                          string // {size}, {value}, {would}
	free, freeAll, freePart, freeRest                        string // {first}, {rest}; {feature}, {from}, {to}
	plan, says, saysSure                                     string // {class}, {share}
	rises, falls, risesBy, fallsBy                           string // {effect}, {least}, {size}
	eachUnit, eachLevel                                      string // {rate}, {cause}
	nearest, fewest, surest, unsure, unlike, hard, beyond    string // {share}; {feature}, {low}, {high}
	againstWish, againstRule, first, leaves, without, lesser string // {rule}; {feature}, {level}, {n}
	reaches, dearer, lessSure                                string // {class}; {times}; {share}, {n}, {its}
	asksMore                                                 forms  // {n}, {option}, {its}
	unknown                                                  forms
	rules, noRules                                           string
	contest, role, contact                                   string
	promise                                                  string
	promises                                                 [3]string
}

// In returns the words of a language.
func In(l document.Language) *Words {
	return [...]*Words{document.English: English, document.German: german, document.French: french,
		document.Spanish: spanish, document.Arabic: arabic}[l]
}

// Tag returns the BCP 47 tag of the language.
func (w *Words) Tag() string { return w.tag }

// Page contains the English words as used on the page.
var Page = func() *Words {
	w := *English
	w.asOnPage = true
	return &w
}()

// forms contains a text in each plural form, with the names used in CLDR. Forms that do not exist
// in a language are empty.
type forms struct{ zero, one, two, few, many, other string }
