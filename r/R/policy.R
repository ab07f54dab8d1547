# Policies: what each column is, and the steps. Written by people (TOML, with its comments) or built
# here; the engine reads and checks them.

# A policy: from a file (*.toml), from TOML itself, from an inspection or advice, from a list, or
# built from columns and steps.
lethe_policy <- function(x = NULL, columns = NULL, steps = NULL, ...) {
    if (inherits(x, "lethe_policy")) return(x)
    if (inherits(x, "lethe_result")) {
        found <- x$policy
        if (is.null(found)) usage_error("this result holds no policy")
        return(found)
    }
    if (is.character(x)) {
        if (length(x) == 0 || anyNA(x)) usage_error("a policy is a text that is not missing")
        x <- known_texts(x, "the policy")
    }
    if (is.character(x) && length(x) == 1 && !grepl("\n", x, fixed = TRUE) && endsWith(x, ".toml")) {
        if (!file.exists(x)) stop(error_of("io", paste0(x, ": there is no such file")))
        text <- paste(readLines(x, encoding = "UTF-8", warn = FALSE), collapse = "\n")
        return(new_policy(text = paste0(text, "\n"), path = x))
    }
    if (is.character(x)) return(new_policy(text = paste(x, collapse = "\n")))
    if (!is.null(x) && !is.list(x)) {
        usage_error("a policy is a path, a text in TOML, a list, or the result of lethe_inspect()")
    }
    check_names(x, "the policy")
    check_names(list(...), "the policy")
    body <- utils::modifyList(if (is.null(x)) list() else as.list(x), list(...))
    if (!is.null(columns)) body$columns <- known_columns(columns)
    if (!is.null(steps)) body$step <- if (is.null(names(steps))) steps else list(steps)
    lapply(body$step, check_step)
    new_policy(body = body)
}

known_columns <- function(columns) {
    if (!is.list(columns)) usage_error("columns: must be a list, of what each column is by its name")
    check_names(columns, "columns")
    for (name in names(columns)) check_names(as.list(columns[[name]]), paste0("columns$", name))
    lapply(columns, as.list)
}

check_step <- function(step) {
    if (!is.list(step)) usage_error("steps: each is a list with method, columns and parameters")
    check_names(step, "a step")
    known_name(step$method, "method")
    # Without columns a step takes every quasi-identifier: none is not all.
    if (!is.null(step$columns)) check_some_columns(step$columns)
}

check_some_columns <- function(columns) {
    if (length(columns) == 0) usage_error("columns: is empty; without it the default is taken")
    check_column_names(columns)
}

new_policy <- function(text = NULL, body = NULL, path = NULL) {
    structure(class = "lethe_policy", list(text = text, body = body, path = path))
}

# One more step; without columns, of every quasi-identifier that the method takes. The names before
# the dots are none that the parameter of a method begins with: R would take p for policy.
lethe_step <- function(x, method, ..., columns = NULL) {
    inner <- unclass(lethe_policy(x))
    known_name(method, "method")
    check_names(list(...), "parameters of the step")
    if (!is.null(columns)) check_some_columns(columns)
    step <- c(list(method = method), if (!is.null(columns)) list(columns = as.list(columns)), list(...))
    if (is.null(inner$text)) {
        inner$body$step <- c(inner$body$step, list(step))
        return(new_policy(body = inner$body))
    }
    new_policy(text = paste0(sub("\n*$", "\n\n", inner$text), step_toml(step)))
}

# What a column is: role, kind, order, round, range, knowledge.
lethe_column <- function(x, name, ...) {
    inner <- unclass(lethe_policy(x))
    name <- known_name(name, "name")
    values <- list(...)
    check_names(values, "what the column is")
    if (is.null(inner$text)) {
        inner$body$columns[[name]] <- utils::modifyList(as.list(inner$body$columns[[name]]), values)
        return(new_policy(body = inner$body))
    }
    new_policy(text = column_line(inner$text, name, values))
}

# The line of a column in the form that the engine writes: name = { role = "quasi" }   # why
column_line <- function(text, name, values) {
    lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
    place <- column_place(lines, name)
    if (length(place) != 1) {
        usage_error(
            "column \"", name, "\" has no line of its own in the text of this policy; ",
            "edit the text, or build the policy from a list"
        )
    }
    line <- paste0(toml_key(name), " = ", to_toml(values))
    new <- append(lines[-place], line, after = place - 1)
    paste0(paste(new, collapse = "\n"), "\n")
}

# Which lines say what a column is.
column_place <- function(lines, name) {
    keys <- sub("^\\s*(\"(\\\\.|[^\"])*\"|[A-Za-z0-9_-]+)\\s*=.*$", "\\1", lines)
    which(keys %in% c(name, json_text(name)) & grepl("=\\s*\\{", lines))
}

toml_key <- function(name) {
    ifelse(grepl("^[A-Za-z0-9_-]+$", name), name, json_text(name))
}

to_toml <- function(value) {
    value <- without_integer64(value)
    if (is.list(value) && !is.null(names(value))) {
        parts <- vapply(value, to_toml, "")
        return(paste0("{ ", paste(toml_key(names(value)), parts, sep = " = ", collapse = ", "), " }"))
    }
    if (is.list(value) || length(value) > 1) {
        parts <- vapply(as.list(value), to_toml, "", USE.NAMES = FALSE)
        return(paste0("[", paste(parts, collapse = ", "), "]"))
    }
    json_scalar(value, "a value of the policy")
}

step_toml <- function(step) {
    parts <- vapply(step, to_toml, "")
    paste0("[[step]]\n", paste(toml_key(names(step)), parts, sep = " = ", collapse = "\n"), "\n")
}

policy_toml <- function(body) {
    steps <- vapply(body$step, step_toml, "")
    body$step <- NULL
    scalar <- vapply(body, function(value) !is.list(value), NA)
    plain <- vapply(names(body)[scalar], function(name) {
        paste0(toml_key(name), " = ", to_toml(body[[name]]), "\n")
    }, "")
    tables <- vapply(names(body)[!scalar], function(name) {
        values <- vapply(body[[name]], to_toml, "")
        lines <- paste(toml_key(names(values)), values, sep = " = ", collapse = "\n")
        paste0("[", toml_key(name), "]\n", lines, "\n")
    }, "")
    paste(c(plain, tables, steps), collapse = "\n")
}

# The policy as TOML; a text that was read is as it was, with its comments.
as.character.lethe_policy <- function(x, ...) {
    inner <- unclass(x)
    if (is.null(inner$text)) policy_toml(inner$body) else inner$text
}

format.lethe_policy <- function(x, ...) as.character(x)
str.lethe_policy <- function(object, ...) {
    lines <- strsplit(as.character(object), "\n", fixed = TRUE)[[1]]
    cat("<lethe_policy, ", length(lines), " lines of TOML; as.character() shows it>\n", sep = "")
}

print.lethe_policy <- function(x, ...) {
    cat(as.character(x))
    invisible(x)
}

# What an option says of a policy, and what is handed over. A file that was not edited is named, so
# that what stands beside it is found.
policy_source <- function(policy) {
    if (is.null(policy)) return(list(text = NULL, inputs = list()))
    if (is.character(policy) && length(policy) == 1 && !is.na(policy) &&
        !grepl("\n", policy, fixed = TRUE, useBytes = TRUE)) {
        return(list(text = known_path(policy, "policy"), inputs = list()))
    }
    policy <- lethe_policy(policy)
    path <- unclass(policy)$path
    if (!is.null(path)) return(list(text = path, inputs = list()))
    list(
        text = "memory:policy.toml",
        inputs = list(list("memory:policy.toml", as.character(policy)))
    )
}
