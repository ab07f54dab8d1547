#include "lethe/release/tables/linked/linked_write.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/data/formats/table_files.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/release/policy_parts.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/counts/broken_promises.h"
#include "lethe/release/tables/counts/guarantees.h"
#include "lethe/release/tables/counts/link_counts.h"
#include "lethe/release/tables/protect.h"
#include "lethe/release/tables/record.h"
#include "lethe/release/tables/row_order.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;

std::string_view rows_word(bool dealt) { return dealt ? "dealt" : "own"; }

// The least k that a step promises of the people.
std::optional<std::int64_t> least_promised(const Json& guarantees) {
    std::optional<std::int64_t> least;
    for (const Json& item : guarantees) {
        const Json k = item.value("k", Json());
        if (item.value("scope", "") != "step" || !k.is_number_integer()) continue;
        least = std::min(least.value_or(k.get<std::int64_t>()), k.get<std::int64_t>());
    }
    return least;
}

std::vector<std::string> released_among(const std::vector<std::string>& names,
                                        const Table& release) {
    std::vector<std::string> released;
    for (const std::string& name : names) {
        if (release.find(name) != nullptr) released.push_back(name);
    }
    return released;
}

Table read_back(const Context& context, const std::string& staged, Format format,
                const Table& release, std::vector<std::string> columns, const std::string& key) {
    if (std::find(columns.begin(), columns.end(), key) == columns.end()) columns.push_back(key);
    return read_written(context, staged, format, release, columns);
}

// One of the tables as it is written.
struct StagedTable {
    std::string output;
    std::string staged;
    std::string sha256;
    Json guarantees = Json::array();
};

class LinkedWriting {
  public:
    LinkedWriting(const LinkedPlan& plan, const LinkedRelease& made, std::uint64_t seed,
                  const std::string& output, const LinkedSources& sources, const Context& context)
        : plan_(plan),
          made_(made),
          seed_(seed),
          output_(output),
          sources_(sources),
          context_(context),
          format_(format_of(output)),
          bundle_(output) {}

    Protected write(const Json& measured) {
        stage(made_.plan, made_.people.execution, output_);
        for (const LinkedTableRelease& table : made_.tables) {
            stage(table.plan, table.prepared.execution, linked_output(output_, table.name));
            for (Json& item : staged_.back().guarantees) item["of"] = "rows";
        }
        staged_.front().guarantees.push_back(links());
        PreparedRelease people = made_.people;
        people.measured = measured;
        const Json record = whole_record(measured);
        Json log = whole_log(people);
        log["files"] = record["files"];
        context_.check_stop();
        bundle_.put(record_path(output_), record.dump(2) + "\n");
        bundle_.put(private_log_path(output_), log.dump(2) + "\n", true);
        bundle_.commit();
        return told(people);
    }

  private:
    void stage(const Plan& plan, const Execution& execution, const std::string& output) {
        StagedTable& table = staged_.emplace_back();
        table.output = output;
        table.staged = bundle_.add(output);
        write_table(context_, execution.release, table.staged, format_);
        table.sha256 = file_sha256(table.staged);
        table.guarantees =
            guarantees_of(context_, plan, execution, [&](std::span<const std::string> columns) {
                return read_written(context_, table.staged, format_, execution.release, columns);
            });
    }

    Json links() const {
        const Execution& people = made_.people.execution;
        const std::vector<std::string> columns =
            released_among(made_.plan.intruder.columns, people.release);
        const Table written = read_back(context_, staged_.front().staged, format_, people.release,
                                        columns, plan_.key);
        std::vector<WrittenLinks> tables;
        for (std::size_t t = 0; t < made_.tables.size(); ++t) {
            const LinkedTableRelease& table = made_.tables[t];
            const Table& release = table.prepared.execution.release;
            WrittenLinks linked{table.name,
                                plan_.tables[t].person,
                                released_among(table.plan.intruder.columns, release),
                                plan_.tables[t].dealt,
                                {}};
            linked.rows = read_back(context_, staged_[t + 1].staged, format_, release,
                                    linked.columns, linked.person);
            tables.push_back(std::move(linked));
        }
        return count_links(context_, written, plan_.key, columns, tables,
                           least_promised(staged_.front().guarantees));
    }

    Json references_of(std::size_t t) const {
        Json references = Json::object();
        for (const PlannedReference& one : plan_.tables[t].references) {
            references[one.column] = plan_.tables[one.table].name + "." + one.key;
        }
        return references;
    }

    Json whole_record(const Json& measured) const {
        Json record = full_record(made_.plan, made_.people.execution, output_,
                                  staged_.front().sha256, staged_.front().guarantees, measured);
        record["key"] = plan_.key;
        record["linked"] = Json::array();
        std::vector<FileDigest> files;
        for (const StagedTable& table : staged_) {
            files.push_back({fs::path(table.output).filename().string(), table.sha256});
        }
        record["files"] = to_json(files);
        for (std::size_t t = 0; t < made_.tables.size(); ++t) {
            const LinkedTableRelease& table = made_.tables[t];
            const StagedTable& staged = staged_[t + 1];
            const Json own = full_record(table.plan, table.prepared.execution, staged.output,
                                         staged.sha256, staged.guarantees, nullptr);
            Json entry{{"name", table.name},
                       {"file", own["release"]["file"]},
                       {"key", plan_.tables[t].person},
                       {"references", references_of(t)},
                       {"rows_of_people", rows_word(plan_.tables[t].dealt)}};
            for (const char* key : {"release", "dropped", "survey", "scenario", "warnings", "steps",
                                    "values", "guarantees"}) {
                if (own.contains(key)) entry[key] = own[key];
            }
            record["linked"].push_back(std::move(entry));
        }
        return record;
    }

    Json whole_log(const PreparedRelease& people) const {
        ProtectOptions options{output_, sources_.people, sources_.digests.people, false};
        Json log = full_log(made_.plan, people, seed_, options, context_);
        log["linked"] = Json::array();
        for (std::size_t t = 0; t < made_.tables.size(); ++t) {
            const LinkedTableRelease& table = made_.tables[t];
            log["sources"].push_back(
                {{"file", sources_.tables[t]}, {"sha256", sources_.digests.tables[t]}});
            std::vector<std::int64_t> whose;
            for (const std::int64_t row : table.planned_row) {
                whose.push_back(plan_.tables[t].person_of[static_cast<std::size_t>(row)]);
            }
            log["linked"].push_back(
                {{"name", table.name},
                 {"source", fs::absolute(sources_.tables[t]).string()},
                 {"read", table_reading_json(sources_.read[t])},
                 {"sha256", sources_.digests.tables[t]},
                 {"rows", table.file_row},
                 {"people", std::move(whose)},
                 {"steps", table.prepared.execution.private_steps},
                 {"distributions",
                  shown_distributions(table.plan, table.prepared.execution, context_)}});
        }
        return log;
    }

    Protected told(const PreparedRelease& people) const {
        Protected result;
        result.warnings = made_.warnings;
        result.guarantees = staged_.front().guarantees;
        for (std::string& warning : broken_promises(result.guarantees)) {
            result.warnings.push_back(std::move(warning));
        }
        Json linked = Json::array();
        for (std::size_t t = 0; t < made_.tables.size(); ++t) {
            const LinkedTableRelease& table = made_.tables[t];
            for (const std::string& warning : broken_promises(staged_[t + 1].guarantees)) {
                result.warnings.push_back(fmt::format("{}: {}", table.name, warning));
            }
            linked.push_back(
                with_what_was_done({{"name", table.name},
                                    {"output", staged_[t + 1].output},
                                    {"rows_of_people", rows_word(plan_.tables[t].dealt)}},
                                   table.plan, table.prepared, staged_[t + 1].guarantees));
        }
        result.summary = with_what_was_done({{"kind", "protected"},
                                             {"output", output_},
                                             {"record", record_path(output_)},
                                             {"private_log", private_log_path(output_)}},
                                            made_.plan, people, result.guarantees);
        result.summary["linked"] = std::move(linked);
        std::vector<std::string> warnings = plan_.people.warnings;
        for (const LinkedTablePlan& table : plan_.tables) {
            warnings.insert(warnings.end(), table.plan.warnings.begin(), table.plan.warnings.end());
        }
        warnings.insert(warnings.end(), result.warnings.begin(), result.warnings.end());
        result.summary["warnings"] = std::move(warnings);
        return result;
    }

    const LinkedPlan& plan_;
    const LinkedRelease& made_;
    std::uint64_t seed_;
    std::string output_;
    const LinkedSources& sources_;
    const Context& context_;
    Format format_;
    Bundle bundle_;
    std::vector<StagedTable> staged_;  // the people first
};

// Rows of the release by the order of the original, where it was put in another.
std::vector<std::int64_t> places_by_origin(const std::vector<std::int64_t>& origin) {
    std::vector<std::int64_t> order = same_order(std::ssize(origin));
    std::ranges::stable_sort(
        order, {}, [&](std::int64_t row) { return origin[static_cast<std::size_t>(row)]; });
    std::vector<std::int64_t> place(origin.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    }
    return place;
}

}  // namespace

std::string linked_output(const std::string& output, const std::string& table) {
    fs::path path(output);
    std::string ending = path.extension().string();
    if (ending == ".gz" || ending == ".zst") ending = path.stem().extension().string() + ending;
    return (path.parent_path() / (table + ending)).string();
}

Outputs linked_outputs(const std::string& output, const std::vector<std::string>& tables) {
    Outputs outputs{DataKind::table, output, false, {}, {}};
    for (const std::string& table : tables) outputs.more.push_back(linked_output(output, table));
    return outputs;
}

LinkedKnowledge linked_knowledge(const LinkedPlan& plan, const LinkedRelease& made) {
    LinkedKnowledge knowledge;
    const std::vector<std::int64_t> place = places_by_origin(made.people.execution.origin);
    for (std::size_t t = 0; t < made.tables.size(); ++t) {
        const LinkedTablePlan& planned = plan.tables[t];
        const LinkedTableRelease& table = made.tables[t];
        const Table& release = table.prepared.execution.release;
        const std::vector<std::string> columns =
            released_among(planned.plan.intruder.columns, release);
        if (columns.empty() || release.rows() == 0) continue;
        LinkedRows rows;
        rows.name = planned.name;
        rows.pair = make_comparable(planned.plan.table, release, columns, table.planned_row);
        rows.origin = table.planned_row;
        rows.person = planned.person_of;
        rows.owner = table.owner;
        for (std::int64_t& owner : rows.owner) {
            if (!place.empty()) owner = place[static_cast<std::size_t>(owner)];
        }
        rows.dealt = planned.dealt;
        knowledge.tables.push_back(std::move(rows));
    }
    return knowledge;
}

Protected write_linked(const LinkedPlan& plan, const LinkedRelease& made, std::uint64_t seed,
                       const std::string& output, const LinkedSources& sources, bool assess,
                       const Context& context) {
    Json measured = nullptr;
    if (assess) {
        // Attacks take the rows in the order of the original.
        Execution people = made.people.execution;
        undo_order(people.release, people.origin, plan.people.table.rows());
        measured = measured_release(made.plan, people, seed, context, linked_knowledge(plan, made));
    }
    return LinkedWriting(plan, made, seed, output, sources, context).write(measured);
}

Json linked_plan_summary(const LinkedPlan& plan) {
    Json summary = plan_summary(plan.people);
    summary["linked"] = Json::array();
    for (const LinkedTablePlan& table : plan.tables) {
        Json entry = plan_summary(table.plan);
        entry.erase("kind");
        entry["name"] = table.name;
        entry["rows_of_people"] = rows_word(table.dealt);
        summary["linked"].push_back(std::move(entry));
    }
    return summary;
}

}  // namespace lethe::release
