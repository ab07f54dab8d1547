#include "lethe/release/tables/counts/model_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "lethe/knowledge/meaning.h"
#include "lethe/release/tables/counts/meaning_counts.h"
#include "lethe/release/tables/counts/written_models.h"

namespace lethe {
namespace {

constexpr double kRoundedUp = 1e-12;  // a figure is a few roundings away from what it is
constexpr double kInfinite = std::numeric_limits<double>::infinity();
const std::string kWithout = std::string(1, '\0');  // no text of a table

using RowLists = std::vector<std::vector<std::int64_t>>;

// Rows that show the same texts.
RowLists equal_rows(const Context& context, const Table& table,
                    const std::vector<std::string>& columns) {
    std::vector<ColumnPtr> texts;
    for (const std::string& name : columns) {
        context.check_stop();
        texts.push_back(table.column(name).as_written(Kind::nominal));
    }
    std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const auto before = [&](std::int64_t a, std::int64_t b) {
        for (const ColumnPtr& column : texts) {
            const auto code = [&](std::int64_t row) {
                return column->valid(row) ? column->codes()[static_cast<std::size_t>(row)] : -1;
            };
            if (code(a) != code(b)) return code(a) < code(b);
        }
        return false;
    };
    std::stable_sort(rows.begin(), rows.end(), before);
    RowLists lists;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || before(rows[i - 1], rows[i])) lists.emplace_back();
        lists.back().push_back(rows[i]);
    }
    return lists;
}

Shares counts_of(const Column& column, std::span<const std::int64_t> rows, bool missing_counts) {
    Shares counts;
    for (const std::int64_t row : rows) {
        if (column.valid(row)) {
            counts[column.text(row)] += 1;
        } else if (missing_counts) {
            counts[kWithout] += 1;
        }
    }
    return counts;
}

double total_of(const Shares& counts) {
    double total = 0;
    for (const auto& [value, count] : counts) total += count;
    return total;
}

Shares parts_of_one(Shares counts) {
    const double total = total_of(counts);
    for (auto& [value, count] : counts) count /= total;
    return counts;
}

double part(const Shares& shares, const std::string& value) {
    const auto place = shares.find(value);
    return place == shares.end() ? 0 : place->second;
}

double moved_alike(const Shares& p, const Shares& q) {
    double sum = 0;
    for (const auto& [value, share] : p) sum += std::abs(share - part(q, value));
    for (const auto& [value, share] : q) sum += p.contains(value) ? 0 : share;
    return sum / 2;
}

// Values in the order of the column: numbers by value, categories in theirs, texts by their bytes.
std::vector<std::string> ordered_values(const Column& original, const Shares& p) {
    std::vector<std::string> values;
    if (original.kind() == Kind::ordinal) {
        for (const std::string& value : original.dictionary()) {
            if (p.contains(value)) values.push_back(value);
        }
    } else {
        for (const auto& [value, share] : p) {
            if (value != kWithout) values.push_back(value);
        }
    }
    if (original.is_numeric()) {
        std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
            return std::strtod(a.c_str(), nullptr) < std::strtod(b.c_str(), nullptr);
        });
    }
    if (p.contains(kWithout)) values.push_back(kWithout);
    return values;
}

double moved_in_order(const std::vector<std::string>& values, const Shares& p, const Shares& q) {
    if (values.size() < 2) return 0;
    double ahead = 0;
    double sum = 0;
    for (const std::string& value : values) {
        ahead += part(q, value) - part(p, value);
        sum += std::abs(ahead);
    }
    return sum / static_cast<double>(values.size() - 1);
}

using Line = std::vector<std::string>;

// The labels of each value from itself to the top: of the hierarchy's file, or by climbing.
std::map<std::string, Line> lines_of_values(const Column& column) {
    std::map<std::string, Line> lines;
    if (!column.meaning()) return lines;
    const Meaning& meaning = *column.meaning();
    std::size_t longest = 2;
    if (meaning.levels()) {
        for (const Line& line : meaning.levels()->lines) lines[line.front()] = line;
    } else {
        const Taxonomy& taxonomy = meaning.taxonomy();
        for (const std::string& value : column.dictionary()) {
            Line& line = lines[value];
            line.push_back(value);
            for (ConceptId at = meaning.value_of(value);
                 at != kNoConcept && at != taxonomy.root();) {
                at = taxonomy.parents(at).front();
                line.push_back(meaning.label_of(at));
            }
        }
    }
    for (const auto& [value, line] : lines) longest = std::max(longest, line.size());
    const std::string top = meaning.levels() ? meaning.levels()->lines.front().back()
                                             : meaning.label_of(meaning.taxonomy().root());
    for (auto& [value, line] : lines) line.resize(longest, top);
    Line& missing = lines[kWithout];
    missing.assign(longest, kWithout);
    missing.back() = top;
    return lines;
}

// What is left over in a group of a level is moved one level further.
std::optional<double> moved_in_tree(const std::map<std::string, Line>& lines, const Shares& p,
                                    const Shares& q) {
    std::map<std::pair<std::size_t, std::string>, std::string> above;
    for (const auto& [value, line] : lines) {
        for (std::size_t level = 1; level < line.size(); ++level) {
            above[{level, line[level - 1]}] = line[level];
        }
    }
    std::map<std::string, double> extra;
    for (const auto& [value, share] : p) {
        if (!lines.contains(value)) return std::nullopt;
        extra[value] = share - part(q, value);
    }
    const std::size_t height = lines.begin()->second.size() - 1;
    double cost = 0;
    for (std::size_t level = 1; level <= height; ++level) {
        std::map<std::string, std::pair<double, double>> groups;
        for (const auto& [label, amount] : extra) {
            auto& sums = groups[above.at({level, label})];
            (amount > 0 ? sums.first : sums.second) += std::abs(amount);
        }
        extra.clear();
        for (const auto& [label, sums] : groups) {
            cost += static_cast<double>(level) / static_cast<double>(height) *
                    std::min(sums.first, sums.second);
            extra[label] = sums.first - sums.second;
        }
    }
    return cost;
}

double entropy_of(const Shares& q) {
    double sum = 0;
    for (const auto& [value, share] : q) sum -= share * std::log(share);
    return sum;
}

// Grassberger's G by its recursion.
double corrected_log(double count) {
    double g = -0.57721566490153286 - std::log(2.0);
    for (double x = 2; x <= count; x += 2) g += 2 / (x - 1);
    return g;
}

double corrected_entropy(const Shares& counts) {
    const double f = total_of(counts);
    double sum = 0;
    for (const auto& [value, count] : counts) sum += count * corrected_log(count);
    return corrected_log(f) - sum / f;
}

// What classes are compared with.
struct Everybody {
    Shares p;                          // of the released people, before any was suppressed
    std::vector<std::string> ordered;  // values of the whole column
    std::map<std::string, Line> lines;
    Shares people = {};                           // counts of p
    std::optional<TextDistances> distances = {};  // of models by meaning
};

// The worst of a class for one model, so that larger is worse; nothing where it is not counted.
std::optional<double> badness(const WrittenModel& model, const Everybody& everybody,
                              const Shares& counts) {
    const Shares& p = everybody.p;
    const Shares q = parts_of_one(counts);
    const auto distinct = static_cast<double>(counts.size());
    const bool grassberger = model.has("estimator", "grassberger");
    if (model.name == "l-distinct") return -distinct;
    if (model.name == "l-entropy") {
        if (distinct < std::ceil(model.value())) return -1.0;
        return -std::exp(grassberger ? corrected_entropy(counts) : entropy_of(q));
    }
    if (model.name == "l-recursive") {
        std::vector<double> sizes;
        for (const auto& [value, count] : counts) sizes.push_back(count);
        std::sort(sizes.rbegin(), sizes.rend());
        const auto l = static_cast<std::size_t>(model.number("l"));
        if (sizes.size() < l) return kInfinite;
        return sizes.front() / std::accumulate(sizes.begin() + static_cast<std::ptrdiff_t>(l) - 1,
                                               sizes.end(), 0.0);
    }
    if (model.name == "alpha") {
        double most = 0;
        for (const auto& [value, share] : q) most = std::max(most, share);
        return most;
    }
    if (model.name == "t-equal") return moved_alike(p, q);
    if (model.name == "t-ordered") return moved_in_order(everybody.ordered, p, q);
    if (model.name == "t-hierarchical") return moved_in_tree(everybody.lines, p, q);
    if (model.name == "t-semantic") {
        return least_moved(everybody.people, counts, *everybody.distances);
    }
    double worst = 0;
    for (const auto& [value, share] : q) {
        const double expected = part(p, value);
        if (expected == 0) return kInfinite;  // nobody had it
        const double gain = (share - expected) / expected;
        if (model.name == "beta-basic") worst = std::max(worst, gain);
        if (model.name == "beta-enhanced") {
            worst = std::max(worst, gain > -std::log(expected) + kRoundedUp ? kInfinite : gain);
        }
        if (model.name == "delta") worst = std::max(worst, std::abs(std::log2(share / expected)));
    }
    if (model.name == "delta" && model.has("values", "all") && q.size() < p.size())
        return kInfinite;
    return worst;
}

std::vector<std::int64_t> all_rows(const Table& table) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

// Rows of the table that the step found, of people whom it was to release.
std::vector<std::int64_t> people_to_release(const Table& found, const std::string& column) {
    std::vector<std::int64_t> rows = all_rows(found);
    if (column.empty()) return rows;
    const Column& flag = found.column(column);
    std::erase_if(rows, [&](std::int64_t row) {
        if (!flag.valid(row)) return true;
        std::string text = flag.text(row);
        std::transform(text.begin(), text.end(), text.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        return text == "0" || text == "no" || text == "false";
    });
    return rows;
}

bool is_compared(const WrittenModel& model) {
    return model.name == "t-semantic" || model.named.contains("alike");
}

Everybody everybody_of(const Table& found, const std::string& name, const ModelClaim& claim,
                       const WrittenModel& model) {
    const Column& column = found.column(name);
    Everybody everybody;
    everybody.people =
        counts_of(column, people_to_release(found, claim.released), claim.missing_counts);
    everybody.p = parts_of_one(everybody.people);
    if (is_compared(model) && column.meaning()) {
        const auto measure = model.named.find("measure");
        everybody.distances.emplace(column,
                                    measure == model.named.end() ? "log-sc" : measure->second);
    }
    everybody.ordered =
        ordered_values(column, counts_of(column, all_rows(found), claim.missing_counts));
    everybody.lines = lines_of_values(column);
    return everybody;
}

void count_by_value(const WrittenModel& model, const std::string& name, const Table& table,
                    const Table& found, const RowLists& classes, const ModelClaim& claim,
                    Json& items) {
    Json item{{"model", model.text}, {"sensitive", name}};
    const bool diverse = model.name == "l-distinct" || model.name == "l-entropy";
    const double asked = model.name == "l-recursive" ? model.number("c") : model.value();
    item["asked"] = asked;
    const Column* column = table.find(name);
    std::optional<double> worst;
    bool counted = column != nullptr && found.find(name) != nullptr;
    if (counted) {
        const Everybody everybody = everybody_of(found, name, claim, model);
        counted = !is_compared(model) || everybody.distances.has_value();
        for (const auto& rows : classes) {
            Shares counts = counts_of(*column, rows, claim.missing_counts);
            if (counts.empty() || !counted) continue;  // nobody here has a value
            if (model.named.contains("alike")) {
                counts = like_groups(counts, *everybody.distances, model.number("alike"));
            }
            const auto bad = badness(model, everybody, counts);
            counted = counted && bad.has_value();
            if (bad) worst = std::max(worst.value_or(*bad), *bad);
        }
    }
    if (!counted || !worst) {
        item["counted"] = nullptr;
        item["holds"] = counted ? Json(true) : Json(nullptr);
    } else if (diverse) {
        item["counted"] = -*worst;
        item["holds"] = -*worst >= asked * (1 - kRoundedUp);
    } else {
        item["counted"] = std::isfinite(*worst) ? Json(*worst) : Json(nullptr);
        const bool strict = model.name == "l-recursive" || model.name == "delta";
        item["holds"] = strict ? *worst < asked : *worst <= asked + kRoundedUp;
    }
    items.push_back(std::move(item));
}

// Smallest sample of a class that stands for k people, by its definition.
double estimated_k(const WrittenModel& model, double rows) {
    const double k = model.value();
    const double expected = k * rows / model.number("population", 1);
    const bool truncated = model.has("estimator", "ztpoisson");
    const double wanted = 1 - model.number("alpha", 0.01);
    double term = std::exp(-expected);
    double sum = truncated ? 0 : term;
    const double whole = truncated ? 1 - term : 1;
    double c = 0;
    while (c < k && (sum < wanted * whole || (truncated && c == 0))) {
        c += 1;
        term *= expected / c;
        sum += term;
    }
    return std::min({k, c + (truncated ? 1 : 2), rows});
}

void count_by_size(const WrittenModel& model, const RowLists& classes, double rows, double before,
                   Json& items) {
    Json item{{"model", model.text}, {"asked", model.value()}};
    double smallest = kInfinite;
    double unique = 0;
    for (const auto& one : classes) {
        smallest = std::min(smallest, static_cast<double>(one.size()));
        unique += one.size() == 1 ? 1 : 0;
    }
    if (model.name == "k") {
        item["counted"] = smallest;
        item["holds"] = smallest >= model.value();
    } else if (model.name == "kmap") {
        item["asked"] = estimated_k(model, before);
        item["counted"] = smallest;
        item["holds"] = smallest >= estimated_k(model, before);
    } else if (model.name == "risk-average") {
        const double risk = static_cast<double>(classes.size()) / rows;
        item["counted"] = risk;
        bool holds = risk <= model.value() + kRoundedUp;
        if (model.named.contains("highest")) {
            double at_risk = 0;
            const double highest = model.number("highest");
            for (const auto& one : classes) {
                const auto size = static_cast<double>(one.size());
                if (1 / size > highest * 1.01) at_risk += size;  // with the tolerance of size(h)
            }
            item["share_at_risk"] = at_risk / rows;
            holds = holds && at_risk / rows <= model.number("share") + kRoundedUp;
        }
        item["holds"] = holds;
    } else if (model.name == "unique-sample") {
        item["counted"] = unique / rows;
        item["holds"] = unique / rows <= model.value() + kRoundedUp;
    } else {
        // An estimate for a population is no property of the file; its uniques are.
        item["counted"] = unique / rows;
        item["holds"] = unique == 0 ? Json(true) : Json(nullptr);
    }
    items.push_back(std::move(item));
}

// Every combination of some columns, or of up to so many of them: the fewest people who show one.
void count_combinations(const Context& context, const WrittenModel& model, const Table& table,
                        const ModelClaim& claim, Json& items) {
    std::vector<std::vector<std::string>> sets;
    if (model.named.contains("columns")) {
        sets.push_back(model.names("columns"));
    } else {
        const auto most = static_cast<std::size_t>(model.number("dimension"));
        sets.emplace_back();
        for (const std::string& name : claim.columns) {  // with and without it
            for (std::size_t i = sets.size(); i-- > 0;) {
                if (sets[i].size() == most) continue;
                sets.push_back(sets[i]);
                sets.back().push_back(name);
            }
        }
        sets.erase(sets.begin());
    }
    Json item{{"model", model.text}, {"asked", model.value()}};
    double fewest = kInfinite;
    for (const auto& set : sets) {
        context.check_stop();
        const bool known = std::all_of(set.begin(), set.end(), [&](const std::string& name) {
            return table.find(name) != nullptr;
        });
        if (!known) {
            item["counted"] = nullptr;
            item["holds"] = nullptr;
            items.push_back(std::move(item));
            return;
        }
        for (const auto& rows : equal_rows(context, table, set)) {
            fewest = std::min(fewest, static_cast<double>(rows.size()));
        }
    }
    item["counted"] = std::isfinite(fewest) ? Json(fewest) : Json(nullptr);
    item["holds"] = fewest >= model.value();
    items.push_back(std::move(item));
}

// People of the population, and released ones among them, that show the same labels.
struct InPopulation {
    double people = 0;
    double released = 0;
};

// By the labels that they would show; nothing where a level or a hierarchy is not known.
std::optional<std::map<Line, InPopulation>> population_classes(const Context& context,
                                                               const Table& found,
                                                               const ModelClaim& claim) {
    std::vector<Line> shown(static_cast<std::size_t>(found.rows()));
    for (const std::string& name : claim.columns) {
        context.check_stop();
        const Column* column = found.find(name);
        const auto level = claim.levels.find(name);
        if (column == nullptr || level == claim.levels.end()) return std::nullopt;
        const std::map<std::string, Line> lines = lines_of_values(*column);
        for (std::int64_t row = 0; row < found.rows(); ++row) {
            const auto line = lines.find(column->valid(row) ? column->text(row) : kWithout);
            if (line == lines.end() || std::ssize(line->second) <= level->second) {
                return std::nullopt;
            }
            shown[static_cast<std::size_t>(row)].push_back(
                line->second[static_cast<std::size_t>(level->second)]);
        }
    }
    std::map<Line, InPopulation> classes;
    for (const Line& labels : shown) classes[labels].people += 1;
    for (const std::int64_t row : people_to_release(found, claim.released)) {
        classes[shown[static_cast<std::size_t>(row)]].released += 1;
    }
    return classes;
}

Line labels_shown(const Table& table, const std::vector<std::string>& columns, std::int64_t row) {
    Line labels;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        labels.push_back(column.valid(row) ? column.text(row) : kWithout);
    }
    return labels;
}

// k-map: the fewest people of the population that a class stands for. Presence: the parts of the
// classes' people that are released, and 0 for people of whom none is.
void count_in_population(const Context& context, const WrittenModel& model, const Table& table,
                         const Table& found, const RowLists& classes, const ModelClaim& claim,
                         Json& items) {
    Json item{{"model", model.text}, {"counted", nullptr}, {"holds", nullptr}};
    const auto population = population_classes(context, found, claim);
    const bool by_presence = model.name == "presence";
    double lowest = kInfinite;
    double highest = 0;
    bool counted = population.has_value();
    for (const auto& rows : classes) {
        if (!counted) break;
        const auto place = population->find(labels_shown(table, claim.columns, rows.front()));
        counted = place != population->end();
        if (!counted) break;
        const double value = by_presence ? static_cast<double>(rows.size()) / place->second.people
                                         : place->second.people;
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    }
    if (counted && by_presence) {
        for (const auto& [labels, people] : *population) {
            if (people.released == 0) lowest = 0;
        }
        const std::size_t dots = model.first.find("..");
        const double from = std::strtod(model.first.c_str(), nullptr);
        const double to = std::strtod(model.first.c_str() + dots + 2, nullptr);
        item["asked"] = {from, to};
        item["counted"] = {lowest, highest};
        item["holds"] = lowest >= from - kRoundedUp && highest <= to + kRoundedUp;
    } else if (counted) {
        item["asked"] = model.value();
        item["counted"] = lowest;
        item["holds"] = lowest >= model.value();
    }
    items.push_back(std::move(item));
}

bool is_of_population(const WrittenModel& model) {
    return model.name == "presence" || (model.name == "kmap" && model.has("population", "table"));
}

bool is_by_value(const WrittenModel& model) {
    for (const char* beginning : {"l-", "t-", "beta-", "delta", "alpha"}) {
        if (model.name.starts_with(beginning)) return true;
    }
    return false;
}

}  // namespace

std::optional<ModelClaim> model_claim(const Json& step) {
    const Json facts = step.value("facts", Json::object());
    if (!facts.contains("models") || !facts["models"].is_string()) return std::nullopt;
    const auto names = [](const Json& list) {
        std::vector<std::string> texts;
        for (const Json& name : list) {
            if (name.is_string()) texts.push_back(name);
        }
        return texts;
    };
    ModelClaim claim;
    claim.models = facts["models"].get<std::string>();
    claim.columns = names(step.value("columns", Json::array()));
    claim.sensitive = names(facts.value("sensitive", Json::array()));
    claim.missing_counts = facts.value("missing", "own") == "own";
    claim.released = facts.value("released", "");
    const Json levels = facts.value("levels", Json::object());
    for (const auto& [name, level] : levels.items()) {
        if (level.is_number_integer()) claim.levels[name] = level.get<std::int64_t>();
    }
    return claim;
}

Json count_models(const Context& context, const Table& table, const Table& found,
                  const ModelClaim& claim) {
    const RowLists classes = equal_rows(context, table, claim.columns);
    const auto before = static_cast<double>(people_to_release(found, claim.released).size());
    Json items = Json::array();
    for (const WrittenModel& model : written_models(claim.models)) {
        context.check_stop();
        if (model.named.contains("columns") || model.named.contains("dimension")) {
            count_combinations(context, model, table, claim, items);
            continue;
        }
        if (is_of_population(model)) {
            count_in_population(context, model, table, found, classes, claim, items);
            continue;
        }
        if (!is_by_value(model)) {
            count_by_size(model, classes, static_cast<double>(table.rows()), before, items);
            continue;
        }
        const std::vector<std::string> named = model.names("sensitive");
        for (const std::string& name : claim.sensitive) {
            if (!named.empty() && named.front() != name) continue;
            count_by_value(model, name, table, found, classes, claim, items);
        }
    }
    return items;
}

}  // namespace lethe
