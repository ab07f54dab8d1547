# Folders and files that only their owner reads.

# A folder in memory where the system has such: list(path, held). Whoever asks lets it go, which
# removes it; what a killed process left is removed by the next call, of this package or of Python's,
# which looks in the same places.
private_folder <- function() {
    shared <- "/dev/shm"
    place <- if (dir.exists(shared) && file.access(shared, 2) == 0) shared else dirname(tempdir())
    made <- call_c(C_hold_folder, place)
    if (is.character(made)) {
        stop(error_of("io", paste0(place, ": a private folder cannot be made there: ", made)))
    }
    made
}

let_go_of <- function(folder) call_c(C_let_go_of_folder, folder$held)

# A file that nobody else reads at any moment, unless its mode says so. What stands there stays unless
# it may be replaced.
write_private <- function(text, path, mode = "0600", replace = FALSE) {
    if (!replace) check_free(path)
    over <- replace || file.exists(path) # an empty file
    wrong <- call_c(C_write_file, path, enc2utf8(text), strtoi(mode, 8L), over)
    if (!is.null(wrong)) stop(error_of("io", paste0(path, ": cannot be written: ", wrong)))
}

# An error where one of these files has something in it; pipes and devices have not.
check_free <- function(paths) {
    lost <- paths[file.size(paths) %in% c(NA, 0) == FALSE & !dir.exists(paths)]
    if (length(lost) == 0) return(invisible())
    told <- "is there already; choose another path, or give replace = TRUE to replace it"
    problems <- lapply(lost, function(path) list(file = path, message = told))
    stop(error_of("usage", paste(vapply(problems, problem_text, ""), collapse = "\n"), problems))
}
