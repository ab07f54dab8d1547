// Small tables with hierarchies, and every node of them counted afresh, row by row, with models and
// losses by their definitions: the reference of the search over levels. It shares the notation of
// models with it and nothing else.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lethe/algo/lattice/search.h"
#include "lethe/core/random.h"

namespace lethe::lattice::slow {

using Label = std::string;
using Row = std::vector<Label>;

// A small table as texts.
struct Small {
    std::vector<LevelTable> tables;                // of each column
    std::vector<std::vector<std::size_t>> lines;   // [row][column]
    std::vector<std::vector<std::size_t>> people;  // the population, the rows among them; or empty
    std::vector<int> disease;  // of each row, 0 .. diseases - 1; kNotCounted: none
    int diseases = 3;
    LevelTable disease_tree;
    std::vector<double> distances;  // of diseases, [a * diseases + b]
};

class Draw {
  public:
    explicit Draw(std::uint64_t seed) : draws_(Random(seed).stream("lattice").at(0)) {}
    int below(int n) { return static_cast<int>(draws_.below(static_cast<std::uint64_t>(n))); }

  private:
    Draws draws_;
};

// Nested levels: each joins some of the labels of the one before; labels may repeat between levels.
inline LevelTable draw_table(Draw& draw, int values, int height) {
    LevelTable table;
    std::vector<int> group(static_cast<std::size_t>(values));
    for (int v = 0; v < values; ++v) {
        group[static_cast<std::size_t>(v)] = v;
        table.lines.push_back({"v" + std::to_string(v)});
    }
    int groups = values;
    for (int level = 1; level <= height; ++level) {
        const int next = level == height ? 1 : 1 + draw.below(groups);
        std::vector<int> to;
        for (int i = 0; i < groups; ++i) to.push_back(draw.below(next));
        for (std::size_t v = 0; v < group.size(); ++v) {
            group[v] = to[static_cast<std::size_t>(group[v])];
            table.lines[v].push_back(level == height ? "*" : "v" + std::to_string(group[v]));
        }
        groups = next;
    }
    return table;
}

// Distances of diseases: of places on a line (metric; likeness is not transitive), of the tree
// (metric and transitive), or any (neither). In eighths, so that sums are exact.
inline std::vector<double> draw_distances(Draw& draw, int values, const LevelTable& tree) {
    const auto n = static_cast<std::size_t>(values);
    std::vector<double> distances(n * n, 0);
    const int kind = draw.below(3);
    std::vector<int> place;
    for (int i = 0; i < values; ++i) place.push_back(draw.below(9));
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const bool group = tree.lines[a][1] == tree.lines[b][1];
            const int eighths = kind == 0   ? std::abs(place[a] - place[b])
                                : kind == 1 ? (group ? 3 : 8)
                                            : draw.below(9);
            distances[a * n + b] = distances[b * n + a] = eighths / 8.0;
        }
    }
    return distances;
}

inline Small draw_small(Draw& draw, bool population, bool missing = false) {
    Small small;
    const int columns = 1 + draw.below(3);
    for (int q = 0; q < columns; ++q) {
        small.tables.push_back(draw_table(draw, 2 + draw.below(5), 1 + draw.below(3)));
    }
    const int rows = 5 + draw.below(40);
    small.diseases = 2 + draw.below(3);
    for (int i = 0; i < rows; ++i) {
        auto& row = small.lines.emplace_back();
        for (const LevelTable& table : small.tables) {
            // The first values are more frequent.
            const int values = static_cast<int>(table.lines.size());
            row.push_back(
                static_cast<std::size_t>(std::min(draw.below(values), draw.below(values))));
        }
        small.disease.push_back(std::min(draw.below(small.diseases), draw.below(small.diseases)));
        if (missing && draw.below(4) == 0) small.disease.back() = kNotCounted;
    }
    if (population) {
        small.people = small.lines;
        const int more = draw.below(60);
        for (int i = 0; i < more; ++i) {
            auto& person = small.people.emplace_back();
            for (const LevelTable& table : small.tables) {
                person.push_back(
                    static_cast<std::size_t>(draw.below(static_cast<int>(table.lines.size()))));
            }
        }
    }
    small.disease_tree = draw_table(draw, small.diseases, 2);
    small.distances = draw_distances(draw, small.diseases, small.disease_tree);
    return small;
}

inline Records records_of(const Small& small) {
    Records records;
    Problems problems;
    for (std::size_t q = 0; q < small.tables.size(); ++q) {
        records.columns.push_back(levels_of("q" + std::to_string(q), small.tables[q], problems));
        auto& own = records.lines.emplace_back();
        for (const auto& row : small.lines) own.push_back(static_cast<std::int32_t>(row[q]));
        if (small.people.empty()) continue;
        auto& people = records.population.emplace_back();
        for (const auto& row : small.people) people.push_back(static_cast<std::int32_t>(row[q]));
    }
    Counted disease;
    disease.name = "disease";
    disease.values = small.diseases;
    disease.codes.assign(small.disease.begin(), small.disease.end());
    disease.count_reference();
    disease.tree = levels_of("disease", small.disease_tree, problems);
    disease.scaled[MeasureKind::log_sc] = small.distances;
    disease.measured[MeasureKind::log_sc] = small.distances;
    records.counted.push_back(disease);
    throw_if_any(problems);
    return records;
}

struct SlowClass {
    std::vector<std::size_t> rows;
    double people = 0;
    Row labels;
};

// What is moved, over the distances of the diseases. There are at most four of them: with one on
// either side all is said, and with two on both one amount is free, and cheapest at an end.
inline double slow_moved(const Small& small, const std::map<int, double>& p,
                         const std::map<int, double>& q) {
    struct Amount {
        int value;
        double share;
    };
    std::vector<Amount> from, to;
    for (int s = 0; s < small.diseases; ++s) {
        const double extra = (q.contains(s) ? q.at(s) : 0) - (p.contains(s) ? p.at(s) : 0);
        if (extra > 0) from.push_back({s, extra});
        if (extra < 0) to.push_back({s, -extra});
    }
    const auto far = [&](const Amount& a, const Amount& b) {
        return small.distances[static_cast<std::size_t>(a.value * small.diseases + b.value)];
    };
    double cost = 0;
    if (from.size() == 1 || to.size() == 1) {
        for (const Amount& a : from) {
            for (const Amount& b : to) cost += std::min(a.share, b.share) * far(a, b);
        }
        return cost;
    }
    if (from.empty() || to.empty()) return 0;
    const auto with = [&](double x) {
        return x * far(from[0], to[0]) + (from[0].share - x) * far(from[0], to[1]) +
               (to[0].share - x) * far(from[1], to[0]) +
               (from[1].share - to[0].share + x) * far(from[1], to[1]);
    };
    return std::min(with(std::max(0.0, from[0].share - to[1].share)),
                    with(std::min(from[0].share, to[0].share)));
}

// Counts of groups of like values: values join the group of a like one until nothing changes.
inline std::map<int, double> slow_groups(const Small& small, double alike,
                                         const std::map<int, double>& count) {
    std::map<int, int> group;
    for (const auto& [s, c] : count) group[s] = s;
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [a, c] : count) {
            for (const auto& [b, d] : count) {
                const auto i = static_cast<std::size_t>(a * small.diseases + b);
                if (small.distances[i] > alike || group[a] <= group[b]) continue;
                group[a] = group[b];
                changed = true;
            }
        }
    }
    std::map<int, double> sums;
    for (const auto& [s, c] : count) sums[group[s]] += c;
    return sums;
}

inline double slow_distance(const Model& model, const Small& small, const std::map<int, double>& p,
                            const std::map<int, double>& q) {
    const auto at = [](const std::map<int, double>& shares, int s) {
        const auto place = shares.find(s);
        return place == shares.end() ? 0.0 : place->second;
    };
    if (model.kind == ModelKind::t_equal) {
        double sum = 0;
        for (int s = 0; s < small.diseases; ++s) sum += std::abs(at(p, s) - at(q, s));
        return sum / 2;
    }
    if (model.kind == ModelKind::t_ordered) {
        double sum = 0, total = 0;
        for (int s = 0; s < small.diseases; ++s) {
            sum += at(q, s) - at(p, s);
            total += std::abs(sum);
        }
        return total / (small.diseases - 1);
    }
    if (model.kind == ModelKind::t_semantic) return slow_moved(small, p, q);
    // Hierarchical, two levels: what is moved within groups goes half the height.
    std::map<Label, std::pair<double, double>> groups;
    for (int s = 0; s < small.diseases; ++s) {
        const double extra = at(p, s) - at(q, s);
        auto& group = groups[small.disease_tree.lines[static_cast<std::size_t>(s)][1]];
        (extra > 0 ? group.first : group.second) += std::abs(extra);
    }
    double cost = 0, surplus = 0;
    for (const auto& [label, group] : groups) {
        cost += std::min(group.first, group.second) / 2;
        surplus += std::max(0.0, group.first - group.second);
    }
    return cost + surplus;
}

inline bool slow_passes(const Model& model, const Small& small, const SlowClass& one) {
    using enum ModelKind;
    const auto rows = static_cast<double>(one.rows.size());
    std::map<int, double> count, p, q;
    for (const std::size_t row : one.rows) {
        if (small.disease[row] != kNotCounted) count[small.disease[row]] += 1;
    }
    // Shares from whole counts, so that equality is met as in exact arithmetic.
    double f = 0, all = 0;
    for (const auto& [s, c] : count) f += c;
    for (const int s : small.disease) {
        if (s == kNotCounted) continue;
        p[s] += 1;
        all += 1;
    }
    for (auto& [s, share] : p) share /= all;
    if (is_by_meaning(model.kind) && model.kind != t_semantic) {
        count = slow_groups(small, model.alike, count);
    }
    for (const auto& [s, c] : count) q[s] = c / f;
    const bool diverse = is_diversity(model.kind);
    if (diverse && rows < std::ceil(model.value)) return false;  // whoever has a value
    if (needs_sensitive(model.kind) && f == 0) return true;
    constexpr double kAlmost = 1e-12;
    switch (model.kind) {
        case k_anonymity:
            return rows >= model.value;
        case k_map_table:
            return one.people >= model.value;
        case presence:
            return rows / one.people >= model.value && rows / one.people <= model.upper;
        case l_distinct:
        case l_distinct_alike:
            return static_cast<double>(count.size()) >= model.value;
        case l_entropy:
        case l_entropy_alike: {
            double h = 0;
            for (const auto& [s, share] : q) h -= share * std::log(share);
            return static_cast<double>(count.size()) >= std::ceil(model.value) &&
                   h >= std::log(model.value) - kAlmost;
        }
        case l_recursive:
        case l_recursive_alike: {
            std::vector<double> r;
            for (const auto& [s, c] : count) r.push_back(-c);
            std::sort(r.begin(), r.end());
            const auto l = static_cast<std::size_t>(model.value);
            if (r.size() < l) return false;
            double tail = 0;
            for (std::size_t i = l - 1; i < r.size(); ++i) tail -= r[i];
            return -r[0] < model.c * tail;
        }
        case alpha:
            return std::all_of(count.begin(), count.end(),
                               [&](const auto& c) { return c.second <= model.value * f; });
        case t_equal:
        case t_ordered:
        case t_hierarchical:
        case t_semantic:
            return slow_distance(model, small, p, q) <= model.value + kAlmost;
        case beta_basic:
        case beta_enhanced:
            return std::all_of(q.begin(), q.end(), [&](const auto& one_share) {
                const double expected = p.at(one_share.first);
                const double limit = model.kind == beta_basic
                                         ? model.value
                                         : std::min(model.value, -std::log(expected));
                return (one_share.second - expected) / expected <= limit + kAlmost;
            });
        case delta_present:
        case delta_all:
            if (model.kind == delta_all && q.size() < p.size()) return false;
            return std::all_of(q.begin(), q.end(), [&](const auto& one_share) {
                return std::abs(std::log2(one_share.second / p.at(one_share.first))) <
                       model.value - kAlmost;
            });
        default:
            return true;
    }
}

struct SlowNode {
    bool feasible = false;
    double suppressed = 0;
    double loss = 0;
};

inline double slow_loss(const Metric& metric, const Small& small, const Node& node,
                        const std::vector<SlowClass>& classes, const std::vector<bool>& gone) {
    using enum MetricKind;
    const auto n = static_cast<double>(small.lines.size());
    double suppressed = 0, kept_classes = 0, squares = 0, dm_sum = 0, ambiguous = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const auto f = static_cast<double>(classes[c].rows.size());
        if (f == 0) continue;
        suppressed += gone[c] ? f : 0;
        kept_classes += gone[c] ? 0 : 1;
        squares += f * f;
        dm_sum += gone[c] ? n * f : f * f;
        double product = f;
        for (std::size_t q = 0; q < node.size(); ++q) {
            double same = 0;
            for (const auto& line : small.tables[q].lines) {
                same += line[static_cast<std::size_t>(node[q])] == classes[c].labels[q] ? 1 : 0;
            }
            product *= gone[c] ? static_cast<double>(small.tables[q].lines.size()) : same;
        }
        ambiguous += product;
    }
    const double g = metric.gs <= 0.5 ? 1 : 2 - 2 * metric.gs;
    const double s = metric.gs < 0.5 ? 2 * metric.gs : 1;
    switch (metric.kind) {
        case dm:
            return dm_sum;
        case dm_star:
            return squares;
        case aecs:
            return n / (s * kept_classes + (suppressed > 0 ? g : 0));
        case ambiguity:
            return ambiguous;
        default:
            break;
    }
    std::vector<double> columns;
    for (std::size_t q = 0; q < node.size(); ++q) {
        const auto level = static_cast<std::size_t>(node[q]);
        const auto domain = static_cast<double>(small.tables[q].lines.size());
        const auto top = static_cast<double>(small.tables[q].lines.front().size() - 1);
        double t = 0;
        std::map<Label, double> hidden, shown;
        std::map<std::size_t, double> values;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            const auto f = static_cast<double>(classes[c].rows.size());
            double same = 0;
            for (const auto& line : small.tables[q].lines) {
                same += line[level] == classes[c].labels[q] ? 1 : 0;
            }
            const double share = same / domain;
            t += !gone[c] ? g * f * share : (s == 1 ? f : f * share + s * (f - f * share));
            if (gone[c]) hidden[classes[c].labels[q]] += f;
            shown[classes[c].labels[q]] += f;
            for (const std::size_t row : classes[c].rows) values[small.lines[row][q]] += 1;
        }
        double entropy = 0;
        for (const auto& [value, count] : values) {
            entropy -= count * std::log2(count / shown[small.tables[q].lines[value][level]]);
        }
        double of_hidden = 0;
        for (const auto& [label, count] : hidden) {
            if (count > 0) of_hidden -= count * std::log2(count / suppressed);
        }
        const double m = g * n / domain;
        switch (metric.kind) {
            case loss:
                columns.push_back(std::max(0.0, (t - m) / (n - m)));
                break;
            case entropy_monotonic:
                columns.push_back(g * entropy);
                break;
            case entropy_nonmonotonic:
                columns.push_back(g * entropy + s * of_hidden);
                break;
            case precision_monotonic:
                columns.push_back(g * node[q] / top);
                break;
            case precision_nonmonotonic:
                columns.push_back(((n - suppressed) * node[q] / top * g + suppressed * s) / n);
                break;
            default:
                columns.push_back(node[q]);
                break;
        }
    }
    double sum = 0, product = 1;
    for (const double x : columns) {
        sum += x;
        product *= std::pow(x + 1, 1.0 / static_cast<double>(columns.size()));
    }
    if (metric.aggregate == Aggregate::geomean) return product - 1;
    return metric.aggregate == Aggregate::mean ? sum / static_cast<double>(columns.size()) : sum;
}

inline std::vector<SlowClass> slow_classes(const Small& small, const Node& node) {
    const auto labels = [&](const std::vector<std::size_t>& lines) {
        Row row;
        for (std::size_t q = 0; q < node.size(); ++q) {
            row.push_back(small.tables[q].lines[lines[q]][static_cast<std::size_t>(node[q])]);
        }
        return row;
    };
    std::map<Row, SlowClass> found;
    for (std::size_t i = 0; i < small.lines.size(); ++i) {
        found[labels(small.lines[i])].rows.push_back(i);
    }
    for (const auto& person : small.people) found[labels(person)].people += 1;
    std::vector<SlowClass> classes;
    for (auto& [row, one] : found) {
        one.labels = row;
        if (small.people.empty()) one.people = static_cast<double>(one.rows.size());
        classes.push_back(std::move(one));
    }
    return classes;
}

// The places of the columns that models of combinations speak of, all sizes of a dimension, and k.
inline std::vector<std::pair<std::vector<std::size_t>, double>> slow_combinations(
    const Settings& settings, std::size_t columns) {
    std::vector<std::pair<std::vector<std::size_t>, double>> found;
    for (const Model& model : settings.models) {
        if (model.kind != ModelKind::k_columns) continue;
        for (std::size_t bits = 1; bits < std::size_t{1} << columns; ++bits) {
            std::vector<std::size_t> set;
            std::vector<std::string> names;
            for (std::size_t q = 0; q < columns; ++q) {
                if ((bits >> q & 1U) == 0) continue;
                set.push_back(q);
                names.push_back("q" + std::to_string(q));
            }
            std::vector<std::string> wanted = model.columns;
            std::sort(wanted.begin(), wanted.end());
            if (std::ssize(set) <= model.dimension || names == wanted) {
                found.emplace_back(set, model.value);
            }
        }
    }
    return found;
}

// Whether every combination of labels of what stays is held by k rows of it.
inline bool slow_combined(const Settings& settings, const std::vector<SlowClass>& classes,
                          const std::vector<bool>& gone, std::size_t index) {
    for (const auto& [set, k] : slow_combinations(settings, classes[index].labels.size())) {
        double rows = 0;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            const bool same = std::all_of(set.begin(), set.end(), [&](std::size_t q) {
                return classes[c].labels[q] == classes[index].labels[q];
            });
            if (!gone[c] && same) rows += static_cast<double>(classes[c].rows.size());
        }
        if (rows < k) return false;
    }
    return true;
}

// By the definition: of all sets of classes that may stay and among which the models of
// combinations hold the one with most rows, where these sets are few enough to look at each; else
// one class after the other goes that fails.
inline void slow_settle(const Settings& settings, const std::vector<SlowClass>& classes,
                        std::vector<bool>& gone) {
    const auto valid = [&](const std::vector<bool>& out) {
        for (std::size_t c = 0; c < classes.size(); ++c) {
            if (!out[c] && !classes[c].rows.empty() && !slow_combined(settings, classes, out, c)) {
                return false;
            }
        }
        return true;
    };
    std::vector<std::size_t> open;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (!gone[c] && !classes[c].rows.empty()) open.push_back(c);
    }
    if (open.size() <= 8) {
        std::size_t most = 0;
        std::vector<bool> best = gone;
        for (const std::size_t c : open) best[c] = true;
        for (std::size_t bits = 1; bits < std::size_t{1} << open.size(); ++bits) {
            std::vector<bool> out = gone;
            std::size_t rows = 0;
            for (std::size_t i = 0; i < open.size(); ++i) {
                out[open[i]] = (bits >> i & 1U) == 0;
                if (!out[open[i]]) rows += classes[open[i]].rows.size();
            }
            if (rows <= most || !valid(out)) continue;
            most = rows;
            best = out;
        }
        gone = best;
        return;
    }
    while (!valid(gone)) {
        for (const std::size_t c : open) {
            if (gone[c] || slow_combined(settings, classes, gone, c)) continue;
            gone[c] = true;
            break;
        }
    }
}

inline SlowNode slow_node(const Small& small, const Settings& settings, const Node& node) {
    const std::vector<SlowClass> classes = slow_classes(small, node);
    std::vector<bool> gone;
    double suppressed = 0;
    bool empty = false;
    for (const SlowClass& one : classes) {
        const bool passes = std::all_of(
            settings.models.begin(), settings.models.end(),
            [&](const Model& model) { return one.rows.empty() || slow_passes(model, small, one); });
        for (const Model& model : settings.models) {
            empty =
                empty || (one.rows.empty() && model.kind == ModelKind::presence && model.value > 0);
        }
        gone.push_back(!passes);
    }
    slow_settle(settings, classes, gone);
    // Who loses all rows is as little there as who had none.
    const bool all_must_be_there =
        std::any_of(settings.models.begin(), settings.models.end(), [&](const Model& model) {
            return model.kind == ModelKind::presence && model.value > 0 &&
                   settings.presence_empty == PresenceEmpty::strict;
        });
    for (std::size_t c = 0; c < classes.size(); ++c) {
        suppressed += gone[c] ? static_cast<double>(classes[c].rows.size()) : 0;
        empty = empty || (gone[c] && all_must_be_there);
    }
    SlowNode result;
    result.feasible = !empty && suppressed <= std::floor(settings.limit *
                                                         static_cast<double>(small.lines.size()));
    result.suppressed = suppressed;
    result.loss = slow_loss(settings.metric, small, node, classes, gone);
    return result;
}

inline void each_node(const Node& top, const std::function<void(const Node&)>& body) {
    Node node(top.size(), 0);
    while (true) {
        body(node);
        std::size_t q = node.size();
        while (q > 0 && node[q - 1] == top[q - 1]) node[--q] = 0;
        if (q == 0) return;
        ++node[q - 1];
    }
}

}  // namespace lethe::lattice::slow
