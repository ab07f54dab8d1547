// Work that takes a while: operations that were asked for, with how far they are. A job runs on a
// thread of its own, two at a time; it can be stopped, and whoever listens is told what it does.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/operation/operation.h"

namespace lethe::studio {

struct JobRequest {
    const operation::Operation* operation = nullptr;
    Json options = Json::object();
    std::optional<std::uint64_t> seed;
    std::string project;  // its folder; empty: of none
    Json more = nullptr;  // what the asker wants back with the end
};

// What came of it.
struct JobEnd {
    JobRequest request;  // with the seed that was used, where one was
    operation::Answer answer;
    std::optional<Error> error;  // in place of an answer
    std::vector<std::string> lines;
    double seconds = 0;
};

class Jobs {
  public:
    struct Listener {
        // A change of a job, as its JSON; `partial`: a part of its answer. From any thread.
        std::function<void(const std::string& project, const Json& job)> changed;
        std::function<void(const std::string& project, const Json& partial)> partial;
        // Called before the job counts as done; what it returns is in the job as "result".
        std::function<Json(const std::string& job, const JobEnd& end)> ended;
    };
    struct Settings {
        int threads = 1;                    // of each job
        std::string cache_folder;           // of taxonomies
        std::size_t most = 32;              // jobs that wait; more are refused
        std::function<std::string()> time;  // now, for records
    };

    Jobs(Settings settings, Listener listener);
    ~Jobs();  // stops what runs
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    // Error(usage) where too many wait. {"id", "operation", "state": "waiting", ...}
    Json start(JobRequest request);
    void stop(const std::string& id);  // Error(usage) for one that is not there
    void stop_all();

    // {"id", "operation", "data", "state", "task", "done", "total", "seconds", "left", "lines",
    // "result", "error"}; null where it is not there. The last hundred are remembered.
    Json job(const std::string& id) const;
    Json of_project(const std::string& project) const;  // those that are not done
    bool busy() const;

  private:
    struct Job;
    void work();
    void run(const std::shared_ptr<Job>& job);
    void tell(const std::shared_ptr<Job>& job);
    Json described(const Job& job) const;

    Settings settings_;
    Listener listener_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    bool closing_ = false;
    std::int64_t last_id_ = 0;
    std::deque<std::shared_ptr<Job>> waiting_;
    std::vector<std::shared_ptr<Job>> all_;
    std::vector<std::thread> threads_;
};

}  // namespace lethe::studio
