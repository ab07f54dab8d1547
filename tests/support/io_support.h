// Files made by hand for the tests of reading and writing.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "support.h"

namespace lethe::test {

class IoTest : public ::testing::Test {
  protected:
    std::string make(const std::string& name, std::string_view bytes) const {
        const std::string path = folder_.file(name);
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    Table read(std::string_view csv, const ReadOptions& options = {}) const {
        return read_table(threads(1), make("table.csv", csv), options);
    }
    const TemporaryFolder& folder() const { return folder_; }

  private:
    TemporaryFolder folder_;
};

// The error that `act` throws; none fails the test.
inline Error error_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "no error was thrown";
    return Error(ErrorKind::internal, "none");
}

inline std::vector<std::string> texts_read(const Table& table, std::string_view name) {
    const Column& column = table.column(name);
    std::vector<std::string> result;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        result.push_back(column.valid(row) ? column.text(row) : "(missing)");
    }
    return result;
}

inline std::vector<double> numbers_read(const Table& table, std::string_view name) {
    const auto span = table.column(name).numbers();
    return {span.begin(), span.end()};
}

using Texts = std::vector<std::string>;
using Numbers = std::vector<double>;

}  // namespace lethe::test
