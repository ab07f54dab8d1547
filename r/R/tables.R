# Tables of R for the engine and back. A column comes back as what it was where its values allow it:
# the class, labels and other attributes of the column that had its name.

native_is_utf8 <- function() {
    l10n_info()[["UTF-8"]] || identical(l10n_info()$codeset, "ANSI_X3.4-1968")
}

# list(name, type, values, levels) of one column, or an error that names it.
column_for <- function(name, x) {
    made <- function(type, values, levels = NULL) {
        list(name = name, type = type, values = values, levels = levels)
    }
    refused <- function(what) input_error("column \"", name, "\" ", what)
    if (!is.null(dim(x))) refused("is a matrix or a frame; give it as single columns")
    texts <- if (is.factor(x)) as.character(levels(x)) else if (is.character(x)) x else ""
    if (any(Encoding(texts) == "bytes")) refused("has texts that are marked as bytes")
    if (is.factor(x)) {
        if (anyNA(levels(x))) refused("has a missing level; droplevels() or addNA() undone helps")
        return(made(if (is.ordered(x)) "ordered" else "factor", unclass(x), levels(x)))
    }
    if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
    if (inherits(x, "Date") || inherits(x, "POSIXct")) {
        values <- as.double(unclass(x))
        if (any(is.infinite(values))) refused("has an infinite date or time")
        return(made(if (inherits(x, "Date")) "date" else "moment", values))
    }
    if (inherits(x, "integer64")) return(made("integer64", x))
    switch(typeof(x),
        double = made("double", x), integer = made("integer", x), logical = made("logical", x),
        character = made("text", x),
        refused(paste0(
            "cannot be taken (", class(x)[1], "); allowed are numbers, truth values, texts, factors, ",
            "dates, times and labelled values"
        ))
    )
}

# What is handed over for a data frame.
table_input <- function(name, data) {
    if (length(data) == 0) input_error("the table has no columns")
    names <- names(data)
    if (is.null(names)) input_error("the columns have no names")
    if (anyNA(names)) input_error("a column has a missing name")
    if (any(Encoding(names) == "bytes")) input_error("the name of a column is marked as bytes")
    names <- as_utf8(names)
    # .subset2: what the class of a frame or of a column says of [[ is not asked.
    columns <- lapply(seq_along(names), function(i) column_for(names[[i]], .subset2(data, i)))
    attr(columns, "native_is_utf8") <- native_is_utf8()
    list(name, columns, as.double(nrow(data)))
}

# What a table is for the engine: list(text =, what an option says; inputs =, what is handed over;
# like =, the frame whose class the release gets).
source_of <- function(data, option) {
    called <- paste0("memory:", option)
    if (inherits(data, "lethe_release")) return(release_source(data, called))
    if (is.data.frame(data)) {
        return(list(text = called, inputs = list(table_input(called, data)), like = data))
    }
    if (is.character(data) && length(data) == 1 && !is.na(data)) {
        return(list(text = data, inputs = list(), like = NULL))
    }
    if (inherits(data, c("nanoarrow_array_stream", "RecordBatchReader", "ArrowTabular"))) {
        return(list(text = called, inputs = list(list(called, arrow_stream(data))), like = NULL))
    }
    usage_error(
        option, ": a table is a data frame, a tibble, a release, an Arrow stream, a path or a SELECT; ",
        "this is a ", class(data)[1]
    )
}

# A stream of nanoarrow is an external pointer to the struct; the engine empties it.
arrow_stream <- function(data) {
    if (inherits(data, "nanoarrow_array_stream")) return(data)
    if (!requireNamespace("nanoarrow", quietly = TRUE)) {
        usage_error("Arrow data need the package nanoarrow; as.data.frame() makes a frame of them")
    }
    nanoarrow::as_nanoarrow_array_stream(data)
}

# ---- Back ------------------------------------------------------------------------------------

# The released table in the class of `like`. Row names come back where every row kept its place.
frame_of <- function(answer, name, like = NULL, rows_kept = FALSE) {
    wide <- names(like)[vapply(like, inherits, NA, "integer64")]
    columns <- call_c(C_take_columns, answer$result, name, as.character(wide))
    rows <- attr(columns, "rows")
    names(columns) <- vapply(columns, function(column) column$name, "")
    data <- lapply(columns, function(column) {
        place <- match(column$name, names(like))
        restored(column, if (!is.na(place)) like[[place]])
    })
    attr(data, "row.names") <- .set_row_names(rows)
    if (rows_kept && has_row_names(like) && nrow(like) == rows) {
        attr(data, "row.names") <- attr(like, "row.names")
    }
    # Classes that groups, keys or geometry hang on are not: they may hold what was protected.
    tibble <- inherits(like, "tbl_df")
    class(data) <- c(if (tibble) c("tbl_df", "tbl"), "data.frame")
    data
}

has_row_names <- function(data) is.data.frame(data) && .row_names_info(data) > 0

restored <- function(column, like) {
    values <- column$values
    if (column$type == "factor" || column$type == "text") return(restored_texts(column, like))
    if (column$type == "date") {
        class(values) <- "Date"
        return(with_attributes(values, like, "Date"))
    }
    if (column$type == "moment") {
        class(values) <- c("POSIXct", "POSIXt")
        attr(values, "tzone") <- if (inherits(like, "POSIXt")) attr(like, "tzone")[1] else "UTC"
        return(values)
    }
    if (column$type == "integer64") {
        class(values) <- "integer64"
        return(values)
    }
    if (is.factor(like) || inherits(like, c("Date", "POSIXt", "integer64"))) return(values)
    if (typeof(like) %in% c("double", "integer", "logical")) { # a difftime is not is.numeric()
        if (is.logical(values) != is.logical(like)) return(values)
        # A column without any value is told apart by nothing else.
        if (is.integer(like) && is.double(values) && all(is.na(values))) values <- as.integer(values)
        return(restored_number(values, like))
    }
    values
}

# Labels, units and the class that goes with them; labels are of the same type as values.
restored_number <- function(values, like) {
    kept <- attributes(like)
    kept$names <- kept$dim <- kept$dimnames <- NULL
    if (!is.null(kept$labels) && is.numeric(kept$labels)) {
        storage.mode(kept$labels) <- storage.mode(values)
    }
    for (name in c("na_values", "na_range")) {
        if (is.numeric(kept[[name]])) storage.mode(kept[[name]]) <- storage.mode(values)
    }
    attributes(values) <- kept
    values
}

with_attributes <- function(values, like, class) {
    if (inherits(like, class)) attributes(values) <- attributes(like)[names(attributes(like)) != "names"]
    values
}

restored_texts <- function(column, like) {
    texts <- column$values
    if (column$type == "factor") texts <- column$levels[column$values]
    if (is.factor(like)) return(restored_factor(texts, like))
    if (is.character(like)) {
        kept <- attributes(like)
        kept$names <- NULL
        attributes(texts) <- kept
    } else if (!is.null(attr(like, "label"))) {
        attr(texts, "label") <- attr(like, "label")
    }
    texts
}

# Levels keep their order, also those that nobody had before. A level that somebody had and nobody
# has in the release is gone: its name would tell that there was such a person.
restored_factor <- function(texts, like) {
    present <- unique(texts[!is.na(texts)])
    known <- levels(like)
    before <- known[tabulate(as.integer(like), length(known)) > 0]
    lost <- setdiff(before, present)
    new <- setdiff(present, known)
    if (length(new) == 0) {
        made <- factor(texts, levels = setdiff(known, lost), ordered = is.ordered(like))
    } else {
        made <- factor(texts, levels = c(intersect(known, present), new))
    }
    for (name in setdiff(names(attributes(like)), c("levels", "class", "names"))) {
        attr(made, name) <- attr(like, name)
    }
    made
}
