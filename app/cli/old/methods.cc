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
    std::string data;
    std::string write;
};

void methods(Session& session, const MethodsFlags& options) {
    if (!options.write.empty()) return write_reference(options.write);
    Json result{{"kind", "methods"}, {"methods", Json::array()}};
    std::vector<std::string> names;
    std::vector<const Method*> found;
    for (const Method& method : catalogue()) {
        names.push_back(method.info.name);
        if (!options.family.empty() && options.family != name(method.info.family)) continue;
        if (!options.data.empty() && options.data != name(method.info.data)) continue;
        if (!options.name.empty() && options.name != method.info.name) continue;
        found.push_back(&method);
        result["methods"].push_back(to_json(method));
    }
    if (!options.name.empty() && result["methods"].empty()) {
        throw Error(ErrorKind::usage, unknown_name("method", options.name, names));
    }
    if (!session.json && !options.name.empty()) {
        std::string pages;  // a name may say methods of several kinds of data
        for (const Method* method : found)
            pages += (pages.empty() ? "" : "\n") + method_page(*method);
        return session.print(pages);
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
        ->add_option("--data", options->data,
                     "Only those of one kind of data: table, documents, vectors or graph")
        ->check(CLI::IsMember({"table", "documents", "vectors", "graph"}))
        ->type_name("KIND");
    command
        ->add_option("--write", options->write, "Write the reference pages (Markdown) to a folder")
        ->type_name("DIR");
    command->footer("Example:\n  lethe methods mdav");
    command->callback(
        [&session, options] { session.run = [&session, options] { methods(session, *options); }; });
}

}  // namespace lethe::cli
