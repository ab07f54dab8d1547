// lethe text assess-vectors: what protecting did to document vectors.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <span>

#include "cli/documents/text.h"
#include "cli/replace_flags.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/vectors/vector_assessment.h"
#include "lethe/report/html.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/measure/assess_vectors.h"

namespace lethe::cli {
namespace {

struct AssessVectorsFlags {
    std::string original;
    std::vector<std::string> published;
    std::string test_original;
    std::vector<std::string> test_published;
    std::vector<std::string> parts;
    std::vector<std::string> clusters;
    std::int64_t restarts = 10;
    std::string ties = "all";
    std::string log;
    std::string output;
    ReplaceFlags replace;
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
vectors::VectorParts vector_parts_of(const AssessVectorsFlags& options, bool labelled) {
    const std::vector<std::string> names = split_list(options.parts);
    vectors::VectorParts parts;
    if (names.empty()) {
        parts.classification = labelled;
        return parts;
    }
    std::vector<std::string> known;
    for (const Part& part : kParts) {
        known.emplace_back(part.name);
        parts.*part.member = std::ranges::find(names, part.name) != names.end();
    }
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) == known.end()) {
            throw Error(ErrorKind::usage, unknown_name("part", name, known), {{}, 0, 0, "--parts"});
        }
    }
    return parts;
}

std::vector<std::int64_t> clusters_of(const AssessVectorsFlags& options) {
    std::vector<std::int64_t> result;
    for (const std::string& item : split_list(options.clusters)) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
        if (error != std::errc() || end != item.data() + item.size() || value < 2) {
            throw Error(ErrorKind::usage, "numbers of clusters are whole numbers from 2 on",
                        {{}, 0, 0, "--clusters"});
        }
        result.push_back(value);
    }
    return result;
}

std::vector<std::string> assess_inputs_of(const AssessVectorsFlags& options) {
    std::vector<std::string> inputs{options.original};
    inputs.insert(inputs.end(), options.published.begin(), options.published.end());
    if (!options.test_original.empty()) inputs.push_back(options.test_original);
    inputs.insert(inputs.end(), options.test_published.begin(), options.test_published.end());
    return inputs;
}

void check_assess_options(const AssessVectorsFlags& options) {
    if (options.test_original.empty() != options.test_published.empty()) {
        throw Error(ErrorKind::usage, "--test-original and --test-protected go together");
    }
    if (!options.test_original.empty() &&
        options.test_published.size() != options.published.size()) {
        throw Error(ErrorKind::usage,
                    fmt::format("--test-protected needs a file for each protected file: {} for {}",
                                options.test_published.size(), options.published.size()));
    }
    if (!options.log.empty() && options.published.size() > 1) {
        throw Error(ErrorKind::usage, "--log is of one protected file, and there are several");
    }
}

// The files of vectors that were read, and what stands beside them.
void check_assess_output(const AssessVectorsFlags& options, const vectors::AssessedVectors& given) {
    if (options.output.empty()) return;
    std::vector<std::string> inputs = assess_inputs_of(options);
    const auto add = [&](const vectors::VectorFile& file) {
        for (const std::string& part : vectors::vector_files(file.vectors, file.name)) {
            inputs.push_back(part);
        }
        inputs.push_back(record_path(file.name));
        inputs.push_back(private_log_path(file.name));
    };
    add(given.original);
    std::ranges::for_each(given.published, add);
    if (given.test_original) add(*given.test_original);
    std::ranges::for_each(given.test_published, add);
    refuse_overwrite(options.output, inputs);
    options.replace.check(options.output, page_or_result(options.output));
}

vectors::VectorFile read_vector_file(Session& session, const std::string& path) {
    return {path, vectors::read_vectors(session.context(), path)};
}

vectors::VectorFile read_release(Session& session, const std::string& path,
                                 const std::string& original, const std::string& named_log) {
    std::vector<std::string> notes;
    vectors::VectorFile file =
        release::read_vector_release(session.context(), path, original, named_log, notes);
    session.warn(notes);
    return file;
}

void run_assess_vectors(Session& session, const AssessVectorsFlags& options) {
    check_assess_options(options);
    vectors::AssessVectorsOptions how;
    if (!options.clusters.empty()) how.clustering.clusters = clusters_of(options);
    how.clustering.restarts = options.restarts;
    how.queries.ties =
        options.ties == "all" ? vectors::QueryTies::all : vectors::QueryTies::row_order;
    vectors::AssessedVectors given{read_vector_file(session, options.original), {}};
    how.parts = vector_parts_of(options, !given.original.vectors.labels.empty());
    for (const std::string& path : options.published) {
        given.published.push_back(read_release(session, path, options.original, options.log));
    }
    if (!options.test_original.empty())
        given.test_original = read_vector_file(session, options.test_original);
    for (const std::string& path : options.test_published) {
        given.test_published.push_back(read_release(session, path, options.test_original, {}));
    }
    check_assess_output(options, given);
    const Random random(session.seed_or_random());
    const Json result = vectors::assess_vectors(session.context(), given, how, random);
    if (options.output.ends_with(".html")) {
        report::HtmlOptions page;
        page.title =
            "Document vectors: " + std::filesystem::path(options.original).filename().string();
        write_file(options.output, report::html_report(std::span(&result, 1), page), true);
    } else if (!options.output.empty()) {
        write_file(options.output, result.dump(2) + "\n", true);
    }
    session.show(result);
}

}  // namespace

void add_text_assess_vectors(CLI::App& app, Session& session) {
    auto options = std::make_shared<AssessVectorsFlags>();
    CLI::App* command = app.add_subcommand(
        "assess-vectors",
        "What protecting did to document vectors: who can be found, what is lost, what can still "
        "be mined");
    command->add_option("original", options->original, "The vectors before")
        ->required()
        ->type_name("ORIGINAL");
    command
        ->add_option("protected", options->published,
                     "The vectors after; several files, e.g. for growing k, make curves")
        ->required()
        ->type_name("PROTECTED...");
    command
        ->add_option("--test-original", options->test_original,
                     "A test part for classifiers, before (default: some of the documents)")
        ->type_name("FILE");
    command
        ->add_option("--test-protected", options->test_published,
                     "The test part after, protected by itself; a file for each protected file")
        ->type_name("FILE...");
    command
        ->add_option("--parts", options->parts,
                     "Only these: loss, statistics, queries, classification, clustering, linkage")
        ->allow_extra_args(false)
        ->type_name("A,B");
    command
        ->add_option("--clusters", options->clusters,
                     "Numbers of clusters (default: 5,10,15,20,25 and as many as classes)")
        ->allow_extra_args(false)
        ->type_name("N,N");
    command->add_option("--restarts", options->restarts, "Of each clustering; the best is kept")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str()
        ->type_name("N");
    command
        ->add_option("--ties", options->ties,
                     "Results as relevant as the last one asked for: all, or the first in the "
                     "order of rows")
        ->check(CLI::IsMember({"all", "row-order"}))
        ->capture_default_str()
        ->type_name("HOW");
    command
        ->add_option("--log", options->log,
                     "The private log of the release (default: the one beside it)")
        ->type_name("FILE");
    command
        ->add_option("-o,--output", options->output,
                     "Also write the result: JSON, or a page with curves where the name ends in "
                     ".html")
        ->type_name("FILE");
    options->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe text vectors examples/documents/ministry -o ministry.mtx\n"
        "  lethe text protect ministry.mtx -k 3 -o ministry-protected.mtx\n"
        "  lethe text assess-vectors ministry.mtx ministry-protected.mtx -o vectors.html");
    command->callback([&session, options] {
        session.run = [&session, options] { run_assess_vectors(session, *options); };
    });
}

}  // namespace lethe::cli
