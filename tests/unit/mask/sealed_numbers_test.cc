// Pseudonyms of numbers with check digits: a permutation of the valid ones.
#include "lethe/table/mask/people/sealed_numbers.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "lethe/core/random.h"
#include "lethe/table/mask/people/pseudonym_maker.h"

namespace lethe::mask {
namespace {

using identifiers::alphabet_of;
using identifiers::find_number_form;
using identifiers::NumberForm;

Secret a_key(char letter = 'k') { return Secret(std::string(32, letter)); }

// Valid numbers of a form, drawn; as they are given, without separators.
std::vector<std::string> valid_numbers(const NumberForm& form, std::size_t count) {
    std::string layout(form.layouts.front());
    if (form.name == "iban") layout = "==##AAAA99999999999999";
    if (form.name == "luhn" || form.name == "card") layout = "999999999999999#";
    if (form.name == "imei") layout = "99999999999999#";
    if (form.name == "ean") layout = "999999999999#";
    Draws draws = Random(8).stream(std::string(form.name)).at(0);
    std::vector<std::string> numbers;
    while (numbers.size() < count) {
        std::string number;
        for (const char sign : layout) {
            const std::string_view alphabet = alphabet_of(sign);
            number += alphabet.empty() ? '1' : alphabet[draws.below(alphabet.size())];
        }
        if (form.name == "iban") number.replace(0, 2, "GB");
        if (form.name == "ch-ahv") number.replace(0, 3, "756");
        if (auto whole = identifiers::completed(form, number, layout)) {
            numbers.push_back(std::move(*whole));
        }
    }
    return numbers;
}

TEST(SealedNumbers, ValidNumbersBecomeOthersOfTheirKindAndComeBack) {
    for (const NumberForm& form : identifiers::number_forms()) {
        const NumberCipher cipher(a_key(), "person", form, 0);
        const NumberCipher other(a_key(), "account", form, 0);
        const std::vector<std::string> numbers =
            valid_numbers(form, form.name == "za-id" || form.name == "de-tax" ? 10 : 60);
        std::set<std::string> before, after;
        std::size_t same = 0;
        for (const std::string& number : numbers) {
            const auto sealed = cipher.seal(number);
            ASSERT_TRUE(sealed) << form.name;
            ASSERT_EQ(sealed->size(), number.size());
            ASSERT_TRUE(identifiers::is_valid(form, *sealed)) << form.name;
            ASSERT_EQ(cipher.open(*sealed), number) << form.name;
            same += *sealed == number || *sealed == other.seal(number) ? 1 : 0;
            before.insert(number);
            after.insert(*sealed);
        }
        EXPECT_EQ(before.size(), after.size()) << form.name;
        EXPECT_LE(same, 1U) << form.name;
    }
}

// All NHS numbers with seven characters kept, and all DNI with five: each valid one once.
TEST(SealedNumbers, AllOfASmallDomainOnce) {
    const auto expect_permuted = [](const NumberForm& form, const std::string& prefix,
                                    std::size_t digits) {
        const NumberCipher cipher(a_key(), "person", form, prefix.size());
        std::set<std::string> before, after;
        std::size_t all = 1;
        for (std::size_t i = 0; i < digits; ++i) all *= 10;
        for (std::size_t i = 0; i < all; ++i) {
            std::string number = std::to_string(i);
            number = prefix + std::string(digits - number.size(), '0') + number;
            const std::string layout(form.layouts.front() == "9#" ? "9999999999999#"
                                                                  : form.layouts.front());
            if (layout.back() != '9') number += alphabet_of(layout.back()).front();
            const auto whole = identifiers::completed(form, number, layout);
            if (!whole) continue;
            const auto sealed = cipher.seal(*whole);
            ASSERT_TRUE(sealed);
            EXPECT_TRUE(sealed->starts_with(prefix));
            before.insert(*whole);
            after.insert(*sealed);
        }
        EXPECT_FALSE(before.empty());
        EXPECT_EQ(before, after);
    };
    expect_permuted(*find_number_form("uk-nhs"), "943476", 3);
    expect_permuted(*find_number_form("es-dni"), "12345", 3);
    expect_permuted(*find_number_form("card"), "4111111111", 3);
    expect_permuted(*find_number_form("us-ssn"), "667123", 3);
}

TEST(SealedNumbers, SeparatorsAndCaseStayAndCountForNothing) {
    const NumberForm& iban = *find_number_form("iban");
    const NumberCipher cipher(a_key(), "person", iban, 0);
    const std::string plain = cipher.seal("GB82WEST12345698765432").value();
    std::string written = cipher.seal("gb82 west 1234 5698 7654 32").value();
    EXPECT_EQ(written.substr(0, 2), "gb");
    EXPECT_EQ(written[4], ' ');
    EXPECT_TRUE(std::islower(written[5]));
    EXPECT_EQ(cipher.open(written), "gb82 west 1234 5698 7654 32");
    std::erase(written, ' ');
    for (char& c : written) c = static_cast<char>(std::toupper(c));
    EXPECT_EQ(written, plain);
    EXPECT_TRUE(plain.starts_with("GB"));
    EXPECT_NE(plain.substr(4, 4), "WEST");
}

TEST(SealedNumbers, WhatIsNoNumberHasNone) {
    const NumberCipher cipher(a_key(), "person", *find_number_form("uk-nhs"), 0);
    for (const char* wrong : {"", "9434765918", "943476591", "94347659199", "943476591X",
                              "943,476,5919", "\xC3\xA9", "9434765919\n"}) {
        EXPECT_FALSE(cipher.seal(wrong)) << wrong;
        EXPECT_FALSE(cipher.open(wrong)) << wrong;
        EXPECT_FALSE(cipher.numbers_like(wrong)) << wrong;
    }
    EXPECT_TRUE(cipher.seal("943 476 5919"));
    EXPECT_EQ(cipher.numbers_like("943 476 5919"), 1e9);
    EXPECT_FALSE(cipher.seal(std::string(100, '1')));
}

// Shapes are met by many threads at once.
TEST(SealedNumbers, OneForManyThreads) {
    const NumberForm& card = *find_number_form("luhn");
    std::vector<std::string> numbers;
    for (std::size_t length = 4; length < 20; ++length) {
        std::string number(length, '1');
        numbers.push_back(
            identifiers::completed(card, number, std::string(length - 1, '9') + '#').value());
    }
    const NumberCipher shared(a_key(), "person", card, 0);
    std::vector<std::vector<std::string>> made(4);
    {
        std::vector<std::jthread> threads;
        for (auto& own : made) {
            threads.emplace_back([&] {
                for (const std::string& number : numbers) own.push_back(*shared.seal(number));
            });
        }
    }
    for (const auto& own : made) EXPECT_EQ(own, made.front());
}

PseudonymParams of_form(PseudonymForm form, std::string number = {}) {
    PseudonymParams params;
    params.label = "person";
    params.form = form;
    params.number = std::move(number);
    return params;
}

TEST(PseudonymMaker, OpensWhatTheKeyOpens) {
    const Secret key = a_key(), other = a_key('l');
    const std::vector<std::string> one{"9434765919"}, two{"clinic", "17"};
    for (const PseudonymParams& params :
         {of_form(PseudonymForm::reversible), of_form(PseudonymForm::digits),
          of_form(PseudonymForm::number, "uk-nhs")}) {
        EXPECT_TRUE(opens_by_key(params));
        const PseudonymMaker maker(key, params);
        const std::string made = maker.pseudonym(one).value();
        EXPECT_EQ(maker.original(made), one);
        EXPECT_NE(PseudonymMaker(other, params).original(made), one);
    }
    const PseudonymParams reversible = of_form(PseudonymForm::reversible);
    const std::string made = PseudonymMaker(key, reversible).pseudonym(two).value();
    EXPECT_EQ(PseudonymMaker(key, reversible).original(made), two);
    EXPECT_FALSE(PseudonymMaker(other, reversible).original(made));
    EXPECT_FALSE(PseudonymMaker(key, reversible).original(made.substr(1)));
    EXPECT_FALSE(PseudonymMaker(key, reversible).original("?"));
    PseudonymParams label = reversible;
    label.label = "account";
    EXPECT_FALSE(PseudonymMaker(key, label).original(made));
    const PseudonymParams hash = of_form(PseudonymForm::hash);
    EXPECT_FALSE(opens_by_key(hash));
    EXPECT_FALSE(PseudonymMaker(key, hash).original("0123456789abcdef"));
}

TEST(PseudonymMaker, WhatIsNoNumberIsMissingOrHashed) {
    const Secret key = a_key();
    const std::vector<std::string> wrong{"9434765918"};
    PseudonymParams params = of_form(PseudonymForm::number, "uk-nhs");
    params.invalid = InvalidNumber::missing;
    EXPECT_FALSE(PseudonymMaker(key, params).pseudonym(wrong));
    params.invalid = InvalidNumber::hash;
    const PseudonymMaker maker(key, params);
    const std::string made = maker.pseudonym(wrong).value();
    EXPECT_EQ(made.size(), 17U);
    EXPECT_EQ(made.front(), 'x');
    EXPECT_FALSE(maker.original(made));
}

}  // namespace
}  // namespace lethe::mask
