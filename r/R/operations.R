# What can be asked of a table: one function for each operation. `...` are further options of the
# operation by the names that the command line has, with _ for -.

# The options without NULL and with what is handed over in memory.
asked <- function(operation, options, tables, policy = NULL, kind = "table", seed = NULL,
                  threads = NULL, progress = NULL) {
    if (length(options) && (is.null(names(options)) || any(!nzchar(names(options))))) {
        usage_error("options of lethe_", operation, " are given by name")
    }
    inputs <- list()
    for (name in names(tables)) {
        source <- source_of(tables[[name]], name)
        options[[name]] <- source$text
        inputs <- c(inputs, source$inputs)
    }
    written <- policy_source(policy)
    if (!is.null(written$text)) options$policy <- written$text
    run(operation, kind, options, c(inputs, written$inputs), seed, threads, progress)
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
    folder <- options$output
    if (is.null(folder)) {
        place <- private_folder()
        on.exit(unlink(place, recursive = TRUE))
        options$output <- folder <- file.path(place, "search")
    }
    policies <- function() {
        files <- sort(list.files(folder, "\\.toml$", full.names = TRUE))
        found <- lapply(files, function(path) {
            lethe_policy(paste0(paste(readLines(path, encoding = "UTF-8"), collapse = "\n"), "\n"))
        })
        names(found) <- sub("\\.toml$", "", basename(files))
        found
    }
    answer <- tryCatch(
        asked(operation, options, list(data = data), policy,
            seed = seed, threads = threads, progress = progress
        ),
        lethe_error = function(error) {
            if (inherits(error$result, "lethe_result")) {
                error$result$policies <- policies()
                error$result$policy <- error$result$policies$policy
            }
            stop(error)
        }
    )
    found <- policies()
    new_result(answer, policy = found$policy, policies = found)
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
lethe_report <- function(..., path = NULL, publish = FALSE) {
    results <- list(...)
    if (length(results) == 0) usage_error("give at least one release or result")
    inputs <- list()
    for (place in seq_along(results)) {
        one <- results[[place]]
        name <- paste0("memory:", place)
        if (is_release(one)) {
            inputs <- c(inputs, list(
                list(paste0(name, ".lethe.json"), release_text(one, record_name)),
                list(paste0(name, ".lethe.private.json"), release_text(one, log_name))
            ))
        } else if (inherits(one, "lethe_result")) {
            inputs <- c(inputs, list(list(paste0(name, ".json"), result_json(one))))
        } else {
            usage_error("a report is made of releases and results")
        }
    }
    names <- vapply(inputs, function(one) one[[1]], "")
    answer <- run("report", "", list(
        inputs = names[!endsWith(names, ".private.json")], output = "memory:page.html", publish = publish
    ), inputs, progress = FALSE)
    page <- made_text(answer, "memory:page.html")
    if (is.null(path)) return(page)
    write_private(page, path, if (publish) "0644" else "0600")
    invisible(page)
}

# A file that nobody else reads at any moment, unless its mode says so.
write_private <- function(text, path, mode = "0600") {
    before <- Sys.umask("0077")
    on.exit(Sys.umask(before))
    file <- file(path, "wb")
    tryCatch(writeBin(charToRaw(enc2utf8(text)), file), finally = close(file))
    Sys.chmod(path, mode, use_umask = FALSE)
}

lethe_methods <- function(name = NULL, ...) {
    new_result(run("methods", "", list(name = name, ...), progress = FALSE))
}

lethe_sample <- function(what = "census", rows = 1000, seed = NULL) {
    if (!what %in% c("census", "survey")) usage_error("people are of a \"census\" or a \"survey\"")
    answer <- run("sample", "", list(what = what, rows = rows, output = "memory:sample"),
        seed = seed, progress = FALSE
    )
    frame_of(answer, "memory:sample")
}

# What the functions of single methods (methods.R) are made of: the frame in the class that came in.
masked_by <- function(method, data, columns, parameters, ...) {
    lethe_protect(data, method = method, columns = columns, set = parameters, ...)$data
}
