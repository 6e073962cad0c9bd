package notice

var french = &Words{
	tag: "fr", dir: "ltr",
	numerals: numerals{decimal: ",", group: "\u202f", percent: "\u202f%", plural: upToOneIsSingular},
	months: [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
		"octobre", "novembre", "décembre"},
	date:  "{day} {month} {year}",
	comma: ", ", and: " et ", or: " ou ",
	careful: "Attention",

	title:    "Avis de décision",
	lead:     "Établi le {date} au sujet d’une ligne de la table « {table} ».",
	leadBy:   "{organisation}, le {date}. Au sujet d’une ligne de la table « {table} ».",
	decision: "La décision",
	answer:   "Un modèle informatique a été interrogé à votre sujet. Sa réponse : {outcome} « {class} ».",
	answerSure: "Un modèle informatique a été interrogé à votre sujet. Sa réponse : {outcome} « {class} », " +
		"avec une certitude de {share}.",

	predicted: "Sa valeur prédite était de {number}.",
	predicts:  "Le modèle prédirait alors {number}.",
	below:     "moins de {to}", toBelow: "de {from} à moins de {to}", orMore: "{from} ou plus",
	chanceOf: "probabilité de {class}",

	decidesMost:      "Le résultat le plus probable est retenu.",
	decidesHalf:      "Le seuil de décision est de 50 %.",
	decidesThreshold: "Le seuil de décision est de 50 %, ce qui correspond au seuil fixé de {threshold}.",
	model:            "Modèle : « {model} », {hash}.",

	values: "Les données utilisées",
	source: "Elles proviennent de la table « {table} ».",
	correct: "Si l’une d’elles est inexacte, vous pouvez en demander la rectification auprès de " +
		"l’organisme qui a pris la décision.",
	more: forms{one: "et {n} autre", other: "et {n} autres"},

	reasons: "Les motifs principaux",
	fixed: "Aucun changement permis n’aurait conduit à {class}. C’est démontré : selon ces règles, la " +
		"décision ne pouvait pas être différente.",
	notFixed:       "Il n’est pas établi si un changement aurait conduit à {class}.",
	noFew:          "Aucun changement de trois données au plus n’aurait suffi.",
	noFewOpen:      "Aucun changement de trois données au plus qui aurait suffi n’a été trouvé.",
	enough:         "Aurait suffi : {changes}.",
	enoughFollow:   "Aurait suffi, avec ce qui en découle : {changes}.",
	together:       "Auraient suffi ensemble : {changes}.",
	togetherFollow: "Auraient suffi ensemble, avec ce qui en découle : {changes}.",
	against:        "A joué en votre défaveur : {feature} {value} ; rien ne peut y être changé.",
	instead:        "{feature} {value} au lieu de {old}",
	interval:       "de {from} à {to}",

	options: "Ce qui conduirait à « {class} »",
	option:  "Possibilité {n}",
	none: "Il n’en existe aucune, et c’est démontré : aucune ligne dans l’étendue des données " +
		"d’apprentissage n’atteint {outcome} « {class} ».",
	noneWithin: "Il n’en existe aucune, et c’est démontré : aucune ligne dans l’étendue des données " +
		"d’apprentissage n’atteint {outcome} « {class} » en respectant toutes les règles et limites.",
	missed: "Aucune possibilité d’atteindre {outcome} « {class} » n’a été trouvée. {samples}",
	missedWithin: "Aucune possibilité d’atteindre {outcome} « {class} » en respectant toutes les règles et " +
		"limites n’a été trouvée. {samples}",
	samples: forms{one: "{n} échantillon a été tiré.", other: "{n} échantillons ont été tirés."},
	searched: forms{
		one: "La recherche complète a examiné {n} ensemble de lignes, ce qui permet de conclure pour " +
			"{share} de toutes les lignes.",
		other: "La recherche complète a examiné {n} ensembles de lignes, ce qui permet de conclure pour " +
			"{share} de toutes les lignes."},
	maybe:   "Il peut donc en exister une.",
	under:   "moins de {n}",
	over:    "plus de {n}",
	givenUp: "Pour cette recherche seulement, des règles ont été levées : {rules}.",

	notGiven:    "non indiqué",
	nothing:     "À faire : rien.",
	does:        "À faire : {changes}.",
	follows:     "Il en découle : {changes}.",
	doesHead:    "À faire :",
	followsHead: "Il en découle :",
	fromTo:      "{feature} de {old} à {value}",
	set:         "fixer {feature} à {value} (sans intervention : {would})",
	add:         "augmenter {feature} de {size} (sans intervention : {would})",
	take:        "réduire {feature} de {size} (sans intervention : {would})",
	onTop:       "{size} ; sans intervention : {would}",
	onTopSet:    "fixé à {value} ; sans intervention : {would}",

	free: "Toute valeur de cet intervalle convient : {first}. C’est démontré.",
	freeAll: "Toutes les valeurs de ces intervalles conviennent, même ensemble : {first} ainsi que {rest}. " +
		"C’est démontré.",
	freePart: "{feature} de {from} à {to}",
	freeRest: "{feature} de {from} à {to}",

	plan:      "Étape par étape, les causes d’abord :",
	says:      "Le modèle répondrait alors « {class} ».",
	saysSure:  "Le modèle répondrait alors « {class} », avec une certitude de {share}.",
	rises:     "Dans l’intervalle, {effect} augmente d’au moins {least}",
	falls:     "Dans l’intervalle, {effect} diminue d’au moins {least}",
	risesBy:   "Dans l’intervalle, {effect} augmente de {size}, et d’au moins {least}",
	fallsBy:   "Dans l’intervalle, {effect} diminue de {size}, et d’au moins {least}",
	eachUnit:  " : une règle exige {rate} par unité de {cause}.",
	eachLevel: " : une règle exige {rate} par niveau de {cause}.",

	nearest: "Rien de moindre ne suffirait : il est démontré qu’aucune ligne respectant les règles, dans " +
		"l’étendue de la table, n’est plus proche.",
	fewest:      "C’est la possibilité qui change le moins de choses.",
	surest:      "C’est celle dont le modèle est le plus sûr : {share}.",
	unsure:      "Le modèle en est à peine sûr ({share}) : une petite différence pourrait inverser sa réponse.",
	unlike:      "Personne dans les données n’est dans ce cas ; le modèle peut donc se tromper.",
	hard:        "Vous avez indiqué que {feature} est difficile à changer.",
	beyond:      "Pour {feature}, le modèle ne connaît que des valeurs de {low} à {high} ; celle-ci est en dehors.",
	againstWish: "Elle est contraire à un souhait : {rule}",
	againstRule: "Elle enfreint une règle levée pour cette recherche : {rule}",
	first:       "Rien de plus proche n’a été trouvé.",
	leaves:      "Elle laisse {feature} inchangé, contrairement à la possibilité {n}.",
	without:     "Elle n’exige pas {feature} « {level} », contrairement à la possibilité {n}.",
	lesser:      "Elle modifie {feature} moins que la possibilité {n}.",
	reaches:     "Elle conduirait à « {class} ».",
	dearer: "Elle demande {times} fois l’effort de la possibilité 1, pour autant que l’effort puisse être " +
		"chiffré.",
	lessSure: "Le modèle en est moins sûr ({share}) que de la possibilité {n} ({its}).",
	asksMore: forms{one: "Elle demande {n} changement, contre {its} pour la possibilité {option}.",
		other: "Elle demande {n} changements, contre {its} pour la possibilité {option}."},
	unknown: forms{one: "La difficulté de ce changement pour vous n’est pas connue ici.",
		other: "La difficulté de ces changements pour vous n’est pas connue ici."},

	rules: "Règles respectées",
	noRules: "Aucune n’a été fixée. Il n’a donc pas été examiné si un changement est seulement possible ; " +
		"nul ne peut rajeunir, par exemple.",
	contest: "Qui décide, et comment contester la décision",
	role: "Il n’est pas indiqué ici si une personne examine la réponse du modèle avant qu’elle ne prenne " +
		"effet. Vous pouvez le demander.",
	contact: "Adressez-vous à l’organisme qui a pris la décision : vous pouvez exprimer votre point de vue " +
		"et contester la décision. Aucun contact n’est indiqué ici.",
	promise: "Ce que cet avis ne promet pas",
	promises: [3]string{
		"Il indique ce que le modèle répondrait pour d’autres données. Il ne promet ni que quiconque décide " +
			"d’après ce modèle, ni qu’un changement produise ce résultat dans la vie.",
		"Seules les règles ci-dessus ont été respectées. Il n’a pas été examiné si un changement est possible, " +
			"équitable ou bon pour vous ; il vous appartient d’en juger.",
		"Il peut exister d’autres voies que celles-ci, et le modèle peut changer.",
	},
}
