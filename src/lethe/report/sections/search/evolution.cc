#include "lethe/report/sections/search/evolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {
namespace {

struct Part {
    std::string key, title;
    bool within = false;  // the mean above it
};

// What a judged file consists of; the parts of a loss as the measures call themselves.
const std::vector<Part>& known_parts() {
    static const std::vector<Part> all = [] {
        std::vector<Part> parts = {{"score", "Score"}, {"loss", "Information loss"}};
        for (const Method* method : methods_of(Family::loss)) {
            const MethodInfo& info = method->info;
            if (!info.part_of.empty()) parts.push_back({info.name, info.short_title, true});
        }
        for (Part part :
             {Part{"cells", "difference of a cell, mean", true},
              Part{"chi_square", "chi-square statistics", true}, Part{"risk", "Disclosure risk"},
              Part{"interval_disclosure", "interval disclosure", true},
              Part{"distance_linkage", "distance linkage", true},
              Part{"probabilistic_linkage", "probabilistic linkage", true},
              Part{"small_true", "small cells that are true", true}}) {
            parts.push_back(std::move(part));
        }
        return parts;
    }();
    return all;
}

struct End {
    std::string_view rule, words;
};

constexpr std::array kEnds = {
    End{"generations", "ended after the generations asked for"},
    End{"seconds", "ended when the time was over"},
    End{"stagnation", "ended when nothing better came any more"},
    End{"evaluations", "ended after the evaluations asked for"},
    End{"target", "ended when the score asked for was reached"},
    End{"diversity", "ended when the population was as alike as asked for"},
};

bool is_known(std::string_view key) {
    return std::ranges::any_of(known_parts(), [&](const Part& part) { return part.key == key; });
}

// Parts that this version has no words for. The depth of a formula and the share of values that a
// matrix changes are no parts.
std::vector<std::string> other_parts(const Json& best) {
    std::vector<std::string> keys;
    if (!best.is_object()) return keys;
    for (const auto& [key, value] : best.items()) {
        const bool is_part = key != "depth" && key != "changed";
        if (value.is_number() && is_part && !is_known(key)) keys.push_back(key);
    }
    return keys;
}

Cell points(std::optional<double> value, std::optional<double> other = std::nullopt) {
    return value ? Cell::figure(score_text(*value, other)) : Cell();
}

Cell change(std::optional<double> before, std::optional<double> after) {
    if (!before || !after) return {};
    const double difference = *after - *before;
    const std::string size = score_text(std::abs(difference));
    if (size.find_first_of("123456789") == std::string::npos) return Cell::figure("0");
    return Cell::figure((difference > 0 ? "+" : "-") + size);
}

}  // namespace

Evolved evolved_in(const Json& evolution) {
    const std::string what = text(evolution, "what");
    if (what == "file") return Evolved::file;
    if (what == "pram-matrices") return Evolved::matrices;
    if (what == "pram-formula") return Evolved::formula;
    return Evolved::other;
}

std::string start_name(const Json& evolution) {
    const Json& start = field(evolution, "start");
    const std::string label = text(start, "label");
    return label.empty() ? text(start, "formula") : label;
}

std::string SearchAim::words() const {
    switch (kind) {
        case Kind::mean:
            return "the mean of risk and loss";
        case Kind::max:
            return "the larger of risk and loss";
        case Kind::weighted:
            return fmt::format("{:.3g} loss + {:.3g} risk", loss_weight, 1 - loss_weight);
        case Kind::other:
            break;
    }
    return {};
}

SearchAim aim_of(const Json& evolution) {
    const Json& aim = field(evolution, "aim");
    const std::string kind = text(aim, "kind");
    if (kind == "mean") return {SearchAim::Kind::mean, 0.5};
    if (kind == "max") return {SearchAim::Kind::max, 0.5};
    const double alpha = number(aim, "alpha").value_or(-1);
    if (kind == "weighted" && alpha >= 0 && alpha <= 1) return {SearchAim::Kind::weighted, alpha};
    return {};
}

std::string kept_words(const Json& evolution) {
    const Json& kept = field(evolution, "kept");
    const auto k = count(kept, "k"), files = count(kept, "files"),
               smallest = count(kept, "smallest");
    if (!k || !files || !smallest) return {};
    return fmt::format(
        "k = {} was kept by every file of the search on {}; counted in all {} of the last "
        "population and the best, the smallest group has {} people.",
        *k, enumeration(texts(kept, "columns")), count_text(*files), count_text(*smallest));
}

std::optional<Candidate> candidate(const Json& one) {
    constexpr double kMost = 1e9;  // beyond any axis
    const auto risk = number(one, "risk");
    const auto loss = number(one, "loss");
    if (!risk || !loss) return std::nullopt;
    Candidate result{text(one, "label"),
                     {},
                     std::clamp(*risk, -kMost, kMost),
                     std::clamp(*loss, -kMost, kMost),
                     number(one, "score")};
    result.method = result.label.substr(0, result.label.find(' '));
    return result;
}

std::vector<Candidate> population(const Json& evolution, std::string_view key) {
    std::vector<Candidate> result;
    for (const Json& one : objects(evolution, key)) {
        if (auto read = candidate(one)) result.push_back(*std::move(read));
    }
    return result;
}

std::vector<Generation> generations(const Json& evolution) {
    constexpr double kMost = 1e12;
    const auto sane = [](const Json& entry, std::string_view key) {
        const auto value = number(entry, key);
        return value && std::abs(*value) <= kMost ? value : std::nullopt;
    };
    std::vector<Generation> result;
    for (const Json& entry : objects(evolution, "history")) {
        const double number =
            sane(entry, "generation").value_or(result.empty() ? 0.0 : result.back().number + 1);
        if (!result.empty() && number <= result.back().number) continue;
        result.push_back({number, sane(entry, "best"), sane(entry, "mean"), sane(entry, "worst")});
    }
    return result;
}

std::vector<std::string> protected_columns(const Json& evolution) {
    const std::vector<Json> tables = objects(evolution, "tables");
    return texts(tables.size() == 1 ? tables.front() : evolution, "columns");
}

std::string score_text(double score, std::optional<double> other) {
    constexpr int kMostDecimals = 6;
    if (std::abs(score) >= 1e6) return figure_text(score);
    for (int decimals = 2; decimals < kMostDecimals; ++decimals) {
        const std::string shown = fmt::format("{:.{}f}", score, decimals);
        if (!other || *other == score || shown != fmt::format("{:.{}f}", *other, decimals)) {
            return shown;
        }
    }
    return fmt::format("{:.{}f}", score, kMostDecimals);
}

std::string search_words(const Json& evolution) {
    std::vector<std::string> spent;
    auto count_of = count(evolution, "generations");
    const std::vector<Generation> history = generations(evolution);
    if (!count_of && !history.empty()) count_of = rounded(history.back().number);
    if (count_of) {
        spent.push_back(
            fmt::format("{} generation{}", count_text(*count_of), *count_of == 1 ? "" : "s"));
    }
    if (const auto evaluations = count(evolution, "evaluations")) {
        spent.push_back(fmt::format("{} evaluations", count_text(*evaluations)));
    }
    std::string result = enumeration(spent);
    if (const auto seconds = number(evolution, "seconds")) {
        result += fmt::format("{}in {}", result.empty() ? "" : " ", seconds_text(*seconds));
    }
    const std::string by = text(evolution, "stopped_by");
    const auto why = std::ranges::find(kEnds, by, &End::rule);
    if (why == kEnds.end()) return result;
    return result + (result.empty() ? "" : "; ") + std::string(why->words);
}

std::string diversity_words(const Json& evolution) {
    const std::vector<Json> history = objects(evolution, "history");
    if (history.empty()) return {};
    const auto first = number(history.front(), "diversity");
    const auto last = number(history.back(), "diversity");
    if (!first || !last) return {};
    std::string of = "two of the population differ";
    switch (evolved_in(evolution)) {
        case Evolved::file:
            of = "two files of the population differ in so many of their cells";
            break;
        case Evolved::matrices:
            of = "two matrices of the population send so many values elsewhere";
            break;
        case Evolved::formula:
            of = "so many pairs of formulas have different scores";
            break;
        case Evolved::other:
            break;
    }
    std::string result = fmt::format("{} at the start, {} at the end: {}", percent_text(*first),
                                     percent_text(*last), of);
    if (const auto mutation = number(history.back(), "mutation")) {
        result += fmt::format("; the share of mutations went to {}", percent_text(100 * *mutation));
    }
    return result;
}

std::vector<Grid> frequency_grids(const Json& evolution) {
    std::vector<Grid> grids;
    const Json best = unfolded(field(evolution, "best"));
    const Json& columns = field(best, "frequencies");
    if (!columns.is_object()) return grids;
    for (const auto& [column, rows] : columns.items()) {
        Grid grid{fmt::format("{}: records", clean(column)),
                  {"", "before", "expected after", "in one release"},
                  {}};
        for (const Json& row : rows) {
            const auto before = count(row, "before"), after = count(row, "after");
            const auto expected = number(row, "expected");
            if (!before || !after || !expected) continue;
            grid.rows.push_back({Cell(text(row, "category")), Cell::figure(count_text(*before)),
                                 Cell::figure(fmt::format("{:.1f}", *expected)),
                                 Cell::figure(count_text(*after))});
        }
        grids.push_back(std::move(grid));
    }
    return grids;
}

Grid parts_grid(const Json& evolution, std::string_view indent) {
    const Json& start = field(evolution, "start");
    const Json& best = field(evolution, "best");
    const Json& fresh_start = field(start, "fresh");
    const Json& fresh_best = field(best, "fresh");
    const bool fresh = fresh_best.is_object();
    Grid grid{"", {"lower is better", "start", "found", "change"}, {}};
    if (fresh) {
        for (const char* head : {"start, fresh", "found, fresh"}) grid.heads.emplace_back(head);
    }
    const auto add = [&](std::string_view key, std::string title) {
        const auto before = number(start, key), after = number(best, key);
        if (!before && !after) return;
        const bool close = key == "score";  // must be told apart
        std::vector<Cell> row = {
            Cell(std::move(title)), points(before, close ? after : std::nullopt),
            points(after, close ? before : std::nullopt), change(before, after)};
        if (fresh) {
            row.push_back(points(number(fresh_start, key)));
            row.push_back(points(number(fresh_best, key)));
        }
        grid.rows.push_back(std::move(row));
    };
    for (const Part& part : known_parts()) {
        add(part.key, fmt::format("{}{}", part.within ? indent : "", part.title));
    }
    for (const std::string& key : other_parts(best)) add(key, words(clean(key)));
    return grid;
}

Grid tables_grid(const Json& evolution) {
    const std::vector<Json> before = objects(field(evolution, "start"), "tables");
    const std::vector<Json> after = objects(field(evolution, "best"), "tables");
    Grid grid{"Table by table",
              {"table", "score, start", "found", "risk, start", "found", "loss, start", "found"},
              {}};
    for (std::size_t i = 0; after.size() > 1 && i < after.size(); ++i) {
        std::vector<Cell> row = {Cell(file_name(text(after[i], "name")))};
        for (const char* key : {"score", "risk", "loss"}) {
            row.push_back(points(i < before.size() ? number(before[i], key) : std::nullopt));
            row.push_back(points(number(after[i], key)));
        }
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

std::vector<MatrixShown> best_matrices(const Json& evolution) {
    std::vector<MatrixShown> result;
    const Json best = unfolded(field(evolution, "best"));
    const std::vector<Json> tables = objects(best, "tables");
    const Json& matrices = field(tables.size() == 1 ? tables.front() : best, "matrices");
    if (!matrices.is_object()) return result;
    for (const auto& [column, matrix] : matrices.items()) {
        MatrixShown shown{clean(column), texts(matrix, "categories"), {}};
        const Json& rows = field(matrix, "rows");
        if (!rows.is_array()) continue;
        bool square = !rows.empty() && rows.size() == shown.categories.size();
        for (const Json& row : rows) {
            std::vector<double> entries;
            if (row.is_array()) {
                for (const Json& entry : row) entries.push_back(number(entry).value_or(0));
            }
            square = square && entries.size() == rows.size();
            shown.rows.push_back(std::move(entries));
        }
        if (square) result.push_back(std::move(shown));
    }
    return result;
}

bool turns_round(const MatrixShown& matrix) {
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        if (std::ranges::max(matrix.rows[i]) > matrix.rows[i][i]) return true;
    }
    return false;
}

std::string probability_text(double probability) {
    if (probability == 0) return "0";
    if (probability == 1) return "1";
    if (probability > 0 && probability < 0.005) return "< .01";
    if (probability < 1 && probability >= 0.995) return "> .99";
    return fmt::format("{:.2f}", probability);
}

std::optional<FormulaShown> best_formula(const Json& evolution) {
    const Json& best = field(evolution, "best");
    FormulaShown shown{text(best, "simplified"), text(best, "formula")};
    if (shown.simple.empty()) shown.simple = shown.bred;
    if (shown.simple.empty()) return std::nullopt;
    if (shown.bred == shown.simple) shown.bred.clear();
    return shown;
}

std::string_view formula_letters() {
    return "a: records of the category that a value has; b: records of the category that it may "
           "become; L: categories of the column; N: records of the file; p: the parameter of PRAM, "
           "the chance to stay. The matrix entry is in proportion to the formula's absolute value; "
           "a division by 0 gives 1.";
}

std::string FailedStart::names() const {
    if (labels.size() == 1) return labels.front();
    return fmt::format("{} and {} more", labels.front(), labels.size() - 1);
}

std::vector<FailedStart> failed_starts(const Json& evolution) {
    std::vector<FailedStart> result;
    for (const Json& failed : objects(field(evolution, "start"), "failed")) {
        const std::string error = text(failed, "error");
        const auto same = std::ranges::find(result, error, &FailedStart::error);
        if (same == result.end()) {
            result.push_back({{text(failed, "label")}, error});
        } else {
            same->labels.push_back(text(failed, "label"));
        }
    }
    return result;
}

}  // namespace lethe::report
