// Who may ask the studio. It listens on this machine alone, but every page in the browser and every
// user of the machine can reach it there. So a request must name this server as its host (a page
// whose name was made to point here does not), what changes something must come from our own page,
// and everything needs a cookie that is had for a link from the terminal, once.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "studio/http/http_types.h"

namespace lethe::studio {

// The answer to a request that does not come from our own page, by its headers alone:
// - Host is 127.0.0.1:port or localhost:port, to the letter (403);
// - all but GET and HEAD: Origin is http:// and that host, Sec-Fetch-Site is absent or same-origin
//   (403);
// - GET and HEAD below /api/: Sec-Fetch-Site is absent, same-origin or none (403).
std::optional<Response> refuse_stranger(const Request& request, int port);

// All but GET and HEAD have the type application/json, in UTF-8 if it says so (415). No form of
// another page can send that without asking first.
std::optional<Response> refuse_type(const Request& request);

// The value of a cookie in the header Cookie; none if it stands there twice.
std::optional<std::string> cookie_value(std::string_view header, std::string_view name);

std::string random_hex(int bytes);

// Keeps the link's token and the cookies given for it, in memory only. Calls from several threads.
class Guard {
  public:
    // `announce` is told the link at the start, and the next one each time one was used.
    explicit Guard(std::function<void(const std::string& link)> announce);

    void open(int port);  // once, when the port is known and before requests come

    // What can be refused by the headers alone; changes nothing.
    std::optional<Response> refuse(const Request& request) const;

    // GET /?token=...: the right token gives a cookie and leads to /, once. Everything else goes to
    // `next` if it may pass. A stream is marked with its owner.
    Response pass(const Request& request, const Handler& next);

  private:
    std::optional<std::string> session_of(const Request& request) const;
    std::optional<Response> log_in(const Request& request);

    std::function<void(const std::string&)> announce_;
    int port_ = 0;
    mutable std::mutex mutex_;
    std::string token_;
    std::vector<std::string> cookies_;  // one for each token that was used
};

}  // namespace lethe::studio
