#include "lethe/release/assess/link_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"
#include "lethe/table/attack/linkage/person_distances.h"

namespace lethe::release {
namespace {

using RecordBits = std::vector<std::uint64_t>;

std::int64_t released_record(const Comparable& pair, const Scenario& scenario, std::int64_t row) {
    if (scenario.origin.empty()) return row < pair.masked.rows() ? row : -1;
    const auto place = std::find(scenario.origin.begin(), scenario.origin.end(), row);
    return place == scenario.origin.end() ? -1 : place - scenario.origin.begin();
}

// The records that are at least as near as her own, by column.
std::vector<RecordBits> as_near(const attack::PersonDistances& person, std::size_t columns,
                                std::int64_t record, const Context& context) {
    std::vector<RecordBits> near(columns);
    parallel_tasks(context, static_cast<std::int64_t>(columns), [&](std::int64_t j) {
        const double own = person.part(at(j), record);
        RecordBits& bits = near[at(j)];
        bits.assign(at((person.records() + 63) / 64), 0);
        for (std::int64_t other = 0; other < person.records(); ++other) {
            const bool stays = person.part(at(j), other) <= own;
            bits[at(other / 64)] |= static_cast<std::uint64_t>(stays) << (other % 64);
        }
    });
    return near;
}

std::int64_t common_records(const RecordBits& a, const RecordBits& b) {
    std::int64_t count = 0;
    for (std::size_t w = 0; w < a.size(); ++w) count += std::popcount(a[w] & b[w]);
    return count;
}

// Always the column that leaves fewest, the first of several.
std::vector<EvidenceStep> evidence(const std::vector<RecordBits>& near,
                                   const std::vector<std::string>& columns, std::int64_t records) {
    std::vector<EvidenceStep> steps;
    RecordBits candidates(near.front().size(), ~std::uint64_t{0});
    std::vector<bool> used(columns.size(), false);
    std::int64_t before = records;
    while (steps.size() < columns.size()) {
        std::size_t best = 0;
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if (used[j]) continue;
            const std::int64_t left = common_records(candidates, near[j]);
            if (left >= fewest) continue;
            fewest = left;
            best = j;
        }
        used[best] = true;
        for (std::size_t w = 0; w < candidates.size(); ++w) candidates[w] &= near[best][w];
        steps.push_back({columns[best], fewest,
                         std::log2(static_cast<double>(before) / static_cast<double>(fewest))});
        before = fewest;
    }
    return steps;
}

std::vector<double> shares_of(const attack::PersonDistances& person, std::size_t columns,
                              std::int64_t record) {
    std::vector<double> shares;
    double whole = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        shares.push_back(person.part(j, record));
        whole += shares.back();
    }
    for (double& share : shares) share = whole > 0 ? share / whole : 0;
    return shares;
}

// How the records lie around the person.
struct Neighbourhood {
    std::int64_t nearer = 0, equal = 0;
    double wrong = std::numeric_limits<double>::infinity();
    std::int64_t wrong_record = -1;
};

DistanceView distance_view(const attack::PersonDistances& person, std::size_t columns,
                           std::int64_t record, const Context& context) {
    const double own = person.distance(record);
    const Neighbourhood around = parallel_reduce(
        context, person.records(), Neighbourhood(),
        [&](std::int64_t begin, std::int64_t end) {
            Neighbourhood part;
            for (std::int64_t other = begin; other < end; ++other) {
                const double distance = person.distance(other);
                part.nearer += distance < own ? 1 : 0;
                part.equal += distance == own ? 1 : 0;
                if (other == record || distance >= part.wrong) continue;
                part.wrong = distance;
                part.wrong_record = other;
            }
            return part;
        },
        [](Neighbourhood& total, const Neighbourhood& part) {
            total.nearer += part.nearer;
            total.equal += part.equal;
            if (part.wrong >= total.wrong) return;
            total.wrong = part.wrong;
            total.wrong_record = part.wrong_record;
        });
    DistanceView view{around.nearer + 1,
                      around.equal,
                      person.shown(own),
                      std::string(person.unit()),
                      {},
                      around.wrong_record,
                      {},
                      {}};
    view.own_share = shares_of(person, columns, record);
    if (around.wrong_record >= 0) {
        view.wrong = person.shown(around.wrong);
        view.wrong_share = shares_of(person, columns, around.wrong_record);
    }
    return view;
}

Json private_part(const LinkExplanation& explanation, const Comparable& pair,
                  const Scenario& scenario) {
    Json part{{"row", explanation.row + 1}};
    if (explanation.record < 0) return part;
    const std::int64_t wrong = explanation.distance.wrong_record;
    if (wrong >= 0) {
        part["nearest_wrong_row"] =
            (scenario.origin.empty() ? wrong : scenario.origin[at(wrong)]) + 1;
    }
    part["values"] = Json::array();
    for (const std::string& name : explanation.columns) {
        const Column& released = pair.masked.column(name);
        Json values{{"column", name},
                    {"original", pair.original.column(name).text(explanation.row)},
                    {"released", released.text(explanation.record)}};
        if (wrong >= 0) values["nearest_wrong"] = released.text(wrong);
        part["values"].push_back(std::move(values));
    }
    return part;
}

Json distance_part(const LinkExplanation& explanation) {
    const DistanceView& view = explanation.distance;
    Json columns = Json::array();
    for (std::size_t j = 0; j < explanation.columns.size(); ++j) {
        Json one{{"column", explanation.columns[j]}, {"own_share", view.own_share[j]}};
        one["wrong_share"] = view.wrong ? Json(view.wrong_share[j]) : Json(nullptr);
        columns.push_back(std::move(one));
    }
    return {{"rank", view.rank},
            {"equally_near", view.equally_near},
            {"chance", view.chance()},
            {"own", view.own},
            {"nearest_wrong", view.wrong ? Json(*view.wrong) : Json(nullptr)},
            {"unit", view.unit},
            {"columns", std::move(columns)}};
}

}  // namespace

LinkExplanation explain_link(const Comparable& pair, const Scenario& scenario, std::int64_t row,
                             const Context& context) {
    if (row < 0 || row >= pair.original.rows()) {
        throw Error(ErrorKind::usage,
                    fmt::format("there is no row {} in the original, whose rows are 1 to {}",
                                row + 1, pair.original.rows()));
    }
    LinkExplanation result;
    result.row = row;
    result.records = pair.masked.rows();
    const Method& linkage = method_for(Purpose::linkage);
    for (const ColumnPtr& column : pair.original.columns()) {
        auto& list = linkage.accepts(column->kind()) ? result.columns : result.left_out;
        list.push_back(column->name());
    }
    if (result.columns.empty()) {
        throw Error(ErrorKind::usage,
                    "none of the columns that the intruder knows has a distance: name others");
    }
    result.record = released_record(pair, scenario, row);
    if (result.record < 0) return result;
    const AssessInput input{
        pair.original, pair.masked, result.columns, Random(0), context, scenario.origin, {}, {}};
    const attack::PersonDistances person(input, row);
    const std::size_t columns = result.columns.size();
    result.steps =
        evidence(as_near(person, columns, result.record, context), result.columns, result.records);
    result.distance = distance_view(person, columns, result.record, context);
    return result;
}

Json to_json(const LinkExplanation& explanation, const Comparable& pair, const Scenario& scenario) {
    Json result{{"kind", "link-explanation"},          {"about", "original"},
                {"released", explanation.record >= 0}, {"records", explanation.records},
                {"columns", explanation.columns},      {"left_out", explanation.left_out}};
    if (explanation.record >= 0) {
        std::int64_t before = explanation.records;
        double bits = 0;
        result["steps"] = Json::array();
        for (const EvidenceStep& step : explanation.steps) {
            result["steps"].push_back({{"column", step.column},
                                       {"before", before},
                                       {"left", step.left},
                                       {"bits", step.bits}});
            before = step.left;
            bits += step.bits;
        }
        result["left"] = explanation.left();
        result["bits"] = bits;
        result["chance"] = 1.0 / static_cast<double>(explanation.left());
        result["distance"] = distance_part(explanation);
    }
    result["private"] = private_part(explanation, pair, scenario);
    return result;
}

}  // namespace lethe::release
