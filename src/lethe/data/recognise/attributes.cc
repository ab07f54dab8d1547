// Attributes: what a column that names nobody is about, and with it its role.
//
// Money is both: employers, banks and tax offices know amounts, and an exact amount is like a
// fingerprint, so exact amounts are quasi-identifiers; money in classes ("<=50K", a credit rating)
// singles nobody out and is what one would want to learn, so it is confidential.
#include <fmt/format.h>

#include <utility>

#include "lethe/data/recognise/finding.h"

namespace lethe::recognise {
namespace {

std::optional<Finding> dates(const Evidence& e) {
    const Content& c = e.content;
    const bool named = e.says(Says::date) || e.says(Says::birth);
    const bool known = c.quantity != Quantity::number && c.quantity != Quantity::duration;
    const bool written = e.kind != Kind::numeric && !c.numeric;
    const double share = e.share(Form::date);
    const bool is = known     ? true
                    : written ? share >= 0.9
                              : share >= (named ? 0.9 : 0.98) && (named || c.distinct >= 20);
    const std::string warning =
        !is || known || e.share(Form::sorted_date) >= 0.9
            ? ""
            : "dates that do not sort by time as they are written: 1985-12-24 would keep its order";
    if (e.says(Says::birth) && !e.says(Says::place)) {
        return Finding{Role::quasi, Subject::birth,
                       is ? "dates of birth, which many know" : "about birth, which many know",
                       warning};
    }
    if (!is) return std::nullopt;
    return Finding{Role::quasi, Subject::date,
                   c.numeric ? "dates written as numbers; others may know when something happened"
                             : "dates; others may know when something happened",
                   warning};
}

bool holds_icd(const Evidence& e) {
    const Content& c = e.content;
    if (c.distinct < 30 || e.says(Says::place)) return false;
    const bool tenth = e.share(Form::icd10) >= 0.95 && c.first_letters >= 5 && !c.same_length;
    const double lettered = e.share(Form::icd9_letter);
    const bool ninth = e.share(Form::icd9) >= 0.9 && lettered >= 0.02 && lettered < 0.6 &&
                       lettered * static_cast<double>(c.distinct) >= 3.0;
    return tenth || ninth;
}

std::optional<Finding> health(const Evidence& e) {
    const Content& c = e.content;
    if (holds_icd(e)) {
        return Finding{Role::confidential, Subject::health, "codes of diagnoses (ICD)"};
    }
    if (e.share(Form::snomed_tag) >= 0.3 ||
        (e.share(Form::verhoeff) >= 0.95 && c.distinct >= 10 && 10 * c.distinct < c.valid)) {
        return Finding{Role::confidential, Subject::health, "clinical terms (SNOMED CT)"};
    }
    if (!e.says(Says::health)) return std::nullopt;
    return Finding{Role::confidential, Subject::health, "about health, as its name says"};
}

std::optional<Finding> sensitive(const Evidence& e) {
    if (!e.says(Says::sensitive)) return std::nullopt;
    return Finding{Role::confidential, Subject::sensitive, "a sensitive subject, as its name says"};
}

std::optional<Finding> constant(const Evidence& e) {
    const Content& c = e.content;
    if (c.distinct != 1 || c.valid < 2 || c.valid != c.rows) return std::nullopt;
    return Finding{Role::other, Subject::constant, "the same in every row: it tells nobody apart"};
}

std::optional<Finding> money(const Evidence& e) {
    const Content& c = e.content;
    const bool amounts =
        e.kind != Kind::numeric && e.share(Form::amount) + e.share(Form::number) >= 0.9;
    if (amounts && e.share(Form::amount) >= 0.3 && c.distinct > 20) {
        return Finding{Role::quasi, Subject::money, "amounts, which others may know",
                       "its numbers are written with a decimal comma, thousands or a unit and were "
                       "read as text: kind = \"numeric\" with decimal, group or after says how"};
    }
    if (!e.says(Says::money) || e.says(Says::date)) return std::nullopt;
    if (c.distinct <= 20 && 5 * c.distinct <= c.valid) {
        return Finding{
            Role::confidential, Subject::money,
            "about money, in few classes: worth learning, and no help in finding people"};
    }
    return Finding{Role::quasi, Subject::money,
                   "amounts that employers, banks or offices know, and that differ from person to "
                   "person"};
}

std::optional<Finding> outcome(const Evidence& e) {
    if (!e.name.is(Says::outcome) || e.content.distinct != 2) return std::nullopt;
    return Finding{Role::confidential, Subject::outcome,
                   "one of two, called an outcome: what is to be learnt about people"};
}

std::optional<Finding> places(const Evidence& e) {
    if (!e.says(Says::place)) return std::nullopt;
    return Finding{Role::quasi, Subject::place,
                   "where someone lives or comes from, which many know"};
}

}  // namespace

std::optional<Finding> find_weight(const Evidence& e) {
    const Content& c = e.content;
    if (!c.numeric || c.smallest < 0.0 || c.largest <= 0.0) return std::nullopt;
    constexpr double kHeaviest = 700.0;  // kilograms or pounds
    const bool few = c.valid >= 20 * c.distinct;
    const bool plain = e.says(Says::weight) && !e.says(Says::birth) &&
                       (c.largest > kHeaviest || (!c.whole && c.distinct <= 50 && few));
    if (!e.says(Says::sure_weight) && !plain) return std::nullopt;
    return Finding{Role::other, Subject::weight,
                   "a sampling weight: it tells how somebody was drawn, and may tell who it is",
                   c.distinct == 1
                       ? ""
                       : "a weight that few rows have tells the stratum they were drawn from"};
}

std::optional<Finding> find_stratum(const Evidence& e) {
    const Content& c = e.content;
    // Some rows of each: otherwise it is something else that has the name.
    if (!e.says(Says::stratum) || 2 * c.distinct > c.valid || c.distinct < 2) {
        return std::nullopt;
    }
    return Finding{Role::quasi, Subject::stratum,
                   "a stratum of a sample: who knows where or how somebody lives knows it"};
}

std::optional<Finding> find_attribute(const Evidence& evidence) {
    using Rule = std::optional<Finding> (*)(const Evidence&);
    for (const Rule rule :
         std::initializer_list<Rule>{dates, health, sensitive, constant, money, outcome, places}) {
        if (auto found = rule(evidence)) return found;
    }
    return std::nullopt;
}

}  // namespace lethe::recognise
