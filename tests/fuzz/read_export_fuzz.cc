// Any bytes are an export of a network or an error of ours, in the format of LETHE_FUZZ_FORMAT. For
// libFuzzer (clang++ -fsanitize=fuzzer,address) and for the replay test.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/graph/extract/exports/mastodon_archive.h"
#include "lethe/graph/extract/exports/network_lines.h"
#include "lethe/graph/extract/exports/x_archive.h"

namespace {

constexpr std::string_view kFormat = LETHE_FUZZ_FORMAT;

template <class Read>
void try_reading(const Read& read) {
    try {
        read();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace lethe::graph;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    PersonExport person;
    if (kFormat == "x") {
        try_reading([&] { take_x_part("fuzz", text, person); });
    } else if (kFormat == "mastodon") {
        try_reading([&] { take_mastodon_outbox("fuzz", text, person); });
        try_reading([&] { take_mastodon_actor("fuzz", text, person); });
        for (const std::string& name : person.names) {
            if (name.empty()) std::abort();
        }
    } else {
        are_network_lines(text);
        try_reading([&] {
            for (const PersonExport& each : read_network_lines({}, "fuzz", text)) {
                if (each.names.empty() || each.names.front().empty()) std::abort();
            }
        });
    }
    return 0;
}
