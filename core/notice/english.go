package notice

// English contains the English texts of notices, some of which the page also uses.
var English = &Words{
	tag: "en", dir: "ltr",
	numerals: numerals{decimal: ".", group: ",", percent: " %", plural: oneIsSingular},
	months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
		"October", "November", "December"},
	date:  "{day} {month} {year}",
	comma: ", ", and: " and ", or: " or ",
	careful: "Careful",

	title:      "Notice of a decision",
	lead:       "Written on {date} about one row of “{table}”.",
	leadBy:     "{organisation}, {date}. About one row of “{table}”.",
	decision:   "The decision",
	answer:     "A computer model was asked about you, and answered {outcome} “{class}”.",
	answerSure: "A computer model was asked about you, and answered {outcome} “{class}”. It was {share} sure.",

	predicted: "It predicted {number}.",
	predicts:  "The model would then predict {number}.",
	below:     "below {to}", toBelow: "{from} to below {to}", orMore: "{from} or more",
	chanceOf: "probability of {class}",

	decidesMost: "The likeliest outcome is its answer.",
	decidesHalf: "It decides at 50 %.",
	decidesThreshold: "It decides at 50 %, which stands for the threshold of {threshold} that was " +
		"set.",
	model: "Model: “{model}”, {hash}.",

	values:  "The values that it was given",
	source:  "They are from the table “{table}”.",
	correct: "If one of them is wrong, ask for a correction where the decision was made.",
	more:    forms{one: "and {n} more", other: "and {n} more"},

	reasons: "The main reasons",
	fixed: "Nothing that may change would have led to {class}. Proved: under these rules the " +
		"decision is fixed.",
	notFixed:       "Whether any change would have led to {class} is not decided.",
	noFew:          "No change of up to three things would have been enough.",
	noFewOpen:      "No change of up to three things was found that would have been enough.",
	enough:         "{changes} would have been enough.",
	enoughFollow:   "{changes} would have been enough, with what follows.",
	together:       "{changes} together would have been enough.",
	togetherFollow: "{changes} together would have been enough, with what follows.",
	against:        "{feature} {value} counted against it; nothing about it can be changed.",
	instead:        "{feature}: {value} instead of {old}",
	interval:       "{from} to {to}",

	options: "What would lead to “{class}”",
	option:  "Option {n}",
	none: "No such change exists, and this is proved: no row within the range of the training rows reaches " +
		"{outcome} “{class}”.",
	noneWithin: "No such change exists, and this is proved: no row within the range of the training rows " +
		"reaches {outcome} “{class}” and keeps every rule and limit.",
	missed:       "None was found that reaches {outcome} “{class}”. {samples}",
	missedWithin: "None was found that reaches {outcome} “{class}” and keeps every rule and limit. {samples}",
	samples:      forms{one: "{n} sample was drawn.", other: "{n} samples were drawn."},
	searched: forms{one: "The complete search looked at {n} set of rows, which decides {share} of all.",
		other: "The complete search looked at {n} sets of rows, which decides {share} of all."},
	maybe:   "So there may be one.",
	under:   "under {n}",
	over:    "over {n}",
	givenUp: "For this search alone, given up: {rules}.",

	notGiven:    "not given",
	nothing:     "Do: nothing.",
	does:        "Do: {changes}.",
	follows:     "It follows: {changes}.",
	doesHead:    "Do:",
	followsHead: "It follows:",
	fromTo:      "{feature} from {old} to {value}",
	set:         "set {feature} to {value}, which would otherwise become {would}",
	add:         "add {size} to {feature}, which would otherwise become {would}",
	take:        "take {size} off {feature}, which would otherwise become {would}",
	onTop:       "{size}, would otherwise become {would}",
	onTopSet:    "set to {value}, would otherwise become {would}",

	free:     "Any {first} works. Proved.",
	freeAll:  "Any {first} works, with {rest}. Proved.",
	freePart: "{feature} from {from} to {to}",
	freeRest: "any {feature} from {from} to {to}",

	plan:      "Step by step, causes first:",
	says:      "The model would then say “{class}”.",
	saysSure:  "The model would then say “{class}”, {share}.",
	rises:     "Meanwhile {effect} rises by at least {least}",
	falls:     "Meanwhile {effect} falls by at least {least}",
	risesBy:   "Meanwhile {effect} rises by {size}, and at least {least}",
	fallsBy:   "Meanwhile {effect} falls by {size}, and at least {least}",
	eachUnit:  ": a rule asks for {rate} for each unit of {cause}.",
	eachLevel: ": a rule asks for {rate} for each level of {cause}.",

	nearest: "Nothing smaller would do: it is proved that no row within the rules and the range of " +
		"the table lies nearer.",
	fewest: "It changes the fewest things.",
	surest: "The model is surest of this one: {share}.",
	unsure: "The model is hardly sure of it ({share}): a small difference could tip it back.",
	unlike: "Nobody in the data is like that, so the model may be wrong about it.",
	hard:   "You said that {feature} is hard to change.",
	beyond: "For {feature} the model knows values from {low} to {high} only, and this one lies " +
		"beyond them.",
	againstWish: "It goes against a wish: {rule}",
	againstRule: "It breaks a rule that was given up for this search: {rule}",
	first:       "Nothing nearer was found.",
	leaves:      "It leaves {feature} as it is, which option {n} changes.",
	without:     "It does without {feature} “{level}”, which option {n} needs.",
	lesser:      "It moves {feature} less far than option {n}.",
	reaches:     "It would lead to “{class}”.",
	dearer:      "It asks for {times} times the effort of option 1, as far as effort can be counted.",
	lessSure:    "The model is less sure of it ({share}) than of option {n} ({its}).",
	asksMore: forms{one: "It asks for {n} change, and option {option} for {its}.",
		other: "It asks for {n} changes, and option {option} for {its}."},
	unknown: forms{one: "How hard this change would be for you is not known here.",
		other: "How hard these changes would be for you is not known here."},

	rules: "Rules that were kept",
	noRules: "None were set. So it was not looked at whether a change is possible at all, such as " +
		"becoming younger.",
	contest: "Who decides, and how to contest it",
	role: "Whether a person looks at the model's answer before it counts is not stated here. You " +
		"may ask.",
	contact: "Ask those who made the decision: you may say why you disagree and have it looked at " +
		"again. No contact is given here.",
	promise: "What this notice does not promise",
	promises: [3]string{
		"It says what the model would answer for other values. It does not promise that anybody " +
			"decides by this model, nor that a change brings about the outcome in life.",
		"Only the rules above were kept. Whether a change is possible, fair or good for you was not " +
			"considered, and is yours to judge.",
		"There may be other ways than these, and the model may change.",
	},
}
