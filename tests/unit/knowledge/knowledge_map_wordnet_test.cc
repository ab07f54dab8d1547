// Values of real data in WordNet 3.0: occupations and countries of the Adult census by the
// published table, answers of a survey of visitors, treatments.
#include <gtest/gtest.h>

#include <filesystem>

#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "support.h"

namespace lethe {
namespace {

class InWordNet : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (std::filesystem::exists("/usr/share/wordnet/data.noun")) {
            wordnet_ = new TaxonomyPtr(read_knowledge(test::threads(2), "wordnet").taxonomy);
        }
    }
    static void TearDownTestSuite() {
        delete wordnet_;
        wordnet_ = nullptr;
    }
    void SetUp() override {
        if (wordnet_ == nullptr) GTEST_SKIP() << "WordNet is not installed";
        options_.overrides = {
            {"Tech-support", "Technician"},        {"Craft-repair", "Craftsman"},
            {"Other-service", "Worker"},           {"Exec-managerial", "Executive"},
            {"Prof-specialty", "Specialist"},      {"Handlers-cleaners", "Cleaner"},
            {"Machine-op-inspct", "Operator"},     {"Adm-clerical", "Clerk"},
            {"Farming-fishing", "Skilled worker"}, {"Transport-moving", "Carrier"},
            {"Priv-house-serv", "Housekeeper"},    {"Protective-serv", "Guard"},
            {"Armed-Forces", "Soldier"},           {"Outlying-US(Guam-USVI-etc)", "American State"},
            {"Holand-Netherlands", "Netherlands"}, {"Hong", "Hong-Kong"}};
    }

    std::vector<MappedValue> mapped(const std::vector<std::string>& values) const {
        return map_values(test::threads(2), *wordnet_, values, options_);
    }
    bool is_a(const MappedValue& entry, const char* above) const {
        return entry.meaning != kNoConcept &&
               (*wordnet_)->subsumes((*wordnet_)->find(above).front(), entry.meaning);
    }

    MapOptions options_;
    static TaxonomyPtr* wordnet_;
};

TaxonomyPtr* InWordNet::wordnet_ = nullptr;

TEST_F(InWordNet, OccupationsArePeopleExceptSales) {
    const auto found =
        mapped({"Tech-support", "Craft-repair", "Other-service", "Sales", "Exec-managerial",
                "Prof-specialty", "Handlers-cleaners", "Machine-op-inspct", "Adm-clerical",
                "Farming-fishing", "Transport-moving", "Priv-house-serv", "Protective-serv",
                "Armed-Forces"});
    for (const MappedValue& entry : found) {
        EXPECT_EQ(is_a(entry, "person"), entry.value != "Sales") << entry.value;
    }
    EXPECT_EQ((*wordnet_)->label(found[3].meaning), "gross sales");
    // The most usual sense of cleaner is a preparation; the next two are people, and as near.
    EXPECT_EQ((*wordnet_)->label(found[6].meaning), "dry cleaner");
}

TEST_F(InWordNet, CountriesAreRegions) {
    const auto found =
        mapped({"United-States", "Puerto-Rico", "Outlying-US(Guam-USVI-etc)", "Japan", "Columbia",
                "Hong", "Holand-Netherlands", "Trinadad&Tobago", "South", "El-Salvador"});
    for (const MappedValue& entry : found) {
        const bool place = is_a(entry, "location");
        EXPECT_EQ(place, entry.value != "Trinadad&Tobago") << entry.value;
    }
    EXPECT_EQ((*wordnet_)->label(found[5].meaning), "Hong Kong");
    EXPECT_EQ(found[7].found, MappedValue::How::none);
    // Japan is its islands first, and only then a country; no Columbia is one.
    EXPECT_TRUE(is_a(found[3], "Asian country"));
    EXPECT_FALSE(is_a(found[4], "country#2"));
}

// Of rehabilitation only the fourth sense is a therapy.
TEST_F(InWordNet, TreatmentsInContext) {
    const std::vector<std::string> treatments{"antibiotic", "rehabilitation", "aspirin",
                                              "hospitalisation", "codeine"};
    const auto found = mapped(treatments);
    EXPECT_EQ(found[1].senses, 4);
    EXPECT_EQ(found[1].meaning, (*wordnet_)->find("rehabilitation#4").front());
    EXPECT_TRUE(is_a(found[1], "therapy"));
    EXPECT_TRUE(is_a(found[3], "medical care"));
    options_.senses = SensePolicy::first;
    EXPECT_FALSE(is_a(mapped(treatments)[1], "therapy"));
}

TEST_F(InWordNet, AnswersByStem) {
    const auto found = mapped({"sports", "relaxation", "relax", "bicycling", "fishing"});
    EXPECT_EQ(found[0].found, MappedValue::How::stem);
    EXPECT_EQ((*wordnet_)->label(found[0].meaning), "sport");
    EXPECT_EQ(found[2].found, MappedValue::How::stem);
    EXPECT_EQ(found[1].meaning, found[2].meaning);
}

}  // namespace
}  // namespace lethe
