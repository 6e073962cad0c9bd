package model

// ClassifierClaim is what a file or a person's record claims about a black
// box.
type ClassifierClaim struct {
	Settings ClassifierRecipe
	Again    bool // it was trained here, so the training can be repeated
	Said     ClassifierTrained
	Course   Course
	Within   float64 // time limit for measuring without Again, in seconds; 0: no limit
}

// GeneratorClaim is what a file claims about a generator.
type GeneratorClaim struct {
	Trainings []Past // the trainings that led to it, each starting from the previous result; empty if unknown
	Told      Labels // all labels used in fine-tunings
	Seed      uint64 // seed of the last training
	Said      GeneratorTrained
	Course    Course  // course of the last training
	Within    float64 // time limit for measuring without Trainings, in seconds; 0: no limit

	// Rounds holds the claims about fine-tunings after the last training, possibly without the
	// first ones. Only the last claim lists the rules one by one. Undone means that the last
	// fine-tuning was reverted and is not among the Trainings.
	Rounds []FineTuned
	Undone bool
	Asks   bool // the last fine-tuning was never adopted, so the figures do not include it
	Tuned  bool // there were fine-tunings, even if Trainings does not contain them
}
