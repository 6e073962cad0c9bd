package model

// ClassifierClaim is what a file or a person's record claims about a black
// box.
type ClassifierClaim struct {
	Settings ClassifierRecipe
	Again    bool // it was trained by them, so that it can be trained again
	Said     ClassifierTrained
	Course   Course
	Within   float64 // seconds that measuring may take without Again; 0: any
}

// GeneratorClaim is what a file claims about a generator.
type GeneratorClaim struct {
	Trainings []Past // that it came from, each going on from the one before; none: they are not known
	Told      Labels // all labels that their fine-tunings learned from
	Seed      uint64 // of the last training
	Said      GeneratorTrained
	Course    Course  // of the last training
	Within    float64 // seconds that measuring may take without Trainings; 0: any

	// Rounds has the claims about the fine-tunings after the last training, or about the last
	// of them. Only the last one lists its rules one by one. If it is Undone it was taken back:
	// it is the last and not among the Trainings.
	Rounds []FineTuned
	Undone bool
	Asks   bool // it never was in force, so that the figures are those before it
	Tuned  bool // there were fine-tunings, also where Trainings does not say so
}
