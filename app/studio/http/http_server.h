// HTTP/1.1 and server-sent events on the loopback interface, over Boost.Beast. One thread reads and
// writes; handlers run on worker threads, one request of a connection at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "studio/http/event_hub.h"
#include "studio/http/http_types.h"

namespace lethe::studio {

struct ServerOptions {
    int port = 0;  // any free one; otherwise 1024..65535
    int workers = 4;
    std::size_t header_limit = 16U << 10;           // 431 beyond
    std::size_t body_limit = 16U << 20;             // 413 beyond
    std::size_t connections = 64;                   // 503 beyond
    std::chrono::milliseconds header_time{10'000};  // to send a header: 408
    std::chrono::milliseconds body_time{30'000};    // to send a body: 408
    std::chrono::milliseconds idle_time{30'000};    // between requests of a connection
    std::chrono::milliseconds write_time{30'000};   // for a client to take the next 256 KiB
    std::chrono::milliseconds heartbeat{15'000};
    std::chrono::milliseconds grace{2'000};  // for answers under way when the server is stopped
    // Asked before a body is read, with the header alone, in the thread that reads: an answer
    // refuses the request, and no byte of its body is kept. Guard::refuse.
    std::function<std::optional<Response>(const Request&)> screen = {};
};

class HttpServer {
  public:
    // Binds 127.0.0.1 and listens; nobody is answered before run(). The hub must outlive the
    // server. Error(usage) for a port that is not allowed, Error(io) for one that is not free.
    HttpServer(ServerOptions options, Handler handler, EventHub& hub);
    ~HttpServer();  // not while run() is under way
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    int port() const;

    // Serves until stop(): the calling thread is the one that reads and writes. Returns when the
    // answers under way were sent (or the grace is over) and no handler runs any more. Once.
    void run();

    // Any thread, also a signal handler; before run() too, which then returns at once.
    void stop() noexcept;

    // Since the last request came or was answered (or the start); 0 while one is being handled.
    // Streams that are open do not count: EventHub::listeners().
    double seconds_since_last_request() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace lethe::studio
