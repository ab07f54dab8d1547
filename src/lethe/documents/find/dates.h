// Dates as people write them, read as far as they can be.
#pragma once

#include <string_view>

namespace lethe::documents {

struct TextDate {
    int year = 0;       // 0: none, or more than one
    int month = 0;      // 1 to 12; 0: none
    int day = 0;        // 1 to 31; 0: none
    bool sure = false;  // day and month cannot be taken for each other
};

// "2 May 2004", "May 2nd, 2004", "2004-05-02", "02.05.2004", "5/2/04", "May 2004", "2004", in
// English, and with the names of months in German, French, Spanish and Italian. Years of two digits
// are of the years 1930 to 2029, and are known by their place behind day and month ("2 May 04") or
// by an apostrophe ("May 2 '04"): of "13 and 15 May" neither is a year. What has several years
// ("1992-1995") has none.
TextDate read_date(std::string_view text);

}  // namespace lethe::documents
