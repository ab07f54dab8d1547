test_that("every type comes back as what it was", {
    people <- mixed_people()
    expect_identical(kept(people), people)
    expect_identical(kept(people[1, ]), people[1, ])
})

test_that("times keep zone, fractions and gaps", {
    data <- data.frame(n = 1:3)
    data$plain <- as.POSIXct(c(0, NA, 1700000000.25), origin = "1970-01-01", tz = "UTC")
    data$berlin <- as.POSIXct(c("2024-03-31 01:59:59", "2024-10-27 02:30:00", NA), tz = "Europe/Berlin")
    data$old <- as.POSIXct(c(-86400.5, -1, NA), origin = "1970-01-01", tz = "UTC")
    expect_identical(kept(data), data)
    local <- data.frame(at = as.POSIXct(c("2024-01-01 12:00:00", NA)))
    expect_equal(kept(local)$at, local$at)
    expect_identical(kept(data.frame(at = as.POSIXlt("2024-01-01", tz = "UTC")))$at,
        as.POSIXct("2024-01-01", tz = "UTC"))
})

test_that("dates of any storage are dates", {
    data <- data.frame(d = structure(c(0L, NA, -700000L, 20000L), class = "Date"))
    expect_equal(kept(data)$d, data$d)
    expect_s3_class(kept(data)$d, "Date")
    expect_identical(unclass(kept(data.frame(d = structure(1.75, class = "Date")))$d), 1)
})

test_that("NaN and infinity are refused, NA is not", {
    expect_identical(kept(data.frame(x = c(1, NA))), data.frame(x = c(1, NA)))
    for (bad in c(NaN, Inf, -Inf)) {
        wrong <- expect_error(kept(data.frame(x = c(1, bad))), class = "lethe_input_error")
        expect_match(conditionMessage(wrong), "x")
    }
    expect_error(kept(data.frame(x = structure(Inf, class = "Date"))), "x", class = "lethe_input_error")
    expect_error(kept(data.frame(x = as.POSIXct(Inf, origin = "1970-01-01"))), class = "lethe_input_error")
})

test_that("numbers come back to the last bit", {
    data <- data.frame(x = c(0.1, 1 / 3, 1e-300, -1e300, .Machine$double.xmin, 2^53, -0.25))
    expect_identical(kept(data), data)
    whole <- data.frame(x = c(.Machine$integer.max, -.Machine$integer.max, NA, 0L))
    expect_identical(kept(whole), whole)
    sequence <- data.frame(x = 1:1000, y = seq(0, 1, length.out = 1000)) # R computes 1:1000 when asked
    expect_identical(kept(sequence), sequence)
})

test_that("columns without any value keep their type", {
    data <- data.frame(i = c(NA_integer_, NA), d = c(NA_real_, NA), c = c(NA_character_, NA), n = 1:2)
    data$l <- c(NA, NA)
    data$f <- factor(c(NA, NA), levels = c("a", "b"))
    expect_identical(kept(data), data)
})

test_that("texts of any encoding and length come back as UTF-8", {
    latin1 <- "caf\xe9"
    Encoding(latin1) <- "latin1"
    long <- strrep("\u00e4b", 100000)
    data <- data.frame(t = c(latin1, "\u65e5\u672c \U1F600", long, "", NA, " x "))
    back <- kept(data)$t
    expect_equal(back, data$t)
    expect_true(all(validUTF8(back[!is.na(back)])))
    broken <- "a\xffb"
    Encoding(broken) <- "UTF-8"
    expect_error(kept(data.frame(t = c(broken, "fine"))), class = "lethe_input_error")
    f <- data.frame(f = factor(c(latin1, "z")))
    expect_equal(as.character(kept(f)$f), as.character(f$f))
})

test_that("odd names of columns are kept", {
    data <- data.frame(1:3, 4:6, 7:9, 10:12, 13:15)
    names(data) <- c("a b", "A B", "\u00e4\"'\\", "if", "x.y=z#")
    expect_identical(kept(data), data)
    twice <- data
    names(twice)[2] <- "a b"
    expect_error(lethe_protect(twice, method = "noise"), class = "lethe_error")
    unnamed <- data
    names(unnamed)[1] <- NA
    expect_error(lethe_protect(unnamed, method = "noise"), class = "lethe_input_error")
})

test_that("tables without columns or rows are refused", {
    expect_error(lethe_protect(data.frame(), method = "noise"), "columns", class = "lethe_input_error")
    expect_error(lethe_protect(mixed_people()[0, ], method = "noise"), "rows", class = "lethe_input_error")
    expect_error(lethe_inspect(mixed_people()[0, ]), "rows", class = "lethe_input_error")
})

test_that("factors keep levels and order; what vanished is not named", {
    data <- data.frame(f = factor(c("b", NA, "a"), levels = c("b", "never", "a"), ordered = TRUE))
    expect_identical(kept(data), data)
    people <- data.frame(town = factor(c(rep("Large", 9), "Tiny", "Small")), n = 1:11)
    released <- lethe_global_recoding(people, columns = "town", rarest = 2, seed = 1)
    expect_s3_class(released$town, "factor")
    expect_true("Large" %in% levels(released$town))
    expect_false(any(c("Tiny", "Small") %in% levels(released$town)))
})

test_that("types that a table of people does not have are refused by name", {
    data <- data.frame(n = 1:2)
    data$l <- list(1, 2)
    expect_error(lethe_protect(data, method = "noise"), "\"l\"", class = "lethe_input_error")
    data$l <- 1i * 1:2
    expect_error(lethe_protect(data, method = "noise"), "complex", class = "lethe_input_error")
    data$l <- matrix(1:4, 2)
    expect_error(lethe_protect(data, method = "noise"), "matrix", class = "lethe_input_error")
    expect_error(lethe_protect(1:3, method = "noise"), class = "lethe_usage_error")
})

test_that("attributes of columns come back, as far as values allow", {
    data <- data.frame(n = c(1, 2, 3, 4))
    attr(data$n, "label") <- "how many"
    data$wait <- as.difftime(c(1, 2, NA, 4), units = "mins")
    expect_identical(kept(data), data)
    text <- lethe_global_recoding(data, columns = "n", width = 2, show = "label", seed = 1)
    expect_type(text$n, "character")
    expect_identical(attr(text$n, "label"), "how many")
})

test_that("labelled values keep values, labels and class", {
    skip_if_not_installed("haven")
    data <- data.frame(id = 1:4)
    data$sex <- haven::labelled(c(1, 2, NA, 1), c(Male = 1, Female = 2), label = "Sex")
    data$code <- haven::labelled(c(1L, 2L, 2L, NA), c(yes = 1L, no = 2L))
    data$text <- haven::labelled(c("a", "b", NA, "a"), c(First = "a"))
    data$spss <- haven::labelled_spss(c(1, 9, 2, 9), c(One = 1), na_values = 9)
    back <- kept(data)
    expect_identical(back, data)
    # means of whole codes are numbers, and their labels too
    mean <- lethe_protect(data.frame(code = rep(data$code[1:3], 3)), method = "mdav", as_masked = TRUE,
        set = list(k = 9), seed = 1)$data
    expect_s3_class(mean$code, "haven_labelled")
    expect_type(attr(mean$code, "labels"), typeof(unclass(mean$code)))
})

test_that("64-bit integers stay exact", {
    skip_if_not_installed("bit64")
    data <- data.frame(n = 1:4)
    data$big <- bit64::as.integer64(c("9007199254740993", NA, "-5", "9223372036854775807"))
    back <- kept(data)
    expect_s3_class(back$big, "integer64")
    expect_identical(as.character(back$big), as.character(data$big))
})

test_that("tibbles come back as tibbles, other classes of frames as plain ones", {
    skip_if_not_installed("tibble")
    data <- tibble::as_tibble(mixed_people(20))
    expect_identical(kept(data), data)
    grouped <- structure(data, class = c("grouped_df", class(data)), groups = data["region"])
    expect_identical(kept(grouped), data)
})

test_that("row names are kept where rows are, and the owner is told", {
    data <- data.frame(x = c(1, 2, 3), row.names = c("anna", "bert", "carl"))
    release <- lethe_protect(data, method = "noise", seed = 1)
    expect_identical(row.names(release$data), row.names(data))
    expect_match(release$warnings, "row names", all = FALSE)
    shuffled <- lethe_protect(data, method = "noise", order = "random", seed = 1)
    expect_identical(row.names(shuffled$data), c("1", "2", "3"))
    fewer <- lethe_protect(data, method = "sampling", set = list(count = 2), seed = 1)
    expect_identical(row.names(fewer$data), c("1", "2"))
})

test_that("whole numbers that become means are numbers, and that is told", {
    release <- lethe_protect(data.frame(x = c(1L, 2L, 4L, 8L)), method = "mdav", set = list(k = 2),
        as_masked = TRUE, seed = 1)
    expect_type(release$data$x, "double")
    expect_identical(release$changed_types$column, "x")
})

test_that("streams of nanoarrow are taken as they are", {
    skip_if_not_installed("nanoarrow")
    people <- lethe_sample(rows = 50, seed = 1)
    stream <- nanoarrow::as_nanoarrow_array_stream(people)
    expect_equal(
        lethe_mdav(stream, k = 5, columns = "age", seed = 1)$age,
        lethe_mdav(people, k = 5, columns = "age", seed = 1)$age
    )
})
