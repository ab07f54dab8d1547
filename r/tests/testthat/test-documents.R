test_that("texts come back without people, spans count characters of R", {
    texts <- c(first = "\U1F600 M\u00fcller: write to anna@example.org.", none = NA, empty = " ", last = "anna@example.org")
    done <- lethe_sanitize(texts, seed = 1)
    expect_identical(names(done$text), names(texts))
    expect_identical(is.na(done$text), is.na(texts))
    expect_identical(done$text[["empty"]], " ")
    expect_false(any(grepl("anna", done$text)))
    mails <- done$spans[done$spans$category == "email", ]
    expect_identical(mails$document, c(1L, 4L))
    expect_identical(
        substr(texts[mails$document], mails$start, mails$end),
        c(first = "anna@example.org", last = "anna@example.org")
    )
    expect_identical(as.character(done), done$text)
    expect_output(print(done), "4 texts")
    expect_false(any(grepl("anna", utils::capture.output(print(done)))))
})

test_that("what is done with a category can be said", {
    label <- lethe_sanitize("Write to anna@example.org.", set = list(email = "remove"))$text
    expect_false(grepl("Email", label))
    expect_error(lethe_sanitize("a b", set = list(email = "eat")), class = "lethe_usage_error")
    expect_error(lethe_sanitize(1:3), class = "lethe_usage_error")
    latin1 <- "caf\xe9 anna@example.org"
    Encoding(latin1) <- "latin1"
    expect_match(lethe_sanitize(latin1)$text, "^caf\u00e9 ")
    expect_identical(lethe_sanitize(character())$text, character())
    expect_error(lethe_sanitize(c("a", "b\xff")), "text 2", class = "lethe_input_error")
    expect_error(lethe_sanitize("a b", output = "x"), "memory", class = "lethe_usage_error")
})

test_that("texts in cells of a frame are sanitised", {
    people <- data.frame(id = 1:20, note = rep(c(
        "Please write to anna@example.org about the long letter of last week.",
        "Nothing of importance happened on that day, as far as anybody can tell."
    ), 10))
    policy <- lethe_policy(columns = list(id = list(role = "other"), note = list(role = "other", kind = "text")))
    policy <- lethe_step(policy, "sanitize", columns = "note")
    released <- lethe_protect(people, policy, seed = 1)$data
    expect_false(any(grepl("anna", released$note)))
    expect_identical(lethe_sanitize(people, policy = policy, seed = 1)$data, released)
})

test_that("what is not UTF-8 is refused in every locale, and what is goes through", {
    script <- tempfile(fileext = ".R")
    on.exit(unlink(script))
    writeLines(c(
        paste0(".libPaths(", deparse1(.libPaths()), ")"), "library(lethe)",
        "kind <- function(x) tryCatch(x, lethe_error = function(error) class(error)[1])",
        "cat(kind(lethe_sanitize('a\\xff b')), '\\n')",
        "cat(kind(lethe_rounding(data.frame(x = 1:3, t = 'a\\xff'), base = 1, columns = 'x')), '\\n')",
        "made <- lethe_sanitize('\\xc3\\xbcber anna@example.org')$text",
        "cat(grepl('^c3bc', paste(charToRaw(made), collapse = '')), '\\n')",
        "d <- lethe_rounding(stats::setNames(data.frame(x = 1:3), 'M\\xc3\\xbc'), base = 1)",
        "cat(paste(charToRaw(names(d)), collapse = ''), '\\n')"
    ), script)
    said <- system2(file.path(R.home("bin"), "R"), c("--vanilla", "-s", "-f", shQuote(script)),
        env = "LC_ALL=C", stdout = TRUE, stderr = TRUE)
    expect_identical(trimws(said), c("lethe_input_error", "lethe_input_error", "TRUE", "4dc3bc"))
})
