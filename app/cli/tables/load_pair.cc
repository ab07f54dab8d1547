#include "cli/tables/load_pair.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/release/private_log.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/row_order.h"

namespace lethe::cli {
namespace {

Json read_record(const std::string& path) {
    Json record = read_json(path);
    check_release_record(record, path);
    return record;
}

// The record that was named, or lies beside the release; null where the intruder does not have it.
Json record_of(const Session& session, const PairFlags& flags) {
    if (!flags.record.empty()) return read_record(flags.record);
    if (flags.method_unknown) return nullptr;
    return record_beside(session, flags.masked);
}

}  // namespace

std::vector<std::int64_t> origin_of(const std::string& release, const std::string& named,
                                    std::int64_t rows) {
    std::optional<release::PrivateLog> log;
    if (!is_query(release) && release != "-") {
        log = release::table_log_of(release, named);
    } else if (!named.empty()) {
        log = release::read_private_log(named, DataKind::table);
    }
    if (log) return release::original_rows(*log, rows);
    check_order_kept(release);
    return {};
}

void check_order_kept(const std::string& release) {
    if (is_query(release) || release == "-" || !std::filesystem::exists(record_path(release))) {
        return;
    }
    const Json record = read_record(record_path(release));
    if (record["release"].value("sha256", "") == file_sha256(release)) {
        check_order_known(record, {});
    }
}

void PairFlags::add_to(CLI::App& command) {
    command.add_option("original", original, "The original table")
        ->required()
        ->type_name("ORIGINAL");
    command.add_option("masked", masked, "The masked table, row by row")
        ->required()
        ->type_name("MASKED");
    command
        .add_option("--columns", columns,
                    "Columns that the intruder knows (default: the scenario of the release record "
                    "or the policy; otherwise every quasi-identifier)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        .add_option(
            "--release", record,
            "Release record: use its scenario, and attack what it tells of the masking (default: "
            "the one beside the release)")
        ->type_name("FILE");
    command.add_flag("--method-unknown", method_unknown,
                     "The intruder does not have the release record");
    command.add_flag("--aligned", aligned,
                     "The rows of the two tables are the same people, whatever they look like");
    policy.add_to(command);
    command.add_option("--log", log, "Private log of the release, where rows were dropped")
        ->type_name("FILE");
    read.add_to(command);
}

void PairFlags::add_scenario_to(CLI::App& command) {
    command.add_option("--known", known, "Percent of the records that the intruder holds")
        ->check(CLI::Range(0.001, 100.0))
        ->type_name("PERCENT");
    command
        .add_option("--train", train,
                    "Percent of the people whose links the intruder knows already: she learns from "
                    "them, and does not look for others among their records")
        ->check(CLI::Range(0.0, 99.0))
        ->type_name("PERCENT");
}

std::vector<std::string> PairFlags::inputs() const {
    return {original, masked, record, log, policy.policy};
}

Json record_beside(const Session& session, const std::string& release) {
    if (is_query(release)) return nullptr;
    const std::string beside = record_path(release);
    if (!std::filesystem::exists(beside)) return nullptr;
    Json record = read_record(beside);
    if (record["release"].value("sha256", "") != file_sha256(release)) {
        session.say(
            fmt::format("note: {} is the record of another version of the release and is "
                        "not used",
                        beside));
        return nullptr;
    }
    session.say(fmt::format("note: the intruder has the release record {} (--method-unknown: not)",
                            beside));
    return record;
}

AssessedPair load_pair(Session& session, const PairFlags& flags, const Json& settings) {
    const PolicyColumns policy(flags.policy);
    const ReadOptions read = flags.read.options(policy.read());
    PairRequest request;
    request.plan = policy.stage(read_source(session, flags.original, read), {});
    if (!is_query(flags.masked)) finish_interrupted(flags.masked);
    request.masked = read_source(session, flags.masked, read);
    request.has_policy = !flags.policy.policy.empty();
    request.verdict = policy.policy().verdict;
    request.record = record_of(session, flags);
    const bool beside = flags.record.empty() && !request.record.is_null();
    request.origin = origin_of(flags.masked, flags.log, request.plan.table.rows());
    request.columns = split_list(flags.columns);
    if (settings.contains("confidential")) {
        request.confidential = split_list({settings["confidential"].get<std::string>()});
    }
    request.known = flags.known;
    request.training = flags.train;
    const bool proven =
        !request.record.is_null() && !is_query(flags.masked) && flags.masked != "-" &&
        (beside || request.record["release"].value("sha256", "") == file_sha256(flags.masked));
    request.aligned = flags.aligned || proven;
    AssessedPair loaded = assessed_pair(std::move(request), Random(session.seed_or_random()));
    for (const std::string& note : loaded.notes) session.say(note);
    return loaded;
}

Json file_entry(const std::string& source, std::int64_t rows) {
    const std::string shown =
        is_query(source) ? "a query" : std::filesystem::path(source).filename().string();
    return {{"file", shown}, {"rows", rows}};
}

}  // namespace lethe::cli
