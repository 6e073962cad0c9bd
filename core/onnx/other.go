package onnx

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

// otherKind describes a file that is not a supported model: how it starts or what it contains,
// and what a person can do instead.
type otherKind struct {
	begins []string
	holds  []string // one of these must occur within the first otherLooks bytes; if empty, the beginning is enough
	says   string
}

const otherLooks = 1 << 16

// Ends of sentences about models that their own programs can export as ONNX.
const (
	skl2onnx = " Convert the model with skl2onnx and open the .onnx file."
	fromKept = " Save the model as ONNX, as XGBoost's or CatBoost's .json or as LightGBM's .txt."
	catJSON  = "Call save_model(\"model.json\", format=\"json\", pool=rows) and open that file."
)

// otherBytes are recognised by their first bytes; the first match counts.
var otherBytes = []otherKind{
	{[]string{"\x80\x02\x8a\x0al\xfc\x9cF\xf9"}, nil,
		"This is a file of PyTorch. Export the network with torch.onnx.export and open the .onnx file."},
	{[]string{"\x80", "ccopy_reg", "c__builtin__", "csklearn", "cnumpy"}, []string{"xgboost"},
		"This is a pickle of Python with a model of XGBoost, which only Python can open. Call " +
			"save_model(\"model.json\") there and open that file."},
	{[]string{"\x80", "ccopy_reg", "c__builtin__", "csklearn", "cnumpy"}, []string{"lightgbm"},
		"This is a pickle of Python with a model of LightGBM, which only Python can open. Call " +
			"booster_.save_model(\"model.txt\") there and open that file."},
	{[]string{"\x80", "ccopy_reg", "c__builtin__", "csklearn", "cnumpy"}, []string{"catboost"},
		"This is a pickle of Python with a model of CatBoost, which only Python can open. " + catJSON},
	{[]string{"\x80", "ccopy_reg", "c__builtin__", "csklearn", "cnumpy"}, []string{"torch"},
		"This is a pickle of PyTorch, which only Python can open. Export the network with torch.onnx.export and open " +
			"the .onnx file."},
	{[]string{"ccopy_reg", "c__builtin__", "csklearn", "cnumpy", "\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05"}, nil,
		"This is a pickle of Python (.pkl, .joblib), which only Python can open." + skl2onnx},
	{[]string{"x\x01", "x\x5e", "x\x9c", "x\xda", "ZF0x"}, nil,
		"This is a compressed file of joblib or zlib, which only Python can open." + skl2onnx},
	{[]string{"\x89HDF\r\n"}, nil,
		"This is an HDF5 file, as Keras writes (.h5). Convert the model with tf2onnx and open the .onnx file."},
	{[]string{"GGUF", "lmgg", "tjgg"}, nil, "This is a language model (GGUF), not a classifier of table rows." +
		fromKept},
	{[]string{"\x93NUMPY"}, nil, "This is an array of NumPy, not a model." + fromKept},
	{[]string{"PAR1", "ARROW1", "SQLite format 3"}, nil,
		"This is a table or a database, not a model. Open tables in Table."},
	{[]string{"\xd0\xcf\x11\xe0"}, nil, "This is an old Office document, not a model." + fromKept},
	{[]string{"%PDF"}, nil, "This is a PDF document, not a model." + fromKept},
	{[]string{"\xac\xed\x00\x05"}, nil, "This is a Java object, as Weka and Spark write, which only Java can open. " +
		"Save the model as ONNX and open that."},
	{[]string{"MATLAB 5.0"}, nil,
		"This is a file of MATLAB. Export the network with exportONNXNetwork and open the .onnx file."},
	{[]string{"RDX2\n", "RDX3\n", "RDA2\n", "RDA3\n", "X\n\x00\x00\x00", "A\n2\n", "A\n3\n", "B\n\x02", "B\n\x03"}, nil,
		"This is a file of R (.rds, .RData), which only R can open. For XGBoost call xgb.save(model, \"model.json\") " +
			"in R, for LightGBM lgb.save(model, \"model.txt\")."},
	{[]string{"BZh", "\xfd7zXZ", "\x28\xb5\x2f\xfd", "7z\xbc\xaf", "\x04\x22\x4d\x18", "Rar!"}, nil,
		"This is a compressed file. Unpack it and open the model inside."},
	{[]string{"PK\x03\x04"}, []string{"model.ini", "experimental/modelDetails"}, "This is a MOJO of H2O. H2O's own " +
		"models are not read; save the model as ONNX, or XGBoost's booster as .json."},
	{[]string{"PK\x03\x04"}, []string{"/code/", "constants.pkl"},
		"This is a file of TorchScript. Export the network with torch.onnx.export and open the .onnx file."},
	{[]string{"PK\x03\x04"}, []string{"data.pkl"}, "This is a file of PyTorch (.pt, .pth). Export the network with " +
		"torch.onnx.export and open the .onnx file."},
	{[]string{"PK\x03\x04"}, []string{"model.weights.h5", "variables.h5"},
		"This is a file of Keras (.keras). Convert the model with tf2onnx and open the .onnx file."},
	{[]string{"PK\x03\x04"}, []string{"saved_model.pb"},
		"This is an archive with a SavedModel of TensorFlow. Convert it with tf2onnx and open the .onnx file."},
	{[]string{"PK\x03\x04"}, []string{".mlmodel", "Manifest.json"},
		"This is a package of Core ML. Export the model as ONNX from the program that trained it."},
	{[]string{"PK\x03\x04"}, []string{"schema.json"},
		"This is an archive of skops with a model of scikit-learn." + skl2onnx},
	{[]string{"PK\x03\x04"}, []string{".npy"}, "This is an archive of arrays of NumPy, not a model." + fromKept},
	{[]string{"PK\x03\x04"}, []string{"xl/workbook", "xl/worksheets", "word/"},
		"This is a document of Office, not a model. Open tables in Table."},
	{[]string{"PK\x03\x04", "PK\x05\x06"}, nil, "This is a ZIP archive. Unpack it and open the model inside."},
	{[]string{"\x08"}, []string{"coremltools", "com.apple", "MLModelVersion"},
		"This is a model of Core ML. Export the model as ONNX from the program that trained it."},
	{[]string{"\x08\x01\x12", "\x12", "\x0a"},
		[]string{"serving_default", "saved_model_main_op", "__saved_model_init_op"},
		"This is a SavedModel of TensorFlow. Convert it with tf2onnx and open the .onnx file."},
	{[]string{"\x0a"}, []string{"Placeholder", "VarHandleOp", "ReadVariableOp"},
		"This is a graph of TensorFlow (.pb). Convert it with tf2onnx and open the .onnx file."},
	{[]string{"binf", "bs64", "CONFIG-offset:"}, nil, "This is a model in an old form of XGBoost's own. Open it with " +
		"a version of XGBoost that reads it and save it as .json or .ubj."},
	{[]string{""}, []string{"\x06\x00\x00\x00\x00\x00\x00\x00gbtree", "\x08\x00\x00\x00\x00\x00\x00\x00gblinear",
		"\x04\x00\x00\x00\x00\x00\x00\x00dart\x00"}, "This is a model in an old form of XGBoost's own. Open it with " +
		"a version of XGBoost that reads it and save it as .json or .ubj."},
	{[]string{"CBM1"}, nil, "This is a model in CatBoost's own form (.cbm). " + catJSON},
	{[]string{"\xff\xfe", "\xfe\xff"}, nil, "This text is in UTF-16, as some editors save it. Save it as UTF-8, or " +
		"take the file that the program wrote."},
}

// otherTexts are recognised by their text after leading spaces, in lower
// case.
var otherTexts = []otherKind{
	{[]string{"version https://git-lfs.github.com/spec", "version http://git-media.io"}, nil,
		"This is not the model but a pointer of Git LFS to it. Download the file itself: run git lfs pull, or press " +
			"Download on the page of the file."},
	{[]string{"/annex/objects/", "../.git/annex", ".git/annex"}, nil,
		"This is not the model but a pointer of git-annex to it. Run git annex get and open the file itself."},
	{[]string{"outs:", "md5:"}, []string{"path:", "hash:"},
		"This is not the model but a pointer of DVC to it. Run dvc pull and open the file itself."},
	{[]string{"404", "entry not found", "not found", "access denied", "invalid username or password",
		"repository not found"}, nil, "This is not the model but the answer of a server that did not find or give " +
		"it. Download the file again."},
	{[]string{"<!doctype html", "<html", "<head", "<body", "<script", "<meta"}, nil,
		"This is a web page instead of the model. Download the file itself, not the page about it."},
	{[]string{"<"}, []string{"<pmml"},
		"This is a model in PMML, which is not read. Save the model as ONNX from the program that trained it."},
	{[]string{"<"}, []string{"<html", "<!doctype html"},
		"This is a web page instead of the model. Download the file itself, not the page about it."},
	{[]string{"<"}, []string{"<error>"}, "This is not the model but the answer of a server that did not find or give " +
		"it. Download the file again."},
	{[]string{"<"}, []string{"<net name"}, "This is a model of OpenVINO. Open the ONNX file that it was made of."},
	{[]string{"<"}, nil, "This is an XML document, not a model that is read." + fromKept},
	{[]string{"booster["}, nil,
		"This is a dump of XGBoost for people to read. Call save_model(\"model.json\") and open that file."},
	{[]string{"artifact_path:", "flavors:"}, nil, "This describes a model of MLflow and is not the model itself. " +
		"Open the model's file in the same folder." + fromKept},
	{[]string{"svm_type", "solver_type"}, nil,
		"This is a model of LIBSVM or LIBLINEAR. Train it in scikit-learn instead and convert it with skl2onnx."},
	{[]string{"#include", "def ", "import ", "public class", "package ", "double ", "function", "library("}, nil,
		"This is source code, not a model's file." + fromKept},
	{[]string{"|---", "digraph"}, nil, "This is a tree written for people to read, not a model's file." + fromKept},
}

// jsonKinds are recognised by the keys of the outermost object.
var jsonKinds = []struct {
	keys []string
	says string
}{
	{[]string{"tree_info"}, "This is dump_model of LightGBM, for programs to look at. Call save_model(\"model.txt\") " +
		"and open that file."},
	{[]string{"class_name", "modelTopology", "keras_version", "layersModel"}, "This says how a network of Keras is " +
		"built and lacks its weights. Convert the model with tf2onnx and open the .onnx file."},
	{[]string{"nodeid", "split_condition"},
		"This is a dump of XGBoost for people to read. Call save_model(\"model.json\") and open that file."},
	{[]string{"message", "error", "errors", "detail"}, "This is not the model but the answer of a server that did " +
		"not find or give it. Download the file again."},
	{[]string{"cells", "nbformat"}, "This is a notebook of Jupyter, not a model." + fromKept},
	{[]string{"flavors", "architectures", "model_type"},
		"This describes a model and is not the model itself. Open the model's own file." + fromKept},
	{[]string{"PFA", "action"}, "This is a model in PFA, which is not read." + fromKept},
}

// notAModel returns a sentence on what else a file is, or an empty text.
func notAModel(b []byte) string {
	look := b[:min(len(b), otherLooks)]
	tail := b[max(0, len(b)-otherLooks):] // archives list their files at the end
	switch text := bytes.TrimLeft(look, " \t\r\n"); {
	case len(b) == 0:
		return "The file is empty. Save or download the model again."
	case len(bytes.Trim(look, "\x00")) == 0 || len(text) == 0:
		return "The file has nothing but zeros or spaces. Save or download the model again."
	case bytes.HasPrefix(b, []byte("\x1f\x8b")):
		return packed(b)
	case len(b) > 8 && string(b[4:8]) == "TFL3":
		return "This is a model of TensorFlow Lite. Convert the model that it was made of with tf2onnx and open the " +
			".onnx file."
	case len(b) > 9 && b[8] == '{' && binary.LittleEndian.Uint64(b) < uint64(len(b)) &&
		bytes.Contains(look, []byte(`"dtype"`)):
		return "These are the weights of a network (safetensors) without what it computes. Export the network as " +
			"ONNX and open that."
	default:
		for _, k := range otherBytes {
			if k.fits(look, look, tail) {
				return k.says
			}
		}
		text = bytes.ToLower(text)
		for _, k := range otherTexts {
			if k.fits(text, text, nil) {
				return k.says
			}
		}
	}
	return ""
}

// isText reports whether a file starts like a text. A network does not, because its numbers are
// binary.
func isText(b []byte) bool {
	look := b[:min(len(b), otherLooks)]
	return len(look) > 0 && !bytes.ContainsFunc(look, func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\r' && c != '\n'
	})
}

func (k otherKind) fits(b, look, tail []byte) bool {
	return slices.ContainsFunc(k.begins, func(s string) bool { return bytes.HasPrefix(b, []byte(s)) }) &&
		(len(k.holds) == 0 || slices.ContainsFunc(k.holds, func(s string) bool {
			return bytes.Contains(look, []byte(s)) || bytes.Contains(tail, []byte(s))
		}))
}

// packed describes what a compressed file contains.
func packed(b []byte) string {
	const unpack = "This is a compressed file (gzip). Unpack it and open the model inside."
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return unpack
	}
	head := make([]byte, 4096)
	n, _ := io.ReadFull(z, head)
	if inside := notAModel(head[:n]); n > 0 && inside != "" && head[0] != 0x1f {
		return inside
	}
	return unpack
}

// notXGBoost describes a JSON document with these keys, if it is not a model.
func notXGBoost(keys []string) string {
	for _, k := range jsonKinds {
		if slices.ContainsFunc(k.keys, func(s string) bool { return slices.Contains(keys, s) }) {
			return k.says
		}
	}
	return "The file is a JSON document, but no model of XGBoost: it has no learner with an objective. Call " +
		"save_model(\"model.json\") and open that file."
}

// notObject describes a JSON document that is not an object.
func notObject(b []byte) string {
	if look := string(b[:min(len(b), otherLooks)]); strings.Contains(look, "nodeid") ||
		strings.Contains(look, "leaf=") {
		return "This is a dump of XGBoost for people to read. Call save_model(\"model.json\") and open that file."
	}
	return "The file is a list in JSON, and no model." + fromKept
}
