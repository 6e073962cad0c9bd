//go:build unix

package onnx

import (
	"syscall"
	"time"
)

// cpu is the processor time that the test has taken, whatever else the machine
// does.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
