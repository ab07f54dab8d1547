#include "support.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace lethe::test {

namespace fs = std::filesystem;

Context threads(int count) {
    Context context;
    context.threads = count;
    return context;
}

Table numeric_table(std::initializer_list<NumericColumn> columns) {
    std::vector<ColumnPtr> made;
    for (const NumericColumn& column : columns) {
        made.push_back(Column::numeric(column.name, column.values));
    }
    return Table(std::move(made));
}

Table random_table(const Random& random, std::int64_t rows, int columns, int distinct) {
    std::vector<ColumnPtr> made;
    for (int j = 0; j < columns; ++j) {
        const std::string name(1, static_cast<char>('a' + j));
        const Stream stream = random.stream(name);
        std::vector<double> values;
        for (std::int64_t i = 0; i < rows; ++i) {
            Draws draws = stream.at(i);
            values.push_back(distinct > 0 ? static_cast<double>(
                                                draws.below(static_cast<std::uint64_t>(distinct)))
                                          : draws.normal());
        }
        made.push_back(Column::numeric(name, std::move(values)));
    }
    return Table(std::move(made));
}

std::string source_path(const std::string& relative) {
    return std::string(LETHE_SOURCE_DIR) + "/" + relative;
}

std::string data_folder() {
    if (const char* given = std::getenv("LETHE_DATA"); given != nullptr && *given != '\0') {
        return given;
    }
    const fs::path beside = fs::path(LETHE_SOURCE_DIR).parent_path() / "shared" / "data";
    return fs::is_directory(beside) ? beside.string() : std::string();
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "lethe-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace lethe::test
