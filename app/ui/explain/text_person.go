package explain

import (
	"fmt"
	"strings"
	"unicode"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/notice"
	"causeway/core/wire"
)

// The person.
const (
	textAddOwn  = "+ Add a rule for this person"
	textBecomes = "becomes "
)

var textGroups = [...]string{"Changes", "Could change", "Nobody can change"}

// textState says how the model decides about the person.
func textState(refused, accepted bool, level string) string {
	switch {
	case accepted:
		return "Accepted."
	case refused:
		return "Refused."
	}
	return level + "."
}

// textFeatureNote says how a feature moves on its own, and how it may.
func textFeatureNote(f data.Feature, follows bool, l store.Leeway, limit causal.Limit, h store.Horizon) string {
	var parts []string
	if follows {
		parts = append(parts, "follows")
	}
	switch {
	case l.Locked != "":
	case l.NoDown && h.Can && h.Most > 0:
		parts = append(parts, "rises by "+textAtMost(f, h, h.Most))
	case l.NoDown:
		parts = append(parts, "can only rise")
	case l.NoUp:
		parts = append(parts, "can only fall")
	}
	if limit.Kind != causal.Free || limit.Difficulty != causal.Usual {
		parts = append(parts, strings.TrimSpace(strings.TrimPrefix(textLimit(f, limit), f.Name)))
	}
	return strings.Join(parts, ", ")
}

// textNonePhrases say that no way exists, or that none was found.
func textNonePhrases(x wire.Explained) []kit.Phrase {
	if x.None {
		return []kit.Phrase{{Text: "There is "}, {Text: "no way", Role: kit.Changed},
			{Text: " within the range of the table that keeps every rule. "}, {Text: textProved, Role: kit.Changed}}
	}
	return []kit.Phrase{{Text: "None found "}, {Text: "yet", Role: kit.Changed},
		{Text: ". There may be one farther away."}}
}

func textKinds(n int, ordered bool) string {
	if ordered {
		return fmt.Sprintf("%d levels", n)
	}
	return fmt.Sprintf("%d kinds", n)
}

// The map, and texts shown instead of it.
const (
	textMap         = "Map of two features"
	textMapAcross   = "Across"
	textMapUp       = "Up"
	textThisPerson  = "this person, drag"
	textRefusedDot  = "refused"
	textAcceptedDot = "accepted"
	textForbids     = "a rule forbids"
	textOnGraph     = "The same change on your graph"
	textOpenCauses  = "Open Causes"
	textModelSays   = "the model says"
	textFeatures    = "Values and limits"
	textHowProved   = "How it is proved"
)

// textNoMap says why no map is drawn.
func textNoMap(e store.Explain, features int) string {
	switch {
	case !e.HasRow:
		return ""
	case features < 2:
		return "A map needs two features."
	case !e.HasShares:
		return "The map is drawn once the classifier is trained."
	}
	return "The map appears with the first answer."
}

// textRuleShort returns a rule shortened to fit the map.
func textRuleShort(rule string) string {
	rule, _, _ = strings.Cut(rule, ", and if ") // the same the other way
	return strings.TrimSuffix(strings.NewReplacer("“", "", "”", "", "\"", "").Replace(rule), ".")
}

// The answer.
const (
	textAnswerTitle     = "The answer"
	textAcceptedAlready = "Already accepted."
	textNothingSmaller  = "Nothing smaller works."
	textProved          = "Proved."
	textRuledOut        = "Proved: no way exists"
	textBeingProved     = "Being proved …"
	textAllClasses      = "All classes"
	textCouldYou        = "Could this be done?"
	textYes             = "Yes"
	textNo              = "No"
	textWhy             = "Why?"
	textWhyLong         = "Which changes are the reason?"
	textPinned          = "pinned"
)

func textCouldNo(n int) string { return fmt.Sprintf("Could way %d be done?", n) }
func textWayNo(n int) string   { return fmt.Sprintf("Way %d", n) }

func textNowShare(share string) string { return share + " now" }

// textWays counts the ways.
func textWays(n int) string {
	words := []string{"", "One way", "Two ways", "Three ways", "Four ways", "Five ways"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%d ways", n)
}

func textSaidOf(said, n int) string {
	if said == 0 {
		return "The next generator learns from your answers."
	}
	return fmt.Sprintf("%d of %d answered.", said, n)
}

// textSentence begins with a capital letter and ends with a full stop.
func textSentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// textRefusedPhrases say how the model decides about a person without an answer so far.
func textRefusedPhrases(s data.Schema, e store.Explain) []kit.Phrase {
	likeliest := store.Likeliest(e.Shares)
	if document.IsChance(s.Outcome) {
		return []kit.Phrase{{Text: "The "}, {Text: s.Outcome.Name, Role: kit.Quoted}, {Text: " is " +
			TextNumber(s.Outcome, e.Number) + "."}}
	}
	if e.HasNumber {
		return []kit.Phrase{{Text: "The model predicts "}, {Text: TextNumber(s.Outcome, e.Number), Role: kit.Quoted},
			{Text: "."}}
	}
	return []kit.Phrase{{Text: "The model says "}, {Text: s.Outcome.Format(float64(likeliest)), Role: kit.Quoted},
		{Text: ", " + kit.FormatProbability(e.Shares[likeliest]) + "."}}
}

// TextNumber returns a number that the model predicts, or the probability that a goal is about.
func TextNumber(outcome data.Feature, v float64) string {
	if document.IsChance(outcome) {
		return kit.FormatProbability(v / 100)
	}
	n := outcome.Number()
	return n.Say(n.Round(v))
}

// TextSure returns the probability of a row's class or, in the bands of a number, that number.
func TextSure(outcome data.Feature, c wire.Counterfactual) string {
	if c.Banded {
		return TextNumber(outcome, c.Number)
	}
	return notice.Page.Share(c)
}

// textGiven is the state of a number that is not missing.
const textGiven = "given"

// mostSaid is how many changes the answer names in large letters; the list beside the map has all.
const mostSaid = 3

// headlineOf says in large letters what to do, what follows, and what the model would then predict.
func headlineOf(s data.Schema, d store.Deeds, c wire.Counterfactual) []kit.Phrase {
	s = s.Telling(d.Factual, d.Values, d.Base)
	does, then := deedsOf(s, d)
	name := func(list []int, would bool) (out []kit.Phrase) {
		said := ""
		for i, j := range list[:min(len(list), mostSaid)] {
			verb, word, value := "change ", " to ", s.Features[j].Say(d.Values[j])
			switch {
			case would:
				verb, word = "", " would be "
			case d.Values[j] == data.Blank:
				verb, word, value = "leave ", " ", "blank"
			case d.Factual[j] == data.Blank:
				verb, word = "fill in ", " as "
			}
			between := kit.Between(i, min(len(list), mostSaid))
			if verb != said {
				between, said = between+verb, verb
			}
			out = append(out, kit.Phrase{Text: between}, kit.Phrase{Text: s.Features[j].Name, Role: kit.Quoted},
				kit.Phrase{Text: word}, kit.Phrase{Text: value, Role: kit.Changed})
		}
		if n := len(list) - mostSaid; n > 0 {
			out = append(out, kit.Phrase{Text: fmt.Sprintf(", and %d more", n)})
		}
		return out
	}
	out := []kit.Phrase{{Text: "Change nothing"}}
	if len(does) > 0 {
		out = name(does, false)
		out[0].Text = textCapital(out[0].Text)
	}
	switch n := len(then); {
	case n > 2:
		out = append(out, kit.Phrase{Text: fmt.Sprintf("; %d others follow", n)})
	case n > 0:
		out = append(append(out, kit.Phrase{Text: "; "}), name(then, true)...)
	}
	if document.IsChance(s.Outcome) {
		return append(out, kit.Phrase{Text: ". The "}, kit.Phrase{Text: s.Outcome.Name, Role: kit.Quoted},
			kit.Phrase{Text: " would then be "}, kit.Phrase{Text: TextNumber(s.Outcome, c.Number), Role: kit.Decided},
			kit.Phrase{Text: "."})
	}
	if c.Number != 0 {
		return append(out, kit.Phrase{Text: ". The model would then predict "},
			kit.Phrase{Text: TextNumber(s.Outcome, c.Number), Role: kit.Decided}, kit.Phrase{Text: "."})
	}
	out = append(out, kit.Phrase{Text: ". The model would then say "},
		kit.Phrase{Text: s.Outcome.Format(float64(c.Class)), Role: kit.Decided})
	if share := notice.Page.Share(c); share != "" {
		out = append(out, kit.Phrase{Text: ", " + share})
	}
	return append(out, kit.Phrase{Text: "."})
}

// deedsOf returns the features acted on and those that follow.
func deedsOf(s data.Schema, d store.Deeds) (does, then []int) {
	for j := range s.Features {
		switch {
		case d.Does(j):
			does = append(does, j)
		case d.Follows(j):
			then = append(then, j)
		}
	}
	return does, then
}

// textWayParts name a way in a list: its first change, and the others.
func textWayParts(s data.Schema, d store.Deeds) (head, rest string) {
	s = s.Telling(d.Factual, d.Values, d.Base)
	does, then := deedsOf(s, d)
	all := kit.Each(append(does, then...), func(j int) string {
		f, value := s.Features[j], s.Features[j].Say(d.Values[j])
		if len(f.Levels) > 2 && strings.IndexFunc(value, unicode.IsLetter) >= 0 {
			return value // the name of the level says enough
		}
		return f.Name + " " + value
	})
	if len(all) == 0 {
		return "No change", ""
	}
	return all[0], strings.Join(all[1:], ", ")
}

// textWayShort returns that in one line.
func textWayShort(s data.Schema, d store.Deeds) string {
	head, rest := textWayParts(s, d)
	if rest != "" {
		head += ", " + rest
	}
	return head
}

var textOnGraphHead = []string{"Feature", "Change", "How"}

func textDone(follows bool) string {
	if follows {
		return "follows"
	}
	return "you do it"
}
