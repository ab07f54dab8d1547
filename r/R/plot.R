# Drawings by base graphics: risk and loss of many protections as a map, attacks and losses as bars.
# The engine's own drawings are in the pages of lethe_report().

plot.lethe_result <- function(x, ...) {
    frame <- as.data.frame(x)
    if (all(c("risk", "loss") %in% names(frame))) return(plot_map(x, frame, ...))
    details <- x$inner$details
    figures <- list(attacks = details$attacks, measures = details$measures)
    figures <- figures[vapply(figures, length, 1L) > 0]
    if (length(figures) == 0) usage_error("there is nothing to draw in this result")
    before <- graphics::par(mfrow = c(1, length(figures)), mar = c(4, 12, 2, 1))
    on.exit(graphics::par(before))
    titles <- c(attacks = "Found, percent", measures = "Lost")
    for (part in names(figures)) plot_bars(figures[[part]], titles[[part]], ...)
    invisible(x)
}

plot_bars <- function(records, title, ...) {
    values <- vapply(records, function(one) if (is.numeric(one$value)) one$value else NA_real_, 1)
    names(values) <- vapply(records, function(one) one$name, "")
    values <- sort(values)
    if (length(values) == 0) return(graphics::plot.new())
    graphics::barplot(values, horiz = TRUE, las = 1, main = title, ...)
}

# Each protection by its risk and its loss; those that no other beats are joined.
plot_map <- function(x, frame, ...) {
    graphics::plot(
        frame$loss, frame$risk, xlab = "Loss", ylab = "Risk, percent", pch = 1, col = "grey50", ...
    )
    best <- frame[frame$pareto %in% TRUE, ]
    best <- best[order(best$loss), ]
    graphics::lines(best$loss, best$risk, type = "b", pch = 19)
    recommended <- x$inner$details$recommended
    if (is.numeric(recommended)) {
        chosen <- frame[frame$id == recommended, ]
        graphics::points(chosen$loss, chosen$risk, pch = 19, cex = 1.6, col = "firebrick")
    }
    invisible(x)
}

plot.lethe_release <- function(x, ...) {
    if (is.null(x$assessment)) {
        usage_error("nothing was measured: lethe_protect(..., assess = TRUE), or plot(lethe_assess(...))")
    }
    plot(new_result(list(details = x$assessment, text = "", notes = character())), ...)
    invisible(x)
}
