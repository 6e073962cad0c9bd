package wire

import (
	"causeway/core/model"
)

// VerifyClassifier measures the black box of the project again and compares every
// figure with what is said of it. With Again it is also trained again, and its bytes
// are compared. Facts: Progress, then Verified.
type VerifyClassifier struct {
	Train TrainClassifier // up to the epoch whose state was kept
	Again bool            // the training is known
	Claim ClassifierTrained

	Course   model.Course
	WithinMS float64 // that measuring may take without Again; 0: any
}

// VerifyGenerator does the same with the generator, on the black box of the
// project, through all trainings and fine-tunings that it came from, if they are
// known.
type VerifyGenerator struct {
	Trainings []Past // each goes on from the one before it; none: they are not known
	Told      Labels // all labels that their fine-tunings learned from
	Seed      uint64 // of the last training
	Claim     GeneratorTrained

	// Rounds is what is said of the fine-tunings after the last training, or of the
	// last of them. Of all but the last the rules are not told one by one. Where one
	// is Undone it was taken back: it is the last and not among the Trainings.
	Rounds []model.FineTuned
	Undone bool
	Asks   bool // it never was in force, so that the figures are those before it
	Tuned  bool // there were fine-tunings, also where Trainings does not say so

	Course   model.Course // of the last training
	WithinMS float64      // that measuring may take without Trainings; 0: any
}

// Verified ends a verification.
type Verified model.Verified
