# The same release and the same figures as the command line, for every masking method of tables.

methods_of <- function(family) {
    Filter(function(one) one$data == "table" && one$family == family, lethe:::described()$methods)
}

hierarchy <- function(folder) {
    path <- file.path(folder, "regions.csv")
    towns <- c("North;up;all", "North-East;up;all", "South;down;all", "Sud-Ouest;down;all",
        "K\u00f6ln;town;all", "\u014csaka;town;all")
    file <- file(path, "wb")
    writeLines(enc2utf8(towns), file, useBytes = TRUE)
    close(file)
    path
}

# One step of the method on all columns that it takes, with the parameters of its example.
policy_for <- function(method, people, folder) {
    quasi <- function(kind, ...) list(role = "quasi", kind = kind, ...)
    meaning <- "semantic" %in% method$kinds && !"text" %in% method$kinds
    columns <- list(
        age = quasi("numeric"), income = quasi("numeric"), weight = quasi("numeric"),
        region = if (meaning) quasi("semantic", knowledge = hierarchy(folder)) else quasi("nominal"),
        sex = quasi("nominal"), school = quasi("ordinal", order = as.list(levels(people$school))),
        working = quasi("nominal"), born = list(role = "other", kind = "nominal"),
        note = list(role = "other", kind = if (method$name == "sanitize") "text" else "nominal")
    )
    kinds <- vapply(columns, function(one) one$kind, "")
    taken <- names(columns)[kinds %in% unlist(method$kinds) & !names(columns) %in% c("born", "note")]
    if (method$name == "sanitize") taken <- "note"
    if (method$name == "date-shift") {
        taken <- "born"
        method$example$person <- "region"
    }
    if (method$name == "age-cap") {
        taken <- "age"
        method$example$cap <- 80
    }
    if (method$name == "targeted-record-swapping") {
        taken <- "region"
        method$example$household <- "income"
    }
    # Every whole record is alone here; of two columns some are and some are not.
    if (method$name == "suppression") taken <- c("age", "sex")
    if (method$name %in% c("generalisation", "set-generalisation")) method$example$k <- 30
    if (method$name == "privacy-models") method$example$models <- "k:30"
    if (method$name == "stratified") method$example$by <- list("sex")
    step <- c(list(method = method$name, columns = as.list(taken)), method$example)
    lethe_policy(columns = columns, steps = list(step))
}

# What a method needs beside the data: files, by the names of options.
needs_of <- function(method, folder) {
    if (is.null(method$needs)) return(list())
    path <- file.path(folder, method$needs)
    writeLines("lethe-example-key-0123456789abcd", path)
    stats::setNames(list(path), method$needs)
}

test_that("releases are the same, byte for byte and cell by cell", {
    program()
    people <- mixed_people(150, seed = 7)
    folder <- tempfile("same-")
    dir.create(folder)
    on.exit(unlink(folder, recursive = TRUE))
    write_people(people, file.path(folder, "people.csv"))
    masks <- methods_of("mask")
    expect_gt(length(masks), 30)
    changed <- character()
    for (method in masks) {
        policy <- policy_for(method, people, folder)
        files <- file.path(folder, paste0(method$name, c(".toml", "-command.csv", "-r.csv")))
        lethe:::write_private(as.character(policy), files[1])
        needs <- needs_of(method, folder)
        flags <- unlist(Map(function(name, path) c(paste0("--", gsub("_", "-", name)), path),
            names(needs), needs), use.names = FALSE)
        do.call(command, as.list(c("protect", file.path(folder, "people.csv"), "--policy", files[1],
            "--seed", "11", flags, "-o", files[2])))
        release <- do.call(lethe_protect, c(list(people, policy, seed = 11), needs))
        lethe_write(release, files[3])
        expect_identical(bytes(files[3]), bytes(files[2]), info = method$name)
        read <- utils::read.csv(files[2], colClasses = "character", check.names = FALSE,
            na.strings = "", encoding = "UTF-8")
        cells <- release$data
        expect_identical(names(cells), names(read), info = method$name)
        for (name in names(cells)) {
            ours <- cells[[name]]
            theirs <- read[[name]]
            if (is.numeric(ours)) {
                expect_identical(as.numeric(ours), as.numeric(theirs), info = paste(method$name, name))
            } else {
                ours <- if (is.logical(ours)) tolower(ours) else as.character(ours)
                expect_identical(enc2utf8(ours), enc2utf8(theirs), info = paste(method$name, name))
            }
        }
        if (nrow(cells) != nrow(people) || !isTRUE(all.equal(cells, people))) {
            changed <- c(changed, method$name)
        }
    }
    # What masks nothing would make this test say nothing; the notes hold nothing to sanitise.
    expect_identical(setdiff(vapply(masks, function(one) one$name, ""), changed), "sanitize")
})

test_that("functions of methods do what lethe_protect does", {
    people <- lethe_sample(rows = 80, seed = 3)
    folder <- tempfile("functions-")
    dir.create(folder)
    on.exit(unlink(folder, recursive = TRUE))
    for (method in methods_of("mask")) {
        needs <- needs_of(method, folder)
        if (method$name == "sanitize" || !"numeric" %in% method$kinds) next
        f <- get(paste0("lethe_", gsub("-", "_", method$name)), asNamespace("lethe"))
        expect_true(all(names(method$example) %in% names(formals(f))), info = method$name)
        columns <- if (method$name == "suppression") c("sex", "education") else c("age", "AGI")
        whole <- tryCatch(
            do.call(lethe_protect, c(list(people, method = method$name, set = method$example,
                columns = columns, seed = 5), needs))$data,
            lethe_error = conditionMessage
        )
        single <- tryCatch(
            do.call(f, c(list(people, columns = columns, seed = 5), method$example, needs)),
            lethe_error = conditionMessage
        )
        expect_identical(single, whole, info = method$name)
        if (!grepl("semantic|sa-mdav|stratified|record-swapping", method$name)) {
            expect_true(is.data.frame(single), info = paste(method$name, single))
        }
    }
})

test_that("attacks and losses have the same figures", {
    program()
    people <- mixed_people(120, seed = 9)
    folder <- tempfile("figures-")
    dir.create(folder)
    on.exit(unlink(folder, recursive = TRUE))
    original <- file.path(folder, "people.csv")
    masked <- file.path(folder, "masked.csv")
    write_people(people, original)
    policy <- policy_for(list(name = "mdav", kinds = list("numeric", "ordinal"), example = list(k = 3)),
        people, folder)
    lethe:::write_private(as.character(policy), file.path(folder, "policy.toml"))
    command("protect", original, "--policy", file.path(folder, "policy.toml"), "--seed", "1", "-o", masked)
    theirs <- command("assess", original, masked, "--policy", file.path(folder, "policy.toml"),
        "--seed", "2", json = TRUE)
    release <- lethe_protect(people, policy, seed = 1)
    ours <- as.list(lethe_assess(people, release, policy = policy, seed = 2))
    figures <- function(found, part) {
        values <- lapply(found[[part]], function(one) one$value)
        names(values) <- make.unique(vapply(found[[part]], function(one) one$name, ""))
        values
    }
    expect_gt(length(ours$attacks), 8)
    expect_gt(length(ours$measures), 8)
    expect_identical(figures(ours, "attacks"), figures(theirs, "attacks"))
    expect_identical(figures(ours, "measures"), figures(theirs, "measures"))
    expect_identical(ours$verdict$checks, theirs$verdict$checks)
    # one by one, with a file in place of the frame
    for (name in c("distance-linkage", "uniqueness")) {
        expect_identical(
            lethe_attack(original, masked, name, policy = policy, seed = 2)$value,
            lethe_attack(people, release, name, policy = policy, seed = 2)$value
        )
    }
})

test_that("files and queries are taken, and give frames", {
    people <- lethe_sample(rows = 60, seed = 4)
    path <- tempfile(fileext = ".csv")
    on.exit(unlink(path))
    utils::write.csv(people, path, row.names = FALSE)
    from_file <- lethe_protect(path, method = "mdav", set = list(k = 4), seed = 1)
    from_query <- lethe_protect(paste0("SELECT * FROM '", path, "'"), method = "mdav", set = list(k = 4), seed = 1)
    from_frame <- lethe_protect(people, method = "mdav", set = list(k = 4), seed = 1)
    expect_identical(from_file$data, from_frame$data)
    expect_identical(from_query$data, from_frame$data)
})
