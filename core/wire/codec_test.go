package wire

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
)

// samples returns one valid message of every kind.
func samples() []Message {
	schema := data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "school", Kind: data.Ordered, Levels: []string{"low", "high"}, Ranks: []float64{0, 1}},
		},
		Outcome: data.Feature{Name: "income", Kind: data.Category, Levels: []string{"<=50K", ">50K"}},
	}
	plan := data.Plan{
		Format:  data.Format{Delimiter: ',', Header: true, Missing: []string{"?", ""}},
		Columns: []data.ColumnPlan{{Name: "age", Use: true, Kind: data.Integer}, {Name: "x", Levels: []string{"a"}}},
		Outcome: 1,
	}
	row := NewFloats([]float64{40, 1}, 2)
	shares := NewFloats([]float64{0.25, 0.75}, 2)
	cf := Counterfactual{Row: row.Values(), Class: 1, Shares: shares.Values(), Changed: 1, Cost: 0.5}
	known := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 1, Sign: causal.Rises, Least: 2, Most: 3}}, Each: true,
		Mechanisms: []causal.Assignment{{Feature: 1, Form: causal.Given, Formula: "age/2"}},
		Rules: []causal.Rule{{Kind: causal.IfRisesThenRises,
			Also: []causal.Member{{Feature: 2, Part: causal.Quiet}}, Other: 1, Least: 1, Most: 2, Levels: []int{1},
			Transitions: []causal.Transition{{From: 0, To: 1}}}}}
	weak := causal.Dependence{Strength: -0.2, P: 0.01, Signed: true, Tested: true}
	source := model.Source{Take: model.TakeCode, Feature: 1, Codes: NewFloats([]float64{0, -1}, 2), Scale: 2}
	proved := cf
	proved.Plan = []document.Step{{Stage: causal.Stage{Does: []int{1}, Follows: []int{0}, Row: cf.Row, Kept: true,
		Waits: []causal.Wait{{Cause: 1, Effect: 0, Rate: 2, Least: 4, Falls: true}}},
		Class: 1, Shares: cf.Shares, Effort: 1, Cost: 0.5}}
	proved.Proof, proved.Degree = []causal.Verdict{{Pass: true, Applies: true, Sentence: "Kept."}}, 0.5
	scores := model.Scores{Validity: 1, ContProximity: -1, CatProximity: -2, FeaturesChange: 3, Profiles: 4}
	told := model.Labels{Factual: NewRows([][]float64{{40, 1}}), Counterfactual: NewRows([][]float64{{41, 1}}),
		Target: []int{1}, Feasible: []bool{true}}
	measured := model.Measured{Scores: scores, Feasible: 0.5, Kept: NewFloats([]float64{0.75}, 1), KeptAll: 0.75}
	chosen := Filter{Predicted: []int{0}, Outcomes: []int{1},
		Where: []data.Where{{Feature: 0, Min: 20, Max: causal.Open}, {Feature: 1, Levels: []int{0, 1}}}}
	return []Message{
		Hello{Protocol: Protocol, Build: "dev"}, Ping{},
		Open{Name: "adult.data", Bytes: []byte("a,b\n1,2\n")},
		Replan{Plan: plan}, Import{Plan: plan, Seed: 1 << 63, Plain: true},
		Sample{Model: "simple-bn", Rows: 10_000, Seed: 7, Drawn: true},
		TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 50, Batch: 32,
			LearningRate: 1e-3, Hidden: 16}, Resume: []byte{1}},
		TrainGenerator{Recipe: model.Recipe{Seed: 1, Epochs: 50, Batch: 64, LearningRate: 1e-2, Samples: 50,
			Validity: 42, Margin: 0.2, Method: model.ModelApprox, Feasibility: 20}, Knowledge: known, Warm: []byte{7}},
		Pause{}, Resume{}, Cancel{},
		Rows{Part: data.TestRows, Search: "age=40", Filter: chosen, From: 3, Limit: 20},
		SetNames{[]data.Naming{{Name: "Age", Unit: "years", Shown: 1}, {Levels: []string{"", "of age"}}, {}}},
		Seek{Part: data.TestRows, Filter: chosen, Wanted: 1,
			Query: Explain{Target: -1, Count: 1, Budget: 100, Knowledge: known}, Tries: 30}, Predict{Row: row},
		MapRow{Row: row, X: 1, Class: 1, Marks: NewFloats([]float64{1, 2}, 1, 2), Knowledge: known,
			Rules: []causal.Rule{{Kind: causal.Immutable, Local: true}}},
		Glance{Query: Explain{Row: row, Target: -1}},
		Explain{Row: row, Target: -1, Count: 5, Budget: 1000, Seed: 3, Knowledge: known,
			Rules: []causal.Rule{{Kind: causal.Immutable, Local: true}}, Without: []int{1}, Effort: []float64{1, 4},
			MaxChanged: 2,
			Clarity:    model.AtLeast, Least: 0.8, Boxes: 1000, Apart: model.NothingShared, Carry: []int{1},
			Pinned: NewRows([][]float64{{40, 1}}), Steady: true,
			Again: model.ClassifierRecipe{Seed: 1, Epochs: 50, Batch: 32, LearningRate: 1e-3, Hidden: 16}},
		GiveReasons{Query: Explain{Row: row, Target: -1}},
		FindCases{Asked: []Explain{{Row: row, Target: -1}, {Row: row, Target: 1, Count: 5, Knowledge: known}}},
		Certify{Query: Explain{Row: row, Target: -1}, Answer: row, Nearest: true, Low: row, High: row},
		Restore{Table: packed(schema), Show: true, Classifier: []byte{1, 2}, Generator: []byte{3}},
		Pack{},
		Select{Part: data.AllRows, Search: "age<40", Limit: 5},
		ReadRows{Name: "new.csv", Bytes: []byte("a"), Plan: data.Plan{Recipe: "adult"}},
		ExplainMany{Query: Explain{Target: -1, Count: 3, Budget: 100, Seed: 1},
			Rows: NewRows([][]float64{{40, 1}, {50, 0}}), Within: []causal.Reach{{Feature: 0, By: 5}}, Quick: true},
		ChooseActions{Query: Explain{Target: 1, Count: 3, Budget: 100, Seed: 1},
			Rows: NewRows([][]float64{{40, 1}, {50, 0}}), Of: []int{1}, Answers: NewRows([][]float64{{55, 0}}),
			Within: []causal.Reach{{Feature: 0, By: 5}}, Most: 3},
		Evaluate{Method: "example", Seed: 3, Own: true, From: -1, Truth: "simple-bn", Labels: 1, Told: told,
			Teach: true,
			Train: model.Recipe{Epochs: 50, Batch: 64, Samples: 10, LearningRate: 0.01, Validity: 40, Margin: 0.3},
			Round: model.Recipe{Epochs: 10, Batch: 64, Samples: 3, LearningRate: 0.005, Validity: 40, Margin: 0.3,
				Feasibility: 20, GiveUp: 0.1, Levels: 2, Pull: 1, Finish: 5, Reach: 4, Rules: 30},
			CEM: model.Contrast{Beta: 0.6, Kappa: 0.02, Gamma: 8, Steps: 3}},
		CheckGraph{Knowledge: known, Factual: row, Found: NewRows([][]float64{{41, 1}})},
		PlotEdge{Knowledge: known, From: 0, To: 1}, SearchGraph{Knowledge: known, Alpha: 0.01, MaxGiven: 3},
		WeighRules{Knowledge: known, Class: 1, Seed: 4, Row: row,
			Rules: []causal.Rule{{Kind: causal.Immutable, Local: true}}, Known: NewRows([][]float64{{41, 1}})},
		Intervene{Knowledge: known, Row: row, Feature: 1, Value: 0.5},
		VerifyClassifier{Settings: model.ClassifierRecipe{Seed: 1, Epochs: 50, Batch: 32,
			LearningRate: 1e-3, Hidden: 16}, Again: true,
			Said: ClassifierTrained{Model: []byte{1}, Best: 4, Accuracy: 0.5, Confusion: []int{1, 1, 0, 0},
				TestRows: 2}},
		VerifyGenerator{Told: told, Said: GeneratorTrained{Model: []byte{1}, Best: 4}, Seed: 1, Tuned: true,
			Rounds: []model.FineTuned{{Model: []byte{0}, Labels: 1, Rows: 3,
				Before: model.Measured{Kept: NewFloats([]float64{1}, 1)},
				After:  model.Measured{Kept: NewFloats([]float64{0.5}, 1)}}}, Trainings: []model.Past{{Best: 4,
				Lesson:   model.Lesson{Method: model.BaseVAE},
				Settings: model.Recipe{Seed: 1, Epochs: 50, Batch: 64, LearningRate: 1e-2, Samples: 50},
				Tunings: []model.Tuning{{Seed: 9, Labels: 1, Which: []int{0, 1}, Orders: known.Orders,
					Train: model.Recipe{Epochs: 10, Batch: 64, Samples: 3, LearningRate: 0.005, Validity: 40,
						Margin:      0.3,
						Feasibility: 20}}}}}},
		ReadModel{Bytes: []byte{8, 7}, Output: "y"},
		UseModel{Bytes: []byte{8, 7}, Sources: []model.Source{source}, Classes: []int{1, 0}, Try: true, Threshold: 0.4,
			Order: OrderAppearing},
		MeasureClassifier{Threshold: 0.3}, MeasureCodes{}, WriteModel{Generator: true},
		AskCards{Count: 5, Choice: label.TeachMost, Seed: 1, Labels: told, SeenFactual: told.Factual,
			SeenCounterfactual: told.Counterfactual,
			Knowledge:          known, Toward: -1, Raw: true},
		FineTune{Labels: told, Knowledge: known, Seed: 2,
			Train: model.Recipe{Epochs: 10, Batch: 64, Samples: 3, LearningRate: 0.005, Validity: 40, Margin: 0.3,
				Feasibility: 20, GiveUp: 0.1}},
		Pong{},
		Previewed{data.Preview{Name: "a", Size: 8, Rows: 1, Plan: plan, Head: [][]string{{"1", "2"}, nil},
			Columns: []data.ColumnInfo{{Missing: 1, Distinct: 2, Examples: []string{"1"}}, {}},
			Recipes: []data.Recipe{{Name: "adult"}}, Problems: []string{"no"}}},
		Loaded{Name: "a", Schema: schema, Rows: 10, Train: 8, Val: 1, Test: 1, Counts: []int{4, 6}, Hash: "00",
			Columns: []Summary{{Edges: NewFloats([]float64{17, 90}, 2), Counts: []int{10}, Mean: 40, By: []int{6, 4}},
				{Counts: []int{5, 5}, By: []int{5, 0, 1, 4}}},
			Head: NewRows([][]float64{{40, 1}}), Outcomes: []int{1},
			Relations: []causal.Rule{{Kind: causal.Computed, Feature: 1, Other: 0, Levels: []int{0, 1},
				Law: causal.Law{Cuts: []float64{30}}}}},
		Epoch{Epoch: 1, Epochs: 2, Loss: 0.5, Terms: []Term{{Name: "KL", Value: 0.1}}, LeftMS: -1,
			History: NewRows([][]float64{{0.5, 0.1}}), Best: 1},
		Checkpoint{Epoch: 1, State: []byte{1}},
		Watched{Epoch: 3, Rows: 100, Valid: 0.9, Kept: 0.8, Held: 0.7, Factual: NewFloats([]float64{39, 1}, 2),
			Now: NewFloats([]float64{45, 1}, 2), Target: 1, Reached: true},
		ClassifierTrained{Model: []byte{1}, Best: 1, Accuracy: 0.9, LogLoss: 0.3, Confusion: []int{1, 2, 3, 4},
			AUC: 0.8},
		GeneratorTrained{Model: []byte{1}, Soft: scores, Decoded: scores, Canceled: true,
			Kept: NewFloats([]float64{0.5, 1}, 2), KeptAll: 0.5,
			Answers: model.Answers{Rows: 4, Held: 0.5, Reachable: 0.75, Open: 1, Changes: 1.5, ContProximity: -1,
				Profiles: 2, SearchChanges: 1, SearchContProximity: -0.5, SearchProfiles: 2}},
		Page{Total: 1, Index: []int{4}, Values: NewRows([][]float64{{40, 1}}), Outcomes: []int{1}},
		NamesSet{}, Sought{Pos: 3, Answered: true}, Predicted{Shares: shares},
		Mapped{Xs: cf.Row, Ys: cf.Row, In: []bool{true, false, false, true}, Broken: []int{-1, 0, -1, -1},
			Rules: []string{"\"a\" may not fall."}, Points: [][]float64{{1, 2}}, Of: []bool{true}},
		ClassifierMeasured{Bins: make([]int, 400), Groups: []model.GroupFit{{Feature: 1, Level: 1, Rows: 3, Right: 2}}},
		CodesMeasured{Numbers: 10, Used: 3, Which: []int{4, 0}, Share: 0.8, X: []float64{0.5}, Y: []float64{-1},
			Class: []int{1}, Reaches: []bool{true}},
		Explained{Factual: cf, Tried: 10, Valid: 1, Rows: []Counterfactual{proved},
			Relaxed: []Relaxation{{Without: []int{0}, Wider: true, Row: proved}}, Nearest: true, Unclear: true,
			NoClear: true, Boxes: 7, Decided: 0.5, Target: 1, TookMS: 3,
			Laws: []document.Law{{Text: "A rule.", Soft: true}}, Conflicts: []string{"No."}, HasDegree: true,
			Carry: []int{1}, Lapsed: 2},
		Reasons{Row: []float64{40, 1}, Target: 1, Each: []document.Reason{{Feature: 1, Locked: true, Against: true},
			{Alone: document.Yes, Row: []float64{45, 1}, Low: []float64{44, 1}, High: []float64{50, 1}, Cost: 0.5,
				Tried: 10, Reached: 4}}, Sets: []document.Together{{Features: []int{0, 1}, Row: []float64{42, 0},
			Cost: 2}}, Left: 1,
			Fixed: document.No},
		Cases{Found: []Explained{{Found: document.Found{Factual: cf, Rows: []Counterfactual{proved}}, Target: 1}},
			Reasons: []Reasons{{Row: []float64{40, 1}, Target: 1, Fixed: document.No}}},
		Certified{Bytes: []byte("[]"), Says: "it holds"},
		Restored{Classifier: true, AUC: 0.5},
		GraphChecked{Edges: []causal.CheckedEdge{{From: 0, To: 1, Dependence: weak, Verdict: causal.Against}},
			Missing: []causal.MissingEdge{{A: 0, B: 2, Given: []int{1}, Dependence: weak,
				Way: causal.AToB, Effect: -1}},
			Rules: []RuleShare{{Broken: 3, FoundBroken: 1}}, Pairs: 10, Found: 1, Tests: 2, Weak: 1, Rows: 8,
			TookMS: 4},
		EdgePlot{From: 0, To: 1, X: cf.Row, Y: cf.Row, CurveX: cf.Row, CurveY: cf.Row, Deviation: 0.5, Explained: 0.7,
			Form: causal.Given, Rows: 8},
		Searching{Given: 1, MaxGiven: 3, Done: 1, Total: 2, Left: 2, Tests: 70},
		GraphSuggested{Edges: []causal.Suggestion{{From: 1, To: 0, Directed: true, Dependence: weak}},
			Tests: 9, Rows: 8,
			TookMS: 1},
		RulesWeighed{Of: 90, Rows: 60, Found: 40, Open: 2, Rules: 3,
			Without: []document.Lifted{{Rule: 2, Found: 50}, {Rule: 0, Found: 41}}, TookMS: 7},
		Intervened{Row: row, Before: shares, After: shares},
		Paused{}, Resumed{}, Canceled{Kept: true},
		Failure{Code: CodeBadInput, Detail: "The file is empty."},
		Packed{packed(schema)},
		Selected{Index: []int{4}, Values: NewRows([][]float64{{40, 1}}), Outcomes: []int{-1}, Hits: 7,
			Notes: []string{"a"}},
		ExplainedMany{Predicted: []int{0, 1}, Target: []int{1, -1}, Found: []int{1, 0}, Quick: []int{0},
			Given:  NewRows([][]float64{{0.9, 0.1}, {0.2, 0.8}}),
			Values: NewRows([][]float64{{50, 1}}), Classes: []int{1}, Shares: NewRows([][]float64{{0.4, 0.6}}),
			Costs: NewFloats([]float64{1}, 1), Bound: []int{1},
			Nearest: []bool{true, false}, None: []bool{false, false}, Unclear: []bool{false, true}},
		ActionsChosen{List: []ChosenAction{{Features: []int{0}, By: []float64{5}, To: []int{0}, Rows: []int{1},
			Costs: NewFloats([]float64{0.5}, 1), After: NewRows([][]float64{{55, 0}}),
			Shares: NewFloats([]float64{0.7}, 1)}},
			Candidates: 4, Covered: 1},
		Evaluated{Method: "base", Seed: 1, Figures: []model.Figure{{Key: "decoded.validity", Value: 0.9}}},
		Progress{Share: 0.5}, Verified{Again: true, Same: true, Hash: "00",
			Differ:   []model.Differ{{What: "accuracy", Said: 0.9, Found: 0.7}},
			Unproved: []model.Unmeasured{model.UndoneRound}},
		ModelRead{Producer: "pytorch", Output: "y", Outputs: []string{"y"},
			Columns: []model.Column{{Name: "school", Codes: []string{"a"}, Unknown: true}},
			Labels:  []string{"no", "yes"}, Classes: 2, Ends: EndsScores, Sources: []model.Source{source},
			Mapped: []int{1, 0}, Notes: []string{"A note."}, Number: true, Threshold: 0.5},
		ModelTried{Problems: []string{"No."}, Accuracy: 0.9, LogLoss: 0.3, Base: 0.6, Confusion: []int{1, 2, 3, 4},
			TestRows: 10, AUC: 0.7,
			Sources: []model.Source{source, {Take: model.TakeCode, Codes: NewFloats([]float64{0, 1}, 2),
				Values: []float64{1, 20}}}, Assumed: []int{1}, Shares: NewRows([][]float64{{0.25, 0.75}})},
		ModelWritten{Bytes: []byte{8, 7}},
		Cards{Of: Drawn{Rows: 1, Other: 2, Drawn: 30, Reached: 20, Kept: 5, Mended: 4, Broken: []int{15}},
			List: []label.Card{{Row: 4, Factual: cf.Row, Counterfactual: cf.Row, Target: 1, Given: cf.Shares,
				Shares: cf.Shares}}},
		FineTuned{Model: []byte{1}, Labels: 1, Rows: 9, Broke: 2, Mended: 1, Before: measured, After: measured,
			Judged: true, JudgeRight: 0.8, JudgeBalanced: 0.7, Feasible: 12, Infeasible: 11, TrainMS: 1, TookMS: 2},
		OpenImages{Files: []ImageFile{{Name: "images", Bytes: []byte{0, 0, 8, 3}}}, Seed: 1},
		SampleImages{Rows: 100, Seed: 2},
		TrainImageClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32,
			LearningRate: 1e-3, Hidden: 10}, Resume: []byte{1}},
		TrainImageGenerator{ImageRecipe: model.ImageFields.Default(), Resume: []byte{1},
			Labels: []label.Image{{Factual: []byte{1}, Pixels: []byte{2}, Target: 3}}},
		RestoreImages{Hash: "00", Classifier: []byte{1}, Generator: []byte{2}},
		ShowImages{Part: data.TestRows, Truth: -1, Predicted: 3, From: 5, Limit: 20},
		PredictImage{Pixels: []byte{0, 255}},
		ExplainImage{Pixels: []byte{0, 255}, Targets: []int{1, 2}, Tries: 16, Seed: 3, Steps: 2,
			Rules: image.Rules{Keep: []byte{0, 1}, Ink: 1, Budget: 1,
				Seen:    []image.Bound{{Measure: "slant", Down: -1, Up: 0.5}},
				Follows: []image.Follow{{Measure: "ink", Causes: []string{"thickness"}, Within: 5}}}},
		ImagesWait{Text: "Choose the labels as well."},
		ImagesLoaded{Name: "Digits", H: 8, W: 8, Classes: 2, Rows: 10, Train: 8, Val: 1, Test: 1, Counts: []int{4, 6},
			Hash:  "00",
			Shown: []int{1, 0}, Pixels: make([]byte, 64), Means: make([]byte, 128)},
		ImageGeneratorTrained{Model: []byte{1}, Best: 1, Validity: 0.9, Distance: 60.5, Changed: 200, TestRows: 10,
			TrainMS: 1, EachMS: 2, Canceled: true, Labels: 30, Before: 0.4, Believed: 0.8},
		ImagesShown{Total: 9, From: 1, Index: []int{4}, Pixels: make([]byte, 64), Labels: []int{1},
			Predicted: []int{0}},
		ImageExplained{Shares: shares, Answers: []ImageAnswer{{Pixels: []byte{1, 2}, Target: 1, Valid: true,
			Shares: shares, Broken: []string{"No."}, Tries: 2, Proofs: []image.Proof{{Text: "No."}}}},
			Paths: []ImageAnswer{{Pixels: []byte{1, 2}, Target: 1, Shares: shares},
				{Pixels: []byte{1, 2}, Target: 1, Shares: shares}}, TookMS: 4},
		VerifyImages{Seed: 4}, ImagesVerified{Classifier: ClassifierTrained{Accuracy: 0.9, LogLoss: 0.1,
			Confusion: []int{1, 0, 0, 1}, TestRows: 2},
			Generator: ImageGeneratorTrained{Validity: 0.8, Distance: 3, Changed: 5}},
		UseImageModel{Bytes: []byte{8}}, ImageModelUsed{Trained: ClassifierTrained{Model: []byte{1}, Best: 1,
			Accuracy: 0.9, LogLoss: 0.3, Confusion: []int{1, 2, 3, 4}, AUC: 0.8}, Producer: "pytorch",
			Reading: "from 0 to 1"},
		WriteImageModel{Generator: true}, FitMeasures{
			Follows: []image.Follow{{Measure: "ink", Causes: []string{"thickness"}, Within: 5}}},
		MeasuresFitted{Fits: []image.Fitted{{Slopes: []float64{20}, Share: 0.5, Spread: 3, Images: 100, Why: "No."}}},
		DrawImageCards{Count: 5, Seed: 2}, ImageCards{
			Cards: []label.Image{{Factual: []byte{1}, Pixels: []byte{2}, Target: 3, Feasible: true}}},
	}
}

func packed(s data.Schema) Table {
	return NewTable("a", &data.Table{Schema: s, Cols: [][]float64{{40, 50}, {0, 1}}, Outcome: []int{1, 0}}, 7, "00")
}

func mustEncode(t testing.TB, job int, m Message) []byte {
	t.Helper()
	frame, err := Encode(job, m)
	if err != nil {
		t.Fatalf("Encode(%T): %v", m, err)
	}
	return frame
}

func TestSamplesNameEveryKind(t *testing.T) {
	all := samples()
	if len(all) != len(messages) {
		t.Fatalf("samples = %d, want %d", len(all), len(messages))
	}
	names := map[string]bool{}
	for i, m := range all {
		if got, want := reflect.TypeOf(m), reflect.TypeOf(messages[i]); got != want {
			t.Errorf("sample %d = %v, want %v", i, got, want)
		}
		names[kindOf(reflect.TypeOf(m))] = true
	}
	if len(names) != len(all) {
		t.Errorf("%d kinds of %d messages", len(names), len(all))
	}
}

// Unfinished trainings stored by a browser are identified by these names, and their checkpoints
// are assigned to a command by its bytes.
func TestKindsOfKeptFrames(t *testing.T) {
	for m, want := range map[reflect.Type]string{
		reflect.TypeFor[TrainClassifier](): "train-classifier", reflect.TypeFor[TrainGenerator](): "train-generator",
		reflect.TypeFor[TrainImageClassifier](): "train-image-classifier",
		reflect.TypeFor[TrainImageGenerator]():  "train-image-generator",
		reflect.TypeFor[Checkpoint]():           "checkpoint", reflect.TypeFor[Epoch](): "epoch",
	} {
		if got := kindOf(m); got != want {
			t.Errorf("%v is called %q, want %q", m, got, want)
		}
	}
	const kept = "\x94\x01\x00\xb0train-classifier\x86\xa4seed\xcf\x00\x00\x00\x00\x00\x00\x00\x01\xa6epochs2\xa5batc" +
		"h \xaclearningRate\xcb?PbM\xd2\xf1\xa9\xfc\xa6hidden\x10\xa6resume\xc4\x01\x01"
	m := TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 50, Batch: 32,
		LearningRate: 1e-3, Hidden: 16}, Resume: []byte{1}}
	if got := string(mustEncode(t, 0, m)); got != kept {
		t.Errorf("got %q, want %q", got, kept)
	}
}

func TestRoundTrip(t *testing.T) {
	for i, m := range samples() {
		frame := mustEncode(t, i, m)
		job, got, err := Decode(frame)
		if err != nil || job != i || !reflect.DeepEqual(got, m) {
			t.Errorf("%T: got %d, %+v, %v, want %d, %+v", m, job, got, err, i, m)
		}
		if again := mustEncode(t, i, m); !slices.Equal(frame, again) {
			t.Errorf("%T: two encodings differ", m)
		}
	}
}

// Random values of every type survive a round trip.
func TestRoundTripRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range messages {
		for range 50 {
			v := reflect.New(reflect.TypeOf(m))
			fill(rng, v.Elem())
			want := v.Elem().Interface()
			if _, got, err := Decode(mustEncode(t, 7, want)); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("got %+v, %v, want %+v", got, err, want)
			}
		}
	}
}

func fill(rng *rand.Rand, v reflect.Value) {
	edges := []int64{0, 1, -1, 127, 128, -32, -33, 1 << 15, 1 << 31, -1 << 31, 1 << 40, -1 << 63}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if v.Type().Field(i).Tag.Get("msgpack") == "-" {
				continue
			}
			if fill(rng, f); f.Kind() == reflect.Slice && f.Len() == 0 &&
				strings.HasSuffix(v.Type().Field(i).Tag.Get("msgpack"), ",omitempty") {
				f.SetZero() // omitted values become nil again
			}
		}
	case reflect.Slice:
		if n := rng.IntN(20); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
		}
		for i := range v.Len() {
			fill(rng, v.Index(i))
		}
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int:
		v.SetInt(edges[rng.IntN(len(edges))])
	case reflect.Int32:
		v.SetInt(int64(int32(rng.Uint32())))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(rng.Uint64() >> (64 - v.Type().Bits()))
	case reflect.Float64:
		v.SetFloat(rng.NormFloat64())
	case reflect.String:
		v.SetString(strings.Repeat("é", rng.IntN(200)))
	}
}

func TestHostileFrames(t *testing.T) {
	envelope := func(kind string, body ...byte) []byte {
		b := append([]byte{0x94, Protocol, 9, 0xa0 | byte(len(kind))}, kind...)
		return append(b, body...)
	}
	open := func(bytes ...byte) []byte {
		return envelope("open", append([]byte("\x83\xa4Name\xa1a\xa4File\x00\xa5Bytes"), bytes...)...)
	}
	cases := []struct {
		name  string
		frame []byte
		says  string
	}{
		{"nothing at all", nil, "ends early"},
		{"a map instead of the envelope", []byte{0x80}, "a list is expected"},
		{"an envelope that claims 4 billion items", []byte{0xdd, 255, 255, 255, 255}, "into 0 bytes"},
		{"another protocol", []byte{0x94, 99, 0, 0xa0, 0xc0}, "99, want 1"},
		{"a negative job", []byte{0x94, Protocol, 0xff, 0xa0, 0xc0}, "job number"},
		{"an unknown kind", envelope("launch", 0x80), "is unknown"},
		{"no body", envelope("ping"), "ends early"},
		{"a byte string that claims a gigabyte", open(0xc6, 0x40, 0, 0, 0), "into 0 bytes"},
		{"a list that claims 4 billion numbers", envelope("page", []byte("\x81\xa5Index\xdd\xff\xff\xff\xff")...),
			"into 0 bytes"},
		{"a struct that claims more than there is", envelope("failure", 0x82), "into 0 bytes"},
		{"lists nested 100,000 deep", envelope("hello", []byte(strings.Repeat("\x91", 100_000))...), "into 0 bytes"},
		{"an extension", open(0xd4, 1, 1), "a whole number is expected"},
		{"an unknown field", envelope("predict", []byte("\x81\xa3raw\xc0")...), "unknown field"},
		{"a body of another kind", envelope("ping", 0x01), "decoding"},
		{"trailing bytes", append(open(0xc0), 0xc0), "1 bytes are left over"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var m Message
			var err error
			taken := allocated(func() { _, m, err = Decode(c.frame) })
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %+v, %v, want an error with %q", m, err, c.says)
			}
			if taken > 1<<16 {
				t.Errorf("took %d bytes of memory", taken)
			}
		})
	}
}

// Decoding a valid frame that is cut anywhere, or in which a byte is changed to any length code,
// never needs much more memory than the frame itself.
func TestDamagedFrames(t *testing.T) {
	for _, m := range samples() {
		frame := mustEncode(t, 1, m)
		for i := range frame {
			if _, _, err := Decode(frame[:i]); err == nil {
				t.Errorf("%T cut at %d of %d is accepted", m, i, len(frame))
			}
		}
		for i := range frame {
			for _, c := range []byte{0xc6, 0xdb, 0xdd, 0xdf, 0xc9, 0xff} {
				bad := slices.Clone(frame)
				bad[i] = c
				if taken := allocated(func() { _, _, _ = Decode(bad) }); taken > 1<<17 {
					t.Fatalf("%T with %#x at %d took %d bytes", m, c, i, taken)
				}
			}
		}
	}
}

func TestWhatIsTooLargeIsNotSent(t *testing.T) {
	if _, err := Encode(1, Open{Bytes: make([]byte, MaxFrame)}); err == nil ||
		fault.Text(err) != "the message has 96 MB; at most 96 MB are allowed" {
		t.Errorf("got %v", err)
	}
}

// allocated returns the memory that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Arbitrary bytes neither cause a panic nor need much memory.
func FuzzDecode(f *testing.F) {
	for i, m := range samples() {
		f.Add(mustEncode(f, i, m))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		for _, decode := range []func(){func() { _, _, _ = Decode(frame) }, func() { _, _ = DecodeKept(frame) }} {
			if taken := allocated(decode); taken > uint64(1<<18+2000*len(frame)) {
				t.Fatalf("%d bytes took %d bytes of memory", len(frame), taken)
			}
		}
	})
}

// TestDecodeInTurns checks that a long message is read correctly with pauses.
func TestDecodeInTurns(t *testing.T) {
	head := make([][]string, 20)
	for i := range head {
		head[i] = make([]string, 100)
	}
	frame, err := Encode(3, Previewed{Preview: data.Preview{Name: "a.csv", Rows: 20, Head: head}})
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	job, got, err := DecodeInTurns(frame, func() { pauses++ })
	wantJob, want, wantErr := Decode(frame)
	if job != wantJob || err != nil || wantErr != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("in turns: job %d, %v, %v, want %d, %v", job, got, err, wantJob, want)
	}
	if pauses < 4 { // one of them is before the message is read
		t.Errorf("%d pauses in %d bytes, want some while they are read", pauses, len(frame))
	}
}
