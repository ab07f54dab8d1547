// Every identifier of the table: a number that its public definition allows is found, one that it
// does not is not. The numbers are those that authorities and descriptions of the formats publish
// as examples, or were computed by hand from the definition; none is known to belong to a person.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

struct IdentifiersExample {
    std::string valid;
    std::string invalid;
};

// By name of the pattern.
const std::map<std::string, IdentifiersExample>& examples() {
    static const std::map<std::string, IdentifiersExample> all{
        // generic
        {"EMAIL_ADDRESS", {"jane.doe@example.org", "jane.doe@example.zzz"}},
        {"EMAIL_HOST", {"jane.doe@localhost", "jane.doe@ host"}},
        {"URL", {"https://example.org/a", "https: //example.org"}},
        {"DOMAIN_WWW", {"www.example.org", "www example org"}},
        {"DOMAIN_NAME", {"shop.example.com", "end.Nextword"}},
        {"IP_V4", {"192.0.2.17", "192.0.2.256"}},
        {"IP_V6", {"2001:db8::7334", "2001:db8::73::34"}},
        {"MAC_ADDRESS", {"00:00:5E:00:53:AF", "00:00:5E:00:53:AG"}},
        {"CREDIT_CARD", {"4111 1111 1111 1111", "4111 1111 1111 1112"}},
        {"IBAN", {"GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 33"}},
        {"SWIFT_BIC", {"DEUTDEF5", "DEUTDE5"}},
        {"CRYPTO_BITCOIN",
         {"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"}},
        {"CRYPTO_BITCOIN_SEGWIT",
         {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
          "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"}},
        {"CRYPTO_ETHEREUM",
         {"0x52908400098527886E0F7030069857D2E4169EE7",
          "0x52908400098527886E0F7030069857D2E4169EE"}},
        {"IMEI", {"49-015420-323751-8", "49-015420-323751-9"}},
        {"VEHICLE_CHASSIS", {"1M8GDM9AXKP042788", "1M8GDM9A1KP042788"}},
        {"UUID", {"123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400"}},
        {"COORDINATES", {"48.8584° N, 2.2945° E", "48 N, 2 E"}},
        // English-speaking countries
        {"US_SSN", {"219-09-9998", "666-09-9998"}},
        {"US_SSN_PLAIN", {"219099998", "000099998"}},
        {"US_ITIN", {"912-90-3456", "912-49-3456"}},
        {"US_PASSPORT", {"A12345678", "A1234567"}},
        {"US_DRIVER_LICENSE", {"F162823540116", "F1"}},
        {"US_BANK_NUMBER", {"12345678901", "1234567"}},
        {"ABA_ROUTING_NUMBER", {"122105155", "122105154"}},
        {"MEDICAL_LICENSE", {"AB1234563", "AB1234564"}},
        {"US_NPI", {"1234567893", "1234567894"}},
        {"US_MBI", {"1EG4-TE5-MK73", "1SG4-TE5-MK73"}},
        {"US_ZIP_CODE", {"90210", "9021"}},
        {"US_ZIP_PLUS_FOUR", {"90210-1234", "90210-123"}},
        {"UK_NHS", {"943 476 5919", "943 476 5918"}},
        {"UK_NINO", {"AB 12 34 56 C", "GB 12 34 56 C"}},
        {"UK_PASSPORT", {"123456789", "12345678"}},
        {"UK_DRIVING_LICENCE", {"MORGA657054SM9IJ", "MORGA667054SM9IJ"}},
        {"UK_POSTCODE", {"SW1A 1AA", "QW1A 1AA"}},
        {"UK_VEHICLE_REGISTRATION", {"AB12 CDE", "IB12 CDE"}},
        {"CA_SIN", {"046 454 286", "046 454 287"}},
        {"CA_POSTCODE", {"K1A 0B1", "D1A 0B1"}},
        {"AU_ABN", {"51 824 753 556", "51 824 753 557"}},
        {"AU_ACN", {"004 085 616", "004 085 617"}},
        {"AU_MEDICARE", {"2123 45670 1", "2123 45671 1"}},
        {"AU_TFN", {"123 456 782", "123 456 783"}},
        {"NZ_IRD", {"49-091-850", "49-091-851"}},
        {"IE_PPS", {"6433435F", "6433435E"}},
        {"ZA_ID_NUMBER", {"8001015009087", "8001015009088"}},
        {"NG_NIN", {"12345678902", "12345678903"}},
        {"NG_VEHICLE_REGISTRATION", {"ABC-123DE", "ABC-1DE"}},
        // western and northern Europe
        {"DE_TAX_ID", {"36574261809", "36574261808"}},
        {"DE_TAX_NUMBER", {"181/815/08155", "181/81/08155"}},
        {"DE_VAT_ID", {"DE136695976", "DE136695977"}},
        {"DE_SOCIAL_SECURITY", {"15070649C103", "15070649C104"}},
        {"DE_HEALTH_INSURANCE", {"A123456780", "A123456781"}},
        {"DE_ID_CARD", {"T220001293", "T220001294"}},
        {"DE_PASSPORT", {"C01X00T478", "C01X00T479"}},
        {"DE_FUEHRERSCHEIN", {"B072RRE2I55", "B0A2RRE2I55"}},
        {"DE_HANDELSREGISTER", {"HRB 123456", "HRC 123456"}},
        {"DE_LANR", {"123456601", "123456701"}},
        {"DE_BSNR", {"021234568", "991234568"}},
        {"DE_KFZ", {"B-MW 1234", "B-MWX 1234"}},
        {"DE_PLZ", {"10117", "1011"}},
        {"DE_PLZ_D", {"D-10117", "D-1011"}},
        {"FR_NIR", {"2 55 08 14 168 025 38", "2 55 08 14 168 025 39"}},
        {"FR_SIREN", {"732 829 320", "732 829 321"}},
        {"FR_SIRET", {"732 829 320 00074", "732 829 320 00075"}},
        {"FR_PASSPORT", {"04AF80012", "04AF8001"}},
        {"NL_BSN", {"111222333", "111222334"}},
        {"NL_POSTCODE", {"1012 AB", "1012 SS"}},
        {"BE_NATIONAL_NUMBER", {"85.07.30-033.28", "85.07.30-033.29"}},
        {"LU_NATIONAL_NUMBER", {"1893120105732", "1893120105733"}},
        {"CH_AHV", {"756.9217.0769.85", "756.9217.0769.84"}},
        {"CH_UID", {"CHE-100.155.212", "CHE-100.155.213"}},
        {"AT_SVNR", {"1237 010180", "1238 010180"}},
        {"ES_NIF", {"12345678Z", "12345678A"}},
        {"ES_NIE", {"X1234567L", "X1234567M"}},
        {"ES_PASSPORT", {"AAA123456", "AAA12345"}},
        {"PT_NIF", {"123 456 789", "123 456 788"}},
        {"IT_FISCAL_CODE", {"RSSMRA85T10A562S", "RSSMRA85T10A562T"}},
        {"IT_VAT_CODE", {"00743110157", "00743110158"}},
        {"IT_IDENTITY_CARD", {"CA12345AA", "CA1234AA"}},
        {"IT_PASSPORT", {"AA1234567", "AA123456"}},
        {"IT_DRIVER_LICENSE", {"AA1234567B", "AA123456B"}},
        {"SE_PERSONNUMMER", {"811218-9876", "811218-9877"}},
        {"SE_ORGANISATIONSNUMMER", {"556036-0793", "556036-0794"}},
        {"DK_CPR", {"211062-5629", "311162-5629"}},
        {"NO_FODSELSNUMMER", {"15108695088", "15108695077"}},
        {"FI_PERSONAL_IDENTITY_CODE", {"131052-308T", "131052-308U"}},
        {"IS_KENNITALA", {"120174-3399", "120174-3389"}},
        // eastern Europe
        {"PL_PESEL", {"44051401359", "44051401358"}},
        {"PL_NIP", {"856-734-62-15", "856-734-62-16"}},
        {"PL_POSTCODE", {"53-320", "53-32"}},
        {"CZ_RODNE_CISLO", {"710319/2745", "710319/2746"}},
        {"SK_RODNE_CISLO", {"710319/2745", "710319/2746"}},
        {"CZ_POSTCODE", {"110 00", "910 00"}},
        {"HU_TAX_ID", {"8071592153", "8071592154"}},
        {"HU_TAJ", {"111 111 110", "111 111 111"}},
        {"RO_CNP", {"1630615123457", "1630615123458"}},
        {"BG_EGN", {"7523169263", "7523169264"}},
        {"HR_OIB", {"33392005961", "33392005962"}},
        {"SI_EMSO", {"0101006500006", "0101006500007"}},
        {"RS_JMBG", {"0101006500006", "0101006500007"}},
        {"EE_ISIKUKOOD", {"36805280109", "36805280108"}},
        {"LT_ASMENS_KODAS", {"33309240064", "33309240065"}},
        {"LV_PERSONAS_KODS", {"161175-19997", "161175-19998"}},
        {"GR_AMKA", {"01013099997", "01013099998"}},
        {"GR_AFM", {"094259216", "094259217"}},
        {"RU_INN", {"7707083893", "7707083894"}},
        {"RU_SNILS", {"112-233-445 95", "112-233-445 96"}},
        {"RU_PASSPORT", {"45 04 123456", "45 04 12345"}},
        {"UA_RNTRC", {"1759013776", "1759013777"}},
        {"TR_NATIONAL_ID", {"10000000146", "10000000147"}},
        {"TR_LICENSE_PLATE", {"34 AB 1234", "82 AB 1234"}},
        // Asia and Latin America
        {"IN_AADHAAR", {"2341 2341 2346", "2341 2341 2347"}},
        {"IN_PAN", {"ACUPA7085R", "ACUXA7085R"}},
        {"IN_GSTIN", {"27AAPFU0939F1ZV", "27AAPFU0939F1ZU"}},
        {"IN_PASSPORT", {"A2096457", "A2096450"}},
        {"IN_VOTER", {"ABC1234567", "ABC123456"}},
        {"IN_VEHICLE_REGISTRATION", {"MH 12 AB 1234", "XX 12 AB 1234"}},
        {"KR_RRN", {"971013-9019902", "971013-9019903"}},
        {"KR_FRN", {"971013-5019902", "971313-5019902"}},
        {"KR_BRN", {"220-81-62517", "220-81-62518"}},
        {"KR_PASSPORT", {"M12345678", "M1234567"}},
        {"KR_DRIVER_LICENSE", {"11-22-333333-44", "10-22-333333-44"}},
        {"JP_MY_NUMBER", {"1234 5678 9018", "1234 5678 9019"}},
        {"CN_RESIDENT_ID", {"11010519491231002X", "110105194912310021"}},
        {"TW_NATIONAL_ID", {"A123456789", "A123456788"}},
        {"HK_ID", {"A123456(3)", "A123456(4)"}},
        {"SG_NRIC_FIN", {"S1234567D", "S1234567E"}},
        {"SG_UEN", {"00192200M", "00192200X"}},
        {"MY_NRIC", {"770305-02-1234", "771305-02-1234"}},
        {"MY_NRIC_PLAIN", {"770305021234", "771305021234"}},
        {"ID_NIK", {"3171011708450001", "3171013208450001"}},
        {"TH_TNIN", {"1-2345-45678-78-1", "1-2345-45678-78-2"}},
        {"PH_TIN", {"123-456-789-000", "123-456-78"}},
        {"IL_TEUDAT_ZEHUT", {"123456782", "123456783"}},
        {"BR_CPF", {"111.444.777-35", "111.444.777-36"}},
        {"BR_CNPJ", {"11.222.333/0001-81", "11.222.333/0001-82"}},
        {"MX_CURP", {"BOXW310820HNERXN09", "BOXW310820HNERXN08"}},
        {"MX_RFC", {"GODE561231GR8", "GODE561331GR8"}},
        {"AR_CUIT", {"20-05536168-2", "20-05536168-3"}},
        {"CL_RUT", {"12.531.909-2", "12.531.909-3"}},
    };
    return all;
}

// Everything, however unlikely.
const PatternFinder& identifiers_finder() {
    static const PatternFinder made([] {
        PatternOptions options;
        options.least_score = 0;
        return options;
    }());
    return made;
}

// The score of the pattern `name` over all of `number` in a sentence; -1 where it is not found.
// A part or a whole of the same category hides it, so the category counts where the name does not.
float score_of(const PatternRow& row, const std::string& before, const std::string& number) {
    PatternOptions options;
    options.least_score = 0;
    if (!row.country.empty()) options.countries = {std::string(row.country)};
    static std::map<std::string, PatternFinder> finders;
    const PatternFinder& patterns =
        finders.try_emplace(std::string(row.country), options).first->second;
    const std::string text = before + number + " was given.";
    float score = -1;
    for (const Mention& mention : patterns.find(text)) {
        if (mention.pattern != row.name) continue;
        if (mention.span.of(text) != number) continue;
        score = std::max(score, mention.score);
    }
    return score;
}

std::vector<const PatternRow*> identifiers() {
    std::vector<const PatternRow*> rows;
    for (const PatternRow* row : all_patterns()) {
        if (examples().contains(std::string(row->name))) rows.push_back(row);
    }
    return rows;
}

TEST(Identifiers, EveryCountryRowHasAnExample) {
    for (const PatternRow* row : all_patterns()) {
        if (row->country.empty() || row->name == "US_STATE_ZIP") continue;
        EXPECT_TRUE(examples().contains(std::string(row->name))) << row->name;
    }
    EXPECT_GE(identifiers().size(), 110U);
}

TEST(Identifiers, FromManyCountries) {
    std::map<std::string_view, int> countries;
    for (const PatternRow* row : all_patterns()) {
        if (!row->country.empty()) ++countries[row->country];
    }
    EXPECT_GE(countries.size(), 25U);
}

// Several rows of a category may take the same number; the surest shows. So each is asked for its
// pattern directly where it is hidden.
TEST(Identifiers, ValidOnesAreFoundAndInvalidOnesAreNot) {
    for (const PatternRow* row : identifiers()) {
        const IdentifiersExample& example = examples().at(std::string(row->name));
        if (row->passes != nullptr) {
            EXPECT_TRUE(row->passes(example.valid)) << row->name << " " << example.valid;
        }
        EXPECT_EQ(score_of(*row, "It says ", example.invalid), -1)
            << row->name << " " << example.invalid;
    }
}

TEST(Identifiers, FoundInASentenceByTheirCategory) {
    for (const PatternRow* row : identifiers()) {
        const IdentifiersExample& example = examples().at(std::string(row->name));
        const std::string text = "It says " + example.valid + " was given.";
        bool found = false;
        for (const Mention& mention : identifiers_finder().find(text)) {
            found = found || (mention.span.of(text) == example.valid);
        }
        EXPECT_TRUE(found) << row->name << " " << example.valid;
    }
}

TEST(Identifiers, ContextRaisesTheScore) {
    for (const PatternRow* row : identifiers()) {
        if (row->context.empty()) continue;
        const IdentifiersExample& example = examples().at(std::string(row->name));
        const std::string word(row->context.substr(0, row->context.find('|')));
        const float with = score_of(*row, "Their " + word + " is ", example.valid);
        if (with < 0) continue;  // another row of its country is surer
        EXPECT_GT(with, row->score) << row->name;
        EXPECT_GE(with, 0.75F) << row->name;
    }
}

// A changed last sign is noticed, at least nine times in ten.
TEST(Identifiers, CheckDigitsNoticeAChange) {
    for (const PatternRow* row : identifiers()) {
        if (row->passes == nullptr || row->score < kChecked) continue;
        if (row->category == kIp || row->category == kUrl || row->category == kEmail) continue;
        const std::string& valid = examples().at(std::string(row->name)).valid;
        const std::size_t last =
            valid.find_last_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
        if (row->name == "AU_MEDICARE" || row->name == "DE_LANR" || row->name == "IS_KENNITALA" ||
            row->name == "AT_SVNR" || row->name == "FI_PERSONAL_IDENTITY_CODE") {
            continue;  // the check digit is not the last one
        }
        int passed = 0;
        for (char c = '0'; c <= '9'; ++c) {
            std::string changed = valid;
            changed[last] = c;
            passed += row->passes(changed) ? 1 : 0;
        }
        EXPECT_LE(passed, 1) << row->name;
    }
}

}  // namespace
}  // namespace lethe::documents
