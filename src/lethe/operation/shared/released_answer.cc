#include "lethe/operation/shared/released_answer.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::operation {

Answer released_answer(const release::Released& released, Door& door) {
    for (const std::string& note : released.notes) door.say(note);
    if (released.summary.is_null()) return {nullptr, released.text};
    return {released.summary, {}};
}

void check_output_given(const std::string& output, bool dry_run, std::string_view such_as) {
    if (!output.empty() || dry_run) return;
    throw Error(ErrorKind::usage,
                fmt::format("give the release a path with -o, such as -o {}", such_as));
}

void check_standard_output(const std::string& output, const Door& door) {
    if (output == "-" && door.structured()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} and -o - both want standard output", door.option_name("json")));
    }
}

}  // namespace lethe::operation
