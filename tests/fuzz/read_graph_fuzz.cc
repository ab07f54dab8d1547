// Any bytes are a graph or an error of ours, in the format of LETHE_FUZZ_FORMAT; and a graph that
// was read is written and read again as the same graph. For libFuzzer (clang++
// -fsanitize=fuzzer,address) and for the replay test.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/graph/files/read_gml.h"
#include "lethe/graph/files/read_graphml.h"
#include "lethe/graph/files/write_graph.h"

namespace {

constexpr bool kGml = std::string_view(LETHE_FUZZ_FORMAT) == "gml";

lethe::graph::SocialGraph read(std::string_view text) {
    return kGml ? lethe::graph::read_gml("fuzz", text, "", {})
                : lethe::graph::read_graphml("fuzz", text, "", {});
}

std::string written(const lethe::graph::SocialGraph& graph) {
    return kGml ? lethe::graph::gml_text(graph) : lethe::graph::graphml_text(graph, "fuzz");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    lethe::graph::SocialGraph graph;
    std::string first;
    try {
        graph = read(text);
        lethe::graph::check_graph(graph);
        first = written(graph);
    } catch (const lethe::Error& error) {
        // XML cannot hold control characters: that is a matter of usage.
        const bool usage = !kGml && error.kind() == lethe::ErrorKind::usage;
        if (error.kind() != lethe::ErrorKind::input && !usage) std::abort();
        return 0;
    }
    const lethe::graph::SocialGraph again = read(first);
    if (again.ids != graph.ids || again.edges != graph.edges || again.weights != graph.weights ||
        again.directed != graph.directed) {
        std::abort();
    }
    return 0;
}
