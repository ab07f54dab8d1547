// lethe methods: the catalogue.
#include <fmt/format.h>

#include "cli/session.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/report/base/reference.h"

namespace lethe::cli {
namespace {

struct MethodsFlags {
    std::string name;
    std::string family;
    std::string write;
};

void methods(Session& session, const MethodsFlags& options) {
    if (!options.write.empty()) return write_reference(options.write);
    Json result{{"kind", "methods"}, {"methods", Json::array()}};
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        names.push_back(method.info.name);
        if (!options.family.empty() && options.family != name(method.info.family)) continue;
        if (!options.name.empty() && options.name != method.info.name) continue;
        result["methods"].push_back(to_json(method));
    }
    if (!options.name.empty() && result["methods"].empty()) {
        throw Error(ErrorKind::usage, unknown_name("method", options.name, names));
    }
    if (!session.json && !options.name.empty()) {
        return session.print(method_page(*find_method(options.name)));
    }
    session.show(result);
}

}  // namespace

void add_methods(CLI::App& app, Session& session) {
    auto options = std::make_shared<MethodsFlags>();
    CLI::App* command = app.add_subcommand(
        "methods", "List masking methods, attacks and loss measures, or explain one");
    command->add_option("name", options->name, "A method")->type_name("NAME");
    command->add_option("--family", options->family, "Only one family: mask, attack or loss")
        ->check(CLI::IsMember({"mask", "attack", "loss"}))
        ->type_name("FAMILY");
    command
        ->add_option("--write", options->write, "Write the reference pages (Markdown) to a folder")
        ->type_name("DIR");
    command->footer("Example:\n  lethe methods mdav");
    command->callback(
        [&session, options] { session.run = [&session, options] { methods(session, *options); }; });
}

}  // namespace lethe::cli
