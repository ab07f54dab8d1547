#include <set>

#include "lethe/io/secret_digits.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/record.h"
#include "lethe/table/mask/people/keyed.h"
#include "lethe/table/mask/people/offset.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::run_mask;
using test::texts;
using ::testing::HasSubstr;
using ::testing::Not;

// People with several rows each, some of them without a number.
Table visits_of_people(std::int64_t rows) {
    std::vector<std::string> id;
    std::vector<double> weight;
    Validity known(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = Random(4).stream("visits").at(row);
        id.push_back(std::to_string(7000000 + 13 * draws.below(40)));
        weight.push_back(50 + static_cast<double>(draws.below(50)));
        if (row % 11 == 3) known.set_missing(row);
    }
    const ColumnPtr ids = Column::from_texts("id", Kind::nominal, id);
    return Table(
        {Column::categories("id", Kind::nominal, {ids->codes().begin(), ids->codes().end()},
                            ids->dictionary_ptr(), known),
         Column::numeric("weight", std::move(weight))});
}

const std::vector<Json>& all_forms() {
    static const std::vector<Json> forms{
        {{"label", "patient"}},
        {{"label", "patient"}, {"letters", "base64url"}},
        {{"label", "patient"}, {"form", "reversible"}},
        {{"label", "patient"}, {"form", "digits"}},
        {{"label", "patient"}, {"form", "digits"}, {"check_digit", "broken"}},
        {{"label", "patient"}, {"form", "serial"}}};
    return forms;
}

// An accent may be part of its letter or stand behind it; whoever wrote the name, it is one.
TEST(MaskPseudonyms, CanonicallyEqualTextsAreOnePerson) {
    const std::string one = "Zo\u00eb";
    const std::string two = "Zoe\u0308";
    ASSERT_NE(one, two);
    for (const Json& form : all_forms()) {
        if (form.value("form", "") == "digits") continue;
        std::vector<std::string> names = {one, two, "Zoe"};
        // The table of serial numbers is a text.
        if (form.value("form", "") != "serial") names.insert(names.end(), {"\xff", "\xfe"});
        const Table table({Column::from_texts("id", Kind::nominal, names)});
        const auto after = texts(mask("pseudonyms", table, form, {.columns = {"id"}}), "id");
        EXPECT_EQ(after[0], after[1]) << form.dump();
        // What is no UTF-8 is not made equal by what stands for it.
        EXPECT_EQ(std::set<std::string>(after.begin(), after.end()).size(), names.size() - 1)
            << form.dump();
    }
    const Secret& key = test::example_key();
    EXPECT_EQ(mask::date_offset(key, "visit", one, 183, false),
              mask::date_offset(key, "visit", two, 183, false));
    EXPECT_NE(mask::date_offset(key, "visit", one, 183, false),
              mask::date_offset(key, "visit", "Zoe", 183, false));
}

// Equal values have equal pseudonyms and different ones different ones; missing stays; the rest
// too.
TEST(MaskPseudonyms, RowsOfOnePersonStayTogether) {
    const Table table = visits_of_people(300);
    for (const Json& form : all_forms()) {
        const Table masked = mask("pseudonyms", table, form, {.columns = {"id"}});
        const auto before = texts(table, "id"), after = texts(masked, "id");
        std::map<std::string, std::string> pseudonym_of;
        std::set<std::string> used;
        for (std::size_t row = 0; row < before.size(); ++row) {
            if (before[row] == "NA") {
                EXPECT_EQ(after[row], "NA");
                continue;
            }
            EXPECT_NE(before[row], after[row]);
            const auto [place, added] = pseudonym_of.emplace(before[row], after[row]);
            if (added) {
                EXPECT_TRUE(used.insert(after[row]).second) << form.dump();
            }
            EXPECT_EQ(place->second, after[row]);
        }
        EXPECT_EQ(test::numbers(table, "weight"), test::numbers(masked, "weight"));
    }
}

// A person has the same pseudonym in every table, whatever else is there and whatever the seed.
TEST(MaskPseudonyms, TheSameInEveryTableButSerialNumbers) {
    const Table table = visits_of_people(200);
    const std::vector<std::int64_t> some{150, 20, 77, 21, 3, 199};
    for (const Json& form : all_forms()) {
        const Table all = mask("pseudonyms", table, form, {.seed = 1, .columns = {"id"}});
        const Table few =
            mask("pseudonyms", table.gather(some), form, {.seed = 2, .columns = {"id"}});
        EXPECT_EQ(texts(few, "id") == texts(all.gather(some), "id"),
                  form.value("form", "hash") != "serial")
            << form.dump();
    }
}

TEST(MaskPseudonyms, AnotherLabelOrKeyGivesOthers) {
    const Table table = visits_of_people(100);
    const Context context = test::threads(1);
    const Secret other("another-key-0123456789-0123456789");
    for (Json form : all_forms()) {
        if (form.value("form", "hash") == "serial") continue;
        const auto first = texts(mask("pseudonyms", table, form, {.columns = {"id"}}), "id");
        const MaskInput with_other{table, {"id"}, Random(7), context, &other};
        const MaskOutput output = find_method("pseudonyms", Family::mask).mask(with_other, form);
        const auto second = texts(test::result(table, output), "id");
        form["label"] = "visit";
        const auto third = texts(mask("pseudonyms", table, form, {.columns = {"id"}}), "id");
        for (std::size_t row = 0; row < first.size(); ++row) {
            if (first[row] == "NA") continue;
            EXPECT_NE(first[row], second[row]);
            EXPECT_NE(first[row], third[row]);
        }
    }
}

TEST(MaskPseudonyms, ReversibleOnesAreOpenedByTheKey) {
    const Table table = visits_of_people(50);
    const auto before = texts(table, "id");
    const auto after =
        texts(mask("pseudonyms", table, {{"label", "patient"}, {"form", "reversible"}},
                   {.columns = {"id"}}),
              "id");
    const Cipher cipher(test::example_key());
    for (std::size_t row = 0; row < before.size(); ++row) {
        if (before[row] == "NA") continue;
        const auto opened = cipher.open(from_base64url(after[row]).value());
        ASSERT_TRUE(opened);
        EXPECT_EQ(*opened, mask::keyed_message("reversible/v1", "patient", before[row]) + '\1');
    }
}

TEST(MaskPseudonyms, SerialNumbersAreInASealedTable) {
    const Table table = visits_of_people(80);
    const MaskOutput output = run_mask(
        "pseudonyms", table, {{"label", "patient"}, {"form", "serial"}}, {.columns = {"id"}});
    const auto sealed = output.private_facts["vault"]["id"].get<std::string>();
    const auto opened = Cipher(test::example_key()).open(from_base64url(sealed).value());
    ASSERT_TRUE(opened);
    std::map<std::string, std::string> pairs;
    for (const Json& pair : Json::parse(*opened)) {
        pairs.emplace(pair[0].get<std::string>(), pair[1].get<std::string>());
    }
    const auto before = texts(table, "id"), after = texts(test::result(table, output), "id");
    for (std::size_t row = 0; row < before.size(); ++row) {
        if (before[row] != "NA") {
            EXPECT_EQ(pairs.at(before[row]), after[row]);
        }
    }
}

TEST(MaskPseudonyms, WithoutAKeyNothingIsMade) {
    const Table table = visits_of_people(20);
    const Context context = test::threads(1);
    const Secret shorter("0123456789abcdef");
    const Method& method = find_method("pseudonyms", Family::mask);
    for (const Json& form : all_forms()) {
        for (const Secret* key : {static_cast<const Secret*>(nullptr), &shorter}) {
            const MaskInput input{table, {"id"}, Random(7), context, key};
            EXPECT_THROW(method.mask(input, form), Error);
        }
    }
}

// Neither key nor pairs nor values are in anything that is published or logged in plain text.
TEST(MaskPseudonyms, NothingTellsThePairs) {
    const Table table = visits_of_people(60);
    for (const Json& form : all_forms()) {
        release::Policy policy;
        policy.steps.push_back({"pseudonyms", {"id"}, form, {}, {}});
        const release::Plan plan = release::make_plan(table, policy);
        EXPECT_EQ(plan.roles.of("id"), Role::other);
        const release::Execution made =
            release::execute(plan, 3, test::threads(2), &test::example_key());
        ASSERT_NE(made.release.find("id"), nullptr);
        std::string told = release::release_record(plan, made, "release.csv", "0").dump();
        EXPECT_THAT(told, Not(HasSubstr("d5d3c3f0")));
        told += made.private_steps.dump();
        for (const std::string& warning : made.warnings) told += warning;
        for (const std::string& id : texts(table, "id")) {
            if (id != "NA") {
                EXPECT_THAT(told, Not(HasSubstr(id)));
            }
        }
        for (const std::string& one : texts(made.release, "id")) {
            if (one.size() > 5) {
                EXPECT_THAT(told, Not(HasSubstr(one)));
            }
        }
        EXPECT_THAT(told, Not(HasSubstr(std::string(test::example_key().bytes()))));
        EXPECT_THAT(told, HasSubstr("d5d3c3f0"));  // HMAC-SHA-256(key, "lethe/key-id")
    }
}

// Who names an identifier in a step for pseudonyms keeps its column; other steps still may not.
TEST(MaskPseudonyms, IdentifiersStayOnlyWithPseudonyms) {
    const Table table = visits_of_people(60);
    release::Policy policy;
    release::ColumnPolicy id;
    id.name = "id";
    id.role = Role::identifier;
    policy.columns.push_back(id);
    policy.steps.push_back({"noise", {"weight"}, Json::object(), {}, {}});
    EXPECT_EQ(
        release::execute(release::make_plan(table, policy), 1, test::threads(1)).release.find("id"),
        nullptr);
    policy.steps.push_back({"pram", {"id"}, {{"p", 0.5}}, {}, {}});
    EXPECT_THROW(release::make_plan(table, policy), Error);
    policy.steps.back() = {"pseudonyms", {"id"}, {{"label", "patient"}}, {}, {}};
    const release::Plan plan = release::make_plan(table, policy);
    const release::Execution made =
        release::execute(plan, 1, test::threads(1), &test::example_key());
    EXPECT_NE(made.release.find("id"), nullptr);
    EXPECT_THROW(release::execute(plan, 1, test::threads(1)), Error);
    policy.identifiers = {"id"};  // dropped after all
    EXPECT_THROW(release::make_plan(table, policy), Error);
    policy.identifiers.clear();
    policy.steps.back().columns.clear();
    EXPECT_THROW(release::make_plan(table, policy), Error);
}

TEST(MaskPseudonyms, WhatIsNoNumberIsSaidAndTreatedByRule) {
    const std::vector<std::string> ids{"9434765919", "9434765918", "987 654 3210", "9434765919"};
    const Table table({Column::from_texts("id", Kind::nominal, ids)});
    Json form{{"label", "patient"}, {"form", "number"}, {"number", "uk-nhs"}};
    Problems problems;
    const Method& method = find_method("pseudonyms", Family::mask);
    method.check(table, std::vector<std::string>{"id"}, form, {}, problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(problems[0].message, HasSubstr("1 different values (of 3)"));
    for (const char* rule : {"missing", "hash"}) {
        form["invalid"] = rule;
        const MaskOutput output = run_mask("pseudonyms", table, form);
        const auto after = texts(test::result(table, output), "id");
        EXPECT_EQ(after[0], "3377163042");
        EXPECT_EQ(after[2], "198 946 1697");
        EXPECT_EQ(after[3], after[0]);
        EXPECT_TRUE(std::string(rule) == "missing" ? after[1] == "NA" : after[1][0] == 'x');
        EXPECT_THAT(output.warnings.front(), HasSubstr("1 of 3 different values"));
    }
    form["keep"] = 3;  // a million numbers are left
    EXPECT_EQ(texts(mask("pseudonyms", table, form), "id")[0].substr(0, 3), "943");
    form["keep"] = 5;  // and now fewer
    const MaskOutput few = run_mask("pseudonyms", table, form);
    EXPECT_THAT(few.warnings[1], HasSubstr("fewer than a million"));
}

TEST(MaskPseudonyms, TwoValuesWithOnePseudonymAreRefused) {
    const std::vector<std::string> ids{"1234560", "1234561"};  // but for the check digit the same
    const Table table({Column::from_texts("id", Kind::nominal, ids)});
    try {
        mask("pseudonyms", table,
             {{"label", "patient"}, {"form", "digits"}, {"check_digit", "luhn"}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_THAT(error.what(), Not(HasSubstr("123456")));
    }
}

}  // namespace
}  // namespace lethe
