#include "lethe/release/tables/counts/guarantees.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"

namespace lethe::release {
namespace {

constexpr std::int32_t kMissing = -1;
constexpr std::int64_t kMostComparisons = 10'000'000;
constexpr std::size_t kMostMatched = 64;  // columns that matching_rows takes

using CodeTuple = std::vector<std::int32_t>;

// Different combinations of texts and how many rows have each.
struct Combinations {
    std::vector<CodeTuple> tuples;
    std::vector<std::int64_t> counts;
};

// A number for each text of a column, by first appearance.
std::vector<std::int32_t> numbered_texts(const Column& column) {
    std::unordered_map<std::string, std::int32_t> known;
    std::vector<std::int32_t> numbers;
    numbers.reserve(static_cast<std::size_t>(column.size()));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            numbers.push_back(kMissing);
            continue;
        }
        const auto next = static_cast<std::int32_t>(known.size());
        numbers.push_back(known.try_emplace(column.text(row), next).first->second);
    }
    return numbers;
}

Combinations combinations_in(const Context& context, const Table& table,
                             std::span<const std::string> columns) {
    std::vector<std::vector<std::int32_t>> texts;
    for (const std::string& name : columns) {
        context.check_stop();
        texts.push_back(numbered_texts(table.column(name)));
    }
    std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const auto before = [&](std::int64_t a, std::int64_t b) {
        for (const auto& column : texts) {
            const std::int32_t left = column[static_cast<std::size_t>(a)];
            const std::int32_t right = column[static_cast<std::size_t>(b)];
            if (left != right) return left < right;
        }
        return false;
    };
    std::sort(rows.begin(), rows.end(), before);
    Combinations result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || before(rows[i - 1], rows[i])) {
            CodeTuple& tuple = result.tuples.emplace_back();
            for (const auto& column : texts) {
                tuple.push_back(column[static_cast<std::size_t>(rows[i])]);
            }
            result.counts.push_back(0);
        }
        ++result.counts.back();
    }
    return result;
}

bool has_gaps(const Combinations& found) {
    return std::any_of(found.tuples.begin(), found.tuples.end(), [](const CodeTuple& tuple) {
        return std::find(tuple.begin(), tuple.end(), kMissing) != tuple.end();
    });
}

using CodePattern = std::vector<bool>;  // which columns have a value

CodePattern pattern_of(const CodeTuple& tuple) {
    CodePattern pattern;
    for (const std::int32_t text : tuple) pattern.push_back(text != kMissing);
    return pattern;
}

std::map<CodePattern, std::vector<std::size_t>> by_pattern(const Combinations& found) {
    std::map<CodePattern, std::vector<std::size_t>> patterns;
    for (std::size_t t = 0; t < found.tuples.size(); ++t) {
        patterns[pattern_of(found.tuples[t])].push_back(t);
    }
    return patterns;
}

// Two combinations agree where they agree on the columns in which both have a value. So for each
// two patterns of gaps the rows of one are counted by what they show in the common columns, and
// those of the other look their own up.
std::vector<std::int64_t> agreeing(const Context& context, const Combinations& found) {
    const auto patterns = by_pattern(found);
    std::vector<std::int64_t> totals(found.tuples.size(), 0);
    for (const auto& [pattern, members] : patterns) {
        for (const auto& [other, others] : patterns) {
            context.check_stop();
            const auto shared_part = [&, &mine = pattern, &theirs = other](std::size_t t) {
                CodeTuple part;
                for (std::size_t j = 0; j < mine.size(); ++j) {
                    if (mine[j] && theirs[j]) part.push_back(found.tuples[t][j]);
                }
                return part;
            };
            std::map<CodeTuple, std::int64_t> counts;
            for (const std::size_t t : others) counts[shared_part(t)] += found.counts[t];
            for (const std::size_t t : members) {
                const auto place = counts.find(shared_part(t));
                if (place != counts.end()) totals[t] += place->second;
            }
        }
    }
    return totals;
}

SharedValues summary(const Combinations& found, const std::vector<std::int64_t>& sharing,
                     std::int64_t k) {
    SharedValues result;
    result.groups = std::ssize(found.tuples);
    for (std::size_t t = 0; t < sharing.size(); ++t) {
        result.people += found.counts[t];
        if (sharing[t] < k) result.below += found.counts[t];
        if (sharing[t] == 1) result.unique += found.counts[t];
    }
    if (!sharing.empty()) result.smallest = *std::min_element(sharing.begin(), sharing.end());
    return result;
}

bool too_many(const Combinations& found) {
    const auto patterns = static_cast<std::int64_t>(by_pattern(found).size());
    return patterns * std::ssize(found.tuples) > kMostComparisons;
}

// As matching_rows counts, for tables with too many combinations and gaps for the plain count.
SharedValues counted_fast(const Context& context, const Table& table,
                          std::span<const std::string> columns, const Combinations& found,
                          std::int64_t k) {
    SharedValues result;
    result.groups = std::ssize(found.tuples);
    result.people = table.rows();
    const std::vector<std::int64_t> sharing = matching_rows(context, table, columns);
    result.smallest = *std::min_element(sharing.begin(), sharing.end());
    for (const std::int64_t count : sharing) {
        result.below += count < k ? 1 : 0;
        result.unique += count == 1 ? 1 : 0;
    }
    return result;
}

// Nothing where there is too much to count.
std::optional<SharedValues> counted(const Context& context, const Table& table,
                                    std::span<const std::string> columns, const Combinations& found,
                                    MissingReading reading, std::int64_t k) {
    if (reading == MissingReading::own || !has_gaps(found)) return summary(found, found.counts, k);
    if (!too_many(found)) return summary(found, agreeing(context, found), k);
    if (columns.size() > kMostMatched) return std::nullopt;
    return counted_fast(context, table, columns, found, k);
}

void put(const SharedValues& counts, Json& json) {
    json["smallest"] = counts.smallest;
    json["groups"] = counts.groups;
    json["below"] = counts.below;
    json["unique"] = counts.unique;
}

struct Claim {
    std::optional<std::int64_t> k;
    std::vector<std::string> columns;
    MissingReading missing = MissingReading::own;
};

void count_claim(const Context& context, const Table& table, const Claim& claim, Json& json) {
    const std::int64_t k = claim.k.value_or(2);
    const Combinations found = combinations_in(context, table, claim.columns);
    json["k"] = claim.k ? Json(*claim.k) : Json(nullptr);
    json["columns"] = claim.columns;
    json["missing"] = name(claim.missing);
    json["with_missing"] = has_gaps(found);
    json["people"] = table.rows();
    const auto counts = counted(context, table, claim.columns, found, claim.missing, k);
    if (counts) put(*counts, json);
    if (claim.k) json["holds"] = counts ? Json(counts->below == 0) : Json(nullptr);
    if (!has_gaps(found)) return;
    const auto other =
        claim.missing == MissingReading::own ? MissingReading::any : MissingReading::own;
    const auto read_so = counted(context, table, claim.columns, found, other, k);
    if (!read_so) return;
    json["other_reading"] = {{"missing", name(other)}};
    put(*read_so, json["other_reading"]);
}

std::vector<std::string> columns_listed(const Json& json) {
    std::vector<std::string> names;
    for (const Json& name : json.value("columns", Json::array())) {
        if (name.is_string()) names.push_back(name);
    }
    return names;
}

// The parts of columns of a step that were masked apart; the step's columns where there are none.
std::vector<std::vector<std::string>> parts_of(const Json& step) {
    std::vector<std::vector<std::string>> parts;
    const Json facts = step.value("facts", Json::object());
    for (const char* key : {"parts", "semantic"}) {
        for (const Json& part : facts.value(key, Json::array())) {
            if (part.is_object() && part.contains("columns")) parts.push_back(columns_listed(part));
        }
    }
    if (parts.empty()) parts.push_back(columns_listed(step));
    return parts;
}

// The group that k belongs to where a list has one for each group of columns.
std::optional<std::int64_t> k_of(const Json& parameters, std::size_t part) {
    const Json k = parameters.value("k", Json());
    if (k.is_number_integer()) return k.get<std::int64_t>();
    if (!k.is_array() || k.empty()) return std::nullopt;
    const Json& own = k.size() == 1 ? k[0] : k[std::min(part, k.size() - 1)];
    return own.is_number_integer() ? std::optional(own.get<std::int64_t>()) : std::nullopt;
}

// Where every group of columns has its own k: groups in the order of the parameters.
std::size_t place_of(const std::vector<std::string>& part, const Json& parameters,
                     std::size_t otherwise) {
    const Json groups = parameters.value("groups", Json::array());
    for (std::size_t g = 0; groups.is_array() && g < groups.size(); ++g) {
        if (groups[g].is_array() && groups[g] == Json(part)) return g;
    }
    return otherwise;
}

void add_promises(const Json& step, const std::string& method_name, const Json& parameters,
                  std::vector<Promise>& promises) {
    const Method* method = find_method(method_name);
    if (method == nullptr || method->info.family != Family::mask) return;
    if (auto claim = method->has_parameter("models") ? model_claim(step) : std::nullopt) {
        const std::int64_t least =
            step.value("facts", Json::object()).value("minimum_class_size", std::int64_t{0});
        promises.push_back({method_name, least, claim->columns, MissingReading::own, claim});
        return;
    }
    if (auto claim = set_claim(step)) {
        promises.push_back({method_name, 0, claim->columns});
        promises.back().sets = std::move(claim);
        return;
    }
    const bool anonymous = method->has(Property::k_anonymous);
    if (!anonymous && !method->has(Property::k_matching)) return;
    const bool any = !anonymous || parameters.value("missing", Json()) == "any";
    const auto parts = parts_of(step);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto k = k_of(parameters, place_of(parts[i], parameters, i));
        if (!k || parts[i].empty()) continue;
        promises.push_back(
            {method_name, *k, parts[i], any ? MissingReading::any : MissingReading::own});
    }
}

// Of a method that was run in parts of the table: what it promises in each of them holds in all,
// since joining parts only makes classes larger; of strata also beside what their people share.
void add_promises_inside(const Json& step, const std::string& method,
                         std::vector<Promise>& promises) {
    const Json facts = step.value("facts", Json::object());
    const Json parameters = facts.value("parameters", Json::object());
    const Json columns = step.value("columns", Json::array());
    Json parts = Json::array();
    const Json groups = parameters.value("groups", Json::array());
    for (const Json& group : groups.is_array() ? groups : Json::array()) {
        parts.push_back({{"columns", group}});
    }
    // Which columns were together is not told where only their number was given.
    const Json size = parameters.value("group_size", Json());
    if (size.is_number_integer() && size > 0 && size < columns.size()) return;
    add_promises({{"columns", columns}, {"facts", {{"parts", std::move(parts)}}}}, method,
                 parameters, promises);
}

// Whether the method of a step runs the one that its parameter "inside" names, on parts of a table.
bool runs_another(const std::string& method) {
    const Method* known = find_method(method);
    return known != nullptr && known->has_parameter("inside");
}

// The models of a step, counted; all of them and k make "holds".
void add_models(Json models, Json& item) {
    item["models"] = std::move(models);
    Json holds = item.value("holds", Json(true));
    for (const Json& model : item["models"]) {
        if (model["holds"] == false) holds = false;
        if (model["holds"].is_null() && holds == true) holds = nullptr;
    }
    item["holds"] = holds;
}

bool same_columns(std::span<const std::string> a, std::span<const std::string> b) {
    return std::set<std::string>(a.begin(), a.end()) == std::set<std::string>(b.begin(), b.end());
}

}  // namespace

std::string_view name(MissingReading reading) {
    return reading == MissingReading::own ? "own" : "any";
}

SharedValues count_shared(const Context& context, const Table& table,
                          std::span<const std::string> columns, MissingReading reading,
                          std::int64_t k) {
    const Combinations found = combinations_in(context, table, columns);
    const bool any = reading == MissingReading::any && has_gaps(found);
    return summary(found, any ? agreeing(context, found) : found.counts, k);
}

std::vector<Promise> promises_of(const Json& steps) {
    std::vector<Promise> promises;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Json& step = steps[i];
        const std::size_t known = promises.size();
        const std::string method = step.value("method", "");
        const Json parameters = step.value("parameters", Json::object());
        if (method == "evolution") {
            const auto k = k_of(parameters, 0);
            const std::vector<std::string> columns =
                columns_listed({{"columns", parameters.value("k_columns", Json::array())}});
            if (k && !columns.empty()) promises.push_back({method, *k, columns});
        } else if (runs_another(method)) {
            add_promises_inside(step, parameters.value("inside", ""), promises);
        } else {
            add_promises(step, method, parameters, promises);
        }
        for (std::size_t p = known; p < promises.size(); ++p) promises[p].step = i;
    }
    return promises;
}

Json count_guarantees(const Context& context, const Table& table, const Json& steps,
                      std::span<const std::string> quasi, std::span<const std::string> unmasked,
                      const std::map<std::size_t, Table>& found) {
    Json result = Json::array();
    const std::vector<Promise> promises = promises_of(steps);
    std::optional<std::int64_t> least;
    bool covered = quasi.empty();
    for (const Promise& promise : promises) {
        Claim claim{promise.k > 0 ? std::optional(promise.k) : std::nullopt, {}, promise.missing};
        for (const std::string& name : promise.columns) {
            if (table.find(name) != nullptr) claim.columns.push_back(name);
        }
        if (claim.columns.empty()) continue;
        if (claim.k) least = std::min(least.value_or(*claim.k), *claim.k);
        covered = covered || same_columns(claim.columns, quasi);
        Json item{{"scope", "step"}, {"method", promise.method}};
        count_claim(context, table, claim, item);
        const auto before = found.find(promise.step);
        if (promise.models && before != found.end()) {
            add_models(count_models(context, table, before->second, *promise.models), item);
        }
        if (promise.sets && before != found.end()) {
            add_models(count_sets(context, table, before->second, *promise.sets), item);
        }
        result.push_back(std::move(item));
    }
    if (covered) return result;
    Json item{{"scope", "quasi-identifiers"}};
    count_claim(context, table, {least, {quasi.begin(), quasi.end()}, MissingReading::own}, item);
    item["unmasked"] = std::vector<std::string>(unmasked.begin(), unmasked.end());
    result.push_back(std::move(item));
    return result;
}

Table read_written(const Context& context, const std::string& path, Format format,
                   const Table& release, std::span<const std::string> columns) {
    ReadOptions options;
    options.columns.assign(columns.begin(), columns.end());
    options.format = format;
    options.header = true;
    options.separator = separator_of(format);
    std::set<std::string> missing;
    for (const std::string& name : columns) {
        const auto& spelling = release.column(name).spelling();
        if (spelling && !spelling->missing.empty()) missing.insert(spelling->missing);
    }
    options.missing.assign(missing.begin(), missing.end());
    const Table table = read_table(context.silent(), path, options);
    if (table.rows() != release.rows()) {
        throw Error(ErrorKind::internal, "the release does not read back as it was written",
                    {path, 0, 0, {}});
    }
    return table;
}

}  // namespace lethe::release
