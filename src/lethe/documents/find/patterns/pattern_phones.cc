// Telephone numbers: international ones by their +, national ones by their separators, anything
// else only where the context speaks of telephones.
#include <array>

#include "lethe/documents/find/patterns/identifier_checks.h"
#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kPhoneContext =
    "phone|phones|telephone|tel|mobile|cell|cellphone|fax|call|called|calling|calls|dial|desk|"
    "office|"
    "home|contact|number "
    "is|reach|ring|text|sms|whatsapp|hotline|extension|answering|messages|message|"
    "registered|telefon|téléphone|telefono|teléfono|telefone|handy|móvil|portable|cellulare|"
    "puhelin|"
    "telefonnummer|phone number|mobile number|me at|me on|us at|numbers|line|landline|pager|telex|"
    "mobil|telefoon|faks|tlf|my number";

constexpr auto kCheck = &phone_form;

constexpr std::array kPhonesRows{
    PatternRow{
        .name = "PHONE_INTERNATIONAL",
        .category = kPhone,
        .starts = kAtSign,
        .pattern =
            "\\+ ?[1-9][0-9]{0,2}[ .-]?(?:\\(0?[0-9]{0,5}\\)[ .-]?)?[0-9](?:[ ./-]{0,2}[0-9])"
            "{5,13}(?: ?(?:x|ext\\.?|extension|#) ?[0-9]{1,6})?",
        .score = 0.85F,
        .check = "length",
        .passes = kCheck,
        .context = kPhoneContext,
        .text = "+41 (0)85 806 98 67"},
    PatternRow{
        .name = "PHONE_INTERNATIONAL_00",
        .category = kPhone,
        .pattern =
            "(?:00|001|011)[ .-]?[1-9][0-9]{0,2}[ .-]?(?:\\(0?[0-9]{0,5}\\)[ .-]?)?[0-9](?:[ "
            "./-]?[0-9]){6,12}(?: ?(?:x|ext\\.?|#) ?[0-9]{1,6})?",
        .score = 0.6F,
        .check = "length",
        .passes = kCheck,
        .context = kPhoneContext,
        .text = "0049 89 1234567, 001-903-140-4508x769"},
    PatternRow{.name = "PHONE_NORTH_AMERICA",
               .category = kPhone,
               .starts = kAtDigit | kAtSign,
               .pattern =
                   "(?:1[ .-])?(?:\\([2-9][0-9]{2}\\) ?|[2-9][0-9]{2}[ .-])[0-9]{3}[ .-][0-9]{4}"
                   "(?: ?(?:x|ext\\.?|extension|#) ?[0-9]{1,6})?",
               .score = 0.7F,
               .check = "length",
               .passes = kCheck,
               .context = kPhoneContext,
               .text = "(898)666-3621x0135, 930.167.3943"},
    PatternRow{
        .name = "PHONE_BRACKETS",
        .category = kPhone,
        .starts = kAtSign,
        .pattern =
            "\\((?:\\+?[0-9]{1,3}|0[0-9]{1,5}|[0-9]{2,5})\\)[ .-]?[0-9]{2,4}(?:[ .-]?[0-9]{2,4})"
            "{1,3}(?: ?(?:x|ext\\.?|#) ?[0-9]{1,6})?",
        .score = 0.6F,
        .check = "length",
        .passes = kCheck,
        .context = kPhoneContext,
        .text = "(72) 754-186, (64) 3591-3246"},
    PatternRow{
        .name = "PHONE_TRUNK",
        .category = kPhone,
        .pattern =
            "0[1-9][0-9]{0,4}(?:[ ./-]|[ ]?-[ ]?)[0-9]{2,8}(?:[ .-][0-9]{2,4}){0,4}(?: ?(?:x|ext\\."
            "?|#) ?[0-9]{1,6})?",
        .score = 0.55F,
        .check = "length",
        .passes = kCheck,
        .context = kPhoneContext,
        .text = "0490 39 07 81, 07700 063 966"},
    PatternRow{.name = "PHONE_GROUPS",
               .category = kPhone,
               .pattern = "[0-9]{2,4}(?:(?: "
                          "[0-9]{2,4}){1,4}|(?:-[0-9]{2,4}){1,4}|(?:\\.[0-9]{2,4}){2,4})(?: ?(?:x|"
                          "ext\\.?|#) ?[0-9]{1,6})?",
               .score = 0.3F,
               .check = "length",
               .passes = kCheck,
               .context = kPhoneContext,
               .text = "72 128 827, 60-56-85-91, 467 3395"},
    PatternRow{
        .name = "PHONE_LABELLED",
        .category = kPhone,
        .pattern =
            "([0-9]{2,11}(?:[ .-][0-9]{2,8}){0,4})(?: |-| ?\\()(?i:office|fax|mobile|desk|home|"
            "cell|phone|work)\\b",
        .score = 0.85F,
        .check = "length",
        .passes = kCheck,
        .text = "a label behind it: 28-64-66-98 office"},
    PatternRow{.name = "PHONE_PLAIN",
               .category = kPhone,
               .pattern = "[0-9]{7,12}(?: ?(?:x|ext\\.?) ?[0-9]{1,6})?",
               .score = 0.15F,
               .check = "length",
               .passes = kCheck,
               .context = kPhoneContext,
               .text = "seven to twelve digits, where the context speaks of telephones"},
};

}  // namespace

std::span<const PatternRow> phone_patterns() { return kPhonesRows; }

}  // namespace lethe::documents
