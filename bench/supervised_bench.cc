// Supervised linkage on the six non-uniformly protected Census files of the literature: the largest
// number of links of each family, proven. One JSON line an instance.
//
//   supervised_bench [--data FOLDER] [--samples K] [--seconds S] [--rows N] [--file NAME]
//                    [--operator NAME] [--threads T] [--verify 1]
//   supervised_bench --pair PREFIX [--operator NAME] [--seconds S] [--threads T]
//
// The second form takes PREFIX.orig.csv and PREFIX.mask.csv, whose rows belong together.
// --file EIA-5, EIA-10 or EIA-3x5 takes the whole EIA file instead. Sample s draws N of the 1080
// records (0: all) with seed s, masks them by MDAV on the raw values of each group, and
// standardises both files. A line is ok when the recount from the data agrees with the links and
// the links do not exceed the bound; with --verify 1 also when the exact check confirms every
// conflict and the bound.
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/core/random.h"
#include "lethe/space/numeric.h"

namespace lethe {
namespace {

struct Group {
    int columns;
    int k;
};

const std::vector<std::pair<std::string, std::vector<Group>>> kFiles = {
    {"M4-33", {{2, 3}, {2, 3}}},          {"M4-28", {{2, 2}, {2, 8}}},
    {"M4-82", {{2, 8}, {2, 2}}},          {"M5-38", {{3, 3}, {2, 8}}},
    {"M6-385", {{2, 3}, {2, 8}, {2, 5}}}, {"M6-853", {{2, 8}, {2, 5}, {2, 3}}},
};

// Of the EIA file, all 4092 records and ten attributes; run by name only.
const std::vector<std::pair<std::string, std::vector<Group>>> kEiaFiles = {
    {"EIA-5", {{2, 5}, {2, 5}, {2, 5}, {2, 5}, {2, 5}}},
    {"EIA-10", {{2, 10}, {2, 10}, {2, 10}, {2, 10}, {2, 10}}},
    {"EIA-3x5", {{5, 3}, {5, 3}}},
};

const std::vector<DistanceFamily> kFamilies = {
    DistanceFamily::weighted_mean,
    DistanceFamily::choquet,
    DistanceFamily::choquet_submodular,
    DistanceFamily::bilinear,
    DistanceFamily::bilinear_nonnegative,
    DistanceFamily::bilinear_psd,
    DistanceFamily::owa,
};

struct Options {
    std::string data = "../shared/data";
    std::string pair;
    std::string file;
    std::string family;
    int samples = 1;
    int threads = 2;
    bool verify = false;
    std::int64_t rows = 400;
    double seconds = 60.0;
};

double wall() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double cpu() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

std::vector<std::vector<double>> read_columns(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::vector<std::vector<double>> columns;
    while (std::getline(file, line)) {
        std::size_t column = 0;
        for (const char* from = line.data(); from < line.data() + line.size(); ++column) {
            double value = 0.0;
            from = std::from_chars(from, line.data() + line.size(), value).ptr + 1;
            if (columns.size() <= column) columns.emplace_back();
            columns[column].push_back(value);
        }
    }
    return columns;
}

// Row-major values of `count` columns from `first` on.
std::vector<double> matrix(const std::vector<std::vector<double>>& columns, std::size_t first,
                           std::size_t count, const std::vector<std::int64_t>& rows) {
    std::vector<double> values;
    for (const std::int64_t row : rows) {
        for (std::size_t c = first; c < first + count; ++c) {
            values.push_back(columns[c][static_cast<std::size_t>(row)]);
        }
    }
    return values;
}

std::vector<double> masked(const std::vector<std::vector<double>>& columns,
                           const std::vector<Group>& groups, const std::vector<std::int64_t>& rows,
                           std::size_t total) {
    std::vector<double> result(rows.size() * total);
    std::size_t first = 0;
    for (const Group& group : groups) {
        const auto width = static_cast<std::size_t>(group.columns);
        const NumericSpace space(matrix(columns, first, width, rows), std::ssize(rows),
                                 group.columns);
        const Clusters clusters = mdav(Context(), space, group.k);
        const ClusterRows members(clusters);
        for (std::int32_t cluster = 0; cluster < members.count(); ++cluster) {
            const NumericSpace::Point centre = space.centroid(members[cluster]);
            for (const std::int64_t row : members[cluster]) {
                for (std::size_t c = 0; c < width; ++c) {
                    result[static_cast<std::size_t>(row) * total + first + c] = centre[c];
                }
            }
        }
        first += width;
    }
    return result;
}

void standardise(std::vector<double>& values, std::size_t columns) {
    const std::size_t rows = values.size() / columns;
    for (std::size_t c = 0; c < columns; ++c) {
        double mean = 0.0;
        for (std::size_t i = 0; i < rows; ++i) mean += values[i * columns + c];
        mean /= static_cast<double>(rows);
        double sum = 0.0;
        for (std::size_t i = 0; i < rows; ++i) {
            values[i * columns + c] -= mean;
            sum += values[i * columns + c] * values[i * columns + c];
        }
        const double deviation = std::sqrt(sum / static_cast<double>(rows - 1));
        for (std::size_t i = 0; i < rows && deviation > 0.0; ++i) {
            values[i * columns + c] /= deviation;
        }
    }
}

void run(const Options& options, const std::string& file, DistanceFamily family, int sample,
         const AlignedRecords& records) {
    Context context;
    context.threads = options.threads;
    context.clock = wall;
    const double wall_before = wall();
    const double cpu_before = cpu();
    SearchLimits limits;
    limits.seconds = options.seconds;
    const SupervisedLinkage found = supervised_linkage(context, {family}, records, limits);
    const double wall_spent = wall() - wall_before;
    const double cpu_spent = cpu() - cpu_before;
    std::int64_t recount = 0;
    for (const bool linked :
         satisfied_blocks(context, {family}, records, found.search.parameters)) {
        recount += linked ? 1 : 0;
    }
    bool ok = recount == found.search.links && found.search.links <= found.search.bound;
    double check_spent = 0.0;
    if (options.verify) {
        const double before = wall();
        const LinkageCertificate certificate =
            check_linkage(context, {family}, records, found.search, options.seconds);
        check_spent = wall() - before;
        ok &= certificate.links == recount && certificate.rejected == 0 &&
              certificate.bound == found.search.bound;
    }
    std::printf(
        "{\"bench\": \"supervised\", \"instance\": \"%s\", \"operator\": \"%s\", \"sample\": %d, "
        "\"rows\": %d, \"links\": %lld, \"bound\": %lld, \"optimal\": %s, \"wall\": %.3f, "
        "\"cpu\": %.3f, \"nodes\": %lld, \"questions\": %lld, \"relaxations\": %lld, "
        "\"conflicts\": %zu, \"check\": %.3f, \"ok\": %s}\n",
        file.c_str(), std::string(name(family)).c_str(), sample, static_cast<int>(records.rows),
        static_cast<long long>(found.search.links), static_cast<long long>(found.search.bound),
        found.search.optimal ? "true" : "false", wall_spent, cpu_spent,
        static_cast<long long>(found.search.statistics.nodes),
        static_cast<long long>(found.search.statistics.questions),
        static_cast<long long>(found.search.statistics.relaxations), found.search.conflicts.size(),
        check_spent, ok ? "true" : "false");
    std::fflush(stdout);
}

void run_sample(const Options& options,
                const std::vector<std::pair<std::string, std::vector<Group>>>& files,
                const std::vector<std::vector<double>>& columns, int sample) {
    const std::int64_t size = std::ssize(columns[0]);
    const std::int64_t count = options.rows > 0 ? std::min(options.rows, size) : size;
    const std::vector<std::int64_t> rows =
        random_subset(Random(static_cast<std::uint64_t>(sample)).stream("sample"), size, count);
    for (const auto& [file, groups] : files) {
        if (!options.file.empty() && options.file != file) continue;
        std::size_t total = 0;
        for (const Group& group : groups) total += static_cast<std::size_t>(group.columns);
        std::vector<double> original = matrix(columns, 0, total, rows);
        std::vector<double> release = masked(columns, groups, rows, total);
        standardise(original, total);
        standardise(release, total);
        const AlignedRecords records{original.data(), release.data(),
                                     static_cast<std::int32_t>(rows.size()),
                                     static_cast<int>(total)};
        for (const DistanceFamily family : kFamilies) {
            if (!options.family.empty() && options.family != name(family)) continue;
            run(options, file, family, sample, records);
        }
    }
}

int run_pair(const Options& options) {
    const auto left = read_columns(options.pair + ".orig.csv");
    const auto right = read_columns(options.pair + ".mask.csv");
    if (left.empty() || left.size() != right.size() || left[0].size() != right[0].size()) {
        std::fprintf(stderr, "no two files of the same shape at %s\n", options.pair.c_str());
        return 5;
    }
    std::vector<std::int64_t> rows(left[0].size());
    std::iota(rows.begin(), rows.end(), 0);
    std::vector<double> original = matrix(left, 0, left.size(), rows);
    std::vector<double> release = matrix(right, 0, right.size(), rows);
    standardise(original, left.size());
    standardise(release, left.size());
    const AlignedRecords records{original.data(), release.data(),
                                 static_cast<std::int32_t>(rows.size()),
                                 static_cast<int>(left.size())};
    const std::string name_of_pair = options.pair.substr(options.pair.find_last_of('/') + 1);
    for (const DistanceFamily family : kFamilies) {
        if (!options.family.empty() && options.family != name(family)) continue;
        run(options, name_of_pair, family, 0, records);
    }
    return 0;
}

}  // namespace
}  // namespace lethe

int main(int count, char** arguments) {
    lethe::Options options;
    for (int place = 1; place + 1 < count; place += 2) {
        const std::string key = arguments[place];
        const std::string value = arguments[place + 1];
        if (key == "--data") options.data = value;
        if (key == "--pair") options.pair = value;
        if (key == "--file") options.file = value;
        if (key == "--operator") options.family = value;
        if (key == "--samples") options.samples = std::stoi(value);
        if (key == "--threads") options.threads = std::stoi(value);
        if (key == "--verify") options.verify = value == "1";
        if (key == "--rows") options.rows = std::stoll(value);
        if (key == "--seconds") options.seconds = std::stod(value);
    }
    if (!options.pair.empty()) return lethe::run_pair(options);
    const bool eia = options.file.starts_with("EIA");
    if (eia) options.rows = 0;
    const std::string source = eia ? "/casc/EIA_10numeric.csv" : "/casc/Census.csv";
    const auto columns = lethe::read_columns(options.data + source);
    if (columns.empty()) {
        std::fprintf(stderr, "no %s%s\n", options.data.c_str(), source.c_str());
        return 5;
    }
    for (int sample = 1; sample <= options.samples; ++sample) {
        lethe::run_sample(options, eia ? lethe::kEiaFiles : lethe::kFiles, columns, sample);
    }
    return 0;
}
