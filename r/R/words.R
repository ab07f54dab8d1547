# Messages of the engine in the words of R. The engine writes "the option dry_run", and flags where it
# thinks of a command line (--dry-run, -o); here these are arguments: dry_run = TRUE. What a function
# of R calls otherwise than the engine is told in `renamed`, by the engine's name.

# How messages of an operation are told: its options with their types, and other names for them.
words_for <- function(operation, kind, renamed = character()) {
    parameters <- options_of(operation, kind)
    names(parameters) <- vapply(parameters, function(one) one$name, "")
    list(parameters = parameters, renamed = renamed)
}

in_words_of_r <- function(text, words = list()) {
    text <- gsub("memory:", "", text, fixed = TRUE)
    text <- commands_in_r(text)
    text <- gsub("such as -o ([A-Za-z0-9_./-]*[A-Za-z0-9_/-])", "such as output = \"\\1\"", text)
    text <- gsub("(^|[ (])-o(?![A-Za-z0-9-])", "\\1the option output", text, perl = TRUE)
    text <- vapply(text, without_placeholders, "", words = words, USE.NAMES = FALSE)
    text <- vapply(text, options_from_flags, "", words = words, USE.NAMES = FALSE)
    named <- "the option ([a-z][a-z0-9_]*)( [A-Za-z0-9_.=-]*[A-Za-z0-9_=])?"
    places <- gregexpr(named, text, perl = TRUE)
    regmatches(text, places) <- lapply(regmatches(text, places), function(found) {
        vapply(found, function(one) {
            parts <- regmatches(one, regexec(named, one, perl = TRUE))[[1]]
            argument_text(parts[2], sub("^ ", "", parts[3]), words)
        }, "")
    })
    text
}

# ---- Commands ----------------------------------------------------------------------------------

# Operations of tables that are functions here.
functions_of_r <- c(
    "inspect", "advise", "protect", "explore", "evolve", "attack", "measure", "assess", "compare", "explain",
    "report", "methods"
)

# Commands that a text proposes as calls: "lethe advise DATA --max-risk 10" is
# lethe_advise(data, max_risk = 10). What is no operation of tables is left as it is.
commands_in_r <- function(text) {
    begins <- paste0("\\blethe (", paste(functions_of_r, collapse = "|"), ")(?![A-Za-z0-9_-])")
    vapply(text, function(one) {
        done <- ""
        if (is.na(one)) return(one)
        repeat {
            place <- regexpr(begins, one, perl = TRUE)
            if (place < 0) return(paste0(done, one))
            behind <- place + attr(place, "match.length")
            operation <- sub("^lethe ", "", substr(one, place, behind - 1))
            call <- call_of_words(operation, substring(one, behind))
            done <- paste0(done, substr(one, 1, place - 1), call$text)
            one <- call$rest
        }
    }, "", USE.NAMES = FALSE)
}

# The call, and the text behind its words: tables (in capitals, or by the names that they have
# here), flags, and their values.
call_of_words <- function(operation, rest) {
    kind <- if (operation %in% c("report", "methods")) "" else "table"
    types <- types_of(options_of(operation, kind))
    arguments <- character()
    broken <- "" # a line that ended within the command ends behind it
    next_word <- function(pattern) {
        whole <- paste0("^([ \n]+)(", pattern, ")(?=[^A-Za-z0-9_-]|$)")
        found <- regmatches(rest, regexec(whole, rest, perl = TRUE))[[1]]
        if (length(found) == 0) return(NULL)
        rest <<- substring(rest, nchar(found[1]) + 1)
        if (grepl("\n", found[2], fixed = TRUE)) broken <<- found[2]
        found[3]
    }
    words <- "[A-Z]{2,}|data|original|masked|--[a-z][a-z0-9-]*[a-z0-9]|--[a-z]|-o"
    while (!is.null(word <- next_word(words))) {
        if (!startsWith(word, "-")) {
            arguments <- c(arguments, tolower(word))
            next
        }
        name <- if (word == "-o") "output" else gsub("-", "_", substring(word, 3), fixed = TRUE)
        is_flag <- identical(unname(types[name]), "true or false")
        value <- if (!is_flag) next_word("[A-Za-z0-9_/.-]*[A-Za-z0-9_/-]")
        if (is.null(value)) value <- "TRUE"
        is_plain <- grepl("^[0-9.]+$|^TRUE$", value)
        arguments <- c(arguments, paste(name, "=", if (is_plain) value else paste0("\"", value, "\"")))
    }
    list(text = paste0("lethe_", operation, "(", paste(arguments, collapse = ", "), ")", broken), rest = rest)
}

# ---- Options -----------------------------------------------------------------------------------

# "policy FILE", "method NAME": what stands behind a flag says nothing behind an argument.
without_placeholders <- function(text, words) {
    if (length(words$parameters) == 0) return(text)
    named <- paste(names(words$parameters), collapse = "|")
    gsub(paste0("\\b(", named, ") (FILE|NAME|SOURCE)\\b"), "\\1", text)
}

# --no-model is the option no_model; what stands in a command ("lethe text vectors --wordnet") is left
# as it is, and so is what is no option of this operation.
options_from_flags <- function(text, words) {
    places <- gregexpr("--[a-z][a-z0-9-]*[a-z0-9]", text)[[1]]
    if (places[1] < 0) return(text)
    for (i in rev(seq_along(places))) {
        begin <- places[i]
        end <- begin + attr(places, "match.length")[i] - 1
        before <- substr(text, 1, begin - 1)
        name <- gsub("-", "_", substr(text, begin + 2, end), fixed = TRUE)
        if (!name %in% names(words$parameters) || grepl("lethe [a-z][^.;:]*$", before)) next
        text <- paste0(before, "the option ", name, substring(text, end + 1))
    }
    text
}

# An argument with what is meant by it: force = TRUE, order = "random", keep_least = 0.5,
# knowledge = c(age = "FILE"), and otherwise "the argument columns". `after` is the next word.
argument_text <- function(name, after, words) {
    parameter <- words$parameters[[name]]
    shown <- if (name %in% names(words$renamed)) words$renamed[[name]] else name
    if (identical(parameter$type, "true or false")) {
        return(trimws(paste(shown, "= TRUE", after), "right"))
    }
    if (grepl("^[A-Za-z0-9_.]+=[A-Z]+$", after)) {
        pair <- strsplit(after, "=", fixed = TRUE)[[1]]
        return(paste0(shown, " = c(", pair[1], " = \"", pair[2], "\")"))
    }
    is_value <- after %in% unlist(parameter$choices) || grepl("^[A-Z]+$|^utf-16$|^latin-1$|^none$", after)
    if (is_value) return(paste0(shown, " = \"", after, "\""))
    if (grepl("^[0-9.]+$", after)) return(paste(shown, "=", after))
    trimws(paste("the argument", shown, after), "right")
}

# The problems of the engine, as a list, told so. "set k" is an entry of set: set$k.
problems_in_r <- function(problems, words) {
    lapply(problems, function(one) {
        one$message <- in_words_of_r(one$message, words)
        if (!is.null(one$file)) one$file <- gsub("memory:", "", one$file, fixed = TRUE)
        if (!is.null(one$parameter)) {
            parts <- strsplit(one$parameter, " ", fixed = TRUE)[[1]]
            if (parts[1] %in% names(words$renamed)) parts[1] <- words$renamed[[parts[1]]]
            one$parameter <- paste(parts, collapse = "$")
        }
        one
    })
}

# "policy.toml:2:8: columns$age: must be ..."
problem_text <- function(one) {
    line <- if (isTRUE(one$line > 0)) {
        column <- if (isTRUE(one$column > 0)) paste0(":", one$column)
        paste0(if (is.null(one$file)) "line " else ":", one$line, column)
    }
    paste(c(paste0(one$file, line), one$parameter, one$message), collapse = ": ")
}

# What `expression` gives; the parameters of its errors have other names, by a function of names.
with_parameters_named <- function(expression, rename) {
    tryCatch(expression, lethe_error = function(error) {
        problems <- lapply(seq_len(nrow(error$problems)), function(i) {
            one <- as.list(error$problems[i, ])
            one[!vapply(one, is.na, NA)]
        })
        if (!any(vapply(problems, function(one) !is.null(one$parameter), NA))) stop(error)
        problems <- lapply(problems, function(one) {
            if (!is.null(one$parameter)) one$parameter <- rename(one$parameter)
            one
        })
        error$problems <- problem_frame(problems)
        error$message <- paste(vapply(problems, problem_text, ""), collapse = "\n")
        stop(error)
    })
}
