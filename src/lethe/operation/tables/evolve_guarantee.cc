#include "lethe/operation/tables/evolve_guarantee.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/headline.h"
#include "lethe/release/tables/counts/guarantees.h"

namespace lethe::operation {
namespace {

// The k that a method makes on all columns that it is given; 0: none.
std::int64_t k_of(const release::Choice& choice) {
    const Method* method = find_method(choice.method);
    const Json k = choice.parameters.value("k", Json());
    if (method == nullptr || !method->has(Property::k_anonymous) || !k.is_number_integer()) {
        return 0;
    }
    for (const char* apart : {"group_size", "groups"}) {
        if (choice.parameters.contains(apart)) return 0;
    }
    return k.get<std::int64_t>();
}

std::int64_t k_of_start(const std::vector<release::Choice>& start) {
    std::int64_t least = 0;
    for (const release::Choice& choice : start) {
        const std::int64_t k = k_of(choice);
        if (k == 0) return 0;
        least = least == 0 ? k : std::min(least, k);
    }
    return least;
}

// The k that the file the evolution began with was made for, by its label ("mdav k=7"); 0: none.
std::int64_t promised_k(const std::string& label) {
    const Method* method = find_method(label.substr(0, label.find(' ')));
    const auto at = label.find(" k=");
    if (method == nullptr || !method->has(Property::k_anonymous) || at == std::string::npos) {
        return 0;
    }
    return std::strtoll(label.c_str() + at + 3, nullptr, 10);
}

// Whether the columns that stay as they are leave room for classes of k.
bool leaves_room(const release::Plan& plan, const std::vector<std::string>& columns,
                 std::int64_t k) {
    return columns.empty() ||
           release::count_shared(Context(), plan.table, columns, release::MissingReading::own, k)
                   .below == 0;
}

}  // namespace

void ask_for_k(std::int64_t given, const Json& verdict, const release::Plan& plan,
               search::FileEvolutionOptions& search) {
    std::int64_t k = given;
    if (given < 0) {
        const Json asked = verdict.value("k", Json());
        k = std::max(k_of_start(search.start),
                     asked.is_number() ? asked.get<std::int64_t>() : std::int64_t{0});
    }
    if (k < 2) return;
    search.keep_k = k;
    std::vector<std::string> known = plan.intruder.columns;
    std::erase_if(known, [&](const std::string& name) {
        return std::ranges::find(search.columns, name) != search.columns.end();
    });
    if (given >= 0 || leaves_room(plan, known, k)) search.also_known = std::move(known);
}

// Unless it is asked to keep k, evolution changes single cells and knows no groups: what became of
// the classes is said, beside what the start promised, and stands in the result.
void tell_classes(Door& door, const release::Plan& plan, const search::FileEvolutionOptions& search,
                  const Table& best, Json& result) {
    const release::ClassBound own =
        release::class_bound(door.context().silent(), best, search.columns);
    const release::ClassBound known =
        release::class_bound(door.context().silent(), best, plan.intruder.columns);
    const std::int64_t k = promised_k(result["start"].value("label", ""));
    result["classes"] = {{"evolved", to_json(own)}, {"known", to_json(known)}, {"start_k", k}};
    std::vector<std::string> lost;
    if (search.keep_k > 0) {
        const auto columns = result["kept"]["columns"].get<std::vector<std::string>>();
        const release::SharedValues counted = release::count_shared(
            door.context().silent(), best, columns, release::MissingReading::own, search.keep_k);
        if (counted.below > 0) {
            throw Error(ErrorKind::internal, "the best file has lost the k that it had to keep");
        }
    } else if (k > own.smallest) {
        lost.push_back(
            fmt::format("the guarantee of the start is lost: it had {} people or more in every "
                        "class, the best file has {} at least, and {} of {} people are alone",
                        k, own.smallest, own.unique, own.rows));
    } else if (own.unique > 0) {
        lost.push_back(fmt::format("the best file guarantees nothing: {} of {} people are alone",
                                   own.unique, own.rows));
    }
    if (known.unique > own.unique) {
        lost.push_back(fmt::format("with the columns that are released as they are, {} are alone",
                                   known.unique));
    }
    result["warnings"] = lost;
    door.warn(lost);
}

Json step_parameters(const Json& result) {
    Json parameters{{"aim", result["aim"]},
                    {"start", result["start"]["files"]},
                    {"generations", result["generations"]}};
    if (result.contains("kept")) {
        parameters["k"] = result["kept"]["k"];
        parameters["k_columns"] = result["kept"]["columns"];
    }
    return parameters;
}

}  // namespace lethe::operation
