// lethe text apply: writes documents as a reviewer decided.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "cli/text.h"
#include "cli/text_collection.h"
#include "cli/text_needs.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/core/version.h"
#include "lethe/text/apply_review.h"
#include "lethe/text/text_record.h"
#include "lethe/text/write_documents.h"

namespace lethe::cli {
namespace {

struct ApplyFlags {
    std::string review;
    std::string decisions;
    std::string documents;
    std::string output;
    std::string reviewer;
    std::string marker;
    std::string undecided;
    SecretFlags secrets;
    bool forget = false;
};

std::string audit_path(const std::string& output) {
    const std::string record = text::text_record_path(output);
    return record.substr(0, record.size() - std::string_view(".json").size()) + ".audit.jsonl";
}

text::Review decided_review(const ApplyFlags& flags) {
    text::Review review = text::parse_review(read_file(flags.review), flags.review);
    if (!flags.decisions.empty()) {
        text::take_decisions(review, read_file(flags.decisions), flags.decisions);
    }
    if (!flags.undecided.empty()) {
        text::settle(review,
                     flags.undecided == "accept" ? text::Decision::accept : text::Decision::reject);
    }
    return review;
}

text::TextPolicy policy_of_review(const text::Review& review, const std::string& file) {
    Problems problems;
    text::TextPolicy policy =
        text::parse_text_policy(review.policy, file + ", its policy", problems);
    throw_if_any(std::move(problems));
    return policy;
}

Json release_digests(const std::vector<text::ReleaseFile>& files, const std::string& output,
                     bool folder) {
    Json digests = Json::array();
    for (const text::ReleaseFile& file : files) {
        const std::filesystem::path path =
            folder ? std::filesystem::path(output) / file.name : std::filesystem::path(output);
        digests.push_back({{"file", folder ? file.name : path.filename().string()},
                           {"sha256", file_sha256(path.string())}});
    }
    return digests;
}

// The review, its page and the decisions still hold the original texts.
void forget(const ApplyFlags& flags) {
    std::filesystem::path page(flags.review);
    page.replace_extension(".html");
    std::error_code ignored;
    for (const std::string& path : {flags.review, page.string(), flags.decisions}) {
        if (!path.empty()) std::filesystem::remove(path, ignored);
    }
}

void apply_reviewed(Session& session, const ApplyFlags& flags) {
    const bool folder = std::filesystem::is_directory(flags.documents);
    text::check_release_place(flags.documents, flags.output, folder);
    refuse_overwrite(flags.output, {flags.review, flags.decisions, flags.secrets.key_file,
                                    flags.secrets.salt_file});
    const text::Review review = decided_review(flags);
    const text::TextPolicy policy = policy_of_review(review, flags.review);
    const text::Documents documents = read_collection(session, flags.documents);
    const std::vector<std::int64_t> matched = text::match_documents(review, documents);
    Needs needs;
    fetch_needs(session, flags.secrets, policy, needs);
    const text::Applied applied = text::apply_review(session.context(), documents, review, matched,
                                                     policy, {needs.options, flags.marker});
    const text::ReleaseNames names = text::release_names(documents, applied.removed_words);
    const std::vector<text::ReleaseFile> files =
        text::release_files(documents, applied.texts, names);
    const std::string record = text::text_record_path(flags.output);
    const std::string audit = audit_path(flags.output);
    text::write_release(session.context(), files, flags.output, folder);
    const auto now =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    write_file(audit,
               text::audit_log(review, matched, policy, flags.reviewer,
                               fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now)),
               true);
    const Json proof = {{"texts_searched", applied.searched},
                        {"names_left", applied.standing_names.size()},
                        {"paragraphs_left", applied.standing_paragraphs}};
    const Json public_record = {{"kind", "text-release"},
                                {"lethe", {{"version", kProgramVersion}}},
                                {"files", release_digests(files, flags.output, folder)},
                                {"policy", text::publishable(policy)},
                                {"reviewed", true},
                                {"mentions_treated", applied.entities},
                                {"blocks_deleted", applied.blocks},
                                {"proof", proof}};
    write_file(record, public_record.dump(2) + "\n");
    if (flags.forget) forget(flags);
    const double share = applied.bytes_before == 0 ? 0.0
                                                   : static_cast<double>(applied.bytes_removed) /
                                                         static_cast<double>(applied.bytes_before);
    session.show({{"kind", "text-applied"},
                  {"output", flags.output},
                  {"record", record},
                  {"audit", audit},
                  {"documents", documents.size()},
                  {"files", files.size()},
                  {"renamed", names.renamed},
                  {"entities", applied.entities},
                  {"blocks", applied.blocks},
                  {"removed_share", share},
                  {"forgotten", flags.forget},
                  {"proof", proof}});
}

}  // namespace

void add_text_apply(CLI::App& text, Session& session) {
    auto flags = std::make_shared<ApplyFlags>();
    CLI::App* command = text.add_subcommand(
        "apply", "Write documents as a reviewer decided: exactly that, with an audit log");
    command->add_option("review", flags->review, "The review that lethe text review wrote")
        ->required()
        ->type_name("REVIEW");
    command
        ->add_option("--decisions", flags->decisions,
                     "The decisions that the review page saved (default: those in the review)")
        ->type_name("FILE");
    command->add_option("--documents", flags->documents, "The documents that were reviewed")
        ->required()
        ->type_name("DOCS");
    command
        ->add_option("-o,--output", flags->output,
                     "The release: a file for a file, a folder for a folder")
        ->required()
        ->type_name("OUT");
    command->add_option("--reviewer", flags->reviewer, "Who decided, for the audit log")
        ->type_name("NAME");
    command->add_option("--marker", flags->marker, "What stands for a deleted block [nothing]")
        ->type_name("TEXT");
    command
        ->add_option("--undecided", flags->undecided,
                     "What happens to what nobody decided [it is an error]")
        ->check(CLI::IsMember({"accept", "reject"}))
        ->type_name("DECISION");
    flags->secrets.add_to(*command);
    command->add_flag("--forget", flags->forget,
                      "Afterwards delete the review, its page and the decisions");
    command->footer(
        "Example:\n  lethe text apply review.json --decisions decisions.json --documents "
        "examples/documents/ministry -o release --reviewer \"A. Reviewer\"");
    command->callback([&session, flags] {
        session.run = [&session, flags] { apply_reviewed(session, *flags); };
    });
}

}  // namespace lethe::cli
