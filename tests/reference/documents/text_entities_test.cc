// Entity resolution with its blocks against the rules applied to every known entity.
#include <gtest/gtest.h>

#include <map>

#include "lethe/core/random.h"
#include "lethe/documents/find/entities.h"
#include "lethe/documents/find/entity_rules.h"

namespace lethe::documents {
namespace {

// Every entity is asked how well the mention fits; the best, then the last mentioned, wins.
class Slow {
  public:
    std::int32_t join(std::string_view text, CategoryId category, std::int64_t document) {
        ++count_;
        std::int32_t best = -1;
        Fit how = Fit::none;
        std::int64_t last = -1;
        const auto offer = [&](std::size_t entity, Fit fit, std::int64_t when) {
            if (fit > how || (fit == how && fit != Fit::none && when > last)) {
                best = static_cast<std::int32_t>(entity);
                how = fit;
                last = when;
            }
        };
        if (category == kPerson) {
            const PersonName name = person_name(text);
            for (std::size_t i = 0; i < people_.size(); ++i) {
                offer(i, fit(people_[i], name, document), people_[i].last);
            }
            if (best < 0) {
                best = static_cast<std::int32_t>(people_.size());
                people_.push_back({name, {}, document, count_});
                if (!name.bare()) people_.back().forms.push_back(name);
            } else {
                KnownPerson& known = people_[static_cast<std::size_t>(best)];
                learn(known, name, how);
                known.document = document;
                known.last = count_;
            }
            return best;
        }
        const NameForm form = name_form(text, category);
        for (std::size_t i = 0; i < names_.size(); ++i) {
            for (const NameForm& known : names_[i].forms)
                offer(i, fit(known, form), names_[i].last);
        }
        if (best < 0) {
            best = static_cast<std::int32_t>(names_.size());
            names_.push_back({});
        }
        names_[static_cast<std::size_t>(best)].forms.push_back(form);
        names_[static_cast<std::size_t>(best)].last = count_;
        return best;
    }

  private:
    struct Named {
        std::vector<NameForm> forms;
        std::int64_t last = 0;
    };
    std::vector<KnownPerson> people_;
    std::vector<Named> names_;
    std::int64_t count_ = 0;
};

std::string random_person(Draws& draws) {
    const std::vector<std::string> titles{"", "", "", "Mr ", "Mrs ", "Prof. "};
    const std::vector<std::string> given{"",      "",         "",      "John ",   "J. ",
                                         "Jane ", "Mary A. ", "Mary ", "John B. "};
    const std::vector<std::string> family{"Smith",       "Smyth",          "John", "Featherstone",
                                          "Fetherstone", "Featherstone's", "Mary", "Brown"};
    return titles[draws.below(titles.size())] + given[draws.below(given.size())] +
           family[draws.below(family.size())];
}

std::string random_organisation(Draws& draws) {
    const std::vector<std::string> names{"New York University",
                                         "NY University",
                                         "NYU",
                                         "the New York University",
                                         "Imagine Inc.",
                                         "Imagine",
                                         "Northern Yorkshire Union",
                                         "U.S. Bank",
                                         "US Bank",
                                         "United States Bank",
                                         "New York Univresity",
                                         "Bank 24",
                                         "Bank 25",
                                         "Union Bank",
                                         "UB"};
    return names[draws.below(names.size())];
}

TEST(TextEntitiesReference, SameAsTheSlowOne) {
    for (int seed = 0; seed < 3000; ++seed) {
        Draws draws = Random(static_cast<std::uint64_t>(seed)).stream("mentions").at(0);
        const CategoryId category = seed % 2 == 0 ? kPerson : kOrganisation;
        Documents documents(1 + draws.below(3));
        std::vector<Mentions> mentions(documents.size());
        Slow slow;
        std::vector<std::int32_t> expected;
        std::map<std::int32_t, std::int32_t> renumbered;
        for (std::size_t d = 0; d < documents.size(); ++d) {
            for (std::uint64_t n = draws.below(12); n > 0; --n) {
                const std::string name =
                    category == kPerson ? random_person(draws) : random_organisation(draws);
                Mention mention;
                mention.category = category;
                mention.span.begin = std::ssize(documents[d].text);
                documents[d].text += name;
                mention.span.end = std::ssize(documents[d].text);
                documents[d].text += "; ";
                mentions[d].push_back(mention);
                const std::int32_t entity = slow.join(name, category, static_cast<std::int64_t>(d));
                const auto next = static_cast<std::int32_t>(renumbered.size());
                expected.push_back(renumbered.try_emplace(entity, next).first->second);
            }
        }
        resolve_entities(documents, mentions, {});
        std::vector<std::int32_t> found;
        std::string all;
        for (std::size_t d = 0; d < documents.size(); ++d) {
            all += documents[d].text + "| ";
            for (const Mention& mention : mentions[d]) found.push_back(mention.entity);
        }
        ASSERT_EQ(found, expected) << seed << ": " << all;
    }
}

}  // namespace
}  // namespace lethe::documents
