// Any bytes as one part of a workbook whose others are right, or as the whole file, are a table or
// an error of ours.
#include <sys/mman.h>
#include <unistd.h>
#include <zip.h>

#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_format.h"
#include "xlsx_parts.h"

namespace lethe::fuzz::workbooks {

int workbook_scratch() {
    static const int handle = ::memfd_create("xlsx_fuzz", 0);
    return handle;
}

void put_workbook(std::string_view bytes) {
    const bool done = ::ftruncate(workbook_scratch(), 0) == 0 &&
                      ::pwrite(workbook_scratch(), bytes.data(), bytes.size(), 0) ==
                          static_cast<ssize_t>(bytes.size());
    if (!done) std::abort();
}

// The bytes of an archive of these parts, not compressed.
std::string archive_of(const test::ZipParts& parts) {
    zip_source_t* const made = zip_source_buffer_create(nullptr, 0, 0, nullptr);
    zip_t* const archive = zip_open_from_source(made, ZIP_TRUNCATE, nullptr);
    zip_source_keep(made);
    for (const auto& [name, bytes] : parts) {
        zip_source_t* const source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
        const zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
        if (index < 0) std::abort();
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
    }
    if (zip_close(archive) != 0 || zip_source_open(made) != 0) std::abort();
    std::string bytes;
    char block[4096];
    for (zip_int64_t got = 1; got > 0;) {
        got = zip_source_read(made, block, sizeof block);
        if (got > 0) bytes.append(block, static_cast<std::size_t>(got));
    }
    zip_source_close(made);
    zip_source_free(made);
    return bytes;
}

test::ZipParts right_parts() {
    const test::XlsxParts parts{
        .sheets = {{"data", R"(<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s">)"
                            R"(<v>1</v></c></row><row r="2"><c r="A2" s="1"><v>45322</v></c>)"
                            R"(<c r="B2" s="2"><v>0.5</v></c></row></sheetData>)"}},
        .shared = "<si><t>day</t></si><si><t>share</t></si>",
        .formats = {"yyyy-mm-dd", "0%"}};
    return parts.zip();
}

void run(std::string_view part, std::string_view bytes) {
    if (part == "file") {
        put_workbook(bytes);
    } else {
        test::ZipParts parts = right_parts();
        for (auto& [name, content] : parts) {
            if (name.find(part) != std::string::npos && !name.ends_with(".rels")) content = bytes;
        }
        put_workbook(archive_of(parts));
    }
    try {
        const std::string path = "/proc/self/fd/" + std::to_string(workbook_scratch());
        formats::table_format(Format::xlsx).read({}, path, {});
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) std::abort();
    }
}

}  // namespace lethe::fuzz::workbooks
