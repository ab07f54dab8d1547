// What is the same everywhere: addresses of networks, banks, cards, devices.
#include <array>

#include "lethe/data/recognise/identifiers/international.h"
#include "lethe/documents/find/patterns/identifier_checks.h"
#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::array kGenericRows{
    PatternRow{.name = "EMAIL_ADDRESS",
               .category = kEmail,
               .starts = kAtMail,
               .pattern =
                   "{wide}(?:{wide}|[._%+'/=~&-])*@(?:{wide}(?:{wide}|-)*\\.)+{wide}(?:{wide}|"
                   "-)+",
               .score = 0.99F,
               .check = "top-level domain",
               .passes = &top_level_domain,
               .text = "e-mail address"},
    PatternRow{.name = "EMAIL_HOST",
               .category = kEmail,
               .starts = kAtMail,
               .pattern =
                   "{wide}(?:{wide}|[._%+'/=~&-])*@(?:{wide}(?:{wide}|-)*(?:\\.(?:{wide}|-)+)*|"
                   "\\[[0-9a-fA-F.:]+\\])",
               .score = 0.5F,
               .context = "e-mail|email|mail|contact|write|address|courriel|correo",
               .text = "e-mail address of an unknown domain"},
    PatternRow{.name = "URL",
               .category = kUrl,
               .starts = kAtHost,
               .pattern = "[A-Za-z]+://[^\\s<>\"“”«»]*[^\\s<>\"“”«».,;:!?)'’\\]}]",
               .score = 0.99F,
               .text = "web address with its scheme"},
    PatternRow{
        .name = "DOMAIN_WWW",
        .category = kUrl,
        .starts = kAtHost,
        .pattern =
            "(?i:www)[0-9]?\\.{wide}(?:{wide}|-)*(?:\\.(?:{wide}|-)+)+(?:[/?#:](?:[^\\s<>\"“”«»]*"
            "[^\\s<>\"“”«».,;:!?)'’\\]}])?)?",
        .score = 0.95F,
        .text = "web address without a scheme"},
    PatternRow{.name = "DOMAIN_NAME",
               .category = kUrl,
               .starts = kAtHost,
               .pattern = "(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,14}(?:[/"
                          "?#:](?:[^\\s<>\"“”«»]*"
                          "[^\\s<>\"“”«».,;:!?)'’\\]}])?)?",
               .score = 0.6F,
               .check = "top-level domain",
               .passes = &known_host,
               .context = "site|website|web|url|domain|visit|link|host|server|page|homepage|online|"
                          "at|http|https|www|address|sitio|seite|webseite",
               .text = "domain name"},
    PatternRow{.name = "IP_V4",
               .category = kIp,
               .pattern = "(?:[0-9]{1,3}\\.){3}[0-9]{1,3}(?:/[0-9]{1,2})?",
               .score = 0.9F,
               .check = "four bytes",
               .passes = &ip4,
               .context = "ip|address|host|server|addr|ipv4|from|network|subnet|gateway|dns|login",
               .text = "IPv4 address"},
    PatternRow{.name = "IP_V6",
               .category = kIp,
               .starts = kAtHex,
               .pattern = "(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9A-Fa-f]"
                          "{0,4})(?:%[A-Za-z0-9]{1,12})?(?:/[0-9]{1,3})?",
               .score = 0.9F,
               .check = "eight groups",
               .passes = &ip6,
               .context = "ip|address|host|server|addr|ipv6|from|network|subnet|gateway|dns|login",
               .text = "IPv6 address"},
    PatternRow{.name = "MAC_ADDRESS",
               .category = kCode,
               .starts = kAtDigit | kAtMixed | kAtHex,
               .pattern =
                   "[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})|[0-9A-Fa-f]"
                   "{4}\\.[0-9A-Fa-f]{4}\\.[0-9A-Fa-f]{4}",
               .score = 0.9F,
               .context = "mac|hardware|ethernet|address|device|wifi|adapter",
               .text = "hardware address of a network device"},
    PatternRow{.name = "CREDIT_CARD",
               .category = kCreditCard,
               .pattern =
                   "(?:[2-6][0-9]{3}(?:[ -]?[0-9]{4}){3}(?:[ -]?[0-9]{1,3})?|[2-6][0-9]{11,18}|"
                   "3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5}|3[0689][0-9]{2}[ -]?[0-9]{6}[ -]?"
                   "[0-9]{4}|1800[0-9]{11})",
               .score = 0.95F,
               .check = "Luhn",
               .passes = &identifiers::card_number,
               .context = "card|credit|visa|mastercard|amex|american express|debit|cc|kreditkarte|"
                          "carte|tarjeta|carta|karte|maestro|discover|jcb|diners|card number",
               .text = "payment card number"},
    PatternRow{
        .name = "IBAN",
        .category = kIban,
        .starts = kAtMixed,
        .pattern = "[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?",
        .score = 0.98F,
        .check = "length, mod 97",
        .passes = &identifiers::iban,
        .context = "iban|account|bank|konto|compte|cuenta|conto|transfer|bic",
        .text = "international bank account number"},
    PatternRow{
        .name = "SWIFT_BIC",
        .category = kAccount,
        .starts = kAtWord | kAtMixed,
        .pattern = "(?:(?i:swift|bic)(?: code)?:? ?)?([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)",
        .score = 0.3F,
        .context = "swift|bic|swift code|bank code",
        .words = "swift bic",
        .text = "bank code of international transfers"},
    PatternRow{.name = "CRYPTO_BITCOIN",
               .category = kAccount,
               .pattern = "[13][1-9A-HJ-NP-Za-km-z]{25,34}",
               .score = 0.99F,
               .check = "Base58Check",
               .passes = &base58_address,
               .context = "bitcoin|btc|wallet|crypto|address",
               .text = "Bitcoin address"},
    PatternRow{.name = "CRYPTO_BITCOIN_SEGWIT",
               .category = kAccount,
               .starts = kAtMixed,
               .pattern = "(?:bc1[02-9ac-hj-np-z]{8,87}|BC1[02-9AC-HJ-NP-Z]{8,87})",
               .score = 0.99F,
               .check = "bech32",
               .passes = &bech32_address,
               .context = "bitcoin|btc|wallet|crypto|address",
               .text = "Bitcoin address, native SegWit and Taproot"},
    PatternRow{.name = "CRYPTO_ETHEREUM",
               .category = kAccount,
               .pattern = "0x[0-9a-fA-F]{40}",
               .score = 0.9F,
               .context = "ethereum|eth|wallet|crypto|address",
               .text = "Ethereum address"},
    PatternRow{.name = "IMEI",
               .category = kCode,
               .pattern = "[0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{6}[ -]?[0-9]",
               .score = 0.6F,
               .check = "Luhn",
               .passes = &identifiers::imei,
               .context = "imei|device|handset|phone|serial",
               .text = "serial number of a mobile phone"},
    PatternRow{.name = "VEHICLE_CHASSIS",
               .category = kVehicle,
               .starts = kAtDigit | kAtMixed,
               .pattern = "[A-HJ-NPR-Z0-9]{17}",
               .score = 0.9F,
               .check = "mod 11",
               .passes = &identifiers::chassis_number,
               .context = "vin|chassis|vehicle|car|identification|fahrgestellnummer",
               .text = "vehicle identification number"},
    PatternRow{
        .name = "UUID",
        .category = kCode,
        .starts = kAtDigit | kAtMixed,
        .pattern = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
        .score = 0.9F,
        .text = "universally unique identifier"},
    PatternRow{.name = "COORDINATES",
               .category = kLocation,
               .pattern =
                   "[0-9]{1,3}(?:\\.[0-9]{3,8}°?|°(?: ?[0-9]{1,2}['’′](?: ?[0-9.]{1,6}[\"”″])?)?) "
                   "?[NSns]?[,;]? {0,2}-?[0-9]{1,3}(?:\\.[0-9]{3,8}°?|°(?: ?[0-9]{1,2}['’′]"
                   "(?: ?[0-9.]{1,6}[\"”″])?)?) ?[EWew]?",
               .score = 0.6F,
               .context = "coordinates|gps|latitude|longitude|lat|position|location",
               .text = "geographical coordinates"},
};

}  // namespace

std::span<const PatternRow> generic_patterns() { return kGenericRows; }

}  // namespace lethe::documents
