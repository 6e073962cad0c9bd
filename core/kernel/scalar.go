//go:build !goexperiment.simd

package kernel

// Without the simd experiment, the vector parts do nothing and leave all examples to the scalar
// twins.

func lanes() int                                                                      { return 1 }
func product(_, _, _, _ []float32, _, _, _, _, _ int) int                             { return 0 }
func addOuter(_, _, _ []float32, _, _, _ int) bool                                    { return false }
func dot(_, _ []float32, _ *[Lanes]float32) int                                       { return 0 }
func add(_, _ []float32) int                                                          { return 0 }
func mulAdd(_, _, _ []float32) int                                                    { return 0 }
func scaleAdd(_, _, _, _ []float32) int                                               { return 0 }
func normalizeReLU(_, _ []float32, _, _, _, _ float32) int                            { return 0 }
func normReLU(_, _, _, _, _ []float32, _ float32, _ int) int                          { return 0 }
func normReLUGrad(_, _, _, _, _, _ []float32, _ float32, _ bool, _ int) int           { return 0 }
func scaleShift(_, _ []float32, _, _ float32) int                                     { return 0 }
func scaleShiftReLU(_, _ []float32, _, _ float32) int                                 { return 0 }
func reluGrad(_, _, _ []float32, _ float32) int                                       { return 0 }
func sum(_ []float32, _ *[Lanes]float32) int                                          { return 0 }
func log(_, _ []float32) int                                                          { return 0 }
func exp(_, _ []float32) int                                                          { return 0 }
func sigmoid(_, _ []float32) int                                                      { return 0 }
func sigmoidGrad(_, _, _ []float32) int                                               { return 0 }
func softmax(_, _ []float32, _, _ int) int                                            { return 0 }
func softmaxGrad(_, _, _ []float32, _, _ int) int                                     { return 0 }
func normal(_ Key, _ uint32, _ []float32) int                                         { return 0 }
func dropout(_ Key, _, _ uint32, _ float32, _ []float32) int                          { return 0 }
func adam(_ AdamStep, _, _, _, _ []float32) int                                       { return 0 }
func sgd(_, _ float32, _, _ []float32) int                                            { return 0 }
func distance(_, _, _ []float32, _ float32, _ *[Lanes]float32) int                    { return 0 }
func convolveFast(_, _, _, _ []float32, _ filter) bool                                { return false }
func tapsFast(_, _ []float32, _ *[tapsOuts][Taps][Lanes]float32, _, _, _, _ int) bool { return false }
func max4(_, _, _, _, _ []float32) int                                                { return 0 }
func max4Grad(_, _, _, _, _, _, _, _, _ []float32) int                                { return 0 }
func sum4(_, _, _, _, _ []float32, _ float32) int                                     { return 0 }
func affineRow(_, _, _, _ []float32) int                                              { return 0 }
func normalizeReLURow(_, _, _, _, _ []float32) int                                    { return 0 }
func noiseGrad(_, _, _, _, _ []float32) int                                           { return 0 }
func axpy(_ float32, _, _ []float32) int                                              { return 0 }
func hardest(_, _ []float32, _, _ int) int                                            { return 0 }
