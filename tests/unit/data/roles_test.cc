// Guessed roles: small columns made for each rule.
#include "lethe/data/roles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/samples/census.h"
#include "support.h"

namespace lethe {
namespace {

using RoleTexts = std::vector<std::string>;

// `rows` texts drawn by `value`.
RoleTexts drawn(std::int64_t rows, const std::function<std::string(Draws&)>& value) {
    RoleTexts texts;
    const Stream stream = Random(11).stream("texts");
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        texts.push_back(value(draws));
    }
    return texts;
}

RoleTexts one_of(const RoleTexts& choices, std::int64_t rows = 400) {
    return drawn(rows, [&](Draws& draws) { return choices[draws.below(choices.size())]; });
}

std::string digits(Draws& draws, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += static_cast<char>('0' + draws.below(10));
    return text;
}

RoleGuess guess_texts(const std::string& name, const RoleTexts& texts) {
    return guess_role(*Column::from_texts(name, Kind::nominal, texts));
}

RoleGuess guess_numbers(const std::string& name, const std::vector<double>& values) {
    return guess_role(*Column::numeric(name, values));
}

std::vector<double> roles_numbers(std::int64_t rows, double from, std::uint64_t count) {
    std::vector<double> values;
    const Stream stream = Random(12).stream("numbers");
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        values.push_back(from + static_cast<double>(draws.below(count)));
    }
    return values;
}

const RoleTexts kSurnames{"Waller", "Berry",  "Okafor", "Lindt",  "Abe",    "Quist", "Ferro",
                          "Ibsen",  "Jansky", "Kolar",  "Moreau", "Nygard", "Ortiz", "Popov",
                          "Riess",  "Sato",   "Tamm",   "Uribe",  "Vance",  "Zeman", "Yoder"};

TEST(GuessRole, NamesAreIdentifiersAlsoWhereTheyRepeat) {
    for (const char* name : {"surname", "last_name", "Nachname", "given_name", "apellido"}) {
        const RoleGuess guess = guess_texts(name, one_of(kSurnames));
        EXPECT_EQ(guess.role, Role::identifier) << name;
        EXPECT_EQ(guess.subject, Subject::person_name) << name;
    }
}

TEST(GuessRole, AColumnCalledNameMayNameThings) {
    const RoleGuess things = guess_texts("name", one_of({"Basic", "Plus", "Family", "Student"}));
    EXPECT_EQ(things.role, Role::quasi);
    EXPECT_NE(things.warning, "");
    EXPECT_EQ(guess_texts("product_name", one_of(kSurnames)).role, Role::quasi);
    EXPECT_EQ(
        guess_texts("name", one_of({"Anna Smith", "John Miller", "Maria Rossi", "Peter Abe"})).role,
        Role::identifier);
}

TEST(GuessRole, NamesAreFoundWithoutAName) {
    const RoleTexts people = drawn(300, [](Draws& draws) {
        const RoleTexts given{"Anna", "John", "Maria", "Peter", "Laura", "Kevin", "Zoran", "Ines"};
        return given[draws.below(given.size())] + " " + kSurnames[draws.below(kSurnames.size())];
    });
    EXPECT_EQ(guess_texts("x7", people).role, Role::identifier);
    EXPECT_EQ(guess_texts("x7", people).subject, Subject::person_name);
    EXPECT_EQ(guess_texts("occupation", one_of({"Sales", "Craft-repair", "Tech-support"})).role,
              Role::quasi);
}

ColumnPtr with_label(const ColumnPtr& column, const std::string& label) {
    Description description;
    description.label = label;
    return column->with_description(std::make_shared<const Description>(description));
}

TEST(GuessRole, TheLabelSpeaksForANameThatSaysNothing) {
    const RoleTexts families = one_of(kSurnames);
    const ColumnPtr v12 = Column::from_texts("v12", Kind::nominal, families);
    EXPECT_EQ(guess_role(*with_label(v12, "Surname")).subject, Subject::person_name);
    EXPECT_THAT(guess_role(*with_label(v12, "Surname")).reason, testing::HasSubstr("its label"));
    const ColumnPtr numbers = Column::numeric("v13", roles_numbers(200, 5550000, 9999));
    EXPECT_EQ(guess_role(*with_label(numbers, "Telephone")).subject, Subject::contact);
    // A name that says something is believed, and a question is not taken for a name.
    const ColumnPtr product = Column::from_texts("product_name", Kind::nominal, families);
    EXPECT_NE(guess_role(*with_label(product, "Surname")).subject, Subject::person_name);
    const std::string question =
        "Would you give your telephone number to a person who asks for it?";
    EXPECT_EQ(guess_role(*with_label(numbers, question)).subject, guess_role(*numbers).subject);
}

TEST(GuessRole, ContactsByForm) {
    const RoleTexts mails =
        drawn(50, [](Draws& draws) { return "u" + digits(draws, 2) + "@x.org"; });
    const RoleTexts phones = drawn(100, [](Draws& draws) { return "+49 221 " + digits(draws, 6); });
    const RoleTexts addresses = drawn(100, [](Draws& draws) {
        return "10.0." + std::to_string(draws.below(256)) + "." + std::to_string(draws.below(256));
    });
    for (const RoleTexts& texts : {mails, phones, addresses}) {
        EXPECT_EQ(guess_texts("v3", texts).role, Role::identifier);
        EXPECT_EQ(guess_texts("v3", texts).subject, Subject::contact);
    }
    // Whether there is a telephone is no telephone number.
    EXPECT_EQ(guess_texts("telephone", one_of({"A191", "A192"})).role, Role::quasi);
    EXPECT_EQ(guess_numbers("phone", roles_numbers(200, 5550000, 9999)).role, Role::identifier);
}

TEST(GuessRole, CodesWithCheckDigits) {
    const auto checked = [](Draws& draws, bool right) {
        const std::string code = digits(draws, 11);
        int sum = 0;
        for (std::size_t i = 0; i < code.size(); ++i) {
            const int doubled = (code[code.size() - 1 - i] - '0') * (i % 2 == 0 ? 2 : 1);
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return code + static_cast<char>('0' + ((10 - sum % 10) % 10 + (right ? 0 : 1)) % 10);
    };
    const RoleTexts right = drawn(60, [&](Draws& draws) { return checked(draws, true); });
    EXPECT_EQ(guess_texts("c", right).subject, Subject::checked_code);
    EXPECT_EQ(guess_texts("c", right).role, Role::identifier);
    const RoleTexts wrong = drawn(60, [&](Draws& draws) { return checked(draws, false); });
    EXPECT_NE(guess_texts("c", wrong).subject, Subject::checked_code);
    EXPECT_EQ(guess_numbers("soc_sec_id", roles_numbers(500, 1000000, 400)).role, Role::identifier);
}

TEST(GuessRole, KeysOfPeopleRepeat) {
    const RoleGuess patient = guess_numbers("patient_nbr", roles_numbers(1000, 5000, 100000));
    EXPECT_EQ(patient.role, Role::identifier);
    EXPECT_EQ(patient.subject, Subject::key);
    // Fifty rows to a patient.
    const RoleGuess visits = guess_numbers("patient_id", roles_numbers(5000, 300, 100));
    EXPECT_EQ(visits.role, Role::identifier);
    EXPECT_NE(visits.warning, "");
    // A few classes with a number each are no keys, but codes.
    const RoleGuess type = guess_numbers("admission_type_id", roles_numbers(1000, 1, 8));
    EXPECT_EQ(type.role, Role::quasi);
    EXPECT_EQ(type.kind, Kind::nominal);
    EXPECT_EQ(guess_numbers("num_visits", roles_numbers(1000, 0, 30)).role, Role::quasi);
}

TEST(GuessRole, KeysWithoutAName) {
    const RoleTexts codes =
        drawn(300, [](Draws& draws) { return "QX" + digits(draws, 2) + "7Z41"; });
    EXPECT_EQ(guess_texts("col5", codes).subject, Subject::key);
    const RoleTexts hashes =
        drawn(300, [](Draws& draws) { return "ab" + digits(draws, 2) + "0123456789abc"; });
    EXPECT_EQ(guess_texts("col6", hashes).role, Role::identifier);
    EXPECT_EQ(guess_texts("employee",
                          drawn(60,
                                [](Draws& draws) {
                                    return "Zo " + kSurnames[draws.below(kSurnames.size())] + " Q";
                                }))
                  .role,
              Role::identifier);
    const RoleTexts times = drawn(400, [](Draws& draws) {
        return "1" + digits(draws, 1) + ":" + std::to_string(10 + draws.below(50)) + ":" +
               std::to_string(10 + draws.below(50));
    });
    EXPECT_EQ(guess_texts("at", times).subject, Subject::date);
    EXPECT_EQ(guess_texts("at", times).role, Role::quasi);
}

TEST(GuessRole, RunningNumbers) {
    std::vector<double> rows, households;
    for (int i = 0; i < 900; ++i) {
        rows.push_back(i + 1);
        households.push_back(1 + i / 3);
    }
    EXPECT_EQ(guess_numbers("x", rows).role, Role::identifier);
    EXPECT_EQ(guess_numbers("x", households).role, Role::identifier);
    EXPECT_EQ(guess_numbers("ori_hid", households).subject, Subject::household);
    EXPECT_EQ(guess_numbers("household_size", roles_numbers(900, 1, 8)).role, Role::quasi);
    EXPECT_EQ(guess_numbers("age", roles_numbers(200, 1, 90)).role, Role::quasi);
    EXPECT_EQ(guess_numbers("days", roles_numbers(900, 1, 365)).role, Role::quasi);
}

TEST(GuessRole, WeightsOfSamplesAndOfBodies) {
    for (const char* name : {"fnlwgt", "AFNLWGT", "sampling_weight", "weighting"}) {
        const RoleGuess guess = guess_numbers(name, roles_numbers(1000, 10000, 100000));
        EXPECT_EQ(guess.role, Role::other) << name;
        EXPECT_EQ(guess.subject, Subject::weight) << name;
    }
    const RoleGuess body = guess_numbers("weight", roles_numbers(1000, 45, 80));
    EXPECT_EQ(body.role, Role::quasi);
    EXPECT_NE(body.warning, "");
    EXPECT_EQ(guess_numbers("birth_weight", roles_numbers(1000, 1500, 3000)).role, Role::quasi);
}

TEST(GuessRole, DatesAreNoNumbers) {
    const auto date = [](Draws& draws, const char* mark) {
        const auto two = [](std::uint64_t value) {
            return (value < 10 ? "0" : "") + std::to_string(value);
        };
        return std::to_string(1930 + draws.below(80)) + mark + two(1 + draws.below(12)) + mark +
               two(1 + draws.below(28));
    };
    std::vector<double> plain;
    for (const std::string& text : drawn(300, [&](Draws& d) { return date(d, ""); })) {
        plain.push_back(std::stod(text));
    }
    const RoleGuess birth = guess_numbers("date_of_birth", plain);
    EXPECT_EQ(birth.role, Role::quasi);
    EXPECT_EQ(birth.subject, Subject::birth);
    EXPECT_EQ(birth.kind, Kind::ordinal);
    EXPECT_EQ(guess_numbers("x", plain).subject, Subject::date);
    const RoleGuess written =
        guess_texts("start", drawn(300, [&](Draws& d) { return date(d, "-"); }));
    EXPECT_EQ(written.role, Role::quasi);
    EXPECT_EQ(written.subject, Subject::date);
    EXPECT_EQ(written.kind, Kind::ordinal);
}

TEST(GuessRole, PlacesAndPositions) {
    std::vector<double> exact, coarse;
    const Stream stream = Random(2).stream("places");
    for (std::int64_t i = 0; i < 200; ++i) {
        exact.push_back(50.0 + static_cast<double>(stream.at(i).below(10000000)) * 1e-7);
        coarse.push_back(50.0 + static_cast<double>(stream.at(i).below(10)));
    }
    EXPECT_EQ(guess_numbers("LAT", exact).role, Role::identifier);
    EXPECT_EQ(guess_numbers("lat", coarse).role, Role::quasi);
    EXPECT_EQ(guess_numbers("postcode", roles_numbers(500, 1000, 9000)).kind, Kind::nominal);
    EXPECT_EQ(guess_texts("city", drawn(100, [](Draws& d) { return "Town" + digits(d, 6); })).role,
              Role::quasi);
    EXPECT_EQ(guess_texts("address_1", one_of(kSurnames)).role, Role::identifier);
    const RoleTexts streets = drawn(
        200, [](Draws& draws) { return digits(draws, 2) + " Mill Road Unit " + digits(draws, 2); });
    EXPECT_EQ(guess_texts("where", streets).subject, Subject::address);
}

TEST(GuessRole, FreeText) {
    const RoleTexts notes = drawn(100, [](Draws& draws) {
        return "called the person about bill " + digits(draws, 5) + " and came back";
    });
    EXPECT_EQ(guess_texts("n", notes).subject, Subject::free_text);
    EXPECT_EQ(guess_texts("n", notes).role, Role::identifier);
    EXPECT_EQ(guess_texts("n", one_of({"no answer was given to this question at all",
                                       "the person lives at home with a partner"}))
                  .role,
              Role::quasi);
}

TEST(GuessRole, HealthIsConfidential) {
    const RoleTexts codes = drawn(500, [](Draws& draws) {
        const std::string number = digits(draws, 2);
        switch (draws.below(4)) {
            case 0:
                return "V" + number;
            case 1:
                return "250." + number;
            default:
                return "4" + number;
        }
    });
    EXPECT_EQ(guess_texts("d1", codes).role, Role::confidential);
    EXPECT_EQ(guess_texts("d1", codes).subject, Subject::health);
    EXPECT_EQ(guess_texts("diagnosis", one_of({"flu", "asthma"})).role, Role::confidential);
    EXPECT_EQ(guess_numbers("dx03", roles_numbers(500, 100, 800)).kind, Kind::nominal);
    EXPECT_EQ(guess_texts("religion", one_of({"a", "b"})).role, Role::confidential);
    // Three letters and digits are no diagnosis.
    EXPECT_EQ(guess_texts("job", one_of({"A171", "A172", "A173", "A174"})).role, Role::quasi);
}

TEST(GuessRole, MoneyIsKnownExactlyAndLearntInClasses) {
    EXPECT_EQ(guess_texts("income", one_of({"<=50K", ">50K"})).role, Role::confidential);
    EXPECT_EQ(guess_numbers("income", roles_numbers(500, 10000, 90000)).role, Role::quasi);
    const RoleTexts german = drawn(200, [](Draws& draws) {
        return "1." + digits(draws, 3) + "," + digits(draws, 2) + " EUR";
    });
    const RoleGuess amounts = guess_texts("Umsatz", german);
    EXPECT_EQ(amounts.role, Role::quasi);
    EXPECT_NE(amounts.warning, "");
}

TEST(GuessRole, CodesThatAreNoNumbers) {
    EXPECT_EQ(guess_numbers("sex", roles_numbers(400, 1, 2)).kind, Kind::nominal);
    EXPECT_EQ(guess_numbers("water", roles_numbers(400, 1, 8)).kind, Kind::nominal);
    EXPECT_EQ(guess_numbers("OCCUCODE", roles_numbers(400, 100, 300)).kind, Kind::nominal);
    EXPECT_EQ(guess_numbers("education_level", roles_numbers(400, 1, 8)).kind, Kind::ordinal);
    EXPECT_EQ(guess_numbers("num_dependents", roles_numbers(400, 1, 2)).kind, Kind::numeric);
    EXPECT_EQ(guess_numbers("age", roles_numbers(400, 0, 95)).kind, Kind::numeric);
    EXPECT_EQ(guess_numbers("x", {1.5, 2.5, 1.5, 2.5, 1.5, 2.5, 1.5, 2.5, 1.5, 2.5}).kind,
              Kind::numeric);
    EXPECT_EQ(guess_numbers("x", {1, 2, 3, 4, 5}).kind, Kind::numeric);  // too few rows to tell
}

TEST(GuessRole, MissingCodes) {
    const RoleGuess asked = guess_texts("workclass", one_of({"Private", "?", "State-gov"}));
    EXPECT_EQ(asked.role, Role::quasi);
    ASSERT_EQ(asked.missing_codes.size(), 1U);
    EXPECT_EQ(asked.missing_codes[0].code, "?");
    EXPECT_TRUE(asked.missing_codes[0].certain);
    EXPECT_GT(asked.missing_codes[0].rows, 100);
    // Numbers once "?" is read as missing, categories while "unknown" may be an answer.
    const auto ages = [](const char* code) {
        return drawn(400, [code](Draws& draws) {
            return draws.below(5) == 0 ? std::string(code) : std::to_string(draws.below(90));
        });
    };
    EXPECT_EQ(guess_texts("age", ages("?")).kind, Kind::numeric);
    EXPECT_EQ(guess_texts("age", ages("unknown")).kind, Kind::nominal);
}

TEST(GuessRole, NothingIn) {
    EXPECT_EQ(guess_numbers("x", {}).role, Role::other);
    EXPECT_EQ(guess_texts("name", {}).role, Role::other);
    EXPECT_EQ(guess_texts("x", RoleTexts(50, "same")).role, Role::other);
    EXPECT_EQ(guess_texts("x", {"one"}).role, Role::quasi);
}

// Whatever stands in a column, it is guessed at without a fault and without telling a value.
TEST(GuessRole, AnyColumn) {
    const std::string_view pieces[] = {"7", "19",   "200", "-",  ".",      " ",  "@",
                                       "+", "/",    ":",   ",",  "x",      "Qu", "zz",
                                       "é", "\x01", "#",   "V5", "straße", "?",  "NA"};
    const char* names[] = {"a",  "",    "name",   "patient_id", "dx1",
                           "wt", "dob", "income", "zip",        "phone"};
    for (std::uint64_t i = 0; i < 3000; ++i) {
        Draws draws = Random(31).stream("any").at(static_cast<std::int64_t>(i));
        const std::uint64_t distinct = 1 + draws.below(30), length = 1 + draws.below(6);
        RoleTexts values;
        for (std::uint64_t v = 0; v < distinct; ++v) {
            std::string value = "_w";  // so that no value is a word of a reason
            for (std::uint64_t p = 0; p < length; ++p)
                value += pieces[draws.below(std::size(pieces))];
            values.push_back(i % 2 == 0 ? value : value.substr(2));
        }
        RoleTexts texts;
        for (std::uint64_t row = draws.below(80); row > 0; --row) {
            texts.push_back(values[draws.below(distinct)]);
        }
        const RoleGuess guess = guess_texts(names[i % std::size(names)], texts);
        EXPECT_FALSE(guess.reason.empty());
        if (i % 2 != 0) continue;
        for (const std::string& value : values) {
            EXPECT_EQ((guess.reason + guess.warning).find(value), std::string::npos);
        }
    }
}

bool roles_same(const RoleGuess& a, const RoleGuess& b) {
    return a.role == b.role && a.reason == b.reason && a.kind == b.kind && a.subject == b.subject &&
           a.warning == b.warning && a.distinct == b.distinct && a.unique == b.unique;
}

TEST(GuessRole, DoesNotDependOnTheOrderOfRowsOrThreads) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Random random(seed);
        const Table table = sample_census(test::threads(1), random, 3000);
        const Table shuffled =
            table.gather(random_permutation(random.stream("order"), table.rows()));
        const auto one = guess_roles(test::threads(1), table);
        const auto two = guess_roles(test::threads(2), shuffled);
        ASSERT_EQ(one.size(), two.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            // Read again, so that the dictionary has another order too.
            const ColumnPtr column = shuffled.columns()[i];
            EXPECT_TRUE(roles_same(one[i], two[i])) << column->name();
            if (column->is_numeric()) continue;
            RoleTexts texts;
            for (std::int64_t row = 0; row < column->size(); ++row)
                texts.push_back(column->text(row));
            EXPECT_TRUE(roles_same(
                one[i], guess_role(*Column::from_texts(column->name(), column->kind(), texts))))
                << column->name();
        }
    }
}

}  // namespace
}  // namespace lethe
