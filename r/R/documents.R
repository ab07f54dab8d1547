# Documents: find what identifies people in texts, and write them without it. Texts go to the engine
# through a folder that only their owner reads and that is gone afterwards.

lethe_sanitize <- function(texts, ..., set = NULL, policy = NULL, seed = NULL, threads = NULL,
                           progress = NULL) {
    if (is.data.frame(texts)) {
        # A policy has steps and settings of its own.
        return(lethe_protect(texts, policy, ..., method = if (is.null(policy)) "sanitize", set = set,
            seed = seed, threads = threads, progress = progress
        ))
    }
    if (is.factor(texts)) texts <- as.character(texts)
    if (!is.character(texts)) usage_error("texts: must be a character vector or a data frame")
    given <- known_documents(texts)
    check_names(list(...), "options of lethe_sanitize")
    if (any(c("documents", "output", "spans") %in% ...names())) {
        usage_error("the texts stay in memory: they are what is returned")
    }
    sanitised <- given
    spans <- no_spans()
    summary <- record <- NULL
    # A text without any letter is no document and stays as it is.
    kept <- which(!is.na(given) & grepl("[^[:space:]]", given))
    if (length(kept)) {
        place <- private_folder()
        on.exit(let_go_of(place))
        files <- file.path(place$path, c("in.jsonl", "out.jsonl", "spans.jsonl"))
        write_private(paste0(
            "{\"id\":\"", sprintf("%d", kept), "\",\"text\":", json_text(given[kept]), "}\n", collapse = ""
        ), files[1])
        answer <- without_place(asked("protect", list(
            documents = files[1], output = files[2], spans = files[3], set = set, ...
        ), list(), document_policy(policy, place$path), "documents", seed, threads, progress,
            renamed = c(documents = "texts")
        ), place$path)
        released <- read_lines(files[2])
        found <- read_lines(files[3])
        if (length(released) != length(kept) || length(found) != length(kept)) {
            stop(error_of("internal", "a fault of Lethe itself: not every text came back"))
        }
        sanitised[kept] <- vapply(released, function(one) one$text, "")
        spans <- do.call(rbind, c(list(spans), Map(spans_of, kept, found)))
        record_lines <- readLines(paste0(files[2], ".lethe.json"), encoding = "UTF-8")
        record <- read_json(paste(record_lines, collapse = "\n"))
        of_folder <- vapply(answer$details, function(one) {
            is.character(one) && any(grepl(place$path, one, fixed = TRUE))
        }, NA)
        summary <- answer$details[!of_folder]
    }
    names(sanitised) <- names(texts)
    structure(class = "lethe_sanitized", list(
        text = sanitised, spans = spans, summary = summary, record = record
    ))
}

# The texts in UTF-8, or an error that says which is none.
known_documents <- function(texts) {
    bytes <- Encoding(texts) == "bytes"
    given <- texts
    given[!bytes] <- as_utf8(texts[!bytes])
    wrong <- which(bytes | !(is.na(given) | validUTF8(given)))
    if (length(wrong)) input_error("text ", wrong[1], " is neither UTF-8 nor marked as latin1")
    given
}

# What `expression` gives; its errors do not name the folder, which was nobody's choice and is gone.
without_place <- function(expression, folder) {
    plain <- function(text) gsub(paste0(folder, "/"), "", text, fixed = TRUE)
    tryCatch(expression, lethe_error = function(error) {
        error$message <- plain(error$message)
        error$problems$message <- plain(error$problems$message)
        error$problems$file <- plain(error$problems$file)
        stop(error)
    })
}

no_spans <- function() {
    data.frame(
        document = integer(), start = integer(), end = integer(), category = character(),
        score = numeric(), treatment = character()
    )
}

# Places as substr() counts: characters, from 1, the last one included.
spans_of <- function(document, found) {
    mentions <- found$entities
    if (length(mentions) == 0) return(no_spans())
    data.frame(
        document = document,
        start = vapply(mentions, function(one) as.integer(one$start) + 1L, 1L),
        end = vapply(mentions, function(one) as.integer(one$end), 1L),
        category = vapply(mentions, function(one) one$category, ""),
        score = vapply(mentions, function(one) as.numeric(one$score), 1),
        treatment = vapply(mentions, function(one) one$treatment, "")
    )
}

read_lines <- function(path) {
    lapply(readLines(path, encoding = "UTF-8", warn = FALSE), read_json)
}

# Documents and their policies are files.
document_policy <- function(policy, folder) {
    source <- policy_source(policy)
    if (length(source$inputs) == 0) return(source$text)
    path <- file.path(folder, "policy.toml")
    write_private(source$inputs[[1]][[2]], path)
    path
}

as.character.lethe_sanitized <- function(x, ...) x$text
as.data.frame.lethe_sanitized <- function(x, row.names = NULL, optional = FALSE, ...) {
    data.frame(text = unname(x$text))
}
head.lethe_sanitized <- function(x, ...) utils::head(x$text, ...)
tail.lethe_sanitized <- function(x, ...) utils::tail(x$text, ...)

format.lethe_sanitized <- function(x, ...) {
    paste0("<", length(x$text), " texts, ", nrow(x$spans), " mentions found; $text, $spans (private)>")
}

print.lethe_sanitized <- function(x, ...) {
    cat(format(x), "\n", sep = "")
    invisible(x)
}

# Only the texts, which may be published: the spans tell where people stood in the originals.
str.lethe_sanitized <- function(object, ...) {
    cat(format(object), "\n", sep = "")
    cat(" $text:")
    utils::str(object$text, ...)
}

# How often what was found.
summary.lethe_sanitized <- function(object, ...) {
    found <- as.data.frame(table(category = object$spans$category), responseName = "mentions")
    structure(class = "summary.lethe_sanitized", list(texts = length(object$text), found = found))
}

print.summary.lethe_sanitized <- function(x, ...) {
    cat(x$texts, "texts\n")
    if (nrow(x$found)) print(x$found, row.names = FALSE)
    invisible(x)
}
