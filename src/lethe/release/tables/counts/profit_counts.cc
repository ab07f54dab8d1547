// cost and gain are those of who attacks a record, loss and benefit those of who releases it. An
// attack succeeds with sigma = 1/f, or 1/F where it looks for somebody of the population. A class
// loses the information i = 1 + log(product of the shares of its labels) / log(product of the
// domains), from 0 to 1, and yields benefit (1 - i), less loss sigma where gain sigma > cost.
#include "lethe/release/tables/counts/profit_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/release/tables/counts/population_counts.h"

namespace lethe::release {
namespace {

// Of one column: how many lines its hierarchy has, and how many of them each label of the level
// that is shown stands for.
struct LabelWidths {
    double lines = 0;
    std::string top;
    std::map<std::string, double> of_label;
};

std::optional<std::vector<LabelWidths>> label_widths(const ModelCounting& counting) {
    std::vector<LabelWidths> columns;
    for (const std::string& name : counting.claim.columns) {
        const Column* column = counting.found.find(name);
        const auto level = counting.claim.levels.find(name);
        if (column == nullptr || level == counting.claim.levels.end()) return std::nullopt;
        LabelWidths& widths = columns.emplace_back();
        for (const auto& [value, line] : lines_of_values(*column)) {
            if (value == kWithout && !column->has_missing()) continue;
            if (std::ssize(line) <= level->second) return std::nullopt;
            widths.lines += 1;
            widths.top = line.back();
            widths.of_label[line[static_cast<std::size_t>(level->second)]] += 1;
        }
    }
    return columns;
}

// Nothing where a label is none of the level; records that were suppressed, and stay, are at the
// tops.
std::optional<double> information_lost(const std::vector<LabelWidths>& columns,
                                       const LabelLine& labels, bool may_be_at_tops) {
    double shares = 0;
    double domains = 0;
    for (std::size_t q = 0; q < columns.size(); ++q) {
        const LabelWidths& own = columns[q];
        const auto width = own.of_label.find(labels[q]);
        const bool known = width != own.of_label.end();
        if (!known && !(may_be_at_tops && labels[q] == own.top)) return std::nullopt;
        shares += known ? std::log10(width->second / own.lines) : 0;
        domains += std::log10(own.lines);
    }
    if (domains == 0) return 0;
    return std::clamp(1 + shares / domains, 0.0, 1.0);
}

double size_that_does_not_pay(const WrittenModel& model) {
    const double ratio = model.number("gain") / model.number("cost");
    return ratio == std::floor(ratio) ? ratio + 1 : std::ceil(ratio);
}

}  // namespace

bool is_of_profit(const WrittenModel& model) {
    for (const char* name : {"profit-prosecutor", "profit-journalist",
                             "profit-prosecutor-no-attack", "profit-journalist-no-attack"}) {
        if (model.name == name) return true;
    }
    return false;
}

Json count_profit(const ModelCounting& counting, const WrittenModel& model) {
    const bool of_people = model.name.starts_with("profit-journalist");
    if (counting.classes.empty()) return not_counted(model, "the file has no rows");
    std::vector<double> sizes;
    for (const auto& rows : counting.classes) sizes.push_back(static_cast<double>(rows.size()));
    std::vector<double> stands_for = sizes;
    std::string reason;
    // Without a population table people are those of the file.
    if (of_people && !counting.claim.released.empty()) {
        const auto population = written_population(counting, reason);
        if (!population) return not_counted(model, reason);
        stands_for = population->people;
    }
    Json item{{"model", model.text}};
    if (model.name.ends_with("-no-attack")) {
        const double asked = size_that_does_not_pay(model);
        const double fewest = *std::min_element(stands_for.begin(), stands_for.end());
        item["asked"] = asked;
        item["counted"] = fewest;
        item["holds"] = fewest >= asked;
        return item;
    }
    const auto widths = label_widths(counting);
    if (!widths) return not_counted(model, "the levels of its columns are not known");
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < counting.classes.size(); ++c) {
        const LabelLine labels =
            labels_shown(counting.table, counting.claim.columns, counting.classes[c].front());
        const auto lost = information_lost(*widths, labels, counting.claim.one_class);
        if (!lost) return not_counted(model, "the file shows labels of other levels");
        const double success = 1 / (stands_for[c] > 0 ? stands_for[c] : sizes[c]);
        const bool attacked = model.number("gain") * success > model.number("cost");
        least = std::min(least, model.number("benefit") * (1 - *lost) -
                                    (attacked ? model.number("loss") * success : 0));
    }
    item["asked"] = "above 0";
    item["counted"] = least;
    item["holds"] = least > 0;
    return item;
}

}  // namespace lethe::release
