#include "lethe/documents/find/rule_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace lethe::documents {
namespace {

constexpr std::string_view kRuleTitles =
    "Mr Mrs Ms Miss Mx Dr Prof Professor Sir Madam Mme Mlle Messrs Herr Frau Fräulein Señor Señora "
    "Sr Sra Monsieur Madame Signor Signora Rev Reverend Hon Fr Lt Col Gen Capt Cpl Sgt Maj Cmdr "
    "Adm "
    "Doctor Sheikh Shaykh Dame Doña Don Pan Pani";
constexpr std::string_view kRoles =
    "President Chancellor Premier Minister Ambassador Secretary Senator Congressman Congresswoman "
    "Governor Mayor General Colonel Major Captain Lieutenant Sergeant Corporal Admiral Commander "
    "Judge Justice King Queen Prince Princess Emperor Pope Bishop Archbishop Cardinal Father "
    "Sister "
    "Brother Lord Lady Count Countess Baron Duke Duchess Rabbi Imam Ayatollah Shah Sultan Emir "
    "Inspector Officer Detective Constable Director Chairman Deputy Counselor Counsellor Consul "
    "Attorney Advocate Marshal Brigadier Undersecretary";
constexpr std::string_view kCompanies =
    "Inc Incorporated Ltd Limited LLC LLP LP PLC Plc plc Corp Corporation Co Company GmbH AG KG "
    "OHG "
    "SA SAS SARL Sarl SRL Srl SpA BV NV AB AS ASA ApS Oy Oyj SE Kft Zrt Bt doo d.o.o Pty Bhd Sdn "
    "Holdings Holding Group Industries Enterprises Partners Associates Airlines Airways Motors "
    "Pharmaceuticals Laboratories Technologies Systems Solutions Consulting Capital Ventures "
    "Newspapers Press Records Studios Brothers";
constexpr std::string_view kBodies =
    "University College Institute Academy School Faculty Court Courts Tribunal Ministry Department "
    "Bank Hospital Clinic Party Association Society Foundation Commission Committee Council Agency "
    "Authority Bureau Office Union Federation Confederation Congress Parliament Senate Assembly "
    "Chamber Cabinet Embassy Consulate Church Museum Library Laboratory Observatory Board Service "
    "Services Directorate Inspectorate Registry Municipality Police Gendarmerie Prison Army Navy "
    "Force Corps Regiment Battalion Brigade Organisation Organization League Alliance Fund Trust "
    "Centre Center Club Orchestra Theatre Theater Exchange Administration Branch Command Front "
    "Movement Mission";
constexpr std::string_view kSites =
    "Park Street Square Road Avenue Boulevard Lane Drive River Lake Mountain Mountains Bridge "
    "Airport "
    "Station Island Islands Bay Valley Beach Hill Hills Building Tower Castle Palace Cathedral "
    "Hotel "
    "Village District Province County Region Harbour Harbor Port Canal Sea Ocean Gulf Desert "
    "Forest "
    "Gardens Garden Stadium Plaza Highway Peninsula Strait Coast Creek Falls Field Base Camp "
    "Quarter";
constexpr std::string_view kSiteHeads =
    "Mount Lake Cape Fort Camp Mont Monte Rio Isle Gulf Strait Bay";
constexpr std::string_view kParticleWords =
    "van von der den de del della di da dos la le el al bin ibn ben ter zu du abu Al El Bin Ben "
    "Van Von De";
constexpr std::string_view kFunctions =
    "The A An In On At By For From After Before During When While Although However But And If As "
    "This "
    "That These Those His Her Its Our My Their He She It They We I You No Not To Of With Under "
    "Since "
    "Until Between According Both Each Every All Some Such Any Another Other Or Nor So Then There "
    "Here "
    "Where What Who Which Why How Once Only Also Yet Moreover Furthermore Meanwhile Having Being "
    "Re "
    "Dear Subject Ref See Cf Section Article Articles Rule Protocol Paragraph Chapter Table Figure "
    "Note "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May "
    "June July "
    "August September October November December";

struct WordRoles {
    std::unordered_map<std::uint64_t, WordRole> exact;  // hash of the exact word
    std::array<std::uint32_t, 256> lengths{};

    WordRoles() {
        // The first mention of a word counts.
        for (const auto& [words, role] : {std::pair{kRuleTitles, WordRole::title},
                                          {kRoles, WordRole::role},
                                          {kCompanies, WordRole::company},
                                          {kBodies, WordRole::body},
                                          {kSites, WordRole::site},
                                          {kSiteHeads, WordRole::site_head},
                                          {kParticleWords, WordRole::particle},
                                          {kFunctions, WordRole::function}}) {
            for (std::string_view rest = words; !rest.empty();) {
                const auto end = std::min(rest.find(' '), rest.size());
                add(rest.substr(0, end), role);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }
    void add(std::string_view word, WordRole role) {
        exact.emplace(hash(word), role);
        lengths[static_cast<unsigned char>(word[0])] |= 1U << word.size();
    }
    static std::uint64_t hash(std::string_view word) {
        std::uint64_t h = 1469598103934665603ULL;
        for (const char c : word) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
        return h;
    }
};

}  // namespace

WordRole role_of(std::string_view word) {
    static const WordRoles roles;
    if (word.empty() || word.size() > 31) return WordRole::none;
    if ((roles.lengths[static_cast<unsigned char>(word[0])] >> word.size() & 1U) == 0) {
        return WordRole::none;
    }
    const auto found = roles.exact.find(WordRoles::hash(word));
    return found == roles.exact.end() ? WordRole::none : found->second;
}

}  // namespace lethe::documents
