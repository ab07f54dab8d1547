#include "lethe/operation/documents/finders.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::operation {

Schema<release::FinderOptions> finder_schema() {
    using O = release::FinderOptions;
    return Schema<O>()
        .field("no_model", &O::no_model, "Patterns, lists and rules alone")
        .field("model", &O::model, "A model made by lethe text train [the program's own]")
        .shown("FILE")
        .field("register", &O::register_name,
               "Which kind of documents these are [recognised in each]")
        .shown("NAME");
}

const release::FinderOptions& checked(const release::FinderOptions& finders, const Door& door) {
    if (finders.no_model && !finders.model.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} and {} exclude each other", door.option_name("model"),
                                door.option_name("no_model")));
    }
    if (finders.no_model && !finders.register_name.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} is of the model, and {} leaves it out",
                                door.option_name("register"), door.option_name("no_model")));
    }
    return finders;
}

std::unique_ptr<FinderSet> make_finders(Door& door, const documents::TextPolicy& policy,
                                        const release::FinderOptions& finders) {
    std::vector<std::string> notes;
    auto set = release::make_finders(door.context(), policy, checked(finders, door),
                                     door.cache_folder(), notes);
    for (const std::string& note : notes) door.say(note);
    return set;
}

}  // namespace lethe::operation
