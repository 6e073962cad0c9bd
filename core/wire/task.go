package wire

// Progress says how much of a task is done, at most ten times a second. The
// fact that ends the task follows.
type Progress struct {
	Share float64 // of the work, 0 to 1
}

// Ends reports whether a fact is the last one about its job. Other facts in the course of a
// training or a task are not.
func Ends(m Message) bool {
	switch m := m.(type) {
	case Progress, Searching, Paused, Resumed, Epoch, Watched, Checkpoint, Pong, Hello:
		return false
	case Canceled:
		return !m.Kept
	}
	return true
}
