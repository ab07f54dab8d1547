// Linkage by one who knows the masking.
//
// The release record says what was done to each column. From that follows how likely each released
// value is where the original is known (known_likelihood), and the record of the release that is
// likeliest over all known columns together is taken for the person's
// (algo/linkage/likelihood_linkage). One attack for all maskings and for tables in which each
// column was masked otherwise: a column that was left alone decides, one that was swapped far says
// little, and each counts as much as it should.
#include <algorithm>
#include <cmath>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/table/attack/likelihood/known_likelihood.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct KnownMaskingLinkageParams {
    std::vector<Json> steps;  // as in a release record, but that columns may be left out
    bool links = false;
};

Schema<KnownMaskingLinkageParams> known_masking_linkage_schema() {
    return Schema<KnownMaskingLinkageParams>()
        .field("steps", &KnownMaskingLinkageParams::steps,
               "how the release was masked, as a release record lists it: method, parameters and "
               "columns (none: all) of each step; none: from the release record")
        .field("links", &KnownMaskingLinkageParams::links,
               "list every link in the private results");
}

// The record that the parameters describe.
Json described_record(const AssessInput& input, const std::vector<Json>& given) {
    Json steps = Json::array();
    for (Json step : given) {
        if (!step.contains("method") || !step["method"].is_string()) {
            throw Error(ErrorKind::usage, "steps: each has a method");
        }
        const Method& method = find_method(step["method"].get<std::string>(), Family::mask);
        Problems problems;
        step["parameters"] = method.bind(step.value("parameters", Json::object()), {}, problems);
        throw_if_any(ErrorKind::usage, std::move(problems));
        if (!step.contains("columns")) step["columns"] = input.columns;
        steps.push_back(std::move(step));
    }
    return {{"steps", std::move(steps)}};
}

// People times records of the release: beyond that some people are looked for instead of all.
constexpr std::int64_t kMostMaskedPairs = 400'000'000;

std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::int64_t released) {
    const std::int64_t most =
        std::max<std::int64_t>(1000, kMostMaskedPairs / std::max(released, std::int64_t{1}));
    if (std::ssize(rows) <= most) return rows;
    std::vector<std::int64_t> some;
    for (const std::int64_t i :
         random_subset(Random(0x5eed).stream("people"), std::ssize(rows), most)) {
        some.push_back(rows[static_cast<std::size_t>(i)]);
    }
    std::sort(some.begin(), some.end());
    return some;
}

// Wilson's interval of 95 % for a share found on `sample` of `all` people.
std::array<double, 2> interval_of_links(double share, std::int64_t sample, std::int64_t all) {
    constexpr double kZ = 1.959963984540054;
    const auto n = static_cast<double>(sample);
    const double left =
        all > 1 ? static_cast<double>(all - sample) / static_cast<double>(all - 1) : 0.0;
    const double z = kZ * std::sqrt(left);
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half =
        z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return {100 * std::max(0.0, middle - half), 100 * std::min(1.0, middle + half)};
}

void describe_sets(const AssessInput& input, const std::vector<Candidates>& found,
                   Measurement& result) {
    // Where records were dropped nobody is sure that the person is in the release at all.
    const bool everybody = input.masked.rows() == input.original.rows();
    std::int64_t certain = 0, right = 0, empty = 0, hit = 0, there = 0;
    std::vector<std::int64_t> sizes;
    double sum = 0;
    for (const Candidates& one : found) {
        const bool one_left = one.count == 1 && everybody;
        certain += one_left ? 1 : 0;
        right += one_left && one.holds_match ? 1 : 0;
        empty += one.count == 0 ? 1 : 0;
        hit += one.holds_match ? 1 : 0;
        sizes.push_back(one.count);
        sum += static_cast<double>(one.count);
    }
    there = std::ssize(found);
    std::sort(sizes.begin(), sizes.end());
    result.details["certain"] = percent(certain, there);
    result.details["certain_right"] = percent(right, there);
    result.details["empty"] = percent(empty, there);
    result.details["hit"] = percent(hit, there);
    result.details["candidate_sets"] = {{"mean", sum / static_cast<double>(there)},
                                        {"median", sizes[(sizes.size() - 1) / 2]},
                                        {"largest", sizes.back()}};
    if (everybody && hit < there) {
        result.warnings.push_back(
            "some records cannot be what the recorded masking makes of their originals: the record "
            "is of another release, or the files were changed since");
    }
}

Measurement assess_known_masking_linkage(const AssessInput& given,
                                         const KnownMaskingLinkageParams& params) {
    check_tables(given);
    check_record(given);
    AssessInput input = given;
    if (!params.steps.empty()) input.record = described_record(given, params.steps);
    if (input.record.is_null()) {
        throw Error(ErrorKind::usage,
                    "how the release was masked is not known: give the release record (the option "
                    "release) or steps");
    }
    Measurement result;
    const std::vector<std::int64_t> all = attacked_rows(input);
    if (nobody_to_link(input, all, result.warnings)) {
        right_links(std::vector<Nearest>(all.size())).describe(result.details);
        return result;
    }
    const std::vector<std::int64_t> rows = some_of(all, input.masked.rows());
    KnownLikelihood known = known_likelihood(input, rows);
    const OpenRecords open(input);
    const std::vector<Candidates> found =
        link_by_likelihood(input.context, known.parts, std::ssize(rows), input.masked.rows(),
                           matches_of(input, rows), open.rows());
    std::vector<Nearest> links;
    for (const Candidates& one : found) links.push_back(one.nearest);
    result.value = right_links(links).describe(result.details);
    if (rows.size() < all.size()) {
        result.interval = interval_of_links(result.value / 100, std::ssize(rows), std::ssize(all));
        result.details["sample_of"] = all.size();
    }
    result.details["candidates"] = open.size();
    describe_sets(input, found, result);
    result.details["parts"] = std::move(known.described);
    result.details["columns"] = input.columns;
    if (params.links) result.private_details["links"] = link_lists(rows, links);
    result.warnings.insert(result.warnings.end(), known.warnings.begin(), known.warnings.end());
    return result;
}

}  // namespace

Method known_masking_linkage() {
    return make_attack(
        MethodInfo{
            .name = "known-masking-linkage",
            .title = "Linkage by one who knows the masking",
            .summary = "Links each known record to the one that the recorded masking makes "
                       "likeliest, over all columns together.",
            .description =
                "The intruder has the release record, which says what was done to each column. "
                "From that follows how likely a released value is where the original is known, and "
                "the record of the release that is likeliest over all known columns is taken. "
                "Unmasked columns must agree; noise is normal with the recorded deviation; of PRAM "
                "the transition matrix counts; rank swapping, p-buckets and p-distribution are run "
                "on ranks, again and again, to see where values go; groups of microaggregation "
                "count by what they took away, columns masked alone by their two neighbouring "
                "centroids, fuzzy microaggregation by memberships; intervals, sets and general "
                "concepts must hold the value; rounding, recoding and coded ends are applied to "
                "the known value. A rare released value counts more than a common one. A column "
                "masked in another way, or by several methods in a row, is compared by distance "
                "or equality. Records that the masking cannot have made of the known one are "
                "excluded: `certain` counts the people of whom one record remains possible, which "
                "is a proof, and is 0 where records were dropped; `candidate_sets` says how many "
                "remain. The value is the percentage that finds its own record, a guess among "
                "equally likely ones counting as its chance. Use it on every release whose record "
                "is published. With very many records some people are looked for instead of all, "
                "each in the whole release, and an interval is given.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"torra2015transparency", "nin2008rethinking", "fellegi1969theory"},
            .example = {{"steps",
                         Json::array({{{"method", "noise"}, {"parameters", {{"p", 10}}}}})}},
            .in_words =
                "The intruder has the release record, which says what was done to each column and "
                "how strongly, and pairs each person with the record that this masking most likely "
                "made of theirs. Records that it cannot have made are excluded.",
            .scale = Scale::people,
            .finds_people = true,
            .knows = "how each column was masked (the release record)",
            .called_by = [](const std::vector<RecordedStep>& steps) { return !steps.empty(); }},
        known_masking_linkage_schema(), assess_known_masking_linkage);
}

}  // namespace lethe::attack
