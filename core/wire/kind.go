package wire

// kinds is the table of all messages: the name in the envelope and an empty one of the
// type. Nothing of it is computed when a program starts.
var kinds = []kind{
	{"hello", Hello{}},
	{"ping", Ping{}},
	{"open", Open{}},
	{"replan", Replan{}},
	{"import", Import{}},
	{"sample", Sample{}},
	{"train-classifier", TrainClassifier{}},
	{"train-generator", TrainGenerator{}},
	{"pause", Pause{}},
	{"resume", Resume{}},
	{"cancel", Cancel{}},
	{"rows", Rows{}},
	{"set-names", SetNames{}},
	{"seek", Seek{}},
	{"predict", Predict{}},
	{"map-row", MapRow{}},
	{"explain", Explain{}},
	{"restore", Restore{}},
	{"pack", Pack{}},
	{"select", Select{}},
	{"read-rows", ReadRows{}},
	{"explain-many", ExplainMany{}},
	{"choose-actions", ChooseActions{}},
	{"evaluate", Evaluate{}},
	{"check-graph", CheckGraph{}},
	{"plot-edge", PlotEdge{}},
	{"search-graph", SearchGraph{}},
	{"weigh-rules", WeighRules{}},
	{"intervene", Intervene{}},
	{"verify-classifier", VerifyClassifier{}},
	{"verify-generator", VerifyGenerator{}},
	{"read-model", ReadModel{}},
	{"use-model", UseModel{}},
	{"measure-classifier", MeasureClassifier{}},
	{"measure-codes", MeasureCodes{}},
	{"write-model", WriteModel{}},
	{"ask-cards", AskCards{}},
	{"fine-tune", FineTune{}},

	{"pong", Pong{}},
	{"previewed", Previewed{}},
	{"loaded", Loaded{}},
	{"epoch", Epoch{}},
	{"checkpoint", Checkpoint{}},
	{"watched", Watched{}},
	{"classifier-trained", ClassifierTrained{}},
	{"generator-trained", GeneratorTrained{}},
	{"page", Page{}},
	{"names-set", NamesSet{}},
	{"sought", Sought{}},
	{"predicted", Predicted{}},
	{"mapped", Mapped{}},
	{"classifier-measured", ClassifierMeasured{}},
	{"codes-measured", CodesMeasured{}},
	{"explained", Explained{}},
	{"restored", Restored{}},
	{"graph-checked", GraphChecked{}},
	{"edge-plot", EdgePlot{}},
	{"searching", Searching{}},
	{"graph-suggested", GraphSuggested{}},
	{"rules-weighed", RulesWeighed{}},
	{"intervened", Intervened{}},
	{"paused", Paused{}},
	{"resumed", Resumed{}},
	{"canceled", Canceled{}},
	{"failure", Failure{}},
	{"packed", Packed{}},
	{"selected", Selected{}},
	{"explained-many", ExplainedMany{}},
	{"actions-chosen", ActionsChosen{}},
	{"evaluated", Evaluated{}},
	{"progress", Progress{}},
	{"verified", Verified{}},
	{"model-read", ModelRead{}},
	{"model-tried", ModelTried{}},
	{"model-written", ModelWritten{}},
	{"cards", Cards{}},
	{"fine-tuned", FineTuned{}},

	{"open-images", OpenImages{}},
	{"sample-images", SampleImages{}},
	{"train-image-classifier", TrainImageClassifier{}},
	{"train-image-generator", TrainImageGenerator{}},
	{"restore-images", RestoreImages{}},
	{"show-images", ShowImages{}},
	{"predict-image", PredictImage{}},
	{"explain-image", ExplainImage{}},
	{"images-wait", ImagesWait{}},
	{"images-loaded", ImagesLoaded{}},
	{"image-generator-trained", ImageGeneratorTrained{}},
	{"images-shown", ImagesShown{}},
	{"image-explained", ImageExplained{}},
	{"verify-images", VerifyImages{}},
	{"images-verified", ImagesVerified{}},
	{"use-image-model", UseImageModel{}},
	{"image-model-used", ImageModelUsed{}},
	{"write-image-model", WriteImageModel{}},
	{"fit-measures", FitMeasures{}},
	{"measures-fitted", MeasuresFitted{}},
	{"draw-image-cards", DrawImageCards{}},
	{"image-cards", ImageCards{}},
}

func (Hello) message()              {}
func (Ping) message()               {}
func (Open) message()               {}
func (Replan) message()             {}
func (Import) message()             {}
func (Sample) message()             {}
func (TrainClassifier) message()    {}
func (TrainGenerator) message()     {}
func (Pause) message()              {}
func (Resume) message()             {}
func (Cancel) message()             {}
func (Rows) message()               {}
func (SetNames) message()           {}
func (Seek) message()               {}
func (Predict) message()            {}
func (MapRow) message()             {}
func (Explain) message()            {}
func (Restore) message()            {}
func (Pack) message()               {}
func (Select) message()             {}
func (ReadRows) message()           {}
func (ExplainMany) message()        {}
func (ChooseActions) message()      {}
func (Evaluate) message()           {}
func (CheckGraph) message()         {}
func (PlotEdge) message()           {}
func (SearchGraph) message()        {}
func (WeighRules) message()         {}
func (Intervene) message()          {}
func (VerifyClassifier) message()   {}
func (VerifyGenerator) message()    {}
func (ReadModel) message()          {}
func (UseModel) message()           {}
func (MeasureClassifier) message()  {}
func (MeasureCodes) message()       {}
func (WriteModel) message()         {}
func (AskCards) message()           {}
func (FineTune) message()           {}
func (Pong) message()               {}
func (Previewed) message()          {}
func (Loaded) message()             {}
func (Epoch) message()              {}
func (Checkpoint) message()         {}
func (Watched) message()            {}
func (ClassifierTrained) message()  {}
func (GeneratorTrained) message()   {}
func (Page) message()               {}
func (NamesSet) message()           {}
func (Sought) message()             {}
func (Predicted) message()          {}
func (Mapped) message()             {}
func (ClassifierMeasured) message() {}
func (CodesMeasured) message()      {}
func (Explained) message()          {}
func (Restored) message()           {}
func (GraphChecked) message()       {}
func (EdgePlot) message()           {}
func (Searching) message()          {}
func (GraphSuggested) message()     {}
func (RulesWeighed) message()       {}
func (Intervened) message()         {}
func (Paused) message()             {}
func (Resumed) message()            {}
func (Canceled) message()           {}
func (Failure) message()            {}
func (Packed) message()             {}
func (Selected) message()           {}
func (ExplainedMany) message()      {}
func (ActionsChosen) message()      {}
func (Evaluated) message()          {}
func (Progress) message()           {}
func (Verified) message()           {}
func (ModelRead) message()          {}
func (ModelTried) message()         {}
func (ModelWritten) message()       {}
func (Cards) message()              {}
func (FineTuned) message()          {}
