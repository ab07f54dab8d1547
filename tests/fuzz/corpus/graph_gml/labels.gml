graph [ directed 1 node [ id 1 label "a &amp; b" age 3 ] node [ id 2 label "c" ] edge [ source 1 target 2 weight 2.5 ] ]
