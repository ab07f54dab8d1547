# Values of R as JSON. The engine says of each option what type it has, so that one name is a list of
# one where a list is wanted; numbers are written so that they are read back to the same.

json_text <- function(text, place = "a text") {
    text <- known_texts(as.character(text), place)
    text <- gsub("\\", "\\\\", text, fixed = TRUE)
    text <- gsub("\"", "\\\"", text, fixed = TRUE)
    for (code in 1:31) {
        sign <- rawToChar(as.raw(code))
        if (any(grepl(sign, text, fixed = TRUE))) {
            text <- gsub(sign, sprintf("\\u%04x", code), text, fixed = TRUE)
        }
    }
    paste0("\"", text, "\"")
}

json_number <- function(number) {
    short <- formatC(number, digits = 15, format = "g", width = 1)
    ifelse(as.numeric(short) == number, short, formatC(number, digits = 17, format = "g", width = 1))
}

json_scalar <- function(value, place) {
    if (is.null(value)) return("null")
    if (!is.atomic(value)) usage_error(place, ": cannot be a ", class(value)[1])
    if (is.factor(value) || inherits(value, c("Date", "POSIXt"))) value <- as.character(value)
    value <- without_integer64(value)
    if (length(value) != 1 || is.na(value)) {
        usage_error(place, ": must be one value that is not missing")
    }
    if (is.logical(value)) return(if (value) "true" else "false")
    if (is.numeric(value)) {
        if (!is.finite(value)) usage_error(place, ": must be a finite number")
        return(json_number(value))
    }
    if (is.character(value)) return(json_text(value, place))
    usage_error(place, ": cannot be a ", class(value)[1])
}

json_array <- function(values, type, place) {
    parts <- vapply(values, to_json, "", type = type, place = place, USE.NAMES = FALSE)
    paste0("[", paste(parts, collapse = ","), "]")
}

# `type` is the engine's word: "list of integer", "table of number", "true or false"; "" is unknown.
to_json <- function(value, type = "", place = "an option") {
    if (!is.null(value) && !is.atomic(value) && !is.list(value)) {
        usage_error(place, ": cannot be a ", class(value)[1])
    }
    value <- without_integer64(value)
    if (startsWith(type, "list of ")) {
        # For the engine an empty list is one that was not given: all columns in place of none.
        if (length(value) == 0) usage_error(place, ": is empty; without it the default is taken")
        inner <- substring(type, nchar("list of ") + 1)
        # list of list of text: one vector is one list of texts
        if (startsWith(inner, "list of ") && !is.list(value)) value <- list(value)
        if (inner == "table" && !is.null(names(value))) value <- list(value)
        return(json_array(as.list(value), inner, place))
    }
    if (!is.null(names(value)) && (is.list(value) || length(value) > 0)) {
        check_names(value, place)
        inner <- if (startsWith(type, "table of ")) substring(type, nchar("table of ") + 1) else ""
        parts <- vapply(seq_along(value), function(i) {
            to_json(value[[i]], inner, place)
        }, "")
        return(paste0("{", paste(json_text(names(value), place), parts, sep = ":", collapse = ","), "}"))
    }
    if (startsWith(type, "table") && length(value) == 0) return("{}")
    if (is.list(value) || length(value) > 1) return(json_array(as.list(value), "", place))
    json_scalar(value, place)
}

# Each value has a name, and no two the same.
check_names <- function(values, place) {
    given <- names(values)
    if (length(values) && is.null(given)) given <- ""
    if (anyNA(given) || any(!nzchar(given))) usage_error(place, ": each value needs a name")
    twice <- unique(given[duplicated(given)])
    if (length(twice)) usage_error(place, ": is given twice: ", paste(twice, collapse = ", "))
}

# The options of an operation, as the engine describes them.
options_of <- function(operation, kind) {
    for (one in described()$operations) {
        if (one$name == operation && identical(if (is.null(one$data)) "" else one$data, kind)) {
            return(one$options)
        }
    }
    list()
}

types_of <- function(parameters) {
    types <- vapply(parameters, function(one) one$type, "")
    names(types) <- vapply(parameters, function(one) one$name, "")
    types
}

method_named <- function(name, kind = "table") {
    for (one in described()$methods) {
        if (identical(one$name, as.vector(name)) && one$data == kind) return(one)
    }
    NULL
}

options_json <- function(operation, kind, options) {
    check_names(options, paste0("options of ", operation))
    types <- types_of(options_of(operation, kind))
    parts <- vapply(names(options), function(name) {
        type <- if (name %in% names(types)) types[[name]] else ""
        value <- options[[name]]
        if (name == "columns") check_column_names(value)
        if (name == "set" && (is.list(value) || !is.null(names(value)))) {
            method <- c(options$method, options$attack, options$measure)
            known <- is.character(method) && length(method) == 1
            return(settings_json(as.list(value), if (known) method_named(method, kind)))
        }
        to_json(value, type, name)
    }, "")
    body <- if (length(parts)) paste(json_text(names(parts)), parts, sep = ":", collapse = ",") else ""
    paste0("{", body, "}")
}

# An empty name is none for the engine, and no name means all columns.
check_column_names <- function(columns) {
    if (is.factor(columns)) columns <- as.character(columns)
    if (!is.character(columns) && !is.list(columns)) usage_error("columns: must be names of columns")
    empty <- vapply(columns, function(one) identical(as.character(one), ""), NA)
    if (any(empty)) usage_error("columns: a name is empty")
}

# Parameters of a method, by its own types.
settings_json <- function(values, method) {
    check_names(values, "set")
    values <- values[!vapply(values, is.null, NA)]
    if (length(values) == 0) return("{}")
    types <- if (is.null(method)) character() else types_of(method$parameters)
    parts <- vapply(names(values), function(name) {
        to_json(values[[name]], if (name %in% names(types)) types[[name]] else "", paste0("set$", name))
    }, "")
    paste0("{", paste(json_text(names(parts)), parts, sep = ":", collapse = ","), "}")
}
