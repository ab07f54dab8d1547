// What all records together reach: where a model does not hold even in a class of everybody, this
// is what can be asked for.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/lattice/evaluation.h"

namespace lethe::lattice {
namespace {

std::vector<ValueCount> counts_of_all(const Counted& column) {
    std::vector<ValueCount> counts;
    for (std::size_t value = 0; value < column.reference.size(); ++value) {
        if (column.reference[value] == 0) continue;
        counts.push_back(
            {static_cast<std::int32_t>(value), static_cast<std::int32_t>(column.reference[value])});
    }
    return counts;
}

// Of a model of sizes; empty where everybody fulfils it.
std::string unmet_by_size(const Model& model, std::int64_t rows, std::int64_t people) {
    using enum ModelKind;
    const auto beyond = [&](std::int64_t asked, std::int64_t there, const char* what) {
        return asked <= there ? std::string()
                              : fmt::format("{} ({} {})", to_text(model), there, what);
    };
    const auto k = static_cast<std::int64_t>(model.value);
    switch (model.kind) {
        case k_anonymity:
        case k_columns:
            return beyond(k, rows, "is the largest k of all records together");
        case k_map_estimated:
            return beyond(k_of_sample(model, rows), rows, "records are all that there are");
        case k_map_table:
            return beyond(k, people, "people are the whole population");
        case profit_prosecutor_no_attack:
            return beyond(size_without_attack(model.profit), rows,
                          "records are all that there are");
        case profit_journalist_no_attack:
            return beyond(size_without_attack(model.profit), people,
                          "people are the whole population");
        case profit_prosecutor:
        case profit_journalist:
            return fmt::format("{} (one class of all records tells nothing and yields nothing)",
                               to_text(model));
        case presence: {
            const double part = static_cast<double>(rows) / static_cast<double>(people);
            if (part >= model.value && part <= model.upper) return {};
            return fmt::format("{} ({:.4g} is the part of the population that is released)",
                               to_text(model), part);
        }
        default:
            return {};
    }
}

}  // namespace

std::vector<std::string> Evaluation::unmet_by_all() const {
    const std::int64_t rows = records_.rows();
    const std::int64_t people =
        records_.has_population() ? std::ssize(records_.population.front()) : rows;
    std::vector<std::string> unmet;
    for (const Model& model : settings_.models) {
        if (std::string text = unmet_by_size(model, rows, people); !text.empty()) {
            unmet.push_back(std::move(text));
        }
    }
    std::vector<std::vector<ValueCount>> counts;
    for (const Counted& column : records_.counted) counts.push_back(counts_of_all(column));
    const std::vector<std::span<const ValueCount>> values(counts.begin(), counts.end());
    std::vector<std::string> by_value = judge_.unmet_by_all({rows, people, values, 1});
    unmet.insert(unmet.end(), by_value.begin(), by_value.end());
    return unmet;
}

}  // namespace lethe::lattice
