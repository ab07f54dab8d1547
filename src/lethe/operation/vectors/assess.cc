// assess, of document vectors: what protecting did to them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/release/vectors/vector_assessment.h"
#include "lethe/report/html.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/assess_vectors.h"

namespace lethe::operation {
namespace {

struct AssessVectorsOptions {
    std::string original;
    std::vector<std::string> published;
    std::string test_original;
    std::vector<std::string> test_published;
    std::vector<std::string> parts;
    std::vector<std::int64_t> clusters;
    std::int64_t restarts = 10;
    vectors::QueryTies ties = vectors::QueryTies::all;
    std::string log;
    bool aligned = false;
    KnowledgeSource knowledge;
    bool has_knowledge = false;
    std::string output;
};

struct Part {
    std::string_view name;
    bool vectors::VectorParts::*member;
};

constexpr std::array kParts{Part{"loss", &vectors::VectorParts::loss},
                            Part{"statistics", &vectors::VectorParts::statistics},
                            Part{"queries", &vectors::VectorParts::queries},
                            Part{"classification", &vectors::VectorParts::classification},
                            Part{"clustering", &vectors::VectorParts::clustering},
                            Part{"linkage", &vectors::VectorParts::linkage}};

// All of them where none is named; then classification only of documents with labels.
vectors::VectorParts vector_parts_of(const AssessVectorsOptions& options, bool labelled) {
    const std::vector<std::string>& names = options.parts;
    vectors::VectorParts parts;
    if (names.empty()) {
        parts.classification = labelled;
        return parts;
    }
    for (const Part& part : kParts) {
        parts.*part.member = std::ranges::find(names, part.name) != names.end();
    }
    return parts;
}

std::vector<std::string> vector_part_names() {
    std::vector<std::string> names;
    for (const Part& part : kParts) names.emplace_back(part.name);
    return names;
}

// All files of vectors that are read, and what may stand beside them.
std::vector<std::string> assess_inputs_of(const AssessVectorsOptions& options) {
    std::vector<std::string> files{options.original};
    files.insert(files.end(), options.published.begin(), options.published.end());
    if (!options.test_original.empty()) files.push_back(options.test_original);
    files.insert(files.end(), options.test_published.begin(), options.test_published.end());
    std::vector<std::string> inputs;
    const vectors::DocumentVectors with_ids{SparseRows(), {}, {"id"}, {}};
    for (const std::string& file : files) {
        const std::vector<std::string> parts = vectors::vector_files(with_ids, file);
        inputs.insert(inputs.end(), parts.begin(), parts.end());
        inputs.push_back(release::record_path(file));
        inputs.push_back(release::private_log_path(file));
    }
    return inputs;
}

void check_assess_options(const AssessVectorsOptions& options, const Door&, Problems& problems) {
    if (!options.test_original.empty() && !options.test_published.empty() &&
        options.test_published.size() != options.published.size()) {
        problems.push_back({fmt::format("needs a file for each protected file: {} for {}",
                                        options.test_published.size(), options.published.size()),
                            {{}, 0, 0, "test_protected"}});
    }
    if (!options.log.empty() && options.published.size() > 1) {
        problems.push_back({"is of one protected file, and there are several", {{}, 0, 0, "log"}});
    }
    if (options.output.empty()) return;
    add_if_thrown(problems,
                  [&] { release::refuse_overwrite(options.output, assess_inputs_of(options)); });
}

vectors::VectorFile read_vector_file(Door& door, const std::string& path) {
    return {path, vectors::read_vectors(door.context(), path)};
}

Answer assess_vector_files(const AssessVectorsOptions& options, Door& door) {
    vectors::AssessVectorsOptions how;
    if (!options.clusters.empty()) how.clustering.clusters = options.clusters;
    how.clustering.restarts = options.restarts;
    how.queries.ties = options.ties;
    vectors::AssessedVectors given{read_vector_file(door, options.original), {}};
    how.parts = vector_parts_of(options, !given.original.vectors.labels.empty());
    std::vector<std::string> notes;
    const auto read_release = [&](const std::string& path, const vectors::VectorFile& original,
                                  const std::string& log) {
        return release::read_vector_release(door.context(), path, original, {log, options.aligned},
                                            notes);
    };
    for (const std::string& path : options.published) {
        given.published.push_back(read_release(path, given.original, options.log));
    }
    if (!options.test_original.empty())
        given.test_original = read_vector_file(door, options.test_original);
    for (const std::string& path : options.test_published) {
        given.test_published.push_back(read_release(path, *given.test_original, {}));
    }
    for (const std::string& path : options.published) {
        if (given.taxonomy != nullptr) break;
        given.taxonomy = release::assessed_taxonomy(
            door.context(), path, options.has_knowledge ? options.knowledge.source : "",
            options.knowledge.options(door), notes);
    }
    door.warn(notes);
    const Random random(door.seed_or_random());
    vectors::MeasuredVectorFiles measured =
        vectors::assess_vectors(door.context(), given, how, random);
    for (const std::string& note : notes) measured.notes.push_back(note + ".");
    std::vector<ReleaseFigures> figures;
    for (const vectors::MeasuredVectors& release : measured.releases) {
        figures.push_back(release.figures);
    }
    Json result = to_json(measured);
    release::add_headlines(result, figures, DataKind::vectors);
    release::add_bounds(result, measured);
    if (options.output.ends_with(".html")) {
        report::HtmlOptions page;
        page.title =
            "Document vectors: " + std::filesystem::path(options.original).filename().string();
        write_file(options.output, report::html_report(std::span(&result, 1), page), true);
    } else if (!options.output.empty()) {
        write_file(options.output, result.dump(2) + "\n", true);
    }
    return {std::move(result)};
}

}  // namespace

Operation assess_vectors() {
    using O = AssessVectorsOptions;
    return make_operation(
        {.name = "assess",
         .data = DataKind::vectors,
         .words = {"text", "assess-vectors"},
         .summary = "What protecting did to document vectors: who can be found, what is lost, what "
                    "can still be mined",
         .examples = {"lethe text vectors examples/documents/ministry -o ministry.mtx",
                      "lethe text protect ministry.mtx -k 3 -o ministry-protected.mtx",
                      "lethe text assess-vectors ministry.mtx ministry-protected.mtx -o "
                      "vectors.html"}},
        Schema<O>()
            .field("original", &O::original, "The vectors before")
            .at_place("ORIGINAL")
            .required()
            .input()
            .field("protected", &O::published,
                   "The vectors after; several files, e.g. for growing k, make curves")
            .at_place("PROTECTED...")
            .required()
            .input()
            .field("test_original", &O::test_original,
                   "A test part for classifiers, before (default: some of the documents)")
            .shown("FILE")
            .input()
            .goes_with("test_protected")
            .part_of("parts", {"classification"})
            .field("test_protected", &O::test_published,
                   "The test part after, protected by itself; a file for each protected file")
            .shown("FILE...")
            .input()
            .goes_with("test_original")
            .field("parts", &O::parts,
                   "Only these: loss, statistics, queries, classification, clustering, linkage")
            .separated("A,B")
            .naming("part", vector_part_names())
            .field("clusters", &O::clusters,
                   "Numbers of clusters (default: 5,10,15,20,25 and as many as classes)",
                   at_least(2))
            .separated("N,N")
            .part_of("parts", {"clustering"})
            .field("restarts", &O::restarts, "Of each clustering; the best is kept",
                   between(1, 1000))
            .shown("N")
            .part_of("parts", {"clustering"})
            .choice(
                "ties", &O::ties,
                "Results as relevant as the last one asked for: all, or the first in the order "
                "of rows",
                {{"all", vectors::QueryTies::all}, {"row-order", vectors::QueryTies::row_order}})
            .shown("HOW")
            .part_of("parts", {"queries"})
            .field("aligned", &O::aligned,
                   "The vectors are of the same documents in the same order, whatever they look "
                   "like")
            .field("log", &O::log, "The private log of the release (default: the one beside it)")
            .shown("FILE")
            .input()
            .include(&O::knowledge, KnowledgeSource::schema())
            .noting("source", &O::has_knowledge)
            .field("output", &O::output,
                   "Also write the result: JSON, or a page with curves where the name ends in "
                   ".html")
            .output(OutputKind::page_or_result)
            .letter('o')
            .shown("FILE"),
        assess_vector_files, check_assess_options);
}

}  // namespace lethe::operation
