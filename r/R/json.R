# Values of R as JSON. The engine says of each option what type it has, so that one name is a list of
# one where a list is wanted; numbers are written so that they are read back to the same.

json_text <- function(text) {
    text <- enc2utf8(as.character(text))
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
    if (length(value) != 1 || is.na(value)) {
        usage_error(place, ": must be one value that is not missing")
    }
    if (is.logical(value)) return(if (value) "true" else "false")
    if (is.numeric(value)) {
        if (!is.finite(value)) usage_error(place, ": must be a finite number")
        return(json_number(value))
    }
    if (is.character(value)) return(json_text(value))
    usage_error(place, ": cannot be a ", class(value)[1])
}

json_array <- function(values, type, place) {
    parts <- vapply(values, to_json, "", type = type, place = place, USE.NAMES = FALSE)
    paste0("[", paste(parts, collapse = ","), "]")
}

# `type` is the engine's word: "list of integer", "table of number", "true or false"; "" is unknown.
to_json <- function(value, type = "", place = "an option") {
    if (inherits(value, "lethe_policy")) value <- unclass(value)$body
    if (startsWith(type, "list of ")) {
        inner <- substring(type, nchar("list of ") + 1)
        # list of list of text: one vector is one list of texts
        if (startsWith(inner, "list of ") && !is.list(value)) value <- list(value)
        if (inner == "table" && !is.null(names(value))) value <- list(value)
        return(json_array(as.list(value), inner, place))
    }
    if (!is.null(names(value)) && (is.list(value) || length(value) > 0)) {
        if (any(!nzchar(names(value)))) usage_error(place, ": each value needs a name")
        inner <- if (startsWith(type, "table of ")) substring(type, nchar("table of ") + 1) else ""
        parts <- vapply(seq_along(value), function(i) {
            to_json(value[[i]], inner, place)
        }, "")
        return(paste0("{", paste(json_text(names(value)), parts, sep = ":", collapse = ","), "}"))
    }
    if (startsWith(type, "table") && length(value) == 0) return("{}")
    if (is.list(value) || length(value) > 1) return(json_array(as.list(value), "", place))
    json_scalar(value, place)
}

# The types of an operation's options, by name.
option_types <- function(operation, kind) {
    for (one in described()$operations) {
        if (one$name == operation && identical(if (is.null(one$data)) "" else one$data, kind)) {
            return(types_of(one$options))
        }
    }
    character()
}

types_of <- function(parameters) {
    types <- vapply(parameters, function(one) one$type, "")
    names(types) <- vapply(parameters, function(one) one$name, "")
    types
}

method_named <- function(name, kind = "table") {
    for (one in described()$methods) if (one$name == name && one$data == kind) return(one)
    NULL
}

options_json <- function(operation, kind, options) {
    types <- option_types(operation, kind)
    parts <- vapply(names(options), function(name) {
        type <- if (name %in% names(types)) types[[name]] else ""
        value <- options[[name]]
        if (name == "set" && is.list(value)) {
            method <- c(options$method, options$attack, options$measure)
            return(settings_json(value, if (length(method) == 1) method_named(method, kind)))
        }
        to_json(value, type, name)
    }, "")
    body <- if (length(parts)) paste(json_text(names(parts)), parts, sep = ":", collapse = ",") else ""
    paste0("{", body, "}")
}

# Parameters of a method, by its own types.
settings_json <- function(values, method) {
    values <- values[!vapply(values, is.null, NA)]
    if (length(values) == 0) return("{}")
    types <- if (is.null(method)) character() else types_of(method$parameters)
    parts <- vapply(names(values), function(name) {
        to_json(values[[name]], if (name %in% names(types)) types[[name]] else "", name)
    }, "")
    paste0("{", paste(json_text(names(parts)), parts, sep = ":", collapse = ","), "}")
}
