#include "cli/choice_flags.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"

namespace lethe::cli {
namespace {

std::string choice_flag(Family family) {
    return family == Family::attack ? "--attack" : "--measure";
}

}  // namespace

void ChoiceFlags::add_to(CLI::App& command, Family family, DataKind data) {
    command
        .add_option(choice_flag(family), names,
                    fmt::format("{}: {} (default: all that take part in assessments)",
                                family == Family::attack ? "An attack" : "A loss measure",
                                fmt::join(method_names(family, data), ", ")))
        ->type_name("NAME")
        ->allow_extra_args(false);
    command.add_option("--set", settings, "A parameter of the one that is named")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command.add_option("-o,--output", output, "Also write the result (JSON)")->type_name("FILE");
    replace.add_to(command);
}

std::vector<Choice> ChoiceFlags::choices(Family family) const {
    std::vector<Choice> chosen;
    const Json parameters = parse_settings(settings);
    for (const std::string& name : split_list(names)) chosen.push_back({name, parameters});
    if (chosen.size() != 1 && !parameters.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("--set goes with exactly one {}", choice_flag(family)));
    }
    return chosen;
}

void ChoiceFlags::check_output(const std::vector<std::string>& inputs) const {
    if (output.empty()) return;
    refuse_overwrite(output, inputs);
    replace.check(output, OutputKind::result);
}

void ChoiceFlags::finish(Session& session, const Json& result) const {
    if (!output.empty()) write_file(output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace lethe::cli
