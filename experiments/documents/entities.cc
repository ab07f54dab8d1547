// Entities found beside what people marked: court cases, synthetic sentences, diplomatic documents.
// Every document is judged by a model that has not seen it: the documents are cut into ten parts
// (sentences of one template stay together), and each part is judged by what was learnt from the
// other nine. Patterns, lists, rules and repetition work as in the shipped program.
#include <fmt/format.h>

#include <array>
#include <functional>
#include <utility>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "lethe/core/parallel.h"
#include "lethe/documents/find/completion.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/find/model/sequence_trainer.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::reproduction {
namespace {

using documents::GoldDocument;
using documents::GoldScore;
using documents::Setting;

std::vector<documents::WordList> word_lists(const std::string& data) {
    struct Source {
        const char* name;
        const char* file;
        std::int64_t most;
    };
    constexpr std::array<Source, 9> kSources{{{"usual", "word_counts_google1T_top.tsv", 12000},
                                              {"given", "us_census1990_dist.female.first.txt", 0},
                                              {"given", "us_census1990_dist.male.first.txt", 0},
                                              {"given", "nltk_names_female.txt", 0},
                                              {"given", "nltk_names_male.txt", 0},
                                              {"surname", "us_census1990_dist.all.last.txt", 0},
                                              {"city", "world-cities.csv", 0},
                                              {"country", "nltk_gazetteers_countries.txt", 0},
                                              {"demonym", "nltk_gazetteers_nationalities.txt", 0}}};
    std::vector<documents::WordList> lists;
    for (const Source& source : kSources) {
        documents::add_list(lists, documents::read_word_list(
                                       fmt::format("{}/lists_names_geo/{}", data, source.file),
                                       source.name, source.most));
    }
    return lists;
}

// What of a document would be masked: every mention, or those of people alone.
std::vector<language::Span> masked(const documents::Mentions& mentions, bool people_only) {
    std::vector<language::Span> spans;
    for (const documents::Mention& mention : mentions) {
        if (!people_only || mention.category == documents::kPerson) spans.push_back(mention.span);
    }
    return spans;
}

struct EntityTask {
    std::string_view name;  // of the register
    std::string_view title;
    std::string_view file;     // the one that is judged
    std::string_view further;  // more to learn from; may be empty
    bool people_only = false;
};

constexpr std::array<EntityTask, 3> kTasks{
    {{"court", "Court cases (TAB)", "pii_tab_echr/tab_113docs_full_annotations.jsonl.gz", "",
      false},
     {"general", "Synthetic sentences", "pii_presidio_synthetic/synth_dataset_v2.json",
      "ner_open/wnut17_train.conll", false},
     {"diplomatic", "Diplomatic documents, people", "text_frus_telegrams", "", true}}};

Json score_row(std::string_view data, std::string_view who, const GoldScore& score) {
    const documents::GoldCount& count = score.count();
    return {{"data", data},
            {"who", who},
            {"recall", count.recall()},
            {"precision", count.precision()},
            {"f1", count.f(1)},
            {"f2", count.f(2)},
            {"direct", count.direct > 0 ? Json(count.direct_recall()) : Json()},
            {"quasi", count.quasi > 0 ? Json(count.quasi_recall()) : Json()}};
}

Json types_of(std::string_view data, const GoldScore& balanced, const GoldScore& recall) {
    Json rows = Json::array();
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole > 0 ? Json(static_cast<double>(part) / static_cast<double>(whole)) : Json();
    };
    for (std::size_t i = 0; i < balanced.types().size(); ++i) {
        const documents::TypeCount& first = balanced.types()[i];
        const documents::TypeCount& second = recall.types()[i];
        rows.push_back({{"data", data},
                        {"type", first.type},
                        {"tokens", first.tokens},
                        {"balanced", share(first.masked, first.tokens)},
                        {"recall", share(second.masked, second.tokens)},
                        {"entities", first.entities},
                        {"balanced_whole", share(first.whole, first.entities)},
                        {"recall_whole", share(second.whole, second.entities)},
                        {"harmless", first.harmless},
                        {"balanced_over", share(first.overmasked, first.harmless)},
                        {"recall_over", share(second.overmasked, second.harmless)}});
    }
    return rows;
}

Json entities(const ReproduceOptions& options, const Context& context) {
    const std::vector<documents::WordList> lists = word_lists(options.data);
    const TaxonomyPtr wordnet = read_knowledge(context, "wordnet").taxonomy;
    documents::Finders finders;
    finders.lists.emplace(documents::usual_lists(wordnet));
    const documents::Completion completion(finders, wordnet);
    Json rows = Json::array();
    Json types = Json::array();
    for (const EntityTask& task : kTasks) {
        documents::TrainingSet set{std::string(task.name), documents::read_gold(fmt::format(
                                                               "{}/{}", options.data, task.file))};
        const std::size_t judged = set.documents.size();
        if (!task.further.empty()) {
            documents::GoldDocuments more =
                documents::read_gold(fmt::format("{}/{}", options.data, task.further));
            set.documents.insert(set.documents.end(), more.begin(), more.end());
        }
        documents::TrainingOptions training;
        training.crf.seed = options.seed;
        training.complete = std::cref(completion);
        const documents::TrainedRegister trained =
            documents::train_register(context, set, lists, training);
        std::vector<documents::SequenceModel> models;
        for (const documents::Register& fold : trained.folds)
            models.emplace_back(lists, std::vector{fold});

        std::vector<std::array<std::vector<language::Span>, 3>> found(judged);
        parallel_tasks(context, static_cast<std::int64_t>(judged), [&](std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            const std::string& document = set.documents[at].text;
            const documents::SequenceModel& model =
                models[static_cast<std::size_t>(trained.fold_of[at])];
            const documents::Register& in = model.registers().front();
            const std::vector<language::Token> tokens = language::tokenise(document);
            const auto by_model = [&](Setting setting) {
                return completion(in, document, model.find(in, document, tokens, setting), setting);
            };
            found[at] = {masked(completion(document), task.people_only),
                         masked(by_model(Setting::balanced), task.people_only),
                         masked(by_model(Setting::recall), task.people_only)};
        });
        std::array<GoldScore, 3> scores;
        for (std::size_t i = 0; i < judged; ++i) {
            for (std::size_t run = 0; run < scores.size(); ++run) {
                scores[run].add(set.documents[i], found[i][run]);
            }
        }
        rows.push_back(score_row(task.title, "without a model", scores[0]));
        rows.push_back(score_row(task.title, "balanced", scores[1]));
        rows.push_back(score_row(task.title, "recall first", scores[2]));
        if (task.name == "court") {
            rows.push_back({{"data", task.title},
                            {"who", "Presidio*"},
                            {"recall", 0.75},
                            {"precision", 0.73}});
            rows.push_back({{"data", task.title},
                            {"who", "fine-tuned language model*"},
                            {"recall", 0.92},
                            {"precision", 0.84}});
        }
        if (task.name == "general") {
            rows.push_back({{"data", task.title}, {"who", "Presidio as shipped*"}, {"f2", 0.62}});
            rows.push_back({{"data", task.title}, {"who", "Presidio tuned*"}, {"f2", 0.85}});
        }
        for (Json& row : types_of(task.title, scores[1], scores[2]))
            types.push_back(std::move(row));
    }
    const std::vector<Head> heads{{"data", "documents"},   {"who", "finder"},
                                  {"recall", "recall", 3}, {"precision", "precision", 3},
                                  {"f1", "F1", 3},         {"f2", "F2", 3},
                                  {"direct", "direct", 3}, {"quasi", "quasi", 3}};
    const std::vector<Head> of_types{{"data", "documents"},          {"type", "type"},
                                     {"tokens", "tokens", 0},        {"balanced", "recall", 3},
                                     {"recall", "recall+", 3},       {"entities", "entities", 0},
                                     {"balanced_whole", "whole", 3}, {"recall_whole", "whole+", 3},
                                     {"harmless", "harmless", 0},    {"balanced_over", "masked", 3},
                                     {"recall_over", "masked+", 3}};
    return {
        {"tables",
         {table_of("Tokens and entities found, on documents kept aside", heads, std::move(rows)),
          table_of("By the annotators' types", of_types, std::move(types))}},
        {"checks", Json::array()},
        {"notes",
         {"* as reported for documents of the same kind, not run here.",
          "Recall and precision count words. direct, quasi: the share of entities all of whose "
          "mentions are masked wholly. + marks the recall-first setting.",
          "In the diplomatic documents the editors marked people of their list alone, so that "
          "precision is understated there."}}};
}

}  // namespace

std::vector<Experiment> entity_experiments() {
    return {{"entities", "Entities found, beside what people marked",
             "Pilan and others 2022 (court cases); Microsoft Presidio's synthetic sentences; FRUS",
             entities, 1}};
}

}  // namespace lethe::reproduction
