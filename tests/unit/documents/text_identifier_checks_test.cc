// The schemes of check digits hold what they promise, exhaustively where that is possible.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "lethe/core/random.h"
#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/international.h"
#include "lethe/data/recognise/identifiers/parts.h"
#include "lethe/documents/find/patterns/identifier_checks.h"

namespace lethe::documents {
namespace {

// The check digit that makes `digits` pass, by trying.
template <class Check>
std::string completed(const std::string& digits, Check check) {
    for (char c = '0'; c <= '9'; ++c) {
        if (check(digits + c)) return digits + c;
    }
    return {};
}

std::string number(int value, int width) {
    std::string digits = std::to_string(value);
    return std::string(static_cast<std::size_t>(width) - digits.size(), '0') + digits;
}

// Over all numbers of five digits: exactly one check digit, and every single error is noticed.
template <class Check>
void expect_single_errors_noticed(Check check) {
    for (int value = 0; value < 100000; value += 7) {
        const std::string valid = completed(number(value, 5), check);
        ASSERT_FALSE(valid.empty()) << value;
        for (std::size_t i = 0; i < valid.size(); ++i) {
            for (char c = '0'; c <= '9'; ++c) {
                std::string changed = valid;
                changed[i] = c;
                ASSERT_EQ(check(changed), changed == valid) << valid << " " << changed;
            }
        }
    }
}

TEST(IdentifierChecks, LuhnNoticesEverySingleError) {
    expect_single_errors_noticed(recognise::passes_luhn);
}
TEST(IdentifierChecks, VerhoeffNoticesEverySingleError) {
    expect_single_errors_noticed(recognise::passes_verhoeff);
}
TEST(IdentifierChecks, Mod1110NoticesEverySingleError) {
    expect_single_errors_noticed(recognise::passes_mod11_10);
}

template <class Check>
int transpositions_missed(Check check) {
    int missed = 0;
    for (int value = 0; value < 100000; value += 3) {
        const std::string valid = completed(number(value, 5), check);
        for (std::size_t i = 0; i + 1 < valid.size(); ++i) {
            std::string changed = valid;
            std::swap(changed[i], changed[i + 1]);
            if (changed != valid && check(changed)) ++missed;
        }
    }
    return missed;
}

TEST(IdentifierChecks, Transpositions) {
    EXPECT_EQ(transpositions_missed(recognise::passes_verhoeff), 0);
    EXPECT_GT(transpositions_missed(recognise::passes_luhn), 0);  // 09 and 90 alone
    std::string changed = completed("10905", recognise::passes_luhn);
    std::swap(changed[1], changed[2]);
    EXPECT_TRUE(recognise::passes_luhn(changed));
}

TEST(IdentifierChecks, PublishedNumbers) {
    EXPECT_TRUE(recognise::passes_verhoeff("2363"));  // Verhoeff's own
    EXPECT_TRUE(recognise::passes_luhn("79927398713"));
    EXPECT_TRUE(recognise::passes_mod11_10("07945"));  // ISO 7064 itself: 0794 with check digit 5
}

// Any change of one sign and any exchange of two neighbours of an IBAN.
TEST(IdentifierChecks, Mod97NoticesErrorsAndTranspositions) {
    const Stream stream = Random(5).stream("iban");
    for (int round = 0; round < 300; ++round) {
        Draws draws = stream.at(round);
        std::string account;
        for (int i = 0; i < 18; ++i) account += static_cast<char>('0' + draws.below(10));
        std::string valid;
        for (int check = 2; check <= 98; ++check) {
            const std::string tried = "DE" + number(check, 2) + account;
            if (!identifiers::iban(tried)) continue;
            ASSERT_TRUE(valid.empty()) << "two check numbers fit " << account;
            valid = tried;
        }
        ASSERT_FALSE(valid.empty()) << account;
        for (std::size_t i = 2; i < valid.size(); ++i) {
            for (char c = '0'; c <= '9'; ++c) {
                std::string changed = valid;
                changed[i] = c;
                ASSERT_EQ(identifiers::iban(changed), changed == valid);
            }
            if (i + 1 == valid.size()) continue;
            std::string changed = valid;
            std::swap(changed[i], changed[i + 1]);
            ASSERT_EQ(identifiers::iban(changed), changed == valid);
        }
    }
}

TEST(IdentifierChecks, IbanOfAnotherLength) {
    EXPECT_TRUE(identifiers::iban("NO93 8601 1117 947"));
    EXPECT_TRUE(identifiers::iban("mt84MALT011000012345MTLCAST001S"));
    EXPECT_FALSE(identifiers::iban("NO93 8601 1117 9470"));
    EXPECT_FALSE(identifiers::iban("XX93 8601 1117 947"));
    EXPECT_FALSE(identifiers::iban(""));
}

TEST(IdentifierChecks, Dates) {
    EXPECT_TRUE(identifiers::is_date(2000, 2, 29));
    EXPECT_FALSE(identifiers::is_date(1900, 2, 29));
    EXPECT_TRUE(identifiers::is_short_date(0, 2, 29));  // 2000
    EXPECT_FALSE(identifiers::is_date(2001, 13, 1));
    EXPECT_FALSE(identifiers::is_date(2001, 0, 1));
    EXPECT_TRUE(calendar_year_last("31/12/2003"));
    EXPECT_TRUE(calendar_year_last("12/31/2003"));
    EXPECT_FALSE(calendar_year_last("31/31/2003"));
    EXPECT_TRUE(calendar_year_first("2003-12-31"));
}

TEST(IdentifierChecks, Addresses) {
    EXPECT_TRUE(ip6("::1"));
    EXPECT_TRUE(ip6("2001:db8:85a3:0:0:8a2e:370:7334"));
    EXPECT_TRUE(ip6("::ffff:192.0.2.128"));
    EXPECT_FALSE(ip6("::"));
    EXPECT_FALSE(ip6("1:2:3:4:5:6:7"));
    EXPECT_FALSE(ip6("1::2::3"));
    EXPECT_FALSE(ip4("1.2.3"));
    EXPECT_TRUE(base58_address("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"));
    EXPECT_FALSE(base58_address("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLx"));
    EXPECT_FALSE(bech32_address("bc1"));
}

TEST(IdentifierChecks, NothingIsNoNumber) {
    EXPECT_FALSE(recognise::passes_luhn(""));
    EXPECT_FALSE(recognise::passes_verhoeff(""));
    EXPECT_FALSE(recognise::passes_mod11_10(""));
    EXPECT_FALSE(recognise::passes_luhn("12a"));
    EXPECT_FALSE(identifiers::card_number("0000 0000 0000 0000"));
}

}  // namespace
}  // namespace lethe::documents
