#include "studio/http/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "lethe/core/error.h"
#include "studio/http/http_server_session.h"

namespace lethe::studio {
namespace {

using net::ip::tcp;

constexpr std::size_t kRefusedAtOnce = 64;
constexpr std::chrono::milliseconds kAcceptPause{100};

// Programs that the studio starts (a browser) do not inherit its connections.
void keep_from_children(int descriptor) { ::fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

tcp::endpoint loopback(int port) {
    if (port != 0 && (port < 1024 || port > 65535)) {
        throw Error(ErrorKind::usage,
                    fmt::format("port {}: 1024..65535, or 0 for any free one", port));
    }
    return {net::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)};
}

}  // namespace

struct HttpServer::Impl : Shared {
    Impl(ServerOptions given, Handler handle, EventHub& events);

    void accept();
    void accepted(tcp::socket socket);
    void beat();
    void await_stop();
    void wind_down();

    tcp::acceptor acceptor{io};
    net::steady_timer heart{io};
    net::steady_timer pause{io};
    net::steady_timer grace{io};
    net::posix::stream_descriptor stop_signal{io};  // stop() writes to it
    int port = 0;
};

HttpServer::Impl::Impl(ServerOptions given, Handler handle, EventHub& events)
    : Shared(std::move(given), std::move(handle), events) {
    const tcp::endpoint endpoint = loopback(options.port);
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
    if (error) {
        throw Error(ErrorKind::io, fmt::format("cannot listen on 127.0.0.1:{}: {}", options.port,
                                               error.message()));
    }
    keep_from_children(acceptor.native_handle());
    port = acceptor.local_endpoint().port();
    const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) throw Error(ErrorKind::io, "the system gives no descriptor for events");
    stop_signal.assign(descriptor);
    touch();
}

void HttpServer::Impl::accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
        if (stopping || error == net::error::operation_aborted) return;
        if (!error) {
            accepted(std::move(socket));
            accept();
            return;
        }
        // Out of descriptors, mostly: later again.
        pause.expires_after(kAcceptPause);
        pause.async_wait([this](error_code cancelled) {
            if (!cancelled && !stopping) accept();
        });
    });
}

void HttpServer::Impl::accepted(tcp::socket socket) {
    keep_from_children(socket.native_handle());
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const bool too_many = sessions.size() - refused >= options.connections;
    if (too_many && refused >= kRefusedAtOnce) return;  // closes it
    if (too_many) ++refused;
    const auto session = std::make_shared<Session>(std::move(socket), *this, too_many);
    sessions.insert(session);
    session->start();
}

void HttpServer::Impl::beat() {
    heart.expires_after(options.heartbeat);
    heart.async_wait([this](error_code error) {
        if (error || stopping) return;
        hub.beat();
        beat();
    });
}

void HttpServer::Impl::await_stop() {
    stop_signal.async_wait(net::posix::stream_descriptor::wait_read, [this](error_code error) {
        if (!error) wind_down();
    });
}

void HttpServer::Impl::wind_down() {
    stopping = true;
    error_code ignored;
    acceptor.close(ignored);
    heart.cancel();
    pause.cancel();
    grace.expires_after(options.grace);
    grace.async_wait([this](error_code error) {
        if (!error) io.stop();
    });
    const auto open = sessions;  // closing takes them out
    for (const auto& session : open) session->wind_down();
    if (sessions.empty()) io.stop();
}

HttpServer::HttpServer(ServerOptions options, Handler handler, EventHub& hub)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(handler), hub)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->port; }

void HttpServer::run() {
    impl_->workers.emplace(static_cast<std::size_t>(impl_->options.workers));
    impl_->accept();
    impl_->beat();
    impl_->await_stop();
    const auto work = net::make_work_guard(impl_->io);
    impl_->io.run();
    impl_->workers->join();
    const auto open = impl_->sessions;
    for (const auto& session : open) session->close();
}

void HttpServer::stop() noexcept {
    const std::uint64_t one = 1;
    // It fails only where it was written before.
    [[maybe_unused]] const auto written =
        ::write(impl_->stop_signal.native_handle(), &one, sizeof one);
}

double HttpServer::seconds_since_last_request() const {
    if (impl_->handling > 0) return 0;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const std::chrono::steady_clock::duration last(impl_->last_request.load());
    return std::chrono::duration<double>(now - last).count();
}

}  // namespace lethe::studio
