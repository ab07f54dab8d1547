// One connection of the server, and what connections share. Everything runs on the thread of
// run(), but the handler. Included by http_server*.cc alone.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "studio/http/http_message.h"
#include "studio/http/http_server.h"

namespace lethe::studio {

namespace net = boost::asio;
using boost::system::error_code;

class Session;

struct Shared {
    Shared(ServerOptions given, Handler handle, EventHub& events)
        : options(std::move(given)), handler(std::move(handle)), hub(events) {}

    void touch();  // a request came or was answered
    void forget(const std::shared_ptr<Session>& session);

    const ServerOptions options;
    const Handler handler;
    EventHub& hub;
    net::io_context io{1};
    std::optional<net::thread_pool> workers;
    std::set<std::shared_ptr<Session>> sessions;
    std::size_t refused = 0;  // of these, those that are one too many
    bool stopping = false;
    std::atomic<int> handling{0};
    std::atomic<std::chrono::steady_clock::rep> last_request{0};
};

class Session : public std::enable_shared_from_this<Session> {
  public:
    Session(net::ip::tcp::socket socket, Shared& shared, bool one_too_many);

    void start();
    void wind_down();  // closes now, or after the answer under way
    void close();

    const bool one_too_many;

  private:
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
    enum class Phase { reading, handling, writing, streaming, lingering, closed };

    // Cancels what the socket does if it takes longer; it then fails with expired_ set.
    void arm(std::chrono::milliseconds time);
    void cancel_after(std::chrono::milliseconds time);
    void disarm();

    void await_request();
    void read_header();
    void header_read(error_code error);
    void invite_body();
    void read_body();
    void read_failed(error_code error);

    void handle();
    void reply(Response response);
    void refuse(Response response);  // and close
    void write_next();
    void written();
    void linger();
    void discard();

    void start_stream(Response response);
    void watch_client();
    void woken();
    void pump();

    net::ip::tcp::socket socket_;
    net::steady_timer timer_;
    Shared& shared_;
    boost::beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    Request request_;
    Phase phase_ = Phase::reading;
    unsigned armed_ = 0;
    bool expired_ = false;
    bool keep_alive_ = false;
    std::string out_;
    std::size_t sent_ = 0;
    std::optional<EventHub::Listener> listener_;
};

}  // namespace lethe::studio
