// Case numbers, file references, serial numbers.
#include <array>

#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kNumbered =
    "no|nos|number|numbers|nr|application|applications|case|cases|file|files|reference|ref|"
    "decision|"
    "judgment|docket|plot|plots|parcel|register|registration|registered|invoice|order|ticket|"
    "aktenzeichen|dossier|numéro|número|sygn|akt|document|certificate|sheet|complaint|letter|"
    "telegram";

constexpr std::array kCodesRows{
    PatternRow{.name = "CASE_NUMBER",
               .pattern = "[0-9]{3,6}/[0-9]{2}(?:[0-9]{2})?",
               .score = 0.55F,
               .context = kNumbered,
               .text = "number and year: 18403/91"},
    PatternRow{.name = "CASE_NUMBER_PARTS",
               .pattern = "[0-9]{1,6}(?:[/.:-][0-9]{1,6}){1,4}(?:/[A-Z]{1,3})?",
               .score = 0.25F,
               .context = kNumbered,
               .text = "numbers in parts: 1996/276, 121/2/3, 1971:437"},
    PatternRow{.name = "CASE_NUMBER_LETTERS",
               .starts = kAtDigit | kAtUpper | kAtMixed,
               .pattern =
                   "(?:[A-Z]{1,5}[-/ .]?){0,2}[0-9]{1,6}(?:[-/ .]?[A-Z]{1,4}){0,2}[-/ .]?[0-9]{1,6}"
                   "[-/.][0-9]{2,6}(?:-[0-9]{1,4})?",
               .score = 0.3F,
               .context = kNumbered,
               .text = "letters and numbers: III AUa 123/05, T-1234/98"},
    PatternRow{.name = "REFERENCE_CODE",
               .starts = kAtUpper | kAtMixed,
               .pattern = "[A-Z]{1,5}[-/]?[0-9]{2,10}(?:[-/][A-Z0-9]{1,10}){0,4}",
               .score = 0.3F,
               .context = "no|nos|number|nr|code|file|reference|ref|id|identifier|serial|policy|"
                          "contract|order|invoice|tracking|booking|ticket|customer|member|employee|"
                          "client|patient|record|mrn|badge|licence|license|case",
               .text = "D-4840, INV-2004/17"},
    PatternRow{.name = "RECORD_NUMBER",
               .pattern = "[0-9]{2,12}(?:-[0-9]{1,6})?",
               .score = 0.05F,
               .context =
                   "file no|file number|case no|case number|plot no|plot nos|plots nos|plots no|"
                   "plot number|serial no|serial number|reference no|reference number|ref no|"
                   "account no|account number|customer number|customer no|customer id|client "
                   "number|client id|member number|member id|membership number|policy number|"
                   "policy no|employee number|employee id|employee no|patient id|patient "
                   "number|record number|medical record|mrn|invoice number|invoice no|order "
                   "number|order no|tracking number|booking number|ticket number|badge number|"
                   "registration number|registration no|certificate no|document no|document "
                   "number|contract number|contract no|user id|telegram",
               .text = "a number that its context calls one of a file, a plot, a customer"},
};

}  // namespace

std::span<const PatternRow> code_patterns() { return kCodesRows; }

}  // namespace lethe::documents
