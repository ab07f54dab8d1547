// lethe text sanitize: documents without what identifies people.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>

#include "cli/knowledge_flags.h"
#include "cli/text.h"
#include "cli/text_finders.h"
#include "cli/text_needs.h"
#include "cli/text_risk.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/knowledge/read_knowledge.h"
#include "lethe/text/apply_review.h"
#include "lethe/text/read_documents.h"
#include "lethe/text/sanitise.h"
#include "lethe/text/text_record.h"
#include "lethe/text/write_documents.h"

namespace lethe::cli {
namespace {

struct SanitizeFlags {
    std::string documents;
    std::string output;
    std::string policy;
    std::string profile;
    std::vector<std::string> settings;
    std::string setting;
    std::string scope;
    std::vector<std::string> lists;
    SecretFlags secrets;
    RiskFlags risk;
    double threshold = 0.1;
    std::string marker;
    std::string spans;
    std::string largest;
    text::ReadOptions read;
    FinderFlags finders;
};

text::TextPolicy policy_of_command(const SanitizeFlags& options) {
    text::TextPolicy policy =
        options.policy.empty()
            ? text::profile_policy(options.profile.empty() ? "default" : options.profile)
            : text::read_text_policy(options.policy);
    for (const std::string& setting : options.settings) text::set_treatment(policy, setting);
    for (const std::string& list : options.lists) text::add_list(policy, list);
    if (!options.setting.empty()) policy.setting = *text::setting_named(options.setting);
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
                      bytes <= static_cast<double>(text::ReadOptions::kLargestOfAll);
    if (!good) {
        throw Error(ErrorKind::usage, "must be a size up to 4G, such as 64M",
                    {{}, 0, 0, "--largest"});
    }
    return static_cast<std::int64_t>(bytes);
}

// Deletes the blocks whose density of risk terms reaches the threshold, over what was sanitised.
std::int64_t delete_risky_blocks(Session& session, const SanitizeFlags& options,
                                 const text::Documents& documents, const text::TextPolicy& policy,
                                 const text::SanitiseOptions& tools, text::Sanitised& result) {
    const RiskFindings risks = find_risks(session, options.risk, tools.wordnet, documents);
    std::vector<text::Mentions> removed = result.mentions;
    for (text::Mentions& mentions : removed) {
        std::erase_if(mentions, [&](const text::Mention& mention) {
            return !policy.removes(mention.category);
        });
    }
    text::Review review =
        text::make_review(documents, removed, policy.categories, risks.blocks, risks.terms, {});
    for (text::ReviewBlock& block : review.blocks) {
        block.decision =
            block.score >= options.threshold ? text::Decision::accept : text::Decision::reject;
    }
    std::vector<std::int64_t> same(documents.size());
    std::iota(same.begin(), same.end(), 0);
    text::Applied applied = text::apply_review(session.context(), documents, review, same, policy,
                                               {tools, options.marker});
    std::set<std::string> kept;
    for (const text::Survivor& one : result.survivors) {
        const std::string& text = result.texts[static_cast<std::size_t>(one.document)];
        if (one.kept) kept.emplace(one.span.of(text));
    }
    for (text::Survivor& one : applied.standing_names) {
        const std::string& text = applied.texts[static_cast<std::size_t>(one.document)];
        one.kept = kept.contains(std::string(one.span.of(text)));
    }
    result.texts = std::move(applied.texts);
    result.survivors = std::move(applied.standing_names);
    result.removed_words.merge(applied.removed_words);
    return applied.blocks;
}

// Says what was left out, without the names of files that would tell.
void say_notes(const Session& session, const text::ReadNotes& notes,
               const text::Sanitised& result) {
    constexpr std::size_t kMost = 10;
    const auto shown = [&](const std::string& name) {
        return text::holds_removed_word(name, result.removed_words)
                   ? std::string("a file whose name holds a removed word")
                   : name;
    };
    for (std::size_t i = 0; i < std::min(kMost, notes.skipped.size()); ++i) {
        Problem problem = notes.skipped[i];
        problem.place.file = shown(problem.place.file);
        session.say(fmt::format("left out: {}", to_string(problem)));
    }
    if (notes.skipped.size() > kMost) {
        session.say(fmt::format("left out: {} more files; the private log lists them",
                                notes.skipped.size() - kMost));
    }
    if (notes.other_files > 0) {
        session.say(fmt::format("note: {} files of other kinds are not part of the release",
                                notes.other_files));
    }
    if (!notes.empty.empty()) {
        session.say(fmt::format("note: {} documents are empty", notes.empty.size()));
    }
}

std::vector<text::SourceDigest> source_digests(const std::string& source, bool folder,
                                               const text::Documents& documents) {
    std::vector<text::SourceDigest> digests;
    if (source == "-") return digests;
    std::set<std::string> seen;
    for (const text::Document& document : documents) {
        if (!seen.insert(document.file).second) continue;
        const std::string path =
            folder ? (std::filesystem::path(source) / document.file).string() : source;
        std::error_code missing;
        if (!std::filesystem::exists(path, missing)) continue;  // its name is not UTF-8
        digests.push_back({document.file, file_sha256(path)});
    }
    return digests;
}

// Whether a name of a file or an id holds something that the policy removes, by its form.
bool name_tells(const text::Finders& finders, const text::TextPolicy& policy,
                const std::string& name) {
    // The ending is no domain, and what joins words in names does not stand in texts.
    std::string plain = name.substr(0, name.rfind('.') == 0 ? name.size() : name.rfind('.'));
    std::string words = plain;
    std::replace_if(
        words.begin(), words.end(), [](char c) { return c == '_' || c == '+'; }, ' ');
    for (const std::string& one : {name, plain, words}) {
        for (const text::Mention& mention : text::find_by_form(finders, one, text::tokenise(one))) {
            if (mention.category != text::kUrl && policy.removes(mention.category)) return true;
        }
    }
    return false;
}

void write_spans(const std::string& path, const text::Documents& documents,
                 const text::Sanitised& result, const text::TextPolicy& policy) {
    std::string lines;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        Json line = {{"id", documents[d].id}};
        if (!documents[d].field.empty()) line["field"] = documents[d].field;
        line["entities"] = text::spans_json(documents[d], result.mentions[d], policy);
        lines += line.dump() + "\n";
    }
    write_file(path, lines, true);
}

void check_place(const Session& session, const SanitizeFlags& options, bool folder) {
    const std::vector<std::string> inputs{options.documents,        options.policy,
                                          options.secrets.key_file, options.secrets.salt_file,
                                          options.finders.model,    options.risk.terms};
    if (!options.spans.empty()) refuse_overwrite(options.spans, inputs);
    if (options.output == "-") {
        if (session.json) {
            throw Error(ErrorKind::usage, "--json and -o - both want standard output");
        }
        if (folder) throw Error(ErrorKind::usage, "a folder cannot be written to standard output");
        return;
    }
    text::check_release_place(options.documents, options.output, folder);
    refuse_overwrite(options.output, inputs);
}

void sanitize(Session& session, const SanitizeFlags& options) {
    const text::TextPolicy policy = policy_of_command(options);
    const bool folder =
        options.documents != "-" && std::filesystem::is_directory(options.documents);
    check_place(session, options, folder);
    if (policy.uses(text::Treatment::Kind::encrypt) && options.secrets.key_file.empty()) {
        throw Error(ErrorKind::usage,
                    "the policy encrypts, which needs a key; make one with lethe text key",
                    {{}, 0, 0, "--key-file"});
    }
    text::ReadOptions read = options.read;
    if (!options.largest.empty()) read.largest = bytes_of(options.largest);

    text::ReadNotes notes;
    const text::Documents documents =
        text::read_documents(session.context(), options.documents, read, &notes);
    Needs needs;
    fetch_needs(session, options.secrets, policy, needs);
    const std::unique_ptr<FinderSet> found = make_finders(session, policy, options.finders);
    needs.options.wordnet = found->wordnet;

    text::Sanitised result = text::sanitise(
        session.context(), documents, text::detect(session.context(), *found->finders, documents),
        policy, needs.options);
    std::optional<std::int64_t> blocks;
    if (!options.risk.terms.empty()) {
        blocks = delete_risky_blocks(session, options, documents, policy, needs.options, result);
    }
    say_notes(session, notes, result);
    const text::ReleaseNames names = text::release_names(
        documents, result.removed_words,
        [&](const std::string& name) { return name_tells(*found->finders, policy, name); });
    const std::vector<text::ReleaseFile> files =
        text::release_files(documents, result.texts, names);
    if (!options.spans.empty()) write_spans(options.spans, documents, result, policy);
    if (options.output == "-") return session.print(files.front().bytes);

    const std::string record = text::text_record_path(options.output);
    const std::string log = text::text_private_log_path(options.output);
    const Json private_log =
        text::text_private_log(documents, result, policy, names, options.documents,
                               source_digests(options.documents, folder, documents), notes.skipped);
    write_file(log, private_log.dump(2) + "\n", true);
    text::write_release(session.context(), files, options.output, folder);
    Json public_record = text::text_record(result, policy, files, options.output, folder);
    if (blocks) public_record["blocks_deleted"] = *blocks;
    write_file(record, public_record.dump(2) + "\n");

    Json summary = {{"kind", "text-release"},
                    {"output", options.output},
                    {"record", record},
                    {"private_log", log},
                    {"documents", std::count_if(documents.begin(), documents.end(),
                                                [](const text::Document& document) {
                                                    return document.field.empty();
                                                })},
                    {"files", files.size()},
                    {"bytes", notes.bytes},
                    {"renamed", names.renamed},
                    {"left_out", notes.skipped.size()},
                    {"categories", text::category_counts(result, policy)},
                    {"proof", public_record["proof"]}};
    if (blocks) summary["blocks_deleted"] = *blocks;
    if (documents.size() == 1) {
        summary["entities"] = text::spans_json(documents[0], result.mentions[0], policy);
    }
    session.show(summary);
}

}  // namespace

void add_text_sanitize(CLI::App& text, Session& session) {
    auto options = std::make_shared<SanitizeFlags>();
    CLI::App* command = text.add_subcommand(
        "sanitize", "Find what identifies people in documents, and write them without it");
    command
        ->add_option("documents", options->documents,
                     "A .txt, .md, .html or .jsonl file, a folder of them, or -")
        ->required()
        ->type_name("DOCS");
    command
        ->add_option("-o,--output", options->output,
                     "The release: a file for a file, a folder for a folder; - prints a file")
        ->required()
        ->type_name("OUT");
    CLI::Option* policy =
        command->add_option("--policy", options->policy, "Policy file (TOML)")->type_name("FILE");
    command
        ->add_option("--profile", options->profile,
                     fmt::format("A policy that is part of the program: {} [default]",
                                 fmt::join(text::profile_names(), ", ")))
        ->type_name("NAME")
        ->excludes(policy);
    command
        ->add_option("--set", options->settings,
                     fmt::format("What is done with a category: {}",
                                 fmt::join(text::treatment_names(), ", ")))
        ->type_name("CATEGORY=TREATMENT")
        ->allow_extra_args(false);
    command->add_option("--setting", options->setting, "balanced, or recall: rather too much")
        ->check(CLI::IsMember(text::setting_names()))
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
        ->add_option("--threshold", options->threshold,
                     "Of --risk-terms: blocks with so many hits a word and more are deleted")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("DENSITY");
    command->add_option("--marker", options->marker, "What stands for a deleted block [nothing]")
        ->type_name("TEXT");
    command
        ->add_option("--spans", options->spans,
                     "Write every mention with its place, a document a line (private)")
        ->type_name("FILE");
    command->add_option("--text-field", options->read.fields.text, "Of JSON lines: the text")
        ->capture_default_str()
        ->type_name("NAME");
    command
        ->add_option("--id-field", options->read.fields.id,
                     "Of JSON lines: the id [id, doc_id, or the line]")
        ->type_name("NAME");
    command
        ->add_option("--keep-field", options->read.fields.keep,
                     "Of JSON lines: a further field to release, sanitised too")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command->add_option("--largest", options->largest, "The most that a document may be [64M]")
        ->type_name("SIZE");
    command->footer(
        "Example:\n  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe text sanitize letters -o release --set date=generalise");
    command->callback([&session, options] {
        session.run = [&session, options] { sanitize(session, *options); };
    });
}

}  // namespace lethe::cli
