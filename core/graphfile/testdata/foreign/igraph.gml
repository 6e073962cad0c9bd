Creator "igraph"
Version 1
graph
[
  directed 1
  node
  [
    id 0
    name "Age"
    x 0.5
    y 0
  ]
  node
  [
    id 1
    name "Body mass"
    x 1
    y 1
  ]
  node
  [
    id 2
    name "Exercise"
    x 2
    y 0
  ]
  node
  [
    id 3
    name "Heart attack"
    x 3
    y 2
  ]
  edge
  [
    source 0
    target 2
    weight 1
  ]
  edge
  [
    source 0
    target 1
    weight 2
  ]
  edge
  [
    source 2
    target 1
    weight 3.5
  ]
  edge
  [
    source 1
    target 3
    weight 4
  ]
]
