#include "lethe/report/base/reference.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/report/base/reference_example.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

struct Heading {
    DataKind data;
    Family family;
    std::string_view title;
};

constexpr std::array<Heading, 12> kHeadings{{
    {DataKind::table, Family::mask, "Masking methods"},
    {DataKind::table, Family::attack, "Attacks and risk"},
    {DataKind::table, Family::loss, "Information loss"},
    {DataKind::documents, Family::mask, "Treatments of documents"},
    {DataKind::documents, Family::attack, "Attacks on documents"},
    {DataKind::documents, Family::loss, "What documents lost"},
    {DataKind::vectors, Family::mask, "Protections of document vectors"},
    {DataKind::vectors, Family::attack, "Attacks on document vectors"},
    {DataKind::vectors, Family::loss, "What document vectors lost"},
    {DataKind::graph, Family::mask, "Protections of graphs"},
    {DataKind::graph, Family::attack, "Attacks on graphs"},
    {DataKind::graph, Family::loss, "What graphs lost"},
}};

std::string allowed(const Parameter& parameter) {
    if (!parameter.choices.empty()) return fmt::format("{}", fmt::join(parameter.choices, ", "));
    std::string text = parameter.type;
    if (!parameter.range.empty()) text += ", " + parameter.range.text();
    return text;
}

std::string missing_text(Missing missing) {
    switch (missing) {
        case Missing::refused:
            return "Columns must be complete.";
        case Missing::kept:
            return "Missing values stay missing and take no part.";
        case Missing::mean:
            return "In distances a missing value stands at the column's mean; it stays missing.";
        case Missing::own_category:
            return "Missing is a category of its own.";
    }
    return {};
}

}  // namespace

std::string method_page(const Method& method) {
    std::string page =
        fmt::format("# {}\n\n`{}` ({})\n\n{}\n\n{}\n\n", method.info.title, method.info.name,
                    name(method.info.family), method.info.summary, method.info.description);
    if (method.info.data == DataKind::table) {
        std::vector<std::string_view> kinds;
        for (const Kind kind : method.info.kinds) kinds.push_back(name(kind));
        page += fmt::format("Columns: {}. {}\n\n", fmt::join(kinds, ", "),
                            missing_text(method.info.missing));
    }
    if (!method.parameters.empty()) {
        page += "## Parameters\n\n| name | meaning | allowed | default |\n|---|---|---|---|\n";
        for (const Parameter& parameter : method.parameters) {
            page += fmt::format("| `{}` | {} | {} | {} |\n", parameter.name, parameter.text,
                                allowed(parameter),
                                parameter.required             ? "must be given"
                                : parameter.fallback.is_null() ? "none"
                                                               : parameter.fallback.dump());
        }
        page += "\n";
    }
    if (!method.info.properties.empty()) {
        page += "## Properties\n\n";
        for (const Property property : method.info.properties) {
            page += fmt::format("- {}: {}\n", name(property), explain(property));
        }
        page += "\n";
    }
    page += fmt::format("## Example\n\n```\n{}\n```\n", fmt::join(example_lines(method), "\n"));
    if (!method.info.cites.empty()) {
        page += fmt::format("\nReferences: {}.\n", fmt::join(method.info.cites, ", "));
    }
    return page;
}

// Maskings of tables are many: those that promise k have a folder of their own.
std::string reference_file(const Method& method) {
    const MethodInfo& info = method.info;
    std::string folder(info.data == DataKind::table ? name(info.family) : name(info.data));
    if (info.data == DataKind::table && info.family == Family::mask &&
        (method.has(Property::k_anonymous) || method.has(Property::k_matching))) {
        folder += fmt::format("/{}", name(Property::k_anonymous));
    }
    return fmt::format("{}/{}.md", folder, info.name);
}

std::string reference_index() {
    std::string page =
        "# Reference\n\nGenerated from the catalogue by `lethe methods --write docs/reference`. "
        "Examples run as printed, line by line, in an empty folder with the sources' `examples/` "
        "in it.\n";
    for (const Heading& heading : kHeadings) {
        const std::vector<const Method*> methods = methods_of(heading.family, heading.data);
        if (methods.empty()) continue;
        page += fmt::format("\n## {}\n\n| name | summary |\n|---|---|\n", heading.title);
        for (const Method* method : methods) {
            page += fmt::format("| [{}]({}) | {} |\n", method->info.name, reference_file(*method),
                                method->info.summary);
        }
    }
    return page;
}

void write_reference(const std::string& folder) {
    std::error_code error;
    std::set<fs::path> current;
    const auto write = [&](const std::string& file, const std::string& text) {
        const fs::path path = fs::path(folder) / file;
        fs::create_directories(path.parent_path(), error);
        if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
        current.insert(path);
        write_file(path.string(), text);
    };
    write("index.md", reference_index());
    for (const Method& method : catalogue()) write(reference_file(method), method_page(method));
    std::vector<fs::path> gone;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".md" && !current.contains(entry.path())) {
            gone.push_back(entry.path());
        }
    }
    for (const fs::path& path : gone) fs::remove(path);
}

}  // namespace lethe
