# Writes what follows from the engine's catalogue and from the sources: R/methods.R (a function for
# each masking method), NAMESPACE and man/. The result is kept in the tree, and a test makes it again
# and compares.
#   Rscript tools/generate.R [folder]      in r/, with the package installed
top <- Sys.getenv("LETHE_R_SOURCE", ".")
into <- c(commandArgs(trailingOnly = TRUE), top)[1]
description <- lethe:::described()

masks <- Filter(function(one) {
    # What takes nothing but free text is documents in cells: lethe_sanitize() takes frames too.
    one$data == "table" && one$family == "mask" && !identical(unlist(one$kinds), "text")
}, description$methods)

function_name <- function(method) paste0("lethe_", gsub("-", "_", method$name))
parameter_names <- function(method) vapply(method$parameters, function(one) one$name, "")

write_lines <- function(path, lines) {
    dir.create(dirname(file.path(into, path)), FALSE, TRUE)
    file <- file(file.path(into, path), "wb")
    writeLines(enc2utf8(lines), file, useBytes = TRUE)
    close(file)
}

# Words one after the other, at most `width` wide, with `indent` before all but the first line.
filled <- function(first, words, indent, width = 100) {
    lines <- first
    for (i in seq_along(words)) {
        word <- paste0(words[i], if (i < length(words)) ",", if (i == length(words)) ")")
        last <- lines[length(lines)]
        if (nchar(last) + nchar(word) + 1 > width) {
            lines <- c(lines, paste0(strrep(" ", indent), word))
        } else {
            lines[length(lines)] <- paste0(last, if (i > 1) " ", word)
        }
    }
    lines
}

# ---- R/methods.R -------------------------------------------------------------------------------

method_function <- function(method) {
    names <- parameter_names(method)
    head <- filled(
        paste0(function_name(method), " <- function("),
        c("data", paste(names, "= NULL"), "columns = NULL", "..."), 4
    )
    given <- if (length(names)) paste(names, "=", names) else character()
    body <- filled(
        paste0("    masked_by(\"", method$name, "\", data, columns, list("), given, 8, 99
    )
    if (length(given) == 0) body <- paste0(body, ")")
    c(paste0("# ", method$title), paste0(head[-length(head)]), paste0(head[length(head)], " {"),
        body[-length(body)], paste0(body[length(body)], ", ...)"), "}", "")
}

write_lines("R/methods.R", c(
    "# A function for each masking method of tables. Made by tools/generate.R from the catalogue; not",
    "# edited by hand.", "", unlist(lapply(masks, method_function))
))

# ---- NAMESPACE ---------------------------------------------------------------------------------

code <- new.env()
for (path in list.files(file.path(top, "R"), "\\.R$", full.names = TRUE)) {
    if (basename(path) != "methods.R") sys.source(path, code)
}
sys.source(file.path(into, "R/methods.R"), code)
exported <- grep("^lethe_", ls(code), value = TRUE)
generics <- c(
    "as.character", "as.data.frame", "as.list", "dim", "dimnames", "format", "head", "plot", "print",
    "str", "summary", "tail"
)
s3 <- unlist(lapply(generics, function(generic) {
    found <- grep(paste0("^", gsub(".", "\\.", generic, fixed = TRUE), "\\."), ls(code), value = TRUE)
    sub(paste0(generic, "."), "", found, fixed = TRUE) |> (\(class) {
        paste0("S3method(", generic, ", ", class, ")")
    })()
}))
write_lines("NAMESPACE", c(
    "# Made by tools/generate.R.", "useDynLib(lethe, .registration = TRUE, .fixes = \"C_\")",
    "importFrom(graphics, plot)", "importFrom(utils, head, str, tail)", paste0("export(", sort(exported), ")"), sort(s3)
))

# ---- man/ --------------------------------------------------------------------------------------

escaped <- function(text) {
    text <- gsub("\\", "\\\\", text, fixed = TRUE)
    text <- gsub("%", "\\%", text, fixed = TRUE)
    text <- gsub("{", "\\{", text, fixed = TRUE)
    text <- gsub("}", "\\}", text, fixed = TRUE)
    gsub("`([^`]*)`", "\\\\code{\\1}", text)
}

usage_of <- function(name) {
    arguments <- formals(code[[name]])
    words <- vapply(names(arguments), function(one) {
        default <- paste(deparse(arguments[[one]]), collapse = " ")
        if (nzchar(default)) paste(one, "=", default) else one
    }, "")
    if (length(words) == 0) return(paste0(name, "()"))
    filled(paste0(name, "("), words, 4, 88)
}

default_text <- function(parameter) {
    value <- parameter$default
    if (is.null(value) || (is.list(value) && length(value) == 0) || identical(value, "")) return("")
    if (is.list(value)) value <- unlist(value)
    value <- if (is.logical(value)) ifelse(value, "TRUE", "FALSE") else format(value, scientific = FALSE, digits = 15, trim = TRUE)
    paste0("; default ", paste(value, collapse = ", "))
}

allowed_text <- function(parameter) {
    if (length(parameter$choices)) return(paste0(" (", paste(unlist(parameter$choices), collapse = ", "), ")"))
    if (!is.null(parameter$allowed)) return(paste0(" (", parameter$allowed, ")"))
    if (parameter$type == "true or false") return(" (TRUE or FALSE)")
    ""
}

parameter_text <- function(parameter) {
    paste0(escaped(parameter$text), escaped(allowed_text(parameter)), escaped(default_text(parameter)))
}

# Options in the words of R: --no-model is no_model here.
in_words_of_r <- function(text) {
    words <- gregexpr("--[a-z][a-z-]*", text)
    regmatches(text, words) <- lapply(regmatches(text, words), function(found) {
        gsub("-", "_", sub("^--", "", found))
    })
    text
}

page <- function(name, title, description, usage, arguments, sections = character(), value = "",
                 examples = "", aliases = name) {
    items <- vapply(names(arguments), function(one) {
        shown <- if (one == "...") "\\dots" else one
        paste0("  \\item{", shown, "}{", arguments[[one]], "}")
    }, "")
    write_lines(file.path("man", paste0(name, ".Rd")), c(
        "% Made by tools/generate.R; not edited by hand.",
        paste0("\\name{", name, "}"), paste0("\\alias{", aliases, "}"),
        paste0("\\title{", title, "}"),
        if (length(usage)) c("\\usage{", usage, "}"),
        if (length(items)) c("\\arguments{", items, "}"),
        paste0("\\description{", description, "}"),
        if (nzchar(value)) paste0("\\value{", value, "}"),
        sections,
        if (any(nzchar(examples))) c("\\examples{", examples, "}")
    ))
}

table_text <- paste(
    "a data frame or tibble, a release of \\code{\\link{lethe_protect}}, a stream of the package nanoarrow,",
    "the path of a CSV, TSV, Parquet or JSON file, or a SELECT"
)
common <- list(
    data = table_text,
    original = table_text,
    masked = paste0("the release: of \\code{lethe_protect}, whose record the intruder has, or any table: ", table_text),
    columns = "names of columns; by default all that may be meant",
    policy = "a policy: of \\code{\\link{lethe_policy}}, a path, TOML, a list",
    seed = paste(
        "a whole number, for the same result again. Without it the seed comes from the system, not from",
        "\\code{set.seed}: who knows the seed can undo what is random"
    ),
    threads = "how many threads work; by default as many as the machine has. Results do not depend on it",
    progress = paste(
        "\\code{TRUE}: a bar; \\code{FALSE}: none; a function of task, done and total; by default a bar in",
        "an interactive session"
    ),
    set = "a list of parameters of the method that is named, such as \\code{list(k = 5)}",
    method = "one masking method (see \\code{\\link{lethe_methods}}), instead of a policy",
    identifiers = "columns that are left out",
    attack = "names of attacks; by default all that apply",
    measure = "names of measures; by default all that apply",
    row = "which person of the original, from 1",
    certificate = "the path of a certificate, as the attack supervised-linkage writes it",
    release = "what \\code{\\link{lethe_protect}} returned"
)
result_text <- paste(
    "An object of class \\code{lethe_result}, see \\code{\\link{lethe_result}}: it prints what was found,",
    "\\code{$value} is the one figure, \\code{as.data.frame} the table, \\code{as.list} everything."
)
people <- "people <- lethe_sample(\"census\", rows = 100, seed = 1)"
release <- "release <- lethe_protect(people, method = \"mdav\", set = list(k = 5), seed = 1)"
operation_examples <- list(
    inspect = c(people, "found <- lethe_inspect(people)", "found$policy"),
    protect = c(people, release, "summary(release)", "head(release$data)",
        "# by a policy, written to files",
        "by_policy <- lethe_protect(people, lethe_inspect(people)$policy, seed = 7)",
        "path <- file.path(tempdir(), \"release.csv\")",
        "lethe_write(by_policy, path, replace = TRUE)"),
    advise = c("\\donttest{", people, "advice <- lethe_advise(people, k = 3, max_risk = 40, seed = 1)",
        "release <- lethe_protect(people, advice$policy, seed = 1)", "}"),
    explore = c("\\donttest{", "people <- lethe_sample(rows = 60, seed = 1)",
        "tried <- lethe_explore(people, columns = c(\"age\", \"sex\"), seed = 1)", "plot(tried)", "}"),
    evolve = c("\\donttest{", "people <- lethe_sample(rows = 40, seed = 1)",
        "lethe_evolve(people, columns = c(\"sex\", \"region\"), generations = 3, seed = 1)", "}"),
    attack = c(people, release, "lethe_attack(people, release, \"distance-linkage\", seed = 1)$value"),
    measure = c(people, release, "lethe_measure(people, release, \"sse\")$value"),
    assess = c("\\donttest{", people, release, "found <- lethe_assess(people, release, seed = 1)",
        "plot(found)", "found$details$verdict$sentence", "}"),
    compare = c(people, release, "as.data.frame(lethe_compare(people, release))"),
    explain = c(people, release, "why <- lethe_explain(people, release, row = 1)", "why"),
    verify = "",
    report = c(people, release, "page <- lethe_report(release, publish = TRUE)"),
    methods = c("as.data.frame(lethe_methods(family = \"mask\"))[c(\"name\", \"title\")]",
        "lethe_methods(\"mdav\")"),
    sample = "head(lethe_sample(\"survey\", rows = 10, seed = 1))"
)

operation_named <- function(name) {
    Find(function(one) one$name == name && (is.null(one$data) || one$data == "table"), description$operations)
}

argument_texts <- function(name, own) {
    arguments <- lapply(names(formals(code[[name]])), function(one) {
        if (!is.null(own[[one]])) own[[one]] else common[[one]]
    })
    names(arguments) <- names(formals(code[[name]]))
    missing <- names(arguments)[vapply(arguments, is.null, NA)]
    if (length(missing)) stop(name, ": no text for ", paste(missing, collapse = ", "))
    arguments
}

for (name in names(operation_examples)) {
    operation <- operation_named(name)
    f <- paste0("lethe_", name)
    hidden <- c(names(formals(code[[f]])), "output", "dry_run"[name != "protect"], "force", "inputs", "what", "write")
    others <- Filter(function(one) !one$name %in% hidden, operation$options)
    dots <- if (name == "report") "releases and results" else paste0(
        "further options:\n  \\describe{\n", paste0(vapply(others, function(one) {
            one$text <- in_words_of_r(one$text)
            paste0("    \\item{\\code{", one$name, "}}{", parameter_text(one), "}")
        }, ""), collapse = "\n"), "\n  }"
    )
    own <- list(
        "..." = dots, what = "\"census\" or \"survey\"", rows = "how many people",
        name = "one method; by default all are listed", path = "where the page is written; without it, it is returned",
        publish = "\\code{TRUE}: without anything that must stay with its owner",
        replace = "\\code{TRUE}: also over what is there already"
    )
    value <- switch(name,
        protect = paste(
            "A list of class \\code{lethe_release}, see \\code{\\link{lethe_result}}: \\code{$data} is the released table",
            "in the class of what came in. With \\code{dry_run = TRUE} what would be done."
        ),
        sample = "A data frame.", report = "A page of HTML as one text.",
        inspect = paste(result_text, "\\code{$policy} is a policy to begin with."),
        advise = , explore = paste(result_text, "\\code{$policy} is the recommended policy, \\code{$policies} are all that were kept."),
        result_text
    )
    page(f, escaped(operation$summary), escaped(paste0(operation$summary, ".")), usage_of(f),
        argument_texts(f, own), value = value, examples = operation_examples[[name]]
    )
}

# Pages of methods: several on one, by what they promise.
method_section <- function(method) {
    parameters <- vapply(method$parameters, function(one) {
        paste0("    \\item{\\code{", one$name, "}}{", parameter_text(one), "}")
    }, "")
    c(paste0("\\section{", function_name(method), ": ", escaped(method$title), "}{"),
        escaped(method$description), "",
        if (length(parameters)) c("  \\describe{", parameters, "  }"), "}")
}

method_page <- function(name, title, methods) {
    functions <- vapply(methods, function_name, "")
    parameters <- unique(unlist(lapply(methods, parameter_names)))
    told <- lapply(parameters, function(one) {
        having <- Filter(function(method) one %in% parameter_names(method), methods)
        paste0("of ", paste0("\\code{", vapply(having, function_name, ""), "}", collapse = ", "), ": see below")
    })
    names(told) <- parameters
    arguments <- c(list(data = common$data), told, list(
        columns = "which columns are masked; by default all that the method takes",
        "..." = paste(
            "further arguments of \\code{\\link{lethe_protect}}: \\code{seed}, \\code{identifiers},",
            "\\code{policy}, \\code{threads}, \\code{progress}"
        )
    ))
    page(name, title,
        paste(
            "One function for each method; parameters that are not given have the engine's default.",
            "\\code{\\link{lethe_protect}} with \\code{method} does the same and gives the release with its record."
        ),
        unlist(lapply(functions, usage_of)), arguments, unlist(lapply(methods, method_section)),
        "A data frame in the class of what came in.",
        c(people, if ("lethe_mdav" %in% functions) {
            "head(lethe_mdav(people, k = 5, columns = c(\"age\", \"AGI\"), seed = 1))"
        } else {
            "head(lethe_rank_swapping(people, p = 5, columns = c(\"age\", \"AGI\"), seed = 1))"
        }),
        aliases = c(name, functions)
    )
}
promises_k <- vapply(masks, function(one) any(c("k-anonymous", "k-matching") %in% unlist(one$properties)), NA)
method_page("lethe_masks_k", "Masking methods that make groups of k people", masks[promises_k])
method_page("lethe_masks", "Masking methods that change, hide or exchange values", masks[!promises_k])

# Pages that no operation of the catalogue makes.
page("lethe-package", "Protect data about people and attack the result",
    paste(
        "Masks tables and documents about people, attacks the result as an intruder would, measures what",
        "was lost and helps to choose, by the engine of the command line. Begin with",
        "\\code{\\link{lethe_inspect}}, \\code{\\link{lethe_protect}} and \\code{\\link{lethe_assess}}.",
        "Errors are conditions of class \\code{lethe_error} with all \\code{$problems}, one of",
        "\\code{lethe_usage_error}, \\code{lethe_input_error}, \\code{lethe_unmet_error}, \\code{lethe_io_error},",
        "\\code{lethe_internal_error} and \\code{lethe_stopped_error}."
    ), character(), list(), aliases = c("lethe-package", "lethe"), examples = c(people, release, "release"),
    sections = c("\\section{Columns}{",
        "Numbers, whole numbers, truth values, texts, factors, dates, times (to the microsecond), labelled values of",
        "haven and 64-bit integers of bit64 are taken and come back as what they were, with their attributes,",
        "where the released values allow it; \\code{release$changed_types} says where not. NA is missing. NaN and",
        "infinite numbers are refused. A level that somebody had and nobody has in the release is dropped.", "}")
)
page("lethe_policy", "Policies: what columns are, and the steps",
    "Made from a file, TOML, a result or a list, and edited.",
    c(usage_of("lethe_policy"), usage_of("lethe_step"), usage_of("lethe_column"),
        "\\method{as.character}{lethe_policy}(x, ...)", "\\method{print}{lethe_policy}(x, ...)"),
    list(
        x = "a path (*.toml), TOML, a result of \\code{\\link{lethe_inspect}} or \\code{\\link{lethe_advise}}, a list, or a policy",
        columns = "of \\code{lethe_policy}: a named list, one of role, kind, order, ... for each column; of \\code{lethe_step}: names",
        steps = "a list of steps, each a list with method, columns and parameters",
        method = "a masking method", name = "a column",
        "..." = "further tables of the policy, parameters of the step, or what the column is"
    ),
    aliases = c("lethe_policy", "lethe_step", "lethe_column", "as.character.lethe_policy", "print.lethe_policy"),
    value = "A policy; \\code{as.character} gives its TOML.",
    examples = c("policy <- lethe_policy(columns = list(age = list(role = \"quasi\", kind = \"numeric\")))",
        "policy <- lethe_step(policy, \"mdav\", columns = \"age\", k = 5)", "policy")
)
page("lethe_result", "Results and releases",
    paste(
        "Results print what was found. A release is a list: \\code{$data}, \\code{$record} (may be published),",
        "\\code{$guarantees}, \\code{$assessment} (with \\code{assess = TRUE}), \\code{$warnings},",
        "\\code{$changed_types}. Its private log leads back to the people: it is given only where it is asked for.",
        "A release that was saved with \\code{saveRDS} keeps its data and its record: it can be attacked, measured",
        "and reported. Its private log is not saved with it, and it cannot be written any more."
    ),
    c(usage_of("lethe_write"), usage_of("lethe_private_log"),
        "\\method{plot}{lethe_result}(x, ...)", "\\method{plot}{lethe_release}(x, ...)",
        "\\method{as.data.frame}{lethe_result}(x, row.names = NULL, optional = FALSE, ...)",
        "\\method{as.data.frame}{lethe_release}(x, row.names = NULL, optional = FALSE, ...)",
        "\\method{as.list}{lethe_result}(x, ...)", "\\method{as.list}{lethe_release}(x, ...)",
        "\\method{summary}{lethe_result}(object, ...)", "\\method{summary}{lethe_release}(object, ...)"),
    list(
        release = common$release, x = "a result or a release", object = "a result or a release",
        path = "a file: of \\code{lethe_write} .csv, .tsv, .parquet, .json or .jsonl; of \\code{lethe_private_log} one that only its owner can read",
        replace = "also over what is there already; an earlier private log cannot be made again", threads = common$threads,
        row.names = "not used", optional = "not used", "..." = "of \\code{plot}: for base graphics"
    ),
    value = paste(
        "\\code{lethe_write}: what was written, invisibly. \\code{lethe_private_log}: the log as a list, or",
        "the path where it was written. \\code{plot}: bars of attacks and losses, or a map of risk and loss."
    ),
    examples = c(people, "release <- lethe_protect(people, method = \"mdav\", seed = 1)",
        "found <- lethe_attack(people, release, c(\"distance-linkage\", \"uniqueness\"), seed = 1)",
        "plot(found)", "summary(found)"),
    aliases = c("lethe_result", "lethe_release", "lethe_write", "lethe_private_log", "plot.lethe_result",
        "plot.lethe_release", "as.data.frame.lethe_result", "as.data.frame.lethe_release",
        "as.list.lethe_result", "as.list.lethe_release", "summary.lethe_result", "summary.lethe_release")
)
documents <- Find(function(one) one$name == "protect" && identical(one$data, "documents") ||
    one$name == "protect" && identical(unlist(one$command), c("text", "sanitize")), description$operations)
page("lethe_sanitize", "Texts without what identifies people", escaped(paste0(documents$summary, ".")),
    usage_of("lethe_sanitize"), list(
        texts = "a character vector; or a data frame whose texts are sanitised in their cells",
        "..." = paste0("further options:\n  \\describe{\n", paste0(vapply(Filter(function(one) {
            !one$name %in% c("documents", "output", "policy", "set", "spans", "text_field", "id_field", "keep_field", "force", "dry_run")
        }, documents$options), function(one) {
            one$text <- in_words_of_r(one$text)
            paste0("    \\item{\\code{", one$name, "}}{", parameter_text(one), "}")
        }, ""), collapse = "\n"), "\n  }"),
        set = "what is done with a category: \\code{list(date = \"generalise\")}",
        policy = common$policy, seed = common$seed, threads = common$threads, progress = common$progress
    ),
    value = paste(
        "A list of class \\code{lethe_sanitized}: \\code{$text}, with NA where there was none; \\code{$spans}, a data frame",
        "of what was found in the originals, by characters as \\code{substr} counts; \\code{$record}."
    ),
    examples = "lethe_sanitize(\"Write to anna@example.org.\")$text"
)
page("lethe_call", "Any operation of the engine", paste(
    "For what has no function of its own here, such as vectors and graphs: an operation by its name, its data",
    "(\"documents\", \"vectors\", \"graph\", \"table\", or \"\" where it has none) and the options of the command line."
), c(usage_of("lethe_call"), usage_of("lethe_version")), list(
    operation = "its name", kind = "what its data are", "..." = "options by name; files by their paths",
    seed = common$seed, threads = common$threads, progress = common$progress
), value = result_text, aliases = c("lethe_call", "lethe_version"), examples = "lethe_version()")
