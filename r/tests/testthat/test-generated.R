test_that("functions and pages are those that the catalogue makes", {
    source <- Sys.getenv("LETHE_R_SOURCE")
    skip_if(!nzchar(source), "LETHE_R_SOURCE does not say where the sources are")
    into <- tempfile("generated-")
    dir.create(into)
    on.exit(unlink(into, recursive = TRUE))
    status <- system2(file.path(R.home("bin"), "Rscript"), c(shQuote(file.path(source, "tools/generate.R")), shQuote(into)),
        env = paste0("R_LIBS=", shQuote(paste(.libPaths(), collapse = ":"))))
    expect_identical(status, 0L)
    made <- list.files(into, recursive = TRUE)
    expect_gt(length(made), 15)
    for (path in made) {
        expect_identical(bytes(file.path(source, path)), bytes(file.path(into, path)), info = path)
    }
    expect_setequal(list.files(file.path(source, "man")), list.files(file.path(into, "man")))
})

test_that("the package is of the engine's version", {
    expect_identical(as.character(utils::packageVersion("lethe")), lethe_version())
})

test_that("the package has the engine and DuckDB beside it and takes no others", {
    loaded <- grep("/(liblethe_c|libduckdb)\\.so$", readLines("/proc/self/maps"), value = TRUE)
    paths <- unique(sub("^[^/]*", "", loaded))
    expect_setequal(paths, file.path(normalizePath(system.file("libs", package = "lethe")), c("liblethe_c.so", "libduckdb.so")))
})
