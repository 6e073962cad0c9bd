package wire

// kinds is the table of all messages: the name in the envelope and the type.
var kinds = []kind{
	of[Hello]("hello"),
	of[Ping]("ping"),
	of[Open]("open"),
	of[Replan]("replan"),
	of[Import]("import"),
	of[Sample]("sample"),
	of[TrainClassifier]("train-classifier"),
	of[TrainGenerator]("train-generator"),
	of[Pause]("pause"),
	of[Resume]("resume"),
	of[Cancel]("cancel"),
	of[Rows]("rows"),
	of[SetNames]("set-names"),
	of[Seek]("seek"),
	of[Predict]("predict"),
	of[MapRow]("map-row"),
	of[Explain]("explain"),
	of[Restore]("restore"),
	of[Pack]("pack"),
	of[Select]("select"),
	of[ReadRows]("read-rows"),
	of[ExplainMany]("explain-many"),
	of[ChooseActions]("choose-actions"),
	of[Evaluate]("evaluate"),
	of[CheckGraph]("check-graph"),
	of[PlotEdge]("plot-edge"),
	of[SearchGraph]("search-graph"),
	of[WeighRules]("weigh-rules"),
	of[Intervene]("intervene"),
	of[VerifyClassifier]("verify-classifier"),
	of[VerifyGenerator]("verify-generator"),
	of[ReadModel]("read-model"),
	of[UseModel]("use-model"),
	of[MeasureClassifier]("measure-classifier"),
	of[MeasureCodes]("measure-codes"),
	of[WriteModel]("write-model"),
	of[AskCards]("ask-cards"),
	of[FineTune]("fine-tune"),

	of[Pong]("pong"),
	of[Previewed]("previewed"),
	of[Loaded]("loaded"),
	of[Epoch]("epoch"),
	of[Checkpoint]("checkpoint"),
	of[Watched]("watched"),
	of[ClassifierTrained]("classifier-trained"),
	of[GeneratorTrained]("generator-trained"),
	of[Page]("page"),
	of[NamesSet]("names-set"),
	of[Sought]("sought"),
	of[Predicted]("predicted"),
	of[Mapped]("mapped"),
	of[ClassifierMeasured]("classifier-measured"),
	of[CodesMeasured]("codes-measured"),
	of[Explained]("explained"),
	of[Restored]("restored"),
	of[GraphChecked]("graph-checked"),
	of[EdgePlot]("edge-plot"),
	of[Searching]("searching"),
	of[GraphSuggested]("graph-suggested"),
	of[RulesWeighed]("rules-weighed"),
	of[Intervened]("intervened"),
	of[Paused]("paused"),
	of[Resumed]("resumed"),
	of[Canceled]("canceled"),
	of[Failure]("failure"),
	of[Packed]("packed"),
	of[Selected]("selected"),
	of[ExplainedMany]("explained-many"),
	of[ActionsChosen]("actions-chosen"),
	of[Evaluated]("evaluated"),
	of[Progress]("progress"),
	of[Verified]("verified"),
	of[ModelRead]("model-read"),
	of[ModelTried]("model-tried"),
	of[ModelWritten]("model-written"),
	of[Cards]("cards"),
	of[FineTuned]("fine-tuned"),

	of[OpenImages]("open-images"),
	of[SampleImages]("sample-images"),
	of[TrainImageClassifier]("train-image-classifier"),
	of[TrainImageGenerator]("train-image-generator"),
	of[RestoreImages]("restore-images"),
	of[ShowImages]("show-images"),
	of[PredictImage]("predict-image"),
	of[ExplainImage]("explain-image"),
	of[ImagesWait]("images-wait"),
	of[ImagesLoaded]("images-loaded"),
	of[ImageGeneratorTrained]("image-generator-trained"),
	of[ImagesShown]("images-shown"),
	of[ImageExplained]("image-explained"),
	of[VerifyImages]("verify-images"),
	of[ImagesVerified]("images-verified"),
	of[UseImageModel]("use-image-model"),
	of[ImageModelUsed]("image-model-used"),
	of[WriteImageModel]("write-image-model"),
	of[FitMeasures]("fit-measures"),
	of[MeasuresFitted]("measures-fitted"),
	of[DrawImageCards]("draw-image-cards"),
	of[ImageCards]("image-cards"),

	of[HelpGenerator]("help-generator"),
	of[Helping]("helping"),
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
