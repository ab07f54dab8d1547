# c
Creator "x"
graph
[
  node
  [
    id 10
    graphics [ x 1.5 y [ z -2e3 ] ]
    topic "a"
    topic "b"
  ]
  edge [ source 10 target 10 ]
]
