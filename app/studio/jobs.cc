#include "studio/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <random>

#include "lethe/core/error.h"
#include "studio/http/http_message.h"

namespace lethe::studio {
namespace {

constexpr std::size_t kRemembered = 100;
constexpr std::size_t kLines = 200;  // that a job keeps
constexpr int kAtOnce = 2;
constexpr double kEvery = 0.2;  // seconds between two words about progress

double clock_seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct Jobs::Job : ProgressSink {
    std::string id;
    JobRequest request;
    std::function<void()> changed;

    std::atomic<bool> stop{false};
    mutable std::mutex mutex;  // of what follows
    std::string state = "waiting";
    std::string task;
    std::int64_t done = 0, total = 0;
    double begun = 0, ended = 0, task_begun = 0, told = 0;
    std::vector<std::string> lines;
    Json result = nullptr;
    Json error = nullptr;

    void start(std::string_view name, std::int64_t amount) override {
        {
            const std::lock_guard lock(mutex);
            task = name;
            total = amount;
            done = 0;
            task_begun = clock_seconds();
        }
        tell();
    }
    void advance(std::int64_t so_far) override {
        {
            const std::unique_lock lock(mutex, std::try_to_lock);
            if (!lock.owns_lock()) return;
            done = std::max(done, so_far);
        }
        tell();
    }
    void finish() override {}

    void tell() {
        {
            const std::lock_guard lock(mutex);
            const double now = clock_seconds();
            if (now - told < kEvery) return;
            told = now;
        }
        changed();
    }
};

namespace {

// The studio as a door to operations: what is said and found goes to those who listen.
class JobDoor : public operation::Door {
  public:
    JobDoor(const Context& context, const Jobs::Settings& settings,
            std::optional<std::uint64_t> seed, std::function<void(const std::string&)> say,
            std::function<void(const Json&)> partial)
        : context_(context),
          settings_(settings),
          say_(std::move(say)),
          partial_(std::move(partial)) {
        seed_ = seed;
    }

    const Context& context() override { return context_; }
    void say(const std::string& line) override { say_(line); }
    void show(const Json&) override {}
    void partial(const Json& part) override { partial_(part); }
    bool structured() const override { return true; }
    std::string cache_folder() const override { return settings_.cache_folder; }
    std::string time() const override { return settings_.time ? settings_.time() : std::string(); }

  protected:
    std::uint64_t random_seed() override {
        std::random_device device;
        return (std::uint64_t{device()} << 21) ^ device();  // a number that JavaScript holds, too
    }

  private:
    Context context_;
    const Jobs::Settings& settings_;
    std::function<void(const std::string&)> say_;
    std::function<void(const Json&)> partial_;
};

}  // namespace

Jobs::Jobs(Settings settings, Listener listener)
    : settings_(std::move(settings)), listener_(std::move(listener)) {
    for (int i = 0; i < kAtOnce; ++i) threads_.emplace_back([this] { work(); });
}

Jobs::~Jobs() {
    stop_all();
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        waiting_.clear();
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

Json Jobs::start(JobRequest request) {
    auto job = std::make_shared<Job>();
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= settings_.most) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} jobs wait already; stop some, or wait", waiting_.size()));
        }
        job->id = std::to_string(++last_id_);
        job->request = std::move(request);
        job->begun = clock_seconds();
        job->changed = [this, raw = std::weak_ptr<Job>(job)] {
            if (const auto held = raw.lock()) tell(held);
        };
        waiting_.push_back(job);
        all_.push_back(job);
        const auto forgettable = [](const std::shared_ptr<Job>& one) {
            const std::lock_guard held(one->mutex);
            return one->state != "waiting" && one->state != "running";
        };
        while (all_.size() > kRemembered) {
            const auto old = std::ranges::find_if(all_, forgettable);
            if (old == all_.end()) break;
            all_.erase(old);
        }
    }
    wake_.notify_one();
    tell(job);
    return described(*job);
}

void Jobs::stop(const std::string& id) {
    std::shared_ptr<Job> job;
    bool waited = false;
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(all_, id, &Job::id);
        if (found == all_.end()) throw Error(ErrorKind::usage, "there is no such job");
        job = *found;
        waited = std::erase(waiting_, job) > 0;
    }
    job->stop.store(true);
    if (!waited) return;
    {
        const std::lock_guard lock(job->mutex);
        job->state = "stopped";
        job->ended = clock_seconds();
    }
    tell(job);
}

void Jobs::stop_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& job : all_) job->stop.store(true);
}

Json Jobs::job(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(all_, id, &Job::id);
    return found == all_.end() ? Json(nullptr) : described(**found);
}

Json Jobs::of_project(const std::string& project) const {
    Json list = Json::array();
    const std::lock_guard lock(mutex_);
    for (const auto& job : all_) {
        if (job->request.project != project) continue;
        Json one = described(*job);
        if (one["state"] == "waiting" || one["state"] == "running") list.push_back(std::move(one));
    }
    return list;
}

bool Jobs::busy() const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(all_, [](const std::shared_ptr<Job>& job) {
        const std::lock_guard held(job->mutex);
        return job->state == "waiting" || job->state == "running";
    });
}

void Jobs::work() {
    while (true) {
        std::shared_ptr<Job> job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            job = waiting_.front();
            waiting_.pop_front();
        }
        run(job);
    }
}

void Jobs::run(const std::shared_ptr<Job>& job) {
    {
        const std::lock_guard lock(job->mutex);
        job->state = "running";
        job->begun = clock_seconds();
    }
    tell(job);

    Context context;
    context.threads = settings_.threads;
    context.stop = &job->stop;
    context.progress = job.get();
    context.clock = &clock_seconds;
    JobEnd end{job->request, {}, {}, {}, 0};
    JobDoor door(
        context, settings_, job->request.seed,
        [&](const std::string& line) {
            {
                const std::lock_guard lock(job->mutex);
                if (job->lines.size() < kLines) job->lines.push_back(line);
            }
            job->tell();
        },
        [&](const Json& part) {
            if (listener_.partial) {
                Json whole{{"job", job->id}};
                whole.update(part);
                listener_.partial(job->request.project, whole);
            }
        });
    try {
        end.answer = job->request.operation->run(job->request.options, door);
        end.error = end.answer.failure;
    } catch (const Error& error) {
        end.error = error;
    } catch (const std::bad_alloc&) {
        end.error = Error(ErrorKind::io, "not enough memory for these data");
    } catch (const std::exception& error) {
        end.error =
            Error(ErrorKind::internal, std::string("a fault of Lethe itself: ") + error.what());
    }
    end.request.seed = door.given_seed();
    {
        const std::lock_guard lock(job->mutex);
        job->ended = clock_seconds();
        end.seconds = job->ended - job->begun;
        end.lines = job->lines;
    }
    Json result = nullptr;
    try {
        if (listener_.ended) result = listener_.ended(job->id, end);
    } catch (const std::exception& error) {
        if (!end.error) end.error = Error(ErrorKind::io, error.what());
    }
    {
        const std::lock_guard lock(job->mutex);
        job->result = std::move(result);
        if (end.error) job->error = error_json(*end.error);
        job->state = !end.error                                ? "done"
                     : end.error->kind() == ErrorKind::stopped ? "stopped"
                                                               : "failed";
    }
    tell(job);
}

void Jobs::tell(const std::shared_ptr<Job>& job) {
    if (listener_.changed) listener_.changed(job->request.project, described(*job));
}

Json Jobs::described(const Job& job) const {
    const operation::OperationInfo& info = job.request.operation->info;
    const std::lock_guard lock(job.mutex);
    const bool over = job.ended > 0;
    const double now = over ? job.ended : clock_seconds();
    Json json{{"id", job.id},       {"operation", info.name},     {"title", info.summary},
              {"state", job.state}, {"task", job.task},           {"done", job.done},
              {"total", job.total}, {"seconds", now - job.begun}, {"lines", job.lines}};
    if (info.data) json["data"] = name(*info.data);
    if (!over && job.total > 0 && job.done > 0) {
        const double share =
            std::min(1.0, static_cast<double>(job.done) / static_cast<double>(job.total));
        json["left"] = (now - job.task_begun) * (1 - share) / share;
    }
    if (!job.result.is_null()) json["result"] = job.result;
    if (!job.error.is_null()) json["error"] = job.error;
    return json;
}

}  // namespace lethe::studio
