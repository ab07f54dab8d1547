#include "lethe/operation/tables/load_pair.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/release/private_log.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/record.h"

namespace lethe::operation {
namespace {

// "a,b", or a list of names.
std::vector<std::string> columns_of(const Json& given) {
    std::vector<std::string> columns;
    for (const Json& name : lethe::detail::list_of(given)) {
        if (name.is_string() && !name.get<std::string>().empty()) columns.push_back(name);
    }
    return columns;
}

Json read_record(const Door& door, const std::string& path) {
    Json record = read_json_text(door, path);
    release::check_release_record(record, path);
    return record;
}

// The record that was named, or lies beside the release; null where the intruder does not have it.
Json record_of(Door& door, const PairOptions& flags, RecordNote note) {
    if (!flags.release.empty()) return read_record(door, flags.release);
    if (flags.method_unknown) return nullptr;
    return record_beside(door, flags.masked, note);
}

// Not a query, not a database and not standard input.
bool is_file(const std::string& source) { return !is_no_file(source) && source != "-"; }

}  // namespace

namespace {

// The log that was named, or lies beside the release and is of it.
std::optional<release::PrivateLog> log_of(const Door& door, const std::string& release,
                                          const std::string& named) {
    std::optional<release::PrivateLog> log;
    const bool memory = in_memory(door, release);
    if (in_memory(door, named)) {
        log = release::private_log_of(read_json_text(door, named), named, DataKind::table);
        if (!memory && is_file(release)) release::check_log_of(*log, release);
    } else if (!memory && is_file(release)) {
        log = release::table_log_of(release, named);
    } else if (!named.empty()) {
        log = release::read_private_log(named, DataKind::table);
    } else if (const std::string beside = release::private_log_path(release);
               memory && door.holds(beside)) {
        log = release::private_log_of(read_json_text(door, beside), beside, DataKind::table);
    }
    return log;
}

Json private_steps(const std::optional<release::PrivateLog>& log) {
    return log ? log->body.value("steps", Json()) : Json();
}

}  // namespace

std::vector<std::int64_t> origin_of(const Door& door, const std::string& release,
                                    const std::string& named, std::int64_t rows) {
    if (const auto log = log_of(door, release, named)) return release::original_rows(*log, rows);
    check_order_kept(door, release);
    return {};
}

Json owners_record_beside(Door& door, const std::string& release, const std::string& log) {
    Json record = record_beside(door, release);
    if (record.is_null()) return record;
    return release::with_private_facts(std::move(record),
                                       private_steps(log_of(door, release, log)));
}

void check_order_kept(const Door& door, const std::string& release) {
    const std::string beside = release::record_path(release);
    if (in_memory(door, release)) {
        if (!door.holds(beside)) return;
        release::check_order_known(read_record(door, beside), release::kRowWords, false);
        return;
    }
    if (!is_file(release) || !std::filesystem::exists(beside)) return;
    const Json record = read_record(door, beside);
    if (record["release"].value("sha256", "") == file_sha256(release)) {
        release::check_order_known(record, release::kRowWords, false);
    }
}

Schema<PairOptions> PairOptions::schema(bool alone) {
    using O = PairOptions;
    const auto tables = Schema<O>()
                            .field("original", &O::original, "The original table")
                            .at_place("ORIGINAL")
                            .required()
                            .input()
                            .field("masked", &O::masked, "The masked table, row by row")
                            .at_place("MASKED")
                            .input();
    return (alone ? tables : tables.required())
        .field("columns", &O::columns,
               "Columns that the intruder knows (default: the scenario of the release record or "
               "the policy; otherwise every quasi-identifier)")
        .separated("A,B")
        .field("release", &O::release,
               "Release record: use its scenario, and attack what it tells of the masking "
               "(default: the one beside the release)")
        .shown("FILE")
        .input()
        .field("method_unknown", &O::method_unknown,
               "The intruder does not have the release record")
        .excludes({"release"})
        .field("aligned", &O::aligned,
               "The rows of the two tables are the same people, whatever they look like")
        .include(&O::policy, PolicyColumns::Options::schema())
        .field("log", &O::log, "Private log of the release, where rows were dropped")
        .shown("FILE")
        .input()
        .include(&O::read, TableReading::schema());
}

Schema<KnownPeople> KnownPeople::schema() {
    return Schema<KnownPeople>()
        .field("known", &KnownPeople::known, "Percent of the records that the intruder holds",
               between(0.001, 100))
        .shown("PERCENT")
        .field("train", &KnownPeople::train,
               "Percent of the people whose links the intruder knows already: she learns from "
               "them, and does not look for others among their records",
               between(0, 99))
        .shown("PERCENT");
}

std::vector<std::string> PairOptions::inputs() const {
    return {original, masked, release, log, policy.policy};
}

Json record_beside(Door& door, const std::string& release, RecordNote note) {
    if (is_no_file(release)) return nullptr;
    const std::string beside = release::record_path(release);
    const bool memory = in_memory(door, release);
    if (memory ? !door.holds(beside) : !std::filesystem::exists(beside)) return nullptr;
    Json record = read_record(door, beside);
    // What is handed over beside a release in memory is of it: its owner says so.
    if (!memory && record["release"].value("sha256", "") != file_sha256(release)) {
        door.say(
            fmt::format("note: {} is the record of another version of the release and is "
                        "not used",
                        beside));
        return nullptr;
    }
    if (note == RecordNote::said) {
        door.say(fmt::format("note: the intruder has the release record {} ({}: not)", beside,
                             door.option_name("method_unknown")));
    }
    return record;
}

release::PairRequest load_request(Door& door, const PairOptions& flags, RecordNote note) {
    const PolicyColumns policy(flags.policy, door);
    const ReadOptions read = flags.read.options(policy.read());
    release::PairRequest request;
    request.plan = policy.stage(read_source(door, flags.original, read), {});
    const bool memory = in_memory(door, flags.masked);
    if (!is_no_file(flags.masked) && !memory) finish_interrupted(flags.masked);
    request.masked = read_source(door, flags.masked, read);
    request.has_policy = !flags.policy.policy.empty();
    request.verdict = policy.policy().verdict;
    request.record = record_of(door, flags, note);
    const bool beside = flags.release.empty() && !request.record.is_null();
    request.origin = origin_of(door, flags.masked, flags.log, request.plan.table.rows());
    if (!request.record.is_null()) {
        request.record = release::with_private_facts(
            std::move(request.record), private_steps(log_of(door, flags.masked, flags.log)));
    }
    request.columns = flags.columns;
    const bool proven = !request.record.is_null() && is_file(flags.masked) &&
                        (beside || (!memory && request.record["release"].value("sha256", "") ==
                                                   file_sha256(flags.masked)));
    request.aligned = flags.aligned || proven;
    return request;
}

release::AssessedPair load_pair(Door& door, const PairOptions& flags, const KnownPeople& people,
                                const Json& settings) {
    release::PairRequest request = load_request(door, flags);
    if (settings.contains("confidential")) {
        request.confidential = columns_of(settings["confidential"]);
    }
    request.known = people.known;
    request.training = people.train;
    release::AssessedPair loaded =
        release::assessed_pair(std::move(request), Random(door.seed_or_random()));
    for (const std::string& note : loaded.notes) door.say(door.in_words_of_door(note));
    return loaded;
}

}  // namespace lethe::operation
