// Protects a social graph, or whatever else Lethe protects, by the operations of the command line:
//   network edges.csv nodes.csv release.csv release-nodes.csv
#include <lethe/lethe.h>

#include <cstdio>
#include <string>

namespace {

// A text as JSON: paths may hold anything.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 5) {
        std::fprintf(stderr, "usage: network EDGES NODES RELEASE RELEASE-NODES\n");
        return 2;
    }
    using namespace lethe::api;
    const std::string edges = quoted(argv[1]), nodes = quoted(argv[2]);
    const std::string released = quoted(argv[3]), released_nodes = quoted(argv[4]);

    CallOptions asked;
    asked.say = [](const std::string& note) { std::fprintf(stderr, "%s\n", note.c_str()); };
    const Answer made =
        call("protect", "graph",
             "{\"graph\":[" + edges + "," + nodes + "],\"k\":3,\"output\":" + released +
                 ",\"output_nodes\":" + released_nodes + "}",
             asked);
    std::puts(made.text.c_str());
    const Answer risk = call("assess", "graph",
                             "{\"original\":" + edges + ",\"nodes\":" + nodes + ",\"protected\":[" +
                                 released + "],\"protected_nodes\":[" + released_nodes + "]}",
                             asked);
    std::puts(risk.text.c_str());
    return made.failure || risk.failure ? 4 : 0;
} catch (const lethe::api::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
