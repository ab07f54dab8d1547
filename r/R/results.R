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

print.lethe_result <- function(x, ...) {
    if (x$kind %in% private_kinds) {
        cat("<", x$kind, ": it speaks of one person; as.character() shows it>\n", sep = "")
    } else {
        cat(x$inner$text)
        writeLines(x$notes)
    }
    invisible(x)
}

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
    frame <- as.data.frame(object)
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
    structure(class = "lethe_release", list(
        data = data, record = read_json(made_text(answer, record_name)),
        guarantees = frame_of_records(details$guarantees), assessment = details$measured,
        warnings = warnings, changed_types = answer$changed_types, summary = details,
        text = answer$text, engine = answer$result
    ))
}

release_text <- function(release, name) .Call(C_made_text, release$engine, name)

# A release with its record and log, as the engine takes it under a name in memory: the table as the
# engine holds it, so that nothing depends on what R made of its columns.
release_source <- function(release, called) {
    list(text = called, like = release$data, inputs = list(
        list(called, release$engine, release_name),
        list(paste0(called, ".lethe.json"), release_text(release, record_name)),
        list(paste0(called, ".lethe.private.json"), release_text(release, log_name))
    ))
}

print.lethe_release <- function(x, ...) {
    cat(x$text)
    writeLines(x$warnings)
    invisible(x)
}

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
lethe_private_log <- function(release, path = NULL) {
    if (!is_release(release)) usage_error("release: must be what lethe_protect() returned")
    text <- release_text(release, log_name)
    if (is.null(path)) return(read_json(text))
    write_private(text, path)
    invisible(path)
}

# Writes the release with its record and its private log, as the command line does.
lethe_write <- function(release, path, replace = FALSE, threads = NULL) {
    if (!is_release(release)) usage_error("release: must be what lethe_protect() returned")
    answer <- .Call(
        C_write_release, release$engine, release_name, path.expand(path), replace, known_threads(threads)
    )
    invisible(answered(answer)$details)
}
