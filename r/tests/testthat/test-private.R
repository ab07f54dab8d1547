# What is private lies in folders that only their owner reads, and is gone afterwards, whatever happens.

place <- if (dir.exists("/dev/shm") && file.access("/dev/shm", 2) == 0) "/dev/shm" else dirname(tempdir())

# The folders in which a text lies, in whatever file. Others may make and remove folders meanwhile.
folders_with <- function(text) {
    Filter(function(folder) {
        files <- list.files(folder, recursive = TRUE, full.names = TRUE)
        any(vapply(files, function(path) {
            lines <- tryCatch(readLines(path, warn = FALSE), error = function(gone) "", warning = function(gone) "")
            any(grepl(text, lines, fixed = TRUE))
        }, NA))
    }, list.files(place, "^lethe-", full.names = TRUE))
}

# Another R that runs `code`. When it said "working", `look` looks, and then it is killed.
killed_r <- function(code, look) {
    script <- tempfile(fileext = ".R")
    said <- tempfile()
    on.exit(unlink(c(script, said)))
    writeLines(c(paste0(".libPaths(", deparse1(.libPaths()), ")"), "library(lethe)", code), script)
    pid <- as.integer(system(paste(
        shQuote(file.path(R.home("bin"), "R")), "--vanilla -s -f", shQuote(script), ">", shQuote(said),
        "2>&1 & echo $!"
    ), intern = TRUE))
    for (i in 1:600) {
        if (file.exists(said) && any(grepl("working", readLines(said, warn = FALSE)))) break
        Sys.sleep(0.1)
    }
    seen <- look()
    tools::pskill(pid, tools::SIGKILL)
    for (i in 1:100) {
        if (!tools::pskill(pid, 0L)) break
        Sys.sleep(0.1)
    }
    seen
}

test_that("what a killed call left is removed by the next, and what is in use is not", {
    secret <- paste0("Adelaide Sommerfeld ", Sys.getpid())
    left <- killed_r(c(
        paste0("texts <- 'A letter of ", secret, ".'"),
        # the texts were written, and the engine is about to read them
        "trace(lethe:::asked, quote({cat('working\\n'); Sys.sleep(60)}), print = FALSE, where = asNamespace('lethe'))",
        "lethe_sanitize(texts, seed = 1)"
    ), function() {
        lethe:::let_go_of(lethe:::private_folder()) # it is held, and stays
        folders_with(secret)
    })
    expect_length(left, 1)
    mine <- lethe:::private_folder()
    expect_false(dir.exists(left))
    expect_length(folders_with(secret), 0)
    expect_identical(as.character(file.mode(mine$path)), "700")
    lethe_sanitize("Write to anna@example.org.", seed = 1)
    expect_true(dir.exists(mine$path)) # in use
    lethe:::let_go_of(mine)
    expect_false(dir.exists(dirname(mine$path)))
})

test_that("nothing is left by calls that end, well or not", {
    text <- paste0("Write to anna@example.org. ", Sys.getpid())
    lethe_sanitize(text, seed = 1)
    expect_length(folders_with(text), 0)
    expect_error(lethe_sanitize(text, set = list(email = "eat")), class = "lethe_usage_error")
    expect_length(folders_with(text), 0)
})

test_that("folders are those that Python's package has", {
    mine <- lethe:::private_folder()
    expect_identical(basename(mine$path), "data")
    expect_match(basename(dirname(mine$path)), "^lethe-")
    expect_setequal(list.files(dirname(mine$path)), c("data", "lock"))
    lethe:::let_go_of(mine)
    # one of another making, which nobody holds; and one that has no lock and is none of ours
    made <- tempfile("lethe-", place)
    others <- tempfile("lethe-", place)
    dir.create(file.path(made, "data"), recursive = TRUE)
    dir.create(others)
    on.exit(unlink(c(made, others), recursive = TRUE))
    cat("text", file = file.path(made, "data", "in.jsonl"))
    file.create(file.path(made, "lock"))
    lethe:::let_go_of(lethe:::private_folder())
    expect_false(dir.exists(made))
    expect_true(dir.exists(others))
})

test_that("files for their owner are so at every moment and replace nothing unasked", {
    path <- tempfile()
    on.exit(unlink(path))
    writeLines("everybody's", path)
    Sys.chmod(path, "0644", use_umask = FALSE)
    expect_error(lethe:::write_private("mine", path), "replace = TRUE", class = "lethe_usage_error")
    expect_identical(readLines(path), "everybody's")
    open <- file(path, "r") # who reads the old file does not get to see the new one
    lethe:::write_private("mine\n", path, replace = TRUE)
    expect_identical(readLines(open), "everybody's")
    close(open)
    expect_identical(readLines(path), "mine")
    expect_identical(as.character(file.mode(path)), "600")
    expect_error(lethe:::write_private("x", file.path(path, "below")), class = "lethe_io_error")
    expect_identical(list.files(dirname(path), basename(path)), basename(path)) # nothing beside it
})
