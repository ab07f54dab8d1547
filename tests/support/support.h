// What several tests need: a context, tables made by hand or at random, and where files are.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::test {

Context threads(int count);  // a context with that many threads

struct NumericColumn {
    std::string name;
    std::vector<double> values;
};
Table numeric_table(std::initializer_list<NumericColumn> columns);

// rows x columns ("a", "b", ...) of numbers; `distinct` > 0 draws integers below it, so that there
// are many ties; 0 draws normal numbers.
Table random_table(const Random& random, std::int64_t rows, int columns, int distinct = 0);

std::string source_path(const std::string& relative);  // a file of the project

// The folder of real data, or empty where there is none (LETHE_DATA, or shared/data beside the
// project). Tests that need it skip without it.
std::string data_folder();

// A folder that is removed with the object.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace lethe::test
