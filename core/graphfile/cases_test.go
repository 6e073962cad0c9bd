package graphfile

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/sketch"
)

// graphCase contains a text in the form in which other programs write it, and the resulting
// drawing: causes as a>b, unobserved common causes as a<>b, and unobserved nodes as (a). says is
// a part of the notes, or empty if the file has no notes. If nothing is drawn, it is a part of
// the error message.
type graphCase struct{ name, text, drawn, says string }

const (
	leftOut  = "do not say which end is the cause are left out"
	bothWays = "Edges that go both ways, or do not say which end is the cause, are left out"
)

// gml returns a graph with three nodes and the given edges, each written as the content of its
// brackets.
func gml(edges ...string) string {
	text := `graph [ directed 1 node [ id 0 label "age" ] node [ id 1 label "pay" ] node [ id 2 label "job" ]`
	for _, e := range edges {
		text += "\n edge [ " + e + " ]"
	}
	return text + "\n]"
}

var edgeEnds = []graphCase{
	{"pyAgrum's essential graph", "digraph \"no_name\" {\n  age;\n  job;\n  loan;\n  pay;\n\n  age->loan;\n  " +
		"pay->loan;\n\n  edge [dir=none];\n  age->job;\n}\n", "age>loan pay>loan", leftOut + `: "age" – "job"`},
	{"causal-learn's CPDAG", "digraph \"\" {\nfontsize=18;\n0 [label=age];\n1 [label=job];\n2 [label=pay];\n3 " +
		"[label=loan];\n0 -> 1 [dir=both, arrowtail=none, arrowhead=none];\n1 -> 2 [dir=both, arrowtail=none, " +
		"arrowhead=normal];\n3 -> 2 [dir=both, arrowtail=normal, arrowhead=none];\n0 -> 3 [dir=both, " +
		"arrowtail=normal, arrowhead=normal];\n}",
		"1>2 2>3 0<>3", leftOut + `: "age" – "job"`},
	{"two heads", "digraph { age -> pay; job -> pay [dir=both]; }", "age>pay job<>pay",
		`read as an unobserved cause of both ends: "job" ↔ "pay"`},
	{"a default of heads at the start", "digraph G { edge [dir=back]; pay -> age; loan -> pay; }",
		"age>pay pay>loan", ""},
	{"Tetrad's PAG", "digraph g {\n \"age\" -> \"job\" [dir=both, arrowtail=odot, arrowhead=normal]; \n \"age\" -> " +
		"\"pay\" [dir=both, arrowtail=odot, arrowhead=odot]; \n \"job\" -> \"pay\" [arrowtail=none, " +
		"arrowhead=normal]; \n \"pay\" -> \"loan\" [dir=both, arrowtail=normal, arrowhead=normal]; \n}",
		"job>pay loan<>pay", leftOut + `: "age" – "job", "age" – "pay"`},
	{"Tetrad's undirected edge",
		"digraph g { a -> b [arrowtail=none, arrowhead=none]; b -> c [arrowtail=none, arrowhead=normal]; }", "b>c",
		leftOut},
	{"dir=forward", "digraph { a -> b [dir=forward] }", "a>b", ""},
	{"dir in quotes and capitals", `digraph { a -> b [dir="Back"] }`, "b>a", ""},
	{"dir=none for one", "digraph { a -> b [dir=none]; b -> c }", "b>c", leftOut},
	{"a head that is none", "digraph { a -> b [arrowhead=none]; b -> c }", "b>c", leftOut},
	{"back with a tail that is none", "digraph { a -> b [dir=back arrowtail=none]; b -> c }", "b>c", leftOut},
	{"two heads, of which one is none", "digraph { a -> b [dir=both arrowhead=none] }", "b>a", ""},
	{"other heads", "digraph { a -> b [arrowhead=vee]; b -> c [arrowhead=open]; c -> d [arrowhead=empty]; d -> e " +
		"[arrowhead=onormal]; e -> f [arrowhead=lnormal]; f -> g [arrowhead=tee]; g -> h [arrowhead=diamond] }",
		"a>b b>c c>d d>e e>f f>g g>h", ""},
	{"circles for heads", "digraph { a -> b [arrowhead=odot]; a -> c [arrowhead=dot]; a -> d }", "a>d",
		leftOut + `: "a" – "b", "a" – "c"`},
	{"a tail that Graphviz does not draw", "digraph { a -> b [arrowtail=normal] }", "a>b",
		"only with dir=both"},
	{"a default that is overruled", "digraph { edge [dir=none]; a -> b [dir=forward]; b -> c }", "a>b",
		leftOut + `: "b" – "c"`},
	{"a default that is changed back", "digraph { edge [dir=none]; a -> b; edge [dir=forward]; b -> c }", "b>c",
		leftOut + `: "a" – "b"`},
	{"a default of a head", "digraph { edge [arrowhead=none]; a -> b; b -> c [arrowhead=normal] }", "b>c",
		leftOut + `: "a" – "b"`},
	{"a default in a subgraph ends with it", "digraph { subgraph u { edge [dir=none]; a -> b; } b -> c }", "b>c",
		leftOut + `: "a" – "b"`},
	{"a default goes into subgraphs", "digraph { edge [dir=back]; subgraph u { b -> a; } c -> b }", "a>b b>c", ""},
	{"a default of an inner group", "digraph { { edge [dir=both]; a -> b } c -> b }", "c>b a<>b", "two heads"},
	{"a default of bidirected edges, as ananke draws",
		"digraph { A -> B [color=blue]; B -> C [dir=both color=red]; C -> D [dir=none color=brown] }", "A>B B<>C",
		"two heads"},
	{"a chain with ends", "digraph { c -> b -> a [dir=back] }", "a>b b>c", ""},
	{"groups with ends", "digraph { {c d} -> {a b} [dir=back] }", "a>c a>d b>c b>d", ""},
	{"an undirected graph with a direction", "graph { a -- b [dir=forward]; b -- c [dir=back]; c -- d }", "a>b c>b",
		leftOut + `: "c" – "d"`},
	{"an undirected graph with a default", "graph { edge [dir=forward]; a -- b; b -- c }", "a>b b>c", ""},
	{"an undirected graph", "graph {\n a -- b }", "",
		"line 2: the graph is not directed: no edge says which end is the cause"},
	{"a digraph all of whose edges are undirected", "digraph { edge [dir=none]; a -> b }", "",
		"the graph is not directed"},
	{"-- in a digraph", "digraph { a -- b; b -> c }", "b>c", leftOut},
	{"a strict graph merges", "strict digraph { a -> b; a -> b [dir=none]; b -> c }", "b>c", leftOut},
	{"a strict graph merges the other way", "strict digraph { a -> b [dir=none]; a -> b [dir=back]; }", "b>a", ""},
	// as Graphviz draws it
	{"an undirected strict graph merges either way", "strict graph { a -- b; b -- a [dir=forward] }", "a>b", ""},
	{"a default that is taken back", `digraph { edge [dir=none]; a -> b; edge [dir=""]; b -> c }`, "b>c", leftOut},
	{"a graph that is not strict has both", "digraph { a -> b; a -> b [dir=none] }", "a>b", leftOut},
	{"labels that are arrows", `digraph { a -> b [label="<->"]; b -> c [label="raises"]; c -> d [label="o->"] }`,
		"b>c a<>b", leftOut},
	{"igraph's names", "digraph {\n  0 [\n    name=age\n  ];\n  1 [\n    name=pay\n  ];\n 2; 0 -> 2; 0 -> 1 " +
		"[dir=none];\n}", "0>2", leftOut + `: "age" – "pay"`},
	{"bnlearn's write.dot of a CPDAG", "digraph {\n  \"a\" ;\n  \"b\" ;\n  \"c\" ;\n\n  edge [dir=none] \"a\" -> " +
		"\"b\" ;\n  edge [dir=forward] \"b\" -> \"c\" ;\n}", "b>c", leftOut},
	{"the same cause said twice", "digraph { a -> b; b -> a [dir=back] }", "a>b", ""},
	{"both arrows, as an essential graph has them", "digraph { a -> b; b -> a; b -> c }", "b>c",
		bothWays + `: "a" – "b"`},
	{"invisible edges", "digraph { a -> b [style=invis]; b -> c; c -> d [style=\"dashed,invis\"] }", "b>c",
		`only serve the layout and are left out: "a" → "b", "c" → "d"`},
	{"invisible by default", "digraph { { edge [style=invis]; a -> b } b -> c }", "b>c", "Invisible"},
	{"dashed edges are edges", "digraph { a -> b [style=dashed] }", "a>b", ""},
	{"a dashed line without ends", "digraph { a -> b [style=dashed, dir=none]; b -> c }", "b>c", leftOut},
	{"HTML is no direction", "digraph { a -> b [dir=<back>] }", "a>b", ""},
	{"a kind as networkx writes it", `digraph { a -> b [type="bidirected"]; b -> c [type="directed"]; c -> d ` +
		`[edge_type="undirected"]; d -> e [kind="o->"] }`, "b>c a<>b", leftOut},
	{"a note that is an arrow", `digraph { a -> b [note="<->"] }`, "a>b", ""},
	{"a kind that is none of an edge's", `digraph { a -> b [type="line", kind=causal2] }`, "a>b", ""},
	{"DAGitty's ends", "pag { a @-> b; b <-> c; c -> d; d @-@ e; e -- f; f <- g }", "c>d g>f b<>c",
		leftOut + `: "a" – "b", "d" – "e", "e" – "f"`},
	{"two heads of DAGitty", "dag { a <-> b; a -> b }", "a>b a<>b", ""},
	{"GML: the first and none", gml(`source 0 target 1 graphics [ arrow "first" ]`,
		`source 2 target 1 graphics [ arrow "none" ]`), "pay>age", leftOut + `: "job" – "pay"`},
	{"GML: the last", gml(`source 0 target 1 graphics [ arrow "last" width 2 ]`), "age>pay", ""},
	{"GML: both", gml(`source 0 target 1 graphics [ arrow "both" ]`, "source 2 target 1"), "job>pay age<>pay",
		"two heads"},
	{"GML: words in capitals", gml(`source 0 target 1 Graphics [ Arrow "FIRST" ]`), "pay>age", ""},
	{"GML: what networkx made of DOT", gml(`source 0 target 1 dir "both" arrowhead "normal" arrowtail "none"`,
		`source 2 target 1 dir "back"`), "age>pay pay>job", ""},
	{"GML: per edge", gml("source 0 target 1 directed 0", "source 2 target 1 directed 1"), "job>pay", leftOut},
	{"GML: an undirected graph with a directed edge",
		strings.Replace(gml("source 0 target 1", "source 2 target 1 directed 1"), "directed 1", "directed 0", 1),
		"job>pay", leftOut},
	{"GML: undirected", strings.Replace(gml("source 0 target 1"), "directed 1", "directed 0", 1), "",
		"the graph is not directed: no edge says which end is the cause, such as \"age\" – \"pay\"; a graph that " +
			"does says: directed 1"},
	{"GML: yEd's heads", "Creator \"yFiles\"\nVersion \"2.17\"\n" + gml(
		`source 0 target 1 graphics [ fill "#000000" targetArrow "standard" ]`,
		`source 2 target 1 graphics [ fill "#000000" sourceArrow "standard" ]`), "age>pay pay>job", ""},
	{"GML: yEd's lines without heads", "Creator \"yFiles\"\n" + gml(`source 0 target 1 graphics [ fill "#000000" ]`,
		`source 2 target 1 graphics [ targetArrow "delta" ]`,
		`source 0 target 2 graphics [ sourceArrow "circle" targetArrow "standard" ]`), "job>pay",
		leftOut + `: "age" – "pay", "age" – "job"`},
	{"GML: Cytoscape's numbers", gml("source 0 target 1 graphics [ source_arrow 0 target_arrow 3 ]",
		"source 2 target 1 graphics [ source_arrow 0 target_arrow 0 ]",
		"source 0 target 2 graphics [ source_arrow 3 target_arrow 0 ]"), "age>pay job>age", leftOut},
	{"GML: causaleffect's unobserved causes",
		gml("source 2 target 1", `source 0 target 1 description "U"`, `source 1 target 0 description "U"`),
		"job>pay age<>pay", "two heads"},
	{"igraph's modes of arrows", gml("source 0 target 1 arrowmode 2", "source 2 target 1 arrowmode 0",
		"source 0 target 2 arrowmode 1"), "age>pay job>age", leftOut + `: "job" – "pay"`},
	{"igraph's modes in DOT", `digraph { a -> b ["arrow.mode"=3]; b -> c ["arrow.mode"="-"]; c -> d ` +
		`["arrow.mode"=">"]; d -> e ["arrow.mode"=odd] }`, "c>d d>e a<>b", leftOut + `: "b" – "c"`},
	{"GML: an arrow under another name", gml(`source 0 target 1 edge_mark "o->"`, "source 2 target 1 bidirected 1"),
		"job<>pay", leftOut + `: "age" – "pay"`},
	{"yes and no for other lines than arrows",
		`digraph { a -> b [bidirected=true]; b -> c [undirected=1]; c -> d [undirected=false, bidirected=no] }`,
		"c>d a<>b", leftOut + `: "b" – "c"`},
	{"GML: both directions", gml("source 0 target 1", "source 1 target 0", "source 2 target 1"), "job>pay", bothWays},
}

var edgeColumns = []graphCase{
	{"Gephi", "Source,Target,Type,Id,Label,timeset,Weight\nage,pay,Undirected,0,,,1.0\njob,pay,Directed,1,,,1.0\n",
		"job>pay", leftOut + `: "age" – "pay"`},
	{"a node beside its parents", "node,parents\npay,\"age, job\"\nloan,pay\nage,\n", "age>pay job>pay pay>loan", ""},
	{"a node beside its parent", "id;parent\npay;age\nloan;pay\n", "age>pay pay>loan", ""},
	{"a node beside its children", "variable,children\nage,job|pay\nloan,\n", "age>job age>pay", ""},
	{"effects first", "response,predictor\npay,age\nloan,pay\n", "age>pay pay>loan", ""},
	{"effects first, in German", "Wirkung;Ursache\npay;age\n", "age>pay", ""},
	{"semopy's table", ",lval,op,rval,Estimate\n0,pay,~,age,0.5\n1,age,~~,job,0.1\n", "age>pay age<>job", "two heads"},
	{"columns in words that are not known", "Folge;Grund\npay;age\nloan;pay\njob;pay\n",
		"Folge>Grund job>pay loan>pay pay>age", `The first line is read as an edge from "Folge" to "Grund". If it ` +
			`names the columns, call them from and to.`},
	{"edges that share no node", "age,pay\njob,loan\na,b\n", "a>b age>pay job>loan", ""},
	{"edges of which the last share no node", "age,pay\npay,loan\na,b\n", "a>b age>pay pay>loan", ""},
	{"whole edges in a column", "edge,p\nage -> pay,0.01\n", "",
		`line 2: the field "age -> pay" contains a whole edge; write its ends in two columns`},
	{"Tetrad's ends in columns",
		"Node 1,Endpoint 1,Endpoint 2,Node 2\nage,TAIL,ARROW,pay\npay,ARROW,TAIL,job\nloan,CIRCLE,ARROW,pay\n",
		"age>pay job>pay", leftOut + `: "loan" – "pay"`},
	{"OpenMx's heads", "from,to,arrows\nage,pay,1\nage,job,2\n", "age>pay age<>job", "two heads"},
	{"relations in words", "source,relation,target\npay,caused by,age\npay,causes,loan\njob,correlates with,pay\n",
		"age>pay pay>loan", leftOut},
	{"lists of three in JSON", `{"nodes":["age","pay","job"],"edges":[["age","pay","-->"],["job","pay","---"],["pay",` +
		`"job",{"type":"<->"}]]}`, "age>pay job<>pay", leftOut},
	{"Graphviz's JSON", `{"name":"G","directed":true,"objects":[{"_gvid":0,"name":"age"},{"_gvid":1,"name":"pay"}],"e` +
		`dges":[{"_gvid":0,"tail":0,"head":1}]}`, "", "this is a Graphviz JSON graph"},
	{"effects first, in French", "effet;cause\npay;age\n", "age>pay", ""},
	{"tigramite's conflicts", "source,target,link\nage,pay,-->\njob,pay,x-x\nloan,pay,x->\n", "age>pay",
		leftOut + `: "job" – "pay", "loan" – "pay"`},
	{"vis.js with arrows as objects", `{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"edges":[{"from":"a","to":"b","arr` +
		`ows":{"from":{"enabled":true}}},{"from":"b","to":"c","arrows":{"to":{"enabled":false}}}]}`, "b>a",
		leftOut + `: "b" – "c"`},
	{"Gephi, mutual", "Source;Target;Type;Id\nage;pay;Mutual;0\njob;pay;directed;1\n", "job>pay", leftOut},
	{"Gephi, all undirected", "Source,Target,Type\nage,pay,Undirected\n", "", "line 2: the graph is not directed"},
	{"Bayesys", "ID,Variable 1,Dependency,Variable 2\n1,age,->,pay\n2,job,--,pay\n", "age>pay", leftOut},
	{"bnlearn's arcs", "\"\",\"from\",\"to\"\n\"1\",\"age\",\"pay\"\n\"2\",\"pay\",\"loan\"\n", "age>pay pay>loan", ""},
	{"bnlearn's arcs of a CPDAG", "from,to\nage,pay\npay,age\njob,pay\n", "job>pay", bothWays + `: "age" – "pay"`},
	{"bnlearn's strengths", "from,to,strength,direction\nage,pay,0.9,0.5\npay,age,0.9,0.5\n", "",
		"but not which edges exist; save arcs(averaged.network(x)) instead"},
	{"bnlearn's strengths alone", "from,to,strength\nage,pay,-12.5\n", "age>pay", ""},
	{"pandas' index", ",source,target,weight\n0,age,pay,1\n1,pay,loan,0.5\n", "age>pay pay>loan", ""},
	{"pandas' unnamed index", "Unnamed: 0,source,target\n0,age,pay\n", "age>pay", ""},
	{"dagitty's edges()", "v,w,e,x,y\nage,pay,->,NA,NA\njob,pay,<->,NA,NA\njob,loan,--,NA,NA\n", "age>pay job<>pay",
		leftOut},
	{"ggdag's table", "name,x,y,direction,to,xend,yend\nage,0,0,->,pay,1,1\njob,0,0,<->,pay,1,1\npay,1,1,,,,\n",
		"age>pay job<>pay", "two heads"},
	{"Tetrad's marks", "Node1,Edge,Node2\nage,-->,pay\njob,o->,pay\njob,o-o,age\nloan,<--,pay\nage,---,loan\njob,<->," +
		"loan\n", "age>pay pay>loan job<>loan", leftOut + `: "job" – "pay", "job" – "age", "age" – "loan"`},
	{"marks in arrows of Unicode", "from,mark,to\na,→,b\nb,↔,c\nd,←,e\ne,—,f\n", "a>b e>d b<>c", leftOut},
	{"a column of marks under another name", "from,to,how\na,b,->\nb,c,<-\nc,d,--\n", "a>b c>b", leftOut},
	{"marks without names of columns", "a,->,b\nc,<-,b\nc,<->,d\nd,--,e\n", "a>b b>c c<>d", leftOut},
	{"marks behind the names", "a,b,->\nb,c,---\n", "a>b", leftOut},
	{"words behind the names", "a,b,Directed\nb,c,Undirected\n", "a>b", leftOut},
	{"a column directed", "source,target,directed\na,b,true\nb,c,false\nc,d,1\nd,e,0\n", "a>b c>d",
		leftOut + `: "b" – "c", "d" – "e"`},
	{"a column is_directed", "source,target,is_directed\na,b,TRUE\nb,c,FALSE\n", "a>b", leftOut},
	{"a column direction", "from,to,direction\na,b,forward\nb,c,backward\nc,d,both\nd,e,undirected\n", "a>b c>b c<>d",
		leftOut},
	{"a kind of edge", "cause,effect,kind\na,b,directed\nb,c,bidirected\nc,d,bi-directed\n", "a>b b<>c c<>d",
		"two heads"},
	{"a kind that is not known", "source,target,interaction\na,b,pp\n", "a>b", `The column "interaction" has ` +
		`unknown values, such as "pp"; their edges are read as going from "a" to "b"`},
	{"lavaan's table", "lhs,op,rhs,user\npay,~,age,1\npay,~~,job,1\npay,~~,pay,0\nF,=~,pay,1\n",
		"F>pay age>pay job<>pay", "two heads"},
	{"a sign", "source,target,sign\na,b,+\nb,c,-\nc,d,positive\nd,e,-1\n", "a>b b>c c>d d>e", ""},
	{"a sign that is not known", "source,target,sign\na,b,maybe\n", "a>b", `The sign "maybe" is unknown`},
	{"labels that are arrows", "source,target,label,weight\na,b,--,1\nb,c,->,2\n", "b>c", leftOut},
	{"labels that say nothing", "source,target,label,weight\na,b,--,1\nb,c,--,2\n", "a>b b>c", ""},
	{"labels that are words", "source,target,label\na,b,raises\nb,c,undirected\n", "a>b", leftOut},
	{"DiagrammeR's columns", "id,from,to,rel,dir,arrowhead\n1,a,b,x,forward,normal\n2,b,c,x,back,normal\n3,c,d,x,none" +
		",normal\n4,d,e,x,both,normal\n5,e,f,x,,none\n", "a>b c>b d<>e", leftOut},
	{"nodes with letters", "Node A,Node B,Edge Type\na,b,directed\nb,c,undirected\n", "a>b", leftOut},
	{"parents and children", "Parent,Child\nage,pay\n", "age>pay", ""},
	{"source and target nodes", "Source Node,Target Node\nage,pay\n", "age>pay", ""},
	{"the child first", "child;parent\npay;age\n", "age>pay", ""},
	{"the separator in a line", "sep=;\nfrom;to;type\nage;pay;undirected\njob;pay;directed\n", "job>pay", leftOut},
	{"blanks behind commas", "from, to, type\nage, pay, Directed\njob, pay, Undirected\n", "age>pay", leftOut},
	{"Neo4j", ":START_ID,:END_ID,:TYPE\nage,pay,CAUSES\n", "age>pay", ""},
	{"tabs and quotes", "\"from\"\t\"to\"\t\"type\"\n\"age\"\t\"pay\"\t\"<->\"\n", "age<>pay", "two heads"},
	{"three words without names", "age\tpp\tpay\njob\tpp\tpay\n", "", `line 1: the third column ` +
		`contains "pay", which is not a sign; name the columns in the first line`},
	{"a column that counts edges", "edge,from,to\n1,a,b\n2,b,c\n", "a>b b>c", ""},
	{"a kind before the names", "interaction,from,to\npp,a,b\n", "a>b",
		`such as "pp"; their edges are read as going from "a" to "b"`},
	{"directions as numbers", "from,to,direction\na,b,1\nb,c,0\n", "a>b b>c",
		`The column "direction" has unknown values`},
	{"nodes that are called like columns", "node1,node2\nnode2,node3\n", "node1>node2 node2>node3", ""},
	{"a node that is called source", "source,target\npay,source\n", "pay>source", ""},
	{"nodes that are called from and note", "from,to,sign,strictly,soft,note\nfrom,note,+,,,\n", "from>note", ""},
	{"the header again", "from,to,type\na,b,->\nfrom,to,type\nb,c,--\n", "a>b", leftOut},
	{"a weight without a name", "age,pay,0.5\npay,loan,-1\n", "age>pay pay>loan", ""},
	{"a sign without a name", "age,pay,+\npay,loan,-\n", "age>pay pay>loan", ""},
	{"comments", "# edges of Tuesday\n#\nfrom,to,type\nage,pay,->\n", "age>pay", ""},
	{"R: dagify", `dagify(loan ~ pay + job, pay ~ age, exposure = "pay", outcome = "loan")`, "",
		"this is R code, which Causeway cannot read; print the graph in R and paste the text that begins with dag {"},
	{"R: dagify with a name and lines", "library(ggdag)\ng <- dagify(\n  loan ~ pay,\n  pay ~ age\n)\n", "",
		"this is R code"},
	{"R: formulas", "loan ~ pay + job\npay ~ age\n", "", "this is a list of formulas of R or lavaan"},
	{"lavaan's model", "# regressions\npay ~ age + 0.5*job\nloan ~~ pay\nF =~ a + b\n", "", "formulas"},
	{"lavaan's model in R", "model <- '\n pay ~ age\n'\nfit <- sem(model, data = d)", "", "formulas"},
	{"R: bnlearn", "dag <- model2network(\"[age][pay|age]\")\n", "", "R code"},
	{"R: a vector of arcs", "m = c(\"age\", \"pay\", \"pay\", \"loan\")", "", "R code"},
	{"bnlearn's model string", "[age][job][pay|age:job]", "", "a model string of bnlearn"},
}

var gmlForms = []graphCase{
	{"capitals", `Graph [ Directed 1 Node [ Id 0 Label "a" ] Node [ Id 1 Label "b" ] Edge [ Source 0 Target 1 ] ]`,
		"a>b", ""},
	{"all capitals", "GRAPH [\nDIRECTED 1\nNODE [ ID 0 LABEL \"a\" ]\nNODE [ ID 1 LABEL \"b\" ]\nEDGE [ SOURCE 0 " +
		"TARGET 1 ]\n]", "a>b", ""},
	{"small and large keys of one node", `graph [ directed 1 node [ ID "x" id 0 label "a" Label "other" ] node [ id ` +
		`1 label "b" ] edge [ source 0 target 1 ] ]`, "a>b", ""},
	{"entities", "graph [\n  directed 1\n  node [ id 0 label \"Caf&eacute;\" ]\n  node [ id 1 label \"a&#34;b\" ]\n  " +
		"node [ id 2 label \"R&D\" ]\n  edge [ source 0 target 1 ]\n edge [ source 2 target 1 ]\n]",
		`Café>a"b R&D>a"b`, ""},
	{"more entities", `graph [ directed 1 node [ id 0 label "&Uuml;ber &#233;t&#xE9;" ] node [ id 1 label ` +
		`"&alpha;&amp;&beta; &lt;1 &euro;" ] edge [ source 0 target 1 ] ]`, "Über été>α&β <1 €", ""},
	{"what is no entity", `graph [ directed 1 node [ id 0 label "R&D; &foo; &" ] node [ id 1 label "&amp;eacute;" ] ` +
		`edge [ source 0 target 1 ] ]`, "R&D; &foo; &>&eacute;", ""},
	{"comments", "# made by hand\nCreator \"x\"\ngraph [\n# nodes\n directed 1 # yes\n node [ id 0 label \"a\" ]\n " +
		"node [ id 1 label \"b\" ]\n edge [ source 0 target 1 ]\n]\n# end", "a>b", ""},
	{"a graph inside of a node", `graph [ directed 1 node [ id 0 label "a" graph [ node [ id 7 label "c" ] ] ] node ` +
		`[ id 1 label "b" ] edge [ source 0 target 1 ] ]`, "a>b", "Graphs inside of nodes are left out"},
	{"edges before nodes",
		`graph [ edge [ source 0 target 1 ] node [ id 0 label "a" ] node [ id 1 label "b" ] directed 1 ]`, "a>b", ""},
	{"directed in words", `graph [ directed true node [ id 0 label "a" ] node [ id 1 label "b" ] edge [ source 0 ` +
		`target 1 ] ]`, "a>b", ""},
	{"names for labels, as igraph writes", "Creator \"igraph version 1.0\"\nVersion 1\ngraph\n[\n directed 1\n " +
		"node\n [\n id 0\n name \"a\"\n ]\n node\n [\n id 1\n name \"b\"\n ]\n edge\n [\n source 1\n target 0\n ]\n]",
		"b>a", ""},
	{"without names", "graph [ directed 1 node [ id 3 ] node [ id 5 ] edge [ source 3 target 5 ] ]", "3>5", ""},
	{"networkx of many edges", "graph [ directed 1 multigraph 1 node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] " +
		"edge [ source 0 target 1 key 0 ] edge [ source 0 target 1 key 1 ] ]", "a>b", ""},
	{"DoWhy's text without blanks",
		`graph[directed 1node[ id "age" label "age"]node[ id "pay" label "pay"]edge[source "age" target "pay"]]`,
		"age>pay", ""},
	{"DoWhy's numbers without blanks",
		`graph[directed 1node[ id 0 label "age"]node[ id 1 label "pay"]edge[source 0 target 1]]`, "age>pay", ""},
	{"negative ids", `graph [ directed 1 node [ id -1 label "a" ] node [ id -2 label "b" ] edge [ source -2 target ` +
		`-1 ] ]`, "b>a", ""},
	{"a label of several lines",
		"graph [ directed 1 node [ id 0 label \"a\nb\" ] node [ id 1 label \"c\" ] edge [ source 0 target 1 ] ]",
		"a\nb>c", ""},
	{"yEd's node", "Creator\t\"yFiles\"\nVersion\t\"2.17\"\ngraph\n[\n\thierarchic\t1\n\tlabel\t\"\"\n\tdirected\t1\n" +
		"\tnode\n\t[\n\t\tid\t0\n\t\tlabel\t\"age\"\n\t\tgraphics\n\t\t[\n\t\t\tx\t10.0\n\t\t\ty\t20.0\n\t\t]\n\t\tLa" +
		"belGraphics\n\t\t[\n\t\t\ttext\t\"age\"\n\t\t]\n\t]\n\tnode\n\t[\n\t\tid\t1\n\t\tlabel\t\"pay\"\n\t]\n\tedge" +
		"\n\t[\n\t\tsource\t0\n\t\ttarget\t1\n\t\tgraphics\n\t\t[\n\t\t\tfill\t\"#000000\"\n\t\t\ttargetArrow\t\"stan" +
		"dard\"\n\t\t]\n\t]\n]\n", "age>pay", ""},
	{"two graphs", "graph [ directed 1 node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] edge [ source 0 target 1 " +
		"] ] graph [ ]", "a>b", "Only the first graph"},
	{"without a direction", `graph [ node [ id 0 label "a" ] node [ id 1 label "b" ] edge [ source 0 target 1 ] ]`, "",
		"a graph that does says: directed 1"},
}

var unobservedMarks = []graphCase{
	{"DoWhy", `digraph { U [label="Unobserved Confounders", observed="no"]; U->v0; U->y; v0->y; }`,
		"U>v0 U>y v0>y (U)", ""},
	{"DoWhy: the others are observed", `digraph { U [observed="no"]; v0 [observed="yes"]; U->v0 }`, "U>v0 (U)", ""},
	{"DoWhy in GML", `graph [ directed 1 node [ id "U" label "U" observed "no" ] node [ id "y" label "y" observed ` +
		`"yes" ] edge [ source "U" target "y" ] ]`, "U>y (U)", ""},
	{"a mark alone", "digraph { U[unobserved]; U -> y }", "U>y (U)", ""},
	{"latent alone", "digraph { U [latent]; U -> y }", "U>y (U)", ""},
	{"hidden alone", "digraph { U [hidden]; U -> y }", "U>y (U)", ""},
	{"latent=true", "digraph { U [latent=true]; y [latent=false]; U -> y }", "U>y (U)", ""},
	{"latent=1", "digraph { U [latent=1]; y [latent=0]; U -> y }", "U>y (U)", ""},
	{"latent in DAGitty", "dag { U [latent]; V [latent=\"true\"]; W [latent=1]; X [u]; U -> y; V -> y; W -> y; X -> " +
		"y }", "U>y V>y W>y X>y (U) (V) (W) (X)", ""},
	{"observed=false", "digraph { U [observed=false]; U -> y }", "U>y (U)", ""},
	{"observed=0", "digraph { U [observed=0]; U -> y }", "U>y (U)", ""},
	{"unobserved=yes", `digraph { U [unobserved="yes"]; U -> y }`, "U>y (U)", ""},
	{"a type", `digraph { U [type=latent]; V [kind="unobserved"]; y [type=observed]; U -> y; V -> y }`,
		"U>y V>y (U) (V)", ""},
	{"a role", "digraph { U [role=latent]; V [role=unobserved]; U -> y; V -> y }", "U>y V>y (U) (V)", ""},
	{"DoWhy's label", `digraph { U[label="Unobserved Confounders"]; U->v0; U->y; v0->y }`, "U>v0 U>y v0>y (U)", ""},
	{"DoWhy's name", `graph[directed 1node[ id "Unobserved Confounders" label "Unobserved Confounders"]node[ id "y" ` +
		`label "y"]edge[source "Unobserved Confounders" target "y"]]`,
		"Unobserved Confounders>y (Unobserved Confounders)", ""},
	{"capitals", `digraph { U [Observed="No"]; V [LATENT=TRUE]; U -> y; V -> y }`, "U>y V>y (U) (V)", ""},
	{"a default of a subgraph", "digraph { subgraph latents { node [observed=no]; U; V } U -> y; V -> y }",
		"U>y V>y (U) (V)", ""},
	{"a default that is overruled", `digraph { node [latent=true]; U; x [latent=false]; U -> x }`, "U>x (U)", ""},
	{"a default that ends", "digraph { { node [latent]; U } U -> y }", "U>y (U)", ""},
	{"a default of the graph", "digraph { node [observed=\"yes\"]; U [observed=\"no\"]; U -> y }", "U>y (U)", ""},
	{"GML: latent", `graph [ directed 1 node [ id 0 label "U" latent 1 ] node [ id 1 label "y" latent 0 ] edge [ ` +
		`source 0 target 1 ] ]`, "U>y (U)", ""},
	{"GML: a type in capitals", `graph [ directed 1 node [ id 0 label "U" Type "Latent" ] node [ id 1 label "y" ] ` +
		`edge [ source 0 target 1 ] ]`, "U>y (U)", ""},
	{"dashed is no mark", "digraph { U [style=dashed]; U -> y }", "U>y", ""},
	{"pgmpy's DAGitty", "dag{'carry matches' [latent] cancer [outcome] smoking -> 'carry matches' [beta=0.2] smoking " +
		"-> cancer [beta=0.5] 'carry matches' -> cancer }",
		"carry matches>cancer smoking>cancer smoking>carry matches (carry matches)", ""},
	{"Tetrad's parentheses", "Graph Nodes:\nage;(U);pay\n\nGraph Edges:\n1. U --> age\n2. U --> pay\n",
		"U>age U>pay (U)", ""},
	{"JSON", `{"directed":true,"nodes":[{"id":"U","observed":"no"},{"id":"y"}],"links":[{"source":"U","target":"y"}]}`,
		"U>y (U)", ""},
	{"JSON: true and false", `{"directed":true,"nodes":[{"id":"U","latent":true},{"id":"y","latent":false}],"links":[` +
		`{"source":"U","target":"y"}]}`, "U>y (U)", ""},
}

var otherTexts = []graphCase{
	{"an adjacency matrix", ",age,job,pay,loan\nage,0,1,0,0\njob,0,0,1,0\npay,0,0,0,1\nloan,0,0,0,0\n", "",
		"this is a matrix of numbers, which Causeway cannot read; programs disagree on whether rows or " +
			"columns are the causes, so save a list of edges"},
	{"a matrix with a column of numbers", ",age,job\n0,0,1\n1,0,0\n", "", "matrix"},
	{"a matrix without names", "0,1,0\n0,0,1\n0,0,0\n", "", "matrix"},
	{"a matrix with a header", "age,job,pay\n0,1,0\n0,0,1\n0,0,0\n", "", "matrix"},
	{"causal-learn's matrix", "0 -1 1\n1 0 -1\n-1 1 0\n", "", "matrix"},
	{"NumPy's text", strings.Repeat("0.000000000000000000e+00 1.000000000000000000e+00 -1.5e-01\n", 3), "", "matrix"},
	{"R's print of a matrix", "    age job pay\nage   0   1   0\njob   0   0   1\npay   0   0   0\n", "", "matrix"},
	{"R's matrix in a file", "\"\";\"age\";\"job\"\n\"age\";FALSE;TRUE\n\"job\";FALSE;FALSE\n", "", "matrix"},
	{"a matrix with blanks", ",a,b,c\na,0,1,\nb,,0,1\nc,,,\n", "", "matrix"},
	{"Matrix Market", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1\n", "", "matrix"},
	{"weights of NOTEARS", "\tage\tjob\tpay\nage\t0\t1.37\t0\njob\t0\t0\t-0.4\npay\t0\t0\t0\n", "", "matrix"},
	{"a matrix with numbered names", ",0,1,2\n0,0,1,0\n1,0,0,1\n2,0,0,0\n", "", "matrix"},
	{"a matrix in Python", "[[0, 1], [0, 0]]", "", "Python"},
	{"NumPy's array", "array([[0, 1],\n       [0, 0]])", "", "Python"},
	{"causal-learn", "Graph Nodes:\nX1;X2;X3\n\nGraph Edges:\n1. X1 --> X2\n2. X3 --> X2\n", "X1>X2 X3>X2", ""},
	{"Tetrad's PAG", "Graph Nodes:\nX1;X2;X3;X4\n\nGraph Edges:\n1. X1 o-> X2\n2. X3 <-> X2\n3. X3 --> X4 dd nl\n4. " +
		"X1 --- X4\n5. X2 o-o X4\n6. X1 <-- X3\n\nGraph Attributes:\nBIC: -12.3\n\nGraph Node Attributes:\nBIC: [X1: " +
		"-3;X2: -4]\n", "X3>X1 X3>X4 X2<>X3", leftOut + `: "X1" – "X2", "X1" – "X4", "X2" – "X4"`},
	{"Tetrad's probabilities", "Graph Nodes:\nage,hours per week\n\nGraph Edges:\n1. age --> hours per week [age --> " +
		"hours per week]:0.9;[no edge]:0.1;\n", "age>hours per week", ""},
	{"Tetrad's text with Windows' lines", "Graph Nodes:\r\nX1;X2\r\n\r\nGraph Edges:\r\n1. X1 --> X2\r\n", "X1>X2", ""},
	{"Tetrad's edges alone", "1. age --> pay\n2. job --> pay\n", "age>pay job>pay", ""},
	{"long arrows", "age --> pay\njob o-> pay\npay --> loan\n", "age>pay pay>loan", leftOut},
	{"long arrows in one line", "X1 --> X2, X2 --> X3; X4 <-> X3;", "X1>X2 X2>X3 X3<>X4", "two heads"},
	{"arrows of Unicode", "age → pay\npay → loan", "age>pay pay>loan", ""},
	{"Tetrad without edges that have a direction", "Graph Nodes:\nX1;X2\n\nGraph Edges:\n1. X1 --- X2\n", "",
		"line 5: the graph is not directed"},
	{"Tetrad with a line that is none", "Graph Nodes:\nX1;X2\n\nGraph Edges:\n1. X1 X2\n", "",
		`line 5: "1. X1 X2" contains no edge; write one as age --> job`},
	{"R: a call", "dagitty(\"dag {\n age -> pay\n pay -> loan\n}\")", "age>pay pay>loan", ""},
	{"R: an assignment", "library(dagitty)\ng <- dagitty('dag { age -> pay; \"a b\" -> pay }')\nplot(g)",
		"a b>pay age>pay", ""},
	{"R: a namespace", "dag = dagitty::dagitty( \"dag{ age -> pay }\" )", "age>pay", ""},
	{"R: escapes", `dagitty("dag {\n\"a b\" -> pay\n}\n")`, "a b>pay", ""},
	{"R: what it prints", `[1] "dag {\nage -> pay\npay [outcome]\n}\n"`, "age>pay", ""},
	{"R: a raw string", `g <- dagitty(r"(dag { "a b" -> pay })")`, "a b>pay", ""},
	{"R: without dag", `dagitty("age -> pay -> loan")`, "age>pay pay>loan", ""},
	{"R: structure", `structure("dag {\nage -> pay\n}\n", class = "dagitty")`, "age>pay", ""},
	{"Python: DoWhy", "model = CausalModel(data=df, treatment='v0', outcome='y',\n    graph=\"\"\"digraph { U " +
		"[observed=\"no\"]; U -> v0; v0 -> y }\"\"\")", "U>v0 v0>y (U)", ""},
	{"Python: pgmpy", "DAG.from_dagitty('dag{ age -> pay }')", "age>pay", ""},
	{"Python: GML", "gml = 'graph [ directed 1 node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] edge [ source 0 " +
		"target 1 ] ]'", "a>b", ""},
	{"JavaScript", "const g = `digraph { a -> b }`;", "a>b", ""},
	{"a fence", "```dot\ndigraph {\n a -> b\n}\n```\n", "a>b", ""},
	{"a mistake in a call keeps its line", "g <- dagitty('dag {\n a ->\n}')", "",
		`line 3: expected a name or a value, but found "}"`},
	{"Python: pairs", "[('age', 'pay'), ('pay', 'loan')]", "", "this is Python code or data"},
	{"Python: pgmpy's network", "from pgmpy.models import BayesianNetwork\nm = BayesianNetwork([('age','pay')])", "",
		"Python"},
	{"Python: networkx", "import networkx as nx\nG = nx.DiGraph()\nG.add_edge('a', 'b')", "", "Python"},
	{"Mermaid", "graph TD\n  age --> pay\n  job --> pay\n", "",
		"this is a Mermaid diagram, which Causeway cannot read; write each edge as a line such as age -> pay"},
	{"Mermaid: flowchart", "flowchart LR\n A[Age] -->|raises| B{Pay}\n", "", "Mermaid"},
	{"Mermaid: with braces", "graph TD;\n A{Age}-->B;\n", "", "Mermaid"},
	{"Mermaid: settings", "%%{init: {'theme': 'dark'}}%%\ngraph LR\n a --> b\n", "", "Mermaid"},
	{"Mermaid: a fence", "```mermaid\ngraph LR\n a --> b\n```", "", "Mermaid"},
	{"Mermaid: a title", "---\ntitle: x\n---\nflowchart TD\n a --> b\n", "", "Mermaid"},
	{"Mermaid: without a direction", "graph\n a --> b\n", "", "Mermaid"},
	{"Mermaid: states", "stateDiagram-v2\n a --> b\n", "", "Mermaid"},
	{"a DOT graph called LR", "graph LR {\n a -- b [dir=forward] }", "a>b", ""},
	{"Cytoscape.js", `{"elements":{"nodes":[{"data":{"id":"age"}},{"data":{"id":"pay"}}],"edges":[{"data":{"id":"e1",` +
		`"source":"age","target":"pay"}}]}}`, "age>pay", "does not say whether its edges are directed"},
	{"Cytoscape without edges", `{"elements":{"nodes":[{"data":{"id":"age"}}],"edges":[]}}`, "", "has no edge"},
	{"networkx: cytoscape_data", `{"data": [], "directed": true, "multigraph": false, "elements": {"nodes": ` +
		`[{"data": {"id": "age", "value": "age", "name": "age"}}, {"data": {"id": "pay", "value": "pay", "name": ` +
		`"pay"}}], "edges": [{"data": {"source": "age", "target": "pay"}}]}}`, "age>pay", ""},
	{"Cytoscape.js: one list",
		`[{"data":{"id":"a"}},{"data":{"id":"b"}},{"data":{"id":"ab","source":"a","target":"b"}}]`, "a>b",
		"does not say"},
	{"networkx: node_link_data", `{"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "age"}, ` +
		`{"id": "pay"}], "links": [{"source": "age", "target": "pay", "weight": 0.5}]}`, "age>pay", ""},
	{"networkx: node_link_data, edges", `{"directed": true, "multigraph": false, "graph": {"name": "x"}, "nodes": ` +
		`[{"id": "age"}, {"id": "pay"}], "edges": [{"source": "age", "target": "pay", "sign": "+"}]}`, "age>pay", ""},
	{"networkx: undirected", `{"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": "a"}, {"id": ` +
		`"b"}], "links": [{"source": "a", "target": "b"}]}`, "", `the graph is not directed: no edge says which end ` +
		`is the cause, such as "a" – "b"; a file that says "directed": true does`},
	{"networkx: adjacency_data", `{"directed": true, "multigraph": false, "graph": [], "nodes": [{"id": "a"}], ` +
		`"adjacency": [[{"id": "b"}]]}`, "", "networkx adjacency data"},
	{"D3 by numbers", `{"nodes":[{"name":"age","group":1},{"name":"pay","group":1}],"links":[{"source":0,"target":1,"` +
		`value":1}]}`, "age>pay", "does not say"},
	{"D3 by ids", `{"nodes":[{"id":"age"},{"id":"pay"}],"links":[{"source":"pay","target":"age"}]}`, "pay>age",
		"does not say"},
	{"ids that are numbers", `{"directed":true,"nodes":[{"id":1,"label":"age"},{"id":0,"label":"pay"}],"links":[{"sou` +
		`rce":1,"target":0}]}`, "1>0", ""},
	{"vis.js", `{"nodes":[{"id":1,"label":"age"},{"id":2,"label":"pay"},{"id":3,"label":"job"}],"edges":[{"from":1,"t` +
		`o":2,"arrows":"to"},{"from":1,"to":3,"arrows":"from"},{"from":2,"to":3,"arrows":"to, from"}]}`, "1>2 3>1 2<>3",
		"two heads"},
	{"JSON Graph Format", `{"graph":{"directed":true,"nodes":{"a":{"label":"age"},"b":{"label":"pay"}},"edges":[{"sou` +
		`rce":"a","target":"b","relation":"causes"}]}}`, "a>b", ""},
	{"kinds in JSON", `{"directed":true,"nodes":["a","b","c"],"links":[{"source":"a","target":"b","type":"bidirected"` +
		`},{"source":"b","target":"c","type":"directed"},{"source":"a","target":"c","directed":false}]}`, "b>c a<>b",
		leftOut},
	{"pairs in JSON", `[["age","pay"],["pay","loan"]]`, "age>pay pay>loan", "does not say"},
	{"half a list in JSON", `[["a","b"],["b"`, "", "this is not valid JSON"},
	{"an edge to nowhere", `{"directed":true,"nodes":[{"id":"a"}],"links":[{"source":"a","target":"b"}]}`, "",
		`an edge names node "b", which is not in the file`},
	{"Tetrad's JSON", `{"nodes":[{"name":"a"}],"edgesSet":[{"node1":{"name":"a"},"endpoint1":"TAIL"}]}`, "",
		"a Tetrad JSON graph"},
	{"JSON of something else", `{"name":"x","values":[1,2]}`, "", "not a graph that Causeway can read"},
	{"a DAGitty group first", `{"a b" c} -> d`, "a b>d c>d", ""},
	{"GraphML", "<?xml version=\"1.0\"?>\n<!-- x --><graphml><graph edgedefault=\"directed\"/></graphml>", "",
		"this is GraphML, which Causeway cannot read; save GML or DOT instead"},
	{"GEXF", `<gexf version="1.3"><graph/></gexf>`, "", "GEXF of Gephi"},
	{"XMLBIF", "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n<!DOCTYPE BIF [ <!ELEMENT BIF ( NETWORK )*> ]>\n<BIF " +
		"VERSION=\"0.3\"><NETWORK/></BIF>", "", "a network in XMLBIF"},
	{"GeNIe", "<?xml version=\"1.0\"?>\n<smile version=\"1.0\" id=\"x\"></smile>", "", "GeNIe"},
	{"Tetrad's XML", "<graph><variables><variable>a</variable></variables><edges><edge>a --&gt; " +
		"b</edge></edges></graph>", "", "Tetrad in XML"},
	{"draw.io", `<mxfile host="x"><diagram/></mxfile>`, "", "draw.io"},
	{"a picture", `<svg xmlns="http://www.w3.org/2000/svg"></svg>`, "", "a picture"},
	{"a web page", "<!DOCTYPE html><html></html>", "", "a web page"},
	{"other XML", "<a><b/></a>", "", "this is XML"},
	{"Hugin", "net\n{\n node_size = (80 40);\n}\nnode age { states = (\"a\"); }\n", "", "a Hugin network"},
	{"Pajek", "*Vertices 2\n1 \"age\"\n2 \"pay\"\n*Arcs\n1 2 1\n", "", "a Pajek network"},
	{"PlantUML", "@startuml\nage --> pay\n@enduml", "", "PlantUML"},
	{"LaTeX", "\\begin{tikzpicture}\n\\node (a) {a};\n\\draw[->] (a) -- (b);\n\\end{tikzpicture}", "", "LaTeX"},
	{"pcalg's print", "Adjacency Matrix 'amat' (2 x 2) of type 'cpdag':\n  a b\na . 1\nb . .\n", "", "matrix"},
	{"a link", "http://dagitty.net/mfoo--bar", "", "a link and not the graph itself"},
	{"a workbook", "PK\x03\x04\x14\x00", "", "a workbook"},
	{"structural equations", "pay := f(age, U)\nloan := f(pay)\n", "", "a list of formulas"},
	{"a picture in bytes", "\x89PNG\r\n", "", "a picture"},
	{"UTF-16", "\xff\xfed\x00", "", "text in UTF-16, which Causeway cannot read; save it as UTF-8"},
	{"a name that could be code", `"import duty" -> "price(EUR)" -> "structure(a)"`,
		`import duty>price(EUR) price(EUR)>structure(a)`, ""},
	{"names that could be code", "import duty,price\npay(EUR),loan\n", "import duty>price pay(EUR)>loan", ""},
	{"arrows to the left", "pay <- age\nloan <- pay", "age>pay pay>loan", ""},
	{"Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n", "", "a pointer of Git LFS"},
}

var allGraphCases = [][]graphCase{edgeEnds, edgeColumns, gmlForms, unobservedMarks, otherTexts}

// summary writes the graph read from a file in the notation of the cases.
func (f *File) summary() string {
	var list []string
	if arrows := f.arrows(); arrows != "" {
		list = append(list, arrows)
	}
	var shared, latent []string
	for _, e := range f.Shared {
		ends := []string{f.Nodes[e.From].Name, f.Nodes[e.To].Name}
		slices.Sort(ends)
		shared = append(shared, strings.Join(ends, "<>"))
	}
	for _, n := range f.Nodes {
		if n.Role == sketch.Latent {
			latent = append(latent, "("+n.Name+")")
		}
	}
	slices.Sort(shared)
	slices.Sort(latent)
	return strings.Join(slices.Concat(list, shared, latent), " ")
}

func (c graphCase) hold(t *testing.T) {
	t.Helper()
	f, err := Read([]byte(c.text))
	switch {
	case err != nil && c.drawn == "" && c.says != "":
		if !strings.Contains(err.Error(), c.says) || len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: refused with %v, want %q", c.name, err, c.says)
		}
	case err != nil:
		t.Errorf("%s: %v", c.name, err)
	default:
		notes := strings.Join(f.Notes, " ")
		if f.summary() != c.drawn || (notes == "") != (c.says == "") || !strings.Contains(notes, c.says) {
			t.Errorf("%s: got %s, %q; want %s, %q", c.name, f.summary(), f.Notes, c.drawn, c.says)
		}
	}
}

// TestGraphsOfOtherPrograms checks that the direction and kind of an edge in a file are drawn or
// named in a note, or that the file is rejected with one sentence.
func TestGraphsOfOtherPrograms(t *testing.T) {
	for _, cases := range allGraphCases {
		for _, c := range cases {
			c.hold(t)
		}
	}
}

// TestSharedGraphCases checks the same for the files of the cases.
func TestSharedGraphCases(t *testing.T) {
	const folder = "../../../shared/cases/"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("not run: there is no ../shared/cases")
	}
	want := map[string]graphCase{
		"A-edge-ends/agrum-essential.dot":   {drawn: "age>loan pay>loan", says: leftOut + `: "age" – "job"`},
		"A-edge-ends/causallearn-cpdag.dot": {drawn: "1>2 2>3 0<>3", says: leftOut + `: "age" – "job"`},
		"A-edge-ends/dirback-default.dot":   {drawn: "age>pay pay>loan"},
		"A-edge-ends/dirboth.dot":           {drawn: "age>pay job<>pay", says: "two heads"},
		"A-edge-ends/dirnone-attr.gml":      {drawn: "pay>age", says: leftOut + `: "job" – "pay"`},
		"B-edge-columns/bayesys.csv":        {drawn: "age>pay", says: leftOut + `: "job" – "pay"`},
		"B-edge-columns/formula-dagify.R":   {says: "this is R code"},
		"B-edge-columns/gephi.csv":          {drawn: "job>pay", says: leftOut + `: "age" – "pay"`},
		"C-gml-forms/entities.gml":          {drawn: `Café>a"b R&D>a"b`},
		"C-gml-forms/upper.gml":             {drawn: "a>b"},
		"D-unobserved/dowhy-obs.dot":        {drawn: "U>v0 U>y v0>y (U)"},
		"E-graph-refusals/adj-csv.csv":      {says: "this is a matrix"},
		"E-graph-refusals/causallearn.txt":  {drawn: "X1>X2 X3>X2"},
		"E-graph-refusals/cytoscape.json":   {says: "the file has no edge"},
		"E-graph-refusals/mermaid.txt":      {says: "this is a Mermaid diagram"},
		"E-graph-refusals/pasted.txt":       {drawn: "age>pay pay>loan"},
		"E-graph-refusals/pgmpy-dagitty.txt": {drawn: "carry matches>cancer smoking>cancer smoking>carry matches " +
			"(carry matches)"},
	}
	paths, err := filepath.Glob(folder + "[A-E]-*/*")
	if err != nil || len(paths) != len(want) {
		t.Errorf("%d files, %v; want %d", len(paths), err, len(want))
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := want[strings.TrimPrefix(filepath.ToSlash(path), folder)]
		c.name, c.text = filepath.Base(path), string(content)
		c.hold(t)
	}
}

// TestEntities checks that each name represents the same character as in HTML.
func TestEntities(t *testing.T) {
	for _, row := range entities {
		for name := range strings.SplitSeq(row.names, " ") {
			if got, want := unescape("a&"+name+";b"), html.UnescapeString("a&"+name+";b"); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
}
