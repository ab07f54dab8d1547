// Any bytes are a file of queries or an error of ours.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/documents/measure/query_file.h"

namespace lethe::fuzz::queries {

void run(std::string_view bytes) {
    try {
        const auto file = lethe::documents::parse_queries(bytes, "queries.toml");
        for (const lethe::documents::Query& query : file.queries) {
            if (query.name.empty() || query.words.empty()) std::abort();
            if (query.threshold && !(*query.threshold >= 0 && *query.threshold <= 1)) std::abort();
        }
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::usage) std::abort();
    }
}

}  // namespace lethe::fuzz::queries
