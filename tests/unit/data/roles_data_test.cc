// Guessed roles of real tables.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/roles.h"
#include "lethe/data/samples/census.h"
#include "support.h"

namespace lethe {
namespace {

class RolesOfData : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::data_folder().empty()) GTEST_SKIP() << "the folder of real data is not there";
    }

    void read(const std::string& file) {
        const Table table = read_table(test::threads(2), test::data_folder() + "/" + file);
        const auto guesses = guess_roles(test::threads(2), table);
        for (std::size_t i = 0; i < guesses.size(); ++i) {
            guesses_[table.columns()[i]->name()] = guesses[i];
        }
    }
    std::set<std::string> with(Role role) const {
        std::set<std::string> names;
        for (const auto& [name, guess] : guesses_) {
            if (guess.role == role) names.insert(name);
        }
        return names;
    }
    const RoleGuess& of(const std::string& name) const { return guesses_.at(name); }

    std::map<std::string, RoleGuess> guesses_;
};

using RolesDataNames = std::set<std::string>;

TEST_F(RolesOfData, Febrl) {
    for (const char* file : {"febrl_dataset1", "febrl_dataset2", "febrl_dataset3"}) {
        read(std::string("record_linkage/") + file + ".csv");
        EXPECT_EQ(with(Role::identifier),
                  (RolesDataNames{"rec_id", "given_name", "surname", "street_number", "address_1",
                                  "address_2", "soc_sec_id"}));
        EXPECT_EQ(with(Role::quasi),
                  (RolesDataNames{"suburb", "postcode", "state", "date_of_birth"}));
        EXPECT_EQ(of("date_of_birth").kind, Kind::ordinal);
        EXPECT_EQ(of("postcode").kind, Kind::nominal);
    }
}

TEST_F(RolesOfData, OtherFilesToLink) {
    read("record_linkage/RLdata500.csv");
    EXPECT_EQ(with(Role::identifier),
              (RolesDataNames{"fname_c1", "fname_c2", "lname_c1", "lname_c2", "entity_id"}));
    EXPECT_EQ(with(Role::quasi), (RolesDataNames{"by", "bm", "bd"}));
    guesses_.clear();
    read("record_linkage/splink_fake_1000.csv");
    EXPECT_EQ(with(Role::identifier),
              (RolesDataNames{"unique_id", "first_name", "surname", "email", "cluster"}));
    EXPECT_EQ(with(Role::quasi), (RolesDataNames{"dob", "city"}));
}

TEST_F(RolesOfData, Synthea) {
    read("health_synthea/patients.csv");
    EXPECT_EQ(with(Role::identifier), (RolesDataNames{"Id", "SSN", "DRIVERS", "PASSPORT", "FIRST",
                                                      "LAST", "MAIDEN", "ADDRESS", "LAT", "LON"}));
    for (const char* name : {"BIRTHDATE", "DEATHDATE", "GENDER", "BIRTHPLACE", "CITY", "ZIP"}) {
        EXPECT_EQ(of(name).role, Role::quasi) << name;
    }
    EXPECT_EQ(of("BIRTHDATE").kind, Kind::numeric);  // dates are numbers of days
    guesses_.clear();
    read("health_synthea/conditions.csv");
    EXPECT_EQ(with(Role::identifier), (RolesDataNames{"PATIENT", "ENCOUNTER"}));
    EXPECT_EQ(with(Role::confidential), (RolesDataNames{"CODE", "DESCRIPTION"}));
}

TEST_F(RolesOfData, Discharges) {
    read("health_nhds2010/nhds2010.csv.gz");
    EXPECT_EQ(with(Role::identifier), (RolesDataNames{"id"}));
    EXPECT_EQ(with(Role::other), (RolesDataNames{"weighting"}));
    RolesDataNames health{"DRG", "dx_adm"};
    for (int i = 1; i <= 15; ++i) health.insert((i < 10 ? "dx0" : "dx") + std::to_string(i));
    for (int i = 1; i <= 8; ++i) health.insert("pc0" + std::to_string(i));
    EXPECT_EQ(with(Role::confidential), health);
    EXPECT_EQ(with(Role::quasi).size(), 44U - 2U - health.size());
    EXPECT_EQ(of("dc_month").kind, Kind::ordinal);
    EXPECT_EQ(of("race").missing_codes.at(0).code, "not_stated");
}

TEST_F(RolesOfData, Adult) {
    read("uci_adult/adult_train.csv");
    EXPECT_EQ(with(Role::other), (RolesDataNames{"fnlwgt"}));
    EXPECT_EQ(with(Role::confidential), (RolesDataNames{"income"}));
    EXPECT_EQ(with(Role::quasi).size(), 13U);
    for (const char* name : {"workclass", "occupation", "native-country"}) {
        ASSERT_EQ(of(name).missing_codes.size(), 1U) << name;
        EXPECT_EQ(of(name).missing_codes[0].code, "?");
        EXPECT_TRUE(of(name).missing_codes[0].certain);
    }
    EXPECT_EQ(of("workclass").missing_codes[0].rows, 1836);
}

TEST_F(RolesOfData, HouseholdSurvey) {
    read("sdcmicro_demo/testdata.csv");
    EXPECT_EQ(with(Role::identifier), (RolesDataNames{"ori_hid"}));
    EXPECT_EQ(with(Role::other), (RolesDataNames{"sampling_weight", "household_weights"}));
    for (const char* name : {"urbrur", "roof", "walls", "water", "electcon", "relat", "sex"}) {
        EXPECT_EQ(of(name).kind, Kind::nominal) << name;
        EXPECT_EQ(of(name).role, Role::quasi) << name;
    }
    for (const char* name : {"age", "expend", "income", "savings"}) {
        EXPECT_EQ(of(name).kind, Kind::numeric) << name;
        EXPECT_EQ(of(name).role, Role::quasi) << name;
    }
    guesses_.clear();
    read("sdcmicro_demo/free1.csv");
    EXPECT_EQ(of("WEIGHT").role, Role::other);
    EXPECT_EQ(of("REGION").kind, Kind::nominal);
    EXPECT_EQ(of("NUMYOUNG").kind, Kind::numeric);
    EXPECT_TRUE(with(Role::identifier).empty());
}

TEST_F(RolesOfData, GermanCredit) {
    read("uci_german_credit/german.csv");
    EXPECT_TRUE(with(Role::identifier).empty());
    EXPECT_EQ(with(Role::confidential),
              (RolesDataNames{"checking_status", "credit_history", "savings", "other_debtors",
                              "existing_credits", "class"}));
    EXPECT_EQ(of("installment_rate").kind, Kind::ordinal);
    EXPECT_EQ(of("num_dependents").kind, Kind::numeric);
}

TEST_F(RolesOfData, FakePeople) {
    read("pii_presidio_synthetic/FakeNameGenerator.com_3000.csv");
    EXPECT_EQ(with(Role::identifier),
              (RolesDataNames{"Number", "GivenName", "MiddleInitial", "Surname", "StreetAddress",
                              "EmailAddress", "Username", "Password", "TelephoneNumber",
                              "MothersMaiden", "CCNumber", "CVV2", "NationalID", "Domain"}));
}

TEST(RolesOfSamples, Census) {
    const Table table = sample_census(test::threads(1), Random(1), 1000);
    const auto guesses = guess_roles(test::threads(1), table);
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        const std::string& name = table.columns()[i]->name();
        const Role expected = name == "person_id"   ? Role::identifier
                              : name == "diagnosis" ? Role::confidential
                              : name == "AFNLWGT"   ? Role::other
                                                    : Role::quasi;
        EXPECT_EQ(guesses[i].role, expected) << name;
    }
}

}  // namespace
}  // namespace lethe
