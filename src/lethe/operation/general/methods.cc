// methods: the catalogue.
#include <fmt/format.h>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/graphs/graph_protections.h"
#include "lethe/report/base/reference.h"

namespace lethe::operation {
namespace {

struct MethodsOptions {
    std::string name;
    std::optional<Family> family;
    std::optional<DataKind> data;
    std::string write;
    Replacing replace;
};

Answer describe_methods(const MethodsOptions& options, Door&) {
    if (!options.write.empty()) {
        report::write_reference(options.write, options.replace.force);
        return {};
    }
    Json result{{"kind", "methods"}, {"methods", Json::array()}};
    std::vector<std::string> names;
    std::vector<const Method*> found;
    for (const Method& method : catalogue()) {
        names.push_back(method.info.name);
        if (options.family && options.family != method.info.family) continue;
        if (options.data && options.data != method.info.data) continue;
        if (!options.name.empty() && options.name != method.info.name) continue;
        found.push_back(&method);
        result["methods"].push_back(to_json(method));
    }
    if (options.data == DataKind::graph && options.family.value_or(Family::mask) == Family::mask) {
        for (const Method* mask : release::node_masks()) {
            if (!options.name.empty() && options.name != mask->info.name) continue;
            found.push_back(mask);
            result["methods"].push_back(to_json(*mask));
            result["methods"].back()["protects_nodes_as"] = release::node_mask_name(*mask);
        }
    }
    if (!options.name.empty() && result["methods"].empty()) {
        throw Error(ErrorKind::usage, unknown_name("method", options.name, names));
    }
    std::string pages;  // a name may say methods of several kinds of data
    if (!options.name.empty()) {
        for (const Method* method : found)
            pages += (pages.empty() ? "" : "\n") + report::method_page(*method);
    }
    return {std::move(result), std::move(pages)};
}

}  // namespace

Operation list_methods() {
    using O = MethodsOptions;
    return make_operation(
        {.name = "methods",
         .summary = "List masking methods, attacks and loss measures, or explain one",
         .examples = {"lethe methods mdav"}},
        Schema<O>()
            .field("name", &O::name, "A method")
            .at_place("NAME")
            .choice("family", &O::family, "Only one family: mask, attack or loss",
                    {{"mask", Family::mask}, {"attack", Family::attack}, {"loss", Family::loss}})
            .shown("FAMILY")
            .choice("data", &O::data,
                    "Only those of one kind of data: table, documents, vectors or graph (with the "
                    "maskings of tables that protect nodes too)",
                    {{"table", DataKind::table},
                     {"documents", DataKind::documents},
                     {"vectors", DataKind::vectors},
                     {"graph", DataKind::graph}})
            .shown("KIND")
            .field("write", &O::write, "Write the reference pages (Markdown) to a folder")
            .output(OutputKind::own)
            .shown("DIR")
            .excludes({"name", "family", "data"})
            .include(&O::replace, Replacing::schema()),
        describe_methods);
}

}  // namespace lethe::operation
