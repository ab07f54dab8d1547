#include "lethe/operation/command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/redacted.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/release/next_command.h"

namespace lethe::operation {
namespace {

std::string word_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_float()) return number_text(value.get<double>());
    return value.dump();
}

// As a CSV file has it: a name with a comma stands in double quotes.
std::string comma_list(const Json& items) {
    std::string list;
    for (const Json& item : items) {
        std::string word = word_of(item);
        if (word.find_first_of(",\"") != std::string::npos) {
            for (std::size_t i = word.find('"'); i != std::string::npos;
                 i = word.find('"', i + 2)) {
                word.insert(i, 1, '"');
            }
            word = '"' + word + '"';
        }
        list += (list.empty() ? "" : ",") + word;
    }
    return list;
}

// A value for a flag; what begins with a dash is joined to it, or it would be taken for another.
void add_value(std::vector<std::string>& words, const std::string& flag, const std::string& value) {
    if (value.starts_with('-')) {
        words.push_back(flag + "=" + value);
    } else {
        words.push_back(flag);
        words.push_back(value);
    }
}

void add_texts(std::vector<std::string>& words, const Parameter& parameter, const Json& value) {
    const Json items = value.is_array() ? value : Json::array({value});
    if (parameter.separated) {
        if (!items.empty()) add_value(words, flag_of(parameter.name), comma_list(items));
        return;
    }
    for (const Json& item : items) add_value(words, flag_of(parameter.name), word_of(item));
}

void add_pairs(std::vector<std::string>& words, const Parameter& parameter, const Json& value) {
    for (const auto& [name, item] : value.items()) {
        const bool several = item.is_array() && parameter.type.starts_with("table of list");
        for (const Json& one : several ? item : Json::array({item})) {
            add_value(words, flag_of(parameter.name), name + "=" + word_of(one));
        }
    }
}

void add_flag(std::vector<std::string>& words, const Parameter& parameter, const Json& value) {
    switch (flag_kind(parameter)) {
        case FlagKind::on:
            if (value == Json(true)) words.push_back(flag_of(parameter.name));
            return;
        case FlagKind::off:
            if (value == Json(false)) words.push_back("--no-" + flag_of(parameter.name).substr(2));
            return;
        case FlagKind::text:
            if (parameter.placeholder.starts_with('[')) {
                words.push_back(flag_of(parameter.name) + "=" + word_of(value));
            } else {
                add_value(words, parameter.letter == 'o' ? "-o" : flag_of(parameter.name),
                          word_of(value));
            }
            return;
        case FlagKind::texts:
            return add_texts(words, parameter, value);
        case FlagKind::pairs:
            return add_pairs(words, parameter, value);
    }
}

// A text of JSON is one of Python, and so are numbers; the three words are not.
std::string python_value(const Json& value) {
    if (value.is_null()) return "None";
    if (value.is_string()) return Json(without_passwords(value.get<std::string>())).dump();
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (value.is_number_float()) return number_text(value.get<double>());
    std::string list;
    if (value.is_array()) {
        for (const Json& item : value) list += (list.empty() ? "" : ", ") + python_value(item);
        return "[" + list + "]";
    }
    if (value.is_object()) {
        for (const auto& [name, item] : value.items()) {
            list += (list.empty() ? "" : ", ") + python_value(name) + ": " + python_value(item);
        }
        return "{" + list + "}";
    }
    return value.dump();
}

}  // namespace

FlagKind flag_kind(const Parameter& parameter) {
    if (parameter.type == "true or false") {
        return parameter.fallback == Json(true) ? FlagKind::off : FlagKind::on;
    }
    if (parameter.type.starts_with("list")) return FlagKind::texts;
    if (parameter.type.starts_with("table")) return FlagKind::pairs;
    return FlagKind::text;
}

std::string flag_of(const std::string& option) {
    std::string flag = "--" + option;
    std::ranges::replace(flag, '_', '-');
    return flag;
}

std::vector<std::string> command_words(const Operation& operation, const Json& options,
                                       std::optional<std::uint64_t> seed) {
    std::vector<std::string> words{"lethe"};
    if (shares_command(operation)) {
        words.push_back(operation.info.name);
        add_value(words, "--data", std::string(name(*operation.info.data)));
    } else {
        words.insert(words.end(), operation.info.words.begin(), operation.info.words.end());
    }
    for (const Parameter& parameter : operation.options) {
        if (!parameter.positional || !options.contains(parameter.name)) continue;
        const Json& value = options[parameter.name];
        for (const Json& one : value.is_array() ? value : Json::array({value})) {
            if (!one.is_string() || !one.get<std::string>().empty()) words.push_back(word_of(one));
        }
    }
    for (const Parameter& parameter : operation.options) {
        if (parameter.positional || !options.contains(parameter.name)) continue;
        const Json& value = options[parameter.name];
        if (value.is_null() || value == parameter.fallback) continue;
        add_flag(words, parameter, value);
    }
    if (seed) add_value(words, "--seed", std::to_string(*seed));
    return words;
}

std::string command_text(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + release::shell_word(word);
    }
    return text;
}

std::string python_text(const Operation& operation, const Json& options,
                        std::optional<std::uint64_t> seed) {
    const std::string data(operation.info.data ? name(*operation.info.data) : "");
    std::string text = fmt::format("lethe.run(\n    {},\n    {},\n    {{\n",
                                   python_value(operation.info.name), python_value(data));
    for (const Parameter& parameter : operation.options) {
        if (!options.contains(parameter.name)) continue;
        const Json& value = options[parameter.name];
        const bool is_empty = parameter.positional && value == Json("");
        if (value.is_null() || value == parameter.fallback || is_empty) continue;
        text += fmt::format("        {}: {},\n", python_value(parameter.name), python_value(value));
    }
    text += "    },\n";
    if (seed) text += fmt::format("    seed={},\n", *seed);
    return text + ")\n";
}

}  // namespace lethe::operation
