#include "lethe/report/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "lethe/report/known_masking.h"
#include "lethe/report/learnt_distance.h"
#include "lethe/report/number_format.h"
#include "lethe/report/result.h"

namespace lethe::report {
namespace {

enum class Scale { people, values, unique, loss, probability, spread, none };

struct Known {
    std::string_view name;
    std::string_view title;
    Scale scale;
    std::string_view what;
};

constexpr std::array kAttacks = {
    Known{"distance-linkage", "Distance-based linkage", Scale::people,
          "The intruder holds the original values of the columns listed and pairs each released "
          "record with the person whose values are closest to it."},
    Known{"probabilistic-linkage", "Probabilistic linkage", Scale::people,
          "The intruder compares records column by column, estimates from the files themselves how "
          "telling an agreement in each column is, and pairs the records that agree where it "
          "counts most."},
    Known{"supervised-linkage", "Supervised linkage", Scale::people,
          "The worst case, which only the owner of the data can compute: from the true pairs it "
          "finds the distance that finds most people. No intruder who compares records by a "
          "distance of this kind finds more than the bound."},
    Known{"hrla", "Linkage learnt by gradient descent (HRLA)", Scale::people,
          "The intruder knows some true pairs already and learns from them, by small steps, how "
          "much weight each set of columns deserves. It shows how far this intruder got, not how "
          "far one could get."},
    Known{"rank-swapping-intersection", "Rank swapping: intersection attack", Scale::people,
          "The intruder knows that values were swapped, and over how many ranks at most. For each "
          "known value only the records whose released value is near enough in rank are possible; "
          "of these, those that are possible in every column remain, and the nearest is taken."},
    Known{"microaggregation-intersection", "Microaggregation: intersection attack", Scale::people,
          "The intruder knows which columns were averaged together. For each known value only the "
          "groups next to it are possible; the records that are possible in every group of columns "
          "remain, and the nearest is taken."},
    Known{"noise-linkage", "Linkage under known noise", Scale::people,
          "The intruder knows what kind of noise was added and how much, and pairs each person "
          "with the record that the noise most likely made of theirs."},
    Known{"interval-disclosure", "Interval disclosure", Scale::values,
          "Nobody has to be found for this one. It asks of each value whether the original lies "
          "close to the released one: then the released file itself tells roughly what the "
          "person's value was."},
    Known{
        "uniqueness", "Uniqueness", Scale::unique,
        "It counts the people whose combination of values in the columns listed is held by nobody "
        "else in the release. Who is alone can be singled out by anyone who knows these values. "
        "Where values were changed by noise or averaging, a unique record need not point at "
        "its true owner."},
    Known{"small-cells", "Small cells", Scale::unique,
          "A combination of values that only a few people have points at them. It counts how many "
          "of these people are released with their combination unchanged."},
};

constexpr std::array kMeasures = {
    Known{"il", "Information loss (IL)", Scale::loss,
          "The average of five relative changes: of single values, means, covariances, variances "
          "and correlations. It has no upper end: a few values near zero can push it beyond "
          "100 %."},
    Known{"il1", "Change of single values (IL1)", Scale::loss,
          "How far single values moved, relative to what they were, on average."},
    Known{"il2", "Change of means (IL2)", Scale::loss,
          "How far the columns' means moved, relative to what they were, on average."},
    Known{"il3", "Change of covariances (IL3)", Scale::loss,
          "How far the covariances of pairs of columns moved, relative to what they were, on "
          "average."},
    Known{"il4", "Change of variances (IL4)", Scale::loss,
          "How far the columns' variances moved, relative to what they were, on average."},
    Known{"il5", "Change of correlations (IL5)", Scale::loss,
          "How far the correlations between columns moved, relative to what they were, on "
          "average. What was learnt about how columns hang together depends on these."},
    Known{"pil", "Probabilistic information loss (PIL)", Scale::probability,
          "Whether the statistics of the release (quantiles, means, variances, covariances, "
          "correlations) differ from the original ones by more than another sample of the same "
          "population would. 0 % means no difference at all, 100 % certainly more. Large files "
          "make it strict: small shifts count."},
    Known{"sse", "Lost variation (SSE/SST)", Scale::spread,
          "The share of the variation between people that was lost when their values were "
          "replaced, 0 % when nothing changed and 100 % when all became equal."},
    Known{"category-loss", "Information loss of categories", Scale::loss,
          "The average of three changes: of single categories (DBIL), of tables of counts (CTBIL), "
          "and of what the released category still tells of the original one (EBIL). It lies "
          "between 0 % and 100 %."},
    Known{"dbil", "Distance-based loss (DBIL)", Scale::loss,
          "How far the categories moved, on average, where 100 % is the largest move possible."},
    Known{"ctbil", "Contingency-table loss (CTBIL)", Scale::loss,
          "How many people changed their cell in the tables that can be made of one or two "
          "columns, on average."},
    Known{"ebil", "Entropy-based loss (EBIL)", Scale::loss,
          "How uncertain the original category is once the released one is known, where 100 % "
          "means that nothing is known of it."},
    Known{"bivariate", "Two-way tables side by side", Scale::loss,
          "How columns of categories hang together, two at a time, in the original and in the "
          "release: chi-square, Cramér's V, and by how much chi-square moved on average. Pairs "
          "that hardly hang together can push it beyond 100 %."},
    Known{"kl-divergence", "Kullback-Leibler divergence", Scale::none,
          "How far the distribution of the combinations of categories moved: 0 bits when it is the "
          "same, without an upper end. Who has which combination does not matter."},
    Known{"discernibility", "Lost discernibility", Scale::none,
          "How many others each record can no longer be told from: 0 % when nobody became less "
          "discernible, 100 % when all records are equal."},
    Known{"clustering-loss", "Clusters that moved", Scale::loss,
          "The original and the release are put into clusters by the same procedure. It says how "
          "unlike the two partitions of the people are, where 0 % means the same clusters."},
    Known{"noise-correction", "Moments corrected for known noise", Scale::loss,
          "How far means, variances and correlations are off for an analyst who knows how much "
          "noise was added and corrects for it."},
    Known{"pram-correction", "Frequencies corrected for PRAM", Scale::loss,
          "How far the frequencies of categories are off for an analyst who knows the transition "
          "matrix and corrects for it."},
    Known{"statistics", "Statistics side by side", Scale::loss,
          "The figures that analysts compute first, from the original and from the release, and by "
          "how much they differ on average."},
};

std::optional<RuleOfThumb> rule_of(Scale scale) {
    switch (scale) {
        case Scale::people:
            return RuleOfThumb{5, 20,
                               "5 % and 20 % are the chances of being picked out of a group of 20 "
                               "and of 5, group sizes often asked for. They are no legal limits."};
        case Scale::unique:
            return RuleOfThumb{5, 20,
                               "There is no accepted limit; who is unique is at risk first."};
        case Scale::values:
            return RuleOfThumb{30, 60,
                               "There is no accepted limit; it matters most for columns that are "
                               "sensitive in themselves."};
        case Scale::loss:
            return RuleOfThumb{10, 30, "There is no accepted limit; the use of the data decides."};
        case Scale::probability:
            return RuleOfThumb{20, 50, "There is no accepted limit; the use of the data decides."};
        case Scale::spread:
            return RuleOfThumb{5, 20, "There is no accepted limit; the use of the data decides."};
        case Scale::none:
            break;
    }
    return std::nullopt;
}

const Known* find_known(std::span<const Known> known, std::string_view name) {
    const auto place = std::ranges::find(known, name, &Known::name);
    return place == known.end() ? nullptr : &*place;
}

Explanation basic(std::span<const Known> table, const Json& item, Scale otherwise) {
    Explanation result;
    const Known* known = find_known(table, text(item, "name"));
    result.title = text(item, "title");
    if (result.title.empty()) result.title = known ? std::string(known->title) : text(item, "name");
    result.what = known ? std::string(known->what) : text(item, "summary");
    const std::string unit = text(item, "unit");
    if (unit.empty() || unit == "percent") result.rule = rule_of(known ? known->scale : otherwise);
    const std::optional<double> value = number(item, "value");
    if (value && result.rule) result.level = result.rule->level(*value);
    return result;
}

std::optional<std::int64_t> records_of(const Json& attack, std::optional<std::int64_t> people) {
    const Json& details = field(attack, "details");
    const auto tested = count(field(details, "test"), "records");
    const auto records = tested ? tested : count(details, "records");
    return records ? records : people;
}

std::string found_text(double found) {
    if (found <= 0) return "none";
    if (found < 0.5) return "hardly any";
    return count_text(rounded(found));
}

std::string ties_sentence(const Json& details) {
    const auto strict = number(details, "strict");
    const auto lax = number(details, "lax");
    if (!strict || !lax || percent_text(*strict) == percent_text(*lax)) return {};
    return fmt::format(
        " Where several candidates are equally close the intruder must guess: {} if every such "
        "guess "
        "fails, {} if every one succeeds.",
        percent_text(*strict), percent_text(*lax));
}

// What a family of learnt distances is, in words.
std::string family_words(const Json& details) {
    const std::string family = text(details, "operator");
    if (family == "owa" || family == "choquet-symmetric") {
        return "weighting of the differences by their size";
    }
    if (family.starts_with("choquet")) return "weighting of sets of columns";
    if (family.starts_with("bilinear")) return "matrix of weights";
    return "choice of weights";
}

std::string certificate_sentence(const Json& details) {
    const auto bound = count(details, "bound");
    if (flag(details, "optimal")) {
        return fmt::format(" It is proven that no other {} finds more.", family_words(details));
    }
    if (!bound) return {};
    return fmt::format(" No {} can find more than {}; that is proven.", family_words(details),
                       count_text(*bound));
}

// Of those that are not found: how many nobody could tell apart, and what guessing adds.
std::string lost_sentence(const Json& details) {
    const auto records = count(details, "records");
    const auto alike = count(details, "indistinguishable");
    const auto expected = number(details, "expected");
    const auto strict = number(details, "strict");
    std::string result;
    if (alike && *alike > 0 && records) {
        result = fmt::format(
            " {} people share their released values with somebody else, and no distance tells them "
            "apart.",
            *alike == *records ? "All" : count_text(*alike));
    }
    if (expected && strict && records && percent_text(*expected) != percent_text(*strict)) {
        const double found = *expected / 100 * static_cast<double>(*records);
        result +=
            fmt::format(" An intruder who guesses among the equally near finds about {} ({}).",
                        found_text(found), percent_text(*expected));
    }
    return result;
}

std::string read_supervised(const Json& attack, double value) {
    const Json& details = field(attack, "details");
    const Json& training = field(details, "training");
    const Json& test = field(details, "test");
    const auto records = count(details, "records").value_or(0);
    const auto links = count(details, "links").value_or(0);
    const std::string learnt =
        fmt::format("{} of {} people ({})", links == 0 ? "none" : count_text(links),
                    count_text(records), percent_text(number(details, "strict").value_or(0)));
    if (training.is_object() && test.is_object()) {
        const auto tested = count(test, "records").value_or(0);
        return fmt::format(
                   "Learnt from {} known links, of which it finds {}, it finds {} of the {} "
                   "others. ",
                   count_text(records), percent_text(number(training, "strict").value_or(0)),
                   percent_text(value), count_text(tested)) +
               fmt::format("The proof is about the known ones:{}", certificate_sentence(details));
    }
    const bool repaired = details.contains("projection");
    return fmt::format("The {} {} finds {} for certain.", repaired ? "repaired" : "best",
                       family_words(details), learnt) +
           certificate_sentence(details) + lost_sentence(details);
}

std::string read_linkage(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& details = field(attack, "details");
    const auto records = records_of(attack, people);
    if (text(attack, "name") == "supervised-linkage" && number(details, "strict")) {
        return read_supervised(attack, value);
    }
    std::string reading;
    if (records && *records > 0) {
        const double found = value / 100 * static_cast<double>(*records);
        reading = fmt::format("It finds {} of {} people ({}). Blind guessing would find one.",
                              found < 0.5 ? found_text(found) : "about " + found_text(found),
                              count_text(*records), percent_text(value));
    } else {
        reading = fmt::format("It finds {} of the people.", percent_text(value));
    }
    return reading + ties_sentence(details) + certificate_sentence(details) +
           known_masking_sentences(details, records);
}

std::string read_uniqueness(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& details = released_classes(field(attack, "details"));
    const auto own_records = count(details, "records");
    const auto records = own_records ? own_records : people;
    const auto unique = count(details, "unique");
    std::string reading =
        unique && records
            ? fmt::format("{} of {} people ({}) are alone with their values.",
                          *unique == 0 ? "None" : count_text(*unique), count_text(*records),
                          percent_text(value))
            : fmt::format("{} of the people are alone with their values.", percent_text(value));
    if (const auto k = count(details, "k")) {
        reading += *k > 1 ? fmt::format(" Everyone shares them with at least {} others.",
                                        count_text(*k - 1))
                          : " So the release is not k-anonymous on these columns.";
    }
    return reading;
}

std::string read_small_cells(const Json& details, double value) {
    const auto people = count(details, "at_risk");
    const auto own = number(details, "own_percent");
    std::string reading =
        people
            ? fmt::format("{} people have a rare combination; {} of them keep it.",
                          count_text(*people), percent_text(value))
            : fmt::format("{} of the people with a rare combination keep it.", percent_text(value));
    if (own) {
        reading += fmt::format(
            " Who meets a rare combination in the release meets its owner {} of the time.",
            percent_text(*own));
    }
    return reading;
}

std::string read_measure(std::string_view name, double value) {
    const std::string figure = percent_text(value);
    if (name == "il1") return fmt::format("On average a value moved by {}.", figure);
    if (name == "il2") return fmt::format("On average a mean moved by {}.", figure);
    if (name == "il3") return fmt::format("On average a covariance moved by {}.", figure);
    if (name == "il4") return fmt::format("On average a variance moved by {}.", figure);
    if (name == "il5") return fmt::format("On average a correlation moved by {}.", figure);
    if (name == "sse") return fmt::format("{} of the variation between people is gone.", figure);
    if (name == "dbil") return fmt::format("On average a category moved by {}.", figure);
    if (name == "ctbil") {
        return fmt::format("In an average table {} of the people would have to change their cell.",
                           figure);
    }
    if (name == "ebil") {
        return fmt::format("Of what there is to know, {} is uncertain once a release is read.",
                           figure);
    }
    if (name == "bivariate") return fmt::format("On average chi-square moved by {}.", figure);
    if (name == "pil") {
        return fmt::format("On average a statistic differs from the original with {} certainty.",
                           figure);
    }
    return {};
}

}  // namespace

std::string_view name(Level level) {
    constexpr std::array<std::string_view, 3> kNames = {"low", "medium", "high"};
    return kNames[static_cast<std::size_t>(level)];
}

Level RuleOfThumb::level(double value) const {
    return value < medium ? Level::low : value < high ? Level::medium : Level::high;
}

std::string RuleOfThumb::text() const {
    return fmt::format("Rule of thumb: low below {:g} %, high from {:g} %. {}", medium, high,
                       origin);
}

std::string value_text(const Json& item) {
    const auto value = number(item, "value");
    if (!value) return "-";
    const std::string unit = text(item, "unit");
    if (unit.empty() || unit == "percent") return percent_text(*value);
    return fmt::format("{} {}", figure_text(*value), unit);
}

const Json& released_classes(const Json& details) {
    const Json& masked = field(details, "masked");
    return masked.is_object() ? masked : details;
}

const Json& class_histogram(const Json& classes) {
    const Json& histogram = field(classes, "histogram");
    return histogram.is_null() ? field(classes, "class_sizes") : histogram;
}

bool finds_people(const Json& attack) {
    const std::string name = text(attack, "name");
    if (const Known* known = find_known(kAttacks, name)) return known->scale == Scale::people;
    const Json& details = field(attack, "details");
    return name.find("linkage") != std::string::npos || details.contains("strict") ||
           details.contains("correct");
}

std::optional<double> share_found(const Json& attack) {
    const auto value = number(attack, "value");
    const Json& details = field(attack, "details");
    if (!value || !finds_people(attack) || details.contains("test")) return value;
    return std::max(*value, number(details, "expected").value_or(0));
}

std::optional<double> people_found(const Json& attack, std::optional<std::int64_t> people) {
    const auto share = share_found(attack);
    const auto records = records_of(attack, people);
    if (!share || !records) return std::nullopt;
    return *share / 100 * static_cast<double>(*records);
}

Explanation explain_attack(const Json& attack, std::optional<std::int64_t> people) {
    const std::string name = text(attack, "name");
    Explanation result =
        basic(kAttacks, attack, finds_people(attack) ? Scale::people : Scale::none);
    const auto value = number(attack, "value");
    if (!value) return result;
    if (finds_people(attack)) {
        if (result.rule) result.level = result.rule->level(*share_found(attack));
        result.reading = read_linkage(attack, *value, people);
    } else if (name == "uniqueness") {
        result.reading = read_uniqueness(attack, *value, people);
    } else if (name == "small-cells") {
        result.reading = read_small_cells(field(attack, "details"), *value);
    } else if (name == "interval-disclosure") {
        result.reading = fmt::format(
            "{} of the original values lie within a narrow interval around the released "
            "value.",
            percent_text(*value));
    }
    return result;
}

Explanation explain_measure(const Json& measure) {
    Explanation result = basic(kMeasures, measure, Scale::none);
    if (const auto value = number(measure, "value")) {
        result.reading = read_measure(text(measure, "name"), *value);
    }
    return result;
}

const Json& best_attack(const Json& assessment) {
    const Json* best = &field(assessment, "");
    const Json& attacks = field(assessment, "attacks");
    if (!attacks.is_array()) return *best;
    for (const Json& attack : attacks) {
        const auto share = share_found(attack);
        if (!share || !finds_people(attack)) continue;
        if (best->is_null() || *share > *share_found(*best)) best = &attack;
    }
    return *best;
}

std::string enumeration(const std::vector<std::string>& items) {
    std::string result;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) result += i + 1 == items.size() ? " and " : ", ";
        result += items[i];
    }
    return result;
}

}  // namespace lethe::report
