// Evidence for roles: names of columns, forms of values, check digits, missing codes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/content.h"
#include "lethe/data/recognise/name_meaning.h"
#include "lethe/data/recognise/value_form.h"

namespace lethe::recognise {
namespace {

TEST(NameMeaning, WordsAreCutWhereAReaderWould) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(name_words("PatientID"), (Words{"patient", "id"}));
    EXPECT_EQ(name_words(" date_of_birth "), (Words{"date", "of", "birth"}));
    EXPECT_EQ(name_words("dx01"), (Words{"dx", "01"}));
    EXPECT_EQ(name_words("IDNumber"), (Words{"id", "number"}));
    EXPECT_EQ(name_words("SSN"), (Words{"ssn"}));
    EXPECT_EQ(name_words("Straße"), (Words{"straße"}));
    EXPECT_TRUE(name_words("--").empty());
    EXPECT_TRUE(name_words("").empty());
}

TEST(NameMeaning, NamesSayWhatTheyHold) {
    const auto says = [](const char* name, Says what) { return NameMeaning(name).says(what); };
    for (const char* name : {"given_name", "GivenName", "givenname", "Vorname", "SURNAME",
                             "last-name", "fname_c1", "apellidos", "MothersMaiden"}) {
        EXPECT_TRUE(says(name, Says::person_name)) << name;
    }
    for (const char* name : {"patient_nbr", "custno", "PATIENTID", "KundenNr"}) {
        EXPECT_TRUE(says(name, Says::person)) << name;
        EXPECT_TRUE(says(name, Says::number) || says(name, Says::key)) << name;
    }
    for (const char* name : {"num_dependents", "number_diagnoses", "n_beds", "NUMYOUNG"}) {
        EXPECT_TRUE(says(name, Says::count)) << name;
        EXPECT_FALSE(says(name, Says::number)) << name;
    }
    for (const char* name : {"fnlwgt", "AFNLWGT", "sampling_weight", "household_weights",
                             "weighting", "PWGTP", "finalWt"}) {
        EXPECT_TRUE(says(name, Says::sure_weight)) << name;
    }
    EXPECT_FALSE(says("weight", Says::sure_weight));
    for (const char* name : {"dx01", "dx_adm", "pc08", "DRG", "metformin", "glyburide-metformin",
                             "pioglitazone", "Diagnose", "ICD10"}) {
        EXPECT_TRUE(says(name, Says::health)) << name;
    }
    for (const char* name : {"paid", "pc", "plan", "nominal", "country"}) {
        EXPECT_FALSE(says(name, Says::health)) << name;
        EXPECT_FALSE(says(name, Says::key)) << name;
    }
    EXPECT_TRUE(NameMeaning("FIRST").says(Says::name));
    EXPECT_FALSE(NameMeaning("first_visit").says(Says::name));
    EXPECT_TRUE(NameMeaning("class").is(Says::outcome));
    EXPECT_FALSE(NameMeaning("class_size").is(Says::outcome));
}

TEST(CheckDigits, KnownNumbersPass) {
    EXPECT_TRUE(passes_luhn("79927398713"));
    EXPECT_TRUE(passes_luhn("4111111111111111"));
    EXPECT_TRUE(passes_verhoeff("2363"));
    EXPECT_TRUE(passes_verhoeff("160903007"));  // a concept of SNOMED CT
    EXPECT_TRUE(passes_mod11("9434765919"));    // an example of an NHS number
    EXPECT_TRUE(passes_mod11("080442957X"));    // a book
    EXPECT_TRUE(passes_mod11_10("86095742719"));
    EXPECT_TRUE(passes_ean("4006381333931"));
    EXPECT_TRUE(passes_mod97("GB82WEST12345698765432"));
    EXPECT_TRUE(passes_mod97("DE89370400440532013000"));
    EXPECT_TRUE(passes_mod23("12345678Z"));
}

TEST(CheckDigits, AnyOtherLastDigitFails) {
    const auto passing = [](bool (*check)(std::string_view), std::string code) {
        int count = 0;
        for (char last = '0'; last <= '9'; ++last) {
            code.back() = last;
            count += check(code) ? 1 : 0;
        }
        return count;
    };
    for (std::int64_t i = 0; i < 500; ++i) {
        std::string code;
        Draws draws = Random(7).stream("code").at(i);
        for (int place = 0; place < 9; ++place) code += static_cast<char>('0' + draws.below(10));
        EXPECT_EQ(passing(passes_luhn, code), 1) << code;
        EXPECT_EQ(passing(passes_verhoeff, code), 1) << code;
        EXPECT_EQ(passing(passes_ean, code), 1) << code;
        EXPECT_EQ(passing(passes_mod11_10, code), 1) << code;
        EXPECT_LE(passing(passes_mod11, code), 1) << code;  // none where the last would be X
    }
    for (const char* wrong : {"", "1", "x", "12a4", "GB82", "12345678", "123456789"}) {
        EXPECT_FALSE(passes_mod97(wrong)) << wrong;
        EXPECT_FALSE(passes_mod23(wrong)) << wrong;
    }
}

TEST(ValueForm, Forms) {
    struct Case {
        const char* text;
        Form form;
        bool is;
    };
    const std::vector<Case> cases{{"a.b@example.org", Form::email, true},
                                  {"@home", Form::email, false},
                                  {"two words@x.org", Form::email, false},
                                  {"https://example.org/x", Form::url, true},
                                  {"192.168.0.1", Form::network, true},
                                  {"300.1.1.1", Form::network, false},
                                  {"2001:db8::1", Form::network, true},
                                  {"12:30:45", Form::network, false},
                                  {"00:1A:2b:3c:4d:5e", Form::network, true},
                                  {"7c1df48e-f12f-13f2-920d-40f47ea824c6", Form::uuid, true},
                                  {"DE89 3704 0044 0532 0130 00", Form::iban, true},
                                  {"DE88 3704 0044 0532 0130 00", Form::iban, false},
                                  {"999-52-7304", Form::social, true},
                                  {"+49 221 123456", Form::phone, true},
                                  {"(555) 123-4567", Form::phone, true},
                                  {"1985-12-24", Form::phone, false},
                                  {"1234567", Form::phone, false},
                                  {"54.1041,-2.8971", Form::coordinates, true},
                                  {"1985-12-24", Form::sorted_date, true},
                                  {"19851224", Form::sorted_date, true},
                                  {"19851324", Form::date, false},
                                  {"24.12.1985", Form::date, true},
                                  {"24.12.1985", Form::sorted_date, false},
                                  {"12/24/85", Form::date, true},
                                  {"1985-12-24T10:00:00", Form::date, true},
                                  {"1985-12-24abc", Form::date, false},
                                  {"12 March 1980", Form::date, true},
                                  {"Mar-20", Form::date, true},
                                  {"Mark 20", Form::date, false},
                                  {"10:45", Form::sorted_date, true},
                                  {"9:45:10", Form::date, true},
                                  {"99:45", Form::date, false},
                                  {"d41d8cd98f00b204e9800998ecf8427e", Form::uuid, true},
                                  {"AB12345", Form::code, true},
                                  {"LA4", Form::code, false},
                                  {"1.2.3", Form::date, false},
                                  {"250.83", Form::icd9, true},
                                  {"V5862", Form::icd9_letter, true},
                                  {"E11.9", Form::icd10, true},
                                  {"A11", Form::icd10, true},
                                  {"hello", Form::icd10, false},
                                  {"8917,97", Form::amount, true},
                                  {"7.907,26 EUR", Form::amount, true},
                                  {"$20,123.00", Form::amount, true},
                                  {"20123", Form::amount, false},
                                  {"7.907,26 EUR", Form::address, false},
                                  {"315 Heathcote Well Unit 65", Form::address, true},
                                  {"tullaroop street", Form::address, true},
                                  {"Hauptstraße 7", Form::address, true},
                                  {"Adm-clerical", Form::address, false},
                                  {"Anna Smith", Form::full_name, true},
                                  {"Legal secretary", Form::full_name, false},
                                  {"anna", Form::common_name, true},
                                  {"Stress (finding)", Form::snomed_tag, true}};
    for (const Case& c : cases) EXPECT_EQ(form_of(c.text).is(c.form), c.is) << c.text;
    EXPECT_EQ(form_of("  ").forms.count(), 0U);
}

TEST(MissingCodes, OnlyThoseOfTheList) {
    for (const char* text : {"?", " ? ", "N/A", "null", "-", "  "}) {
        EXPECT_EQ(missing_text(text), MissingText::certain) << text;
    }
    for (const char* text : {"unknown", "Not Stated", "not_stated", "keine Angabe", "-9"}) {
        EXPECT_EQ(missing_text(text), MissingText::answer) << text;
    }
    for (const char* text : {"Private", "0", "no", "none of these", "Unknown soldier street"}) {
        EXPECT_EQ(missing_text(text), MissingText::none) << text;
    }
}

TEST(MissingCodes, NumbersFarFromAllOthers) {
    const auto codes = [](std::vector<double> values) {
        std::vector<std::string> found;
        for (const MissingCode& code :
             missing_numbers(values, std::vector<std::int64_t>(values.size(), 2))) {
            found.push_back(code.code);
            EXPECT_FALSE(code.certain);
        }
        return found;
    };
    using Found = std::vector<std::string>;
    EXPECT_EQ(codes({-9, 0, 1, 2, 3}), Found{"-9"});
    EXPECT_EQ(codes({-99, -9, 20, 30, 40}), (Found{"-99", "-9"}));
    EXPECT_EQ(codes({20, 30, 40, 999}), Found{"999"});
    EXPECT_EQ(codes({96, 97, 98, 99}), Found{});
    EXPECT_EQ(codes({-9, -5, 0, 3, 4}), Found{});
    EXPECT_EQ(codes({-1, 0, 1}), Found{});
    EXPECT_EQ(codes({}), Found{});
}

TEST(Content, CountsWithoutMissingCodes) {
    const std::vector<std::string> texts{"a", "?", "b", "a", "unknown", "?"};
    const Content content = content_of(*Column::from_texts("x", Kind::nominal, texts));
    EXPECT_EQ(content.valid, 3);
    EXPECT_EQ(content.distinct, 2);
    EXPECT_EQ(content.alone, 1);
    EXPECT_EQ(content.most, 2);
    ASSERT_EQ(content.missing_codes.size(), 2U);
    EXPECT_EQ(content.missing_codes[0].code, "?");
    EXPECT_EQ(content.missing_codes[0].rows, 2);
    EXPECT_FALSE(content.missing_is_certain);
    EXPECT_FALSE(content.numeric);
}

TEST(Content, TextsThatAreNumbersButForMissingCodes) {
    const std::vector<std::string> texts{"1", "?", "2.5", "-3"};
    const Content content = content_of(*Column::from_texts("x", Kind::nominal, texts));
    EXPECT_TRUE(content.numeric);
    EXPECT_FALSE(content.whole);
    EXPECT_EQ(content.smallest, -3.0);
    EXPECT_TRUE(content.missing_is_certain);
}

}  // namespace
}  // namespace lethe::recognise
