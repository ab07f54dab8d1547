# What operations answer: lists with a class that print as the command line does. Nothing private is
# printed: the private log stays with the engine until it is asked for, and what speaks of one person
# lies in an environment, which neither print() nor str() opens.

private_kinds <- "link-explanation"
lists_of_results <- c(
    "attacks", "measures", "points", "columns", "methods", "steps", "history", "releases"
)

new_result <- function(answer, ...) {
    kind <- if (is.null(answer$details$kind)) "text" else answer$details$kind
    inner <- new.env(parent = emptyenv())
    inner$text <- answer$text
    inner$details <- answer$details
    shown <- list(kind = kind, value = value_of(answer$details), notes = answer$notes, ...)
    if (!kind %in% private_kinds) shown$details <- answer$details
    shown$inner <- inner
    structure(class = c(paste0("lethe_", gsub("-", "_", kind)), "lethe_result"), shown)
}

# The one figure: of the only attack or measure, of the worst attack, the score.
value_of <- function(details) {
    for (key in c("attacks", "measures")) {
        if (length(details[[key]]) == 1) return(details[[key]][[1]]$value)
    }
    if (!is.null(details$worst)) return(details$worst$value)
    details$score
}

is_private <- function(x) x$kind %in% private_kinds

format.lethe_result <- function(x, ...) {
    if (is_private(x)) return(paste0("<", x$kind, ": it speaks of one person; as.character() shows it>"))
    paste(c(sub("\n*$", "", x$inner$text), x$notes), collapse = "\n")
}

print.lethe_result <- function(x, ...) {
    cat(format(x), "\n", sep = "")
    invisible(x)
}

# The names of what it holds, and the one figure.
str.lethe_result <- function(object, ...) {
    cat("<", object$kind, ">", if (is_private(object)) " it speaks of one person", "\n", sep = "")
    if (is.numeric(object$value)) cat(" $value  :", format(object$value), "\n")
    listed <- function(name, names) {
        if (length(names)) cat(strwrap(paste(names, collapse = ", "), initial = name, exdent = 11), sep = "\n")
    }
    listed(" $details : ", names(object$details))
    listed(" and      : ", paste0("$", setdiff(names(object), c("value", "details", "inner"))))
}

head.lethe_result <- function(x, ...) utils::head(shown_frame(x), ...)
tail.lethe_result <- function(x, ...) utils::tail(shown_frame(x), ...)

# The table, but for what speaks of one person.
shown_frame <- function(x) if (is_private(x)) data.frame() else as.data.frame(x)

as.character.lethe_result <- function(x, ...) x$inner$text
as.list.lethe_result <- function(x, ...) x$inner$details
result_json <- function(x) jsonlite::toJSON(x$inner$details, auto_unbox = TRUE, null = "null", digits = NA)

# The main list of the result as a frame, without what is nested in it.
as.data.frame.lethe_result <- function(x, row.names = NULL, optional = FALSE, ...) {
    for (key in lists_of_results) {
        found <- x$inner$details[[key]]
        if (length(found) && is.list(found[[1]]) && !is.null(names(found[[1]]))) {
            return(frame_of_records(found))
        }
    }
    data.frame()
}

frame_of_records <- function(records) {
    single <- function(value) is.null(value) || (!is.list(value) && length(value) == 1)
    keys <- unique(unlist(lapply(records, names)))
    keys <- keys[vapply(keys, function(key) {
        values <- lapply(records, `[[`, key)
        all(vapply(values, single, NA)) && !all(vapply(values, is.null, NA))
    }, NA)]
    columns <- lapply(keys, function(key) {
        unlist(lapply(records, function(one) if (is.null(one[[key]])) NA else one[[key]]))
    })
    names(columns) <- keys
    if (length(columns) == 0) return(data.frame())
    data.frame(columns, check.names = FALSE)
}

summary.lethe_result <- function(object, ...) {
    frame <- shown_frame(object)
    shown <- intersect(c("name", "title", "value", "unit", "label", "risk", "loss", "score"), names(frame))
    structure(
        class = "summary.lethe_result",
        list(kind = object$kind, value = object$value, table = frame[shown])
    )
}

print.summary.lethe_result <- function(x, ...) {
    cat(x$kind, if (is.numeric(x$value)) paste0(": ", format(x$value)), "\n", sep = "")
    if (length(x$table)) print(x$table, row.names = FALSE)
    invisible(x)
}

# ---- Releases ----------------------------------------------------------------------------------

release_name <- "memory:release"
record_name <- paste0(release_name, ".lethe.json")
log_name <- paste0(release_name, ".lethe.private.json")

is_release <- function(x) inherits(x, "lethe_release")

new_release <- function(answer, like) {
    log <- jsonlite::fromJSON(made_text(answer, log_name)) # vectors: there may be a number for each row
    data <- frame_of(answer, release_name, like, rows_kept = length(log$rows) == 0)
    warnings <- answer$notes
    if (has_row_names(data)) {
        warnings <- c(warnings, paste(
            "note: the row names are those of the original and may tell who a row is;",
            "row.names(data) <- NULL takes them away"
        ))
    }
    details <- answer$details
    record_text <- made_text(answer, record_name)
    structure(class = "lethe_release", list(
        data = data, record = read_json(record_text),
        guarantees = frame_of_records(details$guarantees), assessment = details$measured,
        warnings = warnings, changed_types = answer$changed_types, summary = details,
        text = answer$text, record_text = record_text, engine = answer$result
    ))
}

# Whether the engine still holds the release: it does in the session that made it. A release that was
# saved and read again has its data and its record, which may be published, and not its private log,
# which must not go where a saved release goes.
is_held <- function(release) call_c(C_is_held_by_engine, release$engine)

log_text <- function(release) {
    if (is_held(release)) call_c(C_made_text, release$engine, log_name)
}

# An error where $data is not what was released: what is measured and written would be another table.
check_unedited <- function(release) {
    if (!is_held(release)) return(invisible())
    made <- frame_of(list(result = release$engine), release_name, release$data)
    given <- release$data
    same <- is.data.frame(given) && nrow(given) == nrow(made) &&
        identical(unname(as.list(given)), unname(as.list(made))) && identical(names(given), names(made))
    if (same) return(invisible())
    usage_error(
        "the data of this release were changed after it was made, and its record does not speak of ",
        "them; give the table itself (release$data), or protect it as it is now"
    )
}

# A release with its record and log, as the engine takes it under a name in memory: the table as the
# engine holds it, so that nothing depends on what R made of its columns.
release_source <- function(release, called) {
    check_unedited(release)
    log <- log_text(release)
    record <- list(paste0(called, ".lethe.json"), release$record_text)
    inputs <- if (is.null(log)) list(table_input(called, release$data), record) else list(
        list(called, release$engine, release_name), record,
        list(paste0(called, ".lethe.private.json"), log)
    )
    list(text = called, like = release$data, inputs = inputs)
}

format.lethe_release <- function(x, ...) {
    paste(c(sub("\n*$", "", x$text), x$warnings), collapse = "\n")
}

print.lethe_release <- function(x, ...) {
    cat(format(x), "\n", sep = "")
    invisible(x)
}

# What was released, and the names of the rest.
str.lethe_release <- function(object, ...) {
    cat("<release of ", nrow(object$data), " rows and ", ncol(object$data), " columns>\n", sep = "")
    cat(" $data:")
    utils::str(object$data, ...)
    rest <- setdiff(names(object), c("data", "text", "record_text", "engine"))
    cat(" and ", paste0("$", rest, collapse = ", "), "\n", sep = "")
}

head.lethe_release <- function(x, ...) utils::head(x$data, ...)
tail.lethe_release <- function(x, ...) utils::tail(x$data, ...)
dimnames.lethe_release <- function(x) dimnames(x$data)
as.data.frame.lethe_release <- function(x, row.names = NULL, optional = FALSE, ...) x$data
as.list.lethe_release <- function(x, ...) x$summary
dim.lethe_release <- function(x) dim(x$data)

summary.lethe_release <- function(object, ...) {
    steps <- lapply(object$summary$steps, function(step) {
        list(method = step$method, columns = paste(unlist(step$columns), collapse = ", "))
    })
    structure(class = "summary.lethe_release", list(
        rows = nrow(object$data), columns = ncol(object$data), steps = frame_of_records(steps),
        guarantees = object$guarantees, changed_types = object$changed_types
    ))
}

print.summary.lethe_release <- function(x, ...) {
    cat("Release of", x$rows, "rows and", x$columns, "columns\n")
    shown <- c(steps = "Steps:", guarantees = "Guarantees:", changed_types = "Changed types:")
    for (part in names(shown)) {
        if (nrow(x[[part]]) == 0) next
        cat(shown[[part]], "\n")
        print(x[[part]], row.names = FALSE)
    }
    invisible(x)
}

# The private log: the seed, and which row came from whom. Only where it is asked for.
lethe_private_log <- function(release, path = NULL, replace = FALSE) {
    replace <- known_flag(replace, "replace")
    text <- log_text(known_release(release))
    if (is.null(text)) {
        usage_error(
            "the private log is not here: it leads back to the people and is not saved with a release; ",
            "lethe_write() and lethe_private_log() write it in the session that made the release"
        )
    }
    if (is.null(path)) return(read_json(text))
    path <- known_path(path)
    write_private(text, path, replace = replace)
    invisible(path)
}

known_release <- function(release) {
    if (!is_release(release)) usage_error("release: must be what lethe_protect() returned")
    release
}

# Writes the release with its record and its private log, as the command line does. What stands there
# is not replaced unless that is said: the log of an earlier release cannot be made again.
lethe_write <- function(release, path, replace = FALSE, threads = NULL) {
    path <- known_path(path)
    replace <- known_flag(replace, "replace")
    threads <- known_threads(threads)
    if (!is_held(known_release(release))) {
        usage_error(
            "this release was saved and read again, without its private log, and cannot be written with ",
            "it; lethe_write() belongs to the session that made it. as.data.frame(release) is the table, ",
            "release$record its record"
        )
    }
    check_unedited(release)
    if (!replace) check_free(paste0(path, c("", ".lethe.json", ".lethe.private.json")))
    answer <- call_c(C_write_release, release$engine, release_name, path, replace, threads)
    words <- words_for("protect", "table", renamed = c(force = "replace", output = "path"))
    invisible(answered(answer, words)$details)
}
