package model

// ClassifierClaim is what a file or a person's record claims about a black
// box.
type ClassifierClaim struct {
	Settings ClassifierRecipe
	Again    bool // its training was done here, so it can be repeated
	Said     ClassifierTrained
	Course   Course
	Within   float64 // most seconds for measuring without Again; 0: no limit
}

// GeneratorClaim is what a file claims about a generator.
type GeneratorClaim struct {
	Trainings []Past // the trainings that led to it, each continuing from the previous one; empty if unknown
	Told      Labels // all labels used in fine-tunings
	Seed      uint64 // seed of the last training
	Said      GeneratorTrained
	Course    Course  // course of the last training
	Within    float64 // most seconds for measuring without Trainings; 0: no limit

	// Rounds holds the claims about the fine-tunings after the last training, or the last of
	// these. Only the last one lists its rules individually. Undone means that the last one was
	// reverted and is not among the Trainings.
	Rounds []FineTuned
	Undone bool
	Asks   bool // it was never adopted, so the figures are those before it
	Tuned  bool // there were fine-tunings, even if Trainings does not contain them
}
