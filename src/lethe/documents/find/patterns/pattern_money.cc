// Amounts of money, percentages, quantities with a unit.
#include <array>

#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kNumberWords =
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred several half";

constexpr std::array kMoneyRows{
    PatternRow{.name = "MONEY_CODE_FIRST",
               .category = kMoney,
               .starts = kAtUpper,
               .pattern = "{currency_code}[ \\x{a0}]?{number}{scale}?(?: \\({currency_word}\\))?",
               .score = 0.9F,
               .text = "EUR 4,000; GBP 490 million"},
    PatternRow{.name = "MONEY_CODE_LAST",
               .category = kMoney,
               .pattern = "{number}{scale}?[ \\x{a0}]?{currency_code}",
               .score = 0.9F,
               .text = "615 DEM"},
    PatternRow{.name = "MONEY_CODE_JOINED",
               .category = kMoney,
               .starts = kAtMixed,
               .pattern = "{currency_code}{number}{scale}?",
               .score = 0.85F,
               .text = "EUR4,000"},
    PatternRow{.name = "MONEY_WORD",
               .category = kMoney,
               .pattern =
                   "{number}{scale}?(?:[ \\x{a0}-]|{gap})(?:[Nn]ew )?(?:{nation} )?{currency_"
                   "word}(?: \\(\\(?{currency_code}\\)?)?\\)?",
               .score = 0.85F,
               .text = "3,275,732,664 Turkish liras (TRL); 100,000 euros"},
    PatternRow{.name = "MONEY_IN_WORDS",
               .category = kMoney,
               .starts = kAtWord,
               .pattern =
                   "{number_words} (?:[Nn]ew )?(?:{nation} )?{currency_word}(?: \\({currency_"
                   "code}\\))?",
               .score = 0.7F,
               .words = kNumberWords,
               .text = "five hundred euros"},
    PatternRow{.name = "MONEY_SIGN_FIRST",
               .category = kMoney,
               .starts = kAtSign | kAtUpper | kAtWord,
               .pattern = "{currency_sign}[ \\x{a0}]?{number}{scale}?",
               .score = 0.9F,
               .words = "rs kr",
               .text = "$5 million, £1.5m, US$ 300"},
    PatternRow{.name = "MONEY_SIGN_LAST",
               .category = kMoney,
               .pattern =
                   "{number}{scale}?[ "
                   "\\x{a0}]?(?:[€£¥₹₽₺₩₪₴₫฿]|zł\\b|Kč\\b|Ft\\b|kr\\b|\\$)",
               .score = 0.85F,
               .text = "100 €"},
    PatternRow{.name = "PERCENTAGE",
               .category = kQuantity,
               .starts = kAtDigit | kAtWord,
               .pattern =
                   "(?:{number}|{number_words})(?: ?(?:%|per ?cent|percent)? ?(?:to|and|-|–) ?"
                   "{number})? ?(?:%|per ?cent\\b|percent\\b|percentage points?)",
               .score = 0.55F,
               .words = kNumberWords,
               .text = "40 %, 50 to 79%"},
    PatternRow{.name = "QUANTITY_UNIT",
               .category = kQuantity,
               .pattern =
                   "{number}(?: ?x ?{number})?(?:{gap}|-)?(?:km/h|mph|km|cm|mm|kg|mg|ml|kWh|MW|"
                   "kilomet(?:er|re)s?|centimet(?:er|re)s?|millimet(?:er|re)s?|met(?:er|re)s?|"
                   "miles?|feet|foot|inches|yards?|acres?|hectares?|ha|(?:square|cubic|sq\\.?) "
                   "(?:met(?:er|re)s?|kilomet(?:er|re)s?|feet|miles?|m|km)|m²|m2|m³|km²|"
                   "kilos?|kilograms?|grams?|tons?|tonnes?|pounds|lbs?|lit(?:er|re)s?|"
                   "gallons?|barrels?|megawatts?|degrees|°C|°F|pages?)",
               .score = 0.5F,
               .text = "50 metres, 26 km/h, 15 x 10 mm, 50 pages"},
};

}  // namespace

std::span<const PatternRow> money_patterns() { return kMoneyRows; }

}  // namespace lethe::documents
