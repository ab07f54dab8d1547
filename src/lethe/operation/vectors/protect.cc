// protect, of document vectors: each document hides among k.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/vectors/vector_policy.h"
#include "lethe/release/vectors/vector_release.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::operation {
namespace {

// A setting of one or more protections, as an option of its own: it is what `set` NAME=VALUE is.
struct VectorSetting {
    Parameter parameter;
    std::vector<std::string> methods;  // that have it

    // One that is true is turned off.
    std::string shown(const Door& door) const {
        return door.option_name((parameter.fallback == Json(true) ? "no_" : "") + parameter.name);
    }
};

struct ProtectVectorsOptions {
    std::string vectors;
    std::string output;
    std::string method = method_names(Family::mask, DataKind::vectors).front();
    bool has_method = false;
    std::string policy;
    std::string extend;
    bool join = false;
    Json set = Json::object();
    KnowledgeSource knowledge;
    bool has_knowledge = false;
    bool keep_ids = false;
    bool keep_order = false;
    bool drop_labels = false;
    bool dry_run = false;
    Replacing replace;
};

std::vector<VectorSetting> vector_settings() {
    std::vector<VectorSetting> settings;
    for (const Method* method : methods_of(Family::mask, DataKind::vectors)) {
        for (const Parameter& parameter : method->parameters) {
            auto place = std::ranges::find(
                settings, parameter.name,
                [](const VectorSetting& setting) { return setting.parameter.name; });
            if (place == settings.end()) place = settings.insert(place, {parameter, {}});
            place->methods.push_back(method->info.name);
        }
    }
    return settings;
}

std::string and_list(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        text += (i == 0 ? "" : i + 1 < items.size() ? ", " : " and ") + items[i];
    }
    return text;
}

// An option that goes with other methods than the one that was chosen, and those that go with it.
void check_setting(const std::vector<VectorSetting>& settings, const VectorSetting& given,
                   const std::string& method, const Door& door, Problems& problems) {
    if (std::ranges::find(given.methods, method) != given.methods.end()) return;
    std::vector<std::string> alike;
    for (const VectorSetting& setting : settings) {
        if (setting.methods == given.methods) alike.push_back(setting.shown(door));
    }
    problems.push_back({fmt::format("{} {} for {}", and_list(alike),
                                    alike.size() > 1 ? "are" : "is", and_list(given.methods))});
}

Json vector_parameters(const ProtectVectorsOptions& options, const Json& given) {
    Json parameters = options.set;
    parameters.update(given);
    return parameters;
}

// Settings are checked by the method that takes them; with a policy it is not known here.
void check_vector_protection(const ProtectVectorsOptions& options, const Json& given,
                             const Door& door, Problems& problems) {
    if (!options.policy.empty() || !options.extend.empty()) return;
    const Method& method = release::vector_protection(options.method);
    const std::vector<VectorSetting> settings = vector_settings();
    Json own = Json::object();
    for (const VectorSetting& setting : settings) {
        const std::string& name = setting.parameter.name;
        if (!given.contains(name)) continue;
        check_setting(settings, setting, method.info.name, door, problems);
        if (method.has_parameter(name)) own[name] = given[name];
        if (!options.set.contains(name)) continue;
        problems.push_back({fmt::format("{} and {} {} say the same", setting.shown(door),
                                        door.option_name("set"), name)});
    }
    method.bind(own, {}, problems);
    if (vectors::needs_taxonomy(method)) return;
    const auto refuse = [&](bool is_given, const std::string& option) {
        if (!is_given) return;
        problems.push_back({fmt::format("is for methods that compare terms by their meaning; {} "
                                        "does not",
                                        method.info.name),
                            {{}, 0, 0, option}});
    };
    refuse(options.has_knowledge, "source");
    refuse(options.knowledge.format.has_value(), "format");
    refuse(options.knowledge.no_cache, "no_cache");
}

// What the policy says; settings beside it are refused, other options go before it.
void take_policy(const ProtectVectorsOptions& options, const Json& settings,
                 release::VectorRelease& what) {
    what.method = options.has_method ? options.method : std::string();
    what.parameters = options.set;
    what.parameters.update(settings);
    if (!options.has_knowledge) what.taxonomy.clear();
    apply_policy(release::read_vector_policy(options.policy), what);
    if (what.taxonomy.empty()) what.taxonomy = options.knowledge.source;
}

Answer protect_vector_file(const ProtectVectorsOptions& options, const Json& settings, Door& door) {
    check_output_given(options.output, options.dry_run, "release.mtx");
    release::VectorRelease what;
    what.source = options.vectors;
    what.output = options.output;
    what.method = options.method;
    what.taxonomy = options.knowledge.source;
    what.reading = options.knowledge.options(door);
    what.keep_ids = options.keep_ids;
    what.keep_order = options.keep_order;
    what.drop_labels = options.drop_labels;
    what.dry_run = options.dry_run;
    what.surroundings = {{options.policy}, options.replace.force};
    what.seed = door.seed_or_random();
    if (!options.extend.empty()) {
        what.extends = options.extend;
        what.join = options.join;
        if (!options.has_method) what.method.clear();
        what.parameters = vector_parameters(options, settings);
        return released_answer(release::release_vectors(door.context(), what), door);
    }
    if (!options.policy.empty()) take_policy(options, settings, what);
    const Method& method = release::vector_protection(what.method);
    if (options.policy.empty()) {
        what.parameters = vector_parameters(options, settings);
    }
    if (options.has_knowledge && !vectors::needs_taxonomy(method)) {
        throw Error(ErrorKind::usage, fmt::format("{} is for methods that compare terms by their "
                                                  "meaning; {} does not",
                                                  door.option_name("source"), method.info.name));
    }
    return released_answer(release::release_vectors(door.context(), what), door);
}

// "spherical: Groups ...; semantic: ..."
std::string vector_method_words(const std::vector<std::string>& methods) {
    std::string words;
    for (const std::string& name : methods) {
        words += (words.empty() ? "" : "; ") + name + ": " +
                 release::vector_protection(name).info.summary;
        words.pop_back();  // the full stop
    }
    return words;
}

std::vector<Parameter> vector_setting_parameters(std::size_t methods) {
    std::vector<Parameter> parameters;
    for (const VectorSetting& setting : vector_settings()) {
        Parameter& parameter = parameters.emplace_back(setting.parameter);
        if (setting.methods.size() < methods) {
            parameter.text += fmt::format(" ({})", and_list(setting.methods));
        }
        parameter.placeholder = parameter.choices.empty() ? "N" : "HOW";
    }
    return parameters;
}

}  // namespace

Operation protect_vectors() {
    using O = ProtectVectorsOptions;
    const std::vector<std::string> methods = method_names(Family::mask, DataKind::vectors);
    const std::vector<Parameter> settings = vector_setting_parameters(methods.size());
    Operation operation = make_operation(
        {.name = "protect",
         .data = DataKind::vectors,
         .words = {"text", "protect"},
         .summary = "Protect document vectors: each document hides among at least k",
         .examples = {"lethe text vectors examples/documents/ministry -o ministry.mtx",
                      "lethe protect ministry.mtx -k 3 -o ministry-protected.mtx",
                      "lethe protect ministry.mtx --extend ministry-protected.mtx -o "
                      "ministry-extended.mtx"}},
        Schema<O>()
            .field("vectors", &O::vectors, "Vectors, as lethe text vectors writes them")
            .at_place("VECTORS")
            .required()
            .input()
            .field("output", &O::output, "The protected vectors")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .field("policy", &O::policy,
                   "Policy file (TOML): the method, its settings and what is released")
            .shown("FILE")
            .input()
            .field("extend", &O::extend,
                   "An earlier release, with its private log beside it: these documents are added "
                   "to it, by its method and settings, and all are released together")
            .shown("RELEASE")
            .input()
            .excludes({"policy", "keep_ids", "keep_order", "drop_labels"})
            .field("join", &O::join,
                   "New documents join the published vectors that they are nearest to, instead of "
                   "groups of their own: less loss, but who compares both releases sees which")
            .goes_with("extend")
            .choice("method", &O::method, vector_method_words(methods), methods)
            .shown("METHOD")
            .noting("method", &O::has_method)
            .field("set", &O::set, "A parameter of the method, such as k=5")
            .shown("NAME=VALUE")
            .settings_of("method")
            .include(&O::knowledge, KnowledgeSource::schema())
            .noting("source", &O::has_knowledge)
            .field("keep_ids", &O::keep_ids,
                   "Release the ids of the documents; they say who is who")
            .field("keep_order", &O::keep_order,
                   "Keep the order of the documents instead of a random one")
            .field("drop_labels", &O::drop_labels, "Do not release the classes of the documents")
            .include(&O::replace, Replacing::schema())
            .field("dry_run", &O::dry_run, "Show what would be done, and do nothing"),
        settings, protect_vector_file, check_vector_protection);
    // The settings of methods stand behind the method.
    const auto after = std::ranges::find(operation.options, "set", &Parameter::name);
    std::rotate(after, operation.options.end() - std::ssize(settings), operation.options.end());
    return operation;
}

}  // namespace lethe::operation
