// How the details of each attack and measure are shown.
#include <algorithm>
#include <array>

#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/known_masking.h"
#include "lethe/report/sections/assessment/learnt_distance.h"

namespace lethe::report {

FieldLook detail_look(std::string_view item, std::string_view key) {
    struct Look {
        std::string_view item, key, title;
        bool percent;
        std::string_view keys = {};
    };
    constexpr std::string_view kWidth = "interval, % of ranks";
    constexpr std::array kLooks = {
        Look{"interval-disclosure", "by_p", "values disclosed", true, kWidth},
        Look{"interval-disclosure", "all_columns", "people disclosed in every column", true,
             kWidth},
        Look{"interval-disclosure", "columns", "values disclosed", true, "column"},
        Look{"probabilistic-linkage", "m", "agree if the same person", false, "column"},
        Look{"probabilistic-linkage", "u", "agree if not", false, "column"},
        Look{"probabilistic-linkage", "heaviest", "found by the heaviest pair", true},
        Look{"probabilistic-linkage", "assignment", "found one to one", true},
        Look{"supervised-linkage", "weights", "weight", false, "column"},
        Look{"uniqueness", "below", "people", false, "in classes of fewer than"},
        Look{"il", "il1", "single values (IL1)", true},
        Look{"il", "il2", "means (IL2)", true},
        Look{"il", "il3", "covariances (IL3)", true},
        Look{"il", "il4", "variances (IL4)", true},
        Look{"il", "il5", "correlations (IL5)", true},
        Look{"il1", "columns", "moved by", true, "column"},
        Look{"il2", "columns", "moved by", true, "column"},
        Look{"il4", "columns", "moved by", true, "column"},
        Look{"category-loss", "dbil", "single categories (DBIL)", true},
        Look{"category-loss", "ctbil", "tables of counts (CTBIL)", true},
        Look{"category-loss", "ebil", "what remains uncertain (EBIL)", true},
        Look{"dbil", "columns", "moved by", true, "column"},
        Look{"ctbil", "columns", "would change their cell", true, "column"},
        Look{"ctbil", "by_order", "would change their cell", true, "columns in a table"},
        Look{"ctbil", "worst", "tables that lost most", false},
        Look{"ebil", "columns", "uncertain", true, "column"},
        Look{"ebil", "bits", "bits", false, "column"},
        Look{"clustering-loss", "by_c", "unlike", true, "number of clusters"},
        Look{"clustering-loss", "similarity", "similarity of the partitions", false, "index"},
        Look{"kl-divergence", "jensen_shannon", "Jensen-Shannon divergence, bits", false},
        Look{"kl-divergence", "vanished", "people whose combination vanished", true},
        Look{"discernibility", "masked", "sum of squared class sizes", false},
        Look{"discernibility", "original", "the same in the original", false},
        Look{"discernibility", "average_over_k", "average class size over k", false},
        Look{"bivariate", "cell_difference", "mean difference of a cell, people", false},
        Look{"bivariate", "cramer_difference", "mean change of Cramér's V", false},
        Look{"bivariate", "pairs", "pairs of columns", false},
        Look{"small-cells", "at_risk", "people in small cells", false},
        Look{"small-cells", "released", "records in small cells of the release", false},
        Look{"small-cells", "own_percent", "of these, where they belong", true},
        Look{"small-cells", "cells", "small cells of the release", false},
        Look{"small-cells", "true_cells_percent", "of these, small in the original", true},
        Look{"pil", "quantiles", "quantiles", true},
        Look{"pil", "means", "means", true},
        Look{"pil", "variances", "variances", true},
        Look{"pil", "covariances", "covariances", true},
        Look{"pil", "correlations", "correlations", true},
    };
    constexpr std::array<std::string_view, 10> kSaid = {
        "strict", "lax", "expected",  "records",     "correct",
        "unique", "k",   "histogram", "class_sizes", "unique_percent"};
    if (const auto look = known_masking_look(item, key)) return *look;
    for (const Look& look : kLooks) {
        if (look.item == item && look.key == key) {
            return {std::string(look.title), look.percent, false, std::string(look.keys)};
        }
    }
    const bool learnt =
        (item == "supervised-linkage" || item == "hrla") && is_told_by_learnt_grids(key);
    return {{}, false, learnt || std::ranges::find(kSaid, key) != kSaid.end(), {}};
}

}  // namespace lethe::report
