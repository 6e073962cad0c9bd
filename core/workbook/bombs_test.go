package workbook

import (
	"runtime"
	"testing"
	"time"

	"causeway/core/bombs"
)

// A small workbook that unpacks to hundreds of MB, or that claims content it does not have, is
// rejected with a sentence and needs little memory.
func TestBombsAreRefused(t *testing.T) {
	const most = 450 // MB
	for _, b := range bombs.Workbooks() {
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		ended, peak := make(chan bool), make(chan uint64)
		go func() {
			var highest uint64
			for {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				highest = max(highest, m.HeapAlloc)
				select {
				case <-ended:
					peak <- highest
					return
				case <-time.After(10 * time.Millisecond):
				}
			}
		}()
		began := time.Now()
		s, err := Read(b.Bytes, 64<<20, "")
		took := time.Since(began)
		close(ended)
		mb := (max(<-peak, before.HeapAlloc) - before.HeapAlloc) >> 20
		t.Logf("%s of %d KB: %v, %d MB, %v", b.Name, len(b.Bytes)>>10, took.Round(time.Millisecond), mb, err)
		if err != errTooMuch && err != errDamaged {
			t.Errorf("%s: %d letters, %v", b.Name, len(s.Text), err)
		}
		if mb > most || took > 5*time.Minute {
			t.Errorf("%s takes %d MB and %v", b.Name, mb, took)
		}
	}
}
