#include "cli/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/operation/command_line.h"
#include "lethe/operation/together.h"

namespace lethe::cli {
namespace {

using operation::flag_kind;
using operation::FlagKind;

// An option with what the command line says of it.
struct Flag {
    const Parameter* parameter = nullptr;
    FlagKind kind = FlagKind::text;
    bool turned = false;
    std::string text;
    std::vector<std::string> texts;
    CLI::Option* option = nullptr;
};

std::string flag_names(const Parameter& parameter, FlagKind kind) {
    if (parameter.positional) return parameter.name;
    std::string names = operation::flag_of(parameter.name);
    if (kind == FlagKind::off) names.insert(2, "no-");
    const char letter = parameter.name.size() == 1 ? parameter.name[0] : parameter.letter;
    return letter == '\0' ? names : fmt::format("-{},{}", letter, names);
}

std::string placeholder(const Parameter& parameter) {
    if (!parameter.choices.empty()) {
        return fmt::format("{}:{{{}}}",
                           parameter.placeholder.empty() ? "NAME" : parameter.placeholder,
                           fmt::join(parameter.choices, ","));
    }
    if (!parameter.placeholder.empty()) return parameter.placeholder;
    return parameter.type == "integer" || parameter.type == "number" ? "N" : "TEXT";
}

std::string default_text(const Json& fallback) {
    if (fallback.is_null() || fallback.is_boolean() ||
        (fallback.is_structured() && fallback.empty())) {
        return {};
    }
    return fallback.is_string() ? fallback.get<std::string>() : fallback.dump();
}

// With what is allowed, and what it has no effect without.
std::string described(const Parameter& parameter, const std::vector<Parameter>& options) {
    std::string more = parameter.range.text();
    if (const std::string with = operation::companion_words(parameter, options, operation::flag_of);
        !with.empty() && !parameter.required) {
        more += (more.empty() ? "" : "; ") + with;
    }
    return more.empty() ? parameter.text : fmt::format("{} ({})", parameter.text, more);
}

void add_flag(CLI::App& command, const std::vector<Parameter>& options, Flag& flag) {
    const Parameter& parameter = *flag.parameter;
    const std::string names = flag_names(parameter, flag.kind);
    const std::string text = described(parameter, options);
    switch (flag.kind) {
        case FlagKind::on:
            flag.option = command.add_flag(names, flag.turned, text);
            return;
        case FlagKind::off:
            flag.option = command.add_flag(names, flag.turned, "Turns off: " + text);
            return;
        case FlagKind::text:
            if (parameter.placeholder.starts_with('[')) {
                flag.option = command.add_flag(fmt::format("{}{{{}}}", names, parameter.name),
                                               flag.text, text);
                return;
            }
            flag.option = command.add_option(names, flag.text, text);
            break;
        case FlagKind::texts:
        case FlagKind::pairs:
            flag.option = command.add_option(names, flag.texts, text);
            if (!parameter.positional && !parameter.placeholder.ends_with("...")) {
                flag.option->allow_extra_args(false);
            }
            break;
    }
    flag.option->type_name(placeholder(parameter));
    flag.option->required(parameter.required);
    if (const std::string usual = default_text(parameter.fallback); !usual.empty()) {
        flag.option->default_str(usual);
    }
}

// "k=5" "groups=[[...]]" -> {"k": "5", ...}; of a table of lists, {"k": ["5", "7"]}.
Json pairs_of(const Flag& flag) {
    const std::string shown = operation::flag_of(flag.parameter->name);
    const bool lists = flag.parameter->type.starts_with("table of list");
    Json pairs = Json::object();
    for (const std::string& text : flag.texts) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw Error(
                ErrorKind::usage,
                fmt::format("\"{}\" must look like {}", text,
                            flag.parameter->placeholder.empty() ? "NAME=VALUE"
                                                                : flag.parameter->placeholder),
                {{}, 0, 0, shown});
        }
        const std::string name = text.substr(0, equals);
        const std::string value = text.substr(equals + 1);
        if (lists) {
            pairs[name].push_back(value);
        } else if (pairs.contains(name)) {
            throw Error(ErrorKind::usage, fmt::format("\"{}\" is set twice", name),
                        {{}, 0, 0, shown});
        } else {
            pairs[name] = value;
        }
    }
    return pairs;
}

Json given_options(const std::vector<Flag>& flags) {
    Json given = Json::object();
    for (const Flag& flag : flags) {
        if (flag.option->count() == 0) continue;
        Json& value = given[flag.parameter->name];
        switch (flag.kind) {
            case FlagKind::on:
                value = true;
                break;
            case FlagKind::off:
                value = false;
                break;
            case FlagKind::text:
                value = flag.text;
                break;
            case FlagKind::texts:
                value = flag.parameter->separated ? split_list(flag.texts) : flag.texts;
                break;
            case FlagKind::pairs:
                value = pairs_of(flag);
                break;
        }
    }
    return given;
}

CLI::App* group_of(CLI::App& app, const std::string& word) {
    for (CLI::App* group :
         app.get_subcommands([&](const CLI::App* one) { return one->get_name() == word; })) {
        return group;
    }
    const auto& groups = operation::command_groups();
    const auto known = std::ranges::find(groups, word, &operation::CommandGroup::word);
    CLI::App* group = app.add_subcommand(word, known == groups.end() ? "" : known->summary);
    group->require_subcommand(1);
    return group;
}

std::string footer_of(const operation::OperationInfo& info) {
    std::string footer = info.notes;
    if (info.examples.empty()) return footer;
    if (!footer.empty()) footer += "\n\n";
    footer += info.examples.size() == 1 ? "Example:" : "Examples:";
    for (const std::string& line : info.examples) footer += "\n  " + line;
    return footer;
}

}  // namespace

std::vector<std::string> split_list(const std::vector<std::string>& items) {
    std::vector<std::string> result;
    for (const std::string& item : items) {
        std::string part;
        bool quoted = false;
        for (std::size_t i = 0; i < item.size(); ++i) {
            if (item[i] == '"' && quoted && i + 1 < item.size() && item[i + 1] == '"') {
                part += item[i++];
            } else if (item[i] == '"' && (quoted || part.empty())) {
                quoted = !quoted;
            } else if (item[i] == ',' && !quoted) {
                if (!part.empty()) result.push_back(std::exchange(part, {}));
            } else {
                part += item[i];
            }
        }
        if (!part.empty()) result.push_back(std::move(part));
    }
    return result;
}

void add_operation(CLI::App& app, Session& session, const operation::Operation& operation) {
    const std::vector<std::string>& words = operation.info.words;
    CLI::App* place = &app;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) place = group_of(*place, words[i]);
    CLI::App* command = place->add_subcommand(words.back(), operation.info.summary);
    const auto flags = std::make_shared<std::vector<Flag>>(operation.options.size());
    for (std::size_t i = 0; i < flags->size(); ++i) {
        Flag& flag = (*flags)[i];
        flag.parameter = &operation.options[i];
        flag.kind = flag_kind(*flag.parameter);
        add_flag(*command, operation.options, flag);
    }
    command->footer(footer_of(operation.info));
    command->callback([&session, &operation, flags] {
        session.run = [&session, &operation, flags] {
            for (const Flag& flag : *flags) {
                if (flag.parameter->positional) session.arguments.push_back(flag.parameter->name);
            }
            const operation::Answer answer = operation.run(given_options(*flags), session);
            session.answer(answer);
            if (answer.failure) throw Error(*answer.failure);
        };
    });
}

}  // namespace lethe::cli
