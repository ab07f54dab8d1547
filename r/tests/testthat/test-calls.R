test_that("errors are conditions of one family, with all problems", {
    people <- lethe_sample(rows = 30, seed = 1)
    wrong <- expect_error(
        lethe_protect(people, method = "mdav", set = list(k = 1, scaling = "none at all"), columns = "age"),
        class = "lethe_usage_error"
    )
    expect_s3_class(wrong, c("lethe_usage_error", "lethe_error", "error", "condition"), exact = TRUE)
    expect_s3_class(wrong$problems, "data.frame")
    expect_gte(nrow(wrong$problems), 2)
    expect_match(conditionMessage(wrong), "k")
    unknown <- expect_error(lethe_protect(people, method = "mdaw"), class = "lethe_usage_error")
    expect_match(conditionMessage(unknown), "mdav")
    expect_error(lethe_protect(people, method = "mdav", columns = "wealth"), "wealth", class = "lethe_error")
    expect_error(lethe_protect(people, method = "mdav", no_such = 1), "no_such", class = "lethe_usage_error")
    expect_error(lethe_protect(people, "no/such/policy.toml"), class = "lethe_error")
    expect_error(lethe_protect("no/such/file.csv", method = "mdav"), class = "lethe_error")
    expect_error(lethe_attack(people, people[1:3, ], "distance-linkage"), class = "lethe_error")
})

test_that("no message holds a value of the data", {
    secret <- "Zaphod-Beeblebrox-42"
    people <- data.frame(name = c(secret, "b"), x = c(1, Inf))
    for (call in list(
        function() lethe_protect(people, method = "mdav"),
        function() lethe_protect(people["name"], method = "noise", columns = "name"),
        function() lethe_protect(people["name"], method = "rounding", set = list(base = 5), columns = "name")
    )) {
        wrong <- expect_error(call(), class = "lethe_error")
        expect_false(grepl(secret, paste(conditionMessage(wrong), wrong$problems$message), fixed = TRUE))
    }
})

test_that("seeds and threads are checked; the same seed is the same release for any threads", {
    people <- lethe_sample(rows = 100, seed = 1)
    masked <- function(...) lethe_noise(people, p = 10, columns = c("age", "AGI"), ...)
    expect_identical(masked(seed = 3, threads = 1), masked(seed = 3, threads = 2))
    expect_false(identical(masked(seed = 3), masked(seed = 4)))
    expect_false(identical(masked(), masked()))
    set.seed(1)
    first <- masked()
    set.seed(1)
    expect_false(identical(first, masked())) # who knows R's seed does not know ours
    for (bad in list(-1, 1.5, NA, "a", 1:2, 2^60)) {
        expect_error(masked(seed = bad), "seed", class = "lethe_usage_error")
    }
    expect_error(masked(threads = 0), "threads", class = "lethe_usage_error")
    expect_identical(masked(seed = 2^53), masked(seed = 2^53))
})

test_that("options of R become what the engine expects", {
    json <- function(...) lethe:::to_json(...)
    expect_identical(json("age", "list of text"), "[\"age\"]")
    expect_identical(json(c("a", "b"), "list of list of text"), "[[\"a\",\"b\"]]")
    expect_identical(json(list("a", c("b", "c")), "list of list of text"), "[[\"a\"],[\"b\",\"c\"]]")
    expect_identical(json(c(a = 1, b = 2), "table of number"), "{\"a\":1,\"b\":2}")
    expect_identical(json(list(), "table"), "{}")
    expect_identical(json(TRUE), "true")
    expect_identical(json(5), "5")
    expect_identical(json("a\"\\\n\u00e4"), "\"a\\\"\\\\\\u000a\u00e4\"")
    for (number in c(0.1, 1 / 3, 1e22, 123456789.123, 2^53)) {
        expect_identical(as.numeric(json(number)), number)
    }
    expect_error(json(NaN), class = "lethe_usage_error")
    expect_error(json(NA), class = "lethe_usage_error")
    expect_error(json(sum), class = "lethe_usage_error")
})

test_that("progress is told to a function, and its failure stops the call", {
    people <- lethe_sample(rows = 1500, seed = 1)
    told <- list()
    lethe_attack(people, people, "supervised-linkage", set = list(seconds = 2), columns = c("age", "AGI"),
        seed = 1, progress = function(task, done, total) told[[length(told) + 1]] <<- list(task, done, total)
    )
    expect_gt(length(told), 0)
    expect_type(told[[1]][[1]], "character")
    expect_type(told[[1]][[2]], "double")
    begun <- proc.time()[["elapsed"]]
    expect_error(
        lethe_attack(people, people, "supervised-linkage", set = list(seconds = 60), seed = 1,
            columns = c("age", "AGI"), progress = function(...) stop("not like this")),
        "progress", class = "lethe_usage_error"
    )
    expect_lt(proc.time()[["elapsed"]] - begun, 30)
})

test_that("a bar is drawn for each task and closed", {
    path <- tempfile()
    file <- file(path, "w")
    sink(file, type = "message")
    bar <- lethe:::progress_bar()
    bar$told("first", 1, 4)
    bar$told("first", 4, 4)
    bar$told("second", 1, 2)
    bar$told("", 0, 0)
    bar$over()
    sink(type = "message")
    close(file)
    expect_match(paste(readLines(path, warn = FALSE), collapse = ""), "100%.*50%")
    expect_null(lethe:::progress_for(FALSE)$told)
    expect_true(is.function(lethe:::progress_for(TRUE)$told))
})

# Another R that runs `code`; `after` seconds after it said "working" it is interrupted. What it said.
another_r <- function(code, after = NULL) {
    script <- tempfile(fileext = ".R")
    said <- tempfile()
    writeLines(c("library(lethe)", code, "cat('over\\n')"), script)
    before <- Sys.getenv("R_LIBS")
    Sys.setenv(R_LIBS = paste(.libPaths(), collapse = ":"))
    on.exit({
        unlink(c(script, said))
        Sys.setenv(R_LIBS = before)
    })
    pid <- system(paste(
        shQuote(file.path(R.home("bin"), "R")), "--vanilla -s -f", shQuote(script), ">", shQuote(said),
        "2>&1 & echo $!"
    ), intern = TRUE)
    wait_for <- function(word, seconds) {
        for (i in seq_len(10 * seconds)) {
            if (file.exists(said) && any(grepl(word, readLines(said, warn = FALSE)))) return(TRUE)
            Sys.sleep(0.1)
        }
        FALSE
    }
    if (!is.null(after)) {
        if (!wait_for("working", 60)) stop("the other R did not begin")
        Sys.sleep(after)
        tools::pskill(as.integer(pid), tools::SIGINT)
    }
    if (!wait_for("over", 60)) tools::pskill(as.integer(pid), tools::SIGKILL)
    readLines(said, warn = FALSE)
}

test_that("an interrupt stops a call at once, as an interrupt", {
    said <- another_r(c(
        "people <- lethe_sample(rows = 3000, seed = 1)",
        "begun <- proc.time()[['elapsed']]",
        "cat('working\\n')",
        "what <- tryCatch({",
        "    lethe_explore(people, seed = 1)", # minutes
        "    'finished'",
        "}, interrupt = function(i) 'interrupted', error = function(e) class(e)[1])",
        "cat(what, proc.time()[['elapsed']] - begun < 20, '\\n')",
        "cat(nrow(lethe_mdav(people, k = 5, columns = 'age')), '\\n')" # it can be called again
    ), after = 1.5)
    expect_true("interrupted TRUE " %in% said, info = said)
    expect_true("3000 " %in% said, info = said)
})

test_that("a process that was forked is told so, and lives", {
    said <- another_r(c(
        "people <- lethe_sample(rows = 10, seed = 1)",
        "child <- parallel::mcparallel(",
        "    tryCatch(lethe_sample(rows = 10, seed = 1), lethe_usage_error = conditionMessage)",
        ")",
        "cat(parallel::mccollect(child)[[1]], '\\n')"
    ))
    expect_match(said, "forked", all = FALSE)
})

test_that("what is handed over and made is given back", {
    skip_if_not(file.exists("/proc/self/statm"))
    resident <- function() {
        gc()
        as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][2]) * 4 / 1024 # MB
    }
    people <- data.frame(x = stats::runif(5e5), t = as.character(seq_len(5e5) %% 1000))
    bad <- transform(people, x = replace(x, 5e5, Inf))
    once <- function() {
        lethe_protect(people, method = "rounding", set = list(base = 0.1), columns = "x", seed = 1)
        expect_error(lethe_protect(bad, method = "rounding", columns = "x"), class = "lethe_input_error")
    }
    for (i in 1:4) once()
    before <- resident()
    for (i in 1:12) once()
    # Twelve releases of some 8 MB each, and as many tables, would be 200 MB and more.
    expect_lt(resident() - before, 100)
})
