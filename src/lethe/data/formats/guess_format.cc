#include <cstddef>
#include <string>
#include <string_view>

#include "lethe/data/formats/table_files.h"
#include "lethe/io/bytes.h"

namespace lethe {

Format guessed_format(const std::string& path) {
    constexpr std::size_t kHead = 4096;
    ByteSource source(path, "utf-8");
    std::string head(kHead, '\0');
    head.resize(source.read(head.data(), head.size()));
    if (head.starts_with("PAR1")) return Format::parquet;
    if (head.starts_with("PK\x03\x04")) return Format::xlsx;
    std::string_view text = head;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return Format::csv;
    if (text[first] == '{') return Format::jsonl;
    // A name in brackets may begin a CSV file: an array of records goes on with one.
    if (text[first] != '[') return Format::csv;
    const std::size_t next = text.find_first_not_of(" \t\r\n", first + 1);
    const bool array = next != std::string_view::npos && (text[next] == '{' || text[next] == ']');
    return array ? Format::json : Format::csv;
}

}  // namespace lethe
