// Postal addresses.
#include <array>

#include "lethe/documents/find/patterns/identifier_checks.h"
#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kAddressContext =
    "address|live|lives|lived|living|located|at|on|to|street|resides|residing|home|sent|deliver|"
    "delivered|delivery|moved|office|offices|meet|billing|shipping|corner|adresse|anschrift|"
    "dirección|adres|indirizzo|is in|stop|taxi|off at";

constexpr std::array kAddressRows{
    PatternRow{.name = "ADDRESS_STREET_NUMBER",
               .category = kAddress,
               .starts = kAtStreet | kAtWord,
               .pattern = "(?:{capital}|rue|ul\\.|via|calle|rua)(?: (?:{capital}|{link})){0,6},? "
                          "{house}\\.?{town}",
               .score = 0.75F,
               .check = "no month",
               .passes = &no_month,
               .context = kAddressContext,
               .words = "rue ul via calle rua",
               .text = "Koskikatu 25; Rua João Pessoa 1636; Via Roma 131, Torino 10123"},
    PatternRow{.name = "ADDRESS_NUMBER_STREET",
               .category = kAddress,
               .pattern =
                   "(?:[0-9]{3,5} )?{house},? (?:{capital} ){0,4}{capital} {street_word}\\b\\.?"
                   "(?: {capital} {street_word}\\b\\.?)?{town}",
               .score = 0.85F,
               .check = "no month",
               .passes = &no_month,
               .context = kAddressContext,
               .text = "2450 Crown St; 17 Baker Street, London"},
    PatternRow{.name = "ADDRESS_NUMBER_RUE",
               .category = kAddress,
               .pattern =
                   "(?:[0-9]{3,5} )?{house},? (?:bis |ter )?(?i:rue|avenue|boulevard|place|impasse|"
                   "chemin|quai|allée|cours|route|square)(?: [\\pL'’-]+){1,3}(?: {capital})*{town}",
               .score = 0.85F,
               .check = "no month",
               .passes = &no_month,
               .context = kAddressContext,
               .text = "36 rue de Pologne"},
    PatternRow{
        .name = "ADDRESS_TWO_NUMBERS",
        .category = kAddress,
        .pattern = "[0-9]{3,5} (?:{capital}|ul\\.)(?: (?:{capital}|{link})){0,5} {house}\\.?{town}",
        .score = 0.5F,
        .check = "no month",
        .passes = &no_month,
        .context = kAddressContext,
        .text = "6750 Koskikatu 25, Apt. 864"},
    PatternRow{
        .name = "ADDRESS_NUMBER_NAME",
        .category = kAddress,
        .pattern =
            "(?:[0-9]{3,5} )?{house} {capital}(?: (?:{capital}|{link})){0,4}{between}{unit}{town}",
        .score = 0.8F,
        .check = "no month",
        .passes = &no_month,
        .context = kAddressContext,
        .text = "178 Piermark, Apt. 335"},
    PatternRow{.name = "ADDRESS_UNIT",
               .category = kAddress,
               .starts = kAtWord,
               .pattern = "{unit}{town}",
               .score = 0.6F,
               .words = "apt apartment suite flat unit room",
               .text = "Apt. 864, Suite 501"},
    PatternRow{
        .name = "ADDRESS_BOX",
        .category = kAddress,
        .starts = kAtWord,
        .pattern =
            "(?i:p\\.? ?o\\.? ?box|post office box|postfach|apartado|boîte postale|casella "
            "postale|PSC [0-9]{3,5},? Box|Unit [0-9]{3,5},? Box) [0-9]{1,6}(?i:\\s{1,3}[AFD]PO "
            "(?:AA|AE|AP) [0-9]{5})?",
        .score = 0.9F,
        .words = "p po post postfach apartado boîte casella psc unit",
        .text = "P.O. Box 12; PSC 5217, Box 4854 APO AP 43617"},
    PatternRow{.name = "ADDRESS_MILITARY",
               .category = kAddress,
               .starts = kAtWord | kAtUpper,
               .pattern = "(?:US[A-Z]{1,5} {capital}\\s{1,3})?[AFD]PO (?:AA|AE|AP) [0-9]{5}",
               .score = 0.9F,
               .words = "usns uss usnv usnsf uscgc",
               .text = "USNS Example FPO AA 65728"},
    PatternRow{.name = "POSTCODE",
               .category = kPostcode,
               .pattern = "[0-9]{3,5}(?:[- ][0-9]{2,4}| ?[A-Z]{2})?",
               .score = 0.1F,
               .context =
                   "zip|zip code|zipcode|postcode|post code|postal code|postal|plz|postleitzahl|"
                   "code postal|código postal|codice postale|cap|cep|postnummer|irányítószám|psč|"
                   "kod pocztowy",
               .text = "a number that its context calls a postal code"},
};

}  // namespace

std::span<const PatternRow> address_patterns() { return kAddressRows; }

}  // namespace lethe::documents
