// Reads a CSV file of ten columns of numbers and two of categories, and writes it again.
//   read_csv_bench [gigabytes = 1] [threads = 2]
// The file is made of a few random blocks that repeat, so that it is made fast and its sums are
// known. Right means: every sum is exact, every category has its count, and the file that is
// written has the same bytes.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/random.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/file.h"

namespace lethe::bench {
namespace {

struct Numbers {
    const char* name;
    int decimals;
    std::uint64_t below;  // the digits without the point are a number below this
};

constexpr std::array<Numbers, 10> kNumbers{{
    {"id", 0, 100000000},
    {"age", 0, 100},
    {"income", 2, 10000000},
    {"weight", 6, 1000000000},
    {"latitude", 7, 900000000},
    {"longitude", 7, 1800000000},
    {"score", 3, 1000000},
    {"hours", 0, 80},
    {"tax", 4, 100000000},
    {"ratio", 5, 100000},
}};
constexpr std::array<const char*, 6> kWork{"Private",     "State-gov", "Self-emp-not-inc",
                                           "Federal-gov", "Local-gov", "Without-pay"};
constexpr std::array<const char*, 5> kCities{"Barcelona", "Tarragona", "Vienna", "Lisbon",
                                             "Palma de Mallorca"};
constexpr std::int64_t kBlockRows = 50000;
constexpr int kBlocks = 8;

struct Block {
    std::string text;
    std::array<ExactSum, kNumbers.size()> sums;
    std::array<std::int64_t, kCities.size()> cities{};
};

Block make_block(int index) {
    Block block;
    const Stream stream = Random(1, static_cast<std::uint64_t>(index)).stream("rows");
    for (std::int64_t row = 0; row < kBlockRows; ++row) {
        Draws draws = stream.at(row);
        for (std::size_t j = 0; j < kNumbers.size(); ++j) {
            const auto digits = static_cast<double>(draws.below(kNumbers[j].below));
            const double value = digits / std::pow(10.0, kNumbers[j].decimals);
            block.sums[j].add(value);
            block.text += fixed_number_text(value, kNumbers[j].decimals) + ",";
        }
        const std::size_t city = draws.below(kCities.size());
        ++block.cities[city];
        block.text += fmt::format("{},{}\n", kWork[draws.below(kWork.size())], kCities[city]);
    }
    return block;
}

struct Expected {
    std::int64_t rows = 0;
    std::array<ExactSum, kNumbers.size()> sums;
    std::array<std::int64_t, kCities.size()> cities{};
};

Expected make_file(const std::string& path, double bytes) {
    std::vector<Block> blocks;
    for (int i = 0; i < kBlocks; ++i) blocks.push_back(make_block(i));
    std::ofstream file(path, std::ios::binary);
    for (const Numbers& column : kNumbers) file << column.name << ",";
    file << "work,city\n";
    Expected expected;
    for (std::size_t i = 0; static_cast<double>(file.tellp()) < bytes; ++i) {
        const Block& block = blocks[i % kBlocks];
        file << block.text;
        expected.rows += kBlockRows;
        for (std::size_t j = 0; j < kNumbers.size(); ++j) expected.sums[j].add(block.sums[j]);
        for (std::size_t c = 0; c < kCities.size(); ++c) expected.cities[c] += block.cities[c];
    }
    return expected;
}

bool is_right(const Table& table, const Expected& expected) {
    bool right = table.rows() == expected.rows;
    for (std::size_t j = 0; j < kNumbers.size(); ++j) {
        right = right &&
                exact_sum(table.column(kNumbers[j].name).numbers()) == expected.sums[j].value();
    }
    const Column& city = table.column("city");
    std::vector<std::int64_t> counts(city.dictionary().size());
    for (const std::int32_t code : city.codes()) ++counts[static_cast<std::size_t>(code)];
    right = right && counts.size() == kCities.size();
    for (std::size_t c = 0; right && c < kCities.size(); ++c) {
        for (std::size_t d = 0; d < kCities.size(); ++d) {
            if (city.dictionary()[d] == kCities[c]) right = counts[d] == expected.cities[c];
        }
    }
    return right;
}

int run(double gigabytes, int threads) {
    const Folder folder;
    const std::string path = folder.file("read.csv");
    const Expected expected = make_file(path, gigabytes * 1e9);
    const nlohmann::ordered_json details{{"bytes", std::filesystem::file_size(path)},
                                         {"threads", threads}};
    Run read("read_csv");
    const Table table = read_table(context(threads), path);
    read.stop();
    const int read_status = read.report(is_right(table, expected), table.rows(), details);

    Run write("write_csv");
    write_table(context(threads), table, folder.file("written.csv"));
    write.stop();
    const bool same = file_sha256(path) == file_sha256(folder.file("written.csv"));
    return read_status | write.report(same, table.rows(), details);
}

}  // namespace
}  // namespace lethe::bench

int main(int count, char** arguments) {
    const double gigabytes = count > 1 ? std::atof(arguments[1]) : 1.0;
    const int threads = count > 2 ? std::atoi(arguments[2]) : 2;
    return lethe::bench::run(gigabytes, threads);
}
