# A table of every type that comes from data files, with gaps everywhere.
mixed_people <- function(rows = 150, seed = 1) {
    set.seed(seed)
    gaps <- function(x, share = 0.1) replace(x, stats::runif(rows) < share, NA)
    regions <- c("North", "North-East", "South", "Sud-Ouest", "K\u00f6ln", "\u014csaka")
    data.frame(
        age = gaps(sample(18:90, rows, TRUE)),
        income = gaps(round(stats::rlnorm(rows, 10, 0.5), 2)),
        weight = round(stats::runif(rows, 40, 120), 1),
        region = gaps(sample(regions, rows, TRUE)),
        sex = factor(gaps(sample(c("f", "m"), rows, TRUE)), levels = c("m", "f", "unused")),
        school = factor(gaps(sample(c("low", "mid", "high"), rows, TRUE)),
            levels = c("low", "mid", "high"), ordered = TRUE
        ),
        working = gaps(sample(c(TRUE, FALSE), rows, TRUE)),
        born = gaps(as.Date("1950-01-01") + sample(20000, rows, TRUE)),
        note = gaps(sample(c("a, \"quoted\" note", "plain", "two\nlines"), rows, TRUE))
    )
}

# The same table as people would have it on disk.
write_people <- function(people, path) {
    people$working <- tolower(people$working)
    utils::write.csv(people, path, row.names = FALSE, na = "", fileEncoding = "UTF-8")
}

# The command line, for tests that compare with it; it stands beside the engine.
program <- function() {
    path <- Sys.getenv("LETHE_PROGRAM")
    skip_if(!nzchar(path), "LETHE_PROGRAM does not say where the command line is")
    path
}

command <- function(..., json = FALSE) {
    said <- tempfile()
    on.exit(unlink(said))
    arguments <- c(..., if (json) "--json")
    status <- system2(program(), shQuote(arguments), stdout = said, stderr = paste0(said, ".err"))
    if (status != 0) stop(paste(readLines(paste0(said, ".err")), collapse = "\n"))
    if (json) jsonlite::fromJSON(said, simplifyVector = FALSE)
}

bytes <- function(path) readBin(path, "raw", file.size(path))

# Everything goes in and comes out unchanged: only a column that is added here is masked.
kept <- function(data, ...) {
    data[["(masked)"]] <- seq_len(nrow(data)) + 0
    policy <- lethe_policy(
        columns = stats::setNames(rep(list(list(role = "other")), length(data)), names(data)),
        steps = list(method = "rounding", columns = list("(masked)"), base = 1)
    )
    back <- lethe_protect(data, policy, seed = 1, ...)$data
    back[["(masked)"]] <- NULL
    back
}

# Two protections to try, so that a search is short.
grid_file <- function() {
    path <- tempfile(fileext = ".toml")
    writeLines(c("[[try]]", "method = \"pram\"", "p = 0.8", "", "[[try]]", "method = \"mondrian\"", "k = 3"), path)
    path
}
