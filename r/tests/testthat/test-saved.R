# Releases that were saved and read again, edited, or written where something is.

saved <- function(x) {
    path <- tempfile(fileext = ".rds")
    on.exit(unlink(path))
    saveRDS(x, path)
    readRDS(path)
}

test_that("a release that was saved can be attacked, measured and reported", {
    people <- mixed_people(80)
    policy <- lethe_policy(columns = list(
        age = list(role = "quasi", kind = "numeric"), sex = list(role = "quasi", kind = "nominal"),
        school = list(role = "quasi", kind = "ordinal", order = levels(people$school)),
        note = list(role = "identifier")
    ))
    policy <- lethe_step(policy, "mdav", columns = c("age", "school"), k = 3)
    release <- lethe_protect(people, policy, seed = 3)
    back <- saved(release)
    expect_identical(back$data, release$data)
    figures <- function(one) {
        found <- as.list(lethe_assess(people, one, seed = 2))
        c(lapply(found$attacks, `[[`, "value"), lapply(found$measures, `[[`, "value"))
    }
    expect_identical(figures(back), figures(release))
    expect_identical(
        lethe_measure(people, back, "sse")$value, lethe_measure(people, release, "sse")$value
    )
    expect_identical(lethe_report(back, publish = TRUE), lethe_report(release, publish = TRUE))
    expect_identical(summary(back), summary(release))
    expect_output(print(back), "Microaggregation")
    again <- lethe_protect(back, method = "rounding", set = list(base = 10), columns = "age", seed = 1)
    expect_identical(nrow(again$data), 80L)
    expect_output(print(saved(lethe_attack(people, release, "uniqueness"))), "[0-9]")
})

test_that("its private log is not saved with it, and that is said", {
    people <- lethe_sample(rows = 40, seed = 1)
    release <- lethe_protect(people, method = "noise", columns = "age", seed = 987654321, order = "random")
    path <- tempfile(fileext = ".rds")
    kept <- tempfile(fileext = ".json")
    on.exit(unlink(c(path, kept)))
    saveRDS(release, path, compress = FALSE)
    expect_false(grepl("987654321", rawToChar(Filter(function(b) b != 0, bytes(path))), useBytes = TRUE))
    back <- readRDS(path)
    expect_error(lethe_private_log(back), "not saved", class = "lethe_usage_error")
    expect_error(lethe_write(back, tempfile(fileext = ".csv")), "as.data.frame", class = "lethe_usage_error")
    # in another order nobody knows who is who without the log; with it all is as before
    expect_error(lethe_attack(people, back, "distance-linkage", columns = "age"), "argument log", class = "lethe_error")
    lethe_private_log(release, kept)
    expect_identical(
        lethe_attack(people, back, "distance-linkage", columns = "age", log = kept, seed = 1)$value,
        lethe_attack(people, release, "distance-linkage", columns = "age", seed = 1)$value
    )
})

test_that("a release whose data were edited is not taken for what it was", {
    people <- lethe_sample(rows = 40, seed = 1)
    release <- lethe_protect(people, method = "noise", columns = "age", seed = 1)
    edited <- release
    edited$data$age <- people$age
    for (use in list(
        function() lethe_attack(people, edited, "distance-linkage"), function() lethe_report(edited),
        function() lethe_write(edited, tempfile(fileext = ".csv"))
    )) expect_error(use(), "changed", class = "lethe_usage_error")
    expect_type(lethe_attack(people, edited$data, "distance-linkage", columns = "age", seed = 1)$value, "double")
})

test_that("an earlier release is replaced only where that is said", {
    people <- lethe_sample(rows = 30, seed = 1)
    first <- lethe_protect(people, method = "noise", columns = "age", seed = 1)
    second <- lethe_protect(people, method = "noise", columns = "age", seed = 2)
    path <- tempfile(fileext = ".csv")
    files <- paste0(path, c("", ".lethe.json", ".lethe.private.json"))
    on.exit(unlink(files))
    lethe_write(first, path)
    before <- lapply(files, bytes)
    wrong <- expect_error(lethe_write(second, path), "replace = TRUE", class = "lethe_usage_error")
    expect_false(grepl("force", conditionMessage(wrong)))
    expect_identical(lapply(files, bytes), before)
    unlink(files[1]) # the log alone is enough
    expect_error(lethe_write(second, path), "replace = TRUE", class = "lethe_usage_error")
    lethe_write(second, path, replace = TRUE)
    expect_false(identical(bytes(files[3]), before[[3]]))
    expect_error(lethe_report(first, path = path), "replace = TRUE", class = "lethe_usage_error")
    expect_error(lethe_private_log(first, files[3]), "replace = TRUE", class = "lethe_usage_error")
    page <- tempfile(fileext = ".html")
    lethe_report(first, path = page)
    lethe_report(first, path = page, replace = TRUE)
    unlink(page)
})

test_that("releases and results are shown by every usual function, without anything private", {
    people <- lethe_sample(rows = 60, seed = 1)
    release <- lethe_protect(people, method = "mdav", set = list(k = 3), columns = c("age", "AGI"), seed = 42)
    shown <- utils::capture.output({
        utils::str(release)
        print(utils::head(release, 2))
        print(utils::tail(release, 2))
        print(names(release))
        print(length(release))
        print(dimnames(release)[[2]])
        cat(format(release))
        print(summary(release))
    })
    expect_match(shown, "release of 60 rows", all = FALSE)
    expect_false(any(grepl("P0000|seed|pointer|person_id *=", shown)))
    expect_identical(utils::head(release, 2), utils::head(release$data, 2))
    expect_identical(colnames(release), names(release$data))
    found <- lethe_attack(people, release, c("distance-linkage", "uniqueness"), seed = 1)
    expect_output(utils::str(found), "\\$details : .*attacks")
    expect_identical(utils::head(found, 1)$name, "distance-linkage")
    expect_match(format(found), "linkage")
    expect_type(length(found), "integer")
    why <- lethe_explain(people, release, row = 1)
    about <- utils::capture.output({
        utils::str(why)
        print(summary(why))
        print(utils::head(why))
        cat(format(why))
    })
    expect_false(any(grepl("bits|before|P0000|[1-9]", about)))
    done <- lethe_sanitize(c(a = "Write to anna@example.org.", b = "Nothing."), seed = 1)
    of_texts <- utils::capture.output({
        utils::str(done)
        print(summary(done))
        print(utils::head(done, 1))
        cat(format(done))
    })
    expect_false(any(grepl("anna", of_texts)))
    expect_identical(as.data.frame(done)$text, unname(done$text))
    expect_output(utils::str(lethe_inspect(people)$policy), "lethe_policy")
    expect_match(format(lethe_inspect(people)$policy), "[columns]", fixed = TRUE)
})

test_that("a search names no folder that is gone, and no name in memory", {
    people <- lethe_sample(rows = 60, seed = 1)
    advice <- lethe_advise(people, k = 2, max_risk = 60, seed = 1)
    printed <- utils::capture.output(print(advice))
    expect_false(any(grepl("/lethe-", c(printed, unlist(as.list(advice)), unlist(advice$details)))))
    expect_false(any(grepl("memory:", printed)))
    expect_match(printed, "least loss", all = FALSE)
    expect_s3_class(advice$policy, "lethe_policy")
    tried <- lethe_explore(people, columns = c("sex", "education"), grid = grid_file(), seed = 1)
    expect_false(any(grepl("/lethe-|memory:", utils::capture.output(print(tried)))))
})
