#include "lethe/release/tables/counts/population_counts.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lethe::release {
namespace {

// What each person of the population would show, and the tops of all columns.
struct ShownAtLevels {
    std::vector<LabelLine> people;
    LabelLine tops;
};

std::optional<ShownAtLevels> shown_at_levels(const ModelCounting& counting, std::string& reason) {
    const Table& found = counting.found;
    ShownAtLevels shown{std::vector<LabelLine>(static_cast<std::size_t>(found.rows())), {}};
    for (const std::string& name : counting.claim.columns) {
        counting.context.check_stop();
        const Column* column = found.find(name);
        const auto level = counting.claim.levels.find(name);
        reason = "the level of " + name + " is not known";
        if (column == nullptr || level == counting.claim.levels.end()) return std::nullopt;
        const std::map<std::string, LabelLine> lines = lines_of_values(*column);
        reason = "values of " + name + " are not in its hierarchy";
        if (lines.empty()) return std::nullopt;
        shown.tops.push_back(lines.begin()->second.back());
        for (std::int64_t row = 0; row < found.rows(); ++row) {
            const auto line = lines.find(column->valid(row) ? column->text(row) : kWithout);
            if (line == lines.end() || std::ssize(line->second) <= level->second) {
                return std::nullopt;
            }
            shown.people[static_cast<std::size_t>(row)].push_back(
                line->second[static_cast<std::size_t>(level->second)]);
        }
    }
    return shown;
}

}  // namespace

std::optional<WrittenPopulation> written_population(const ModelCounting& counting,
                                                    std::string& reason) {
    const auto shown = shown_at_levels(counting, reason);
    if (!shown) return std::nullopt;
    reason = "a value of " + counting.claim.released + " says neither yes nor no";
    if (!counting.released) return std::nullopt;
    WrittenPopulation result;
    for (const LabelLine& labels : shown->people) result.classes[labels].people += 1;
    for (const std::int64_t row : *counting.released) {
        result.classes[shown->people[static_cast<std::size_t>(row)]].to_release += 1;
    }
    std::vector<const PopulationClass*> of_class;
    for (const auto& rows : counting.classes) {
        const LabelLine labels = labels_shown(counting.table, counting.claim.columns, rows.front());
        const auto place = result.classes.find(labels);
        const auto count = static_cast<double>(rows.size());
        if (place != result.classes.end()) {
            place->second.written = count;
            of_class.push_back(&place->second);
        } else if (counting.claim.one_class && labels == shown->tops) {
            result.suppressed = count;
            of_class.push_back(nullptr);
        } else {
            reason = "the file shows what nobody of the population would";
            return std::nullopt;
        }
    }
    double hidden_rows = 0;
    for (const auto& [labels, people] : result.classes) {
        if (people.written > 0) continue;
        result.hidden += people.people;
        hidden_rows += people.to_release;
    }
    reason = "more rows are at the tops than were suppressed";
    if (result.suppressed > hidden_rows) return std::nullopt;
    for (const PopulationClass* one : of_class) {
        result.people.push_back(one == nullptr ? result.hidden : one->people);
    }
    return result;
}

bool is_of_population(const WrittenModel& model) {
    return model.name == "presence" || (model.name == "kmap" && model.has("population", "table"));
}

Json count_in_population(const ModelCounting& counting, const WrittenModel& model) {
    std::string reason;
    const auto population = written_population(counting, reason);
    if (!population) return not_counted(model, reason);
    Json item{{"model", model.text}};
    if (model.name == "kmap") {
        const double fewest =
            population->people.empty()
                ? std::numeric_limits<double>::infinity()
                : *std::min_element(population->people.begin(), population->people.end());
        item["asked"] = model.value();
        item["counted"] = fewest;
        item["holds"] = fewest >= model.value();
        return item;
    }
    double lowest = std::numeric_limits<double>::infinity();
    double highest = 0;
    for (const auto& [labels, one] : population->classes) {
        // Who is shown by no row of their own may be behind those at the tops, if there are any.
        const double part = one.written > 0 ? one.written / one.people
                                            : population->suppressed / population->hidden;
        lowest = std::min(lowest, part);
        highest = std::max(highest, part);
    }
    const std::size_t dots = model.first.find("..");
    const double from = std::strtod(model.first.c_str(), nullptr);
    const double to = std::strtod(model.first.c_str() + dots + 2, nullptr);
    item["asked"] = {from, to};
    item["counted"] = {lowest, highest};
    item["holds"] = lowest >= from - kRoundedUp && highest <= to + kRoundedUp;
    return item;
}

}  // namespace lethe::release
