#include "lethe/report/sections/assessment/learnt_distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostLearntRows = 10;

std::string quoted(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote) result += quote == '"' ? '"' : c;
        result += c;
    }
    return result + quote;
}

std::string csv_field(std::string_view text) {
    return text.find_first_of(",\"\r\n") == std::string_view::npos ? std::string(text)
                                                                   : quoted(text, '"');
}

std::string dot_text(std::string_view text) {
    std::string result = "\"";
    for (const char c : clean(text)) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string bits(const Lattice& lattice, std::size_t set) {  // the first column leftmost
    std::string result;
    for (std::size_t l = 0; l < lattice.columns.size(); ++l) {
        result += (set >> l & 1U) != 0 ? '1' : '0';
    }
    return result;
}

std::string plus_list(const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, " + "));
}

Grid weight_ranking(const Json& details, std::string_view key, std::string title,
                    std::vector<std::string> heads, Bars bars) {
    Grid grid{std::move(title), std::move(heads), {}};
    const std::vector<Json> items = objects(details, key);
    double largest = 0;
    for (const Json& item : items) {
        largest = std::max(largest, std::abs(number(item, "weight").value_or(0)));
    }
    for (const Json& item : items) {
        const double weight = number(item, "weight").value_or(0);
        grid.rows.push_back(
            {Cell(text(item, "name")), Cell::figure(fmt::format("{:.3f}", weight))});
        if (bars == Bars::none) continue;
        const auto length =
            largest > 0 ? static_cast<std::size_t>(std::lround(20 * std::abs(weight) / largest))
                        : 0;
        grid.rows.back().push_back(Cell(std::string(length, weight < 0 ? '-' : '#')));
    }
    return grid;
}

// Weights of one optimum, and where they were asked for, what they can be in all of them.
Grid weights(const Json& details, Bars bars) {
    const std::vector<Json> items = objects(details, "key_attributes");
    const bool ranged = !items.empty() && number(items[0], "least").has_value();
    if (!ranged) {
        return weight_ranking(details, "key_attributes",
                              details.contains("columns_exposed") ? "weights of the learnt distance"
                                                                  : "columns that give people away",
                              {"column", "weight"}, bars);
    }
    const std::string heaviest = text(details, "heaviest");
    Grid grid{heaviest.empty()
                  ? "weights: one of many distances that find the same people; which column weighs "
                    "most is not determined"
                  : fmt::format("weights: {} weighs most in every distance that finds the same "
                                "people",
                                heaviest),
              {"column", "weight", "at least", "at most"},
              {}};
    for (const Json& item : items) {
        const auto shown = [&](const char* key) {
            return Cell::figure(fmt::format("{:.3f}", number(item, key).value_or(0)));
        };
        grid.rows.push_back(
            {Cell(text(item, "name")), shown("weight"), shown("least"), shown("most")});
    }
    return grid;
}

Grid exposed(const Json& details, Bars bars) {
    const std::vector<Json> items = objects(details, "columns_exposed");
    if (items.empty()) return {};
    Grid grid{"columns that give people away",
              {"column", "people owed to it", "found by it alone", "lost without it"},
              {}};
    double largest = 0;
    for (const Json& item : items) largest = std::max(largest, number(item, "owed").value_or(0));
    for (const Json& item : items) {
        grid.rows.push_back({Cell(text(item, "name")), Cell::percent(number(item, "owed")),
                             Cell::percent(number(item, "alone")),
                             Cell::percent(number(item, "lost"))});
        if (bars == Bars::none || largest <= 0) continue;
        const double share = std::max(0.0, number(item, "owed").value_or(0)) / largest;
        grid.rows.back().push_back(
            Cell(std::string(static_cast<std::size_t>(std::lround(12 * share)), '#')));
    }
    return grid;
}

// Pairs of a measure are worth more or less together than apart; those of a form count more where
// both differ in the same direction, or in opposite ones.
Grid interactions(const Json& details) {
    const bool form = details.contains("matrix");
    Grid grid{"pairs of columns", {"pair", "strength", ""}, {}};
    for (const Json& item : objects(details, "interactions")) {
        const double weight = number(item, "weight").value_or(0);
        if (std::abs(weight) < 0.005 || grid.rows.size() == kMostLearntRows) break;
        grid.rows.push_back({Cell(text(item, "name")), Cell::figure(fmt::format("{:+.3f}", weight)),
                             Cell(form ? (weight > 0 ? "same direction" : "opposite directions")
                                       : (weight > 0 ? "worth more together" : "overlap"))});
    }
    return grid;
}

// The sets with at least half of the measure that hold no smaller such set.
Grid sufficient_sets(const Lattice& lattice) {
    constexpr double kHalf = 0.5;
    Grid grid{"the smallest sets of columns that carry at least half", {"columns", "value"}, {}};
    std::vector<std::size_t> sets;
    for (std::size_t set = 1; set < lattice.values.size(); ++set) {
        if (lattice.values[set] < kHalf) continue;
        bool least = true;
        for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
            least &= lattice.values[set & ~(rest & (~rest + 1))] < kHalf;
        }
        if (least) sets.push_back(set);
    }
    std::ranges::stable_sort(sets, [&](std::size_t a, std::size_t b) {
        const int sizes = std::popcount(a) - std::popcount(b);
        return sizes != 0 ? sizes < 0 : lattice.values[a] > lattice.values[b];
    });
    for (const std::size_t set : sets) {
        if (grid.rows.size() == kMostLearntRows) break;
        std::vector<std::string> names;
        for (std::size_t l = 0; l < lattice.columns.size(); ++l) {
            if ((set >> l & 1U) != 0) names.push_back(lattice.columns[l]);
        }
        grid.rows.push_back(
            {Cell(plus_list(names)), Cell::figure(fmt::format("{:.3f}", lattice.values[set]))});
    }
    return grid;
}

Grid matrix(const Form& form) {
    constexpr std::size_t kWidest = 8;
    const std::size_t n = form.columns.size();
    if (n > kWidest) return {};
    Grid grid{"matrix", {""}, {}};
    for (std::size_t l = 0; l < n; ++l) {
        grid.heads.push_back(form.columns[l]);
        grid.rows.push_back({Cell(form.columns[l])});
        for (std::size_t h = 0; h < n; ++h) {
            grid.rows.back().push_back(
                Cell::figure(fmt::format("{:.3f}", form.entries[l * n + h])));
        }
    }
    return grid;
}

Grid properties(const Json& details) {
    const std::string its_class = text(details, "distance");
    Grid grid{its_class == "metric" ? "the learnt distance is a metric (its root is)"
              : its_class == "distance"
                  ? "the learnt distance is no metric"
                  : "the learnt distance is a pseudo-distance: it can be negative",
              {"property", "holds", "because", "checked", "violated"},
              {}};
    for (const Json& item : objects(details, "properties")) {
        const bool triangle = text(item, "property") == "triangle inequality";
        grid.rows.push_back({Cell(text(item, "property") + (triangle ? " of the root" : "")),
                             cell(field(item, "holds")), Cell(text(item, "why")),
                             cell(field(item, "checked")), cell(field(item, "violated"))});
    }
    return grid;
}

Grid samples(const Json& details) {
    Grid grid{"", {"records", "people", "found", "if ties are guessed"}, {}};
    for (const auto& [key, title] :
         {std::pair{"training", "learnt from"}, std::pair{"test", "tested on"},
          std::pair{"others", "others, tried with the same distance"}}) {
        const Json& part = field(details, key);
        if (!part.is_object()) continue;
        grid.rows.push_back({Cell(title), cell(field(part, "records")),
                             Cell::percent(number(part, "strict")),
                             Cell::percent(number(part, "expected"))});
    }
    return grid;
}

Grid proof(const Json& details) {
    Grid grid;
    const auto add = [&](std::string title, Cell shown) {
        grid.rows.push_back({Cell(std::move(title)), std::move(shown)});
    };
    if (const auto bound = count(details, "bound")) {
        add("found, at most possible",
            Cell(fmt::format("{}, {}", count_text(count(details, "links").value_or(0)),
                             count_text(*bound))));
    }
    const Json& verified = field(details, "verified");
    if (verified.is_object()) {
        add("checked in exact arithmetic",
            Cell(fmt::format("{} links, {} conflicts{}",
                             count_text(count(verified, "links").value_or(0)),
                             count_text(count(verified, "conflicts").value_or(0)),
                             count(verified, "rejected").value_or(0) > 0
                                 ? fmt::format(" ({} more not confirmed)",
                                               count_text(*count(verified, "rejected")))
                                 : "")));
    }
    if (const Json& projection = field(details, "projection"); projection.is_object()) {
        add("links before and after the projection",
            Cell(fmt::format("{}, {}", count_text(count(projection, "links_before").value_or(0)),
                             count_text(count(projection, "links_after").value_or(0)))));
    }
    if (const Json& program = field(details, "program"); count(program, "rows")) {
        const auto published = count(program, "published");
        add("conditions of the optimisation problem",
            Cell(count_text(*count(program, "rows")) +
                 (published ? fmt::format(" (counted as published: {})", count_text(*published))
                            : "")));
    }
    if (const auto least = number(details, "least_weight")) add("least weight", cell(*least));
    if (const auto seconds = number(details, "seconds")) add("time", Cell(seconds_text(*seconds)));
    return grid;
}

}  // namespace

std::optional<Lattice> lattice_of(const Json& details) {
    const std::vector<Json> sets = objects(details, "measure");
    if (sets.empty() || !std::has_single_bit(sets.size() + 1)) return std::nullopt;
    Lattice lattice;
    std::map<std::string, std::size_t> place;
    for (const Json& item : sets) {
        const std::vector<std::string> names = texts(item, "set");
        if (names.size() != 1 || !place.emplace(names[0], lattice.columns.size()).second) continue;
        lattice.columns.push_back(names[0]);
    }
    if (std::size_t{1} << lattice.columns.size() != sets.size() + 1) return std::nullopt;
    lattice.values.assign(sets.size() + 1, 0.0);
    lattice.coefficients.assign(sets.size() + 1, 0.0);
    std::vector<bool> seen(sets.size() + 1, false);
    for (const Json& item : sets) {
        std::size_t set = 0;
        for (const std::string& name : texts(item, "set")) {
            const auto known = place.find(name);
            if (known == place.end()) return std::nullopt;
            set |= std::size_t{1} << known->second;
        }
        const auto value = number(item, "value");
        if (!value || seen[set] || set == 0) return std::nullopt;
        seen[set] = true;
        lattice.values[set] = *value;
        lattice.coefficients[set] = number(item, "moebius").value_or(0);
    }
    return lattice;
}

std::optional<Form> form_of(const Json& details) {
    const std::vector<Json> items = objects(details, "matrix");
    Form form;
    std::map<std::string, std::size_t> place;
    for (const Json& item : items) {
        const std::string row = text(item, "row");
        if (row != text(item, "column") || !place.emplace(row, form.columns.size()).second)
            continue;
        form.columns.push_back(row);
    }
    const std::size_t n = form.columns.size();
    if (n == 0 || items.size() != n * (n + 1) / 2) return std::nullopt;
    form.entries.assign(n * n, 0.0);
    for (const Json& item : items) {
        const auto row = place.find(text(item, "row"));
        const auto column = place.find(text(item, "column"));
        const auto value = number(item, "value");
        if (row == place.end() || column == place.end() || !value) return std::nullopt;
        form.entries[row->second * n + column->second] = *value;
        form.entries[column->second * n + row->second] = *value;
    }
    return form;
}

std::string lattice_csv(const Lattice& lattice) {
    std::string out = "set,size";
    for (const std::string& column : lattice.columns) out += "," + csv_field(column);
    out += ",value,moebius\n";
    for (std::size_t set = 0; set < lattice.values.size(); ++set) {
        out += fmt::format("{},{}", bits(lattice, set), std::popcount(set));
        for (std::size_t l = 0; l < lattice.columns.size(); ++l) {
            out += (set >> l & 1U) != 0 ? ",1" : ",0";
        }
        out += fmt::format(",{},{}\n", lattice.values[set], lattice.coefficients[set]);
    }
    return out;
}

std::string form_csv(const Form& form) {
    const std::size_t n = form.columns.size();
    std::string out = "column";
    for (const std::string& column : form.columns) out += "," + csv_field(column);
    out += '\n';
    for (std::size_t l = 0; l < n; ++l) {
        out += csv_field(form.columns[l]);
        for (std::size_t h = 0; h < n; ++h) out += fmt::format(",{}", form.entries[l * n + h]);
        out += '\n';
    }
    return out;
}

std::string lattice_dot(const Lattice& lattice) {
    std::string out = fmt::format(
        "// A learnt fuzzy measure: sets of columns and their values; those of at least {} are "
        "filled.\n"
        "digraph lattice {{\n  rankdir=BT;\n  edge [arrowhead=none, color=gray60];\n"
        "  node [shape=box, style=rounded, fontname=\"Helvetica\"];\n",
        kNotable);
    for (std::size_t set = 0; set < lattice.values.size(); ++set) {
        std::vector<std::string> names;
        for (std::size_t l = 0; l < lattice.columns.size(); ++l) {
            if ((set >> l & 1U) != 0) names.push_back(lattice.columns[l]);
        }
        const double value = lattice.values[set];
        const std::string label =
            fmt::format("{}\n{:.4f}", names.empty() ? "no column" : plus_list(names), value);
        std::string shown = dot_text(label.substr(0, label.find_last_of('\n')));
        shown.insert(shown.size() - 1, fmt::format("\\n{:.4f}", value));
        out += fmt::format("  s{} [label={}{}];\n", bits(lattice, set), shown,
                           value >= kNotable
                               ? ", style=\"rounded,filled\", fillcolor=\"#c9e0e8\", penwidth=1.6"
                               : "");
    }
    for (std::size_t set = 1; set < lattice.values.size(); ++set) {
        for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
            const std::size_t smaller = set & ~(rest & (~rest + 1));
            out += fmt::format("  s{} -> s{};\n", bits(lattice, smaller), bits(lattice, set));
        }
    }
    std::map<int, std::string> ranks;
    for (std::size_t set = 0; set < lattice.values.size(); ++set) {
        ranks[std::popcount(set)] += fmt::format(" s{};", bits(lattice, set));
    }
    for (const auto& [size, list] : ranks) out += fmt::format("  {{rank=same;{}}}\n", list);
    return out + "}\n";
}

std::vector<Grid> learnt_grids(const Json& details, Bars bars) {
    if (!details.contains("key_attributes") && !details.contains("weights_by_rank") &&
        !details.contains("properties")) {
        return {};
    }
    std::vector<Grid> grids{proof(details), samples(details)};
    if (count(details, "links") != 0) {  // otherwise nothing was learnt
        grids.push_back(exposed(details, bars));
        grids.push_back(weights(details, bars));
        grids.push_back(weight_ranking(details, "weights_by_rank",
                                       "weights of the differences, heaviest first",
                                       {"difference", "weight"}, bars));
        grids.push_back(interactions(details));
        if (const auto lattice = lattice_of(details)) grids.push_back(sufficient_sets(*lattice));
        const auto form = form_of(details);
        if (form && bars == Bars::characters) grids.push_back(matrix(*form));  // drawn otherwise
        grids.push_back(properties(details));
    }
    std::erase_if(grids, [](const Grid& grid) { return grid.empty(); });
    return grids;
}

}  // namespace lethe::report
