#include "lethe/report/base/reference.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/report/base/reference_example.h"

namespace lethe::report {
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

constexpr const char* kIndex = "index.md";
constexpr std::string_view kIndexHead =
    "# Reference\n\nGenerated from the catalogue by `lethe methods --write docs/reference`.\n";

std::string text_at(const fs::path& path) {
    std::error_code none;
    return fs::is_regular_file(path, none) ? read_file(path.string()) : std::string();
}

// The pages that an index of ours links to: a name in one folder below, and no other way.
std::vector<std::string> listed_pages(std::string_view index) {
    std::vector<std::string> pages;
    if (!index.starts_with(kIndexHead)) return pages;
    constexpr std::string_view kLink = "](";
    for (std::size_t at = index.find(kLink); at != std::string_view::npos;
         at = index.find(kLink, at)) {
        at += kLink.size();
        const std::string file(index.substr(at, index.find(')', at) - at));
        const fs::path path(file);
        const fs::path parent = path.parent_path();
        const bool one_below = path.is_relative() && !parent.empty() && parent == parent.filename();
        if (one_below && parent != ".." && path.extension() == ".md") pages.push_back(file);
    }
    return pages;
}

// Whether a text is the page of the method that `file` is named after: a title and its name.
bool is_page(std::string_view text, const fs::path& file) {
    const std::size_t end = text.find('\n');
    return text.starts_with("# ") && end != std::string_view::npos &&
           text.substr(end).starts_with(fmt::format("\n\n`{}` (", file.stem().string()));
}

// Error(usage) where the folder holds something and no index of ours, or where other texts stand in
// the places of pages.
void check_reference(const fs::path& top, std::string_view index) {
    std::error_code none;
    if (!fs::exists(top, none)) return;
    if (!fs::is_directory(top, none)) {
        throw Error(ErrorKind::usage, "is a file, but the pages go to a folder",
                    {top.string(), 0, 0, {}});
    }
    if (!index.starts_with(kIndexHead) && !fs::is_empty(top, none)) {
        throw Error(ErrorKind::usage,
                    "is a folder with something in it and no index of these pages; choose another, "
                    "or give the option force to write them there",
                    {top.string(), 0, 0, {}});
    }
    Problems problems;
    for (const Method& method : catalogue()) {
        const fs::path path = top / reference_file(method);
        if (!fs::exists(path, none) || is_page(text_at(path), path)) continue;
        problems.push_back(
            {"is there already and is no such page; choose another folder, or give the option "
             "force to replace it",
             {path.string(), 0, 0, {}}});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
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
    std::string page(kIndexHead);
    page +=
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

void write_reference(const std::string& folder, bool force) {
    const fs::path top(folder);
    const std::string earlier = text_at(top / kIndex);
    if (!force) check_reference(top, earlier);
    std::error_code error;
    fs::create_directories(top, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
    Bundle bundle((top / kIndex).string());
    bundle.put((top / kIndex).string(), reference_index());
    std::set<std::string> current;
    for (const Method& method : catalogue()) {
        const std::string file = reference_file(method);
        fs::create_directories((top / file).parent_path(), error);
        if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
        bundle.put((top / file).string(), method_page(method));
        current.insert(file);
    }
    bundle.commit();
    for (const std::string& file : listed_pages(earlier)) {
        if (!current.contains(file) && is_page(text_at(top / file), file)) {
            fs::remove(top / file, error);
        }
    }
}

}  // namespace lethe::report
