package wire

// Progress reports the progress of a task, at most ten times a second. The fact that ends the
// task follows.
type Progress struct {
	Share float64 // completed share of the work, 0 to 1
}

// Ends reports whether a fact is the last one of its job. Facts that report progress are not.
func Ends(m Message) bool {
	switch m := m.(type) {
	case Progress, Searching, Paused, Resumed, Epoch, Watched, Checkpoint, Pong, Hello:
		return false
	case Canceled:
		return !m.Kept
	}
	return true
}
