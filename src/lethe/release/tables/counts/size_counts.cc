#include "lethe/release/tables/counts/size_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace lethe::release {
namespace {

constexpr double kNobody = std::numeric_limits<double>::infinity();

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

// Of people in classes of which somebody is found with more than the highest risk.
double share_at_risk(const ModelCounting& counting, double highest) {
    double at_risk = 0;
    for (const auto& one : counting.classes) {
        const auto size = static_cast<double>(one.size());
        if (1 / size > highest * 1.01) at_risk += size;  // with the tolerance of size(h)
    }
    return at_risk / static_cast<double>(counting.table.rows());
}

}  // namespace

bool is_by_size(const WrittenModel& model) {
    if (model.name == "kmap") return !model.has("population", "table");
    return model.name == "k" || model.name == "risk-average" || model.name == "unique-sample";
}

Json count_by_size(const ModelCounting& counting, const WrittenModel& model) {
    Json item{{"model", model.text}, {"asked", model.value()}};
    const auto rows = static_cast<double>(counting.table.rows());
    double smallest = kNobody;
    double unique = 0;
    for (const auto& one : counting.classes) {
        smallest = std::min(smallest, static_cast<double>(one.size()));
        unique += one.size() == 1 ? 1 : 0;
    }
    if (model.name == "k") {
        item["counted"] = smallest;
        item["holds"] = smallest >= model.value();
    } else if (model.name == "kmap") {
        if (!counting.released) {
            return not_counted(
                model, "a value of " + counting.claim.released + " says neither yes nor no");
        }
        const double asked = estimated_k(model, static_cast<double>(counting.released->size()));
        item["asked"] = asked;
        item["counted"] = smallest;
        item["holds"] = smallest >= asked;
    } else if (model.name == "risk-average") {
        const double risk = static_cast<double>(counting.classes.size()) / rows;
        item["counted"] = risk;
        item["holds"] = risk <= model.value() + kRoundedUp;
        if (model.named.contains("highest")) {
            const double at_risk = share_at_risk(counting, model.number("highest"));
            item["share_at_risk"] = at_risk;
            if (at_risk > model.number("share") + kRoundedUp) item["holds"] = false;
        }
    } else {
        item["counted"] = unique / rows;
        item["holds"] = unique / rows <= model.value() + kRoundedUp;
    }
    return item;
}

bool is_combined(const WrittenModel& model) {
    return model.name == "k" &&
           (model.named.contains("columns") || model.named.contains("dimension"));
}

Json count_combinations(const ModelCounting& counting, const WrittenModel& model) {
    std::vector<std::vector<std::string>> sets;
    if (model.named.contains("columns")) {
        sets.push_back(model.names("columns"));
    } else {
        const auto most = static_cast<std::size_t>(model.number("dimension"));
        sets.emplace_back();
        for (const std::string& name : counting.claim.columns) {  // with and without it
            for (std::size_t i = sets.size(); i-- > 0;) {
                if (sets[i].size() == most) continue;
                sets.push_back(sets[i]);
                sets.back().push_back(name);
            }
        }
        sets.erase(sets.begin());
    }
    double fewest = kNobody;
    for (const auto& set : sets) {
        counting.context.check_stop();
        for (const std::string& name : set) {
            if (counting.table.find(name) != nullptr) continue;
            return not_counted(model, name + " is not in the released file");
        }
        for (const auto& rows : equal_rows(counting.context, counting.table, set)) {
            fewest = std::min(fewest, static_cast<double>(rows.size()));
        }
    }
    Json item{{"model", model.text}, {"asked", model.value()}};
    item["counted"] = std::isfinite(fewest) ? Json(fewest) : Json(nullptr);
    item["holds"] = fewest >= model.value();
    return item;
}

}  // namespace lethe::release
