test_that("the code of the guide runs", {
    source <- Sys.getenv("LETHE_R_SOURCE")
    skip_if(!nzchar(source), "LETHE_R_SOURCE does not say where the sources are")
    lines <- readLines(file.path(source, "../docs/guide/r.md"), encoding = "UTF-8")
    inside <- FALSE
    code <- character()
    for (line in lines) {
        if (line == "```") inside <- FALSE
        if (inside) code <- c(code, line)
        if (line == "```r") inside <- TRUE
    }
    folder <- tempfile("guide-")
    dir.create(folder)
    before <- setwd(folder)
    grDevices::pdf(NULL)
    on.exit({
        setwd(before)
        grDevices::dev.off()
        unlink(folder, recursive = TRUE)
    })
    names <- new.env(parent = globalenv())
    utils::capture.output(for (expression in parse(text = code)) print(eval(expression, names)))
    expect_true(all(file.exists("release.csv", "release.csv.lethe.json", "report.html")))
    expect_match(names$made$text, "2021|years|Date", all = FALSE)
    expect_identical(nrow(names$masked), 500L)
})
