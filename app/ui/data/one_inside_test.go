package data

import (
	"testing"

	"causeway/app/ui/uitest"
	"causeway/core/data"
	"causeway/core/wire"
)

func TestOneIsNotSeveral(t *testing.T) {
	uitest.OneIsNotSeveral(t, textTableTitle(
		wire.Loaded{Rows: 1, Schema: data.Schema{Features: make([]data.Feature, 1)}}),
		textPreviewFacts(data.Preview{Rows: 1, Columns: make([]data.ColumnInfo, 1)}), textLoss(1, 1), textOfferCount(1),
		textAddedRules(1),
		textGaps(data.ColumnPlan{}, data.ColumnInfo{Missing: 1}, 0, 1))
}
