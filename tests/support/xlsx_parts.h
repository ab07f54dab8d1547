// Workbooks made by hand for the tests of reading them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lethe::test {

using ZipParts = std::vector<std::pair<std::string, std::string>>;  // name and bytes

void write_zip(const std::string& path, const ZipParts& parts);

struct XlsxParts {
    // What is in <worksheet> of each sheet, and its name; a name that begins with "-" is hidden.
    std::vector<std::pair<std::string, std::string>> sheets;
    std::string shared = {};                // <si> elements
    std::vector<std::string> formats = {};  // styles 1, 2, ... have these
    bool since_1904 = false;

    ZipParts zip() const;
};

// One sheet "data" of these rows: <row> elements.
void write_xlsx_rows(const std::string& path, const std::string& rows, XlsxParts parts = {});

}  // namespace lethe::test
