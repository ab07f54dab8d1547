// Identifiers. Name and content have to agree: a column called "telephone" with two values says
// whether there is one, and a column called "name" may name products. Where they disagree the
// column is left to the other rules, and its owner is told.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/data/recognise/finding.h"

namespace lethe::recognise {
namespace {

Finding identifier(Subject subject, std::string reason, std::string warning = {}) {
    return {Role::identifier, subject, std::move(reason), std::move(warning)};
}

std::optional<Finding> by_form(const Evidence& e) {
    const Content& c = e.content;
    if (e.share(Form::email) >= 0.8) return identifier(Subject::contact, "e-mail addresses");
    if (e.share(Form::iban) >= 0.8) {
        return identifier(Subject::account, "account numbers (IBAN) with right check digits");
    }
    if (e.share(Form::social) >= 0.9) {
        return identifier(Subject::official, "written like social security numbers");
    }
    if (!c.plenty()) return std::nullopt;
    if (e.share(Form::url) >= 0.8) return identifier(Subject::contact, "web addresses");
    if (e.share(Form::network) >= 0.8) return identifier(Subject::contact, "network addresses");
    if (e.share(Form::uuid) >= 0.9) return identifier(Subject::key, "keys (UUID or hash)");
    if (e.share(Form::coordinates) >= 0.8) return identifier(Subject::position, "exact positions");
    if (e.share(Form::phone) >= 0.9 && !c.numeric) {
        return identifier(Subject::contact, "written like telephone numbers");
    }
    return std::nullopt;
}

bool has_letters(const Evidence& e) {
    return e.kind != Kind::numeric && e.share(Form::letters) >= 0.5;
}

// Yes and no, or some classes.
bool is_flag(const Content& c) { return c.distinct <= 3 && c.valid >= 10 * c.distinct; }

std::optional<Finding> by_person_name(const Evidence& e) {
    const Content& c = e.content;
    if (e.says(Says::person_name) && !e.says(Says::thing) && has_letters(e) && !is_flag(c)) {
        return identifier(Subject::person_name, "names of people, as its name says");
    }
    if (e.name.is(Says::person) && has_letters(e) && c.plenty() &&
        e.share(Form::full_name) >= 0.8) {
        return identifier(Subject::person_name,
                          "called after people, and written like their names");
    }
    if (!e.says(Says::name) || e.says(Says::thing) || !has_letters(e)) return std::nullopt;
    const bool common = c.common_rows >= 0.05 && c.common_names >= 3;
    const bool few_rows_each = c.plenty() && 10 * c.distinct >= c.valid;
    if (common || few_rows_each) {
        return identifier(Subject::person_name,
                          common ? "called a name, and common names are among its values"
                                 : "called a name, with few rows to a value");
    }
    return std::nullopt;
}

std::optional<Finding> by_named_number(const Evidence& e) {
    const Content& c = e.content;
    if (!c.plenty()) return std::nullopt;
    // The date of a passport is none, nor the country of a telephone number, nor a balance.
    const bool amount = e.says(Says::money) && c.numeric && e.share(Form::digits) < 0.8;
    if (e.says(Says::date) || e.says(Says::place) || amount) return std::nullopt;
    if (e.says(Says::contact)) {
        return identifier(Subject::contact,
                          "telephone, mail or network addresses, as its name says");
    }
    if (e.says(Says::official)) {
        return identifier(Subject::official,
                          "numbers of people that an authority gives, as its name says");
    }
    if (e.says(Says::account)) {
        return identifier(Subject::account, "accounts, cards or users, as its name says");
    }
    return std::nullopt;
}

bool looks_like_keys(const Content& c) { return c.numeric ? c.whole : c.words <= 3.0; }

std::string repeats(const Content& c) {
    return c.all_differ()
               ? std::string("differs in every row")
               : fmt::format("{:.1f} rows to a value",
                             static_cast<double>(c.valid) / static_cast<double>(c.distinct));
}

std::optional<Finding> by_household(const Evidence& e) {
    const Content& c = e.content;
    const bool key = e.says(Says::household_key) ||
                     (e.says(Says::household) && (e.says(Says::key) || e.says(Says::number)));
    if (!key || !looks_like_keys(c) || !c.plenty()) return std::nullopt;
    return identifier(Subject::household,
                      fmt::format("key of a household, as its name says; {}", repeats(c)),
                      "people of one household can be told together: whoever is found gives the "
                      "others away");
}

// Keys by name: of people also where each has many rows, of other things only where values are
// many.
std::optional<Finding> by_key(const Evidence& e) {
    const Content& c = e.content;
    if (!looks_like_keys(c) || c.distinct < 2) return std::nullopt;
    const bool owner = e.says(Says::person) || e.says(Says::record);
    const bool key = e.says(Says::key) || (e.says(Says::number) && owner) ||
                     (e.name.is(Says::number) && c.all_differ()) ||
                     (e.name.is(Says::person) && (c.whole || e.share(Form::name_words) < 0.5));
    if (!key) return std::nullopt;
    const bool half = 2 * c.distinct >= c.valid;
    const bool many = c.distinct > 20 && (e.says(Says::person) || 20 * c.distinct >= c.valid);
    if (!half && !many) return std::nullopt;
    const std::string warning =
        c.all_differ() || 10 * c.distinct >= 9 * c.valid
            ? ""
            : "its values repeat: several rows may belong to one person, and what is counted here "
              "are rows";
    return identifier(Subject::key, fmt::format("a key, as its name says; {}", repeats(c)),
                      warning);
}

// 1, 2, 3, ...: a number for each row, or one that some rows share.
std::optional<Finding> by_running_number(const Evidence& e) {
    const Content& c = e.content;
    if (!c.numeric || !c.whole || c.distinct < 10 || (c.smallest != 0.0 && c.smallest != 1.0)) {
        return std::nullopt;
    }
    const bool dense = c.largest - c.smallest + 1.0 <= 1.05 * static_cast<double>(c.distinct);
    if (!dense) return std::nullopt;
    if (c.all_differ()) return identifier(Subject::key, "a running number of the rows");
    const bool other = e.says(Says::count) || e.says(Says::order) || e.says(Says::date) ||
                       e.says(Says::money) || e.says(Says::place) || e.says(Says::code) ||
                       e.says(Says::birth) || e.says(Says::health) || e.says(Says::weight);
    const bool even = c.most * c.distinct <= 20 * c.valid;  // no value is far above the average
    if (other || c.distinct <= 200 || 10 * c.distinct < c.valid || !even) return std::nullopt;
    return identifier(Subject::key,
                      fmt::format("a running number that few rows share ({}): a key of people or "
                                  "households",
                                  repeats(c)),
                      "if it is a measurement and no key, give it the role quasi");
}

std::optional<Finding> by_place(const Evidence& e) {
    const Content& c = e.content;
    const bool range = c.numeric && c.smallest >= -180.0 && c.largest <= 180.0;
    const bool metres = c.numeric && c.largest > 1000.0;
    if (e.says(Says::coordinate) && c.plenty() && ((range && c.fine) || metres)) {
        return identifier(Subject::position, "exact coordinates, which name a house");
    }
    if (e.says(Says::address) && c.distinct > 10 && !is_flag(c)) {
        return identifier(Subject::address, "address or a part of it, as its name says");
    }
    if (e.share(Form::address) >= 0.7 && c.plenty() && c.words <= 8.0 &&
        5 * c.distinct >= c.valid) {
        return identifier(Subject::address, "written like addresses");
    }
    return std::nullopt;
}

std::optional<Finding> by_free_text(const Evidence& e) {
    const Content& c = e.content;
    const double enough = e.says(Says::free_text) ? 3.0 : e.says(Says::health) ? 9.0 : 6.0;
    if (e.kind == Kind::numeric || c.words < enough || !c.plenty() || 5 * c.distinct < c.valid) {
        return std::nullopt;
    }
    return identifier(Subject::free_text, "free text, in which anything may stand");
}

// Without a name that tells: most values pass a check that one in ten passes by chance.
std::optional<Finding> by_check_digits(const Evidence& e) {
    const Content& c = e.content;
    if (c.distinct < 20 || 10 * c.distinct < c.valid) return std::nullopt;
    constexpr std::array<std::pair<Form, const char*>, 6> kChecks{
        {{Form::luhn, "Luhn"},
         {Form::verhoeff, "Verhoeff"},
         {Form::mod11, "modulo 11"},
         {Form::mod11_10, "modulo 11, 10"},
         {Form::ean, "modulo 10"},
         {Form::mod23, "modulo 23"}}};
    for (const auto& [form, check] : kChecks) {
        if (e.share(form) >= 0.95) {
            return identifier(Subject::checked_code,
                              fmt::format("codes with right check digits ({})", check));
        }
    }
    return std::nullopt;
}

std::optional<Finding> by_code(const Evidence& e) {
    const Content& c = e.content;
    if (e.share(Form::code) < 0.9 || c.distinct < 20 || 5 * c.distinct < c.valid)
        return std::nullopt;
    return identifier(Subject::key, "codes of letters and digits that few rows share");
}

std::optional<Finding> by_even_length(const Evidence& e) {
    const Content& c = e.content;
    const bool measured = e.says(Says::money) || e.says(Says::count) || e.says(Says::weight);
    if (!c.numeric || !c.whole || !c.all_differ() || !c.same_length || measured || c.valid < 50 ||
        c.largest < 1e5) {
        return std::nullopt;
    }
    return identifier(Subject::key, "whole numbers of one length that differ in every row");
}

std::optional<Finding> by_names_among_values(const Evidence& e) {
    const Content& c = e.content;
    if (!has_letters(e) || e.share(Form::name_words) < 0.9 || e.says(Says::place) ||
        e.says(Says::thing) || e.says(Says::code)) {
        return std::nullopt;
    }
    const double few =
        std::max(5.0, 0.02 * static_cast<double>(std::min<std::int64_t>(c.distinct, 2000)));
    if (c.common_rows >= 0.08 && c.common_names >= few && c.distinct > 10) {
        return identifier(Subject::person_name, "common names of people are among its values");
    }
    if (e.share(Form::full_name) >= 0.8 && c.distinct > 20 && 2 * c.distinct >= c.valid) {
        return identifier(Subject::person_name,
                          "written like the names of people, and seldom twice");
    }
    return std::nullopt;
}

std::optional<Finding> by_difference(const Evidence& e) {
    const Content& c = e.content;
    if (e.kind == Kind::numeric || c.numeric || !c.most_differ() || e.says(Says::place) ||
        e.share(Form::amount) + e.share(Form::number) >= 0.9) {
        return std::nullopt;
    }
    return identifier(Subject::distinct_text, "text that differs in almost every row");
}

using IdentifierRule = std::optional<Finding> (*)(const Evidence&);

std::optional<Finding> first_of(const Evidence& evidence,
                                std::initializer_list<IdentifierRule> rules) {
    if (evidence.content.distinct == 0) return std::nullopt;
    for (const IdentifierRule rule : rules) {
        if (auto found = rule(evidence)) return found;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Finding> find_identifier(const Evidence& evidence) {
    if (evidence.share(Form::date) >= 0.9 && !evidence.says(Says::official)) return std::nullopt;
    return first_of(evidence, {by_form, by_person_name, by_named_number, by_household, by_key,
                               by_running_number, by_place, by_free_text});
}

std::optional<Finding> find_hidden_identifier(const Evidence& evidence) {
    return first_of(
        evidence, {by_check_digits, by_code, by_even_length, by_names_among_values, by_difference});
}

}  // namespace lethe::recognise
