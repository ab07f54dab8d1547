// Which sanitizer this is compiled with, by the words of GCC and Clang: LETHE_THREAD_SANITIZER,
// LETHE_ADDRESS_SANITIZER. A build with one of them takes several times as long to run.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define LETHE_THREAD_SANITIZER 1
#elif defined(__SANITIZE_ADDRESS__)
#define LETHE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LETHE_THREAD_SANITIZER 1
#elif __has_feature(address_sanitizer)
#define LETHE_ADDRESS_SANITIZER 1
#endif
#endif

namespace lethe {

// How many times as long as usual a test may take.
#if defined(LETHE_THREAD_SANITIZER) || defined(LETHE_ADDRESS_SANITIZER)
constexpr double kSanitizerPatience = 10;
#else
constexpr double kSanitizerPatience = 1;
#endif

}  // namespace lethe
