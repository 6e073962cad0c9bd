package onnx

import (
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"strings"
	"testing"
)

func gzipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

// otherFiles returns files that people may choose by mistake, with words of the sentence that
// rejects them.
func otherFiles() map[string][2]string {
	zip := func(names ...string) string {
		return "PK\x03\x04\x14\x00\x00\x00" + strings.Join(names, "\x00\x00") + "PK\x01\x02"
	}
	return map[string][2]string{
		"empty":       {"", "empty"},
		"only spaces": {" \n\n\t ", "nothing but zeros or spaces"},
		"only zeros":  {strings.Repeat("\x00", 900), "nothing but zeros"},
		"LFS pointer": {"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n",
			"pointer of Git LFS"},
		"LFS pointer with a BOM": {"\xef\xbb\xbfversion https://git-lfs.github.com/spec/v1\r\noid " +
			"sha256:abc\r\nsize 12\r\n", "pointer of Git LFS"},
		"annex pointer": {"/annex/objects/SHA256E-s12--abc.onnx\n", "git-annex"},
		"DVC pointer": {"outs:\n- md5: a304afb96060aad90176268345e10355\n  size: 12\n  path: " +
			"model.onnx\n", "DVC"},
		"not found":                 {"404: Not Found", "answer of a server"},
		"not found on Hugging Face": {"Entry not found", "answer of a server"},
		"an answer in JSON": {`{"message":"Not Found","documentation_url":"https://docs.github.com"}`,
			"answer of a server"},
		"an answer in XML": {`<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>`,
			"answer of a server"},
		"web page":                  {"<!DOCTYPE html>\n<html lang=en>", "web page"},
		"web page, shouting":        {"\n  <HTML><HEAD>", "web page"},
		"web page behind a comment": {"<!-- saved --><html>", "web page"},
		"XGBoost dump":              {"[\n  { \"nodeid\": 0, \"depth\": 0, \"split\": \"f0\"", "dump of XGBoost"},
		"XGBoost dump as texts": {`["0:[f0<0.5] yes=1,no=2,missing=1\n\t1:leaf=0.3\n\t2:leaf=-0.2\n"]`,
			"dump of XGBoost"},
		"XGBoost text dump": {"booster[0]:\n0:[f0<0.5] yes=1,no=2,missing=1\n", "dump of XGBoost"},
		"one tree of a dump": {`{ "nodeid": 0, "depth": 0, "split": "f0", "split_condition": 0.5, "yes": 1 }`,
			"dump of XGBoost"},
		"XGBoost config": {`{"learner":{"generic_param":{"seed":"1"},"gradient_booster":{"name":"gbtree"},` +
			`"learner_train_param":{"objective":"binary:logistic"},"objective":{"name":"binary:logistic"}},"version":` +
			`[1,7,4]}`, "save_config"},
		"XGBoost binary": {"binf\x00\x00\x00\x3f", "old form of XGBoost"},
		"XGBoost binary of old": {"\x00\x00\x00\x3f\x02\x00\x00\x00" + strings.Repeat("\x00", 128) +
			"\x0f\x00\x00\x00\x00\x00\x00\x00binary:logistic\x06\x00\x00\x00\x00\x00\x00\x00gbtree",
			"old form of XGBoost"},
		"LightGBM dump": {`{"name":"tree","version":"v4","num_class":1,"tree_info":[]}`,
			"dump_model of LightGBM"},
		"LightGBM in UTF-16": {"\xff\xfet\x00r\x00e\x00e\x00\n\x00", "UTF-16"},
		"CatBoost":           {"CBM1\x00\x00", "CatBoost"},
		"CatBoost JSON":      {`{"features_info":{},"model_info":{},"oblivious_trees":[]}`, "CatBoost"},
		"pickle of scikit-learn": {"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00\x8c\x1esklearn.linear_model._logi" +
			"stic", "skl2onnx"},
		"pickle of protocol 0": {"ccopy_reg\n_reconstructor\np0\n(csklearn.svm\n", "skl2onnx"},
		"pickle of XGBoost": {"\x80\x04\x95\x00\x8c\x0fxgboost.sklearn\x8c\rXGBClassifier",
			"save_model(\"model.json\")"},
		"pickle of LightGBM": {"\x80\x04\x95\x00\x8c\x10lightgbm.sklearn", "model.txt"},
		"joblib, compressed": {"x\x9c\x8d\x8e", "joblib"},
		"PyTorch":            {zip("archive/data.pkl", "archive/data/0"), "torch.onnx.export"},
		"PyTorch of old":     {"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.", "torch.onnx.export"},
		"TorchScript":        {zip("m/code/__torch__.py", "m/data.pkl", "m/constants.pkl"), "TorchScript"},
		"Keras":              {zip("metadata.json", "config.json", "model.weights.h5"), "tf2onnx"},
		"Keras HDF5":         {"\x89HDF\r\n\x1a\n\x00", "tf2onnx"},
		"Keras JSON":         {`{"class_name":"Sequential","config":{}}`, "Keras"},
		"TensorFlow": {"\x08\x01\x12\xff\x01\x0a\x07serve..serving_default..saved_model_main_op",
			"TensorFlow"},
		"frozen graph":    {"\x0a\x20\x0a\x01x\x12\x0bPlaceholder", "TensorFlow"},
		"TensorFlow Lite": {"\x1c\x00\x00\x00TFL3\x14\x00", "TensorFlow Lite"},
		"safetensors": {"\x40\x00\x00\x00\x00\x00\x00\x00" +
			`{"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}       ` + strings.Repeat("\x00", 16),
			"safetensors"},
		"GGUF":              {"GGUF\x03\x00\x00\x00", "language model"},
		"Core ML":           {"\x08\x04\x12\x40\x0a\x20 com.github.apple.coremltools.version", "Core ML"},
		"MOJO":              {zip("model.ini", "domains/d000.txt", "trees/t00_000.bin"), "H2O"},
		"R":                 {gzipped("X\n\x00\x00\x00\x03\x00\x04\x02\x01"), "xgb.save"},
		"R, not compressed": {"RDX3\nX\n\x00\x00\x00\x03", "xgb.save"},
		"PMML": {`<?xml version="1.0"?><PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">`,
			"PMML"},
		"other XML":                 {`<?xml version="1.0"?><a/>`, "XML"},
		"compressed model":          {gzipped("tree\nversion=v4\n"), "Unpack"},
		"compressed page":           {gzipped("<!doctype html><html>"), "web page"},
		"compressed beyond reading": {"\x1f\x8b\x08\x00\x00", "Unpack"},
		"archive":                   {zip("model.onnx"), "Unpack"},
		"arrays":                    {zip("arr_0.npy"), "NumPy"},
		"workbook":                  {zip("[Content_Types].xml", "xl/workbook.xml"), "in Table"},
		"Parquet":                   {"PAR1\x15\x04", "in Table"},
		"Java object":               {"\xac\xed\x00\x05sr\x00", "Java"},
		"source code":               {"def score(input):\n    return 1\n", "source code"},
		"MLflow":                    {"artifact_path: model\nflavors:\n  python_function:\n", "MLflow"},
		"LIBSVM":                    {"svm_type c_svc\nkernel_type rbf\n", "LIBSVM"},
		"a list in JSON":            {`[1, 2, 3]`, "no model"},
		"another object in JSON":    {`{"a":1}`, "save_model"},
		"a table":                   {"age,pay,y\n23,1911,yes\n", "in Table"},
		"a notebook":                {`{"cells":[],"nbformat":4}`, "notebook"},
	}
}

func TestWhatIsNoModelIsNamed(t *testing.T) {
	for name, c := range otherFiles() {
		_, err := Read([]byte(c[0]), "")
		if err == nil {
			t.Errorf("%s was read", name)
			continue
		}
		checkSentence(t, err.Error())
		if !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %q does not say %q", name, err, c[1])
		}
	}
}

// TestSharedRefusals uses shared test files: three that are rejected by name, and two that are
// read.
func TestSharedRefusals(t *testing.T) {
	dir := "../../../shared/cases/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: the shared cases are not beside this project")
	}
	for file, word := range map[string]string{"Q-model-refusals/xgb-dump.json": "dump of XGBoost",
		"Q-model-refusals/xgb-config.json": "save_config", "Q-model-refusals/lfs.onnx": "Git LFS",
		"R-hostile/lightgbm-nan.txt": "NaN where a whole number is expected"} {
		if _, err := Read(read(t, dir+file), ""); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", file, err)
		}
	}
	// 1, 2 and 10 become 0, 1 and 2, and all others −1; the score is a - 2b - 0.1.
	m, err := Read(read(t, dir+"Q-model-refusals/le-float.onnx"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]float64{{0, 1, -2.1}, {2, -1, 3.9}, {1, 2, -3.1}, {0, 0, -0.1}} {
		got, err := m.Shares(c[:2])
		if want := 1 / (1 + math.Exp(-c[2])); err != nil || !(math.Abs(got[1]-want) <= 1e-6) {
			t.Errorf("%v: %v, want %v (%v)", c, got, want, err)
		}
	}
	for _, file := range []string{"bom.txt", "le-float.onnx"} {
		if _, err := Read(read(t, dir+"Q-model-refusals/"+file), ""); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestTextsWithAMarkAreRead checks that a byte order mark makes no difference.
func TestTextsWithAMarkAreRead(t *testing.T) {
	for _, file := range []string{"lightgbm-binary.txt", "xgboost-binary.json"} {
		b := read(t, "testdata/"+file)
		for _, as := range [][]byte{append([]byte("\xef\xbb\xbf"), b...),
			append([]byte("\xef\xbb\xbf"), bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))...)} {
			m, err := Read(as, "")
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			rows, want := says(t, "testdata/"+strings.Replace(strings.Replace(file, ".txt", ".want", 1), ".json",
				".want", 1))
			checkSays(t, m, rows, want, 2e-7)
		}
	}
}
