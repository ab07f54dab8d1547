#include "lethe/operation/shared/method_choice.h"

#include <fmt/format.h>

#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

std::string choice_option(Family family) { return family == Family::attack ? "attack" : "measure"; }

}  // namespace

Schema<MethodChoice> MethodChoice::schema(Family family, DataKind data) {
    using O = MethodChoice;
    return Schema<O>()
        .field(choice_option(family), &O::names,
               fmt::format("{}: {} (default: all that take part in assessments)",
                           family == Family::attack ? "An attack" : "A loss measure",
                           fmt::join(method_names(family, data), ", ")))
        .separated("NAME")
        .naming(family == Family::attack ? "attack" : "loss measure", method_names(family, data))
        .field("set", &O::set, "A parameter of the one that is named")
        .shown("NAME=VALUE")
        .settings_of(choice_option(family))
        .field("output", &O::output, "Also write the result (JSON)")
        .output(OutputKind::result)
        .letter('o')
        .shown("FILE");
}

std::vector<release::Choice> MethodChoice::choices() const {
    std::vector<release::Choice> chosen;
    for (const std::string& name : names) chosen.push_back({name, set});
    return chosen;
}

void MethodChoice::check_output(const std::vector<std::string>& inputs) const {
    if (output.empty()) return;
    release::refuse_overwrite(output, inputs);
}

Answer MethodChoice::answer(Json result) const {
    if (!output.empty()) write_file(output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace lethe::operation
