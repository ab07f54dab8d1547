// Linkage of public files whose true pairs are known: one automatic configuration for all of them.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/table/linkage/linkage_truth.h"

namespace lethe::reproduction {
namespace {

struct LinkedFile {
    std::string_view name;
    std::string_view file;
    std::string_view other;     // the file that it is linked with; empty: with itself
    std::string_view identity;  // the column that tells who is who
    double least_f1;            // asked for
    bool optional;              // run where the file is there
};

constexpr std::array<LinkedFile, 7> kLinkageFiles{{
    {"RLdata500", "RLdata500.csv", "", "entity_id", 0.95, false},
    {"RLdata10000", "RLdata10000.csv", "", "entity_id", 0.90, true},
    {"FEBRL 1", "febrl_dataset1.csv", "", "rec_id", 0.97, false},
    {"FEBRL 2", "febrl_dataset2.csv", "", "rec_id", 0.97, false},
    {"FEBRL 3", "febrl_dataset3.csv", "", "rec_id", 0.97, false},
    {"FEBRL 4", "febrl_dataset4a.csv", "febrl_dataset4b.csv", "rec_id", 0.97, true},
    {"fake_1000", "splink_fake_1000.csv", "", "cluster", 0.95, false},
}};

// "rec-12-org" and "rec-12-dup-0" are one person.
ColumnPtr people_of(const Column& identity) {
    std::vector<std::string> people;
    for (std::int64_t row = 0; row < identity.size(); ++row) {
        std::string text = identity.text(row);
        for (const std::string_view mark : {"-org", "-dup"}) {
            const auto place = text.find(mark);
            if (place != std::string::npos) text.resize(place);
        }
        people.push_back(std::move(text));
    }
    return Column::from_texts("person", Kind::nominal, people);
}

Json record_linkage(const ReproduceOptions& options, const Context& context) {
    std::vector<FileName> names;
    for (const LinkedFile& file : kLinkageFiles) names.push_back({std::string(file.name)});
    Json rows = Json::array();
    Json checks = Json::array();
    for (const std::size_t i : chosen_files(options, names)) {
        const LinkedFile& file = kLinkageFiles[i];
        const auto path = [&](std::string_view name) {
            return fmt::format("{}/record_linkage/{}", options.data, name);
        };
        std::error_code ignored;
        if (file.optional && options.only.empty() &&
            !std::filesystem::exists(path(file.file), ignored)) {
            continue;
        }
        const bool self = file.other.empty();
        const Table table = read_table(context, path(file.file));
        const Table other = self ? table : read_table(context, path(file.other));
        linkage::PlanRequest request;
        request.truth = file.identity;
        request.self = self;
        linkage::LinkOptions link;
        link.self = self;
        if (self) link.assignment = linkage::Assignment::groups;
        const double start = context.now();
        const linkage::LinkageResult found = linkage::link_files(
            context, table, other, linkage::make_plan(table, other, request), link);
        const double seconds = context.now() - start;
        const auto truth = linkage::Truth::of_columns(
            *people_of(table.column(file.identity)), *people_of(other.column(file.identity)), self);
        const linkage::LinkageScore score = linkage::score(found.links, truth, false);
        rows.push_back({{"file", file.name},
                        {"records", self ? table.rows() : table.rows() + other.rows()},
                        {"matches", static_cast<std::int64_t>(score.true_pairs)},
                        {"links", score.links},
                        {"precision", score.precision()},
                        {"recall", score.recall()},
                        {"f1", score.f1()},
                        {"compared", found.compared},
                        {"all", static_cast<std::int64_t>(found.all_pairs)},
                        {"seconds", seconds}});
        add_check(checks, fmt::format("{}: F1 of at least {:.2f}", file.name, file.least_f1),
                  score.f1() >= file.least_f1);
    }
    const std::vector<Head> heads{
        {"file", "file"},         {"records", "records", 0},     {"matches", "true pairs", 0},
        {"links", "links", 0},    {"precision", "precision", 4}, {"recall", "recall", 4},
        {"f1", "F1", 4},          {"compared", "compared", 0},   {"all", "of", 0},
        {"seconds", "seconds", 1}};
    return {
        {"tables", {table_of("Records of one person found in a file", heads, std::move(rows))}},
        {"checks", std::move(checks)},
        {"notes",
         {"RLdata10000 and FEBRL 4 (two files) are run where they are in the folder. Nothing is "
          "set for single files: pairs of columns, comparators, blocking, weights "
          "and thresholds are those of lethe attack --intruder; records of one person are "
          "grouped. The identity is used to judge alone."}}};
}

}  // namespace

std::vector<Experiment> record_linkage_experiments() {
    return {{.name = "linkage",
             .title = "Record linkage of files whose true pairs are known",
             .source = "Febrl (Christen 2008); RecordLinkage (Sariyar and Borg 2010); Splink",
             .run = record_linkage,
             .samples = 1,
             .has_files = true}};
}

}  // namespace lethe::reproduction
