#include "experiments/documents/sanitising_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/find/ordinary_words.h"
#include "lethe/documents/review/risk_terms.h"
#include "lethe/documents/review/term_matcher.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/language/token.h"

namespace lethe::reproduction {
namespace {

std::string without_spans(const std::string& text, const std::vector<language::Span>& spans) {
    std::string left;
    std::int64_t at = 0;
    for (const language::Span& span : spans) {
        left += language::Span{at, span.begin}.of(text);
        at = span.end;
    }
    return left.append(language::Span{at, std::ssize(text)}.of(text));
}

std::int64_t words_in(const documents::Documents& documents) {
    std::int64_t words = 0;
    for (const documents::Document& document : documents) {
        words += std::ssize(language::words_of(document.text));
    }
    return words;
}

}  // namespace

documents::Documents without_entities(const Context& context, const documents::Documents& documents,
                                      const TaxonomyPtr& wordnet) {
    const documents::TextPolicy policy = documents::profile_policy("default");
    documents::Finders finders;
    finders.lists.emplace(documents::usual_lists(wordnet));
    finders.model = &documents::SequenceModel::shipped();
    documents::SanitiseOptions options;
    options.wordnet = wordnet;
    const documents::Sanitised sanitised = documents::sanitise(
        context, documents, documents::detect(context, finders, documents), policy, options);
    documents::Documents result;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        documents::Document document;
        document.id = documents[i].id;
        document.text = sanitised.texts[i];
        result.push_back(std::move(document));
    }
    return result;
}

RiskyText find_risky_text(const Context& context, const documents::Documents& documents,
                          const TaxonomyPtr& wordnet) {
    const documents::RiskTerms terms =
        documents::expand_risk_terms(documents::read_risk_terms("eo13526"), wordnet);
    const documents::TermMatcher matcher(terms.terms, documents::OrdinaryWords(*wordnet));
    documents::BlockOptions options;
    options.by_paragraph = true;
    options.least_hits = 1;
    RiskyText result;
    result.blocks = documents::find_risky_blocks(context, documents, matcher, options);
    result.terms = std::ssize(terms.terms);
    for (const documents::Document& document : documents) {
        result.paragraphs += std::ssize(documents::paragraphs_of(document.text));
    }
    for (const documents::RiskyBlock& block : result.blocks) result.hits += std::ssize(block.hits);
    return result;
}

double density_at(const RiskyText& risky, double share) {
    const auto deleted = std::min<std::int64_t>(
        std::ssize(risky.blocks),
        static_cast<std::int64_t>(std::floor(share * static_cast<double>(risky.paragraphs))));
    if (deleted == 0) return std::numeric_limits<double>::infinity();
    return risky.blocks[static_cast<std::size_t>(deleted - 1)].density;
}

documents::Documents without_risky_text(const documents::Documents& documents,
                                        const RiskyText& risky, double share) {
    const auto spans =
        documents::blocks_above(risky.blocks, density_at(risky, share), std::ssize(documents));
    documents::Documents result;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        documents::Document document;
        document.id = documents[i].id;
        document.text = without_spans(documents[i].text, spans[i]);
        result.push_back(std::move(document));
    }
    return result;
}

double share_of_words(const documents::Documents& after, const documents::Documents& before) {
    const auto words = static_cast<double>(words_in(before));
    return words == 0 ? 0 : 1 - static_cast<double>(words_in(after)) / words;
}

}  // namespace lethe::reproduction
