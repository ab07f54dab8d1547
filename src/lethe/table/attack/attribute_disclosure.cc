// (alpha,k)-anonymity, beta-likeness and delta-disclosure privacy: three models that compare the
// share of each confidential value in a class with its share among all records. All of them come
// from the same counts, so one walk over the classes gives the figures of all.
//
// With q the share of a value in a class and p its share in the table, a class is worst at
//   alpha                 the largest q                           (Wong and others, 2006)
//   beta, basic           the largest (q - p) / p                 (Cao and Karras, 2012)
//   beta, enhanced        the same where every (q - p) / p is at most -ln p; otherwise no beta will
//                         do: infinite
//   delta                 the largest |log2(q / p)|               (Brickell and Shmatikov, 2008)
// over the values that occur in it. A value that does not occur has q = 0: it neither raises alpha
// nor gains, but its logarithm is infinite. Delta is given both ways.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/table/attack/confidential.h"

namespace lethe::attack {
namespace {

enum class DisclosureModel { alpha, basic_beta, enhanced_beta, delta, strict_delta };

struct AttributeDisclosureParams {
    std::vector<std::string> confidential;
    DisclosureModel definition = DisclosureModel::alpha;
    double alpha = 0.5;
    std::int64_t k = 2;
    double beta = 1;
    double delta = 1;
};

Schema<AttributeDisclosureParams> attribute_disclosure_schema() {
    return Schema<AttributeDisclosureParams>()
        .field("confidential", &AttributeDisclosureParams::confidential,
               "columns that nobody shall learn; the others are known to the intruder. None: the "
               "last column")
        .choice("definition", &AttributeDisclosureParams::definition,
                "(alpha,k)-anonymity; basic or enhanced beta-likeness; delta-disclosure privacy "
                "over the values that occur in a class, or over all values of the table (strict)",
                {{"alpha", DisclosureModel::alpha},
                 {"basic-beta", DisclosureModel::basic_beta},
                 {"enhanced-beta", DisclosureModel::enhanced_beta},
                 {"delta", DisclosureModel::delta},
                 {"strict-delta", DisclosureModel::strict_delta}})
        .field("alpha", &AttributeDisclosureParams::alpha,
               "of alpha: the largest share of a class that may have one value", between(0, 1))
        .field("k", &AttributeDisclosureParams::k, "of alpha: the least size of a class",
               at_least(1))
        .field("beta", &AttributeDisclosureParams::beta,
               "of both betas: by how much of itself the share of a value may grow", above(0))
        .field("delta", &AttributeDisclosureParams::delta,
               "of both deltas, in bits: the logarithm of how much a share changes stays below it",
               above(0));
}

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr double kShareDust = 1e-12;  // what rounding may add to a figure

// Of a class, or at worst of several.
struct AttributeDisclosure {
    double alpha = 0;
    double basic_beta = 0;
    double enhanced_beta = 0;
    double delta = 0;
    double strict_delta = 0;

    void raise_to(const AttributeDisclosure& other) {
        alpha = std::max(alpha, other.alpha);
        basic_beta = std::max(basic_beta, other.basic_beta);
        enhanced_beta = std::max(enhanced_beta, other.enhanced_beta);
        delta = std::max(delta, other.delta);
        strict_delta = std::max(strict_delta, other.strict_delta);
    }

    bool satisfies(const AttributeDisclosureParams& asked) const {
        switch (asked.definition) {
            case DisclosureModel::alpha:
                return alpha <= asked.alpha + kShareDust;
            case DisclosureModel::basic_beta:
                return basic_beta <= asked.beta + kShareDust;
            case DisclosureModel::enhanced_beta:
                return enhanced_beta <= asked.beta + kShareDust;
            case DisclosureModel::delta:
                return delta < asked.delta - kShareDust;
            case DisclosureModel::strict_delta:
                break;
        }
        return strict_delta < asked.delta - kShareDust;
    }

    // Infinite is null.
    Json dump() const {
        return {{"alpha", alpha},
                {"basic_beta", basic_beta},
                {"enhanced_beta", finite_or_null(enhanced_beta)},
                {"delta", delta},
                {"strict_delta", finite_or_null(strict_delta)}};
    }
};

AttributeDisclosure disclosure_of(std::span<const ValueCount> values,
                                  const std::vector<std::int64_t>& whole, double records) {
    double size = 0;
    for (const ValueCount& item : values) size += static_cast<double>(item.count);
    AttributeDisclosure result;
    for (const ValueCount& item : values) {
        const auto count = static_cast<double>(item.count);
        const auto among_all = static_cast<double>(whole[static_cast<std::size_t>(item.value)]);
        // Equal shares give exactly 1.
        const double ratio = (count * records) / (size * among_all);
        result.alpha = std::max(result.alpha, count / size);
        result.basic_beta = std::max(result.basic_beta, ratio - 1);
        if (ratio - 1 > std::log(records / among_all) + kShareDust) {
            result.enhanced_beta = kUnlimited;
        }
        result.delta = std::max(result.delta, std::abs(std::log2(ratio)));
    }
    result.enhanced_beta = std::max(result.enhanced_beta, result.basic_beta);
    result.strict_delta = values.size() < whole.size() ? kUnlimited : result.delta;
    return result;
}

struct ColumnDisclosure {
    AttributeDisclosure worst;
    double largest_bound = 0;       // -ln of the share of the rarest value
    std::int64_t beyond_bound = 0;  // records in classes for which no enhanced beta will do
    std::int64_t lacking = 0;       // records in classes that lack a value
    std::int64_t failing = 0;       // classes that fail the model that is asked for
};

// Marks the classes that fail.
ColumnDisclosure disclosure_of_column(const ConfidentialCounts& counts, const Groups& groups,
                                      const AttributeDisclosureParams& params,
                                      std::vector<bool>& fails) {
    ColumnDisclosure result;
    double records = 0;
    for (const std::int64_t count : counts.whole) records += static_cast<double>(count);
    const auto rarest = std::min_element(counts.whole.begin(), counts.whole.end());
    if (rarest != counts.whole.end()) {
        result.largest_bound = std::log(records / static_cast<double>(*rarest));
    }
    const std::int64_t least = params.definition == DisclosureModel::alpha ? params.k : 1;
    for (std::int64_t own = 0; own < groups.classes(); ++own) {
        const std::int64_t size = groups.sizes[static_cast<std::size_t>(own)];
        bool passes = size >= least;
        // A class of which no value is known discloses none.
        if (const auto values = counts.of_class[own]; !values.empty()) {
            const AttributeDisclosure found = disclosure_of(values, counts.whole, records);
            result.worst.raise_to(found);
            if (std::isinf(found.enhanced_beta)) result.beyond_bound += size;
            if (std::isinf(found.strict_delta)) result.lacking += size;
            passes = passes && found.satisfies(params);
        }
        if (passes) continue;
        fails[static_cast<std::size_t>(own)] = true;
        ++result.failing;
    }
    return result;
}

Measurement assess_attribute_disclosure(const AssessInput& input,
                                        const AttributeDisclosureParams& params) {
    Measurement result;
    const ConfidentialClasses classes =
        confidential_classes(input, params.confidential, result.warnings);
    const Groups& groups = classes.groups;
    std::vector<bool> fails(groups.sizes.size(), false);
    Json by_column = Json::object();
    AttributeDisclosure worst;
    for (const std::string& name : classes.confidential) {
        const ConfidentialCounts counts = confidential_counts(input.masked.column(name), groups);
        const ColumnDisclosure column = disclosure_of_column(counts, groups, params, fails);
        worst.raise_to(column.worst);
        Json told = column.worst.dump();
        told["largest_bound"] = column.largest_bound;
        told["beyond_bound"] = percent(column.beyond_bound, input.masked.rows());
        told["lacking"] = percent(column.lacking, input.masked.rows());
        told["failing_classes"] = column.failing;
        by_column[name] = std::move(told);
    }
    std::int64_t exposed = 0;
    for (std::size_t own = 0; own < fails.size(); ++own) {
        exposed += fails[own] ? groups.sizes[own] : 0;
    }
    result.value = percent(exposed, input.masked.rows());
    result.details = worst.dump();
    result.details["by_column"] = std::move(by_column);
    result.details["classes"] = groups.classes();
    result.details["smallest_class"] = groups.smallest();
    result.details["records"] = input.masked.rows();
    result.details["exposed"] = exposed;
    return result;
}

}  // namespace

Method attribute_disclosure() {
    return make_attack(
        MethodInfo{
            .name = "attribute-disclosure",
            .title = "alpha, beta-likeness and delta-disclosure",
            .summary = "Records whose class says too much about a confidential value: alpha, beta, "
                       "delta.",
            .description =
                "The masked records that agree on all columns but the confidential ones form "
                "classes. Whoever finds the class of a person learns q, the share of each "
                "confidential value in it, where everybody may know p, its share among all "
                "records. The value is the percentage of records in classes that fail the model "
                "that `definition` names, in one of the confidential columns; the details have the "
                "figures of all models, over all classes and for each column, whichever was named. "
                "(alpha,k)-anonymity: classes have at least `k` records and every q is at most "
                "`alpha`. Basic beta-likeness: every (q - p) / p is at most `beta`; shares may "
                "fall. Enhanced beta-likeness: it is at most the smaller of `beta` and -ln p, so "
                "that frequent values are held closer; `enhanced_beta` is the basic one where all "
                "classes keep to -ln p, and null where one does not, since then no beta will do "
                "(`beyond_bound`: the percentage of records in such classes). Delta-disclosure "
                "privacy: every |log2(q / p)| is below `delta`, for the values that occur in the "
                "class; by the strict definition for all values of the table, so that "
                "`strict_delta` is infinite, which is null, where a class lacks one (`lacking`: "
                "the percentage of records in such classes). The figures are the least alpha and "
                "beta for which a release passes; it passes for every delta above the one given. "
                "How far two values are does not count: see `t-closeness` for that. Records "
                "without a confidential value do not count in p and q, but in k; a column without "
                "any has 0 everywhere. Other software: pycanon takes natural logarithms for delta "
                "(ln 2 times this one, over the values that occur), and calls the smaller of basic "
                "beta and `largest_bound`, the largest -ln p of all values, the enhanced beta; "
                "with that figure enhanced beta-likeness need not hold.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"wong2006alpha", "cao2012publishing", "brickell2008cost"},
            .example = {{"definition", "enhanced-beta"}, {"beta", 2}},
            .in_words = "Nobody has to be found for this one. It counts the records in groups of "
                        "people who look alike where a confidential value is so much more frequent "
                        "than among everybody, or so nearly the only one, that the group gives it "
                        "away.",
            .scale = Scale::unique},
        attribute_disclosure_schema(), assess_attribute_disclosure);
}

}  // namespace lethe::attack
