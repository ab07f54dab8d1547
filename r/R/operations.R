# What can be asked of a table: one function for each operation. `...` are further options of the
# operation by the names that the command line has, with _ for -.

# The options without NULL and with what is handed over in memory.
asked <- function(operation, options, tables, policy = NULL, kind = "table", seed = NULL,
                  threads = NULL, progress = NULL, renamed = character()) {
    check_names(options, paste0("options of lethe_", operation))
    inputs <- list()
    for (name in names(tables)) {
        source <- source_of(tables[[name]], name)
        options[[name]] <- source$text
        inputs <- c(inputs, source$inputs)
    }
    written <- policy_source(policy)
    if (!is.null(written$text)) options$policy <- written$text
    run(operation, kind, options, c(inputs, written$inputs), seed, threads, progress, renamed)
}

lethe_inspect <- function(data, ..., columns = NULL, threads = NULL, progress = NULL) {
    answer <- asked("inspect", list(columns = columns, ...), list(data = data),
        threads = threads, progress = progress
    )
    text <- paste0(sub("\n*$", "", answer$details$policy), "\n")
    new_result(answer, policy = new_policy(text = text))
}

lethe_protect <- function(data, policy = NULL, ..., method = NULL, set = NULL, columns = NULL,
                          identifiers = NULL, seed = NULL, threads = NULL, progress = NULL) {
    options <- list(method = method, set = set, columns = columns, identifiers = identifiers, ...)
    if (!is.null(options$output)) {
        usage_error("output: the release stays in memory; lethe_write(release, path) writes it")
    }
    if (isTRUE(options$dry_run)) {
        return(new_result(asked("protect", options, list(data = data), policy,
            seed = seed, threads = threads, progress = progress
        )))
    }
    options$output <- release_name
    answer <- asked("protect", options, list(data = data), policy,
        seed = seed, threads = threads, progress = progress
    )
    new_release(answer, if (is.data.frame(data)) data else if (is_release(data)) data$data)
}

# A search whose policies are written to a folder: one of ours, unless one was given.
searched <- function(operation, options, data, policy, seed, threads, progress) {
    is_ours <- is.null(options$output)
    if (is_ours) {
        place <- private_folder()
        on.exit(let_go_of(place))
        options$output <- file.path(place$path, "search")
    }
    folder <- options$output <- known_path(options$output, "output")
    finished <- function(result) {
        if (is_ours) result <- without_files(result, place$path)
        result$policies <- policies_in(folder)
        result$policy <- result$policies$policy
        result
    }
    answer <- tryCatch(
        asked(operation, options, list(data = data), policy,
            seed = seed, threads = threads, progress = progress
        ),
        lethe_error = function(error) {
            if (inherits(error$result, "lethe_result")) error$result <- finished(error$result)
            stop(error)
        }
    )
    finished(new_result(answer))
}

policies_in <- function(folder) {
    files <- sort(list.files(folder, "\\.toml$", full.names = TRUE))
    found <- lapply(files, function(path) {
        lethe_policy(paste0(paste(readLines(path, encoding = "UTF-8"), collapse = "\n"), "\n"))
    })
    names(found) <- sub("\\.toml$", "", basename(files))
    found
}

# A result of a search without the files that it wrote to our folder, which is gone: its policies are
# in $policies.
without_files <- function(result, folder) {
    is_there <- function(text) is.character(text) && any(grepl(folder, text, fixed = TRUE))
    without <- function(details) {
        if (!is.list(details)) return(details)
        lapply(details[!vapply(details, is_there, NA)], without)
    }
    lines <- strsplit(result$inner$text, "\n", fixed = TRUE)[[1]]
    kept <- Filter(function(line) !is_there(line), lines)
    result$inner$text <- paste0(paste(kept, collapse = "\n"), "\n")
    result$inner$details <- without(result$inner$details)
    if (!is.null(result$details)) result$details <- result$inner$details
    result
}

lethe_advise <- function(data, policy = NULL, ..., seed = NULL, threads = NULL, progress = NULL) {
    searched("advise", list(...), data, policy, seed, threads, progress)
}

lethe_explore <- function(data, ..., columns = NULL, policy = NULL, seed = NULL, threads = NULL,
                          progress = NULL) {
    searched("explore", list(columns = columns, ...), data, policy, seed, threads, progress)
}

lethe_evolve <- function(data, ..., columns = NULL, policy = NULL, seed = NULL, threads = NULL,
                         progress = NULL) {
    new_result(asked("evolve", list(columns = columns, ...), list(data = data), policy,
        seed = seed, threads = threads, progress = progress
    ))
}

# Operations on an original and a release of it.
compared <- function(operation, original, masked, options, policy, seed, threads, progress) {
    new_result(asked(operation, options, list(original = original, masked = masked), policy,
        seed = seed, threads = threads, progress = progress
    ))
}

lethe_attack <- function(original, masked, attack = NULL, ..., set = NULL, columns = NULL,
                         policy = NULL, seed = NULL, threads = NULL, progress = NULL) {
    compared("attack", original, masked, list(attack = attack, set = set, columns = columns, ...),
        policy, seed, threads, progress
    )
}

lethe_measure <- function(original, masked, measure = NULL, ..., set = NULL, columns = NULL,
                          policy = NULL, seed = NULL, threads = NULL, progress = NULL) {
    compared("measure", original, masked, list(measure = measure, set = set, columns = columns, ...),
        policy, seed, threads, progress
    )
}

lethe_assess <- function(original, masked, ..., columns = NULL, policy = NULL, seed = NULL,
                         threads = NULL, progress = NULL) {
    compared("assess", original, masked, list(columns = columns, ...), policy, seed, threads, progress)
}

lethe_compare <- function(original, masked, ..., columns = NULL, policy = NULL, threads = NULL,
                          progress = NULL) {
    compared("compare", original, masked, list(columns = columns, ...), policy, NULL, threads, progress)
}

lethe_explain <- function(original, masked, row, ..., columns = NULL, policy = NULL, seed = NULL,
                          threads = NULL, progress = NULL) {
    compared("explain", original, masked, list(row = row, columns = columns, ...), policy, seed,
        threads, progress
    )
}

lethe_verify <- function(certificate, original, masked, ..., threads = NULL, progress = NULL) {
    new_result(asked("verify", list(certificate = certificate, ...),
        list(original = original, masked = masked),
        kind = "", threads = threads, progress = progress
    ))
}

# One page of HTML from releases and results; written where a path is given, for its owner alone
# unless it is for publication.
lethe_report <- function(..., path = NULL, publish = FALSE, replace = FALSE) {
    results <- list(...)
    publish <- known_flag(publish, "publish")
    replace <- known_flag(replace, "replace")
    if (!is.null(path)) {
        path <- known_path(path)
        if (!replace) check_free(path)
    }
    if (length(results) == 0) usage_error("give at least one release or result")
    inputs <- unlist(lapply(seq_along(results), function(place) {
        report_inputs(results[[place]], paste0("memory:", place))
    }), recursive = FALSE)
    names <- vapply(inputs, function(one) one[[1]], "")
    answer <- run("report", "", list(
        inputs = names[!endsWith(names, ".private.json")], output = "memory:page.html", publish = publish
    ), inputs, progress = FALSE)
    page <- made_text(answer, "memory:page.html")
    if (is.null(path)) return(page)
    write_private(page, path, if (publish) "0644" else "0600", replace)
    invisible(page)
}

# What is handed over for a release or a result.
report_inputs <- function(one, name) {
    if (is_release(one)) {
        check_unedited(one)
        log <- log_text(one)
        return(c(
            list(list(paste0(name, ".lethe.json"), one$record_text)),
            if (!is.null(log)) list(list(paste0(name, ".lethe.private.json"), log))
        ))
    }
    if (!inherits(one, "lethe_result")) usage_error("a report is made of releases and results")
    list(list(paste0(name, ".json"), as.character(result_json(one))))
}

lethe_methods <- function(name = NULL, ...) {
    new_result(run("methods", "", list(name = name, ...), progress = FALSE))
}

lethe_sample <- function(what = "census", rows = 1000, seed = NULL) {
    if (!known_name(what, "what") %in% c("census", "survey")) {
        usage_error("what: people are of a \"census\" or a \"survey\"")
    }
    answer <- run("sample", "", list(what = what, rows = rows, output = "memory:sample"),
        seed = seed, progress = FALSE
    )
    frame_of(answer, "memory:sample")
}

# What the functions of single methods (methods.R) are made of: the frame in the class that came in.
masked_by <- function(method, data, columns, parameters, ...) {
    with_parameters_named(
        lethe_protect(data, method = method, columns = columns, set = parameters, ...)$data,
        function(name) sub("^set\\$", "", name)
    )
}
