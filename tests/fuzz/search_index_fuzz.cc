// Any bytes are an index or an error of ours, whatever is asked of them; check sums are mended, so
// that changes get past them. For libFuzzer and for the replay test.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/documents/index/index_file.h"
#include "lethe/documents/index/search_index.h"

namespace {

int scratch() {
    static const int handle = ::memfd_create("search_index_fuzz", 0);
    return handle;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes =
        lethe::documents::with_right_sums(std::string(reinterpret_cast<const char*>(data), size));
    const bool done = ::ftruncate(scratch(), 0) == 0 &&
                      ::pwrite(scratch(), bytes.data(), size, 0) == static_cast<ssize_t>(size);
    if (!done) std::abort();
    try {
        auto index =
            lethe::documents::SearchIndex::open("/proc/self/fd/" + std::to_string(scratch()));
        for (const char* query : {"fish", "bird whale tree", "weapon system of the state"}) {
            for (const lethe::documents::Hit& hit : index.search(query)) {
                if (index.id(hit.document).size() > size) std::abort();
            }
        }
        index.terms();
        index.add({}, {"b", "new"}, {"bird", "fish and bird"});
        if (index.search("fish").size() > static_cast<std::size_t>(index.size())) std::abort();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
    return 0;
}
