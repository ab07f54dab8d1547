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

namespace lethe {
namespace {

namespace fs = std::filesystem;

std::string example_of(const Method& method) {
    std::string settings;
    for (const auto& [key, value] : method.info.example.items()) {
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        const bool quoted = text.find_first_of(" []{}\",*?") != std::string::npos;
        const std::string_view quote = quoted ? "'" : "";
        settings += fmt::format(" --set {0}{1}={2}{0}", quote, key, text);
    }
    if (method.info.kinds.front() == Kind::semantic && method.info.family == Family::mask) {
        return fmt::format(
            "lethe sample survey -o survey.csv\n"
            "lethe protect survey.csv --method {}{} --columns reason,activity --knowledge "
            "reason=wordnet --knowledge activity=wordnet -o release.csv",
            method.info.name, settings);
    }
    switch (method.info.family) {
        case Family::mask:
            return fmt::format("lethe protect people.csv --method {}{} -o release.csv",
                               method.info.name, settings);
        case Family::attack:
            return fmt::format("lethe attack people.csv release.csv --attack {}{}",
                               method.info.name, settings);
        case Family::loss:
            return fmt::format("lethe measure people.csv release.csv --measure {}{}",
                               method.info.name, settings);
    }
    return {};
}

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
    std::vector<std::string_view> kinds;
    for (const Kind kind : method.info.kinds) kinds.push_back(name(kind));
    page += fmt::format("Columns: {}. {}\n\n", fmt::join(kinds, ", "),
                        missing_text(method.info.missing));
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
    page += fmt::format("## Example\n\n```\n{}\n```\n", example_of(method));
    if (!method.info.cites.empty()) {
        page += fmt::format("\nReferences: {}.\n", fmt::join(method.info.cites, ", "));
    }
    return page;
}

std::string reference_index() {
    std::string page =
        "# Reference\n\nGenerated from the catalogue by `lethe methods --write docs/reference`.\n";
    constexpr std::array<std::pair<Family, std::string_view>, 3> kFamilies{
        {{Family::mask, "Masking methods"},
         {Family::attack, "Attacks and risk"},
         {Family::loss, "Information loss"}}};
    for (const auto& [family, title] : kFamilies) {
        page += fmt::format("\n## {}\n\n| name | summary |\n|---|---|\n", title);
        for (const Method* method : methods_of(family)) {
            page += fmt::format("| [{}]({}.md) | {} |\n", method->info.name, method->info.name,
                                method->info.summary);
        }
    }
    return page;
}

void write_reference(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
    std::set<std::string> current{"index.md"};
    write_file((fs::path(folder) / "index.md").string(), reference_index());
    for (const Method& method : catalogue()) {
        const std::string file = method.info.name + ".md";
        current.insert(file);
        write_file((fs::path(folder) / file).string(), method_page(method));
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".md" &&
            current.count(entry.path().filename().string()) == 0) {
            fs::remove(entry.path());
        }
    }
}

}  // namespace lethe
