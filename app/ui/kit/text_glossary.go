package kit

const textGlossary = "Words used here"

// words is the glossary, in alphabetical order.
var words = []word{
	{Name: "Black box", Says: "The model whose decisions are explained: the classifier you trained or opened. " +
		"Training uses its gradient if it has one; proofs use its weights or trees.",
		Lines: "M20 28H56M104 28H140M132 22L140 28L132 34", Marks: "M56 10H104V46H56Z"},
	{Name: "Categorical changes", Says: "How many categories of a counterfactual differ from those of the row.",
		Lines: "M24 14H56V42H24ZM64 14H96V42H64ZM104 14H136V42H104Z", Marks: "M70 28L78 35L91 20"},
	{Name: "Category profiles", Says: "How many different combinations of categories the counterfactuals have. If " +
		"everybody gets the same one, the generator has collapsed.",
		Lines: "M20 12H48V24H20ZM20 32H48V44H20ZM66 12H94V24H66ZM66 32H94V44H66ZM112 12H140V24H112ZM112 " +
			"32H140V44H112Z", Marks: "M24 18H44M70 38H90M116 18H136"},
	{Name: "Counterfactual",
		Says:  "A row like this one for which the model decides differently. It shows what would have to change.",
		Lines: "M16 50C60 50 70 6 144 6", Marks: "M52 20L100 42M92 42L100 42L97 34", Dots: "M48 18h0M106 45h0"},
	{Name: "Feasible", Says: "A change is feasible if it can happen, that is, if it keeps every rule about " +
		"cause and effect. Nobody grows younger, and a degree takes years.",
		Lines: "M16 44H144M40 44V36M80 44V36M120 44V36", Marks: "M40 26H112M104 20L112 26L104 32", Dots: "M36 26h0"},
	{Name: "Follows", Says: "An effect follows if it changes because its causes change. Its mechanism says how " +
		"far. This costs nothing, and the row keeps its residual.",
		Lines: "M16 16H56V40H16ZM116 16H132A12 12 0 1 1 132 40H116A12 12 0 1 1 116 16",
		Marks: "M62 28H98M90 22L98 28L90 34"},
	{Name: "Hard rule", Says: "Every row shown keeps a hard rule. A soft rule is a preference and may be broken.",
		Lines: "M16 28H72", Marks: "M84 8V48M92 8V48", Dots: "M76 28h0"},
	{Name: "Held", Says: "A row is held if its answer reaches the class, keeps every hard rule and differs from " +
		"the row.",
		Lines: "M20 10H52V46H20ZM64 10H96V46H64ZM108 10H140V46H108Z",
		Marks: "M28 29L34 36L45 20M72 29L78 36L89 20M116 29L122 36L133 20"},
	{Name: "Held-out rows", Says: "Rows that no model was trained on. Expect the figures measured on them for " +
		"new rows of the same kind.",
		Lines: "M16 10H108V46H16Z", Marks: "M114 10H144V46H114Z"},
	{Name: "IM1", Says: "How much a counterfactual looks like rows of its new class, compared with rows of its " +
		"old class. Below 1, it looks more like the new class.",
		Lines: "M20 46C30 46 38 14 48 14C58 14 66 46 76 46M84 46C94 46 102 14 112 14C122 14 130 46 140 46",
		Marks: "M104 50V38", Dots: "M104 32h0"},
	{Name: "Latent sample", Says: "A point that the generator draws from its latent space and turns into a " +
		"proposed row.",
		Lines: "M14 28A22 20 0 1 0 58 28A22 20 0 1 0 14 28M100 12H144V44H100ZM100 22H144M100 33H144",
		Marks: "M44 28H94M86 22L94 28L86 34", Dots: "M38 28h0M28 20h0M34 38h0"},
	{Name: "MAD", Says: "The median absolute deviation: half of the training rows are closer to the median than " +
		"this. It makes numbers on different scales comparable.",
		Lines: "M16 44C50 44 60 10 80 10C100 10 110 44 144 44", Marks: "M60 50H100M80 44V50"},
	{Name: "Proximity", Says: "How far the numbers of a counterfactual are from those of the row, in median " +
		"absolute deviations (MAD). 0 means no change, and closer to 0 is better.",
		Lines: "M16 40H144", Marks: "M50 28H110M104 22L110 28L104 34", Dots: "M44 28h0M116 28h0"},
	{Name: "S1", Says: "The share of counterfactuals in which an effect rises, among those in which all its " +
		"causes rise. S2 is the same for falling. Feasibility is their harmonic mean.",
		Lines: "M20 46H64M96 46H140",
		Marks: "M42 44V12M34 20L42 12L50 20M118 44V12M110 20L118 12L126 20M70 28H90M84 23L90 28L84 33"},
	{Name: "Validity", Says: "The share of counterfactuals that the black box assigns to the target class, " +
		"given exactly the values shown.",
		Lines: "M16 50C60 50 70 6 144 6", Marks: "M92 34L100 42L118 22", Dots: "M60 20h0"},
}
