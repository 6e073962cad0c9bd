package onnx

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestCatBoostInAnyOrder checks that it makes no difference in which order the parts of a file
// come.
func TestCatBoostInAnyOrder(t *testing.T) {
	p := readPipelines(t)
	for _, name := range []string{"catboost-categories.json", "catboost-combined.json", "catboost-lossguide.json"} {
		parts := map[string]json.RawMessage{}
		if err := json.Unmarshal(read(t, "testdata/pipelines/"+name), &parts); err != nil {
			t.Fatal(err)
		}
		for _, order := range []string{"oblivious_trees trees ctr_data scale_and_bias features_info model_info",
			"features_info oblivious_trees trees ctr_data model_info scale_and_bias",
			"ctr_data features_info model_info oblivious_trees scale_and_bias trees"} {
			var b bytes.Buffer
			for _, key := range strings.Fields(order) {
				if v := parts[key]; v != nil {
					b.WriteString(`,"` + key + `":` + string(v))
				}
			}
			m, err := Read(append([]byte("{"), append(b.Bytes()[1:], '}')...), "")
			if err != nil {
				t.Errorf("%s, %s: %v", name, order, err)
				continue
			}
			if d := p.apart(t, name, m); !(d <= 1e-6) {
				t.Errorf("%s, %s: shares differ by %v", name, order, d)
			}
		}
	}
}

// TestCatBoostIsRefused checks the sentences about files that cannot be read.
func TestCatBoostIsRefused(t *testing.T) {
	b := string(read(t, "testdata/pipelines/catboost-categories.json"))
	for name, c := range map[string][3]string{
		"no names of categories": {`"cat_features_hash":[{"hash":`, `"cat_features_hash":[],"x":[{"hash":`, "as pool"},
		"texts as features":      {`"features_info":{`, `"features_info":{"text_features":[{}],`, "text_features"},
		"another loss":           {`"type":"Logloss"`, `"type":"MultiRMSE"`, "MultiRMSE"},
		"a leaf too many":        {`"leaf_values":[`, `"leaf_values":[0,`, "9 values for 8 leaves"},
		"an unknown split":       {`"split_type":"FloatFeature"`, `"split_type":"Text"`, `"Text"`},
		"a feature twice":        {`"features_info":{`, `"features_info":{},"features_info":{`, "twice"},
		"a scale of 0":           {`"scale_and_bias":[1.0`, `"scale_and_bias":[0`, "scale 0"},
	} {
		if !strings.Contains(b, c[0]) {
			t.Fatalf("%s: %s is not there", name, c[0])
		}
		_, err := Read([]byte(strings.Replace(b, c[0], c[1], 1)), "")
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkSentence(t, err.Error())
	}
}
