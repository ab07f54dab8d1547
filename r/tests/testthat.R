library(testthat)
library(lethe)

test_check("lethe")
