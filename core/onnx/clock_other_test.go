//go:build !unix

package onnx

import "time"

var start = time.Now()

// cpu is the time on the clock where processor time is not known.
func cpu() time.Duration { return time.Since(start) / 10 }
