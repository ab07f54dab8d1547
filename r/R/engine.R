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

# ---- Arguments ---------------------------------------------------------------------------------

# Whether it is one whole number between two others.
is_whole <- function(x, least, most) {
    x <- without_integer64(x)
    is.numeric(x) && length(x) == 1 && !is.na(x) && x >= least && x <= most && x == floor(x)
}

known_seed <- function(seed) {
    if (is.null(seed)) return(NULL)
    if (!is_whole(seed, 0, 2^53)) {
        usage_error("seed: must be one whole number, at least 0 and at most 2^53")
    }
    as.numeric(without_integer64(seed))
}

known_threads <- function(threads) {
    if (is.null(threads)) return(0L)
    if (!is_whole(threads, 1, 1024)) {
        usage_error("threads: must be one whole number, at least 1 and at most 1024")
    }
    as.integer(without_integer64(threads))
}

known_flag <- function(value, name) {
    if (!is.logical(value) || length(value) != 1 || is.na(value)) {
        usage_error(name, ": must be TRUE or FALSE")
    }
    as.logical(value)
}

known_path <- function(path, name = "path") {
    if (!is.character(path) || length(path) != 1 || is.na(path) || !nzchar(path)) {
        usage_error(name, ": must be one path")
    }
    path.expand(known_texts(path, name))
}

# Texts in UTF-8. `name` is an argument, or what the texts are.
known_texts <- function(texts, name) {
    if (any(Encoding(texts) == "bytes")) usage_error(name, ": is marked as bytes, not as a text")
    texts <- as_utf8(texts)
    if (!all(is.na(texts) | validUTF8(texts))) {
        usage_error(name, ": is neither UTF-8 nor marked as latin1")
    }
    texts
}

# What has no marked encoding is taken as it is where the session's is UTF-8 or unknown: enc2utf8()
# would write <ff> in place of what it does not know, unseen.
as_utf8 <- function(texts) {
    if (native_is_utf8()) {
        unmarked <- Encoding(texts) == "unknown"
        Encoding(texts[unmarked]) <- "UTF-8"
    }
    enc2utf8(texts)
}

# Values of bit64 lie in the memory of doubles, and nothing of base R knows. As doubles, which are
# the same up to 2^53.
without_integer64 <- function(x) {
    if (!inherits(x, "integer64")) return(x)
    halves <- readBin(writeBin(as.vector(unclass(x)), raw()), "integer", 2 * length(x), size = 4)
    halves <- matrix(halves, nrow = 2)
    if (.Platform$endian == "big") halves <- halves[2:1, , drop = FALSE]
    # NA_integer_ has the bits of -2^31.
    low <- replace(as.numeric(halves[1, ]), is.na(halves[1, ]), -2^31)
    high <- replace(as.numeric(halves[2, ]), is.na(halves[2, ]), -2^31)
    values <- replace(high * 2^32 + low %% 2^32, high == -2^31 & low == 0, NA)
    names(values) <- names(x)
    values
}

# ---- Calls -------------------------------------------------------------------------------------

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
    if (!is.null(wanted) && !isTRUE(wanted) && !isFALSE(wanted)) {
        usage_error("progress: must be TRUE, FALSE or a function of task, done and total")
    }
    if (isTRUE(wanted) || (is.null(wanted) && interactive())) return(progress_bar())
    list(told = NULL, over = function() NULL)
}

# Calls C, whose errors are of this family too.
call_c <- function(...) {
    tryCatch(.Call(...), simpleError = function(error) {
        message <- conditionMessage(error)
        stop(error_of(if (startsWith(message, "cannot allocate")) "io" else "input", message))
    })
}

# Runs an operation. `inputs` are what is handed over in memory: list(name, text) or a table.
# Options that are NULL are left out. `renamed` are other names that options have in R.
run <- function(operation, kind, options, inputs = list(), seed = NULL, threads = NULL,
                progress = NULL, renamed = character()) {
    operation <- known_name(operation, "operation")
    kind <- if (identical(kind, "")) "" else known_name(kind, "kind")
    options <- options[!vapply(options, is.null, NA)]
    json <- options_json(operation, kind, options)
    seed <- known_seed(seed)
    threads <- known_threads(threads)
    shown <- progress_for(progress)
    on.exit(shown$over())
    data_folder <- Sys.getenv("LETHE_DATA")
    answer <- call_c(
        C_run, operation, kind, json, inputs, threads, seed, shown$told, cache_folder(),
        if (nzchar(data_folder)) data_folder
    )
    shown$over()
    answered(answer, words_for(operation, kind, renamed))
}

# One text that is not empty, such as the name of an operation.
known_name <- function(name, argument) {
    if (!is.character(name) || length(name) != 1 || is.na(name) || !nzchar(name)) {
        usage_error(argument, ": must be one name")
    }
    known_texts(name, argument)
}

answered <- function(answer, words) {
    if (answer$interrupted) {
        answer <- NULL
        .Call(C_interrupt_now)
    }
    if (answer$failed) usage_error("progress: the function failed")
    made <- list(
        details = read_json(answer$json),
        text = commands_in_r(gsub("\\bmemory:(data|original|masked|policy\\.toml)\\b", "\\1", answer$text)),
        notes = in_words_of_r(as.character(unlist(read_json(answer$notes))), words),
        changed_types = changed_frame(read_json(answer$types)), result = answer$result
    )
    if (answer$status != 0) {
        problems <- problems_in_r(read_json(answer$problems), words)
        message <- in_words_of_r(answer$error, words)
        if (length(problems)) message <- paste(vapply(problems, problem_text, ""), collapse = "\n")
        stop(error_of(
            kinds_of_error[answer$status], message, problems, if (!is.null(made$details)) new_result(made)
        ))
    }
    made
}

changed_frame <- function(changed) {
    text <- function(key) vapply(changed, function(one) as.character(one[[key]]), "")
    data.frame(column = text("column"), from = text("from"), to = text("to"))
}

# A text that was made in memory, such as a release record.
made_text <- function(answer, name) call_c(C_made_text, answer$result, name)

# The engine's version.
lethe_version <- function() .Call(C_engine_version)

# Any operation of the engine, by the options of the command line: for what has no function of its
# own here, such as vectors and graphs.
lethe_call <- function(operation, kind = "", ..., seed = NULL, threads = NULL, progress = NULL) {
    new_result(run(operation, kind, list(...), seed = seed, threads = threads, progress = progress))
}
