# Wrong arguments are errors of one family that name the argument, never anything else.

people <- lethe_sample(rows = 30, seed = 1)

test_that("no columns are not all columns", {
    for (none in list(character(0), list(), "", c("age", ""), factor(character()))) {
        expect_error(lethe_noise(people, p = 5, columns = none), "columns", class = "lethe_usage_error")
        expect_error(lethe_protect(people, method = "noise", columns = none), "columns", class = "lethe_usage_error")
        expect_error(lethe_attack(people, people, "uniqueness", columns = none), "columns", class = "lethe_usage_error")
        expect_error(lethe_step(lethe_policy(), "noise", columns = none), "columns", class = "lethe_usage_error")
    }
    expect_error(lethe_policy(steps = list(list(method = "noise", columns = list()))), class = "lethe_usage_error")
    expect_error(lethe_attack(people, people, attack = character(0)), "attack", class = "lethe_usage_error")
    expect_error(lethe_protect(people, method = "noise", identifiers = character(0)), "identifiers", class = "lethe_usage_error")
    expect_identical( # a factor of names is names
        lethe_noise(people, p = 5, columns = factor("age"), seed = 1),
        lethe_noise(people, p = 5, columns = "age", seed = 1)
    )
})

# Each of these, given to each of these arguments, is refused or taken, and nothing else happens.
odd_values <- list(
    NA, NA_character_, NaN, Inf, -1, 1.5, 2^60, 0, "", "nonsense", character(0), integer(0), list(), list(1),
    list(a = 1), c(a = 1, a = 2), 1:3, TRUE, 1i, as.raw(1), factor(c("a", NA)), factor("a", levels = NA, exclude = NULL),
    as.Date(NA), Sys.time(), sum, quote(a + b), new.env(), y ~ x, matrix(1:4, 2), data.frame(a = 1), NULL,
    structure("a\xff", Encoding = "unknown"), `Encoding<-`("a\xff", "bytes"), structure(list(), class = "lethe_policy"),
    structure(4.94065645841247e-324, class = "integer64"), structure(NA_real_, class = "integer64")
)

tells <- function(call, what) {
    outcome <- tryCatch(
        {
            suppressWarnings(call())
            "taken"
        },
        lethe_error = function(error) if (inherits(error, "lethe_internal_error")) conditionMessage(error) else "refused",
        error = function(error) paste("another error:", conditionMessage(error))
    )
    expect_true(outcome %in% c("taken", "refused"), info = paste(what, outcome))
    outcome
}

test_that("odd values of any argument are told as errors of Lethe", {
    policy <- lethe_policy(columns = list(age = list(role = "quasi", kind = "numeric")))
    policy <- lethe_step(policy, "noise", columns = "age", p = 5)
    release <- lethe_protect(people, policy, seed = 1)
    place <- tempfile("odd-")
    dir.create(place)
    before <- setwd(place)
    on.exit({
        setwd(before)
        unlink(place, recursive = TRUE)
    })
    calls <- list(
        data = function(x) lethe_protect(x, policy),
        policy = function(x) lethe_protect(people, x),
        method = function(x) lethe_protect(people, method = x, set = list(p = 5)),
        set = function(x) lethe_protect(people, method = "noise", set = x, columns = "age"),
        "set$p" = function(x) lethe_protect(people, method = "noise", set = list(p = x), columns = "age"),
        columns = function(x) lethe_protect(people, method = "noise", columns = x),
        identifiers = function(x) lethe_protect(people, policy, identifiers = x),
        seed = function(x) lethe_protect(people, policy, seed = x),
        threads = function(x) lethe_protect(people, policy, threads = x),
        progress = function(x) lethe_protect(people, policy, progress = x),
        option = function(x) lethe_protect(people, policy, no_such_option = x),
        order = function(x) lethe_protect(people, policy, order = x),
        dry_run = function(x) lethe_protect(people, policy, dry_run = x),
        masked = function(x) lethe_attack(people, x, "uniqueness"),
        attack = function(x) lethe_attack(people, people, x, columns = "age", set = list(), known = 50),
        measure = function(x) lethe_measure(people, people, x, columns = "age", knowledge = 3),
        row = function(x) lethe_explain(people, release, x),
        certificate = function(x) lethe_verify(x, people, people),
        what = function(x) lethe_sample(x, rows = 5),
        rows = function(x) lethe_sample(rows = if (identical(x, 2^60)) -5 else x),
        name = function(x) lethe_methods(x),
        texts = function(x) lethe_sanitize(x),
        of_texts = function(x) lethe_sanitize("a b", set = x, seed = 1, no_model = TRUE),
        release = function(x) lethe_write(x, "release.csv"),
        path = function(x) lethe_write(release, x),
        replace = function(x) lethe_write(release, "r.csv", replace = x),
        log = function(x) lethe_private_log(release, x),
        of_log = function(x) lethe_private_log(x),
        result = function(x) lethe_report(x),
        page = function(x) lethe_report(release, path = x),
        publish = function(x) lethe_report(release, publish = x),
        policies = function(x) as.character(lethe_policy(x)),
        of_policy = function(x) as.character(lethe_policy(columns = x)),
        of_column = function(x) as.character(lethe_policy(columns = list(age = x))),
        steps = function(x) as.character(lethe_policy(steps = x)),
        step = function(x) as.character(lethe_step(policy, x)),
        of_step = function(x) as.character(lethe_step(policy, "noise", p = x)),
        column = function(x) as.character(lethe_column(policy, x, role = "other")),
        role = function(x) as.character(lethe_column(policy, "age", role = x)),
        operation = function(x) lethe_call(x),
        kind = function(x) lethe_call("inspect", x, data = "nowhere.csv")
    )
    for (argument in names(calls)) {
        outcomes <- vapply(seq_along(odd_values), function(i) {
            tells(function() calls[[argument]](odd_values[[i]]), paste(argument, "value", i))
        }, "")
        expect_true("refused" %in% outcomes, info = argument) # something of these is wrong for each
    }
})

test_that("whole numbers of bit64 are taken as numbers", {
    one <- structure(4.94065645841247e-324, class = "integer64") # its bits are those of 1
    expect_identical(lethe:::to_json(one), "1")
    expect_identical(lethe:::without_integer64(structure(NA_real_, class = "integer64"))[1] > 2^62, TRUE)
    skip_if_not_installed("bit64")
    numbers <- bit64::as.integer64(c("0", "1", "-1", "-4294967296", "9007199254740991", "-2147483648", NA))
    expect_identical(lethe:::without_integer64(numbers), c(0, 1, -1, -2^32, 2^53 - 1, -2^31, NA))
    expect_identical(
        lethe_noise(people, p = 5, columns = "age", seed = bit64::as.integer64(7)),
        lethe_noise(people, p = 5, columns = "age", seed = 7)
    )
})

test_that("odd tables are taken or refused by the name of what is wrong", {
    odd <- data.frame(a = 1:6, b = letters[1:6])
    named <- function(...) stats::setNames(odd, c(...))
    expect_identical(names(kept(named(" ", "a\nb\"c'd"))), c(" ", "a\nb\"c'd"))
    expect_identical(names(kept(named("a", "A"))), c("a", "A"))
    expect_identical(names(kept(named("\u00e4", "SELECT * FROM x; --"))), c("\u00e4", "SELECT * FROM x; --"))
    expect_error(lethe_noise(named("x", "x")), "\"x\"", class = "lethe_input_error")
    expect_error(lethe_noise(named(NA, "x")), "name", class = "lethe_input_error")
    expect_error(lethe_noise(named("a\xff", "x")), "UTF-8", class = "lethe_input_error")
    for (data in list(odd, odd[1, ])) {
        table <- structure(data, class = c("data.table", "data.frame"), .internal.selfref = NULL)
        expect_identical(class(kept(table)), "data.frame")
        expect_identical(kept(table)$b, data$b)
    }
    for (wrong in list(
        I(list(1, 2, 3, 4, 5, 6)), as.raw(1:6), 1i * 1:6, matrix(1:12, 6), odd,
        factor(c(NA, 1:5), exclude = NULL), `Encoding<-`(rep("\xff", 6), "bytes"), rep("a\xff", 6),
        c(1, 2, 3, 4, 5, NaN), structure(rep(1e300, 6), class = "Date"),
        structure(rep(1e300, 6), class = c("POSIXct", "POSIXt")), expression(a, b, c, d, e, f)
    )) {
        bad <- odd
        bad$wrong <- NULL
        bad <- structure(c(as.list(odd), list(wrong = wrong)), row.names = 1:6, class = "data.frame")
        expect_error(lethe_protect(bad, method = "noise", columns = "a"), "wrong", class = "lethe_input_error")
    }
    uneven <- structure(list(a = 1:6, b = 1:3), row.names = 1:6, class = "data.frame")
    expect_error(lethe_noise(uneven), "\"b\"", class = "lethe_input_error")
    broken <- structure(list(f = structure(c(1L, 7L), levels = c("x", "y"), class = "factor")),
        row.names = 1:2, class = "data.frame")
    expect_error(lethe_protect(broken, method = "pram"), "\"f\"", class = "lethe_input_error")
})

test_that("one row goes through or is refused, and comes back as it was", {
    one <- mixed_people(5)[2, ]
    for (method in c("noise", "mdav", "rounding", "pram", "mondrian")) {
        tells(function() lethe_protect(one, method = method, seed = 1), method)
    }
    expect_identical(nrow(kept(one)), 1L)
})

test_that("ordered factors with numbers as labels are ordinal, in their order", {
    data <- data.frame(
        level = factor(rep(c("10", "9", "2"), 8), levels = c("2", "9", "10"), ordered = TRUE),
        age = factor(rep(18:41, 1), ordered = TRUE), x = 1:24
    )
    policy <- as.character(lethe_inspect(data)$policy)
    expect_match(policy, "level *= \\{ role = \"[a-z]+\", kind = \"ordinal\", order = \\[\"2\", \"9\", \"10\"\\]")
    expect_match(policy, "age *= \\{ role = \"[a-z]+\", kind = \"ordinal\"")
    expect_identical(kept(data), data)
    masked <- lethe_mdav(data, k = 4, columns = c("level", "age"), seed = 1)
    expect_s3_class(masked$age, "ordered")
    expect_true(all(masked$age %in% data$age))
})

test_that("whole numbers come back as they were, of whatever storage and size", {
    data <- data.frame(d = c(1, 2, NA, 4), i = c(1L, NA, 3L, 4L), far = c(2^53, -2^53, 2^60, 1e300))
    expect_identical(kept(data), data)
    # numbers in the memory of doubles, as bit64 has them, whether or not it is here
    data$big <- structure(readBin(as.raw(c(
        1, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 128, 251, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 127
    )), "double", 4, size = 8, endian = "little"), class = "integer64") # 2^53 + 1, NA, -5, 2^63 - 1
    back <- kept(data)
    expect_s3_class(back$big, "integer64")
    expect_identical(writeBin(unclass(back$big), raw()), writeBin(unclass(data$big), raw()))
    # of a stream nothing in R says that they are wide
    release <- lethe_protect(data, method = "rounding", set = list(base = 1), columns = "d", seed = 1)
    taken <- lethe:::frame_of(list(result = release$engine), "memory:release", like = NULL)
    expect_identical(writeBin(unclass(taken$big), raw()), writeBin(unclass(data$big), raw()))
    path <- tempfile(fileext = ".csv")
    on.exit(unlink(path))
    writeLines(c("n,x", paste0("900719925474099", 1:6, ",", 1:6)), path)
    released <- lethe_protect(path, method = "rounding", set = list(base = 1), columns = "x", seed = 1)$data
    expect_identical(as.character(released$n), paste0("900719925474099", 1:6))
})
