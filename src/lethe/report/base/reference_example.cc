#include "lethe/report/base/reference_example.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "lethe/documents/document_method.h"
#include "lethe/method/catalogue.h"

namespace lethe::report {
namespace {

// What an example works on: the commands that make it, its names, and what else is typed wherever
// the original is read.
struct ExampleData {
    std::vector<std::string> before;
    std::string original;
    std::string release;
    std::string reading = {};
};

ExampleData usual_data(DataKind data) {
    const std::string letters = "lethe sample letters --documents 14 --seed 1 -o letters";
    switch (data) {
        case DataKind::table:
            return {{"lethe sample census --rows 200 --seed 1 -o people.csv"},
                    "people.csv",
                    "release.csv"};
        case DataKind::documents:
            return {{letters}, "letters", "release"};
        case DataKind::vectors:
            return {{letters, "lethe text vectors letters -o letters.mtx"},
                    "letters.mtx",
                    "release.mtx"};
        case DataKind::graph:
            return {
                {"lethe sample network --users 80 --seed 1 -o network"}, "network", "release.gml"};
    }
    return {};
}

bool masks_meaning(const Method& method) {
    return method.info.data == DataKind::table && method.info.family == Family::mask &&
           !method.info.kinds.empty() && method.info.kinds.front() == Kind::semantic;
}

ExampleData example_data(const Method& method) {
    const ExampleUse& use = method.info.example_use;
    ExampleData data = usual_data(method.info.data);
    if (masks_meaning(method)) {
        data.before = {"lethe sample survey --rows 200 --seed 1 -o survey.csv"};
        data.original = "survey.csv";
    }
    if (!use.before.empty()) data.before = use.before;
    if (!use.original.empty()) {
        data.original = use.original;
        if (use.before.empty()) data.before.clear();
        if (method.info.data == DataKind::documents && use.original.ends_with(".jsonl")) {
            data.reading = " --data documents";
            data.release = "release.jsonl";
        }
    }
    return data;
}

std::string parameter_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// " --set k=3 --set 'groups=[...]'"
std::string settings_of(const Method& method) {
    std::string settings;
    for (const auto& [key, value] : method.info.example.items()) {
        const std::string text = parameter_text(value);
        const bool quoted = text.find_first_of(" []{}\",*?") != std::string::npos;
        const std::string_view quote = quoted ? "'" : "";
        settings += fmt::format(" --set {0}{1}={2}{0}", quote, key, text);
    }
    return settings;
}

// Treatments are named for a category, or for all that is removed.
std::string treatment_words(const Method& method) {
    std::string given;
    const std::string& behind = method.treatment->short_parameter;
    for (const auto& [key, value] : method.info.example.items()) {
        const std::string text = parameter_text(value);
        given += key == behind ? text : fmt::format("{}{}={}", given.empty() ? "" : ",", key, text);
    }
    return given.empty() ? fmt::format(" --method {}", method.info.name)
                         : fmt::format(" --set '{}={}:{}'", method.treatment->example_category,
                                       method.info.name, given);
}

// "k-degree k=3": the protections of a graph are steps.
std::string step_words(const Method& method) {
    std::string step = method.info.name;
    for (const auto& [key, value] : method.info.example.items()) {
        step += fmt::format(" {}={}", key, parameter_text(value));
    }
    return fmt::format(" --step '{}'", step);
}

std::string protection_words(const Method& method) {
    if (method.treatment != nullptr) return treatment_words(method);
    if (method.info.data == DataKind::graph) return step_words(method);
    return fmt::format(" --method {}{}", method.info.name, settings_of(method));
}

// What protects vectors by a taxonomy: only its releases are measured by one.
const Method* taxonomy_protection() {
    for (const Method* method : methods_of(Family::mask, DataKind::vectors)) {
        if (method->accepts(Kind::semantic)) return method;
    }
    return nullptr;
}

// How the release was made that a method attacks or measures.
std::string usual_protection(const Method& method) {
    switch (method.info.data) {
        case DataKind::table:
            return protection_words(method_for(Purpose::groups));
        case DataKind::documents:
            return {};
        case DataKind::vectors:
            if (const Method* protection = taxonomy_protection();
                protection != nullptr && method.accepts(Kind::semantic)) {
                return fmt::format(" --method {} -k 3 --source wordnet", protection->info.name);
            }
            return " -k 3";
        case DataKind::graph:
            return " -k 3";
    }
    return {};
}

bool takes_key(const Method& method) {
    return method.info.needs == "key_file" ||
           (method.treatment != nullptr && method.treatment->needs_cipher);
}

}  // namespace

std::vector<std::string> example_lines(const Method& method) {
    const ExampleUse& use = method.info.example_use;
    const ExampleData data = example_data(method);
    std::vector<std::string> lines = data.before;
    std::string more;
    if (!use.columns.empty()) more += fmt::format(" --columns {}", fmt::join(use.columns, ","));
    if (masks_meaning(method)) {
        more +=
            " --columns reason,activity --knowledge reason=wordnet --knowledge activity=wordnet";
    }
    if (!use.options.empty()) more += " " + use.options;
    if (takes_key(method)) {
        lines.emplace_back("lethe key make -o secret.key");
        more += " --key-file secret.key";
    }
    if (method.info.family == Family::mask) {
        lines.push_back(fmt::format("lethe protect {}{}{}{} -o {}", data.original, data.reading,
                                    protection_words(method), more, data.release));
        return lines;
    }
    lines.push_back(fmt::format("lethe protect {}{}{} -o {}", data.original, data.reading,
                                usual_protection(method), data.release));
    const std::string_view verb = method.info.family == Family::attack ? "attack" : "measure";
    lines.push_back(fmt::format("lethe {0} {1} {2}{3} --{4} {5}{6}{7}", verb, data.original,
                                data.release, data.reading, verb, method.info.name,
                                settings_of(method), more));
    return lines;
}

}  // namespace lethe::report
