// What a run is given from outside: how many threads, whether to stop, where to show progress, and
// a clock. The library itself never prints, never reads the clock or the environment.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace lethe {

// Receives progress. Calls come from any thread; `advance` may be called often and must be cheap.
class ProgressSink {
  public:
    virtual ~ProgressSink() = default;
    virtual void start(std::string_view task, std::int64_t total) = 0;
    virtual void advance(std::int64_t done) = 0;  // done so far, not an increment
    virtual void finish() = 0;
};

struct Context {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    ProgressSink* progress = nullptr;
    double (*clock)() = nullptr;  // seconds since some fixed moment

    double now() const { return clock != nullptr ? clock() : 0.0; }
    bool stop_asked() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
    void check_stop() const;  // throws Error(stopped) when a stop was asked for

    // The same run without a progress display (for work inside work) or on one thread.
    Context silent() const;
    Context single() const;
};

// One task shown to the user, finished when the object goes. Safe to add to from any thread.
class Progress {
  public:
    Progress(const Context& context, std::string_view task, std::int64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void add(std::int64_t amount = 1);

  private:
    ProgressSink* sink_;
    std::atomic<std::int64_t> done_{0};
};

}  // namespace lethe
