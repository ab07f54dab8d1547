#include "lethe/operation/together.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/data/formats/table_files.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/release/tables/parameter_files.h"

namespace lethe::operation {
namespace {

using Shown = std::function<std::string(const std::string&)>;

bool says_something(const Json& value) {
    if (value.is_null() || value == Json(false) || value == Json("")) return false;
    return !value.is_structured() || !value.empty();
}

const Parameter* find_option(const std::vector<Parameter>& options, const std::string& name) {
    const auto found = std::ranges::find(options, name, &Parameter::name);
    return found == options.end() ? nullptr : &*found;
}

// What operations are given, over the defaults.
class GivenOptions {
  public:
    GivenOptions(const std::vector<Parameter>& options, const Json& given)
        : options_(options), given_(given) {}

    bool has(const std::string& name) const {
        return given_.contains(name) && says_something(given_[name]);
    }

    // The texts of an option, or of its default.
    std::vector<std::string> texts(const std::string& name) const {
        const Parameter* option = find_option(options_, name);
        Json value = has(name) ? given_[name] : option == nullptr ? Json() : option->fallback;
        if (!value.is_array()) value = Json::array({value});
        std::vector<std::string> texts;
        for (const Json& item : value) {
            if (item.is_string() && item != Json("")) texts.push_back(item.get<std::string>());
        }
        return texts;
    }

    bool has(const Companion& companion) const {
        if (companion.values.empty()) return has(companion.option);
        if (companion.or_absent && !has(companion.option)) return true;
        return std::ranges::any_of(texts(companion.option), [&](const std::string& text) {
            return std::ranges::find(companion.values, text) != companion.values.end();
        });
    }

  private:
    const std::vector<Parameter>& options_;
    const Json& given_;
};

// An argument by its place is known by what it says.
std::string companion_text(const Companion& companion, const std::vector<Parameter>& options,
                           const Shown& shown) {
    const Parameter* option = find_option(options, companion.option);
    const std::string values = fmt::format("{}", fmt::join(companion.values, " or "));
    if (values.empty()) return shown(companion.option);
    if (option != nullptr && option->positional) return values;
    return shown(companion.option) + " " + values;
}

std::string any_text(const std::vector<Companion>& any, const std::vector<Parameter>& options,
                     const Shown& shown) {
    std::string words;
    for (const Companion& one : any) {
        words += (words.empty() ? "" : " or ") + companion_text(one, options, shown);
    }
    return words;
}

// Settings of the one method that another option names, as it would take them.
void check_settings(const Parameter& option, const GivenOptions& options, DataKind data,
                    const Json& settings, const Shown& shown, Problems& problems) {
    const Place place{{}, 0, 0, option.name};
    const std::vector<std::string> names = options.texts(option.settings_of);
    if (names.size() != 1) {
        problems.push_back(
            {fmt::format("goes with exactly one {}", shown(option.settings_of)), place});
        return;
    }
    const Method* method = find_method(names.front(), data);
    if (method == nullptr || !settings.is_object()) return;
    Json parameters = settings;
    try {
        release::load_parameter_files(*method, parameters, "", place);
    } catch (const Error& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        return;
    }
    method->bind(parameters, place, problems);
}

void check_inputs(const Parameter& option, const GivenOptions& options, const Door& door,
                  Problems& problems) {
    for (const std::string& path : options.texts(option.name)) {
        if (door.has_memory() && is_memory(path)) {
            if (door.holds(path)) continue;
            problems.push_back(
                {"there are no data in memory under this name", {path, 0, 0, option.name}});
            continue;
        }
        std::error_code unknown;
        const auto status = std::filesystem::status(path, unknown);
        if (status.type() != std::filesystem::file_type::not_found) continue;
        if (path == "-" || is_no_file(path)) continue;
        problems.push_back({"cannot read: " + std::generic_category().message(ENOENT),
                            {path, 0, 0, {}},
                            ErrorKind::io});
    }
}

// Standard output and what the asker holds in memory are no files.
std::vector<std::string> files_named_by(const Parameter& option, const GivenOptions& options,
                                        const Door& door) {
    std::vector<std::string> paths = options.texts(option.name);
    std::erase_if(paths, [&](const std::string& path) {
        return path == "-" || (door.has_memory() && is_memory(path));
    });
    return paths;
}

// What stands where an option writes: an input, a document of one, a file that somebody else made.
// Which files there are in a folder, or how they begin, the operation alone knows.
void check_outputs(const std::vector<Parameter>& options, const GivenOptions& said,
                   const Door& door, Problems& problems) {
    // Whatever may be read; the data; what surely is. An operation that asks for itself may write
    // anew what it reads beside its data: a map with the concepts that were decided in it.
    std::vector<std::string> named, data, inputs;
    for (const Parameter& option : options) {
        if (option.output || !option.choices.empty() || !option.names.empty()) continue;
        for (const std::string& path : files_named_by(option, said, door)) {
            named.push_back(path);
            if (option.input || option.positional) data.push_back(path);
            if (option.input) inputs.push_back(path);
        }
    }
    const bool force = said.has("force");
    for (const Parameter& option : options) {
        if (!option.output) continue;
        for (const std::string& path : files_named_by(option, said, door)) {
            const bool asks = *option.output == OutputKind::own;
            add_if_thrown(problems, [&] { release::refuse_overwrite(path, asks ? data : named); });
            if (asks) continue;
            add_if_thrown(problems, [&] { release::refuse_among(path, inputs); });
            if (force) continue;
            add_if_thrown(problems, [&] { release::check_replaceable(path, *option.output); });
        }
    }
}

}  // namespace

void check_together(const std::vector<Parameter>& options, std::optional<DataKind> data,
                    const Json& given, const Door& door, Problems& problems) {
    if (!given.is_object()) return;
    const GivenOptions said(options, given);
    const Shown shown = [&](const std::string& name) { return door.option_name(name); };
    for (const Parameter& option : options) {
        if (!said.has(option.name)) continue;
        for (const std::vector<Companion>& any : option.goes_with) {
            if (std::ranges::any_of(any, [&](const Companion& one) { return said.has(one); })) {
                continue;
            }
            problems.push_back(
                {"goes with " + any_text(any, options, shown), {{}, 0, 0, option.name}});
        }
        for (const std::string& other : option.excludes) {
            if (!said.has(other)) continue;
            problems.push_back(
                {fmt::format("{} and {} exclude each other", shown(option.name), shown(other))});
        }
        if (!option.settings_of.empty()) {
            check_settings(option, said, data.value_or(DataKind::table), given[option.name], shown,
                           problems);
        }
        if (option.input) check_inputs(option, said, door, problems);
    }
    check_outputs(options, said, door, problems);
}

std::string companion_words(const Parameter& option, const std::vector<Parameter>& options,
                            const Shown& shown) {
    std::string words;
    for (const std::vector<Companion>& any : option.goes_with) {
        const bool always = std::ranges::any_of(any, [&](const Companion& one) {
            const Parameter* other = find_option(options, one.option);
            return one.values.empty() && other != nullptr && other->required;
        });
        if (always) continue;
        words += (words.empty() ? "with " : " and ") + any_text(any, options, shown);
    }
    return words;
}

}  // namespace lethe::operation
