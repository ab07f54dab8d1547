// Any bytes are an index or an error of ours, whatever is asked of them; check sums are mended, so
// that changes get past them.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/documents/index/index_file.h"
#include "lethe/documents/index/search_index.h"

namespace lethe::fuzz::search_index {

int scratch() {
    static const int handle = ::memfd_create("search_index_fuzz", 0);
    return handle;
}

void run(std::string_view bytes) {
    const std::string mended = lethe::documents::with_right_sums(std::string(bytes));
    const bool done = ::ftruncate(scratch(), 0) == 0 &&
                      ::pwrite(scratch(), mended.data(), mended.size(), 0) == std::ssize(mended);
    if (!done) std::abort();
    try {
        auto index =
            lethe::documents::SearchIndex::open("/proc/self/fd/" + std::to_string(scratch()));
        for (const char* query : {"fish", "bird whale tree", "weapon system of the state"}) {
            for (const lethe::documents::Hit& hit : index.search(query)) {
                if (index.id(hit.document).size() > bytes.size()) std::abort();
            }
        }
        index.terms();
        index.add({}, {"b", "new"}, {"bird", "fish and bird"});
        if (index.search("fish").size() > static_cast<std::size_t>(index.size())) std::abort();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
}

}  // namespace lethe::fuzz::search_index
