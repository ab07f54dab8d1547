#include "lethe/core/parallel.h"

#include "lethe/core/sanitizers.h"

#ifdef LETHE_THREAD_SANITIZER
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#else
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace lethe {
namespace {

#ifdef LETHE_THREAD_SANITIZER
// oneTBB is not built with the sanitizer, which therefore does not see how work is handed over and
// takes everything for a race. Threads of our own run the same bodies, in any order as there.
void run_on_threads(int threads, std::int64_t count,
                    const std::function<void(std::int64_t)>& body) {
    std::atomic<std::int64_t> next = 0;
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&] {
        try {
            for (std::int64_t i = next++; i < count; i = next++) body(i);
        } catch (...) {
            next = count;
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}
#else
void run_on_threads(int threads, std::int64_t count,
                    const std::function<void(std::int64_t)>& body) {
    // Without this oneTBB says on standard error that it has fewer workers.
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::int64_t>(0, count, 1),
            [&](const tbb::blocked_range<std::int64_t>& range) {
                for (std::int64_t i = range.begin(); i < range.end(); ++i) body(i);
            },
            tbb::simple_partitioner());
    });
}
#endif

}  // namespace

void parallel_tasks(const Context& context, std::int64_t count,
                    const std::function<void(std::int64_t)>& body) {
    const auto one = [&](std::int64_t i) {
        context.check_stop();
        body(i);
    };
    if (context.threads <= 1 || count <= 1) {
        for (std::int64_t i = 0; i < count; ++i) one(i);
        return;
    }
    run_on_threads(context.threads, count, one);
}

}  // namespace lethe
