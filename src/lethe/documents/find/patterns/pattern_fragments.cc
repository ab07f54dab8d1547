// Pieces that several patterns share.
#include <array>
#include <utility>

#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kFragments{{
    {"month",
     "(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|"
     "Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?|"
     "JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|"
     "OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)"},
    // Months of German, French, Spanish, Italian, Portuguese, Dutch, Polish and Swedish.
    {"foreign_month",
     "(?i:jan(?:uari?|vier)|jänner|enero|gennaio|janeiro|stycznia|febr(?:uari?|ero)|feber|"
     "février|fevrier|febbraio|fevereiro|lutego|märz|mars|marzo|março|maart|marca|abril|"
     "avril|aprile|kwietnia|mai|mayo|maggio|maio|mei|maja|maj|jun[io]|juin|giugno|junho|czerwca|"
     "jul[io]|juillet|luglio|julho|lipca|augusti|août|aout|agosto|augustus|sierpnia|sept(?:embre|"
     "iembre)|"
     "settembre|setembro|września|okt(?:ober|obra)|octobre|octubre|ottobre|outubro|"
     "października|nov(?:embre|iembre)|novembro|listopada|dez(?:ember|embro)|décembre|decembre|"
     "diciembre|dicembre|grudnia)"},
    {"day", "(?:0?[1-9]|[12][0-9]|3[01])"},
    {"year", "(?:1[5-9]|20)[0-9]{2}"},
    {"clock",
     "(?:[01]?[0-9]|2[0-4])[:.h][0-5][0-9](?:[:.][0-5][0-9])?(?: ?[ap]\\.?m\\b\\.?|Z| ?(?:GMT|UTC|"
     "CET|hours|hrs))?"},
    {"gap", "[ \\t\\n\\x{a0}]{1,3}"},
    {"number",
     "(?:[0-9]{1,3}(?:[ \\x{a0}\\x{202f}'’][0-9]{3})+(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)*)"},
    {"scale", "(?:[ \\x{a0}-]?(?:thousand|million|billion|trillion|mln|mio|bn|mn|m|k|M|K)\\b\\.?)"},
    {"currency_code",
     "(?:EUR|USD|GBP|CHF|JPY|CNY|RMB|SEK|NOK|DKK|ISK|PLN|PLZ|CZK|SKK|HUF|RON|ROL|BGN|BGL|HRK|RSD|"
     "UAH|RUB|RUR|TRY|TRL|YTL|DEM|FRF|ITL|ESP|PTE|ATS|BEF|NLG|FIM|IEP|GRD|LUF|MTL|CYP|SIT|EEK|LVL|"
     "LTL|AUD|CAD|NZD|SGD|HKD|INR|PKR|KRW|THB|MYR|IDR|PHP|VND|TWD|ILS|AED|SAR|EGP|ZAR|NGN|KES|BRL|"
     "MXN|ARS|CLP|COP|PEN|GEL|AMD|AZN|AZM|KZT|MDL|MKD|ALL|BAM|BYR|BYN)"},
    {"nation",
     "(?:US|U\\.S\\.|American|Canadian|Australian|New Zealand|Hong Kong|Singapore|British|Irish|"
     "French|German|Deutsche?|Austrian|Swiss|Italian|Spanish|Portuguese|Belgian|Dutch|Luxembourg|"
     "Danish|Swedish|Norwegian|Finnish|Icelandic|Polish|Czech|Slovak|Hungarian|Romanian|Bulgarian|"
     "Croatian|Serbian|Slovenian|Macedonian|Albanian|Greek|Cypriot|Cyprus|Maltese|Turkish|Russian|"
     "Ukrainian|Moldovan|Georgian|Armenian|Azerbaijani|Estonian|Latvian|Lithuanian|Indian|Japanese|"
     "Chinese|Egyptian|Israeli|Mexican|Brazilian|Algerian|Moroccan|Tunisian|GDR|East German)"},
    {"currency_word",
     "(?i:euros?|dollars?|cents?|pounds?(?: sterling)?|pence|sterling|francs?|liras?|lire|marks?|"
     "deutsche?marks?|deutsch mark|"
     "schillings?|shillings?|kron[aeou]r?|kroner|crowns?|korunas?|zlot(?:y|ys|ych|ies)|forints?|"
     "lei|leu|"
     "leva?|levs|kunas?|dinars?|dirhams?|drachmas?|drachmae|escudos?|pesetas?|guilders?|gulden|"
     "markk(?:a|as|aa)|roubles?|rubles?|hryvnias?|hryvnyas?|karbovanets|rupees?|yen|yuan|renminbi|"
     "won|baht|"
     "ringgit|rupiah|pesos?|reais|real|rand|naira|riyals?|rials?|shekels?|tolars?|litas|lats|lari|"
     "drams?|manats?|tenge|bitcoins?|quid|bucks)"},
    {"currency_sign",
     "(?:(?:US|AU?|CA?|NZ?|HK|S|R)?\\$|[€£¥₹₽₺₩₪₴₫฿]|Rs\\.?|kr\\.?|zł|Kč|Ft|"
     "Lei|"
     "R\\$"
     ")"},
    {"number_word",
     "(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
     "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
     "hundred|thousand|million|several|half|dozen)"},
    {"number_words", "(?:{number_word}(?:(?: and |[ -]| and a ){number_word}){0,6})"},
    // Letters and digits; beyond ASCII all signs of alphabets, which is good enough for names.
    {"wide", "[A-Za-z0-9\\x{c0}-\\x{1fff}\\x{3040}-\\x{d7ff}]"},
    {"capital",
     "(?:[A-Z\\x{c0}-\\x{de}\\x{100}-\\x{17f}\\x{386}-\\x{3ab}\\x{400}-\\x{42f}]"
     "[A-Za-z\\x{c0}-\\x{24f}\\x{370}-\\x{52f}'’.-]*)"},
    // Small words within names of streets and towns.
    {"link",
     "(?:de|da|do|dos|das|des|du|van|von|der|den|het|la|le|les|e|y|del|della|di|dei|degli|z|ze|na|"
     "nad|u\\.?|en|of|the|und|i|im|am|zum|zur|an|op|ter|te|aan|st\\.?|utca|út|tér|kapu|ulica|ul\\.|"
     "rue|avenue)"},
    {"house", "(?:[0-9]{1,5}(?:[A-Za-z]\\b)?(?:[-/][0-9]{1,4}[A-Za-z]?)?)"},
    {"unit", "(?:(?i:apt|apartment|suite|flat|unit|room)\\.? [0-9]{1,5}[A-Za-z]?)"},
    {"between", "[\\s,>?]{1,8}"},
    // What may follow a street: rooms, a town, a state, a country, and their postal code.
    {"town",
     "(?:(?:{between}{unit}){0,2}(?:(?:{between}{capital}(?:[ -](?:{capital}|{link}|nan)){0,4}(?: "
     "\\([^)\\n]{1,20}\\))?){1,3}(?:{between}nan)?{between}[0-9]{4,5}(?:-[0-9]{4})?(?: "
     "[A-Z]{2}\\b)?)?)"},
    {"street_word",
     "(?i:street|st|road|rd|avenue|ave|av|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|"
     "sq|terrace|ter|parade|pde|crescent|cres|close|way|highway|hwy|parkway|pkwy|circle|cir|trail|"
     "trl|row|gardens|grove|mews|hill|walk|quay|esplanade|alley|plaza|loop|pike|route|crossroad|"
     "points|mall|pass|flats)"},
}};

}  // namespace

std::string with_fragments(std::string_view pattern) {
    std::string whole;
    while (!pattern.empty()) {
        bool replaced = false;
        if (pattern.front() == '{') {
            for (const auto& [name, fragment] : kFragments) {
                if (!pattern.substr(1).starts_with(name)) continue;
                if (pattern.size() < name.size() + 2 || pattern[name.size() + 1] != '}') continue;
                whole += with_fragments(fragment);
                pattern.remove_prefix(name.size() + 2);
                replaced = true;
                break;
            }
        }
        if (replaced) continue;
        whole += pattern.front();
        pattern.remove_prefix(1);
    }
    return whole;
}

}  // namespace lethe::documents
