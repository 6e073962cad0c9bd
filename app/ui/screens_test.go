package ui

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	datastep "causeway/app/ui/data"
	"causeway/app/ui/everyone"
	"causeway/app/ui/explain"
	"causeway/app/ui/generator"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

func TestEveryStepCanBeReachedWithoutData(t *testing.T) {
	tests := []struct {
		step kit.Place
		want []string
	}{
		{kit.PlaceTable, []string{"<h1", "Open file", "Simple-BN", "Seed", "Table as text", `type="file"`}},
		{kit.PlaceClassifier, []string{"Train classifier", "Epochs", "Batch size", "Learning rate", "Hidden units",
			classifier.TextHintNoTable}},
		{kit.PlaceGenerator, []string{"Train generator", "Latent samples per row",
			"it learns to redraw a row so that the ", generator.TextHintNeedTable}},
		{kit.PlacePerson, []string{explain.TextExplainEmpty}},
		{kit.PlaceLabel, []string{label.TextLabelNoTable}},
		{kit.PlaceMethods, []string{everyone.TextNobody}},
	}
	for _, tt := range tests {
		t.Run(string(tt.step), func(t *testing.T) {
			p := open(t, tt.step)
			p.want(tt.want...)
			p.want(">" + tt.step.Title() + "</h1>")
			if got := strings.Count(p.html(), `aria-current="page"`); got != 1 && !tt.step.IsModel() || got != 3 &&
				tt.step.IsModel() {
				t.Errorf("%d links are current: want that of the place, and in the drawer the button's and the "+
					"model's", got)
			}
		})
	}
}

func TestAnUnknownAddressIsTheTable(t *testing.T) {
	open(t, "nonsense").want(">Table</h1>")
}

func TestALinkOfAPlaceIsNamedByThePlaceAlone(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	for _, name := range []string{"Table", "Causes", "Person", "Everyone"} {
		if !regexp.MustCompile(`(?s)<a [^>]*>\s*` + name + `\s*<span [^>]*aria-hidden`).MatchString(p.html()) {
			t.Errorf("no link is named %q", name)
		}
	}
}

func TestNoElementIsStyledInline(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	p.train()
	for _, s := range []kit.Place{kit.PlaceTable, kit.PlaceClassifier, kit.PlaceCauses, kit.PlaceGenerator,
		kit.PlacePerson, kit.PlaceLabel, kit.PlaceEveryone, kit.PlaceMethods} {
		p.goTo(s)
		if regexp.MustCompile(`<[^>]* style=`).MatchString(p.html()) {
			t.Errorf("%s: an element has a style attribute, which the policy blocks", s)
		}
	}
}

func TestPreviewShowsWhatWasGuessed(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.PasteTable{Text: "age,work,income"})
	answer[wire.Open](p, testPreview)
	p.want("Check before import: people.csv", "1,000 rows, 3 columns", "Comma", "Whole numbers.",
		"Import table", "Discard", "Order of work, lowest first", "Move nurse up",
		"The fields are separated by commas.", "Use age")
	p.do(store.SetFormat{Format: data.Format{Delimiter: ';'}})
	p.want("Whole numbers.") // the old columns stay until the new ones are there
	bad := testPreview
	bad.Preview.Problems = []string{"There is only one column."}
	answer[wire.Replan](p, bad)
	p.want("There is only one column.")
}

func TestPreviewPointsAtColumns(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.PasteTable{Text: "id,days,amount,is_bad,colour,again,when,bad"})
	info := func(n int) data.ColumnInfo { return data.ColumnInfo{Distinct: n} }
	sparse, unclear, away, again, order, id := info(9), info(50), info(2), info(5), info(3), info(1000)
	id.Why = "Left out: it counts the rows and says nothing about them."
	sparse.Missing, sparse.Alone = 4910, 4800
	unclear.Unclear = "1,863"
	away.Tells = 0.974
	again.CopyOf, again.Recoded = 5, true
	order.Order = []string{"<1y", "1-4y", ">=7y"}
	col := func(name string, k data.Kind) data.ColumnPlan { return data.ColumnPlan{Name: name, Use: true, Kind: k} }
	plan := data.Plan{Format: data.Format{Delimiter: ';'}, Outcome: 7,
		Columns: []data.ColumnPlan{{Name: "id", Kind: data.Integer}, col("days", data.Integer),
			col("amount", data.Integer), col("is_bad", data.Boolean), col("colour", data.Category),
			col("again", data.Category), col("when", data.Category), col("bad", data.Boolean)}}
	answer[wire.Open](p, wire.Previewed{Preview: data.Preview{Name: "bad.csv", Rows: 7214, Base: 0.55, Plan: plan,
		Columns: []data.ColumnInfo{id, sparse, unclear, away, info(5), again, order, info(2)}}})
	p.want("missing in 4,910 of 7,214 rows; these rows are left out, 4,800 of them because of this column alone.",
		"1,863 is 1863 with a decimal point and 1.863 with a decimal comma. It is now read as 1863.",
		"on its own it predicts the outcome of 97.4 % of unseen rows. Always naming the most frequent class is "+
			"right for 55.0 %.",
		"in every row it repeats colour under other names.", "1y", "Order it so: when",
		"it counts the rows", "Use it: id", "Leave out: is_bad", "Use none")
	p.do(store.ChangeColumns{Index: 2, Change: store.ReadComma},
		store.ChangeColumns{Index: 1, Change: store.FlagGapsOf})
	p.want("It is now read as 1.863.", "kept as missing")
}

func TestPreviewAsksWhatCodesAre(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.PasteTable{Text: "burden,trades,y"})
	codes := func(low, high float64, list ...data.Code) data.ColumnInfo {
		return data.ColumnInfo{Distinct: 80, Codes: list, Low: low, High: high}
	}
	plan := data.Plan{Format: data.Format{Delimiter: ','}, Outcome: 2,
		Columns: []data.ColumnPlan{{Name: "burden", Use: true, Kind: data.Integer},
			{Name: "trades", Use: true, Kind: data.Integer}, {Name: "y", Use: true, Kind: data.Boolean}}}
	answer[wire.Open](p, wire.Previewed{Preview: data.Preview{Name: "loans.csv", Rows: 10459, Plan: plan,
		Columns: []data.ColumnInfo{
			codes(0, 232, data.Code{Value: -9, Rows: 588, Columns: 2}, data.Code{Value: -8, Rows: 186, Columns: 1}),
			codes(0, 50, data.Code{Value: -9, Rows: 588, Columns: 2}), {Distinct: 2}}}})
	p.want("-9 and -8 look like codes for &#34;no record&#34; in 2 columns. Until you decide, codes count as numbers",
		"All are missing", "All are separate states", "All are numbers",
		"-9 occurs 588 times and looks like a code in 1 other column; -8 occurs 186 times. All other numbers "+
			"are from 0 to 232. Are they &#34;no record&#34;?",
		"All other numbers are from 0 to 50. Is it &#34;no record&#34;?", "A separate state: trades",
		">Import table</button>")
	p.do(store.ChangeColumns{Index: 1, Change: store.CodesAreNumbers})
	p.want("-9 and -8 look like codes for &#34;no record&#34; in 1 column.", "Read as a number.")
	p.do(store.ChangeColumns{Index: -1, Change: store.CodesAreStates})
	p.want("Read as separate states.", "Read as a separate state.")
	p.wantNot("Until you decide")
	p.do(store.ChangeColumns{Index: -1, Change: store.CodesAreMissing})
	p.want("Read as missing.")
	p.wantNot("Until you decide")
}

func TestPreviewOfWhatNoDelimiterFits(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.PasteTable{Text: "a^b"})
	answer[wire.Open](p, wire.Previewed{Preview: data.Preview{Name: "carets.txt", Size: 300, Head: [][]string{{"a^b"}},
		Plan:     data.Plan{Format: data.Format{Delimiter: '^'}},
		Problems: []string{"Read with this delimiter, the file has only one column."}}})
	p.want("Check before import: carets.txt", "It cannot be read as a table yet.", "only one column",
		"Another character", "Character that separates fields")
	p.want("carets.txt cannot be read as a table yet. Change how it is read, or choose another file.")
	p.wantNot("How each column is used", "Outcome column", "0 rows", "then import it")
}

func TestRecipeHidesTheColumns(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.PasteTable{Text: "39, State-gov"})
	f := testPreview
	f.Preview.Recipes = []data.Recipe{{Name: "adult", Title: "The paper's preparation of UCI Adult."}}
	f.Preview.Plan.Recipe = "adult"
	answer[wire.Open](p, f)
	p.want("UCI Adult, as in the paper", "The paper&#39;s preparation of UCI Adult.")
	p.wantNot(datastep.TextColumns)
}

func TestTableIsSummarised(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	p.want("people.csv", "low: 600 rows; high: 400 rows", "3 rows without an age were left out.", "17 to 90",
		"clerk, nurse", "outcome", "Held out", "About this table")
}

func TestClassifierSaysThatItImportsFirst(t *testing.T) {
	p := open(t, kit.PlaceClassifier)
	p.do(store.PasteTable{Text: "age,work,income"})
	answer[wire.Open](p, testPreview)
	p.want("people.csv is imported first")
}

func TestTrainingIsShownWhileItRuns(t *testing.T) {
	p := open(t, kit.PlaceClassifier)
	p.loadTable()
	p.do(store.TrainClassifier{})
	job := p.sent[0].Job
	p.say(job, wire.Epoch{
		Epoch: 25, Epochs: 100, Loss: 0.4, LeftMS: 3200,
		Terms:   []wire.Term{{Name: "Validation loss", Value: 0.5}, {Name: "Validation accuracy", Value: 0.85}},
		History: wire.NewRows([][]float64{{0.6, 0.7, 0.7}, {0.4, 0.5, 0.85}})})
	p.want("epoch 25 of 100, about 3 s left", "Classifier training", "Pause", "Cancel", "0.8500", "training 25 %",
		"Validation accuracy")
	if got := strings.Count(p.drawer(), ">Cancel</button>"); got != 1 {
		t.Errorf("%d buttons are named Cancel, want 1", got)
	}
	p.do(store.Pause{What: store.TheClassifier})
	p.say(job, wire.Paused{})
	p.want(">Resume</button>", "epoch 25 of 100, paused")
	p.wantNot(">Pause</button>")
	p.say(job, wire.ClassifierTrained{Accuracy: 0.55, Base: 0.6, Confusion: []int{60, 0, 40, 0}, TestRows: 100})
	p.want("This classifier does no better than always naming the most frequent class.", "Truly low", "Predicted high",
		"100.0 %", kit.TextCourse)
	if strings.Contains(p.drawer(), ">Cancel</button>") {
		t.Error("what has ended can be cancelled")
	}
}

func TestAGeneratorThatWaitsSaysSo(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.loadTable()
	p.do(store.TrainClassifier{})
	p.want(generator.TextHintClassifierRuns, `aria-describedby="train-hint"`)
	p.do(store.TrainGenerator{})
	p.want(generator.TextHintQueued, ">Cancel</button>", "The generator will be trained once the classifier is ready.")
	p.do(store.Cancel{What: store.TheGenerator})
	p.want(generator.TextHintClassifierRuns)
	if strings.Contains(p.drawer(), ">Cancel</button>") {
		t.Error("what waits no longer can be cancelled")
	}
}

func TestAFileOnItsWayCanBeCanceled(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.PasteTable{Text: "age,work,income"})
	p.want(kit.TextReadingFile, ">Cancel</button>")
	p.do(store.DiscardPreview{})
	p.wantNot(">Cancel</button>", kit.TextReadingFile)
	answer[wire.Open](p, testPreview)
	p.wantNot("Check before import")
}

func TestGeneratorScores(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.loadTable()
	p.train()
	p.want("Decoded (values of a row)", "Soft (as measured in the paper)", "93.0 %", "99.5 %", "−2.500", "1.200",
		kit.TextMeanings)
	p.wantNot(kit.TextScoreValidityMeaning) // until it is asked for
}

func TestCounterfactualsAreSetBesideTheFactual(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.want("Person 8", "The model predicts income “low” for this row, with probability 80.0 %", "Trained on 17 to 90")
	p.find()
	answer[wire.Explain](p, uitest.Found())
	p.want(">Counterfactuals</caption>", "changed from ", "90.0 %",
		"Nearest found", explain.TextHonest)
	head := regexp.MustCompile(`(?s)<thead>.*?</thead>`).FindString(
		p.html()[strings.Index(p.html(), ">Counterfactuals</caption>"):])
	if i, j := strings.Index(head, explain.TextProbability), strings.Index(head, "age"); i < 0 || j < i {
		t.Error("what the black box says does not come before the features")
	}
	rows := regexp.MustCompile(`(?s)<tbody>.*?</tbody>`).FindString(p.html())
	if i, j := strings.Index(rows, "Factual"), strings.Index(rows, "Counterfactual 1"); i < 0 || j < i {
		t.Error("the factual is not the first row")
	}
	p.do(store.EditValue{Feature: 0, Value: 41})
	p.want("changed from 39", "1 value differs from the table.")
}

func TestASentenceKeepsNamesApart(t *testing.T) {
	s := testSchema
	features := make([]data.Feature, 9)
	for i := range features {
		features[i] = data.Feature{Name: "f" + strconv.Itoa(i), Kind: data.Integer}
	}
	wide := data.Schema{Features: features, Outcome: s.Outcome}
	row := func(values ...float64) wire.Counterfactual {
		return wire.Counterfactual{Row: values, Class: 1,
			Shares: []float64{0.4, 0.6}}
	}
	tests := []struct {
		name    string
		schema  data.Schema
		factual []float64
		found   wire.Counterfactual
		follows store.Following
		want    string
	}{
		{"one change", s, []float64{39, 0}, row(45, 0), nil,
			"Do: age from 39 to 45. The model would then say “high”, 60.0 %."},
		{"two changes", s, []float64{39, 0}, row(45, 1), nil,
			"Do: age from 39 to 45 and work from clerk to nurse. The model would then say “high”, 60.0 %."},
		{"one follows", wide, make([]float64, 9), row(1, 2, 3), store.Following{2: true},
			"Do: f0 from 0 to 1 and f1 from 0 to 2. It follows: f2 from 0 to 3. The model would then say “high”, " +
				"60.0 %."},
		{"a computed one stays", s, []float64{39, 0}, row(45, 0), store.Following{1: true},
			"Do: age from 39 to 45. The model would then say “high”, 60.0 %."},
		{"more than are named", wide, make([]float64, 9), row(1, 1, 1, 1, 1, 1, 1, 1, 1), nil,
			"Do: f0 from 0 to 1, f1 from 0 to 1, f2 from 0 to 1, f3 from 0 to 1, f4 from 0 to 1, f5 from 0 to 1 and " +
				"3 more. The model would then say “high”, 60.0 %."},
	}
	for _, tt := range tests {
		got := ""
		for _, p := range explain.PhrasesOf(tt.schema, tt.factual, tt.found, tt.follows) {
			got += p.Text
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	html := app.HTMLString(kit.SentenceOf(explain.PhrasesOf(s, []float64{39, 0}, row(45, 0), nil)))
	for _, part := range []string{"<bdi>", `<strong class="to">`} {
		if !strings.Contains(html, part) {
			t.Errorf("no %s in %s", part, html)
		}
	}
}

func TestACounterfactualIsTakenOverAsWhatIf(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.find()
	answer[wire.Explain](p, uitest.Found())
	p.want("Try it: counterfactual 1")
	p.do(store.UseCounterfactual{Index: 0})
	p.want("changed from 39", "1 value differs from the table.", "The form now shows counterfactual 1.")
}

func TestTheSeedOfTheSplitIsTheTables(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	p.wantNot("Applies to the next table you open.")
	p.do(store.SetSample{Sample: document.Sample{Rows: 1000, Seed: 4711}})
	p.want("Applies to the next table you open.")
	p.wantNot(">4711<")
	p.loadTable()
	p.want("4711")
	p.wantNot("Applies to the next table you open.")
}

func TestAValueOutsideOfTheTrainingIsSaid(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.do(store.EditValue{Feature: 0, Value: 90})
	p.wantNot(kit.TextOutside)
	p.do(store.EditValue{Feature: 0, Value: 91})
	p.want(kit.TextOutside)
}

func TestTheStatusOfAStepStaysWithIt(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	p.want("people.csv is loaded")
	p.goTo(kit.PlaceClassifier)
	p.wantNot("people.csv is loaded")
	p.do(store.Say{Text: "Hello."})
	p.want("Hello.")
}

func TestAStepSaysWhatItWaitsFor(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.want(textStartHere, textNeedsTable, textNeedsClassifier)
	p.loadTable()
	p.want("1,000 rows", textToTrain)
	p.train()
	p.want(textTrained, "person ")
	p.wantNot(textToTrain, textNeedsGenerator)
}

func TestALongNameIsRepeatedInATitle(t *testing.T) {
	name := strings.Repeat("long", 20)
	if got := app.HTMLString(kit.Clamped(name)); !strings.Contains(got, `title="`+name) {
		t.Errorf("clamped = %s", got)
	}
	if got := app.HTMLString(kit.Clamped("age")); strings.Contains(got, "title") {
		t.Errorf("clamped = %s, want no title on a short name", got)
	}
}

func TestNothingFoundIsSaidInWords(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.find()
	none := uitest.Found()
	none.Rows, none.Valid = nil, 0
	answer[wire.Explain](p, none)
	p.want("None was found", "400 samples were drawn", "So there may be one")
	p.wantNot("that is proved")
}

// A checkbox requests answers that hold after retraining; the page says what is trained
// for that, and under how many classifiers each answer holds.
func TestAnswersThatHold(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.want("Hold after retraining", "Twenty are trained for it, once")
	f := document.Search{Count: 5, Budget: 400, Target: -1, Steady: true}
	p.do(store.SetFind{Search: f})
	p.find()
	p.say(p.sent[0].Job, wire.Progress{Share: 0.35})
	p.want("35 % done")
	x := uitest.Found()
	x.Judges, x.Rows[0].Holds = 10, 9
	answer[wire.Explain](p, x)
	p.want("Still holds in 9 of 10 retrained models.")
	p.wantNot(explain.TextFrail, explain.TextSearchLonger, "35 % done")

	p.find()
	x.Frail = true
	answer[wire.Explain](p, x)
	p.want(explain.TextFrail, "Still holds in 9 of 10 retrained models.")
}

// Effects follow by their state; they come after the actions, with all their digits, and
// the plan lists each step.
func TestEffectsFollowByTheirState(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.do(store.AddEdge{Edge: sketch.Edge{From: 1, To: 0}},
		store.SetNode{Node: 0, To: sketch.Node{Form: sketch.Linear, State: causal.Following}})
	p.find()
	x := uitest.Found()
	factual, c := x.Factual.Row, &x.Rows[0]
	c.Row, x.Carry, x.Refits, c.Stands = []float64{factual[0] + 1.25, 1 - factual[1]}, []int{0}, 10, 9
	c.Plan = []document.Step{{Stage: causal.Stage{Does: []int{1}, Follows: []int{0}, Row: c.Row, Kept: true,
		Waits: []causal.Wait{{Cause: 1, Effect: 0, Rate: 2, Least: 2}}},
		Class: c.Class, Shares: c.Shares, Effort: 1, Cost: 0.5}}
	x.Rows = x.Rows[:1]
	answer[wire.Explain](p, x)
	p.wantNot("anything may change")
	p.want("age follows from its causes.", `<span class="answer-note">follows</span>`, "Plan: 1 step", "It follows: ",
		"40.25", "Meanwhile", "rises by at least", ": a rule asks for", "for each level of", "Step 1 of 1 costs 0.5",
		"Holds in 9 of 10 refits of the effects.")
	// For an action on a feature that also follows, the page names the value it would have
	// without the action.
	c.Base = []float64{factual[0] + 3, factual[1]}
	c.Plan[0].Does, c.Plan[0].Follows = []int{0, 1}, nil
	p.find()
	answer[wire.Explain](p, x)
	p.want("−2, would otherwise become 42", "take ", " off ", "which would otherwise become ")
	p.wantNot("It follows: ", `<span class="answer-note">follows</span>`)
	none := uitest.Found()
	none.Rows, none.Carry = nil, []int{0}
	p.find()
	answer[wire.Explain](p, none)
	p.want("Effects that follow cannot be changed directly.")
}

// The page says one of three things about a row: an answer, a proof that none exists, or
// that none was found, with what was tried and a way to search longer.
func TestTheThreeOutcomesOfASearch(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.want("How clearly", "10 points above the next class")
	p.find()
	p.want(explain.TextStopFinding)
	x := uitest.Found()
	at := x.Rows[0].Row
	x.Rows[0].Low, x.Rows[0].High, x.Boxes, x.Decided = at, []float64{at[0] + 4, at[1]}, 20_000, 0.5
	answer[wire.Explain](p, x)
	p.want("Nearest found. 50 % of all possible rows are proved to be no nearer.", "Any ", " from ", " works",
		". Proved.",
		explain.TextSearchLonger)

	p.do(store.SearchLonger{})
	x.Nearest, x.Decided = true, 1
	answer[wire.Explain](p, x)
	p.want("Nearest, proved")
	p.wantNot(explain.TextSearchLonger)

	f := document.Search{Count: 5, Budget: 400, Target: -1, Clarity: model.AtLeast}
	p.do(store.SetFind{Search: f})
	p.want("Probability at least, %")
	x.Unclear, x.NoClear = true, true
	answer[wire.Explain](p, x)
	p.want("You asked for “at least 80.0 %”. No row reaches the class that clearly (proved).")

	p.find()
	none := uitest.Found()
	none.Rows, none.Valid, none.Boxes, none.Decided = nil, 0, 20_000, 0.97
	answer[wire.Explain](p, none)
	p.want("None was found that reaches", "looked at 20,000 sets of rows, which decides 97 % of all",
		explain.TextSearchLonger,
		"had a budget of 20,000 sets of rows. A longer search restarts with a budget of 400,000")
	p.do(store.SearchLonger{})
	none.None, none.Decided = true, 1
	answer[wire.Explain](p, none)
	p.want("No such change exists, and this is proved: no row within the range of the training rows reaches")
	p.wantNot(explain.TextSearchLonger, "None was found")
}

func TestAlertsAndStatusAreInTheirRegions(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.do(store.ChooseFile{ID: 1, Name: "big.csv", Size: 200 << 20})
	region := regexp.MustCompile(`(?s)<div[^>]*id="alerts".*?</div>`).FindString(p.html())
	if !strings.Contains(region, `role="alert"`) || !strings.Contains(region, "big.csv is 200 MB") {
		t.Errorf("alert region = %s", region)
	}
	p.do(store.Say{Text: "Hello."})
	if !regexp.MustCompile(`(?s)<p[^>]*role="status"[^>]*>\s*Hello\.`).MatchString(p.html()) {
		t.Error("the status region does not say Hello.")
	}
}

func TestADeadEngineIsReported(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.hear(store.EngineDown{Reason: "out of memory", Final: true})
	p.settle()
	p.want("out of memory", "Start the engine again")
}

func TestNumbersInWords(t *testing.T) {
	tests := []struct{ got, want string }{
		{kit.FormatNumber(-2.5), "−2.500"}, {kit.FormatNumber(123.456), "123.5"}, {kit.FormatNumber(0.0001), "1.0e-04"},
		{kit.FormatNumber(0), "0.000"},
		{kit.FormatProbability(0), "under 0.1 %"}, {kit.FormatProbability(1), "over 99.9 %"},
		{kit.FormatProbability(0.5), "50.0 %"},
		{kit.FormatDuration(3.21), "3.2 ms"}, {kit.FormatDuration(738), "738 ms"},
		{kit.FormatDuration(61_000), "1 min 1 s"},
		{kit.TextLeft(400, 400), "less than a second left"}, {kit.TextLeft(61_000, 61_000), "about 1 min 1 s left"},
		{kit.TextLeft(100, 20_000), "up to 20 s left"},
		{kit.TextLeft(20_000, 45_000), "about 20 to 45 s left"},
		{kit.TextLeft(50_000, 366_000), "about 50 s to 6 min left"},
		{kit.TextLeft(130_000, 366_000), "about 2 to 6 min left"}, {kit.TextLeft(30_000, 33_000), "about 31 s left"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// A readable name appears in the schema's table, the drawing, the row and the report.
func TestReadableNamesAreEverywhere(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	p.do(store.PasteNames{Text: "age: Age (years)\nnurse: works as a nurse"})
	p.want("Age (years)", "works as a nurse", "age – Age (years)")
	p.goTo(kit.PlaceCauses)
	p.want("Age (years)")
	p.goTo(kit.PlacePerson)
	p.want("Age (years)", "works as a nurse")
}
