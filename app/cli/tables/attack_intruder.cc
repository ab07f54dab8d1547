#include "cli/tables/attack_intruder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/tables/load_pair.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/table/linkage/linkage_file.h"
#include "lethe/table/linkage/linkage_report.h"

namespace lethe::cli {
namespace {

struct Tables {
    Table intruder;
    Table release;
    std::optional<Table> original;  // row by row as the release
};

// A file that is linked with itself: who is in it more than once.
bool is_self(const IntruderRun& run) {
    std::error_code ignored;
    return std::filesystem::equivalent(run.flags.file, run.release, ignored);
}

// "a=b" "c=d,e=f"
void add_mapping(const std::vector<std::string>& maps, linkage::PlanRequest& request) {
    Problems problems;
    for (const std::string& item : split_list(maps)) {
        const auto mark = item.find('=');
        if (mark == std::string::npos || mark == 0 || mark + 1 == item.size()) {
            problems.push_back(
                {fmt::format("\"{}\" must look like INTRUDER_COLUMN=RELEASE_COLUMN", item),
                 {{}, 0, 0, "--map"},
                 ErrorKind::usage});
            continue;
        }
        request.pairs.push_back({.left = item.substr(0, mark),
                                 .right = item.substr(mark + 1),
                                 .place = {{}, 0, 0, "--map"}});
    }
    throw_if_any(std::move(problems));
}

// With --columns the other columns of the release take no part.
void add_ignored(const IntruderRun& run, const Table& release, linkage::PlanRequest& request) {
    const std::vector<std::string> wanted = split_list(run.columns);
    for (const std::string& name : wanted) release.column(name);
    for (const std::string& name : release.names()) {
        if (!wanted.empty() && std::ranges::find(wanted, name) == wanted.end()) {
            request.ignored.push_back(name);
        }
    }
}

std::vector<std::pair<std::int64_t, std::int64_t>> read_pairs(Session& session,
                                                              const IntruderRun& run,
                                                              const Tables& tables) {
    const Table table = read_source(session, run.flags.truth, run.read.options());
    const Place place{run.flags.truth, 0, 0, {}};
    const auto numbers = [&](std::size_t i) {
        return table.columns().size() > i && table.columns()[i]->is_numeric() &&
               !table.columns()[i]->has_missing();
    };
    if (!numbers(0) || !numbers(1)) {
        throw Error(ErrorKind::input,
                    "must hold two columns of row numbers: of the intruder's file and of the "
                    "release, from 1",
                    place);
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows()); ++row) {
        const double left = table.columns()[0]->numbers()[row];
        const double right = table.columns()[1]->numbers()[row];
        const bool good = left >= 1 && left <= static_cast<double>(tables.intruder.rows()) &&
                          right >= 1 && right <= static_cast<double>(tables.release.rows());
        if (!good) {
            throw Error(ErrorKind::input,
                        fmt::format("row {} names records that the files do not have", row + 1),
                        place);
        }
        pairs.emplace_back(static_cast<std::int64_t>(left) - 1,
                           static_cast<std::int64_t>(right) - 1);
    }
    return pairs;
}

// The original row by row as the release, by the log where rows were dropped.
Table by_release(const IntruderRun& run, const Table& original, std::int64_t released) {
    const std::vector<std::int64_t> rows = origin_of(run.release, run.log, original.rows());
    const std::int64_t kept = rows.empty() ? original.rows() : std::ssize(rows);
    if (kept != released) {
        throw Error(ErrorKind::input,
                    fmt::format("the original has {} rows and the release {}; --log tells which "
                                "rows were kept",
                                original.rows(), released));
    }
    return rows.empty() ? original : original.gather(rows);
}

std::optional<linkage::Truth> truth_of(Session& session, const IntruderRun& run,
                                       const Tables& tables) {
    const std::string& name = run.flags.truth;
    if (name.empty()) {
        if (tables.original) {
            throw Error(ErrorKind::usage,
                        "--original needs --truth COLUMN: the column of the intruder's file and "
                        "of the original that tells who is who");
        }
        return std::nullopt;
    }
    if (tables.original) {
        const Column& left = tables.intruder.column(name);
        return linkage::Truth::of_columns(left, tables.original->column(name), false);
    }
    const Column* left = tables.intruder.find(name);
    const Column* right = tables.release.find(name);
    if (left != nullptr && right != nullptr)
        return linkage::Truth::of_columns(*left, *right, is_self(run));
    std::error_code ignored;
    if (std::filesystem::is_regular_file(name, ignored)) {
        return linkage::Truth::of_pairs(read_pairs(session, run, tables));
    }
    throw Error(ErrorKind::usage,
                fmt::format("there is no column \"{}\" in both files, and no file of pairs of "
                            "that name{}",
                            name, left != nullptr ? "; it is missing in the release" : ""),
                {{}, 0, 0, "--truth"});
}

linkage::LinkOptions link_options(const IntruderFlags& flags, bool self) {
    linkage::LinkOptions options;
    options.self = self;
    if (self) options.assignment = linkage::Assignment::groups;
    if (self && flags.one_to_one) {
        throw Error(ErrorKind::usage,
                    "a file is linked with itself, where a person may have any number of records: "
                    "--one-to-one does not go with it");
    }
    if (flags.many && flags.one_to_one) {
        throw Error(ErrorKind::usage, "--many and --one-to-one exclude each other");
    }
    if (flags.precision && flags.link) {
        throw Error(ErrorKind::usage, "--precision and --threshold exclude each other");
    }
    if (flags.many) options.assignment = linkage::Assignment::none;
    options.precision = flags.precision;
    options.link = flags.link.value_or(options.link);
    options.possible = flags.possible.value_or(std::min(options.possible, options.link));
    if (options.possible > options.link) {
        throw Error(ErrorKind::usage, "possible links must not need more than links do",
                    {{}, 0, 0, "--possible"});
    }
    return options;
}

// What is found of the people whose truth is known by their values as they are, in the whole
// release, beside the links.
void add_attacks_by_values(Session& session, const IntruderRun& run, const Tables& tables,
                           const linkage::LinkagePlan& plan, const linkage::Truth& truth,
                           Json& result) {
    const Json record = run.method_unknown ? Json(nullptr) : record_beside(session, run.release);
    const HeldRecords held = held_records(tables.intruder, tables.release, plan, truth,
                                          tables.original ? &*tables.original : nullptr);
    const std::vector<FileAttack> attacks =
        attacks_by_values(held, record, Random(session.seed.value_or(1)), session.context());
    Json& known = result["truth"];
    known["people"] = truth.left_with_partner();
    known["by_values"] = Json::array();
    for (const FileAttack& attack : attacks) known["by_values"].push_back(to_json(attack));
    if (const FileAttack* worst = worst_of(attacks)) known["worst_by_values"] = to_json(*worst);
}

void write_links(const Session& session, const IntruderRun& run,
                 const linkage::LinkageResult& result, const linkage::Truth* truth) {
    if (run.private_output.empty()) {
        if (!result.links.empty()) {
            session.say("note: the links were not kept; --private FILE keeps and explains them");
        }
        return;
    }
    const bool json = run.private_output.ends_with(".json");
    write_file(run.private_output,
               json ? linkage::links_json(result, truth).dump(2) + "\n"
                    : linkage::links_csv(result, truth),
               true);
}

}  // namespace

void IntruderFlags::add_to(CLI::App& command) {
    const auto probability = CLI::Range(0.0, 1.0);
    const std::string group = "An intruder with a file of her own";
    command
        .add_option("--intruder", file,
                    "Her file: other rows, strangers, other names, codes and spellings; the one "
                    "table that is given besides is the release. --map pairs columns then: "
                    "INTRUDER=RELEASE,...")
        ->type_name("FILE")
        ->group(group);
    command
        .add_option("--linkage", linkage,
                    "Pairs of columns with comparators, tolerances and codes (TOML)")
        ->type_name("FILE")
        ->group(group);
    command
        .add_option("--truth", truth,
                    "Who is who, to judge the links by: a column of both files (never compared), "
                    "or a file of pairs of row numbers")
        ->type_name("COLUMN")
        ->group(group);
    command
        .add_option("--original", original,
                    "The table that the release was made from: holds the truth, row by row")
        ->type_name("FILE")
        ->group(group);
    command.add_flag("--one-to-one", one_to_one, "A record has one partner at most (default)")
        ->group(group);
    command.add_flag("--many", many, "Every pair is judged by itself")->group(group);
    command.add_option("--threshold", link, "Least probability of a link [0.7]")
        ->check(probability)
        ->type_name("0..1")
        ->group(group);
    command.add_option("--possible", possible, "Least probability of a possible link [0.1]")
        ->check(probability)
        ->type_name("0..1")
        ->group(group);
    command
        .add_option("--precision", precision,
                    "Instead of a threshold: so many of the links shall be right, as estimated")
        ->check(probability)
        ->type_name("0..1")
        ->group(group);
}

void run_intruder(Session& session, IntruderRun run) {
    for (const std::string& path : {run.output, run.private_output}) {
        refuse_overwrite(path, {run.flags.file, run.release, run.flags.original, run.flags.linkage,
                                run.flags.truth, run.log});
    }
    const bool self = is_self(run);
    const linkage::LinkOptions options = link_options(run.flags, self);
    linkage::PlanRequest request;
    request.self = self;
    add_mapping(std::exchange(run.policy.knowledge.maps, {}), request);
    if (!run.flags.linkage.empty()) {
        linkage::read_linkage_file(read_file(run.flags.linkage), run.flags.linkage, request);
    }
    const PolicyColumns policy(run.policy);
    const ReadOptions read = run.read.options(policy.read());
    if (!is_query(run.release)) finish_interrupted(run.release);
    Tables tables{read_source(session, run.flags.file, read),
                  policy.apply(read_source(session, run.release, read)), std::nullopt};
    if (!run.flags.original.empty()) {
        tables.original =
            by_release(run, policy.apply(read_source(session, run.flags.original, read)),
                       tables.release.rows());
    }
    const std::optional<linkage::Truth> truth = truth_of(session, run, tables);
    const bool is_column = tables.intruder.find(run.flags.truth) != nullptr;
    if (truth && is_column) request.truth = run.flags.truth;
    add_ignored(run, tables.release, request);
    const linkage::LinkagePlan plan = linkage::make_plan(tables.intruder, tables.release, request);
    const linkage::LinkageResult found =
        linkage::link_files(session.context(), tables.intruder, tables.release, plan, options);
    const linkage::Truth* known = truth ? &*truth : nullptr;
    write_links(session, run, found, known);
    Json result{{"kind", "intruder-linkage"},
                {"intruder", file_entry(run.flags.file, tables.intruder.rows())},
                {"release", file_entry(run.release, tables.release.rows())},
                {"self", self},
                {"one_to_one", !run.flags.many && !self}};
    result.update(linkage::linkage_json(found, known));
    if (known != nullptr && !self) {
        add_attacks_by_values(session, run, tables, plan, *known, result);
    }
    if (!run.output.empty()) write_file(run.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace lethe::cli
