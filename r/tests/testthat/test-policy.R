test_that("policies are built, edited, written and read", {
    policy <- lethe_policy(columns = list(
        age = list(role = "quasi", kind = "numeric"), `home town` = list(role = "other")
    ))
    policy <- lethe_step(policy, "mdav", columns = "age", k = 4)
    policy <- lethe_column(policy, "home town", role = "identifier")
    expect_match(as.character(policy), "\"home town\" = { role = \"identifier\" }", fixed = TRUE)
    data <- data.frame(age = 21:40, town = "x")
    names(data)[2] <- "home town"
    release <- lethe_protect(data, policy, seed = 1)
    expect_identical(names(release$data), "age")
    expect_true(all(table(release$data$age) >= 4))
    path <- tempfile(fileext = ".toml")
    on.exit(unlink(path))
    writeLines(as.character(policy), path)
    for (same in list(path, lethe_policy(path), as.character(policy))) {
        expect_identical(lethe_protect(data, same, seed = 1)$data, release$data)
    }
})

test_that("a policy that was read keeps its comments, also when it is edited", {
    people <- lethe_sample(rows = 60, seed = 1)
    policy <- lethe_inspect(people)$policy
    expect_output(print(policy), "# ")
    more <- lethe_step(policy, "noise", columns = "AGI", p = 5)
    more <- lethe_column(more, "diagnosis", role = "other", kind = "nominal")
    expect_match(as.character(more), "# Quasi-identifiers", fixed = TRUE)
    steps <- lethe_protect(people, more, dry_run = TRUE)$details$steps
    expect_identical(vapply(steps, function(one) one$method, ""), c("mondrian", "noise"))
    expect_error(lethe_column(policy, "no such", role = "other"), "no such", class = "lethe_usage_error")
})

test_that("ordered factors are ordinal in a proposed policy, in their order", {
    people <- mixed_people(100)
    policy <- as.character(lethe_inspect(people)$policy)
    expect_match(policy, "school.*kind = \"ordinal\", order = \\[\"low\", \"mid\", \"high\"\\]")
    expect_identical(nrow(lethe_protect(people, policy, seed = 1)$data), 100L)
})

test_that("problems of a policy have their lines", {
    wrong <- expect_error(
        lethe_protect(data.frame(age = 1:9), "[columns]\nage = { role = \"quasy\" }\n\n[[step]]\nmethod = \"mdavv\"\n"),
        class = "lethe_usage_error"
    )
    expect_true(2L %in% wrong$problems$line)
    expect_error(lethe_policy("nowhere.toml"), class = "lethe_io_error")
    expect_error(lethe_policy(3), class = "lethe_usage_error")
    expect_error(lethe_policy(lethe_methods("mdav")), class = "lethe_usage_error")
})
