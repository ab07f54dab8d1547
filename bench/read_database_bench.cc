// Reads a table of a database and says how long it took, with how much processor and memory, and
// the sum of each column of numbers, for whoever asks to compare (bench/postgres.py).
//   read_database_bench SOURCE [threads = 2]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench_support.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/data/formats/table_files.h"

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    try {
        const double begin = lethe::bench::wall_seconds();
        const lethe::Table table =
            lethe::read_table(lethe::bench::context(argc > 2 ? std::atoi(argv[2]) : 2), argv[1]);
        nlohmann::ordered_json line{{"rows", table.rows()},
                                    {"seconds", lethe::bench::wall_seconds() - begin},
                                    {"processor", lethe::bench::cpu_seconds()},
                                    {"megabytes", lethe::bench::peak_mb()}};
        for (const lethe::ColumnPtr& column : table.columns()) {
            if (column->is_numeric()) {
                line["sums"][column->name()] = lethe::exact_sum(column->numbers());
            }
        }
        std::puts(line.dump().c_str());
        return 0;
    } catch (const lethe::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
