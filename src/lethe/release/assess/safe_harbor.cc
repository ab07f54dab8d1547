#include "lethe/release/assess/safe_harbor.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lethe::release {
namespace {

// The words of a name: "patientNbr_2" is patient, nbr, 2.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words;
    bool was_lower = false;
    bool open = false;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) == 0) {
            open = false;
            continue;
        }
        const bool upper = std::isupper(byte) != 0;
        if (!open || (upper && was_lower)) words.emplace_back();
        words.back() += static_cast<char>(std::tolower(byte));
        was_lower = !upper;
        open = true;
    }
    return words;
}

// Words that stand for a kind; "a b" are two that follow each other.
struct KindWords {
    std::string_view kind;
    std::vector<std::string_view> words;
};

const std::vector<KindWords>& kind_words() {
    static const std::vector<KindWords> kinds{
        {"names",
         {"name", "names", "surname", "forename", "firstname", "lastname", "fullname", "initials",
          "maiden", "alias"}},
        {"places smaller than a state",
         {"zip",          "zipcode", "postcode",     "post code",     "postal",
          "address",      "street",  "city",         "town",          "county",
          "suburb",       "village", "precinct",     "municipality",  "neighbourhood",
          "neighborhood", "lat",     "latitude",     "lon",           "lng",
          "longitude",    "geocode", "census tract", "place of birth"}},
        {"dates but the year, and ages over 89",
         {"date", "dob", "birthdate", "birthday", "deathdate", "datetime", "timestamp", "day",
          "month"}},
        {"telephone numbers", {"phone", "telephone", "tel", "mobile", "cellphone", "phonenumber"}},
        {"fax numbers", {"fax", "faxnumber"}},
        {"e-mail addresses", {"email", "mail", "e mail", "email address", "mail address"}},
        {"social security numbers",
         {"ssn", "soc sec", "social security", "socialsecurity", "nino"}},
        {"medical record numbers",
         {"mrn", "medical record", "record number", "patient nbr", "patient number", "patient no",
          "patientid", "patient id", "nhs number", "chart number"}},
        {"health plan numbers",
         {"health plan", "beneficiary", "member id", "insurance number", "policy number", "hicn",
          "mbi"}},
        {"account numbers", {"account", "iban", "card number", "creditcard"}},
        {"certificate and licence numbers",
         {"certificate", "licence", "license", "passport", "licence number"}},
        {"vehicles", {"vehicle", "vin", "plate", "licenseplate"}},
        {"devices", {"device", "serial", "imei", "mac", "udi", "mac address"}},
        {"web addresses", {"url", "website", "web", "homepage", "web address"}},
        {"IP addresses", {"ip", "ipaddress", "ip address"}},
        {"biometric identifiers",
         {"biometric", "fingerprint", "voiceprint", "iris", "retina", "genome"}},
        {"photographs", {"photo", "photograph", "picture", "image", "portrait"}},
        {"other unique numbers and codes", {"id", "uuid", "guid", "identifier", "key"}},
    };
    return kinds;
}

// How many words of the name are those that are wanted, one after the other: all of them, or none.
std::size_t words_held(const std::vector<std::string>& words, std::string_view wanted) {
    const std::vector<std::string> parts = words_of(wanted);
    const auto found = std::search(words.begin(), words.end(), parts.begin(), parts.end());
    return found == words.end() ? 0 : parts.size();
}

constexpr std::size_t kPlaces = 1;
constexpr std::size_t kDates = 2;
constexpr std::size_t kOther = 17;

// The kind of a column, or the number of kinds.
std::size_t kind_index(const ReleasedColumn& column, std::int64_t records) {
    const std::vector<std::string> words = words_of(column.name);
    const auto& kinds = kind_words();
    const auto has = [&](std::string_view wanted) { return words_held(words, wanted) > 0; };
    const bool is_zip = has("zip") || has("zipcode") || has("postcode") || has("post code");
    const bool cut_zip = is_zip && column.longest > 0 && column.longest <= 3;
    std::size_t best = kinds.size();
    std::size_t most = 0;  // an "ip address" is no address
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (kind == kPlaces && cut_zip) continue;
        for (const std::string_view wanted : kinds[kind].words) {
            const std::size_t held = words_held(words, wanted);
            if (held <= most) continue;
            most = held;
            best = kind;
        }
    }
    if (best < kinds.size()) return best;
    if ((has("age") || has("ages")) && column.maximum.value_or(0) > 90) return kDates;
    const bool unique_text = column.kind != "numeric" && records > 1 && column.distinct >= records;
    return column.role == "identifier" || unique_text ? kOther : kinds.size();
}

}  // namespace

std::vector<SafeHarborKind> safe_harbor_kinds(std::span<const ReleasedColumn> columns,
                                              std::int64_t records) {
    std::vector<SafeHarborKind> kinds;
    for (const KindWords& one : kind_words()) kinds.push_back({std::string(one.kind), {}});
    for (const ReleasedColumn& column : columns) {
        const std::size_t kind = kind_index(column, records);
        if (kind < kinds.size()) kinds[kind].columns.push_back(column.name);
    }
    return kinds;
}

}  // namespace lethe::release
