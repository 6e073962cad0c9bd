//go:build unix

package onnx

import (
	"syscall"
	"time"
)

// cpu returns the processor time of the test, regardless of other programs.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
