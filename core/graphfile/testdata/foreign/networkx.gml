graph [
  directed 1
  name "&#233;t&#233;"
  node [
    id 0
    label "Age"
    graphics [
      x -10.5
      y 3.25
      w 30
      fill "#ffcc00"
    ]
  ]
  node [
    id 1
    label "Body mass"
    graphics [
      x 100
      y 40.0
    ]
    weight "12"
  ]
  node [
    id 2
    label "Exercise"
    note "says &#34;hello&#34; &#38; &#252;ber"
  ]
  node [
    id 3
    label "Heart attack"
  ]
  edge [
    source 0
    target 2
    weight 0.5
  ]
  edge [
    source 0
    target 1
  ]
  edge [
    source 1
    target 3
    tags "a"
    tags "b"
  ]
  edge [
    source 2
    target 1
    sign "falls"
  ]
]
