// Key combinations: rare combinations of a few columns, in the sets that the owner of the data
// wants to be looked at.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"
#include "lethe/table/attack/class_diversity.h"
#include "lethe/table/attack/population/sample_of_people.h"

namespace lethe::attack {
namespace {

constexpr std::size_t kMostKeySets = 100000;
constexpr std::size_t kListedKeySets = 200;

struct KeyCombinationsParams {
    std::vector<std::vector<std::string>> sets;
    std::optional<std::int64_t> dimension;
    std::vector<std::vector<std::string>> levels;
    std::vector<double> limits = {3};
    SampleParams sample;
    MissingMatches missing = MissingMatches::own;
    std::vector<std::string> confidential;
    std::int64_t l = 2;
    double c = 3;
    bool exposure = false;
};

Schema<KeyCombinationsParams> key_combinations_schema() {
    return Schema<KeyCombinationsParams>()
        .field("sets", &KeyCombinationsParams::sets,
               "the sets of columns that are looked at, each a list of names")
        .field("dimension", &KeyCombinationsParams::dimension,
               "all sets of up to so many of the columns are looked at", at_least(1))
        .field("levels", &KeyCombinationsParams::levels,
               "columns by how well they identify (extremely, very, identifying): all sets with "
               "one column of each level are looked at")
        .field("limits", &KeyCombinationsParams::limits,
               "a combination of values of at most so many is unsafe; several limits: of sets of "
               "one column, of two, and so on, the last for all larger ones",
               at_least(0))
        .include(&KeyCombinationsParams::sample, sample_schema())
        .choice("missing", &KeyCombinationsParams::missing,
                "a missing value equals other missing values only, or matches any value",
                {{"own", MissingMatches::own}, {"any", MissingMatches::any}})
        .field("confidential", &KeyCombinationsParams::confidential,
               "columns whose diversity is counted in the classes of each set; they are in no set")
        .field("l", &KeyCombinationsParams::l, "the diversity that is asked for", at_least(1))
        .field("c", &KeyCombinationsParams::c, "of the recursive definition of diversity", above(0))
        .field("exposure", &KeyCombinationsParams::exposure,
               "list in how many sets each record is unsafe, in the private results");
}

// Places among the columns, ascending.
using KeyPlaces = std::vector<std::size_t>;

class KeySets {
  public:
    explicit KeySets(const std::vector<std::string>& columns) : columns_(columns) {}

    void add_named(const std::vector<std::string>& names, const char* parameter) {
        KeyPlaces places;
        for (const std::string& name : names) places.push_back(place_of(name, parameter));
        add(std::move(places));
    }

    // All of up to `most` columns.
    void add_all(std::size_t most) {
        KeyPlaces chosen;
        grow(0, most, chosen);
    }

    // One column of each level.
    void add_products(const std::vector<std::vector<std::string>>& levels) {
        std::vector<std::vector<std::string>> sets{{}};
        for (const std::vector<std::string>& level : levels) {
            std::vector<std::vector<std::string>> longer;
            for (const auto& set : sets) {
                for (const std::string& name : level) {
                    if (std::find(set.begin(), set.end(), name) != set.end()) continue;
                    longer.push_back(set);
                    longer.back().push_back(name);
                    check_count(longer.size());
                }
            }
            sets = std::move(longer);
        }
        for (const auto& set : sets) add_named(set, "levels");
    }

    // By size, then by place.
    std::vector<KeyPlaces> sorted() const {
        std::vector<KeyPlaces> sets(found_.begin(), found_.end());
        std::stable_sort(sets.begin(), sets.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
        return sets;
    }

  private:
    std::size_t place_of(const std::string& name, const char* parameter) const {
        const auto found = std::find(columns_.begin(), columns_.end(), name);
        if (found == columns_.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("\"{}\" is not one of the columns that are used", name),
                        {{}, 0, 0, parameter});
        }
        return static_cast<std::size_t>(found - columns_.begin());
    }
    static void check_count(std::size_t count) {
        if (count <= kMostKeySets) return;
        throw Error(ErrorKind::unmet,
                    fmt::format("more than {} sets of columns: lower dimension, or name the sets",
                                kMostKeySets),
                    {{}, 0, 0, "dimension"});
    }
    void add(KeyPlaces places) {
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        if (!places.empty()) found_.insert(std::move(places));
        check_count(found_.size());
    }
    void grow(std::size_t next, std::size_t most, KeyPlaces& chosen) {
        if (!chosen.empty()) add(chosen);
        for (std::size_t j = next; j < columns_.size() && chosen.size() < most; ++j) {
            chosen.push_back(j);
            grow(j + 1, most, chosen);
            chosen.pop_back();
        }
    }

    const std::vector<std::string>& columns_;
    std::set<KeyPlaces> found_;
};

// What was found in one set.
struct KeySetRisk {
    KeyPlaces places;
    double limit = 0;
    std::optional<std::int64_t> unsafe_cells;  // none where missing values match any
    std::int64_t unsafe_records = 0;
    Json diversity = nullptr;
};

// The count of each record in a set, and how many classes are at most at the limit.
struct KeyCounts {
    std::vector<double> of_record;
    std::optional<std::int64_t> unsafe_cells;
};

KeyCounts key_counts(const AssessInput& input, const std::vector<std::string>& names,
                     const std::vector<double>& weights, double scale, MissingMatches missing,
                     double limit) {
    KeyCounts counts;
    if (missing == MissingMatches::any) {
        if (!weights.empty()) {
            counts.of_record =
                matching_weights(input.context, input.masked, names, weights, missing);
            return counts;
        }
        for (const std::int64_t count : matching_rows(input.context, input.masked, names)) {
            counts.of_record.push_back(static_cast<double>(count) * scale);
        }
        return counts;
    }
    const Groups groups = group_rows(input.context, input.masked, names);
    std::vector<double> of_class;
    if (!weights.empty()) {
        of_class = class_weights(groups, weights);
    } else {
        for (const std::int64_t size : groups.sizes) {
            of_class.push_back(static_cast<double>(size) * scale);
        }
    }
    counts.unsafe_cells = std::count_if(of_class.begin(), of_class.end(),
                                        [&](double count) { return count <= limit; });
    counts.of_record.reserve(groups.class_of.size());
    for (const std::int32_t own : groups.class_of) counts.of_record.push_back(of_class[at(own)]);
    return counts;
}

// The smallest diversity of the classes of a set, and the records below l.
Json set_diversity(const AssessInput& input, const std::vector<std::string>& names,
                   const KeyCombinationsParams& params) {
    const Groups groups = group_rows(input.context, input.masked, names);
    Json by_column = Json::object();
    for (const std::string& name : params.confidential) {
        const ConfidentialCounts counts = confidential_counts(input.masked.column(name), groups);
        constexpr double kMost = std::numeric_limits<double>::infinity();
        Diversity least{kMost, kMost, kMost};
        std::int64_t below = 0;
        for (std::int64_t own = 0; own < groups.classes(); ++own) {
            const auto values = counts.of_class[own];
            if (values.empty()) continue;
            const Diversity diversity = diversity_of(values, params.c);
            least.lower_to(diversity);
            if (diversity.distinct < static_cast<double>(params.l)) below += groups.sizes[at(own)];
        }
        by_column[name] = {{"distinct", finite_or_null(least.distinct)},
                           {"entropy", finite_or_null(least.entropy)},
                           {"recursive", finite_or_null(least.recursive)},
                           {"records_below", below}};
    }
    return by_column;
}

std::vector<KeyPlaces> asked_sets(const std::vector<std::string>& columns,
                                  const KeyCombinationsParams& params) {
    KeySets sets(columns);
    for (const auto& names : params.sets) sets.add_named(names, "sets");
    if (!params.levels.empty()) sets.add_products(params.levels);
    const bool none = params.sets.empty() && params.levels.empty() && !params.dimension;
    if (none || params.dimension) {
        constexpr std::int64_t kUsual = 3;
        sets.add_all(static_cast<std::size_t>(params.dimension.value_or(kUsual)));
    }
    return sets.sorted();
}

Json set_json(const KeySetRisk& risk, const std::vector<std::string>& columns) {
    Json names = Json::array();
    for (const std::size_t j : risk.places) names.push_back(columns[j]);
    Json json{{"columns", std::move(names)},
              {"limit", risk.limit},
              {"unsafe_records", risk.unsafe_records}};
    json["unsafe_cells"] = risk.unsafe_cells ? Json(*risk.unsafe_cells) : Json(nullptr);
    if (!risk.diversity.is_null()) json["diversity"] = risk.diversity;
    return json;
}

void take_out_confidential(AssessInput& input, const std::vector<std::string>& confidential) {
    for (const std::string& name : confidential) {
        if (input.masked.find(name) == nullptr) {
            throw Error(ErrorKind::usage,
                        fmt::format("\"{}\" is not a column of those that are used", name),
                        {{}, 0, 0, "confidential"});
        }
        std::erase(input.columns, name);
    }
}

void describe_key_sets(Measurement& result, const std::vector<KeySetRisk>& risks,
                       const std::vector<std::int64_t>& violated,
                       const std::vector<std::string>& columns) {
    std::vector<std::int64_t> by_column(columns.size(), 0);
    std::int64_t with_unsafe = 0;
    for (const KeySetRisk& risk : risks) {
        with_unsafe += risk.unsafe_records > 0 ? 1 : 0;
        for (const std::size_t j : risk.places) by_column[j] += risk.unsafe_records;
    }
    std::vector<std::size_t> order(risks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return risks[a].unsafe_records > risks[b].unsafe_records;
    });
    order.resize(std::min(order.size(), kListedKeySets));
    Json listed = Json::array();
    for (const std::size_t i : order) listed.push_back(set_json(risks[i], columns));
    Json violations = Json::object();
    for (std::size_t j = 0; j < columns.size(); ++j) violations[columns[j]] = by_column[j];
    const auto records = std::ssize(violated);
    const auto unsafe =
        std::count_if(violated.begin(), violated.end(), [](std::int64_t sets) { return sets > 0; });
    const double all =
        static_cast<double>(std::accumulate(violated.begin(), violated.end(), std::int64_t{0}));
    result.value = percent(unsafe, records);
    result.details["records"] = records;
    result.details["unsafe"] = unsafe;
    result.details["sets"] = risks.size();
    result.details["sets_with_unsafe"] = with_unsafe;
    result.details["violations"] = {
        {"maximum", violated.empty() ? 0 : *std::max_element(violated.begin(), violated.end())},
        {"mean", records > 0 ? all / static_cast<double>(records) : 0}};
    result.details["violations_by_column"] = std::move(violations);
    result.details["worst_sets"] = std::move(listed);
}

Measurement assess_key_combinations(const AssessInput& given, const KeyCombinationsParams& params) {
    check_tables(given);
    AssessInput input = given;
    Measurement result;
    take_out_confidential(input, params.confidential);
    const bool sampled =
        params.sample.population || params.sample.fraction || !params.sample.weights.empty();
    SampledPeople sample;
    if (sampled) sample = sampled_people(input, params.sample, result);
    const double scale = sampled ? 1 / sample.fraction : 1;
    const std::vector<KeyPlaces> sets = asked_sets(input.columns, params);
    std::vector<std::int64_t> violated(at(input.masked.rows()), 0);
    std::vector<KeySetRisk> risks;
    Progress progress(input.context, "key combinations", std::ssize(sets));
    for (const KeyPlaces& places : sets) {
        KeySetRisk risk{places, 0, {}, 0, nullptr};
        if (!params.limits.empty()) {
            risk.limit = params.limits[std::min(places.size(), params.limits.size()) - 1];
        }
        std::vector<std::string> names;
        for (const std::size_t j : places) names.push_back(input.columns[j]);
        const KeyCounts counts =
            key_counts(input, names, sample.weights, scale, params.missing, risk.limit);
        risk.unsafe_cells = counts.unsafe_cells;
        for (std::size_t row = 0; row < violated.size(); ++row) {
            const bool unsafe = counts.of_record[row] <= risk.limit;
            violated[row] += unsafe ? 1 : 0;
            risk.unsafe_records += unsafe ? 1 : 0;
        }
        if (!params.confidential.empty()) risk.diversity = set_diversity(input, names, params);
        risks.push_back(std::move(risk));
        progress.add();
    }
    describe_key_sets(result, risks, violated, input.columns);
    result.details["counts"] = sampled ? "population" : "sample";
    if (is_lent(given, params.sample.weights)) {
        keep_for_owner(result, {"unsafe", "sets_with_unsafe", "violations", "violations_by_column",
                                "worst_sets"});
        result.warnings.push_back(
            "limits are held against people of the population, whom the weights stand for, not "
            "against records");
    }
    if (params.exposure) result.private_details["violated_sets"] = violated;
    return result;
}

std::string read_key_combinations(const Json& attack, double value,
                                  std::optional<std::int64_t> people) {
    const Json& details = figures::field(attack, "details");
    const auto unsafe = figures::count(details, "unsafe");
    const auto records = figures::count(details, "records");
    const auto sets = figures::count(details, "sets");
    std::string reading =
        unsafe && (records || people)
            ? fmt::format("{} of {} people ({}) have a combination of values that is too rare.",
                          *unsafe == 0 ? "None" : figures::count_text(*unsafe),
                          figures::count_text(records ? *records : *people),
                          figures::percent_text(value))
            : fmt::format("{} of the people have a combination of values that is too rare.",
                          figures::percent_text(value));
    const auto most = figures::count(figures::field(details, "violations"), "maximum");
    if (sets && most && *most > 0) {
        reading += fmt::format(" The worst of them in {} of {} sets of columns.",
                               figures::count_text(*most), figures::count_text(*sets));
    }
    return reading;
}

}  // namespace

Method key_combinations() {
    return make_attack(
        MethodInfo{
            .name = "key-combinations",
            .title = "Rare combinations in chosen sets of columns",
            .summary = "Records whose values are too rare in a set of columns that was chosen.",
            .description =
                "An intruder hardly knows all columns at once. As in mu-Argus, sets of columns are "
                "chosen that one might know together, and in each a combination of values that at "
                "most `limits` people have is unsafe. Sets are named (`sets`), are all of up to "
                "`dimension` columns, or take one column of each level of identification "
                "(`levels`: extremely, very and merely identifying columns; a column may stand in "
                "several levels). Without any of these, all sets of up to three columns. People "
                "are those of the release, or with `weights`, `population` or `fraction` the "
                "estimated ones of the population, for rules such as at least 100 people in each "
                "combination. A combination is unsafe at the limit itself: k = 3 is a limit of 2."
                "\n\n"
                "The value is the percentage of records that are unsafe in at least one set. "
                "`worst_sets` tells unsafe records and combinations of each set (the worst 200), "
                "`violations_by_column` the violations in which a column takes part: recode or "
                "suppress the highest first. `violations` counts, by record, the sets in which it "
                "is unsafe; the maximum stands beside the mean, which hides it. With "
                "`confidential` the smallest distinct, entropy and recursive l over the classes "
                "of each set are told, and how many records are in classes of fewer than `l` "
                "values. Beware: safe in all sets of three columns is not safe in four. With "
                "`missing` = any a missing value agrees with everything, so that there are no "
                "classes and only records are counted; diversity takes it for a value of its own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"hundepool2012statistical"},
            .example = {{"dimension", 2}, {"limits", {2}}},
            .in_words = "It counts the people whose values are too rare in one of the sets of "
                        "columns that somebody might know together.",
            .scale = Scale::unique,
            .reading = read_key_combinations,
            .details = {{"sets", "sets of columns that were looked at"},
                        {"sets_with_unsafe", "of these, with unsafe records"},
                        {"violations_by_column", "violations", false, "column"}}},
        key_combinations_schema(), assess_key_combinations);
}

}  // namespace lethe::attack
