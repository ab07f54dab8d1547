// lethe text train: learns a sequence model from annotated documents, and says how it does on
// documents that it has not seen.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iostream>
#include <memory>

#include "cli/documents/text.h"
#include "cli/documents/text_finders.h"
#include "lethe/core/error.h"
#include "lethe/documents/find/completion.h"
#include "lethe/documents/find/model/sequence_trainer.h"

namespace lethe::cli {
namespace {

struct TrainOptions {
    std::vector<std::string> registers;
    std::vector<std::string> lists;
    std::string output;
    documents::TrainingOptions training;
};

// "name=path" -> name and path.
std::pair<std::string, std::string> named_path(const std::string& item, const char* flag) {
    const auto sign = item.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == item.size()) {
        throw Error(ErrorKind::usage, fmt::format("{} takes NAME=FILE", flag), {{}, 0, 0, flag});
    }
    return {item.substr(0, sign), item.substr(sign + 1)};
}

Json train(Session& session, const TrainOptions& options) {
    const Context& context = session.context();
    const double begun = context.now();
    std::vector<documents::WordList> lists;
    for (const std::string& item : options.lists) {
        auto [name, path] = named_path(item, "--list");
        std::int64_t most = 0;
        if (const auto colon = path.rfind(':');
            colon != std::string::npos &&
            path.find_first_not_of("0123456789", colon + 1) == std::string::npos &&
            colon + 1 < path.size()) {
            const std::string count = path.substr(colon + 1);
            if (std::from_chars(count.data(), count.data() + count.size(), most).ec !=
                std::errc()) {
                throw Error(ErrorKind::usage, "FILE:N takes a number of lines",
                            {{}, 0, 0, "--list"});
            }
            path = path.substr(0, colon);
        }
        documents::add_list(lists, documents::read_word_list(path, name, most));
    }
    std::vector<documents::TrainingSet> sets;
    for (const std::string& item : options.registers) {
        const auto [name, path] = named_path(item, "--register");
        documents::GoldDocuments documents = documents::read_gold(path);
        auto same = std::find_if(sets.begin(), sets.end(), [&](const documents::TrainingSet& set) {
            return set.name == name;
        });
        if (same == sets.end()) same = sets.insert(sets.end(), documents::TrainingSet{name, {}});
        same->documents.insert(same->documents.end(), documents.begin(), documents.end());
    }
    std::vector<documents::Register> registers;
    Json result{{"kind", "text-train"}, {"output", options.output}, {"registers", Json::array()}};
    FinderFlags flags;
    flags.no_model = true;
    const std::unique_ptr<FinderSet> found = make_finders(session, documents::TextPolicy{}, flags);
    const documents::Completion completion(*found->finders, found->wordnet);
    documents::TrainingOptions training = options.training;
    training.complete = std::cref(completion);
    for (const documents::TrainingSet& set : sets) {
        documents::TrainedRegister trained =
            documents::train_register(context, set, lists, training);
        Json figures = Json::array();
        for (const documents::FoldFigures& one :
             documents::figures_of(context, trained, set, lists, training)) {
            figures.push_back({{"source", one.source},
                               {"documents", one.documents},
                               {"balanced", one.balanced.to_json()},
                               {"recall", one.recall.to_json()}});
        }
        result["registers"].push_back({{"name", set.name},
                                       {"documents", set.documents.size()},
                                       {"labels", trained.trained.labels.size()},
                                       {"features", trained.trained.features.size()},
                                       {"balanced_threshold", trained.trained.balanced},
                                       {"recall_threshold", trained.trained.recall},
                                       {"kept_aside", std::move(figures)}});
        registers.push_back(std::move(trained.trained));
    }
    documents::learn_cues(sets, registers);
    const documents::SequenceModel model(std::move(lists), std::move(registers));
    model.write(options.output);
    result["bytes"] = model.bytes().size();
    result["seconds"] = context.now() - begun;
    return result;
}

std::string figures_text(const Json& result) {
    std::string out;
    for (const Json& in : result["registers"]) {
        out +=
            fmt::format("Register {}: {} documents, {} features\n", in["name"].get<std::string>(),
                        in["documents"].get<std::int64_t>(), in["features"].get<std::int64_t>());
        out += "On documents kept aside, part by part:\n\n";
        out += fmt::format("  {:<42} {:<9} {:>8} {:>10} {:>6} {:>6} {:>8} {:>8}\n", "file",
                           "setting", "recall", "precision", "F1", "F2", "direct", "quasi");
        for (const Json& one : in["kept_aside"]) {
            for (const char* setting : {"balanced", "recall"}) {
                const Json& score = one[setting];
                out += fmt::format(
                    "  {:<42} {:<9} {:>8.3f} {:>10.3f} {:>6.3f} {:>6.3f} {:>8.3f} {:>8.3f}\n",
                    one["source"].get<std::string>(), setting, score["token_recall"].get<double>(),
                    score["token_precision"].get<double>(), score["f1"].get<double>(),
                    score["f2"].get<double>(), score["direct_recall"].get<double>(),
                    score["quasi_recall"].get<double>());
            }
        }
        out += "\n";
    }
    out += fmt::format("{}: {} bytes, {:.1f} s\n", result["output"].get<std::string>(),
                       result["bytes"].get<std::int64_t>(), result["seconds"].get<double>());
    return out;
}

}  // namespace

void add_text_train(CLI::App& text, Session& session) {
    CLI::App* command = text.add_subcommand("train", "Learn a model from annotated documents");
    auto options = std::make_shared<TrainOptions>();
    command
        ->add_option("--register", options->registers,
                     "A kind of documents and a file or folder of them (may be repeated)")
        ->required()
        ->type_name("NAME=FILE");
    command
        ->add_option("--list", options->lists,
                     "A list of single words that the model shall know; of its first N lines with "
                     "FILE:N (may be repeated)")
        ->type_name("NAME=FILE");
    command->add_option("-o,--output", options->output, "The model")->required()->type_name("FILE");
    command->add_option("--folds", options->training.folds, "Parts that are kept aside in turn")
        ->check(CLI::Range(2, 100))
        ->type_name("N");
    command->add_option("--epochs", options->training.crf.epochs, "Passes over the documents")
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
    command
        ->add_option("--balanced-precision", options->training.balanced_precision,
                     "Token precision of the balanced setting on documents kept aside")
        ->check(CLI::Range(0.0, 1.0));
    command
        ->add_option("--recall-precision", options->training.recall_precision,
                     "Token precision of the recall setting")
        ->check(CLI::Range(0.0, 1.0));
    command->footer(
        "Documents are annotated as JSON lines: {\"text\": \"...\", \"entities\": [{\"start\": 0,\n"
        "\"end\": 10, \"category\": \"person\"}]}, offsets in code points; "
        "docs/guide/documents.md\n"
        "lists the other forms. A feature must occur in two documents to be kept.\n\n"
        "Example:\n  lethe text train --register notes=examples/documents/annotated.jsonl --folds "
        "3 "
        "--epochs 5 -o notes.model");
    command->callback([options, &session] {
        session.run = [options, &session] {
            const Json result = train(session, *options);
            if (session.json) {
                std::cout << result.dump(2) << "\n";
            } else {
                std::cout << figures_text(result);
            }
        };
    });
}

}  // namespace lethe::cli
