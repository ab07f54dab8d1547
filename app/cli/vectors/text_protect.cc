// lethe text protect: vectors of documents in which each document hides among k.
#include <fmt/format.h>

#include <algorithm>

#include "cli/documents/text.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/knowledge/knowledge_source.h"
#include "cli/replace_flags.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/vectors/vector_policy.h"
#include "lethe/release/vectors/vector_release.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::cli {
namespace {

// A setting of one or more protections, as a flag of its own: it is what --set NAME=VALUE is.
struct SettingFlag {
    Parameter parameter;
    std::vector<std::string> methods;  // that have it
    std::string value;
    bool turned = false;  // of one that is true unless --no-NAME turns it off
    CLI::Option* option = nullptr;

    bool is_switch() const { return parameter.fallback == Json(true); }
    std::string flag() const { return (is_switch() ? "--no-" : "--") + parameter.name; }
};

struct VectorProtectFlags {
    release::VectorRelease release;
    std::vector<SettingFlag> flags;
    std::vector<std::string> settings;
    KnowledgeSource knowledge;
    CLI::Option* source = nullptr;
    CLI::Option* method = nullptr;
    std::string policy;
    ReplaceFlags replace;
};

std::vector<SettingFlag> setting_flags() {
    std::vector<SettingFlag> flags;
    for (const Method* method : methods_of(Family::mask, DataKind::vectors)) {
        for (const Parameter& parameter : method->parameters) {
            auto place = std::ranges::find(
                flags, parameter.name, [](const SettingFlag& flag) { return flag.parameter.name; });
            if (place == flags.end()) {
                place = flags.insert(place, {parameter, {}, {}, false, nullptr});
            }
            place->methods.push_back(method->info.name);
        }
    }
    return flags;
}

std::string and_list(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        text += (i == 0 ? "" : i + 1 < items.size() ? ", " : " and ") + items[i];
    }
    return text;
}

// A flag that goes with other methods than the one that was chosen, and those that go with it.
void check_flag(const VectorProtectFlags& options, const SettingFlag& given,
                const std::string& method) {
    if (std::ranges::find(given.methods, method) != given.methods.end()) return;
    std::vector<std::string> alike;
    for (const SettingFlag& flag : options.flags) {
        if (flag.methods == given.methods) alike.push_back(flag.flag());
    }
    throw Error(ErrorKind::usage,
                fmt::format("{} {} for {}", and_list(alike), alike.size() > 1 ? "are" : "is",
                            and_list(given.methods)));
}

Json parameters_of(const VectorProtectFlags& options, const Method& method) {
    Json parameters = parse_settings(options.settings);
    for (const SettingFlag& flag : options.flags) {
        if (flag.option->count() == 0) continue;
        check_flag(options, flag, method.info.name);
        if (parameters.contains(flag.parameter.name)) {
            throw Error(ErrorKind::usage, fmt::format("{} and --set {} say the same", flag.flag(),
                                                      flag.parameter.name));
        }
        parameters[flag.parameter.name] = flag.is_switch() ? Json(false) : Json(flag.value);
    }
    return parameters;
}

// What the policy says, flags of settings refused and the others over it.
void take_policy(const VectorProtectFlags& options, release::VectorRelease& what) {
    what.method = options.method->count() > 0 ? options.release.method : std::string();
    what.parameters = parse_settings(options.settings);
    for (const SettingFlag& flag : options.flags) {
        if (flag.option->count() > 0) what.parameters[flag.parameter.name] = flag.value;
    }
    if (options.source->count() == 0) what.taxonomy.clear();
    apply_policy(release::read_vector_policy(options.policy), what);
    if (what.taxonomy.empty()) what.taxonomy = options.knowledge.source;
}

void protect_vector_file(Session& session, const VectorProtectFlags& options) {
    release::VectorRelease what = options.release;
    what.taxonomy = options.knowledge.source;
    what.reading = options.knowledge.options();
    what.surroundings = {{options.policy}, options.replace.force};
    if (!options.policy.empty()) take_policy(options, what);
    const Method& method = release::vector_protection(what.method);
    if (options.policy.empty()) what.parameters = parameters_of(options, method);
    if (options.source->count() > 0 && !vectors::needs_taxonomy(method)) {
        throw Error(ErrorKind::usage, fmt::format("--source is for methods that compare terms by "
                                                  "their meaning; {} does not",
                                                  method.info.name));
    }
    what.seed = session.seed_or_random();
    session.show_released(release::release_vectors(session.context(), what));
}

void add_setting(CLI::App& command, SettingFlag& flag, std::size_t methods) {
    const Parameter& parameter = flag.parameter;
    std::string text = parameter.text;
    if (flag.methods.size() < methods) text += fmt::format(" ({})", and_list(flag.methods));
    if (flag.is_switch()) {
        flag.option = command.add_flag(flag.flag(), flag.turned, "Turns off: " + text);
        return;
    }
    const std::string short_name = parameter.name.size() == 1 ? "-" + parameter.name + "," : "";
    flag.option = command.add_option(short_name + flag.flag(), flag.value, text);
    flag.option->default_str(parameter.fallback.is_string() ? parameter.fallback.get<std::string>()
                                                            : parameter.fallback.dump());
    if (!parameter.choices.empty()) flag.option->check(CLI::IsMember(parameter.choices));
    flag.option->type_name(parameter.choices.empty() ? "N" : "HOW");
}

}  // namespace

void add_text_protect(CLI::App& app, Session& session) {
    auto options = std::make_shared<VectorProtectFlags>();
    CLI::App* command = app.add_subcommand(
        "protect", "Protect document vectors: each document hides among at least k");
    command
        ->add_option("vectors", options->release.source,
                     "Vectors, as lethe text vectors writes them")
        ->required()
        ->type_name("VECTORS");
    command->add_option("-o,--output", options->release.output, "The protected vectors")
        ->required()
        ->type_name("FILE");
    const std::vector<std::string> methods = method_names(Family::mask, DataKind::vectors);
    options->release.method = methods.front();
    std::string choices;
    for (const std::string& name : methods) {
        const Method& method = release::vector_protection(name);
        choices += (choices.empty() ? "" : "; ") + name + ": " + method.info.summary;
        choices.pop_back();  // the full stop
    }
    command
        ->add_option("--policy", options->policy,
                     "Policy file (TOML): the method, its settings and what is released")
        ->type_name("FILE");
    options->method = command->add_option("--method", options->release.method, choices)
                          ->check(CLI::IsMember(methods))
                          ->capture_default_str()
                          ->type_name("METHOD");
    options->flags = setting_flags();
    for (SettingFlag& flag : options->flags) add_setting(*command, flag, methods.size());
    command->add_option("--set", options->settings, "A parameter of the method, such as k=5")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    options->knowledge.add_option_to(*command);
    options->source = command->get_option("--source");
    command->add_flag("--keep-ids", options->release.keep_ids,
                      "Release the ids of the documents; they say who is who");
    command->add_flag("--keep-order", options->release.keep_order,
                      "Keep the order of the documents instead of a random one");
    command->add_flag("--drop-labels", options->release.drop_labels,
                      "Do not release the classes of the documents");
    options->replace.add_to(*command);
    command->add_flag("--dry-run", options->release.dry_run,
                      "Show what would be done, and do nothing");
    command->footer(
        "Example:\n  lethe text vectors examples/documents/ministry -o ministry.mtx\n"
        "  lethe text protect ministry.mtx -k 3 -o ministry-protected.mtx");
    command->callback([&session, options] {
        session.run = [&session, options] { protect_vector_file(session, *options); };
    });
}

}  // namespace lethe::cli
