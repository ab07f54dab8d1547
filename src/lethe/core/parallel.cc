#include "lethe/core/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace lethe {

void parallel_tasks(const Context& context, std::int64_t count,
                    const std::function<void(std::int64_t)>& body) {
    if (context.threads <= 1 || count <= 1) {
        for (std::int64_t i = 0; i < count; ++i) {
            context.check_stop();
            body(i);
        }
        return;
    }
    // Without this oneTBB says on standard error that it has fewer workers.
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(context.threads));
    tbb::task_arena arena(context.threads);
    arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::int64_t>(0, count, 1),
            [&](const tbb::blocked_range<std::int64_t>& range) {
                for (std::int64_t i = range.begin(); i < range.end(); ++i) {
                    context.check_stop();
                    body(i);
                }
            },
            tbb::simple_partitioner());
    });
}

}  // namespace lethe
