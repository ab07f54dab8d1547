// What a call is given from outside: threads, progress, a way to stop. The library reads neither
// clock nor environment and prints nothing. Results do not depend on any of this.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace lethe::api {

// Receives progress. Calls come from any thread and must return soon; they must not throw.
class Progress {
  public:
    virtual ~Progress();
    virtual void start(std::string_view task, std::int64_t total) = 0;
    virtual void advance(std::int64_t done) = 0;  // so far, not since the last call
    virtual void finish() = 0;
};

struct Context {
    int threads = 0;                          // 0: as many as the machine has
    const std::atomic<bool>* stop = nullptr;  // once true, the call ends with Error(stopped)
    Progress* progress = nullptr;             // outlives the call
    // Seconds since some fixed moment; without it limits of time are not kept.
    double (*clock)() = nullptr;
};

}  // namespace lethe::api
