#include "lethe/release/tables/counts/model_counts.h"

#include <string>
#include <vector>

#include "lethe/release/tables/counts/population_counts.h"
#include "lethe/release/tables/counts/profit_counts.h"
#include "lethe/release/tables/counts/size_counts.h"
#include "lethe/release/tables/counts/uniqueness_counts.h"
#include "lethe/release/tables/counts/value_counts.h"
#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {
namespace {

void count_for_each_column(const ModelCounting& counting, const WrittenModel& model, Json& items) {
    const std::vector<std::string> named = model.names("sensitive");
    bool any = false;
    for (const std::string& name : counting.claim.sensitive) {
        if (!named.empty() && named.front() != name) continue;
        items.push_back(count_by_value(counting, model, name));
        any = true;
    }
    if (!any) items.push_back(not_counted(model, "no sensitive column is named"));
}

}  // namespace

Json count_models(const Context& context, const Table& table, const Table& found,
                  const ModelClaim& claim) {
    Json items = Json::array();
    const std::vector<WrittenModel> models = written_models(claim.models);
    for (const std::string& name : claim.columns) {
        if (table.find(name) != nullptr) continue;
        for (const WrittenModel& model : models) {
            items.push_back(not_counted(model, name + " is not in the released file"));
        }
        return items;
    }
    const ModelCounting counting{context,
                                 table,
                                 found,
                                 claim,
                                 equal_rows(context, table, claim.columns),
                                 people_to_release(found, claim.released)};
    for (const WrittenModel& model : models) {
        context.check_stop();
        if (is_combined(model)) {
            items.push_back(count_combinations(counting, model));
        } else if (is_of_population(model)) {
            items.push_back(count_in_population(counting, model));
        } else if (is_by_size(model)) {
            items.push_back(count_by_size(counting, model));
        } else if (is_of_profit(model)) {
            items.push_back(count_profit(counting, model));
        } else if (is_of_uniqueness(model)) {
            items.push_back(count_uniqueness(counting, model));
        } else if (is_by_value(model)) {
            count_for_each_column(counting, model, items);
        } else {
            items.push_back(not_counted(model, "there is no definition to count it by"));
        }
    }
    return items;
}

}  // namespace lethe::release
