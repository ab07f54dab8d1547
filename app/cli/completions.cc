// Shell completions, from the description of the commands.
#include <fmt/format.h>

#include "cli/described.h"
#include "lethe/core/error.h"

namespace lethe::cli {
namespace {

// Words that can follow a command: the commands inside of it and its options.
std::string following(const DescribedCommand& command,
                      const std::vector<DescribedCommand>& commands) {
    std::string words;
    const auto add = [&](std::string_view word) {
        if (!words.empty()) words += ' ';
        words += word;
    };
    const std::string start = command.name.empty() ? "" : command.name + " ";
    for (const DescribedCommand& one : commands) {
        if (one.name.size() <= start.size() || !one.name.starts_with(start)) continue;
        const std::string_view rest = std::string_view(one.name).substr(start.size());
        if (rest.find(' ') == std::string_view::npos) add(rest);
    }
    const std::vector<const DescribedCommand*> listed{&command, &commands.front()};
    for (const DescribedCommand* one : listed) {
        for (const DescribedOption& option : one->options) {
            if (option.positional) continue;
            for (const std::string& name : option.names) {
                if (name.starts_with("--")) add(name);
            }
        }
        if (&command == &commands.front()) break;
    }
    return words;
}

std::string shell_quoted(std::string text) {
    for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4)) {
        text.replace(at, 1, "'\\''");
    }
    return "'" + text + "'";
}

// The longest command at the beginning of the line decides what can follow; files otherwise.
std::string bash_script(const std::vector<DescribedCommand>& commands) {
    std::string script =
        "# bash completion of lethe, written by: lethe help --completion bash\n"
        "_lethe() {\n"
        "    local word command= words i\n"
        "    COMPREPLY=()\n"
        "    word=\"${COMP_WORDS[COMP_CWORD]}\"\n"
        "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
        "        case \"${COMP_WORDS[i]}\" in -*) ;; *)\n"
        "            case \"${command:+$command }${COMP_WORDS[i]}\" in\n";
    for (const DescribedCommand& command : commands) {
        if (command.name.empty()) continue;
        script += fmt::format("                {0}) command={0} ;;\n", shell_quoted(command.name));
    }
    script +=
        "            esac ;;\n"
        "        esac\n"
        "    done\n"
        "    case \"$command\" in\n";
    for (const DescribedCommand& command : commands) {
        script += fmt::format("        {}) words={} ;;\n", shell_quoted(command.name),
                              shell_quoted(following(command, commands)));
    }
    script +=
        "    esac\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "}\n"
        "complete -o default -F _lethe lethe\n";
    return script;
}

std::string fish_script(const std::vector<DescribedCommand>& commands) {
    std::string script = "# fish completion of lethe, written by: lethe help --completion fish\n";
    for (const DescribedCommand& command : commands) {
        std::string condition = command.name.empty() ? "__fish_use_subcommand" : "";
        std::string_view rest = command.name;
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            condition += (condition.empty() ? "" : "; and ") +
                         fmt::format("__fish_seen_subcommand_from {}", word);
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        }
        const std::size_t space = command.name.rfind(' ');
        if (!command.name.empty()) {
            const std::string group =
                space == std::string::npos ? std::string() : command.name.substr(0, space);
            script +=
                fmt::format("complete -c lethe -n {} -a {} -d {}\n",
                            shell_quoted(group.empty() ? "__fish_use_subcommand"
                                                       : "__fish_seen_subcommand_from " + group),
                            command.name.substr(space == std::string::npos ? 0 : space + 1),
                            shell_quoted(command.text));
        }
        for (const DescribedOption& option : command.options) {
            if (option.positional) continue;
            for (const std::string& name : option.names) {
                if (!name.starts_with("--")) continue;
                script += fmt::format(
                    "complete -c lethe {}-l {} {}-d {}\n",
                    command.name.empty() ? "" : fmt::format("-n {} ", shell_quoted(condition)),
                    name.substr(2), option.value.empty() ? "" : "-r ", shell_quoted(option.text));
            }
        }
    }
    return script;
}

}  // namespace

std::string completion_script(const std::string& shell,
                              const std::vector<DescribedCommand>& commands) {
    if (shell == "bash") return bash_script(commands);
    if (shell == "zsh") {
        return "#compdef lethe\nautoload -U +X bashcompinit && bashcompinit\n" +
               bash_script(commands);
    }
    if (shell == "fish") return fish_script(commands);
    throw Error(ErrorKind::usage, "there are completions for bash, zsh and fish",
                {{}, 0, 0, "--completion"});
}

}  // namespace lethe::cli
