# The one call to the engine, its answers and its errors. Everything else of the package is made of
# this.

engine <- new.env(parent = emptyenv()) # what was read once: the description

# All operations and methods, as the engine knows them.
described <- function() {
    if (is.null(engine$description)) {
        engine$description <- read_json(.Call(C_describe_engine))
    }
    engine$description
}

read_json <- function(text) jsonlite::fromJSON(text, simplifyVector = FALSE)

kinds_of_error <- c("usage", "input", "unmet", "io", "internal", "stopped")

# A condition of class lethe_<kind>_error, with all problems and, where a search found something all
# the same, its result.
error_of <- function(kind, message, problems = NULL, result = NULL, call = NULL) {
    if (length(problems) == 0) problems <- list(list(message = message))
    structure(
        class = c(paste0("lethe_", kind, "_error"), "lethe_error", "error", "condition"),
        list(message = message, call = call, problems = problem_frame(problems), result = result)
    )
}

usage_error <- function(...) stop(error_of("usage", paste0(...)))
input_error <- function(...) stop(error_of("input", paste0(...)))

problem_frame <- function(problems) {
    text <- function(key) {
        vapply(problems, function(one) as.character(if (is.null(one[[key]])) NA else one[[key]]), "")
    }
    data.frame(
        message = text("message"), parameter = text("parameter"), file = text("file"),
        line = as.integer(text("line")), column = as.integer(text("column"))
    )
}

# Where taxonomies are kept once they were read, as the command line does.
cache_folder <- function() {
    cache <- Sys.getenv("XDG_CACHE_HOME")
    if (startsWith(cache, "/")) return(file.path(cache, "lethe"))
    home <- Sys.getenv("HOME")
    if (nzchar(home)) file.path(home, ".cache", "lethe")
}

known_seed <- function(seed) {
    if (is.null(seed)) return(NULL)
    if (!is.numeric(seed) || length(seed) != 1 || is.na(seed) || seed < 0 || seed > 2^53 ||
        seed != floor(seed)) {
        usage_error("seed: must be one whole number, at least 0 and at most 2^53")
    }
    as.numeric(seed)
}

known_threads <- function(threads) {
    if (is.null(threads)) return(0L)
    if (!is.numeric(threads) || length(threads) != 1 || is.na(threads) || threads < 1 ||
        threads > 1024) {
        usage_error("threads: must be one number, at least 1 and at most 1024")
    }
    as.integer(threads)
}

# A bar for each task, gone when it is over.
progress_bar <- function() {
    bar <- NULL
    task <- ""
    over <- function() {
        if (!is.null(bar)) close(bar)
        bar <<- NULL
    }
    told <- function(name, done, total) {
        if (!nzchar(name) || total <= 0) return(over())
        if (is.null(bar) || name != task) {
            over()
            task <<- name
            bar <<- utils::txtProgressBar(max = total, label = name, style = 3, file = stderr())
        }
        utils::setTxtProgressBar(bar, min(done, total))
    }
    list(told = told, over = over)
}

# TRUE: a bar; a function of task, done and total: that; NULL: a bar where somebody looks.
progress_for <- function(wanted) {
    if (is.function(wanted)) return(list(told = wanted, over = function() NULL))
    if (isTRUE(wanted) || (is.null(wanted) && interactive())) return(progress_bar())
    list(told = NULL, over = function() NULL)
}

# Runs an operation. `inputs` are what is handed over in memory: list(name, text) or a table.
# Options that are NULL are left out.
run <- function(operation, kind, options, inputs = list(), seed = NULL, threads = NULL,
                progress = NULL) {
    options <- options[!vapply(options, is.null, NA)]
    json <- options_json(operation, kind, options)
    shown <- progress_for(progress)
    on.exit(shown$over())
    data_folder <- Sys.getenv("LETHE_DATA")
    answer <- .Call(
        C_run, operation, kind, json, inputs, known_threads(threads), known_seed(seed), shown$told,
        cache_folder(), if (nzchar(data_folder)) data_folder
    )
    shown$over()
    answered(answer)
}

answered <- function(answer) {
    if (answer$interrupted) {
        answer <- NULL
        .Call(C_interrupt_now)
    }
    if (answer$failed) usage_error("progress: the function failed")
    made <- list(
        details = read_json(answer$json), text = answer$text,
        notes = as.character(unlist(read_json(answer$notes))),
        changed_types = changed_frame(read_json(answer$types)), result = answer$result
    )
    if (answer$status != 0) {
        kind <- kinds_of_error[answer$status]
        stop(error_of(
            kind, answer$error, read_json(answer$problems),
            if (!is.null(made$details)) new_result(made)
        ))
    }
    made
}

changed_frame <- function(changed) {
    text <- function(key) vapply(changed, function(one) as.character(one[[key]]), "")
    data.frame(column = text("column"), from = text("from"), to = text("to"))
}

# A text that was made in memory, such as a release record.
made_text <- function(answer, name) .Call(C_made_text, answer$result, name)

# A folder that only its owner reads, in memory where the system has such. Whoever asks removes it.
private_folder <- function() {
    shared <- "/dev/shm"
    place <- if (file.access(shared, 2) == 0) shared else tempdir()
    folder <- tempfile("lethe-", place)
    dir.create(folder, mode = "0700")
    folder
}

# The engine's version.
lethe_version <- function() .Call(C_engine_version)

# Any operation of the engine, by the options of the command line: for what has no function of its
# own here, such as vectors and graphs.
lethe_call <- function(operation, kind = "", ..., seed = NULL, threads = NULL, progress = NULL) {
    new_result(run(operation, kind, list(...), seed = seed, threads = threads, progress = progress))
}
