package store

import "testing"

// Cards of earlier saved projects hold the numbers of the two trainings.
func TestACardNamesItsTraining(t *testing.T) {
	for want, topic := range []Topic{TheClassifier, TheGenerator} {
		b, err := KeptCard{Training: topic, Epochs: 9}.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if c := ReadCard(b); int(c.Training) != want || c.Epochs != 9 {
			t.Errorf("got %+v, want training %d", c, want)
		}
	}
}
