package notice

var spanish = &Words{
	tag: "es", dir: "ltr",
	numerals: numerals{decimal: ",", group: ".", percent: " %", plural: oneIsSingular},
	months: [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
		"octubre", "noviembre", "diciembre"},
	date:  "{day} de {month} de {year}",
	comma: ", ", and: " y ", or: " o ",
	careful: "Atención",

	title:    "Notificación de una decisión",
	lead:     "Emitida el {date} sobre una fila de la tabla «{table}».",
	leadBy:   "{organisation}, {date}. Sobre una fila de la tabla «{table}».",
	decision: "La decisión",
	answer:   "Se consultó a un modelo informático sobre usted. Su respuesta: {outcome} «{class}».",
	answerSure: "Se consultó a un modelo informático sobre usted. Su respuesta: {outcome} «{class}» " +
		"(certeza: {share}).",

	predicted: "Su valor previsto fue {number}.",
	predicts:  "El modelo predeciría entonces {number}.",
	below:     "menos de {to}", toBelow: "de {from} a menos de {to}", orMore: "{from} o más",
	chanceOf: "probabilidad de {class}",

	decidesMost: "Prevalece el resultado más probable.",
	decidesHalf: "El límite de decisión es el 50 %.",
	decidesThreshold: "El límite de decisión es el 50 %, que equivale al umbral fijado: " +
		"{threshold}.",
	model: "Modelo: «{model}», {hash}.",

	values: "Los datos utilizados",
	source: "Proceden de la tabla «{table}».",
	correct: "Si alguno es inexacto, puede solicitar su rectificación a la entidad que tomó la " +
		"decisión.",
	more: forms{one: "y {n} más", other: "y {n} más"},

	reasons: "Los motivos principales",
	fixed: "Ningún cambio permitido habría llevado a {class}. Está demostrado: con estas reglas, la " +
		"decisión no podía ser otra.",
	notFixed:       "No se ha determinado si algún cambio habría llevado a {class}.",
	noFew:          "Ningún cambio de hasta tres datos habría bastado.",
	noFewOpen:      "No se encontró ningún cambio de hasta tres datos que hubiera bastado.",
	enough:         "Habría bastado: {changes}.",
	enoughFollow:   "Habría bastado, con lo que de ello se sigue: {changes}.",
	together:       "En conjunto habrían bastado: {changes}.",
	togetherFollow: "En conjunto, con lo que de ello se sigue, habrían bastado: {changes}.",
	against:        "Influyó en su contra {feature} {value}; en ello no cabe ningún cambio.",
	instead:        "{feature} {value} en lugar de {old}",
	interval:       "de {from} a {to}",

	options: "Qué llevaría a «{class}»",
	option:  "Opción {n}",
	none: "No existe ninguna, y está demostrado: ninguna fila dentro del rango de los datos de " +
		"entrenamiento alcanza {outcome} «{class}».",
	noneWithin: "No existe ninguna, y está demostrado: ninguna fila dentro del rango de los datos de " +
		"entrenamiento alcanza {outcome} «{class}» y cumple todas las reglas y límites.",
	missed: "No se encontró ninguna que alcance {outcome} «{class}». {samples}",
	missedWithin: "No se encontró ninguna que alcance {outcome} «{class}» y cumpla todas las reglas y límites. " +
		"{samples}",
	samples: forms{one: "Se extrajo {n} muestra.", other: "Se extrajeron {n} muestras."},
	searched: forms{
		one: "La búsqueda completa examinó {n} conjunto de filas. Filas sobre las que así se ha decidido: " +
			"{share}.",
		other: "La búsqueda completa examinó {n} conjuntos de filas. Filas sobre las que así se ha decidido: " +
			"{share}."},
	maybe:   "Por tanto, puede que exista alguna.",
	under:   "menos del {n}",
	over:    "más del {n}",
	givenUp: "Solo para esta búsqueda se prescindió de estas reglas: {rules}.",

	notGiven:    "no indicado",
	nothing:     "Qué hacer: nada.",
	does:        "Qué hacer: {changes}.",
	follows:     "De ello se sigue: {changes}.",
	doesHead:    "Qué hacer:",
	followsHead: "De ello se sigue:",
	fromTo:      "{feature} de {old} a {value}",
	set:         "fijar {feature} en {value} (sin intervención sería {would})",
	add:         "aumentar {feature} en {size} (sin intervención sería {would})",
	take:        "reducir {feature} en {size} (sin intervención sería {would})",
	onTop:       "{size}; sin intervención sería {would}",
	onTopSet:    "fijado en {value}; sin intervención sería {would}",

	free:     "Cualquier valor de este intervalo sirve: {first}. Está demostrado.",
	freeAll:  "Cualquier valor de estos intervalos sirve, también a la vez: {first} junto con {rest}. Está demostrado.",
	freePart: "{feature} de {from} a {to}",
	freeRest: "{feature} de {from} a {to}",

	plan:      "Paso a paso, primero las causas:",
	says:      "El modelo respondería entonces «{class}».",
	saysSure:  "El modelo respondería entonces «{class}» (certeza: {share}).",
	rises:     "Mientras tanto, {effect} aumenta al menos {least}",
	falls:     "Mientras tanto, {effect} disminuye al menos {least}",
	risesBy:   "Mientras tanto, {effect} aumenta {size}, y al menos {least}",
	fallsBy:   "Mientras tanto, {effect} disminuye {size}, y al menos {least}",
	eachUnit:  ": una regla exige {rate} por cada unidad de {cause}.",
	eachLevel: ": una regla exige {rate} por cada nivel de {cause}.",

	nearest: "Nada menor bastaría: está demostrado que ninguna fila que cumpla las reglas, dentro del rango " +
		"de la tabla, está más cerca.",
	fewest: "Es la que menos cosas cambia.",
	surest: "Es aquella de la que el modelo está más seguro: {share}.",
	unsure: "El modelo apenas está seguro de ella ({share}): una pequeña diferencia podría invertir su " +
		"respuesta.",
	unlike:      "Nadie en los datos se encuentra en ese caso; el modelo puede equivocarse.",
	hard:        "Usted indicó que {feature} es difícil de cambiar.",
	beyond:      "Para {feature}, el modelo solo conoce valores de {low} a {high}; este queda fuera.",
	againstWish: "Va en contra de un deseo: {rule}",
	againstRule: "Incumple una regla de la que se prescindió para esta búsqueda: {rule}",
	first:       "No se encontró nada más cercano.",
	leaves:      "Deja {feature} como está; la opción {n} sí lo cambia.",
	without:     "No exige {feature} «{level}», que la opción {n} necesita.",
	lesser:      "Modifica {feature} menos que la opción {n}.",
	reaches:     "Llevaría a «{class}».",
	dearer: "Exige {times} veces el esfuerzo de la opción 1, en la medida en que el esfuerzo pueda " +
		"cuantificarse.",
	lessSure: "El modelo está menos seguro de ella ({share}) que de la opción {n} ({its}).",
	asksMore: forms{one: "Exige {n} cambio, frente a {its} de la opción {option}.",
		other: "Exige {n} cambios, frente a {its} de la opción {option}."},
	unknown: forms{one: "Aquí no se sabe cuán difícil le resultaría este cambio.",
		other: "Aquí no se sabe cuán difíciles le resultarían estos cambios."},

	rules: "Reglas cumplidas",
	noRules: "No se fijó ninguna. Por eso no se examinó si un cambio es siquiera posible; nadie puede " +
		"rejuvenecer, por ejemplo.",
	contest: "Quién decide y cómo impugnar la decisión",
	role: "Aquí no se indica si una persona examina la respuesta del modelo antes de que surta efecto. " +
		"Puede preguntarlo.",
	contact: "Diríjase a la entidad que tomó la decisión: puede expresar su punto de vista e impugnar la " +
		"decisión. Aquí no se indica ningún contacto.",
	promise: "Lo que esta notificación no promete",
	promises: [3]string{
		"Indica lo que el modelo respondería con otros datos. No promete que alguien decida según este modelo " +
			"ni que un cambio produzca ese resultado en la vida.",
		"Solo se cumplieron las reglas anteriores. No se examinó si un cambio es posible, justo o bueno para " +
			"usted; a usted le corresponde juzgarlo.",
		"Puede haber otras vías además de estas, y el modelo puede cambiar.",
	},
}
