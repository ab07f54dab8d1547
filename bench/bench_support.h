// What every benchmark needs: wall and processor time, peak memory, a folder for its files, and one
// line of JSON as its result.
#pragma once

#include <stdlib.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "lethe/core/context.h"

namespace lethe::bench {

inline double wall_seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

inline rusage usage() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used;
}

inline double cpu_seconds() {
    const rusage used = usage();
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

inline double peak_mb() { return static_cast<double>(usage().ru_maxrss) / 1024.0; }

inline Context context(int threads) {
    Context made;
    made.threads = threads;
    made.clock = &wall_seconds;
    return made;
}

// Times from its making to report(), which prints one line:
//   {"bench": ..., "wall": ..., "cpu": ..., "peak_mb": ..., "rows_per_s": ..., "ok": true, ...}
// and gives the exit status: 0 when the result was right.
class Run {
  public:
    explicit Run(std::string name)
        : name_(std::move(name)), wall_(wall_seconds()), cpu_(cpu_seconds()) {}

    // The measured part ends here; checking the result is not measured.
    void stop() {
        wall_ = wall_seconds() - wall_;
        cpu_ = cpu_seconds() - cpu_;
        peak_ = peak_mb();
    }

    int report(bool ok, std::int64_t rows, const nlohmann::ordered_json& details = {}) const {
        nlohmann::ordered_json line{{"bench", name_},
                                    {"wall", wall_},
                                    {"cpu", cpu_},
                                    {"peak_mb", peak_},
                                    {"rows_per_s", static_cast<double>(rows) / wall_},
                                    {"ok", ok}};
        if (!details.is_null()) line.update(details);
        std::printf("%s\n", line.dump().c_str());
        std::fflush(stdout);
        return ok ? 0 : 1;
    }

  private:
    std::string name_;
    double wall_;
    double cpu_;
    double peak_ = 0;
};

// A folder that is removed with the object.
class Folder {
  public:
    Folder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "lethe-bench-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data()) == nullptr ? std::string(".") : pattern;
    }
    ~Folder() {
        std::error_code ignored;
        if (path_ != ".") std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string file(const std::string& name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};

}  // namespace lethe::bench
