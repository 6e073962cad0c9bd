package report

import (
	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/notice"
)

// NoticeOf returns the content of the notice for the explained person. It writes the date as given.
func NoticeOf(s *store.State, date string) notice.Case {
	c := notice.Case{Own: s.Notice, Date: date, Table: s.Data.Table.Name, Model: s.Data.Table.Name,
		Hash: HashOf(s.Classifier.Result.Model), Threshold: s.Classifier.Learned.Threshold, Schema: s.Shown(),
		Found: s.Explain.Found, Reasons: s.Explain.Reasons, Follows: s.Follows()}
	if m := s.Classifier; m.Foreign && m.From.Name != "" {
		c.Model = m.From.Name
	}
	for j := range c.Schema.Features {
		if d := s.Explain.LimitOf(j).Difficulty; d == causal.Difficult || d == causal.VeryDifficult {
			c.Hard = append(c.Hard, j)
		}
	}
	return c
}
