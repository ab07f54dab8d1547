// Postal addresses.
#include <array>

#include "lethe/text/pattern_row.h"

namespace lethe::text {
namespace {

constexpr std::array kRows{
    PatternRow{
        .name = "ADDRESS_UNIT",
        .category = kAddress,
        .starts = kAtWord,
        .pattern =
            "(?i:apt|apartment|suite|flat|unit|room|floor)\\.? (?:no\\.? |#)?[0-9]{1,5}[A-Za-z]?",
        .score = 0.6F,
        .words = "apt apartment suite flat unit room",
        .text = "Apt. 864, Suite 501"},
    PatternRow{
        .name = "ADDRESS_BOX",
        .category = kAddress,
        .starts = kAtWord,
        .pattern =
            "(?i:p\\.? ?o\\.? ?box|post office box|postfach|apartado|boîte postale|casella postale|"
            "PSC [0-9]{3,5},? Box|Unit [0-9]{3,5},? Box) [0-9]{1,6}(?:\\s{1,3}[AFD]PO (?:AA|AE|AP) "
            "[0-9]{5})?",
        .score = 0.9F,
        .words = "p po post postfach apartado boîte casella psc unit",
        .text = "P.O. Box 12, PSC 5217, Box 4854 APO AP 43617"},
};

}  // namespace

std::span<const PatternRow> address_patterns() { return kRows; }

}  // namespace lethe::text
