package notice

var german = &Words{
	tag: "de", dir: "ltr",
	numerals: numerals{decimal: ",", group: ".", percent: " %", plural: oneIsSingular},
	months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
		"Oktober", "November", "Dezember"},
	date:  "{day}. {month} {year}",
	comma: ", ", and: " und ", or: " oder ",
	careful: "Achtung",

	title:    "Mitteilung über eine Entscheidung",
	lead:     "Erstellt am {date} zu einer Zeile der Tabelle „{table}“.",
	leadBy:   "{organisation}, {date}. Zu einer Zeile der Tabelle „{table}“.",
	decision: "Die Entscheidung",
	answer:   "Ein Computermodell wurde zu Ihnen befragt. Seine Antwort lautet: {outcome} „{class}“.",
	answerSure: "Ein Computermodell wurde zu Ihnen befragt. Seine Antwort lautet: {outcome} „{class}“. " +
		"Dabei war es sich zu {share} sicher.",

	predicted: "Sein Vorhersagewert war {number}.",
	predicts:  "Das Modell würde dann {number} vorhersagen.",
	below:     "unter {to}", toBelow: "{from} bis unter {to}", orMore: "{from} oder mehr",
	chanceOf: "Wahrscheinlichkeit von {class}",

	decidesMost: "Maßgeblich ist das wahrscheinlichste Ergebnis.",
	decidesHalf: "Die Grenze liegt bei 50 %.",
	decidesThreshold: "Die Grenze liegt bei 50 %; das entspricht dem festgelegten Schwellenwert von " +
		"{threshold}.",
	model: "Modell: „{model}“, {hash}.",

	values: "Die verwendeten Angaben",
	source: "Sie stammen aus der Tabelle „{table}“.",
	correct: "Ist eine Angabe unrichtig, können Sie bei der Stelle, die entschieden hat, die " +
		"Berichtigung verlangen.",
	more: forms{one: "und {n} weitere", other: "und {n} weitere"},

	reasons: "Die wesentlichen Gründe",
	fixed: "Keine zulässige Änderung hätte zu {class} geführt. Das ist bewiesen: Nach diesen Regeln " +
		"steht die Entscheidung fest.",
	notFixed:       "Ob eine Änderung zu {class} geführt hätte, ist nicht geklärt.",
	noFew:          "Keine Änderung von bis zu drei Angaben hätte ausgereicht.",
	noFewOpen:      "Es wurde keine Änderung von bis zu drei Angaben gefunden, die ausgereicht hätte.",
	enough:         "Ausgereicht hätte: {changes}.",
	enoughFollow:   "Ausgereicht hätte, mit den Folgen daraus: {changes}.",
	together:       "Zusammen hätten ausgereicht: {changes}.",
	togetherFollow: "Zusammen hätten, mit den Folgen daraus, ausgereicht: {changes}.",
	against:        "Nachteilig war {feature} {value}; daran lässt sich nichts ändern.",
	instead:        "{feature} {value} statt {old}",
	interval:       "{from} bis {to}",

	options: "Was zu „{class}“ führen würde",
	option:  "Möglichkeit {n}",
	none: "Es gibt keine Möglichkeit. Das ist bewiesen: Keine Zeile im Wertebereich der " +
		"Trainingsdaten erreicht {outcome} „{class}“.",
	noneWithin: "Es gibt keine Möglichkeit. Das ist bewiesen: Keine Zeile im Wertebereich der " +
		"Trainingsdaten erreicht {outcome} „{class}“ und hält alle Regeln und Grenzen ein.",
	missed: "Es wurde keine Möglichkeit gefunden, die {outcome} „{class}“ erreicht. {samples}",
	missedWithin: "Es wurde keine Möglichkeit gefunden, die {outcome} „{class}“ erreicht und alle Regeln " +
		"und Grenzen einhält. {samples}",
	samples: forms{one: "{n} Stichprobe wurde gezogen.", other: "{n} Stichproben wurden gezogen."},
	searched: forms{
		one: "Die vollständige Suche hat {n} Menge von Zeilen geprüft; damit ist über {share} aller " +
			"Zeilen entschieden.",
		other: "Die vollständige Suche hat {n} Mengen von Zeilen geprüft; damit ist über {share} aller " +
			"Zeilen entschieden."},
	maybe:   "Es kann also noch eine geben.",
	under:   "weniger als {n}",
	over:    "mehr als {n}",
	givenUp: "Nur für diese Suche wurden Regeln aufgegeben: {rules}.",

	notGiven:    "nicht angegeben",
	nothing:     "Zu tun ist nichts.",
	does:        "Zu tun: {changes}.",
	follows:     "Daraus folgt: {changes}.",
	doesHead:    "Zu tun:",
	followsHead: "Daraus folgt:",
	fromTo:      "{feature} von {old} auf {value}",
	set:         "{feature} auf {value} setzen (ohne Zutun würde daraus {would})",
	add:         "{feature} um {size} erhöhen (ohne Zutun würde daraus {would})",
	take:        "{feature} um {size} senken (ohne Zutun würde daraus {would})",
	onTop:       "{size}; ohne Zutun würde daraus {would}",
	onTopSet:    "auf {value} gesetzt; ohne Zutun würde daraus {would}",

	free:     "Jeder Wert in diesem Bereich genügt: {first}. Das ist bewiesen.",
	freeAll:  "Jeder Wert in diesen Bereichen genügt, auch zugleich: {first} sowie {rest}. Das ist bewiesen.",
	freePart: "{feature} von {from} bis {to}",
	freeRest: "{feature} von {from} bis {to}",

	plan:      "Schritt für Schritt, Ursachen zuerst:",
	says:      "Das Modell würde dann „{class}“ antworten.",
	saysSure:  "Das Modell würde dann „{class}“ antworten, zu {share} sicher.",
	rises:     "Währenddessen steigt {effect} um mindestens {least}",
	falls:     "Währenddessen sinkt {effect} um mindestens {least}",
	risesBy:   "Währenddessen steigt {effect} um {size}, mindestens aber um {least}",
	fallsBy:   "Währenddessen sinkt {effect} um {size}, mindestens aber um {least}",
	eachUnit:  ": Eine Regel verlangt {rate} je Einheit von {cause}.",
	eachLevel: ": Eine Regel verlangt {rate} je Stufe von {cause}.",

	nearest: "Mit weniger geht es nicht: Es ist bewiesen, dass keine Zeile, die die Regeln einhält und " +
		"im Wertebereich der Tabelle liegt, näher ist.",
	fewest: "Hier ändert sich am wenigsten.",
	surest: "Hier ist sich das Modell am sichersten: {share}.",
	unsure: "Das Modell ist sich hier kaum sicher ({share}): Schon ein kleiner Unterschied könnte das " +
		"Ergebnis wieder ändern.",
	unlike:      "Niemand in den Daten ist vergleichbar; das Modell kann sich hier irren.",
	hard:        "Sie haben angegeben, dass {feature} schwer zu ändern ist.",
	beyond:      "Für {feature} kennt das Modell nur Werte von {low} bis {high}; dieser liegt außerhalb.",
	againstWish: "Es widerspricht einem Wunsch: {rule}",
	againstRule: "Es verletzt eine Regel, die für diese Suche aufgegeben wurde: {rule}",
	first:       "Es wurde nichts Näheres gefunden.",
	leaves:      "{feature} bleibt, wie es ist; Möglichkeit {n} ändert es.",
	without:     "Kommt ohne {feature} „{level}“ aus, was Möglichkeit {n} verlangt.",
	lesser:      "Ändert {feature} weniger als Möglichkeit {n}.",
	reaches:     "Führt zu „{class}“.",
	dearer: "Verlangt das {times}-Fache des Aufwands von Möglichkeit 1, soweit sich Aufwand beziffern " +
		"lässt.",
	lessSure: "Das Modell ist sich hier weniger sicher ({share}) als bei Möglichkeit {n} ({its}).",
	asksMore: forms{one: "Verlangt {n} Änderung; bei Möglichkeit {option} sind es {its}.",
		other: "Verlangt {n} Änderungen; Anzahl bei Möglichkeit {option}: {its}."},
	unknown: forms{one: "Wie schwer Ihnen diese Änderung fiele, ist hier nicht bekannt.",
		other: "Wie schwer Ihnen diese Änderungen fielen, ist hier nicht bekannt."},

	rules: "Eingehaltene Regeln",
	noRules: "Es wurden keine festgelegt. Daher wurde nicht geprüft, ob eine Änderung überhaupt möglich " +
		"ist; niemand kann zum Beispiel jünger werden.",
	contest: "Wer entscheidet und wie Sie die Entscheidung anfechten können",
	role: "Ob ein Mensch die Antwort des Modells prüft, bevor sie gilt, ist hier nicht angegeben. Sie " +
		"können danach fragen.",
	contact: "Wenden Sie sich an die Stelle, die entschieden hat: Sie können Ihren eigenen Standpunkt " +
		"darlegen und die Entscheidung anfechten. Kontaktdaten sind hier nicht angegeben.",
	promise: "Was diese Mitteilung nicht zusagt",
	promises: [3]string{
		"Sie sagt, was das Modell bei anderen Angaben antworten würde. Sie sagt nicht zu, dass nach " +
			"diesem Modell entschieden wird, und auch nicht, dass eine Änderung das Ergebnis im Leben " +
			"herbeiführt.",
		"Nur die oben genannten Regeln wurden eingehalten. Ob eine Änderung für Sie möglich, zumutbar oder " +
			"gut ist, wurde nicht geprüft; das beurteilen Sie selbst.",
		"Es kann andere Wege als diese geben, und das Modell kann sich ändern.",
	},
}
