// Any bytes are an export of a network or an error of ours, in the named format.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/graph/extract/exports/mastodon_archive.h"
#include "lethe/graph/extract/exports/network_lines.h"
#include "lethe/graph/extract/exports/x_archive.h"

namespace lethe::fuzz::exports {

template <class Read>
void try_reading(const Read& read) {
    try {
        read();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
}

void run(std::string_view format, std::string_view bytes) {
    using namespace lethe::graph;
    PersonExport person;
    if (format == "x") {
        try_reading([&] { take_x_part("fuzz", bytes, person); });
    } else if (format == "mastodon") {
        try_reading([&] { take_mastodon_outbox("fuzz", bytes, person); });
        try_reading([&] { take_mastodon_actor("fuzz", bytes, person); });
        for (const std::string& name : person.names) {
            if (name.empty()) std::abort();
        }
    } else {
        are_network_lines(bytes);
        try_reading([&] {
            for (const PersonExport& each : read_network_lines({}, "fuzz", bytes)) {
                if (each.names.empty() || each.names.front().empty()) std::abort();
            }
        });
    }
}

}  // namespace lethe::fuzz::exports
