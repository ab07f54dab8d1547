#include "lethe/documents/find/entities.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "lethe/documents/find/entity_rules.h"
#include "lethe/documents/find/near_names.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

// A text, and the texts with one of its letters left out: two texts that differ by one letter have
// one of these in common. They take memory in the square of the length, so long texts have none.
std::vector<std::string> with_letter_left_out(const std::string& text) {
    std::vector<std::string> result{text};
    if (language::count_characters(text) > kLongestMisspelt) return result;
    for (std::size_t at = 0; at < text.size();) {
        const auto length = static_cast<std::size_t>(language::character_at(text, at).length);
        result.push_back(text.substr(0, at) + text.substr(at + length));
        at += length;
    }
    return result;
}

// The best of several, the last mentioned of equals.
struct Best {
    std::int32_t entity = -1;
    Fit how = Fit::none;
    std::int64_t last = -1;

    void offer(std::int32_t candidate, Fit fit, std::int64_t candidate_last) {
        if (fit > how || (fit == how && fit != Fit::none && candidate_last > last)) {
            *this = {candidate, fit, candidate_last};
        }
    }
};

class People {
  public:
    std::int32_t join(std::string_view text, std::int64_t document, std::int64_t number) {
        if (document != document_) here_.clear();
        document_ = document;
        const PersonName name = person_name(text);
        const Best best = find(name);
        const std::int32_t entity =
            best.entity >= 0 ? best.entity : static_cast<std::int32_t>(people_.size());
        if (best.entity < 0) {
            people_.push_back({name, {}, document, number});
            if (!name.bare()) people_.back().forms.push_back(name);
            add_family(entity);
        } else {
            KnownPerson& known = people_[static_cast<std::size_t>(entity)];
            const std::string family = known.name.family;
            families_[family].erase({known.last, entity});
            learn(known, name, best.how);
            known.document = document;
            known.last = number;
            add_family(entity);
        }
        here_[people_[static_cast<std::size_t>(entity)].name.family].insert(entity);
        const auto& given = people_[static_cast<std::size_t>(entity)].name.given;
        if (!given.empty()) here_[given.front()].insert(entity);
        return entity;
    }

  private:
    using Recent = std::set<std::pair<std::int64_t, std::int32_t>>;  // last mention, entity

    void add_family(std::int32_t entity) {
        const KnownPerson& known = people_[static_cast<std::size_t>(entity)];
        const std::string& family = known.name.family;
        const auto [block, fresh] = families_.try_emplace(family);
        block->second.insert({known.last, entity});
        if (fresh && language::count_characters(family) <= kLongestMisspelt) {
            near_.add(family, static_cast<std::int32_t>(names_.size()));
            names_.push_back(family);
        }
    }

    Best find(const PersonName& name) const {
        Best best;
        const auto offer = [&](std::int32_t entity) {
            const KnownPerson& known = people_[static_cast<std::size_t>(entity)];
            best.offer(entity, fit(known, name, document_), known.last);
        };
        // From the last mentioned on, so that the first that fits by its family name is the best of
        // that kind; someone of the same full name is better, but there the whole block is needed.
        if (const auto block = families_.find(name.family); block != families_.end()) {
            for (auto i = block->second.rbegin(); i != block->second.rend(); ++i) {
                offer(i->second);
                if (best.how == Fit::same || (best.how == Fit::family && name.bare())) break;
            }
        }
        if (best.how < Fit::misspelt &&
            language::count_characters(name.family) <= kLongestMisspelt) {
            std::vector<std::int32_t> families;
            near_.find(name.family, families);
            std::sort(families.begin(), families.end());
            families.erase(std::unique(families.begin(), families.end()), families.end());
            for (const std::int32_t family : families) {
                const auto block = families_.find(names_[static_cast<std::size_t>(family)]);
                if (block == families_.end()) continue;
                for (const auto& [last, entity] : block->second) offer(entity);
            }
        }
        if (best.how == Fit::none) {
            for (const std::string& word :
                 {name.family, name.bare() ? std::string() : name.given.front()}) {
                const auto found = here_.find(word);
                if (found == here_.end()) continue;
                for (const std::int32_t entity : found->second) offer(entity);
            }
        }
        return best;
    }

    std::vector<KnownPerson> people_;
    std::unordered_map<std::string, Recent> families_;
    std::vector<std::string> names_;  // family names, by their number in near_
    NearWords near_{kTwoEditsFrom};
    std::int64_t document_ = -1;
    // Of this document: by family name and by first given name.
    std::unordered_map<std::string, std::set<std::int32_t>> here_;
};

class Names {
  public:
    std::int32_t join(std::string_view text, CategoryId category, std::int64_t number) {
        const NameForm form = name_form(text, category);
        if (const auto same = by_key_.find(form.key); same != by_key_.end()) {
            const std::int32_t entity = forms_[static_cast<std::size_t>(same->second)].entity;
            last_[static_cast<std::size_t>(entity)] = number;
            return entity;
        }
        const Best best = find(form);
        const std::int32_t entity =
            best.entity >= 0 ? best.entity : static_cast<std::int32_t>(last_.size());
        if (best.entity < 0) last_.push_back(number);
        last_[static_cast<std::size_t>(entity)] = number;
        add(form, entity);
        return entity;
    }

  private:
    struct Known {
        NameForm form;
        std::int32_t entity;
    };

    static bool has_acronym(const NameForm& form) {
        return std::find(form.capitals.begin(), form.capitals.end(), true) != form.capitals.end();
    }

    Best find(const NameForm& form) const {
        Best best;
        if (!form.near) return best;
        const auto offer = [&](std::int32_t index) {
            const Known& known = forms_[static_cast<std::size_t>(index)];
            best.offer(known.entity, fit(known.form, form),
                       last_[static_cast<std::size_t>(known.entity)]);
        };
        const auto offer_all = [&](const auto& map, const std::string& key) {
            const auto found = map.find(key);
            if (found == map.end()) return;
            for (const std::int32_t index : found->second) offer(index);
        };
        if (form.initials.size() > 1) {
            offer_all(acronyms_, form.initials);
            if (has_acronym(form)) offer_all(words_, form.initials);
        }
        if (best.how == Fit::none && form.key.size() >= kLongName) {
            for (const std::string& part : with_letter_left_out(form.key)) {
                offer_all(misspelt_, part);
            }
        }
        return best;
    }

    void add(const NameForm& form, std::int32_t entity) {
        const auto index = static_cast<std::int32_t>(forms_.size());
        forms_.push_back({form, entity});
        by_key_.emplace(form.key, index);
        if (!form.near) return;
        if (form.initials.size() > 1) {
            (has_acronym(form) ? acronyms_ : words_)[form.initials].push_back(index);
        }
        if (form.key.size() >= kLongName) {
            for (std::string& part : with_letter_left_out(form.key)) {
                misspelt_[std::move(part)].push_back(index);
            }
        }
    }

    std::vector<Known> forms_;
    std::vector<std::int64_t> last_;  // mention of each entity
    std::unordered_map<std::string, std::int32_t> by_key_;
    std::unordered_map<std::string, std::vector<std::int32_t>> acronyms_;  // by initials
    std::unordered_map<std::string, std::vector<std::int32_t>> words_;     // the others
    std::unordered_map<std::string, std::vector<std::int32_t>> misspelt_;
};

// The entities of one scope.
class Scope {
  public:
    Scope(const EntityOptions& options, std::vector<Entity>& entities, std::int64_t document)
        : options_(options), entities_(entities), document_(document) {}

    void join(std::string_view text, std::int64_t document, Mention& mention) {
        const CategoryId space = options_.space(mention.category);
        Numbers& numbers = numbers_[space];
        const bool person = mention.category == kPerson;
        const std::int32_t own = person ? people_.join(text, document, ++count_)
                                        : names_[space].join(text, mention.category, ++count_);
        // People and names count apart, and share the numbers of the category.
        const auto key = std::pair(person, own);
        const auto [found, fresh] = numbers.known.try_emplace(key, entities_.size());
        if (fresh) {
            entities_.push_back({space, numbers.next++, document_, {}, 0});
        }
        Entity& entity = entities_[found->second];
        if (text.size() > entity.name.size()) entity.name = std::string(text);
        ++entity.mentions;
        mention.entity = entity.number;
    }

  private:
    struct Numbers {
        std::int32_t next = 0;
        std::map<std::pair<bool, std::int32_t>, std::size_t> known;
    };

    const EntityOptions& options_;
    std::vector<Entity>& entities_;
    std::int64_t document_;
    std::int64_t count_ = 0;
    People people_;
    std::map<CategoryId, Names> names_;
    std::map<CategoryId, Numbers> numbers_;
};

}  // namespace

std::vector<Entity> resolve_entities(const Documents& documents, std::vector<Mentions>& mentions,
                                     const EntityOptions& options) {
    std::vector<Entity> entities;
    std::optional<Scope> scope;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        const auto document = static_cast<std::int64_t>(d);
        if (!scope || options.per_document) {
            scope.emplace(options, entities, options.per_document ? document : -1);
        }
        for (Mention& mention : mentions[d]) {
            scope->join(mention.span.of(documents[d].text), document, mention);
        }
    }
    return entities;
}

}  // namespace lethe::documents
