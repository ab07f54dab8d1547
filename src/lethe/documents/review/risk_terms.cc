// The expansion follows the source's own way: of every seed one sense, its synonyms, and its direct
// hyponyms. With the 32 words of the source's risk queries and WordNet 3.0 that gives 731 terms
// (the source, whose senses were chosen by hand, has 655); synonyms alone give 66, all senses 1722,
// and hyponyms of hyponyms 16,087, eleven words of grammar among them ("as", the element arsenic).
//
// Which sense is meant can be found from the other seeds: a sense is as near to them as the sum,
// over the seeds, of Lin's similarity with the nearest of their senses. Taking simply the nearest
// sense was tried and is worse than the most usual one (a weapon became a means of persuading, amid
// so much abstraction); the most usual sense stays unless another is at least twice as near.
// "plant" beside "weapon" and "reactor" is a factory, beside "garden" it grows.
#include "lethe/documents/review/risk_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/knowledge/gloss_words.h"
#include "lethe/knowledge/measure.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

struct TermEnding {
    std::string_view plural, singular;
};
constexpr std::array<TermEnding, 8> kTermEndings = {{{"ies", "y"},
                                                     {"ches", "ch"},
                                                     {"shes", "sh"},
                                                     {"ses", "s"},
                                                     {"xes", "x"},
                                                     {"zes", "z"},
                                                     {"men", "man"},
                                                     {"s", ""}}};

// The senses of a seed; where `both`, those of the plural as it stands follow those of the
// singular.
std::vector<ConceptId> senses_of(const Taxonomy& taxonomy, const std::string& seed, bool both) {
    std::vector<ConceptId> senses;
    for (const TermEnding& ending : kTermEndings) {
        if (!senses.empty() || !seed.ends_with(ending.plural)) continue;
        senses = taxonomy.find(seed.substr(0, seed.size() - ending.plural.size()) +
                               std::string(ending.singular));
    }
    if (!senses.empty() && !both) return senses;
    for (const ConceptId sense : taxonomy.find(seed)) {
        if (std::find(senses.begin(), senses.end(), sense) == senses.end()) {
            senses.push_back(sense);
        }
    }
    return senses;
}

bool in_capitals(std::string_view text) {
    std::int64_t letters = 0;
    for (std::size_t at = 0; at < text.size();) {
        const language::Character c = language::character_at(text, at);
        if (language::is_lower(c.code)) return false;
        letters += language::is_upper(c.code) ? 1 : 0;
        at += static_cast<std::size_t>(c.length);
    }
    return letters >= 2;
}

std::vector<std::vector<ConceptId>> declared_senses(const RiskTermList& list,
                                                    const Taxonomy& taxonomy) {
    Problems problems;
    std::vector<std::vector<ConceptId>> result(list.terms.size());
    for (const auto& [term, texts] : list.senses) {
        const auto seed = std::find(list.terms.begin(), list.terms.end(), term);
        if (seed == list.terms.end()) {
            problems.push_back({fmt::format("[senses] names \"{}\", which is not a term", term)});
            continue;
        }
        for (const std::string& text : texts) {
            const std::vector<ConceptId> found = taxonomy.find(text);
            if (found.empty()) {
                problems.push_back({fmt::format("{} does not know \"{}\", a sense of \"{}\"",
                                                taxonomy.name(), text, term)});
                continue;
            }
            result[static_cast<std::size_t>(seed - list.terms.begin())].push_back(found.front());
        }
    }
    throw_if_any(std::move(problems));
    return result;
}

constexpr double kTimesNearer = 2;  // than the most usual sense, to be chosen instead

// One sense of each seed.
void choose_by_context(const TaxonomyPtr& taxonomy, std::vector<std::vector<ConceptId>>& senses) {
    MeasureOptions options;
    options.kind = MeasureKind::lin;
    const auto measure = make_measure(taxonomy, options);
    const std::vector<std::vector<ConceptId>> known = senses;
    for (std::size_t seed = 0; seed < senses.size(); ++seed) {
        double best = 0;
        for (const ConceptId sense : known[seed]) {
            double nearness = 0;
            for (std::size_t other = 0; other < known.size(); ++other) {
                double most = 0;
                for (const ConceptId near : known[other]) {
                    if (other != seed) most = std::max(most, measure->published(sense, near));
                }
                nearness += most;
            }
            const bool usual = sense == known[seed].front();
            if (!usual && nearness <= best) continue;
            best = usual ? kTimesNearer * nearness : nearness;
            senses[seed] = {sense};
        }
    }
}

// Collects distinct terms.
class Collector {
  public:
    Collector(RiskTerms& result, const std::vector<std::string>& except) : result_(result) {
        for (const std::string& text : except) except_.insert(language::lower_case(text));
    }

    void add(std::string_view text, TermOrigin origin, std::size_t seed) {
        std::string key = language::lower_case(text);
        const bool capitals = in_capitals(text);
        if (origin != TermOrigin::seed &&
            (except_.contains(key) || (!capitals && is_function_word(key)))) {
            if (left_out_.insert(key).second) result_.left_out.push_back(std::move(key));
            return;
        }
        const auto [place, fresh] = numbers_.emplace(key, result_.terms.size());
        if (fresh) {
            result_.terms.push_back(
                {std::move(key), origin, static_cast<std::int32_t>(seed), capitals});
        } else {
            result_.terms[place->second].in_capitals &= capitals;
        }
    }

    void add_names(const Taxonomy& taxonomy, ConceptId c, TermOrigin origin, std::size_t seed) {
        for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i) {
            add(taxonomy.name_of(c, i), origin, seed);
        }
    }

  private:
    RiskTerms& result_;
    std::unordered_set<std::string> except_;
    std::unordered_set<std::string> left_out_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

// Level by level, so that near kinds come before far ones.
std::vector<ConceptId> kinds_of(const Taxonomy& taxonomy, ConceptId sense, bool closure) {
    const auto children = taxonomy.children(sense);
    std::vector<ConceptId> kinds(children.begin(), children.end());
    std::unordered_set<ConceptId> seen(kinds.begin(), kinds.end());
    for (std::size_t i = 0; closure && i < kinds.size(); ++i) {
        for (const ConceptId child : taxonomy.children(kinds[i])) {
            if (seen.insert(child).second) kinds.push_back(child);
        }
    }
    return kinds;
}

}  // namespace

std::string_view name(Expansion expansion) {
    constexpr std::array<std::string_view, 4> kNames = {"none", "synonyms", "direct", "closure"};
    return kNames[static_cast<std::size_t>(expansion)];
}

std::string_view name(SenseChoice choice) {
    return choice == SenseChoice::first ? "first" : "context";
}

std::string_view name(TermOrigin origin) {
    constexpr std::array<std::string_view, 3> kNames = {"seed", "synonym", "hyponym"};
    return kNames[static_cast<std::size_t>(origin)];
}

RiskTerms expand_risk_terms(const RiskTermList& list, const TaxonomyPtr& taxonomy) {
    RiskTerms result;
    Collector collector(result, list.except);
    for (std::size_t i = 0; i < list.terms.size(); ++i) {
        collector.add(list.terms[i], TermOrigin::seed, i);
        result.seeds.push_back({list.terms[i], {}, 0});
    }
    if (list.expansion == Expansion::none) return result;
    std::vector<std::vector<ConceptId>> senses;
    const bool by_context = list.sense_choice == SenseChoice::context;
    for (std::size_t i = 0; i < list.terms.size(); ++i) {
        senses.push_back(senses_of(*taxonomy, language::lower_case(list.terms[i]), by_context));
        result.seeds[i].senses_known = std::ssize(senses.back());
    }
    const std::vector<std::vector<ConceptId>> declared = declared_senses(list, *taxonomy);
    for (std::size_t i = 0; i < declared.size(); ++i) {
        if (!declared[i].empty()) senses[i] = declared[i];
    }
    if (by_context && !list.all_senses) choose_by_context(taxonomy, senses);
    for (std::size_t i = 0; i < senses.size(); ++i) {
        if (!list.all_senses && declared[i].empty() && senses[i].size() > 1) senses[i].resize(1);
        if (!declared[i].empty()) senses[i] = declared[i];
        for (const ConceptId sense : senses[i]) {
            collector.add_names(*taxonomy, sense, TermOrigin::synonym, i);
            if (list.expansion == Expansion::synonyms) continue;
            for (const ConceptId kind :
                 kinds_of(*taxonomy, sense, list.expansion == Expansion::closure)) {
                collector.add_names(*taxonomy, kind, TermOrigin::hyponym, i);
            }
        }
        result.seeds[i].senses = std::move(senses[i]);
    }
    return result;
}

}  // namespace lethe::documents
