// lethe text sanitize: documents without what identifies people.
#include <fmt/format.h>

#include "cli/documents/text.h"
#include "cli/documents/text_finders.h"
#include "cli/documents/text_needs.h"
#include "cli/documents/text_risk.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/replace_flags.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/documents/document_release.h"

namespace lethe::cli {
namespace {

struct SanitizeFlags {
    release::DocumentRelease release;
    std::string policy;
    std::string profile;
    std::string method;
    std::vector<std::string> settings;
    std::string setting;
    std::string scope;
    std::vector<std::string> lists;
    std::string largest;
    FinderFlags finders;
    SecretFlags secrets;
    RiskFlags risk;
    ReplaceFlags replace;
};

documents::TextPolicy policy_of(const SanitizeFlags& options) {
    documents::TextPolicy policy =
        options.policy.empty()
            ? documents::profile_policy(options.profile.empty() ? "default" : options.profile)
            : documents::read_text_policy(options.policy);
    if (!options.method.empty()) {
        documents::treat_all(policy,
                             find_method(options.method, Family::mask, DataKind::documents));
    }
    for (const std::string& setting : options.settings) documents::set_treatment(policy, setting);
    for (const std::string& list : options.lists) documents::add_list(policy, list);
    if (!options.setting.empty()) policy.setting = *documents::setting_named(options.setting);
    if (!options.scope.empty()) policy.per_document = options.scope == "document";
    return policy;
}

// "64M", "2G", "1000".
std::int64_t bytes_of(const std::string& text) {
    constexpr std::string_view kUnits = "KMG";
    std::size_t used = 0;
    double value = 0;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    const std::string_view unit = std::string_view(text).substr(used);
    const std::size_t power =
        unit.empty() ? 0 : kUnits.find(static_cast<char>(std::toupper(unit[0]))) + 1;
    const double bytes = value * static_cast<double>(std::int64_t{1} << (10 * (power % 4)));
    const bool good = used > 0 && unit.size() <= 1 && power <= kUnits.size() && bytes >= 1 &&
                      bytes <= static_cast<double>(documents::ReadOptions::kLargestOfAll);
    if (!good) {
        throw Error(ErrorKind::usage, "must be a size up to 4G, such as 64M",
                    {{}, 0, 0, "--largest"});
    }
    return static_cast<std::int64_t>(bytes);
}

void sanitize(Session& session, const SanitizeFlags& options) {
    release::DocumentRelease what = options.release;
    if (what.output == "-" && session.json) {
        throw Error(ErrorKind::usage, "--json and -o - both want standard output");
    }
    what.policy = policy_of(options);
    if (!options.largest.empty()) what.read.largest = bytes_of(options.largest);
    what.finders = options.finders;
    what.secrets = options.secrets;
    what.risk = options.risk.options();
    what.cache = knowledge_cache_folder();
    what.surroundings = {{options.policy}, options.replace.force};
    session.show_released(release::release_documents(session.context(), what));
}

}  // namespace

void add_text_sanitize(CLI::App& text, Session& session) {
    auto options = std::make_shared<SanitizeFlags>();
    CLI::App* command = text.add_subcommand(
        "sanitize", "Find what identifies people in documents, and write them without it");
    command
        ->add_option("documents", options->release.source,
                     "A .txt, .md, .html or .jsonl file, a folder of them, or -")
        ->required()
        ->type_name("DOCS");
    command
        ->add_option("-o,--output", options->release.output,
                     "The release: a file for a file, a folder for a folder; - prints a file")
        ->required()
        ->type_name("OUT");
    CLI::Option* policy =
        command->add_option("--policy", options->policy, "Policy file (TOML)")->type_name("FILE");
    command
        ->add_option("--profile", options->profile,
                     fmt::format("A policy that is part of the program: {} [default]",
                                 fmt::join(documents::profile_names(), ", ")))
        ->type_name("NAME")
        ->excludes(policy);
    command
        ->add_option("--method", options->method,
                     "What is done with all that is removed, as far as it can be: as --set")
        ->type_name("TREATMENT");
    command
        ->add_option("--set", options->settings,
                     fmt::format("What is done with a category: {}",
                                 fmt::join(documents::treatment_names(), ", ")))
        ->type_name("CATEGORY=TREATMENT")
        ->allow_extra_args(false);
    command->add_option("--setting", options->setting, "balanced, or recall: rather too much")
        ->check(CLI::IsMember(documents::setting_names()))
        ->type_name("NAME");
    command
        ->add_option("--scope", options->scope,
                     "Where an entity keeps its number: collection, or document")
        ->check(CLI::IsMember({"collection", "document"}))
        ->type_name("NAME");
    command->add_option("--list", options->lists, "Names to look for, one a line")
        ->type_name("CATEGORY=FILE")
        ->allow_extra_args(false);
    options->finders.add_to(*command);
    options->secrets.add_to(*command);
    options->risk.add_to(*command);
    command
        ->add_option("--threshold", options->release.threshold,
                     "Of --risk-terms: blocks with so many hits a word and more are deleted")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("DENSITY");
    command
        ->add_option("--marker", options->release.marker,
                     "What stands for a deleted block [nothing]")
        ->type_name("TEXT");
    command
        ->add_option("--spans", options->release.spans,
                     "Write every mention with its place, a document a line (private)")
        ->type_name("FILE");
    command
        ->add_option("--text-field", options->release.read.fields.text, "Of JSON lines: the text")
        ->capture_default_str()
        ->type_name("NAME");
    command
        ->add_option("--id-field", options->release.read.fields.id,
                     "Of JSON lines: the id [id, doc_id, or the line]")
        ->type_name("NAME");
    command
        ->add_option("--keep-field", options->release.read.fields.keep,
                     "Of JSON lines: a further field to release, sanitised too")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command->add_option("--largest", options->largest, "The most that a document may be [64M]")
        ->type_name("SIZE");
    options->replace.add_to(*command);
    command->add_flag("--dry-run", options->release.dry_run,
                      "Show what would be done, and do nothing");
    command->footer(
        "Example:\n  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe text sanitize letters -o release --set date=generalise");
    command->callback([&session, options] {
        session.run = [&session, options] { sanitize(session, *options); };
    });
}

}  // namespace lethe::cli
