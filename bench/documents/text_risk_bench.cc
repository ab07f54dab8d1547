// Finding risk terms: the speed of the matcher over English text, one thread, with the terms of
// Executive Order 13526 expanded to direct hyponyms and to all of them. The text is that of
// WordNet's glosses. Checks that every seed put into the text at a known place is found there.
//
//   text_risk_bench [megabytes, 20 unless told]
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bench_support.h"
#include "lethe/documents/review/risky_blocks.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::bench {
namespace {

using namespace lethe::documents;

constexpr std::string_view kPlanted = "\n\nwepons of mass-destructoin\n\n";

struct Texts {
    Documents documents;
    std::vector<std::int64_t> planted;  // where the phrase stands in each
    std::int64_t bytes = 0;
};

Texts make_texts(const Taxonomy& wordnet, std::int64_t bytes) {
    Texts texts;
    for (ConceptId c = 1; texts.bytes < bytes;
         c = c % static_cast<ConceptId>(wordnet.size() - 1) + 1) {
        if (texts.documents.empty() || texts.documents.back().text.size() > 20000) {
            texts.documents.emplace_back();
            texts.planted.push_back(-1);
        }
        std::string& text = texts.documents.back().text;
        const std::size_t before = text.size();
        text += wordnet.gloss(c);
        text += "\n";
        if (texts.planted.back() < 0) {
            texts.planted.back() = static_cast<std::int64_t>(text.size() + 2);
            text += kPlanted;
        }
        texts.bytes += static_cast<std::int64_t>(text.size() - before);
    }
    return texts;
}

int bench_terms(const TaxonomyPtr& wordnet, const Texts& texts, Expansion expansion) {
    RiskTermList list = read_risk_terms("eo13526");
    list.terms.push_back("weapons of mass destruction");
    list.expansion = expansion;
    const RiskTerms terms = expand_risk_terms(list, wordnet);
    const TermMatcher matcher(terms.terms, OrdinaryWords(*wordnet));
    std::vector<TermHits> hits;
    hits.reserve(texts.documents.size());
    Run run("text_risk");
    TermReader reader(matcher);
    for (const Document& document : texts.documents) {
        hits.push_back(reader.find(document.text, lethe::language::words_of(document.text)));
    }
    run.stop();
    bool ok = true;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        bool found = false;
        for (const TermHit& hit : hits[i]) found |= hit.span.begin == texts.planted[i];
        ok &= found;
        count += std::ssize(hits[i]);
    }
    return run.report(ok, texts.bytes,
                      {{"case", name(expansion)},
                       {"terms", terms.terms.size()},
                       {"bytes", texts.bytes},
                       {"hits", count}});
}

int bench_blocks(const TaxonomyPtr& wordnet, const Texts& texts) {
    const RiskTerms terms = expand_risk_terms(read_risk_terms("eo13526"), wordnet);
    const TermMatcher matcher(terms.terms, OrdinaryWords(*wordnet));
    Run run("text_risk_blocks");
    const RiskyBlocks blocks = find_risky_blocks(context(1), texts.documents, matcher, {});
    run.stop();
    bool ok = !blocks.empty();
    for (std::size_t i = 1; i < blocks.size(); ++i)
        ok &= blocks[i - 1].density >= blocks[i].density;
    return run.report(ok, texts.bytes, {{"bytes", texts.bytes}, {"blocks", blocks.size()}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t megabytes = argc > 1 ? std::atoll(argv[1]) : 20;
    const auto wordnet = lethe::read_knowledge(context(1), "wordnet").taxonomy;
    const Texts texts = make_texts(*wordnet, megabytes * 1'000'000);
    int failed = 0;
    for (const auto expansion :
         {lethe::documents::Expansion::direct, lethe::documents::Expansion::closure}) {
        failed |= bench_terms(wordnet, texts, expansion);
    }
    return failed | bench_blocks(wordnet, texts);
}
