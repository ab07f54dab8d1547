// What the studio's handlers see of HTTP: a request that was read, an answer to be written. No
// sockets, so that routes and security are tested and fuzzed without a network.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lethe::studio {

struct Request {
    std::string method;                          // "GET"
    std::string target;                          // as sent: "/api/files?x=1"
    std::string path;                            // decoded, without query: "/api/files"
    std::map<std::string, std::string> query;    // decoded; no name twice
    std::map<std::string, std::string> headers;  // names in lower case; none twice
    std::string body;
    std::map<std::string, std::string> parts;  // what {name} of the route's pattern stands for

    // Empty where there is none.
    const std::string& header(const std::string& name) const {
        static const std::string none;
        const auto found = headers.find(name);
        return found == headers.end() ? none : found->second;
    }
};

struct Response {
    int status = 200;
    std::string type = "application/json";  // Content-Type
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;

    // A stream of server-sent events: `body` is sent first, then what is published on `channel`.
    // Events after the number `after` count (EventHub::last() before the body was made, so that
    // none falls between the two); without it those from now on.
    bool stream = false;
    std::string channel;
    std::optional<std::uint64_t> after = {};
    std::string owner = {};  // whose stream it is; Guard sets it. Streams of one owner are limited
};

using Handler = std::function<Response(const Request&)>;  // called from several threads

}  // namespace lethe::studio
