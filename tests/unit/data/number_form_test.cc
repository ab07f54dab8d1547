// Numbers with check digits, made and checked: free characters and valid numbers are one to one.
#include "lethe/data/recognise/identifiers/number_form.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lethe/core/random.h"

namespace lethe::identifiers {
namespace {

// A number whose letters and digits are drawn, of a length that the form has.
std::string drawn(const NumberForm& form, Draws& draws) {
    std::string layout(form.layouts[draws.below(form.layouts.size())]);
    if (form.name == "iban") layout = "==##AAAA99999999999999";  // Great Britain
    if (form.name == "luhn" || form.name == "card") layout = "999999999999999#";
    if (form.name == "imei") layout = "99999999999999#";
    if (form.name == "ean") layout = "999999999999#";
    std::string number;
    for (const char sign : layout) {
        const std::string_view alphabet = alphabet_of(sign);
        number += alphabet.empty() ? '1' : alphabet[draws.below(alphabet.size())];
    }
    if (form.name == "iban") number.replace(0, 2, "GB");
    if (form.name == "isbn" && number.size() == 13) number.replace(0, 3, "978");
    if (form.name == "ch-ahv") number.replace(0, 3, "756");
    if (form.name == "se-person" && number.size() == 12) number.replace(0, 2, "19");
    if (form.name == "fr-nir" && layout[5] == '=') number.replace(5, 2, "2A");
    return number;
}

TEST(NumberForm, AllOfAFormAreMadeAndPass) {
    std::set<std::string_view> names;
    for (const NumberForm& form : number_forms()) {
        EXPECT_TRUE(names.insert(form.name).second);
        Draws draws = Random(3).stream(std::string(form.name)).at(0);
        int made = 0;
        for (int round = 0; round < 4000; ++round) {
            const std::string number = drawn(form, draws);
            const auto layout = layout_of(form, number);
            ASSERT_TRUE(layout) << form.name << " " << number;
            const auto whole = completed(form, number, *layout);
            if (!whole) continue;
            ++made;
            ASSERT_TRUE(form.passes(*whole)) << form.name;
            ASSERT_TRUE(is_valid(form, *whole)) << form.name << " " << *whole;
            for (std::size_t i = 0; i < whole->size(); ++i) {
                if (!is_check((*layout)[i])) {
                    ASSERT_EQ((*whole)[i], number[i]);
                }
            }
        }
        EXPECT_GT(made, 10) << form.name;
    }
}

// Of the check characters that could stand behind the same free ones a single choice is valid.
TEST(NumberForm, OneSetOfCheckCharactersIsValid) {
    for (const NumberForm& form : number_forms()) {
        Draws draws = Random(4).stream(std::string(form.name)).at(0);
        for (int round = 0; round < 300; ++round) {
            std::string number = drawn(form, draws);
            const auto layout = layout_of(form, number);
            const auto whole = completed(form, number, *layout);
            if (!whole) continue;
            for (std::size_t i = 0; i < number.size(); ++i) {
                if (!is_check((*layout)[i])) continue;
                for (const char other : alphabet_of((*layout)[i])) {
                    std::string changed = *whole;
                    changed[i] = other;
                    ASSERT_EQ(is_valid(form, changed), changed == *whole)
                        << form.name << " " << changed;
                }
            }
        }
    }
}

TEST(NumberForm, PublishedNumbers) {
    const auto valid = [](std::string_view name, std::string_view number) {
        return is_valid(*find_number_form(name), number);
    };
    EXPECT_TRUE(valid("iban", "GB82WEST12345698765432"));
    EXPECT_TRUE(valid("iban", "DE89370400440532013000"));
    EXPECT_FALSE(valid("iban", "DE88370400440532013000"));
    EXPECT_TRUE(valid("card", "4111111111111111"));
    EXPECT_TRUE(valid("uk-nhs", "9434765919"));
    EXPECT_FALSE(valid("uk-nhs", "9434765910"));
    EXPECT_TRUE(valid("es-dni", "12345678Z"));
    EXPECT_TRUE(valid("es-nie", "X1234567L"));
    EXPECT_TRUE(valid("isbn", "080442957X"));
    EXPECT_TRUE(valid("isbn", "9780306406157"));
    EXPECT_TRUE(valid("ean", "4006381333931"));
    EXPECT_TRUE(valid("de-tax", "86095742719"));
    EXPECT_TRUE(valid("ch-ahv", "7569217076985"));
    EXPECT_TRUE(valid("us-ssn", "123456789"));
    EXPECT_FALSE(valid("us-ssn", "666456789"));
    EXPECT_TRUE(valid("br-cpf", "11144477735"));
    EXPECT_FALSE(valid("card", ""));
    EXPECT_FALSE(valid("luhn", "0"));
    EXPECT_FALSE(valid("es-nie", "A1234567L"));
    EXPECT_EQ(find_number_form("nothing"), nullptr);
}

}  // namespace
}  // namespace lethe::identifiers
