# Documents: find what identifies people in texts, and write them without it. Texts go to the engine
# through a folder that only their owner reads and that is gone afterwards.

lethe_sanitize <- function(texts, ..., set = NULL, policy = NULL, seed = NULL, threads = NULL,
                           progress = NULL) {
    if (is.data.frame(texts)) {
        return(lethe_protect(texts, policy, ..., method = "sanitize", set = set, seed = seed,
            threads = threads, progress = progress
        ))
    }
    if (is.factor(texts)) texts <- as.character(texts)
    if (!is.character(texts)) usage_error("texts: must be a character vector or a data frame")
    given <- enc2utf8(texts)
    if (!all(validUTF8(given) | is.na(given))) input_error("a text is neither UTF-8 nor marked as latin1")
    sanitised <- given
    spans <- no_spans()
    summary <- record <- NULL
    # A text without any letter is no document and stays as it is.
    kept <- which(!is.na(given) & grepl("[^[:space:]]", given))
    if (length(kept)) {
        folder <- private_folder()
        on.exit(unlink(folder, recursive = TRUE))
        files <- file.path(folder, c("in.jsonl", "out.jsonl", "spans.jsonl"))
        write_private(paste0(
            "{\"id\":", json_text(kept), ",\"text\":", json_text(given[kept]), "}\n", collapse = ""
        ), files[1])
        answer <- asked("protect", list(
            documents = files[1], output = files[2], spans = files[3], set = set, ...
        ), list(), document_policy(policy, folder), "documents", seed, threads, progress)
        released <- read_lines(files[2])
        sanitised[kept] <- vapply(released, function(one) one$text, "")
        found <- read_lines(files[3])
        spans <- do.call(rbind, c(list(spans), Map(spans_of, kept, found)))
        record <- read_json(paste(readLines(paste0(files[2], ".lethe.json")), collapse = "\n"))
        summary <- answer$details[setdiff(names(answer$details), c("output", "record", "private_log"))]
    }
    names(sanitised) <- names(texts)
    structure(class = "lethe_sanitized", list(
        text = sanitised, spans = spans, summary = summary, record = record
    ))
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

print.lethe_sanitized <- function(x, ...) {
    cat("<", length(x$text), " texts, ", nrow(x$spans), " mentions found; $text, $spans (private)>\n", sep = "")
    invisible(x)
}
