#include "lethe/run/reproduce/sanitising_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "lethe/text/detect.h"
#include "lethe/text/known_lists.h"
#include "lethe/text/ordinary_words.h"
#include "lethe/text/risk_terms.h"
#include "lethe/text/sanitise.h"
#include "lethe/text/term_matcher.h"
#include "lethe/text/token.h"

namespace lethe::reproduction {
namespace {

std::string without_spans(const std::string& text, const std::vector<text::Span>& spans) {
    std::string left;
    std::int64_t at = 0;
    for (const text::Span& span : spans) {
        left += text::Span{at, span.begin}.of(text);
        at = span.end;
    }
    return left.append(text::Span{at, std::ssize(text)}.of(text));
}

std::int64_t words_in(const text::Documents& documents) {
    std::int64_t words = 0;
    for (const text::Document& document : documents) {
        words += std::ssize(text::words_of(document.text));
    }
    return words;
}

}  // namespace

text::Documents without_entities(const Context& context, const text::Documents& documents,
                                 const TaxonomyPtr& wordnet) {
    const text::TextPolicy policy = text::profile_policy("default");
    text::Finders finders;
    finders.lists.emplace(text::usual_lists(wordnet));
    finders.model = &text::SequenceModel::shipped();
    text::SanitiseOptions options;
    options.wordnet = wordnet;
    const text::Sanitised sanitised = text::sanitise(
        context, documents, text::detect(context, finders, documents), policy, options);
    text::Documents result;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        text::Document document;
        document.id = documents[i].id;
        document.text = sanitised.texts[i];
        result.push_back(std::move(document));
    }
    return result;
}

RiskyText find_risky_text(const Context& context, const text::Documents& documents,
                          const TaxonomyPtr& wordnet) {
    const text::RiskTerms terms =
        text::expand_risk_terms(text::read_risk_terms("eo13526"), wordnet);
    const text::TermMatcher matcher(terms.terms, text::OrdinaryWords(*wordnet));
    text::BlockOptions options;
    options.by_paragraph = true;
    options.least_hits = 1;
    RiskyText result;
    result.blocks = text::find_risky_blocks(context, documents, matcher, options);
    result.terms = std::ssize(terms.terms);
    for (const text::Document& document : documents) {
        result.paragraphs += std::ssize(text::paragraphs_of(document.text));
    }
    for (const text::RiskyBlock& block : result.blocks) result.hits += std::ssize(block.hits);
    return result;
}

double density_at(const RiskyText& risky, double share) {
    const auto deleted = std::min<std::int64_t>(
        std::ssize(risky.blocks),
        static_cast<std::int64_t>(std::floor(share * static_cast<double>(risky.paragraphs))));
    if (deleted == 0) return std::numeric_limits<double>::infinity();
    return risky.blocks[static_cast<std::size_t>(deleted - 1)].density;
}

text::Documents without_risky_text(const text::Documents& documents, const RiskyText& risky,
                                   double share) {
    const auto spans =
        text::blocks_above(risky.blocks, density_at(risky, share), std::ssize(documents));
    text::Documents result;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        text::Document document;
        document.id = documents[i].id;
        document.text = without_spans(documents[i].text, spans[i]);
        result.push_back(std::move(document));
    }
    return result;
}

double share_of_words(const text::Documents& after, const text::Documents& before) {
    const auto words = static_cast<double>(words_in(before));
    return words == 0 ? 0 : 1 - static_cast<double>(words_in(after)) / words;
}

}  // namespace lethe::reproduction
