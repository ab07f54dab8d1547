// text train: learns a sequence model from annotated documents, and says how it does on
// documents that it has not seen.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/documents/find/completion.h"
#include "lethe/documents/find/model/sequence_trainer.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/operation.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

struct TrainOptions {
    std::vector<std::string> registers;
    std::vector<std::string> lists;
    std::string output;
    std::int64_t folds = documents::TrainingOptions{}.folds;
    std::int64_t epochs = documents::TrainingOptions{}.crf.epochs;
    double balanced_precision = documents::TrainingOptions{}.balanced_precision;
    double recall_precision = documents::TrainingOptions{}.recall_precision;
};

// "name=path" -> name and path.
std::pair<std::string, std::string> named_path(const std::string& item, const std::string& option) {
    const auto sign = item.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == item.size()) {
        throw Error(ErrorKind::usage, fmt::format("{} takes NAME=FILE", option),
                    {{}, 0, 0, option});
    }
    return {item.substr(0, sign), item.substr(sign + 1)};
}

Json train(const TrainOptions& options, Door& door) {
    const Context& context = door.context();
    const double begun = context.now();
    std::vector<documents::WordList> lists;
    for (const std::string& item : options.lists) {
        auto [name, path] = named_path(item, door.option_name("list"));
        std::int64_t most = 0;
        if (const auto colon = path.rfind(':');
            colon != std::string::npos &&
            path.find_first_not_of("0123456789", colon + 1) == std::string::npos &&
            colon + 1 < path.size()) {
            const std::string count = path.substr(colon + 1);
            if (std::from_chars(count.data(), count.data() + count.size(), most).ec !=
                std::errc()) {
                throw Error(ErrorKind::usage, "FILE:N takes a number of lines",
                            {{}, 0, 0, door.option_name("list")});
            }
            path = path.substr(0, colon);
        }
        release::refuse_overwrite(options.output, {path});
        documents::add_list(lists, documents::read_word_list(path, name, most));
    }
    std::vector<documents::TrainingSet> sets;
    for (const std::string& item : options.registers) {
        const auto [name, path] = named_path(item, door.option_name("register"));
        release::refuse_overwrite(options.output, {path});
        documents::GoldDocuments documents = documents::read_gold(path);
        auto same = std::find_if(sets.begin(), sets.end(), [&](const documents::TrainingSet& set) {
            return set.name == name;
        });
        if (same == sets.end()) same = sets.insert(sets.end(), documents::TrainingSet{name, {}});
        same->documents.insert(same->documents.end(), documents.begin(), documents.end());
    }
    std::vector<documents::Register> registers;
    Json result{{"kind", "text-train"}, {"output", options.output}, {"registers", Json::array()}};
    release::FinderOptions by_form;
    by_form.no_model = true;
    const std::unique_ptr<FinderSet> found = make_finders(door, documents::TextPolicy{}, by_form);
    const documents::Completion completion(*found->finders, found->wordnet);
    documents::TrainingOptions training;
    training.folds = static_cast<int>(options.folds);
    training.crf.epochs = static_cast<int>(options.epochs);
    training.balanced_precision = options.balanced_precision;
    training.recall_precision = options.recall_precision;
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

Answer train_and_tell(const TrainOptions& options, Door& door) {
    Json result = train(options, door);
    std::string figures = figures_text(result);
    return {std::move(result), std::move(figures)};
}

}  // namespace

Operation train_model() {
    using O = TrainOptions;
    return make_operation(
        {.name = "train",
         .words = {"text", "train"},
         .summary = "Learn a model from annotated documents",
         .notes = "Documents are annotated as JSON lines: {\"text\": \"...\", \"entities\": "
                  "[{\"start\": 0,\n\"end\": 10, \"category\": \"person\"}]}, offsets in code "
                  "points; docs/guide/documents.md\nlists the other forms. A feature must occur in "
                  "two documents to be kept.",
         .examples = {"lethe text train --register notes=examples/documents/annotated.jsonl "
                      "--folds 3 --epochs 5 -o notes.model"}},
        Schema<O>()
            .field("register", &O::registers,
                   "A kind of documents and a file or folder of them (may be repeated)")
            .shown("NAME=FILE")
            .required()
            .field("list", &O::lists,
                   "A list of single words that the model shall know; of its first N lines with "
                   "FILE:N (may be repeated)")
            .shown("NAME=FILE")
            .field("output", &O::output, "The model")
            .output(OutputKind::model)
            .letter('o')
            .shown("FILE")
            .required()
            .field("folds", &O::folds, "Parts that are kept aside in turn", between(2, 100))
            .shown("N")
            .field("epochs", &O::epochs, "Passes over the documents", between(1, 1000))
            .shown("N")
            .field("balanced_precision", &O::balanced_precision,
                   "Token precision of the balanced setting on documents kept aside", between(0, 1))
            .field("recall_precision", &O::recall_precision,
                   "Token precision of the recall setting", between(0, 1)),
        train_and_tell);
}

}  // namespace lethe::operation
