// Which concept each value means: the override table, names, stems, senses and the file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/taxonomy_builder.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using How = MappedValue::How;

// Places, activities and jobs, some of whose words mean several of them.
TaxonomyPtr map_words() {
    TaxonomyBuilder builder("words", "");
    const auto add = [&](const char* id, std::vector<std::pair<const char*, int>> names,
                         const char* parent) {
        const auto c = builder.add_concept(id);
        for (const auto& [name, sense] : names) builder.add_name(c, name, sense);
        if (parent != nullptr) builder.add_is_a(c, builder.find_concept(parent));
    };
    add("1n", {{"entity", 1}}, nullptr);
    add("2n", {{"place", 1}}, "1n");
    add("3n", {{"activity", 1}}, "1n");
    add("4n", {{"job", 1}}, "1n");
    add("10n", {{"Hong Kong", 1}}, "2n");
    add("11n", {{"Georgia", 1}}, "4n");  // the more usual sense, far from the others
    add("12n", {{"Georgia", 2}}, "2n");
    add("13n", {{"Jersey", 2}}, "2n");
    add("14n", {{"Jersey", 1}}, "3n");
    add("20n", {{"sport", 1}}, "3n");
    add("21n", {{"relaxation", 1}, {"easing", 1}}, "3n");
    add("30n", {{"technician", 1}}, "4n");
    add("31n", {{"skilled worker", 1}}, "4n");
    return std::make_shared<const Taxonomy>(std::move(builder).build("words"));
}

std::vector<MappedValue> map_mapped(const std::vector<std::string>& values,
                                    MapOptions options = {}) {
    return map_values(test::threads(2), map_words(), values, options);
}

std::vector<std::string> ids(const std::vector<MappedValue>& entries) {
    const TaxonomyPtr taxonomy = map_words();
    std::vector<std::string> found;
    for (const MappedValue& entry : entries) {
        found.emplace_back(entry.meaning == kNoConcept ? "-" : taxonomy->id(entry.meaning));
    }
    return found;
}

TEST(ConceptMap, FindsByOverrideNameAndStem) {
    MapOptions options;
    options.overrides = {{"Tech-support", "Technician"},
                         {"Farming-fishing", "Skilled worker"},
                         {"Hong", "Hong-Kong"},
                         {"nothing", ""}};
    const auto found =
        map_mapped({"Tech-support", " tech support", "Farming-fishing", "Hong", "HONG_KONG",
                    "sports", "relax", "Relaxation", "unicorn", "nothing"},
                   options);
    EXPECT_THAT(ids(found),
                ElementsAre("30n", "30n", "31n", "10n", "10n", "20n", "21n", "21n", "-", "-"));
    EXPECT_EQ(found[0].found, How::override_table);
    EXPECT_EQ(found[1].found, How::override_table);
    EXPECT_EQ(found[4].found, How::name);
    EXPECT_EQ(found[5].found, How::stem);
    EXPECT_EQ(found[7].found, How::name);
    EXPECT_EQ(found[8].found, How::none);
    EXPECT_EQ(found[8].senses, 0);
    EXPECT_EQ(found[1].value, " tech support");
    options.stemming = false;
    EXPECT_THAT(ids(map_mapped({"sports", "sport"}, options)), ElementsAre("-", "20n"));
}

TEST(ConceptMap, ChoosesSensesByThePolicy) {
    const std::vector<std::string> places{"Georgia", "Hong Kong", "Jersey"};
    MapOptions options;
    EXPECT_THAT(ids(map_mapped(places)), ElementsAre("12n", "10n", "13n"));
    EXPECT_EQ(map_mapped(places)[0].senses, 2);
    options.senses = SensePolicy::first;
    EXPECT_THAT(ids(map_mapped(places, options)), ElementsAre("11n", "10n", "14n"));
    // Alone, nothing speaks for another sense than the most usual one.
    EXPECT_THAT(ids(map_mapped({"Georgia"})), ElementsAre("11n"));
    EXPECT_THAT(ids(map_mapped({"Georgia", "unicorn"})), ElementsAre("11n", "-"));
}

TEST(ConceptMap, FixedSensesAreDecidedByTheOverrideTable) {
    MapOptions options;
    options.senses = SensePolicy::fixed;
    try {
        map_mapped({"Georgia", "Hong Kong", "Jersey"}, options);
        FAIL() << "an error was expected";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_EQ(error.problems().size(), 2u);
        EXPECT_THAT(error.what(), HasSubstr("can mean 2 concepts of words"));
    }
    options.overrides = {{"Georgia", "Georgia#2"}, {"Jersey", "13n"}};
    EXPECT_THAT(ids(map_mapped({"Georgia", "Hong Kong", "Jersey"}, options)),
                ElementsAre("12n", "10n", "13n"));
    options.overrides = {{"x", "Jersey"}};
    EXPECT_THROW(map_mapped({"x"}, options), Error);
}

TEST(ConceptMap, NamesAllOverridesThatAreUnknown) {
    MapOptions options;
    options.overrides = {{"a", "unicorn"}, {"b", "sport"}, {"c", "99n"}, {"unused", "dragon"}};
    try {
        map_mapped({"a", "b", "c"}, options);
        FAIL() << "an error was expected";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_EQ(error.problems().size(), 2u);
        EXPECT_THAT(error.what(), HasSubstr("\"unicorn\", which words does not know"));
    }
}

TEST(ConceptMap, IsWrittenCorrectedAndUsedAgain) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("map.csv");
    const std::vector<std::string> values{"Georgia", "NA", "a, \"b\"", "sports"};
    MapOptions options;
    options.overrides = {{"NA", "sport"}};
    const auto before = map_mapped(values, options);
    write_map(path, *map_words(), before);
    EXPECT_EQ(read_file(path),
              "value,concept,label,found,confidence,senses,meaning\n"
              "Georgia,11n,Georgia,name,0.9,2,Georgia\n"
              "NA,20n,sport,override,1,1,sport\n"
              "\"a, \"\"b\"\"\",,,none,0,0,\n"
              "sports,20n,sport,stem,0.7,1,sport\n");
    options.overrides = read_map(path);
    EXPECT_EQ(options.overrides.at("a, \"b\""), "");
    EXPECT_EQ(ids(map_mapped(values, options)), ids(before));
    // Whatever the policy: ids have one sense.
    options.senses = SensePolicy::fixed;
    EXPECT_EQ(ids(map_mapped(values, options)), ids(before));

    write_file(path, "concept,value\nGeorgia#2,Georgia\n\"\",sports\n");
    options.overrides = read_map(path);
    EXPECT_THAT(ids(map_mapped({"Georgia", "sports"}, options)), ElementsAre("12n", "-"));

    // Codes are texts, whatever they look like.
    write_file(path, "value,concept\n007,1.50\n1e3,\n");
    EXPECT_THAT(read_map(path), ElementsAre(std::pair("007", "1.50"), std::pair("1e3", "")));
}

TEST(ConceptMap, RefusesFilesThatAreNoMap) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("map.csv");
    const auto wrong = [&](std::string_view text) -> std::string {
        write_file(path, text);
        try {
            read_map(path);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            return error.what();
        }
        return {};
    };
    EXPECT_THAT(wrong("value,label\na,b\n"), HasSubstr("there is no \"concept\""));
    EXPECT_THAT(wrong("value,concept\na,b\nc,d\na,e\n"), HasSubstr("row 3"));
    EXPECT_EQ(wrong("value,concept\na,b\na,b\n"), "");
}

// By the definition: each value's sense with the smallest sum, over the other values, of the
// smallest distance to one of their senses.
TEST(ConceptMap, SensesInContextAgreeWithTheDefinition) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE(seed);
        const TaxonomyPtr taxonomy = test::random_taxonomy(Random(seed), 40);
        std::vector<std::string> values;
        Draws draws = Random(seed).stream("values").at(0);
        for (std::uint64_t i = 0; i < 22; ++i) {
            if (draws.below(2) == 0) values.push_back("shared" + std::to_string(i));
            if (draws.below(4) == 0) values.push_back("name" + std::to_string(i));
        }
        MapOptions options;
        options.margin = seed % 2 == 0 ? 0 : 0.1;
        const auto found = map_values(test::threads(2), taxonomy, values, options);
        const auto measure = make_measure(taxonomy, {});
        for (std::size_t i = 0; i < values.size(); ++i) {
            ConceptId best = kNoConcept;
            double least = std::numeric_limits<double>::infinity();
            for (const ConceptId sense : taxonomy->find(values[i])) {
                double sum = 0;
                for (std::size_t j = 0; j < values.size(); ++j) {
                    double nearest = std::numeric_limits<double>::infinity();
                    for (const ConceptId other : taxonomy->find(values[j])) {
                        nearest = std::min(nearest, measure->distance(sense, other));
                    }
                    if (j != i && nearest < 2) sum += nearest;
                }
                if (best == kNoConcept || sum < least * (1 - options.margin) - 1e-12) {
                    least = sum;
                    best = sense;
                }
            }
            ASSERT_EQ(found[i].meaning, best) << values[i];
        }
    }
}

}  // namespace
}  // namespace lethe
