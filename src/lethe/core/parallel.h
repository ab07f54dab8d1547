// Parallel loops whose result does not depend on the number of threads. Work is cut into chunks
// that depend on the size alone; reductions combine the chunks' results in chunk order. A stop
// asked for by the user is noticed between chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/sanitizers.h"

namespace lethe {

// Runs body(0) .. body(count - 1), each once, on context.threads threads. Exceptions come through.
void parallel_tasks(const Context& context, std::int64_t count,
                    const std::function<void(std::int64_t)>& body);

// A multiple of 64: no two threads write into the same word of a Validity. With the thread
// sanitizer small, so that several threads work on the tables of tests.
#ifdef LETHE_THREAD_SANITIZER
constexpr std::int64_t kDefaultChunk = 256;
#else
constexpr std::int64_t kDefaultChunk = 16384;
#endif

constexpr std::int64_t chunk_count(std::int64_t size, std::int64_t chunk = kDefaultChunk) {
    return (size + chunk - 1) / chunk;
}

// body(begin, end, index of the chunk)
template <class Body>
void parallel_chunks(const Context& context, std::int64_t size, std::int64_t chunk, Body&& body) {
    parallel_tasks(context, chunk_count(size, chunk), [&](std::int64_t index) {
        const std::int64_t begin = index * chunk;
        body(begin, std::min(size, begin + chunk), index);
    });
}

template <class Body>
void parallel_chunks(const Context& context, std::int64_t size, Body&& body) {
    parallel_chunks(context, size, kDefaultChunk, std::forward<Body>(body));
}

// map(begin, end) -> T for each chunk, then combine(T& total, const T& part) in chunk order.
template <class T, class Map, class Combine>
T parallel_reduce(const Context& context, std::int64_t size, T initial, Map&& map,
                  Combine&& combine, std::int64_t chunk = kDefaultChunk) {
    std::vector<T> parts(static_cast<std::size_t>(chunk_count(size, chunk)), initial);
    parallel_chunks(context, size, chunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t index) {
                        parts[static_cast<std::size_t>(index)] = map(begin, end);
                    });
    T total = std::move(initial);
    for (const T& part : parts) combine(total, part);
    return total;
}

}  // namespace lethe
