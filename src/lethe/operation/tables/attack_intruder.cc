#include "lethe/operation/tables/attack_intruder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/table/linkage/linkage_file.h"
#include "lethe/table/linkage/linkage_report.h"

namespace lethe::operation {
namespace {

struct Tables {
    Table intruder;
    Table release;
    std::optional<Table> original;  // row by row as the release
};

// A file that is linked with itself: who is in it more than once.
bool is_self(const IntruderRun& run) {
    std::error_code ignored;
    return std::filesystem::equivalent(run.options.intruder, run.release, ignored);
}

// Columns by columns; "b,c=d" of "a" is "b" of "a" and "d" of "c", as it may be typed.
void add_mapping(const std::map<std::string, std::string>& maps, const Door& door,
                 linkage::PlanRequest& request) {
    const Place place{{}, 0, 0, door.option_name("map")};
    Problems problems;
    for (const auto& [first, rest] : maps) {
        std::istringstream items(first + '=' + rest);
        for (std::string item; std::getline(items, item, ',');) {
            const auto mark = item.find('=');
            if (mark == std::string::npos || mark == 0 || mark + 1 == item.size()) {
                problems.push_back(
                    {fmt::format("\"{}\" must look like INTRUDER_COLUMN=RELEASE_COLUMN", item),
                     place, ErrorKind::usage});
                continue;
            }
            request.pairs.push_back(
                {.left = item.substr(0, mark), .right = item.substr(mark + 1), .place = place});
        }
    }
    throw_if_any(std::move(problems));
}

// With --columns the other columns of the release take no part.
void add_ignored(const IntruderRun& run, const Table& release, linkage::PlanRequest& request) {
    const std::vector<std::string>& wanted = run.columns;
    for (const std::string& name : wanted) release.column(name);
    for (const std::string& name : release.names()) {
        if (!wanted.empty() && std::ranges::find(wanted, name) == wanted.end()) {
            request.ignored.push_back(name);
        }
    }
}

std::vector<std::pair<std::int64_t, std::int64_t>> read_pairs(Door& door, const IntruderRun& run,
                                                              const Tables& tables) {
    const Table table = read_source(door, run.options.truth, run.read.options());
    const Place place{run.options.truth, 0, 0, {}};
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
Table by_release(const Door& door, const IntruderRun& run, const Table& original,
                 std::int64_t released) {
    const std::vector<std::int64_t> rows = origin_of(door, run.release, run.log, original.rows());
    const std::int64_t kept = rows.empty() ? original.rows() : std::ssize(rows);
    if (kept != released) {
        throw Error(
            ErrorKind::input,
            fmt::format("the original has {} rows and the release {}; the option log tells which "
                        "rows were kept",
                        original.rows(), released));
    }
    return rows.empty() ? original : original.gather(rows);
}

std::optional<linkage::Truth> truth_of(Door& door, const IntruderRun& run, const Tables& tables) {
    const std::string& name = run.options.truth;
    if (name.empty()) {
        if (tables.original) {
            throw Error(
                ErrorKind::usage,
                "the original needs the option truth COLUMN: the column of the intruder's file and "
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
        return linkage::Truth::of_pairs(read_pairs(door, run, tables));
    }
    throw Error(ErrorKind::usage,
                fmt::format("there is no column \"{}\" in both files, and no file of pairs of "
                            "that name{}",
                            name, left != nullptr ? "; it is missing in the release" : ""),
                {{}, 0, 0, door.option_name("truth")});
}

linkage::LinkOptions link_options(const IntruderOptions& flags, bool self) {
    linkage::LinkOptions options;
    options.self = self;
    if (self) options.assignment = linkage::Assignment::groups;
    if (self && flags.one_to_one) {
        throw Error(ErrorKind::usage,
                    "a file is linked with itself, where a person may have any number of records: "
                    "the option one_to_one does not go with it");
    }
    if (flags.many) options.assignment = linkage::Assignment::none;
    options.precision = flags.precision;
    options.link = flags.threshold.value_or(options.link);
    options.possible = flags.possible.value_or(std::min(options.possible, options.link));
    return options;
}

// What is found of the people whose truth is known by their values as they are, in the whole
// release, beside the links.
void add_attacks_by_values(Door& door, const IntruderRun& run, const Tables& tables,
                           const linkage::LinkagePlan& plan, const linkage::Truth& truth,
                           Json& result) {
    const Json record =
        run.method_unknown ? Json(nullptr) : owners_record_beside(door, run.release, run.log);
    const release::HeldRecords held =
        release::held_records(tables.intruder, tables.release, plan, truth,
                              tables.original ? &*tables.original : nullptr);
    const std::vector<release::FileAttack> attacks = release::attacks_by_values(
        held, record, Random(door.given_seed().value_or(1)), door.context());
    Json& known = result["truth"];
    known["people"] = truth.left_with_partner();
    known["by_values"] = Json::array();
    for (const release::FileAttack& attack : attacks) known["by_values"].push_back(to_json(attack));
    if (const release::FileAttack* worst = release::worst_of(attacks))
        known["worst_by_values"] = to_json(*worst);
}

void write_links(Door& door, const IntruderRun& run, const linkage::LinkageResult& result,
                 const linkage::Truth* truth) {
    if (run.private_output.empty()) {
        if (!result.links.empty()) {
            door.say(fmt::format("note: the links were not kept; {} FILE keeps and explains them",
                                 door.option_name("private")));
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

Schema<IntruderOptions> IntruderOptions::schema() {
    using O = IntruderOptions;
    return Schema<O>()
        .field(
            "intruder", &O::intruder,
            "An intruder with a file of her own: other rows, strangers, other names, codes and "
            "spellings; the table that is given besides is the release, or two are: "
            "the original, which holds the truth row by row, and the release. --map pairs columns "
            "then: INTRUDER=RELEASE,...")
        .shown("FILE")
        .input()
        .excludes({"attack", "set", "release", "known", "train", "aligned", "certificate", "mps",
                   "lattice"})
        .field("linkage", &O::linkage,
               "Of her file: pairs of columns with comparators, tolerances and codes (TOML)")
        .shown("FILE")
        .input()
        .goes_with("intruder")
        .field("truth", &O::truth,
               "Of her file: who is who, to judge the links by: a column of both files (never "
               "compared), or a file of pairs of row numbers")
        .shown("COLUMN")
        .goes_with("intruder")
        .field("one_to_one", &O::one_to_one,
               "Of her file: a record has one partner at most (default)")
        .goes_with("intruder")
        .field("many", &O::many, "Of her file: every pair is judged by itself")
        .goes_with("intruder")
        .excludes({"one_to_one"})
        .field("threshold", &O::threshold, "Of her file: least probability of a link [0.7]",
               between(0, 1))
        .shown("0..1")
        .goes_with("intruder")
        .field("possible", &O::possible, "Of her file: least probability of a possible link [0.1]",
               between(0, 1))
        .shown("0..1")
        .goes_with("intruder")
        .field("precision", &O::precision,
               "Of her file, instead of a threshold: so many of the links shall be right, as "
               "estimated",
               between(0, 1))
        .shown("0..1")
        .goes_with("intruder")
        .excludes({"threshold"});
}

void check_intruder(const IntruderOptions& options, const Door&, Problems& problems) {
    const double link = options.threshold.value_or(linkage::LinkOptions().link);
    if (options.possible.value_or(0) > link) {
        problems.push_back(
            {"possible links must not need more than links do", {{}, 0, 0, "possible"}});
    }
}

Answer run_intruder(Door& door, IntruderRun run) {
    for (const std::string& path : {run.output, run.private_output}) {
        release::refuse_overwrite(path, {run.options.intruder, run.release, run.original,
                                         run.options.linkage, run.options.truth, run.log});
    }
    const bool self = is_self(run);
    const linkage::LinkOptions options = link_options(run.options, self);
    linkage::PlanRequest request;
    request.self = self;
    add_mapping(std::exchange(run.policy.meaning.map, {}), door, request);
    if (!run.options.linkage.empty()) {
        linkage::read_linkage_file(read_file(run.options.linkage), run.options.linkage, request);
    }
    const PolicyColumns policy(run.policy, door);
    const ReadOptions read = run.read.options(policy.read());
    if (!is_no_file(run.release) && !in_memory(door, run.release)) {
        finish_interrupted(run.release);
    }
    Tables tables{read_source(door, run.options.intruder, read),
                  policy.apply(read_source(door, run.release, read)), std::nullopt};
    if (!run.original.empty()) {
        tables.original = by_release(door, run, policy.apply(read_source(door, run.original, read)),
                                     tables.release.rows());
    }
    const std::optional<linkage::Truth> truth = truth_of(door, run, tables);
    const bool is_column = tables.intruder.find(run.options.truth) != nullptr;
    if (truth && is_column) request.truth = run.options.truth;
    add_ignored(run, tables.release, request);
    const linkage::LinkagePlan plan = linkage::make_plan(tables.intruder, tables.release, request);
    const linkage::LinkageResult found =
        linkage::link_files(door.context(), tables.intruder, tables.release, plan, options);
    const linkage::Truth* known = truth ? &*truth : nullptr;
    write_links(door, run, found, known);
    Json result{{"kind", "intruder-linkage"},
                {"intruder", file_entry(run.options.intruder, tables.intruder.rows())},
                {"release", file_entry(run.release, tables.release.rows())},
                {"self", self},
                {"one_to_one", !run.options.many && !self}};
    result.update(linkage::linkage_json(found, known));
    if (known != nullptr && !self) {
        add_attacks_by_values(door, run, tables, plan, *known, result);
    }
    if (!run.output.empty()) write_file(run.output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace lethe::operation
