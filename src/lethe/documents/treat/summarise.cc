// What a document is about is the weight of its terms: how often a term stands in it, times the
// logarithm of how rare it is in the collection. A summary covers a term or does not; saying it
// twice counts once. To cover most weight within so many words is the budgeted maximum coverage
// problem, which is hard; taking the sentence that adds most for its length, again and again, and
// in the end the best single sentence if that covers more, reaches at least (1 - 1/e) / 2 of the
// best (Khuller, Moss and Naor 1999), and mostly nearly all of it.
//
// The risk of a summary is its density of words that identify or are risky, before they are
// treated: what stands for a removed name still tells that somebody is meant. A sentence above the
// limit is not taken at all, whatever it adds. So the density of the whole, a mean of those of its
// sentences weighted by their words, is below the limit too.
#include "lethe/documents/treat/summarise.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "lethe/core/parallel.h"
#include "lethe/documents/review/risky_blocks.h"
#include "lethe/language/index_terms.h"
#include "lethe/language/sentences.h"
#include "lethe/language/spans.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

struct Sentence {
    language::Span span;
    std::size_t paragraph = 0;
    std::int64_t words = 0;
    std::int64_t risky = 0;
    bool barred = false;
};

struct CutDocument {
    std::vector<language::Span> paragraphs;
    std::vector<Sentence> sentences;
    std::vector<std::vector<std::string>> terms;  // of each sentence, each once
    std::map<std::string, std::int64_t> counts;   // of the terms in the document
};

bool inside_any(const std::vector<language::Span>& places, language::Span span) {
    return language::any_overlaps(places, span);
}

CutDocument cut(const Document& document, const RiskyPlaces& risks, double limit) {
    CutDocument result;
    language::TermMaker maker({});
    result.paragraphs = paragraphs_of(document.text);
    for (std::size_t p = 0; p < result.paragraphs.size(); ++p) {
        const language::Span paragraph = result.paragraphs[p];
        for (const language::Span& within : language::sentences_of(paragraph.of(document.text))) {
            Sentence sentence{
                {paragraph.begin + within.begin, paragraph.begin + within.end}, p, 0, 0, false};
            const std::string_view text = sentence.span.of(document.text);
            std::set<std::string> terms;
            for (const language::Token& token : language::words_of(text)) {
                ++sentence.words;
                const language::Span word{sentence.span.begin + token.begin,
                                          sentence.span.begin + token.end};
                if (inside_any(risks.words, word)) {
                    ++sentence.risky;
                    continue;
                }
                const std::string_view term = maker.term(token.of(text));
                if (term.empty()) continue;
                terms.emplace(term);
                ++result.counts[std::string(term)];
            }
            sentence.barred =
                inside_any(risks.barred, sentence.span) ||
                static_cast<double>(sentence.risky) > limit * static_cast<double>(sentence.words);
            result.sentences.push_back(sentence);
            result.terms.emplace_back(terms.begin(), terms.end());
        }
    }
    return result;
}

// Of a paragraph the runs of sentences that are left out, each with the space on one side of it, so
// that what is kept stands as it would if the rest had never been there.
void leave_out(const CutDocument& document, const std::vector<char>& kept,
               std::vector<language::Span>& left_out) {
    const auto& sentences = document.sentences;
    for (std::size_t first = 0; first < sentences.size();) {
        std::size_t last = first;
        while (last < sentences.size() && sentences[last].paragraph == sentences[first].paragraph) {
            ++last;
        }
        const bool none = std::none_of(kept.begin() + static_cast<std::ptrdiff_t>(first),
                                       kept.begin() + static_cast<std::ptrdiff_t>(last),
                                       [](char is_kept) { return is_kept != 0; });
        if (none) {
            left_out.push_back(document.paragraphs[sentences[first].paragraph]);
            first = last;
            continue;
        }
        for (std::size_t i = first; i < last;) {
            if (kept[i] != 0) {
                ++i;
                continue;
            }
            std::size_t end = i;
            while (end < last && kept[end] == 0) ++end;
            left_out.push_back(
                end < last
                    ? language::Span{sentences[i].span.begin, sentences[end].span.begin}
                    : language::Span{sentences[i - 1].span.end, sentences[end - 1].span.end});
            i = end;
        }
        first = last;
    }
}

Summary summary_of_document(const CutDocument& document,
                            const std::map<std::string, double>& rarity,
                            const SummaryOptions& options) {
    Summary summary;
    std::unordered_map<std::string, std::int32_t> numbers;
    std::vector<double> weights;
    for (const auto& [term, count] : document.counts) {
        numbers.emplace(term, static_cast<std::int32_t>(weights.size()));
        weights.push_back(static_cast<double>(count) * rarity.at(term));
    }
    std::vector<SentenceTerms> candidates;
    std::vector<std::size_t> number_of;
    std::int64_t risky = 0;
    for (std::size_t s = 0; s < document.sentences.size(); ++s) {
        const Sentence& sentence = document.sentences[s];
        summary.words += sentence.words;
        risky += sentence.risky;
        summary.barred += sentence.barred ? 1 : 0;
        if (sentence.barred) continue;
        SentenceTerms one{sentence.words, {}};
        for (const std::string& term : document.terms[s]) one.terms.push_back(numbers.at(term));
        candidates.push_back(std::move(one));
        number_of.push_back(s);
    }
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    summary.sentences = std::ssize(document.sentences);
    summary.risk_before = share(risky, summary.words);

    std::vector<char> kept(document.sentences.size(), 0);
    std::vector<char> covered(weights.size(), 0);
    std::int64_t risky_kept = 0;
    for (const std::int32_t chosen : choose_sentences(candidates, weights, options.words)) {
        const std::size_t s = number_of[static_cast<std::size_t>(chosen)];
        kept[s] = 1;
        ++summary.kept;
        summary.words_kept += document.sentences[s].words;
        risky_kept += document.sentences[s].risky;
        for (const std::int32_t term : candidates[static_cast<std::size_t>(chosen)].terms) {
            covered[static_cast<std::size_t>(term)] = 1;
        }
    }
    summary.risk = share(risky_kept, summary.words_kept);
    double all = 0;
    double said = 0;
    for (std::size_t t = 0; t < weights.size(); ++t) {
        all += weights[t];
        if (covered[t] != 0) said += weights[t];
    }
    summary.content = all > 0 ? said / all : 0;
    leave_out(document, kept, summary.left_out);
    return summary;
}

}  // namespace

std::vector<std::int32_t> choose_sentences(const std::vector<SentenceTerms>& sentences,
                                           const std::vector<double>& weights,
                                           std::int64_t most_words) {
    std::vector<char> covered(weights.size(), 0);
    const auto gain = [&](const SentenceTerms& sentence) {
        double sum = 0;
        for (const std::int32_t term : sentence.terms) {
            if (covered[static_cast<std::size_t>(term)] == 0) {
                sum += weights[static_cast<std::size_t>(term)];
            }
        }
        return sum;
    };
    std::int32_t best_single = -1;
    double best_gain = 0;
    std::vector<std::int32_t> open;
    for (std::size_t s = 0; s < sentences.size(); ++s) {
        if (sentences[s].words > most_words || sentences[s].words == 0) continue;
        open.push_back(static_cast<std::int32_t>(s));
        if (const double alone = gain(sentences[s]); alone > best_gain) {
            best_gain = alone;
            best_single = static_cast<std::int32_t>(s);
        }
    }
    std::vector<std::int32_t> chosen;
    double total = 0;
    std::int64_t left = most_words;
    while (true) {
        std::int32_t best = -1;
        double best_rate = 0;
        for (const std::int32_t s : open) {
            const SentenceTerms& sentence = sentences[static_cast<std::size_t>(s)];
            if (sentence.words > left) continue;
            const double rate = gain(sentence) / static_cast<double>(sentence.words);
            if (rate > best_rate) {
                best_rate = rate;
                best = s;
            }
        }
        if (best < 0) break;
        const SentenceTerms& sentence = sentences[static_cast<std::size_t>(best)];
        total += gain(sentence);
        left -= sentence.words;
        for (const std::int32_t term : sentence.terms) covered[static_cast<std::size_t>(term)] = 1;
        chosen.push_back(best);
        std::erase(open, best);
    }
    if (best_single >= 0 && best_gain > total) chosen = {best_single};
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

std::vector<Summary> summarise(const Context& context, const Documents& documents,
                               const std::vector<RiskyPlaces>& risks,
                               const SummaryOptions& options) {
    std::vector<CutDocument> cuts(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const auto d = static_cast<std::size_t>(i);
        cuts[d] = cut(documents[d], risks[d], options.limit);
    });
    std::map<std::string, double> rarity;  // first: in how many documents
    for (const CutDocument& document : cuts) {
        for (const auto& [term, count] : document.counts) rarity[term] += 1;
    }
    for (auto& [term, value] : rarity) {
        value = 1 + std::log(static_cast<double>(documents.size()) / value);
    }
    std::vector<Summary> summaries(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const auto d = static_cast<std::size_t>(i);
        summaries[d] = summary_of_document(cuts[d], rarity, options);
    });
    return summaries;
}

}  // namespace lethe::documents
