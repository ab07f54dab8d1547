people <- lethe_sample(rows = 120, seed = 1)
release <- lethe_protect(people, method = "mdav", set = list(k = 5), columns = c("age", "AGI"), seed = 42)

test_that("a release prints what was done and nothing private", {
    shown <- c(
        utils::capture.output(print(release)), utils::capture.output(print(summary(release))),
        utils::capture.output(utils::str(unclass(release)))
    )
    expect_match(shown, "Microaggregation", all = FALSE)
    log <- lethe_private_log(release)
    expect_identical(as.numeric(log$seed), 42)
    expect_false(any(grepl("private_log|\"seed\"|person_id *=|P0000", shown)))
    expect_identical(release$guarantees$smallest[1], 5L)
    expect_true(release$guarantees$holds[1])
})

test_that("a release goes on: as data, to files, to a page", {
    expect_identical(as.data.frame(release), release$data)
    expect_identical(dim(release), dim(release$data))
    expect_type(as.list(release), "list")
    path <- tempfile(fileext = ".csv")
    on.exit(unlink(paste0(path, c("", ".lethe.json", ".lethe.private.json"))))
    written <- lethe_write(release, path)
    expect_identical(as.integer(written$rows), 120L)
    expect_true(all(file.exists(paste0(path, c("", ".lethe.json", ".lethe.private.json")))))
    cat("mine\n", file = path)
    unlink(paste0(path, c(".lethe.json", ".lethe.private.json")))
    expect_error(lethe_write(release, path), class = "lethe_error")
    expect_identical(readLines(path), "mine")
    lethe_write(release, path, replace = TRUE)
    page <- lethe_report(release, lethe_inspect(people))
    expect_match(page, "^<!doctype html>", ignore.case = TRUE)
    where <- tempfile(fileext = ".html")
    lethe_report(release, path = where)
    expect_identical(as.character(file.mode(where)), "600")
    lethe_private_log(release, where, replace = TRUE)
    expect_identical(as.character(file.mode(where)), "600")
    unlink(where)
})

test_that("results have a figure, a table and everything", {
    found <- lethe_attack(people, release, c("distance-linkage", "uniqueness"), seed = 1)
    expect_s3_class(found, "lethe_result")
    table <- as.data.frame(found)
    expect_identical(table$name, c("distance-linkage", "uniqueness"))
    expect_type(table$value, "double")
    one <- lethe_attack(people, release, "distance-linkage", seed = 1)
    expect_identical(one$value, table$value[1])
    expect_identical(as.list(one)$kind, "assessment")
    expect_output(print(one), "linkage")
    expect_output(print(summary(found)), "uniqueness")
    methods <- as.data.frame(lethe_methods(family = "loss"))
    expect_true("sse" %in% methods$name)
})

test_that("what speaks of one person is not printed", {
    why <- lethe_explain(people, release, row = 1)
    shown <- c(utils::capture.output(print(why)), utils::capture.output(utils::str(unclass(why))))
    expect_false(any(grepl("P0000|candidate", shown)))
    expect_match(as.character(why), "[0-9]")
    expect_type(as.list(why), "list")
})

test_that("results are drawn", {
    path <- tempfile(fileext = ".pdf")
    grDevices::pdf(path)
    on.exit({
        grDevices::dev.off()
        unlink(path)
    })
    expect_silent(plot(lethe_attack(people, release, c("distance-linkage", "uniqueness"), seed = 1)))
    expect_silent(plot(lethe_measure(people, release, c("sse", "cell-loss"))))
    tried <- lethe_explore(people[1:40, ], columns = c("sex", "education"), grid = grid_file(), seed = 1)
    expect_silent(plot(tried))
    expect_error(plot(release), class = "lethe_usage_error")
    assessed <- lethe_protect(people[1:40, ], method = "rounding", set = list(base = 10), columns = "age",
        assess = TRUE, seed = 1)
    expect_silent(plot(assessed))
    expect_error(plot(lethe_methods("mdav")), class = "lethe_usage_error")
})

test_that("searches give policies that protect", {
    advice <- lethe_advise(people[1:60, ], k = 2, max_risk = 60, seed = 1)
    expect_s3_class(advice$policy, "lethe_policy")
    again <- lethe_protect(people[1:60, ], advice$policy, seed = 1)
    expect_identical(nrow(again$data), 60L)
    unmet <- expect_error(lethe_advise(people[1:20, ], k = 19, max_risk = 0.1, seed = 1), class = "lethe_unmet_error")
    expect_true(is.null(unmet$result) || inherits(unmet$result, "lethe_result"))
})

test_that("files compete, releases are compared", {
    grown <- lethe_evolve(people[1:30, ], columns = c("sex", "region"), generations = 2, seed = 1)
    expect_identical(grown$kind, "evolution")
    expect_identical(lethe_compare(people, release)$kind, "comparison")
    expect_identical(
        lethe_protect(people, method = "mdav", columns = "age", dry_run = TRUE)$details$steps[[1]]$method, "mdav"
    )
})

test_that("a certificate is written and verified", {
    masked <- lethe_noise(people, p = 20, columns = c("age", "AGI"), seed = 1)
    path <- tempfile(fileext = ".json")
    on.exit(unlink(path))
    lethe_attack(people, masked, "supervised-linkage", columns = c("age", "AGI"), certificate = path, seed = 1)
    expect_true(file.exists(path))
    expect_output(print(lethe_verify(path, people, masked)), "confirmed")
})
