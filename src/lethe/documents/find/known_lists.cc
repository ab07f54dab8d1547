#include "lethe/documents/find/known_lists.h"

#include <string>
#include <string_view>

#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kCountries =
    "Afghanistan|Albania|Algeria|Andorra|Angola|Antigua and Barbuda|Argentina|Armenia|Australia|"
    "Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bermuda|"
    "Bhutan|Bolivia|Bosnia|Bosnia and Herzegovina|Botswana|Brazil|Brunei|Bulgaria|Burkina Faso|"
    "Burma|Burundi|Cambodia|Cameroon|Canada|Cape Verde|Central African Republic|Ceylon|Chad|Chile|"
    "China|Colombia|Comoros|Congo|Costa Rica|Côte d'Ivoire|Côte d’Ivoire|Croatia|Cuba|Cyprus|"
    "Czech Republic|Czechia|Czechoslovakia|Denmark|Djibouti|Dominica|Dominican Republic|East "
    "Germany|East Timor|Ecuador|Egypt|El Salvador|England|Equatorial Guinea|Eritrea|Estonia|"
    "Eswatini|Ethiopia|Fiji|Finland|France|Gabon|Gambia|Georgia|German Democratic Republic|GDR|FRG|"
    "Federal Republic of Germany|Germany|Ghana|Gibraltar|Great Britain|Britain|Greece|Greenland|"
    "Grenada|Guatemala|Guinea|Guinea-Bissau|Guyana|Haiti|Holland|Honduras|Hong Kong|Hungary|"
    "Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Ivory Coast|Jamaica|Japan|Jordan|"
    "Kazakhstan|Kenya|Kiribati|Korea|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|"
    "Libya|Liechtenstein|Lithuania|Luxembourg|Macedonia|Madagascar|Malawi|Malaysia|Maldives|Mali|"
    "Malta|Mauritania|Mauritius|Mexico|Micronesia|Moldova|Monaco|Mongolia|Montenegro|Morocco|"
    "Mozambique|Myanmar|Namibia|Nauru|Nepal|Netherlands|New Zealand|Nicaragua|Niger|Nigeria|North "
    "Korea|North Macedonia|North Vietnam|North Yemen|Northern Ireland|Norway|Oman|Pakistan|Palau|"
    "Palestine|Panama|Papua New Guinea|Paraguay|People's Republic of China|Peru|Philippines|Poland|"
    "Portugal|Puerto Rico|Qatar|Republic of Austria|Republic of Cyprus|Republic of Poland|Republic "
    "of Turkey|Rhodesia|Romania|Russia|Russian Federation|Rwanda|Saint Lucia|Samoa|San "
    "Marino|Saudi "
    "Arabia|Scotland|Senegal|Serbia|Seychelles|Sierra Leone|Singapore|Slovakia|Slovenia|Somalia|"
    "South Africa|South Korea|South Sudan|South Vietnam|South Yemen|Soviet Union|Spain|Sri Lanka|"
    "Sudan|Suriname|Swaziland|Sweden|Switzerland|Syria|Taiwan|Tajikistan|Tanzania|Thailand|Tibet|"
    "Togo|Tonga|Trinidad and Tobago|Tunisia|Turkey|Turkmenistan|Tuvalu|U.A.E.|U.K.|U.S.|U.S.A.|"
    "U.S.S.R.|UAE|UK|US|USA|USSR|Uganda|Ukraine|United Arab Emirates|United Arab Republic|United "
    "Kingdom|United States|United States of America|Uruguay|Uzbekistan|Vanuatu|Vatican|Venezuela|"
    "Vietnam|Viet Nam|Wales|West Germany|Western Sahara|Yemen|Yugoslavia|Zaire|Zambia|Zimbabwe";

constexpr std::string_view kPeoples =
    "Afghan|Albanian|Algerian|American|Andorran|Angolan|Argentine|Argentinean|Argentinian|Armenian|"
    "Australian|Austrian|Azerbaijani|Bahamian|Bahraini|Bangladeshi|Barbadian|Belarusian|Belgian|"
    "Belizean|Belizian|Beninese|Bhutanese|Bolivian|Bosnian|Brazilian|Bruneian|Bulgarian|Burmese|"
    "Burundian|Cambodian|Cameroonian|Canadian|Catalan|Chadian|Chechen|Chilean|Colombian|Congolese|"
    "Costa Rican|Croatian|Croat|Cuban|Cypriot|Czech|Djiboutian|Ecuadorean|Ecuadorian|Egyptian|"
    "Emirati|Eritrean|Estonian|Ethiopian|Fijian|Filipino|Gabonese|Gambian|Georgian|German|Ghanaian|"
    "Greek|Greek "
    "Cypriot|Greenlander|Grenadian|Guatemalan|Guinean|Guyanese|Haitian|Honduran|Hungarian|"
    "Icelander|Indian|Indonesian|Iranian|Iraqi|Israeli|Italian|Ivorian|Jamaican|Jordanian|Kazakh|"
    "Kenyan|Korean|Kosovar|Kurd|Kuwaiti|Laotian|Latvian|Liberian|Libyan|Lithuanian|Luxembourger|"
    "Macedonian|Malaysian|Maldivian|Malian|Mauritanian|Mauritian|Mexican|Moldovan|Mongolian|"
    "Montenegrin|Moroccan|Mozambican|Namibian|Nepali|New Zealander|Nicaraguan|Nigerian|North "
    "Korean|Norwegian|Omani|Pakistani|Palestinian|Panamanian|Paraguayan|Peruvian|Qatari|Romanian|"
    "Russian|Rwandan|Salvadoran|Samoan|Saudi|Serbian|Serb|Singaporean|Slovak|Slovakian|Slovene|"
    "Slovenian|Somali|South African|South Korean|Soviet|Sri Lankan|Syrian|Tajik|Tanzanian|Tibetan|"
    "Tunisian|Turk|Turkish Cypriot|Turkmen|Ugandan|Ukrainian|Uruguayan|Uzbek|Venezuelan|Yugoslav|"
    "Zambian|Zimbabwean|Arab|Berber|Afrikaner|African|European|Asian|Scandinavian|Slav|Zulu|Tamil|"
    "Englishman|Frenchman|Irishman|Dutchman|Welshman|Scot|Dane|Swede|Finn|Pole|Spaniard|Briton";
// The same without a plural.
constexpr std::string_view kAdjectives =
    "British|Burkinabe|Chinese|Danish|Dutch|English|Finnish|French|Icelandic|Irish|Japanese|"
    "Javanese|Kurdish|Lebanese|Maltese|Nepalese|Polish|Portuguese|Scottish|Senegalese|Spanish|"
    "Sudanese|Surinamese|Swedish|Swiss|Taiwanese|Thai|Togolese|Turkish|Vietnamese|Welsh|Yemeni|"
    "Arabic|Arabian|Kyrgyz|Roma|Basque|Breton|Flemish|Walloon|Latin American|Hispanic|Latino|"
    "Latina|Caucasian|Aboriginal|Inuit|Maori|Sami|Kashmiri|Punjabi|Bengali";
constexpr std::string_view kFaiths =
    "Christian|Catholic|Roman Catholic|Protestant|Lutheran|Calvinist|Anglican|Methodist|Baptist|"
    "Presbyterian|Mormon|Quaker|Pentecostal|Evangelical|Jehovah's Witness|Muslim|Moslem|Shiite|"
    "Sunni|Shia|Shii|Sufi|Alevi|Druze|Jew|Hindu|Buddhist|Sikh|Jain|Bahá'í|Baha'i|Zoroastrian|"
    "Taoist|"
    "Atheist|Agnostic|Scientologist";
constexpr std::string_view kFaithAdjectives = "Jewish|Islamic|Greek Orthodox|Eastern Orthodox";

void add(NameList& list, std::string_view names, bool plural) {
    while (!names.empty()) {
        const auto end = std::min(names.find('|'), names.size());
        const std::string name(names.substr(0, end));
        list.phrases.push_back(name);
        if (plural) {
            const bool of_man = name.ends_with("man") && name.size() > 7;
            list.phrases.push_back(of_man ? name.substr(0, name.size() - 2) + "en" : name + "s");
        }
        names.remove_prefix(std::min(end + 1, names.size()));
    }
}

// In lower case too, but for those that are other words then.
NameList with_small_letters(NameList list) {
    constexpr std::string_view kWords =
        "|polish|turkey|turk|turks|finn|pole|poles|thai|scot|danes|indian|slav|roma|dane|swede|"
        "swedes|";
    const std::size_t size = list.phrases.size();
    for (std::size_t i = 0; i < size; ++i) {
        std::string small = language::lower_case(list.phrases[i]);
        if (kWords.find("|" + small + "|") == std::string_view::npos) {
            list.phrases.push_back(std::move(small));
        }
    }
    return list;
}

NameList with_capitals(NameList list) {
    const std::size_t size = list.phrases.size();
    for (std::size_t i = 0; i < size; ++i) {
        std::string capitals = list.phrases[i];
        for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (capitals.size() > 3) list.phrases.push_back(std::move(capitals));
    }
    return list;
}

}  // namespace

std::vector<NameList> known_lists() {
    NameList countries{kCountry, "countries", {}, false, 0.8F};
    add(countries, kCountries, false);
    NameList peoples{kCountry, "peoples", {}, false, 0.6F};  // they stand for their countries
    add(peoples, kPeoples, true);
    add(peoples, kAdjectives, false);
    NameList faiths{kDemographic, "faiths", {}, false, 0.6F};
    add(faiths, kFaiths, true);
    add(faiths, kFaithAdjectives, false);
    return {with_capitals(std::move(countries)), with_small_letters(std::move(peoples)),
            with_small_letters(std::move(faiths))};
}

std::vector<NameList> usual_lists(const TaxonomyPtr& wordnet) {
    std::vector<NameList> lists = known_lists();
    if (wordnet != nullptr) {
        for (NameList& list : wordnet_lists(*wordnet)) lists.push_back(std::move(list));
    }
    return lists;
}

}  // namespace lethe::documents
