// A parallel sort. The order must be total (break ties by row number), so that the result is the
// same for any number of threads.
#pragma once

#include <algorithm>

#include "lethe/core/context.h"
#include "lethe/core/sanitizers.h"

#ifndef LETHE_THREAD_SANITIZER  // see parallel.cc
#include <tbb/global_control.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#endif

namespace lethe {

template <class Iterator, class Less>
void parallel_sort(const Context& context, Iterator begin, Iterator end, Less less) {
    context.check_stop();
#ifdef LETHE_THREAD_SANITIZER
    std::sort(begin, end, less);
#else
    if (context.threads <= 1 || end - begin < 10000) {
        std::sort(begin, end, less);
        return;
    }
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(context.threads));
    tbb::task_arena arena(context.threads);
    arena.execute([&] { tbb::parallel_sort(begin, end, less); });
#endif
}

}  // namespace lethe
