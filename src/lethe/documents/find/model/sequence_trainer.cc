#include "lethe/documents/find/model/sequence_trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/readers/source_text.h"

namespace lethe::documents {
namespace {

struct Prepared {
    const GoldDocument* gold = nullptr;
    std::int64_t group = 0;
    std::vector<language::Token> tokens;
    DocumentFeatures features;
    std::vector<std::uint8_t> labels;
};

// Every category occurs with two labels (begin, inside) for what is identifying and two for what is
// not.
std::vector<ModelLabel> labels_of(const GoldDocuments& documents) {
    std::set<std::pair<CategoryId, bool>> kinds;
    for (const GoldDocument& document : documents) {
        for (const GoldMention& mention : document.mentions) {
            kinds.emplace(mention.category, mention.identifying != Identifying::no);
        }
    }
    std::vector<ModelLabel> labels{ModelLabel{}};
    for (const auto& [category, identifying] : kinds) {
        labels.push_back({category, false, identifying, true});
        labels.push_back({category, false, identifying, false});
    }
    if (labels.size() > kMostLabels)
        throw Error(ErrorKind::input, "more than 31 kinds of mentions");
    return labels;
}

// Where mentions overlap, those that identify come first, then the longer ones.
std::vector<std::uint8_t> token_labels(const Prepared& document,
                                       const std::vector<ModelLabel>& labels) {
    std::vector<const GoldMention*> order;
    for (const GoldMention& mention : document.gold->mentions) order.push_back(&mention);
    std::stable_sort(order.begin(), order.end(), [](const GoldMention* a, const GoldMention* b) {
        const bool first = a->identifying != Identifying::no;
        const bool second = b->identifying != Identifying::no;
        return first != second ? first : a->span.size() > b->span.size();
    });
    std::vector<std::uint8_t> result(document.tokens.size(), 0);
    for (const GoldMention* mention : order) {
        const bool identifying = mention->identifying != Identifying::no;
        const auto label = std::find_if(labels.begin(), labels.end(), [&](const ModelLabel& one) {
            return !one.outside && one.category == mention->category &&
                   one.identifying == identifying;
        });
        const auto begins = static_cast<std::uint8_t>(label - labels.begin());
        auto at =
            std::lower_bound(document.tokens.begin(), document.tokens.end(), mention->span.begin,
                             [](const language::Token& token, std::int64_t begin) {
                                 return static_cast<std::int64_t>(token.end) <= begin;
                             });
        bool first = true;
        for (; at != document.tokens.end() &&
               static_cast<std::int64_t>(at->begin) < mention->span.end;
             ++at) {
            std::uint8_t& given = result[static_cast<std::size_t>(at - document.tokens.begin())];
            if (given == 0) given = static_cast<std::uint8_t>(begins + (first ? 0 : 1));
            first = given != begins && given != begins + 1;
        }
    }
    return result;
}

CrfTransitions start_transitions(const std::vector<ModelLabel>& labels) {
    const std::size_t n = labels.size();
    CrfTransitions transitions{static_cast<int>(n), std::vector<float>(n * n, 0),
                               std::vector<float>(n, 0)};
    for (std::size_t to = 1; to < n; ++to) {
        if (labels[to].begins) continue;
        transitions.start[to] = CrfTransitions::kForbidden;
        for (std::size_t from = 0; from < n; ++from) {
            if (from != to && from != to - 1) {
                transitions.weight[from * n + to] = CrfTransitions::kForbidden;
            }
        }
    }
    return transitions;
}

// The features that occur in enough groups of documents, ascending.
std::vector<std::uint32_t> usual_features(const std::vector<const Prepared*>& documents,
                                          int least) {
    struct Seen {
        std::int64_t group = -1;
        int count = 0;
    };
    std::unordered_map<std::uint32_t, Seen> seen;
    for (const Prepared* document : documents) {
        for (std::size_t t = 0; t < document->tokens.size(); ++t) {
            for_each_feature(document->features, t, [&](std::uint32_t feature) {
                Seen& of_feature = seen[feature];
                if (of_feature.group == document->group) return;
                of_feature.group = document->group;
                ++of_feature.count;
            });
        }
    }
    std::vector<std::uint32_t> features;
    for (const auto& [feature, of_feature] : seen) {
        if (of_feature.count >= least) features.push_back(feature);
    }
    std::sort(features.begin(), features.end());
    return features;
}

std::vector<CrfSequence> sequences_of(const std::vector<const Prepared*>& documents,
                                      const std::vector<std::uint32_t>& features) {
    std::unordered_map<std::uint32_t, std::uint32_t> rows;
    rows.reserve(features.size());
    for (std::size_t row = 0; row < features.size(); ++row) {
        rows.emplace(features[row], static_cast<std::uint32_t>(row));
    }
    std::vector<CrfSequence> sequences;
    for (const Prepared* document : documents) {
        const auto& begins = document->features.sequence_begin;
        for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
            CrfSequence sequence;
            for (std::size_t t = begins[p]; t < begins[p + 1]; ++t) {
                for_each_feature(document->features, t, [&](std::uint32_t feature) {
                    const auto row = rows.find(feature);
                    if (row != rows.end()) sequence.features.push_back(row->second);
                });
                sequence.begin.push_back(static_cast<std::uint32_t>(sequence.features.size()));
                sequence.labels.push_back(document->labels[t]);
            }
            sequences.push_back(std::move(sequence));
        }
    }
    return sequences;
}

std::vector<language::Span> spans_masked(const Register& in, std::string_view text,
                                         Mentions by_model, Setting setting,
                                         const TrainingOptions& options) {
    const bool judged =
        std::any_of(in.labels.begin(), in.labels.end(),
                    [](const ModelLabel& label) { return !label.outside && !label.identifying; });
    if (judged && options.complete) {
        by_model = options.complete(in, text, std::move(by_model), setting);
    }
    std::vector<language::Span> spans;
    for (const Mention& mention : by_model) spans.push_back(mention.span);
    return spans;
}

}  // namespace

Register packed_register(std::string name, const std::vector<ModelLabel>& labels,
                         const std::vector<std::uint32_t>& features, const Crf& crf) {
    constexpr float kNextToNothing = 0.04F;
    Register in;
    in.name = std::move(name);
    in.labels = labels;
    in.transitions = crf.transitions;
    const std::size_t n = labels.size();
    for (std::size_t row = 0; row < features.size(); ++row) {
        const float* weight = &crf.weights[row * n];
        float most = 0;
        for (std::size_t l = 0; l < n; ++l) most = std::max(most, std::abs(weight[l]));
        if (most < 2 * kNextToNothing) continue;
        in.features.push_back(features[row]);
        in.scale.push_back(most / 127);
        for (std::size_t l = 0; l < n; ++l) {
            const float kept = std::abs(weight[l]) < kNextToNothing ? 0 : weight[l];
            in.weights.push_back(static_cast<std::int8_t>(std::lround(kept / most * 127)));
        }
    }
    return in;
}

TrainedRegister train_register(const Context& context, const TrainingSet& set,
                               const std::vector<WordList>& lists, const TrainingOptions& options) {
    const std::vector<ModelLabel> labels = labels_of(set.documents);
    if (std::none_of(labels.begin(), labels.end(),
                     [](const ModelLabel& label) { return label.identifying; })) {
        throw Error(ErrorKind::input, "no mention is marked in the documents of " + set.name);
    }
    std::vector<Prepared> prepared(set.documents.size());
    const std::vector<std::int64_t> alike = alike_documents(set.documents);
    for (std::size_t i = 0; i < prepared.size(); ++i) {
        prepared[i].gold = &set.documents[i];
        prepared[i].group = alike[i];
    }
    if (alike.empty() || std::ranges::max(alike) + 1 < options.folds) {
        throw Error(ErrorKind::input, "the register " + set.name +
                                          " has fewer documents than folds (" +
                                          std::to_string(options.folds) + ")");
    }
    parallel_tasks(context, std::ssize(prepared), [&](std::int64_t i) {
        Prepared& one = prepared[static_cast<std::size_t>(i)];
        one.tokens = language::tokenise(one.gold->text);
        one.features = make_features(one.gold->text, one.tokens, lists);
        one.labels = token_labels(one, labels);
    });

    TrainedRegister result;
    for (const Prepared& one : prepared) {
        result.fold_of.push_back(static_cast<int>(one.group % options.folds));
    }
    result.folds.resize(static_cast<std::size_t>(options.folds));
    std::vector<std::vector<float>> probabilities(prepared.size());
    Progress progress(context, "learning " + set.name, options.folds + 1);
    parallel_tasks(context.silent(), options.folds + 1, [&](std::int64_t fold) {
        std::vector<const Prepared*> learnt;
        for (std::size_t i = 0; i < prepared.size(); ++i) {
            if (result.fold_of[i] != fold) learnt.push_back(&prepared[i]);
        }
        const std::vector<std::uint32_t> features = usual_features(learnt, options.least_documents);
        const Crf crf = train_crf(context.silent(), start_transitions(labels), features.size(),
                                  sequences_of(learnt, features), options.crf);
        Register in = packed_register(set.name, labels, features, crf);
        progress.add();
        if (fold == options.folds) {
            result.trained = std::move(in);
            return;
        }
        const SequenceModel model(lists, {in});
        for (std::size_t i = 0; i < prepared.size(); ++i) {
            if (result.fold_of[i] != fold) continue;
            probabilities[i] = model.probabilities(model.registers().front(),
                                                   prepared[i].gold->text, prepared[i].tokens);
        }
        result.folds[static_cast<std::size_t>(fold)] = std::move(in);
    });

    const auto precision_at = [&](float least, Setting setting) {
        std::vector<std::vector<language::Span>> masked(prepared.size());
        parallel_tasks(context.silent(), std::ssize(prepared), [&](std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            const Prepared& one = prepared[at];
            masked[at] = spans_masked(
                result.trained, one.gold->text,
                mentions_from(result.trained, one.gold->text, one.tokens, probabilities[at], least),
                setting, options);
        });
        GoldScore score;
        for (std::size_t i = 0; i < prepared.size(); ++i) score.add(*prepared[i].gold, masked[i]);
        return score.count().precision();
    };
    const auto lowest_at = [&](double precision, Setting setting) {
        float low = 0.005F;
        float high = 0.9F;
        for (int step = 0; step < 10; ++step) {
            const float middle = std::sqrt(low * high);
            (precision_at(middle, setting) >= precision ? high : low) = middle;
        }
        return high;
    };
    result.trained.balanced = lowest_at(options.balanced_precision, Setting::balanced);
    result.trained.recall = lowest_at(options.recall_precision, Setting::recall);
    for (Register& fold : result.folds) {
        fold.balanced = result.trained.balanced;
        fold.recall = result.trained.recall;
    }
    return result;
}

std::vector<FoldFigures> figures_of(const Context& context, const TrainedRegister& trained,
                                    const TrainingSet& set, const std::vector<WordList>& lists,
                                    const TrainingOptions& options) {
    std::vector<std::array<std::vector<language::Span>, 2>> masked(set.documents.size());
    for (std::size_t fold = 0; fold < trained.folds.size(); ++fold) {
        const SequenceModel model(lists, {trained.folds[fold]});
        const Register& in = model.registers().front();
        parallel_tasks(context, std::ssize(set.documents), [&](std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            if (trained.fold_of[at] != static_cast<int>(fold)) return;
            const std::string& text = set.documents[at].text;
            const std::vector<language::Token> tokens = language::tokenise(text);
            const std::vector<float> probabilities = model.probabilities(in, text, tokens);
            for (const Setting setting : {Setting::balanced, Setting::recall}) {
                masked[at][setting == Setting::balanced ? 0 : 1] = spans_masked(
                    in, text, mentions_from(in, text, tokens, probabilities, in.least(setting)),
                    setting, options);
            }
        });
    }
    std::vector<FoldFigures> figures;
    for (std::size_t i = 0; i < set.documents.size(); ++i) {
        const std::string& source = set.documents[i].source;
        auto at = std::find_if(figures.begin(), figures.end(),
                               [&](const FoldFigures& one) { return one.source == source; });
        if (at == figures.end()) at = figures.insert(figures.end(), FoldFigures{source, 0, {}, {}});
        ++at->documents;
        at->balanced.add(set.documents[i], masked[i][0]);
        at->recall.add(set.documents[i], masked[i][1]);
    }
    return figures;
}

void learn_cues(const std::vector<TrainingSet>& sets, std::vector<Register>& registers) {
    // In how many documents of each register a word occurs; sentences count less than documents
    // because only shares enter.
    std::map<std::uint32_t, std::vector<double>> counts;
    std::vector<double> sizes(sets.size(), 0);
    for (std::size_t r = 0; r < sets.size(); ++r) {
        for (const GoldDocument& document : sets[r].documents) {
            std::set<std::uint32_t> prints;
            for (const language::Token& token : language::words_of(document.text)) {
                prints.insert(word_print(token.of(document.text)));
            }
            for (const std::uint32_t print : prints) {
                std::vector<double>& count = counts[print];
                count.resize(sets.size(), 0);
                ++count[r];
            }
            sizes[r] += static_cast<double>(prints.size());
        }
    }
    for (const auto& [print, count] : counts) {
        double documents = 0;
        for (const double one : count) documents += one;
        if (documents < 5) continue;
        std::vector<double> logs(sets.size());
        double mean = 0;
        for (std::size_t r = 0; r < sets.size(); ++r) {
            logs[r] = std::log((count[r] + 0.5) / (sizes[r] + 1));
            mean += logs[r] / static_cast<double>(sets.size());
        }
        for (std::size_t r = 0; r < sets.size(); ++r) {
            registers[r].cues.push_back(print);
            registers[r].cue_weights.push_back(static_cast<float>(logs[r] - mean));
        }
    }
}

WordList read_word_list(const std::string& path, const std::string& name, std::int64_t most) {
    const readers::SourceText source = readers::read_source_text(path);
    WordList list;
    list.name = name;
    readers::Lines lines(source.text);
    while (lines.next() && (most == 0 || lines.number() <= most)) {
        std::string_view word = lines.line();
        word = word.substr(0, word.find_first_of("\t,"));
        word = readers::trimmed(word.substr(0, word.find("  ")));
        const bool single = word.find(' ') == std::string_view::npos;
        if (single && !word.empty() && word[0] != '#') list.prints.push_back(word_print(word));
    }
    finish(list);
    return list;
}

}  // namespace lethe::documents
