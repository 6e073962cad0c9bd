//go:build !unix

package onnx

import "time"

var start = time.Now()

// cpu estimates the processor time from the clock, on systems where it is unknown.
func cpu() time.Duration { return time.Since(start) / 10 }
