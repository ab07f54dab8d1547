# The same tasks by sdcMicro and by Lethe, side by side, on a synthetic census.
#   Rscript examples/r/sdcmicro.R [rows]
# Without sdcMicro (install.packages("sdcMicro")) its column is NA, and the script says so. Where both
# must agree by definition (counts, coded values) a difference is an error.
library(lethe)

rows <- as.integer(c(commandArgs(trailingOnly = TRUE), "1000")[1])
people <- lethe_sample("census", rows = rows, seed = 1)
keys <- c("region", "sex", "education", "marital_status")
numbers <- c("AGI", "FEDTAX", "PTOTVAL", "TAXINC")
has_sdcmicro <- requireNamespace("sdcMicro", quietly = TRUE)
if (!has_sdcmicro) message("sdcMicro is not installed: only Lethe is run")

told <- list()
compare <- function(task, figure, ours, theirs, equal = FALSE) {
    seconds_ours <- system.time(ours <- ours())[["elapsed"]]
    seconds_theirs <- NA_real_
    value <- NA_real_
    if (has_sdcmicro) seconds_theirs <- system.time(value <- theirs())[["elapsed"]]
    told[[length(told) + 1]] <<- data.frame(
        task = task, figure = figure, lethe = as.numeric(ours), sdcMicro = as.numeric(value),
        seconds_lethe = seconds_ours, seconds_sdcMicro = seconds_theirs
    )
    if (equal && has_sdcmicro && !isTRUE(all.equal(as.numeric(ours), as.numeric(value)))) {
        stop(task, ": Lethe has ", ours, ", sdcMicro ", value)
    }
}
# Squared error of masked numbers, each divided by its deviation, in percent of all there is.
lost <- function(masked) {
    scaled <- function(x) scale(x[numbers], colMeans(people[numbers]), sapply(people[numbers], stats::sd))
    100 * sum((scaled(masked) - scaled(people))^2) / sum(scaled(people)^2)
}
classes <- function(x) table(do.call(paste, c(lapply(x, as.character), sep = "\r")))

compare("unique records", "count",
    function() {
        found <- lethe_attack(people, people, "uniqueness", columns = keys, seed = 1)
        round(found$value * nrow(people) / 100)
    },
    function() sum(sdcMicro::freqCalc(people, keyVars = match(keys, names(people)))$fk == 1),
    equal = TRUE
)
stopifnot(told[[1]]$lethe == sum(classes(people[keys]) == 1)) # and what base R counts

compare("MDAV, k = 5", "squared error, percent",
    function() lost(lethe_mdav(people, k = 5, columns = numbers, seed = 1)),
    function() lost(sdcMicro::microaggregation(people, variables = numbers, aggr = 5, method = "mdav")$mx)
)
compare("individual ranking, k = 5", "squared error, percent",
    function() lost(lethe_individual_ranking(people, k = 5, columns = numbers, seed = 1)),
    function() lost(sdcMicro::microaggregation(people, variables = numbers, aggr = 5, method = "onedims")$mx)
)
compare("rank swapping, p = 5", "squared error, percent",
    function() lost(lethe_rank_swapping(people, p = 5, columns = numbers, seed = 1)),
    function() {
        lost(sdcMicro::rankSwap(people, variables = numbers, TopPercent = 0, BottomPercent = 0, P = 5, seed = 1))
    }
)
compare("top coding of AGI", "mean",
    function() mean(lethe_top_bottom_coding(people, top = c(AGI = 60000), columns = "AGI", seed = 1)$AGI),
    function() mean(sdcMicro::topBotCoding(people$AGI, value = 60000, replacement = 60000, kind = "top")),
    equal = TRUE
)
compare("local suppression to k = 3", "suppressed cells",
    function() sum(is.na(lethe_local_suppression(people, k = 3, columns = keys, seed = 1)[keys])),
    function() {
        sum(is.na(sdcMicro::localSuppression(people, keyVars = match(keys, names(people)), k = 3)$xAnon))
    }
)
masked <- lethe_mdav(people, k = 5, columns = numbers, seed = 1)
compare("records found after MDAV", "percent",
    function() lethe_attack(people, masked, "distance-linkage", columns = numbers, seed = 1)$value,
    function() 100 * sdcMicro::dRisk(people[numbers], masked[numbers], k = 0.05) # an interval, no linkage
)

print(do.call(rbind, told), row.names = FALSE, digits = 4)
