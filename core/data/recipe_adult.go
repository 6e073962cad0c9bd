package data

import (
	"slices"
)

// adult is the paper's preparation of the UCI file adult.data (paper, section "Datasets"). The
// groups are those of the authors' program, which come from DiCE. It has eight features, groups
// rare values, and keeps rows with age > 35 and low income or age < 45 and high income. This
// results in 15,691 rows: 11,500 low and 4,191 high.
var adult = preparation{
	Recipe: Recipe{
		Name: "adult",
		Title: "UCI Adult, prepared as in the paper: 8 features with grouped values, and only rows with age above 35 " +
			"and low income or age below 45 and high income.",
	},
	header: []string{"age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation",
		"relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country", "income"},
	outcome: 8,
	keep:    adultRow,
	rest:    "outside the paper's selection (age above 35 and low income, or age below 45 and high income)",
	sources: []source{
		{names: []string{"age"}, plan: ColumnPlan{Name: "age", Kind: Integer}},
		{names: []string{"workclass"}, groups: adultWork, plan: levelPlan("workclass",
			"Government", "Other/Unknown", "Private", "Self-Employed")},
		{names: []string{"education"}, groups: adultEducation, ranks: []float64{0, 0, 1, 1, 1, 2, 3, 3},
			plan: ColumnPlan{Name: "education", Kind: Ordered, Levels: []string{
				"School", "HS-grad", "Assoc", "Some-college", "Bachelors", "Masters", "Prof-school", "Doctorate"}}},
		{names: []string{"marital_status"}, groups: adultMarital, plan: levelPlan("marital_status",
			"Divorced", "Married", "Separated", "Single", "Widowed")},
		{names: []string{"occupation"}, groups: adultOccupation, plan: levelPlan("occupation",
			"Blue-Collar", "Other/Unknown", "Professional", "Sales", "Service", "White-Collar")},
		{names: []string{"race"}, groups: adultRace, plan: levelPlan("race", "Other", "White")},
		{names: []string{"sex", "gender"}, plan: levelPlan("gender", "Female", "Male")},
		{names: []string{"hours_per_week"}, plan: ColumnPlan{Name: "hours_per_week", Kind: Integer}},
		{names: []string{"income", "class", "salary"}, suffix: ".", plan: levelPlan("income", "<=50K", ">50K")},
	},
}

// AdultSchema returns the schema of the table that the recipe "adult" produces. It has no decimals
// and ranges, because these depend on the rows.
func AdultSchema() Schema {
	var s Schema
	for j, src := range adult.sources {
		f := Feature{Name: src.plan.Name, Kind: src.plan.Kind, Levels: slices.Clone(src.plan.Levels),
			Ranks: slices.Clone(src.ranks)}
		if j == adult.outcome {
			s.Outcome = f
		} else {
			s.Features = append(s.Features, f)
		}
	}
	return s
}

// AdultRow returns a row of adult.data as the recipe prepares it, even if the recipe would drop
// it: a text for every feature of AdultSchema, then for the outcome.
func AdultRow(fields []string) []string {
	row := make([]string, len(adult.sources))
	for j, src := range adult.sources {
		at := slices.IndexFunc(adult.header, func(n string) bool { return oneOf(plainName(n), src.names) })
		row[j] = src.group(fields[at], Format{Missing: []string{"?"}})
	}
	return row
}

func levelPlan(name string, levels ...string) ColumnPlan {
	return ColumnPlan{Name: name, Kind: Category, Levels: levels}
}

var adultWork = map[string]string{
	"Federal-gov": "Government", "State-gov": "Government", "Local-gov": "Government",
	"Self-emp-inc": "Self-Employed", "Self-emp-not-inc": "Self-Employed",
	"Never-worked": "Other/Unknown", "Without-pay": "Other/Unknown", "?": "Other/Unknown",
}

var adultEducation = map[string]string{
	"Preschool": "School", "1st-4th": "School", "5th-6th": "School", "7th-8th": "School", "9th": "School",
	"10th": "School", "11th": "School", "12th": "School",
	"Assoc-acdm": "Assoc", "Assoc-voc": "Assoc",
}

var adultMarital = map[string]string{
	"Never-married":      "Single",
	"Married-civ-spouse": "Married", "Married-AF-spouse": "Married", "Married-spouse-absent": "Married",
}

var adultOccupation = map[string]string{
	"Adm-clerical": "White-Collar", "Exec-managerial": "White-Collar",
	"Craft-repair": "Blue-Collar", "Farming-fishing": "Blue-Collar", "Handlers-cleaners": "Blue-Collar",
	"Machine-op-inspct": "Blue-Collar", "Transport-moving": "Blue-Collar",
	"Other-service": "Service", "Priv-house-serv": "Service", "Protective-serv": "Service", "Tech-support": "Service",
	"Prof-specialty": "Professional",
	"Armed-Forces":   "Other/Unknown", "?": "Other/Unknown",
}

var adultRace = map[string]string{
	"Amer-Indian-Eskimo": "Other", "Asian-Pac-Islander": "Other", "Black": "Other",
}

// adultRow reports whether a row is in the paper's selection. It keeps a row whose age is not a
// number, so that the import reports it.
func adultRow(row []string) bool {
	age, ok := parseNumber(row[0], false)
	switch row[8] {
	case "<=50K":
		return !ok || age.v > 35
	case ">50K":
		return !ok || age.v < 45
	}
	return true
}

// crossValidator starts the first line of adult.test, which is not a row.
const crossValidator = "|1x3 Cross validator"
