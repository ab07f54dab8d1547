#include "cli/described.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lethe/core/version.h"

namespace lethe::cli {
namespace {

DescribedOption described_option(const CLI::Option& option) {
    DescribedOption result;
    result.positional = option.get_positional();
    if (result.positional) {
        result.names.push_back(option.get_name());
    } else {
        for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
    }
    result.value = option.get_type_size() > 0 ? option.get_type_name() : std::string();
    result.text = option.get_description();
    result.usual = option.get_default_str();
    result.required = option.get_required();
    return result;
}

std::vector<std::string> example_lines(const std::string& footer) {
    std::vector<std::string> lines;
    std::istringstream text(footer);
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("  lethe ")) lines.push_back(line.substr(2));
    }
    return lines;
}

void describe(const CLI::App& app, const std::string& name,
              std::vector<DescribedCommand>& commands) {
    DescribedCommand command;
    command.name = name;
    command.text = app.get_description();
    command.footer = app.get_footer();
    command.examples = example_lines(command.footer);
    for (const CLI::Option* option : app.get_options()) {
        command.options.push_back(described_option(*option));
    }
    const auto all = [](const CLI::App*) { return true; };
    const std::vector<const CLI::App*> inside = app.get_subcommands(all);
    command.is_group = !inside.empty() && !name.empty() && command.examples.empty();
    commands.push_back(std::move(command));
    for (const CLI::App* one : inside) {
        describe(*one, name.empty() ? one->get_name() : name + " " + one->get_name(), commands);
    }
}

// Text in roff: what it takes for its own is escaped.
std::string roff(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
            result += "\\&";
            result += c;
        } else {
            result += c;
        }
    }
    return result;
}

std::string dashed(std::string name) {
    std::replace(name.begin(), name.end(), ' ', '-');
    return name.empty() ? "lethe" : "lethe-" + name;
}

std::string option_heading(const DescribedOption& option) {
    std::string heading = fmt::format("{}", fmt::join(option.names, ", "));
    if (!option.value.empty() && !option.positional) heading += " " + option.value;
    return heading;
}

// The commands directly below one, by its name.
std::vector<const DescribedCommand*> inside_of(const std::string& name,
                                               const std::vector<DescribedCommand>& commands) {
    std::vector<const DescribedCommand*> inside;
    const std::string start = name.empty() ? "" : name + " ";
    for (const DescribedCommand& one : commands) {
        if (one.name.empty() || !one.name.starts_with(start)) continue;
        if (one.name.find(' ', start.size()) == std::string::npos) inside.push_back(&one);
    }
    return inside;
}

}  // namespace

std::vector<DescribedCommand> described_commands(const CLI::App& app) {
    std::vector<DescribedCommand> commands;
    describe(app, "", commands);
    return commands;
}

Json to_json(const DescribedCommand& command) {
    Json options = Json::array();
    for (const DescribedOption& option : command.options) {
        Json one{{"names", option.names}, {"text", option.text}};
        if (!option.value.empty()) one["value"] = option.value;
        if (!option.usual.empty()) one["default"] = option.usual;
        if (option.required) one["required"] = true;
        if (option.positional) one["positional"] = true;
        options.push_back(std::move(one));
    }
    return {{"name", command.name},
            {"text", command.text},
            {"group", command.is_group},
            {"options", std::move(options)},
            {"examples", command.examples}};
}

std::string man_name(const DescribedCommand& command) { return dashed(command.name) + ".1"; }

std::string man_page(const DescribedCommand& command,
                     const std::vector<DescribedCommand>& commands) {
    const std::string title = dashed(command.name);
    std::string upper = title;
    std::ranges::transform(upper, upper.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    std::string page =
        fmt::format(".TH {} 1 \"\" \"lethe {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                    roff(upper), kProgramVersion, roff(title), roff(command.text));
    page += fmt::format(".SH SYNOPSIS\n.B lethe {}\n", roff(command.name));
    const std::vector<const DescribedCommand*> inside = inside_of(command.name, commands);
    if (!inside.empty()) page += "COMMAND\n";
    page += "[\\fIOPTIONS\\fR]\n";
    for (const DescribedOption& option : command.options) {
        if (!option.positional) continue;
        const std::string shown = roff(option.value.empty() ? option.names[0] : option.value);
        page += option.required ? fmt::format("\\fI{}\\fR\n", shown)
                                : fmt::format("[\\fI{}\\fR]\n", shown);
    }
    if (!inside.empty()) {
        page += ".SH COMMANDS\n";
        for (const DescribedCommand* one : inside) {
            page += fmt::format(".TP\n\\fB{}\\fR\n{} (see {}(1))\n", roff(one->name),
                                roff(one->text), roff(dashed(one->name)));
        }
    }
    page += ".SH OPTIONS\n";
    for (const DescribedOption& option : command.options) {
        page +=
            fmt::format(".TP\n\\fB{}\\fR\n{}{}\n", roff(option_heading(option)), roff(option.text),
                        option.usual.empty() ? "" : roff(" [" + option.usual + "]"));
    }
    if (!command.examples.empty()) {
        page += ".SH EXAMPLES\n.nf\n";
        for (const std::string& line : command.examples) page += roff(line) + "\n";
        page += ".fi\n";
    }
    if (!command.name.empty()) page += ".SH SEE ALSO\nlethe(1)\n";
    return page;
}

}  // namespace lethe::cli
