#include "xlsx_parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <filesystem>

namespace lethe::test {

void write_zip(const std::string& path, const ZipParts& parts) {
    std::filesystem::remove(path);
    int code = 0;
    zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE, &code);
    ASSERT_NE(archive, nullptr) << code;
    for (const auto& [name, bytes] : parts) {
        zip_source_t* const source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
        ASSERT_GE(zip_file_add(archive, name.c_str(), source, 0), 0);
    }
    ASSERT_EQ(zip_close(archive), 0);
}

ZipParts XlsxParts::zip() const {
    std::string tabs, relations, numbers, styles;
    ZipParts parts;
    for (std::size_t i = 1; i <= sheets.size(); ++i) {
        const auto& [name, body] = sheets[i - 1];
        const bool hidden = name.starts_with("-");
        tabs += fmt::format(R"(<sheet name="{}" sheetId="{}" r:id="r{}"{}/>)",
                            name.substr(hidden ? 1 : 0), i, i, hidden ? R"( state="hidden")" : "");
        relations += fmt::format(
            R"(<Relationship Id="r{}" Type="x/worksheet" Target="worksheets/sheet{}.xml"/>)", i, i);
        parts.emplace_back(fmt::format("xl/worksheets/sheet{}.xml", i),
                           "<worksheet>" + body + "</worksheet>");
    }
    for (std::size_t i = 1; i <= formats.size(); ++i) {
        numbers +=
            fmt::format(R"(<numFmt numFmtId="{}" formatCode="{}"/>)", 163 + i, formats[i - 1]);
        styles += fmt::format(R"(<xf numFmtId="{}"/>)", 163 + i);
    }
    relations += R"(<Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/>)"
                 R"(<Relationship Id="t" Type="x/styles" Target="/xl/styles.xml"/>)";
    parts.emplace_back("_rels/.rels",
                       R"(<Relationships><Relationship Id="a" Type="x/officeDocument" )"
                       R"(Target="xl/workbook.xml"/></Relationships>)");
    parts.emplace_back("xl/workbook.xml",
                       fmt::format(R"(<workbook xmlns:r="r"><workbookPr{}/><sheets>{}</sheets>)"
                                   "</workbook>",
                                   since_1904 ? R"( date1904="1")" : "", tabs));
    parts.emplace_back("xl/_rels/workbook.xml.rels",
                       "<Relationships>" + relations + "</Relationships>");
    parts.emplace_back("xl/sharedStrings.xml", "<sst>" + shared + "</sst>");
    parts.emplace_back("xl/styles.xml",
                       "<styleSheet><numFmts>" + numbers +
                           R"(</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>)"
                           R"(<xf numFmtId="0"/>)" +
                           styles + "</cellXfs></styleSheet>");
    return parts;
}

void write_xlsx_rows(const std::string& path, const std::string& rows, XlsxParts parts) {
    parts.sheets.insert(parts.sheets.begin(), {"data", "<sheetData>" + rows + "</sheetData>"});
    write_zip(path, parts.zip());
}

}  // namespace lethe::test
