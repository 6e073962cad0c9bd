Creator "Causeway"
graph [
  directed 1
  causeway_scale 1
  node [
    id 0
    label "age"
    graphics [
      x 220
      y 0
    ]
  ]
  node [
    id 1
    label "education"
    role "exposure"
    graphics [
      x 0
      y 22
    ]
  ]
  node [
    id 2
    label "hours per week"
    mechanism "formula"
    formula "age / 2 + 3 * education"
    graphics [
      x 440
      y 22
    ]
  ]
  node [
    id 3
    label "capital gain of the last year"
    graphics [
      x 660
      y 22
    ]
  ]
  node [
    id 4
    label "sector"
    role "latent"
    graphics [
      x 0
      y 140
    ]
  ]
  node [
    id 5
    label "income"
    role "outcome"
    graphics [
      x 880
      y 70
    ]
  ]
  edge [
    source 1
    target 0
    sign "rises"
    strictly "true"
    note "studying takes time"
  ]
  edge [
    source 0
    target 2
  ]
  edge [
    source 1
    target 2
    sign "falls"
    soft "true"
  ]
  edge [
    source 2
    target 3
    sign "rises"
  ]
]
