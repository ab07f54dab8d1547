// The search over levels against every node counted afresh, row by row, with models and losses by
// their definitions, on many small tables. The reference shares the notation of models and nothing
// else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lethe/algo/lattice/search.h"
#include "lethe/core/random.h"

namespace lethe::lattice {
namespace {

using Label = std::string;
using Row = std::vector<Label>;

// A small table as texts.
struct Small {
    std::vector<LevelTable> tables;                // of each column
    std::vector<std::vector<std::size_t>> lines;   // [row][column]
    std::vector<std::vector<std::size_t>> people;  // the population, the rows among them; or empty
    std::vector<int> disease;                      // of each row, 0 .. diseases - 1
    int diseases = 3;
    LevelTable disease_tree;
};

class Draw {
  public:
    explicit Draw(std::uint64_t seed) : draws_(Random(seed).stream("lattice").at(0)) {}
    int below(int n) { return static_cast<int>(draws_.below(static_cast<std::uint64_t>(n))); }

  private:
    Draws draws_;
};

// Nested levels: each joins some of the labels of the one before; labels may repeat between levels.
LevelTable draw_table(Draw& draw, int values, int height) {
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

Small draw_small(Draw& draw, bool population) {
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
    return small;
}

Records records_of(const Small& small) {
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
    records.counted.push_back(disease);
    throw_if_any(problems);
    return records;
}

struct SlowClass {
    std::vector<std::size_t> rows;
    double people = 0;
    Row labels;
};

double slow_distance(const Model& model, const Small& small, const std::map<int, double>& p,
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

bool slow_passes(const Model& model, const Small& small, const SlowClass& one) {
    using enum ModelKind;
    const auto f = static_cast<double>(one.rows.size());
    std::map<int, double> count, p, q;
    for (const std::size_t row : one.rows) count[small.disease[row]] += 1;
    for (const int s : small.disease) p[s] += 1.0 / static_cast<double>(small.disease.size());
    // Shares from whole counts, so that equality is met as in exact arithmetic.
    std::map<int, double> reference;
    for (const int s : small.disease) reference[s] += 1;
    for (auto& [s, share] : p) share = reference[s] / static_cast<double>(small.disease.size());
    for (const auto& [s, c] : count) q[s] = c / f;
    constexpr double kAlmost = 1e-12;
    switch (model.kind) {
        case k_anonymity:
            return f >= model.value;
        case k_map_table:
            return one.people >= model.value;
        case presence:
            return f / one.people >= model.value && f / one.people <= model.upper;
        case l_distinct:
            return static_cast<double>(count.size()) >= model.value;
        case l_entropy: {
            double h = 0;
            for (const auto& [s, share] : q) h -= share * std::log(share);
            return static_cast<double>(count.size()) >= std::ceil(model.value) &&
                   h >= std::log(model.value) - kAlmost;
        }
        case l_recursive: {
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
    double loss = 0;
};

double slow_loss(const Metric& metric, const Small& small, const Node& node,
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

std::vector<SlowClass> slow_classes(const Small& small, const Node& node) {
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

SlowNode slow_node(const Small& small, const Settings& settings, const Node& node) {
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
        suppressed += passes ? 0 : static_cast<double>(one.rows.size());
    }
    SlowNode result;
    result.feasible = !empty && suppressed <= std::floor(settings.limit *
                                                         static_cast<double>(small.lines.size()));
    result.loss = slow_loss(settings.metric, small, node, classes, gone);
    return result;
}

void each_node(const Node& top, const std::function<void(const Node&)>& body) {
    Node node(top.size(), 0);
    while (true) {
        body(node);
        std::size_t q = node.size();
        while (q > 0 && node[q - 1] == top[q - 1]) node[--q] = 0;
        if (q == 0) return;
        ++node[q - 1];
    }
}

const std::vector<std::string> kModels = {"k:2",
                                          "k:4",
                                          "kmap:3,population=table",
                                          "presence:0.1..0.8",
                                          "l-distinct:2",
                                          "l-entropy:1.7",
                                          "l-recursive:c=3,l=2",
                                          "k:2 + alpha:0.6",
                                          "t-equal:0.25",
                                          "t-ordered:0.2",
                                          "t-hierarchical:0.2",
                                          "beta-basic:0.7",
                                          "beta-enhanced:1",
                                          "delta:1.1",
                                          "delta:1.3,values=all",
                                          "k:2 + t-equal:0.3",
                                          "k:3 + l-distinct:2 + t-ordered:0.3 + beta-enhanced:1.5",
                                          "l-recursive:c=2,l=2 + presence:0..0.7",
                                          "k:3 + l-distinct:2",
                                          "k:2 + delta:1.5"};
const std::vector<std::string> kMetrics = {"loss",
                                           "loss:gs=0.1",
                                           "loss:gs=0.9,agg=mean",
                                           "entropy:monotonic",
                                           "entropy:nonmonotonic",
                                           "entropy:nonmonotonic,gs=0.2",
                                           "dm",
                                           "dm-star",
                                           "aecs",
                                           "aecs:gs=0.1",
                                           "precision:monotonic",
                                           "precision:nonmonotonic",
                                           "precision:nonmonotonic,gs=0.2",
                                           "height",
                                           "ambiguity"};

TEST(LatticeSearch, FindsWhatEveryNodeSays) {
    int feasible = 0, pruned = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Draw draw(seed);
        Problems problems;
        Settings settings;
        const std::string models =
            kModels[static_cast<std::size_t>(draw.below(static_cast<int>(kModels.size())))];
        const std::string metric =
            kMetrics[static_cast<std::size_t>(draw.below(static_cast<int>(kMetrics.size())))];
        settings.models = parse_models(models, problems);
        settings.metric = parse_metric(metric, problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        const double limits[] = {0, 0, 0.1, 0.3, 1};
        settings.limit = limits[draw.below(5)];
        const bool population = models.find("table") != std::string::npos ||
                                models.find("presence") != std::string::npos;
        const Small small = draw_small(draw, population);
        const Records records = records_of(small);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;  // more values are asked for than there are
        }
        std::optional<double> least;
        std::map<Node, double> losses;
        each_node(evaluation->top(), [&](const Node& node) {
            const SlowNode slow = slow_node(small, settings, node);
            if (!slow.feasible) return;
            losses[node] = slow.loss;
            least = std::min(least.value_or(slow.loss), slow.loss);
        });
        Context context;
        context.threads = 1 + static_cast<int>(seed % 2);
        const SearchResult found = search_levels(context, *evaluation);
        const std::string what = models + ", " + metric + ", seed " + std::to_string(seed);
        ASSERT_EQ(found.best.has_value(), least.has_value()) << what;
        if (!least) continue;
        ++feasible;
        pruned += static_cast<double>(found.evaluated) < found.nodes ? 1 : 0;
        const double tolerance = 1e-8 * std::max(1.0, std::abs(*least));
        ASSERT_NEAR(found.best->loss.value, *least, tolerance) << what;
        ASSERT_TRUE(losses.contains(found.best->node)) << what;
        ASSERT_NEAR(losses.at(found.best->node), *least, tolerance) << what;
    }
    EXPECT_GT(feasible, 1500);
    EXPECT_GT(pruned, 500);
}

// Models of the table and other losses go by the same search: pruned against every node evaluated.
TEST(LatticeSearch, PrunesNothingThatIsBetter) {
    const std::vector<std::string> models = {
        "risk-average:0.3",
        "unique-sample:0.1",
        "risk-average:0.4,highest=0.34,share=0.2",
        "unique-population:0.05,population=500,estimator=zayatz",
        "unique-population:0.05,population=500,estimator=pitman",
        "l-entropy:1.6,estimator=grassberger",
        "k:2 + unique-sample:0",
        "profit-prosecutor:cost=2,gain=5,loss=10,benefit=8",
        "profit-prosecutor-no-attack:cost=2,gain=5,loss=10,benefit=8"};
    const std::vector<std::string> metrics = {"loss",
                                              "loss:agg=rank",
                                              "entropy-based",
                                              "entropy-based:gs=0.2",
                                              "kl:tuples",
                                              "kl:rows",
                                              "classification:response=disease",
                                              "classification:response=q0",
                                              "entropy:normalised",
                                              "aecs:gs=0.3",
                                              "dm"};
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        Draw draw(seed + 100000);
        Problems problems;
        Settings settings;
        const std::string text =
            models[static_cast<std::size_t>(draw.below(static_cast<int>(models.size())))];
        settings.models = parse_models(text, problems);
        const std::string metric =
            metrics[static_cast<std::size_t>(draw.below(static_cast<int>(metrics.size())))];
        settings.metric = parse_metric(metric, problems);
        throw_if_any(problems);
        settings.sensitive = 1;
        const double limits[] = {0, 0.1, 0.3, 1};
        settings.limit = limits[draw.below(4)];
        const bool plain = text.starts_with("k:2") == false &&
                           text.find("risk") == std::string::npos &&
                           text.find("unique") == std::string::npos;
        settings.reading =
            plain && draw.below(2) == 1 ? Suppressed::one_class : Suppressed::removed;
        const Records records = records_of(draw_small(draw, false));
        const std::string what = text + ", " + metric + ", seed " + std::to_string(seed);
        std::optional<Evaluation> evaluation;
        try {
            evaluation.emplace(records, settings);
        } catch (const Error&) {
            continue;
        }
        std::optional<Solution> best;
        each_node(evaluation->top(), [&](const Node& node) {
            const auto list =
                evaluation->classes().raised(evaluation->classes().tuples(), node, true);
            std::vector<char> suppressed;
            const Judged judged = evaluation->judged(*list, suppressed);
            if (!judged.feasible) return;
            Solution one{node, judged.suppressed, evaluation->measure().of(*list, suppressed)};
            if (!best || better(one, *best)) best = std::move(one);
        });
        Context context;
        context.threads = 1 + static_cast<int>(seed % 3);
        const SearchResult found = search_levels(context, *evaluation);
        ASSERT_EQ(found.best.has_value(), best.has_value()) << what;
        if (!best) continue;
        ASSERT_EQ(found.best->node, best->node) << what;
        ASSERT_TRUE(found.best->loss == best->loss) << what;
    }
}

}  // namespace
}  // namespace lethe::lattice
