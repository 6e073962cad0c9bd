package wire

import "causeway/core/model"

// VerifyClassifier measures the black box of the project again and compares every figure with
// its claim. With Again it is also trained again, and its bytes are compared. Facts: Progress,
// then Verified.
type VerifyClassifier = model.ClassifierClaim

// VerifyGenerator does the same with the generator, on the black box of the
// project, through all trainings and fine-tunings that it came from, if they are
// known.
type VerifyGenerator = model.GeneratorClaim

// Verified ends a verification.
type Verified = model.Verified
