package data

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// Remarks of the preview.
const (
	textCodes     = "Codes or numbers?"
	textCodesNote = "Missing: treated like an empty field, so the row is left out or the number is filled in, " +
		"as you choose below. A separate state: the median replaces the number, and an extra column records " +
		"the code. No answer changes that column, or the number while there is a code. A number: it stays a " +
		"number."
	textUnclear       = "Thousands or decimals?"
	textUnclearNote   = "These numbers can be read with a decimal point or a decimal comma. Choose what they mean."
	textEither        = "Numbers or codes?"
	textEitherNote    = "Numbers can rise and fall. Codes are only names, like categories. Choose which these are."
	textGivesAway     = "These may give the outcome away"
	textGivesAwayNote = "Each of these columns alone predicts the outcome of unseen rows. If its value is only " +
		"known together with the outcome or later, leave it out: a counterfactual that changes it is useless."
	textRepeats     = "These repeat another column"
	textRepeatsNote = "A counterfactual may change one of them and not the other."
	textSparse      = "Missing values"
	textSparseNote  = "Keep: a missing value stays missing, in models and in answers. Models trained here get " +
		"the median instead of a missing number, and a flag that it was missing. Fill: a missing number becomes " +
		"the median, a missing category the most frequent one. Leave rows out: rows with a missing value are " +
		"dropped."
	textOrders      = "These names suggest an order"
	textOrdersNote  = "As ordered categories they can rise and fall. If they have no order, leave them as they are."
	textNotUsed     = "Left out"
	textNotUsedNote = "These columns are not used as features."
	textUseAll      = "Use all columns"
	textUseNone     = "Use none"
	textGapsAll     = "As for the table"
	textFillAll     = "Fill all gaps"
	textFlagAll     = "Keep all gaps"

	textRelations     = "Always computed from other features?"
	textRelationsNote = "In every row of the table, these features follow from others. If they are computed " +
		"that way, say so. They then follow in every counterfactual and don't count as changes. Otherwise a " +
		"counterfactual may be inconsistent in a way that no real row is."
	textRelationTake = "Always so"
	textRelationsAll = "All always are"

	textNear     = "Almost computed from other features?"
	textNearNote = "In most rows of the table, these features almost equal a product of others. If they are " +
		"computed that way, say so. They then change in proportion in every counterfactual, and each row keeps " +
		"its own deviation. This doesn't count as a change."
	textNearTake = "Is computed"

	textImpliedNote = "Every row of the table keeps these rules, and this is not a coincidence. A " +
		"counterfactual that breaks one would be unlike anybody in the table."
	textImpliedHold    = "In force"
	textImpliedOffered = "Suggested"
	textImpliedLift    = "Drop"
	textImpliedLiftAll = "Drop all"
	textImpliedTake    = "Add as a rule"
	textImpliedTakeAll = "Add all"

	textGapsKept     = "Missing values"
	textGapsKeptNote = "An answer leaves a missing value missing, unless you allow answers to give it: \"give your " +
		"income: 2,400\". The answer then states a value that nobody knows. Giving a value counts as one " +
		"change. So does withholding a known value, if you allow that."
)

var gapsOptions = []widget.Option{
	{Value: "0", Text: textGapsAll}, {Value: "1", Text: "Leave rows out"}, {Value: "2", Text: "Fill"},
	{Value: "3", Text: "Keep as missing"},
}

func textLoss(dropped, rows int) string {
	return fmt.Sprintf("%s of %s would be left out because a value is missing. Models would learn only from the "+
		"rest.",
		store.FormatCount(dropped), kit.Plural1(rows, "row"))
}

func textGapsOf(column string) string { return "Missing values of " + column }

func textColumnChange(c store.ColumnChange) string {
	switch c {
	case store.LeaveOut:
		return "Leave out"
	case store.UseColumn:
		return "Use it"
	case store.DropItsRows:
		return "Leave rows out"
	case store.FillGapsOf:
		return "Fill"
	case store.FlagGapsOf:
		return "Keep"
	case store.ReadPoint:
		return "Decimal point"
	case store.ReadComma:
		return "Decimal comma"
	case store.ReadNumbers:
		return "Numbers"
	case store.ReadTexts:
		return "Codes"
	case store.OrderAsNamed:
		return "Order it so"
	case store.CodesAreMissing:
		return "Missing"
	case store.CodesAreStates:
		return "A separate state"
	case store.CodesAreNumbers:
		return "A number"
	}
	panic("ui: unknown change of a column")
}

func textColumnsChange(c store.ColumnChange) string {
	switch c {
	case store.DropItsRows:
		return "Leave all these rows out"
	case store.FillGapsOf:
		return "Fill all"
	case store.FlagGapsOf:
		return "Keep all"
	case store.CodesAreMissing:
		return "All are missing"
	case store.CodesAreStates:
		return "All are separate states"
	case store.CodesAreNumbers:
		return "All are numbers"
	}
	return textColumnChange(c)
}

func textOfferCount(n int) string { return kit.Plural(n, "column") }

// textUnclearOf gives both readings of a number and says which one is in force.
func textUnclearOf(number string, comma bool) string {
	whole := strings.NewReplacer(",", "", ".", "").Replace(number)
	point, other := whole, strings.ReplaceAll(number, ",", ".")
	if !strings.Contains(number, ",") {
		point, other = number, whole
	}
	now := point
	if comma {
		now = other
	}
	return fmt.Sprintf("%s is %s with a decimal point and %s with a decimal comma. It is now read as %s.", number,
		point, other, now)
}

// textCodesOf says how often a column's codes occur, beside which numbers, and how they are read.
func textCodesOf(info data.ColumnInfo, is store.ColumnChange, settled bool) string {
	var list []string
	for _, c := range info.Codes {
		s := fmt.Sprintf("%s occurs %s", shortNumber(c.Value), kit.Plural1(c.Rows, "time"))
		if n := c.Columns - 1; n > 0 {
			s += " and looks like a code in " + kit.Plural(n, "other column")
		}
		list = append(list, s)
	}
	s := strings.Join(list, "; ") + fmt.Sprintf(". All other numbers are from %s to %s. ", shortNumber(info.Low),
		shortNumber(info.High))
	it := "it"
	if len(info.Codes) > 1 {
		it = "they"
	}
	switch {
	case !settled && it == "it":
		return s + `Is it "no record"?`
	case !settled:
		return s + `Are they "no record"?`
	case is == store.CodesAreMissing:
		return s + "Read as missing."
	case is == store.CodesAreStates && it == "it":
		return s + "Read as a separate state."
	case is == store.CodesAreStates:
		return s + "Read as separate states."
	case it == "it":
		return s + "Read as a number."
	}
	return s + "Read as numbers."
}

func shortNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// textUnsettled asks what codes mean.
func textUnsettled(codes []float64, columns int) string {
	list := make([]string, len(codes))
	for i, v := range codes {
		list[i] = shortNumber(v)
	}
	what := list[0] + " looks like a code"
	if n := len(list); n > 1 {
		what = strings.Join(list[:n-1], ", ") + " and " + list[n-1] + " look like codes"
	}
	return what + ` for "no record" in ` + kit.Plural(columns, "column") +
		". Until you decide, codes count as numbers, so an answer may go from a code to a real value."
}

func textTells(share, base float64) string {
	return fmt.Sprintf("on its own it predicts the outcome of %s of unseen rows. Always naming the most "+
		"frequent class is right for %s.",
		store.FormatShare(share), store.FormatShare(base))
}

func textCopyOf(other string, recoded bool) string {
	if recoded {
		return "in every row it repeats " + other + " under other names."
	}
	return "in every row it equals " + other + "."
}

// textGaps says what the missing values of a column cost.
func textGaps(c data.ColumnPlan, info data.ColumnInfo, policy data.MissingPolicy, rows int) string {
	s := fmt.Sprintf("missing in %s of %s", store.FormatCount(info.Missing), kit.Plural1(rows, "row"))
	number := c.Kind == data.Continuous || c.Kind == data.Integer
	switch {
	case c.Gaps == data.FillGaps && number:
		return s + ", filled with the median."
	case c.Gaps == data.FillGaps:
		return s + ", filled with the most frequent category."
	case c.Gaps == data.FlagGaps, c.Gaps == data.PlanGaps && policy == data.OwnCategory && !number:
		return s + ", kept as missing."
	}
	return s + "; these rows are left out, " + textAlone(info.Alone) + " because of this column alone."
}

func textAlone(n int) string {
	switch n {
	case 0:
		return "none of them"
	case 1:
		return "1 of them"
	}
	return store.FormatCount(n) + " of them"
}

func textOrderAs(info data.ColumnInfo) string {
	s := strings.Join(info.Order, " < ") + "."
	if info.Missing > 0 {
		s += " Its missing values are then filled with the most frequent value."
	}
	return s
}

func textAddedRules(n int) string { return "Added " + kit.Plural(n, "rule") }

// textImpliedTitle says how many rules are in force and how many are offered.
func textImpliedTitle(hold, offered int) string {
	switch {
	case offered == 0:
		return fmt.Sprintf("Rules that every row keeps: %d in force", hold)
	case hold == 0:
		return fmt.Sprintf("Rules that every row keeps: %d suggested", offered)
	}
	return fmt.Sprintf("Rules that every row keeps: %d in force, %d suggested", hold, offered)
}

func textImpliedLifted(n int) string { return fmt.Sprintf("Dropped %d rules that no row breaks", n) }

func textImpliedOf(first string, rows int) string {
	return fmt.Sprintf("%s, in %s rows:", first, store.FormatCount(rows))
}

// textImpliedCount says how many rows a rule is about, and how many would break it by chance alone.
func textImpliedCount(r causal.Rule, rows int, expected float64) string {
	about := "rows have the first"
	if r.Kind != causal.NeverSeen {
		about = "rows"
	}
	return fmt.Sprintf("(%s %s; %s would break it by chance.)", store.FormatCount(rows), about,
		store.FormatCount(int(expected+0.5)))
}

// Lists that a wide table shows page by page.
const (
	textSchemaPages = "features"
	textHeadPages   = "columns of the first rows"
	textColumnPages = "columns of the file"
)
