package classifier

import "testing"

func TestModelsAreToldByTheirFirstBytes(t *testing.T) {
	for text, want := range map[string]bool{
		"tree\nversion=v4\n": true, "\ufefftree\r\nversion=v4\r\n": true, "{\n  \"learner\": {\"attributes\"": true,
		`{"version":[3,1,0],"learner":{`:     true,
		"[\n  { \"nodeid\": 0, \"depth\": 0": true, `{"name":"tree","version":"v4"`: true,
		"booster[0]:\n0:[f0<0.5]": true, "{L\x00\x00": true,
		"{\n\"ctr_data\":null,": true,
		`{"features_info":{`:    true, `{"trees":[{"left"`: true, `{"trees":["oak"]}`: false,
		`[{"age":40}]`: false, `{"nodes":[]}`: false, "age,job\n1,2": false, "tree,height\n1,2": false,
		`{"name":"tree"}`: false,
	} {
		if beginsModel(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
