#include "lethe/release/documents/document_tools.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::release {
namespace {

TaxonomyPtr wordnet_or_none(const Context& context, const std::string& cache,
                            std::vector<std::string>& notes) {
    try {
        return read_knowledge(context, "wordnet", {{}, cache}).taxonomy;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        notes.emplace_back(
            "note: WordNet is not there, so no place is known to be well known and no word to be "
            "common (Debian: wordnet-base)");
        return nullptr;
    }
}

}  // namespace

std::unique_ptr<FinderSet> make_finders(const Context& context, const documents::TextPolicy& policy,
                                        const FinderOptions& options, const std::string& cache,
                                        std::vector<std::string>& notes) {
    auto set = std::make_unique<FinderSet>();
    documents::PatternOptions patterns;
    patterns.countries = policy.countries;
    patterns.user = policy.entities;
    documents::PatternFinder pattern_finder(patterns);
    std::vector<documents::NameList> lists;
    for (const auto& [category, file] : policy.lists) {
        lists.push_back(documents::read_name_list(file, category));
        lists.back().score = std::max(lists.back().score, 0.85F);
    }
    set->wordnet = wordnet_or_none(context, cache, notes);
    for (documents::NameList& list : documents::usual_lists(set->wordnet))
        lists.push_back(std::move(list));
    const documents::SequenceModel* model = nullptr;
    if (!options.model.empty()) {
        set->own_model.emplace(documents::SequenceModel::read(options.model));
        model = &*set->own_model;
    } else if (!options.no_model && policy.model) {
        model = &documents::SequenceModel::shipped();
    }
    if (!options.register_name.empty() && model != nullptr) {
        (void)model->register_named(options.register_name);
    }
    set->finders.emplace(documents::Finders{policy.categories, std::move(pattern_finder),
                                            documents::ListFinder(lists), true, model,
                                            options.register_name, policy.setting});
    return set;
}

void fetch_needs(const Context& context, const SecretFiles& secrets,
                 const documents::TextPolicy& policy, const std::string& cache, Needs& needs) {
    constexpr int kSaltBytes = 32;
    if (policy.needs_cipher() && secrets.key.empty()) {
        throw Error(ErrorKind::usage,
                    "the policy encrypts, which needs a key; make one with lethe key make",
                    {{}, 0, 0, "key_file"});
    }
    if (policy.needs_salt()) {
        needs.salt.emplace(secrets.salt.empty() ? Secret::random(kSaltBytes)
                                                : Secret::read(secrets.salt));
        needs.options.salt = &*needs.salt;
    }
    if (policy.needs_cipher()) {
        if (secrets.opened) {
            needs.cipher.emplace(*secrets.opened);
        } else {
            needs.cipher.emplace(Secret::read(secrets.key));
        }
        needs.options.cipher = &*needs.cipher;
    }
    for (const std::string& source : policy.knowledge()) {
        needs.options.knowledge[source] = read_knowledge(context, source, {{}, cache}).taxonomy;
    }
}

namespace {

void find_terms(const Context& context, const RiskOptions& options, TaxonomyPtr wordnet,
                const std::string& cache, const documents::Documents& documents,
                RiskFindings& found) {
    const documents::RiskTermList list = documents::read_risk_terms(options.terms);
    if (wordnet == nullptr && list.expansion != documents::Expansion::none) {
        wordnet = read_knowledge(context, "wordnet", {{}, cache}).taxonomy;
    }
    found.terms = documents::expand_risk_terms(list, wordnet);
    const documents::TermMatcher matcher(
        found.terms.terms,
        wordnet == nullptr ? documents::OrdinaryWords() : documents::OrdinaryWords(*wordnet));
    documents::BlockOptions how;
    how.by_paragraph = options.by_paragraph;
    how.least_hits = options.least_hits;
    found.blocks = documents::find_risky_blocks(context, documents, matcher, how);
}

}  // namespace

RiskFindings find_risks(const Context& context, const RiskOptions& options, TaxonomyPtr wordnet,
                        const std::string& cache, const documents::Documents& documents) {
    RiskFindings found;
    if (!options.terms.empty()) {
        find_terms(context, options, std::move(wordnet), cache, documents, found);
    }
    if (!options.model.empty()) {
        const documents::RiskModel model = documents::RiskModel::read(options.model);
        found.least = options.probability.value_or(static_cast<double>(model.least()));
        documents::add_learnt_blocks(context, documents, model, found.least, found.blocks);
    }
    return found;
}

}  // namespace lethe::release
