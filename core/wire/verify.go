package wire

import "causeway/core/model"

// VerifyClassifier measures the black box of the project again and compares every figure with its
// claim. If Again is set, it also repeats the training and compares the bytes. Facts: Progress,
// then Verified.
type VerifyClassifier = model.ClassifierClaim

// VerifyGenerator measures the project's generator again, on the project's black box, and compares
// every figure with its claim. If all trainings and fine-tunings that led to the generator are
// known, it repeats them.
type VerifyGenerator = model.GeneratorClaim

// Verified ends a verification.
type Verified = model.Verified
