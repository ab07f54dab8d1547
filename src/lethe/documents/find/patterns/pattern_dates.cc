// Dates, times, durations.
#include <array>

#include "lethe/documents/find/patterns/identifier_checks.h"
#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kMonthWords =
    "jan january feb february mar march apr april may jun june jul july aug august sep sept "
    "september oct october nov november dec december";

constexpr std::string_view kYearContext =
    "in|since|during|of|year|years|until|till|from|between|by|before|after|around|circa|born|early|"
    "late|mid|summer|autumn|winter|spring|and|to|back|act|founded|the|copyright|year of|im jahr|"
    "en|desde|depuis|seit|nel|dal|rok|roku|class of";

constexpr std::array kDatesRows{
    PatternRow{.name = "DATE_DAY_MONTH_YEAR",
               .category = kDate,
               .pattern =
                   "(?:{day}(?:st|nd|rd|th)?(?: ?[-–,/] ?| and | to | or )){0,3}{day}(?:st|nd|rd|"
                   "th|\\.)?(?:{gap}|-|/|\\.)(?:day of |of )?(?:{month}|{foreign_month}|de "
                   "{foreign_month})(?:\\.?,?{gap}|-|/|\\.| de | del | of )(?:the year )?"
                   "{year}(?:,? (?:at )?(?:{clock}|[0-2][0-9][0-5][0-9]Z))?",
               .score = 0.95F,
               .text = "31 May 1991, 1st of June 1995, 3 de mayo de 2001, 12-Jan-2004"},
    PatternRow{.name = "DATE_DAY_MONTH",
               .category = kDate,
               .pattern = "(?:{day}(?:st|nd|rd|th)?(?: ?[-–,/] ?| and | to | or )){0,3}{day}(?:st|"
                          "nd|rd|th|\\.)?(?:{gap}|-)(?:day of |of )?(?:{month}|{foreign_month})"
                          "(?:[- ]'?[0-9]{2}\\b)?",
               .score = 0.75F,
               .text = "7 January, 3 and 5 May, 12-Jan-04"},
    PatternRow{.name = "DATE_MONTH_DAY",
               .category = kDate,
               .starts = kAtWord,
               .pattern = "{month}\\.?{gap}{day}(?:st|nd|rd|th)?(?: ?[-–/] ?{day}| and {day}| to "
                          "{day})?(?:st|nd|rd|th)?(?:,?{gap}{year})?(?:(?:,|{gap}|, ?)(?:at "
                          ")?(?:{clock}|[0-2][0-9][0-5][0-9]Z))?",
               .score = 0.9F,
               .words = kMonthWords,
               .text = "May 21, 1974; May 21, 1974, 1448Z; June 3"},
    PatternRow{.name = "DATE_MONTH_YEAR",
               .category = kDate,
               .starts = kAtWord,
               .pattern = "{month}(?:\\.?,?{gap}(?:of )?| of |[-/]){year}",
               .score = 0.9F,
               .words = kMonthWords,
               .text = "June 1995, June of 1995"},
    PatternRow{.name = "DATE_FOREIGN_MONTH_YEAR",
               .category = kDate,
               .starts = kAtWord,
               .pattern = "{foreign_month}(?:{gap}| de | del ){year}",
               .score = 0.85F,
               .words =
                   "januar januari janvier jänner enero gennaio janeiro stycznia februar "
                   "februari febrero février febbraio fevereiro lutego märz mars marzo março "
                   "maart marca abril avril aprile kwietnia mai mayo maggio maio mei maja juni "
                   "junio juin giugno junho czerwca juli julio juillet luglio julho lipca "
                   "augusti août agosto augustus sierpnia septembre septiembre settembre "
                   "setembro września oktober octobre octubre ottobre outubro października "
                   "novembre noviembre novembro listopada dezember dezembro décembre "
                   "diciembre dicembre grudnia",
               .text = "mayo de 2001, März 1998"},
    PatternRow{.name = "DATE_MONTH",
               .category = kDate,
               .starts = kAtWord,
               .pattern = "(?:January|February|April|June|July|August|September|October|November|"
                          "December|JANUARY|FEBRUARY|APRIL|JUNE|JULY|SEPTEMBER|OCTOBER|NOVEMBER|"
                          "DECEMBER)",
               .score = 0.45F,
               .context = "in|since|during|of|until|from|between|by|before|after|early|late|mid",
               .words = kMonthWords,
               .text = "a month alone"},
    PatternRow{.name = "DATE_SEASON",
               .category = kDate,
               .starts = kAtWord,
               .pattern = "(?i:spring|summer|autumn|winter|fall|christmas|easter)(?: and (?:spring|"
                          "summer|autumn|winter))?(?: of)? {year}",
               .score = 0.8F,
               .words = "spring summer autumn winter fall christmas easter",
               .text = "summer and autumn of 1994"},
    PatternRow{.name = "DATE_ISO",
               .category = kDate,
               .pattern =
                   "{year}(?:-[0-9]{1,2}-|/[0-9]{1,2}/|\\.[0-9]{1,2}\\.)[0-9]{1,2}(?:(?:T|,? "
                   "){clock}(?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?",
               .score = 0.95F,
               .check = "calendar",
               .passes = &calendar_year_first,
               .text = "2000-04-16, 2000-04-16T11:34:35Z, 2000/4/16"},
    PatternRow{.name = "DATE_NUMERIC",
               .category = kDate,
               .pattern = "[0-9]{1,2}(?:/[0-9]{1,2}/|\\. ?[0-9]{1,2}\\. ?|-[0-9]{1,2}-){year}(?:,? "
                          "(?:at )?{clock})?",
               .score = 0.9F,
               .check = "calendar",
               .passes = &calendar_year_last,
               .text = "11/12/2003, 12.11.2003, 12-11-2003"},
    PatternRow{.name = "DATE_SHORT",
               .category = kDate,
               .pattern = "[0-9]{1,2}(?:/[0-9]{1,2}/|\\.[0-9]{1,2}\\.|-[0-9]{1,2}-)[0-9]{2}",
               .score = 0.5F,
               .check = "calendar",
               .passes = &calendar_year_last,
               .context =
                   "date|dated|on|born|dob|birth|since|until|from|expires|expiry|valid|before|"
                   "after|datum|geboren|né|née|nato|nata|nacido",
               .text = "11/12/03"},
    PatternRow{.name = "DATE_MONTH_SLASH_YEAR",
               .category = kDate,
               .pattern = "(?:0?[1-9]|1[0-2])/{year}",
               .score = 0.45F,
               .context = "date|in|since|until|from|expires|expiry|valid|exp|expiration",
               .text = "04/2011"},
    PatternRow{.name = "DATE_YEARS",
               .category = kDate,
               .pattern = "(?:1[89]|20)[0-9]{2} ?[-–/] ?(?:(?:1[89]|20)[0-9]{2}|[0-9]{2})",
               .score = 0.6F,
               .context = kYearContext,
               .text = "1994-1996, 1994/95"},
    PatternRow{.name = "DATE_DECADE",
               .category = kDate,
               .pattern = "(?:1[5-9]|20)[0-9]0['’]?s",
               .score = 0.7F,
               .text = "the 1970s"},
    PatternRow{.name = "DATE_YEAR",
               .category = kDate,
               .pattern = "(?:1[89][0-9]{2}|20[0-9]{2})",
               .score = 0.45F,
               .context = kYearContext,
               .text = "a year from 1800 to 2099"},
    PatternRow{.name = "DATE_WEEKDAY",
               .category = kDate,
               .starts = kAtWord,
               .pattern = "(?i:monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
               .score = 0.6F,
               .words = "monday tuesday wednesday thursday friday saturday sunday",
               .text = "a day of the week"},
    PatternRow{.name = "DATE_CENTURY",
               .category = kDate,
               .pattern =
                   "(?:1[0-9]|20|21|[1-9])(?:st|nd|rd|th)(?:[- ]century| to (?:the )?(?:late "
                   ")?[0-9]{2}(?:st|th) century)",
               .score = 0.3F,
               .text = "19th century"},
    PatternRow{.name = "DATE_PARTIAL",
               .category = kDate,
               .pattern = "{day}(?:st|nd|rd|th)",
               .score = 0.2F,
               .context = "the|on|of the|until the|since the",
               .text = "the 21st"},
    PatternRow{.name = "TIME_CLOCK",
               .category = kTime,
               .pattern =
                   "(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?: ?[ap]\\.?m\\b\\.?|Z| "
                   "?(?:GMT|UTC|CET|hours|hrs|h)\\b)?",
               .score = 0.6F,
               .context = "at|time|from|until|between|about|around|o'clock|um|à|alle|las",
               .text = "11:34:35, 9:05 p.m."},
    PatternRow{
        .name = "TIME_HALF_DAY",
        .category = kTime,
        .pattern =
            "(?:[01]?[0-9]|2[0-3])(?:[.:][0-5][0-9])? ?(?:[ap]\\.m\\b\\.?|[apAP][mM]\\b|o['’]"
            "clock|noon)",
        .score = 0.8F,
        .text = "9 a.m., 18.45 p.m."},
    PatternRow{.name = "TIME_MILITARY",
               .category = kTime,
               .pattern = "(?:[01][0-9]|2[0-3])[0-5][0-9](?:Z| ?(?:hours|hrs|GMT|UTC)\\b)",
               .score = 0.7F,
               .text = "1448Z, 1600 hours"},
    PatternRow{.name = "DATE_TELEGRAM",
               .category = kDate,
               .pattern = "[0-3][0-9][0-2][0-9][0-5][0-9]Z(?: {month}(?: [0-9]{2,4})?)?",
               .score = 0.8F,
               .text = "the date-time group of a telegram: 211448Z May 74"},
    PatternRow{.name = "DURATION",
               .category = kDate,
               .starts = kAtDigit | kAtWord,
               .pattern = "(?:{number}|{number_words})[- ](?:days?|weeks?|months?|years?|hours?|"
                          "minutes?|decades?)['’]?",
               .score = 0.3F,
               .context = "sentenced|sentence|sentence of|sentenced to|imprisonment|imprisoned",
               .words = "one two three four five six seven eight nine ten eleven twelve thirteen "
                        "fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty "
                        "fifty sixty seventy eighty ninety several",
               .text = "two years, 28 days"},
};

}  // namespace

std::span<const PatternRow> date_patterns() { return kDatesRows; }

}  // namespace lethe::documents
