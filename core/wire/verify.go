package wire

import "causeway/core/model"

// VerifyClassifier measures the black box of the project again and compares every figure with its
// claim. If Again is set, it also repeats the training and compares the bytes. Facts: Progress,
// then Verified.
type VerifyClassifier = model.ClassifierClaim

// VerifyGenerator does the same for the generator, on the black box of the project. It repeats
// all trainings and fine-tunings that led to the generator, if they are known.
type VerifyGenerator = model.GeneratorClaim

// Verified ends a verification.
type Verified = model.Verified
