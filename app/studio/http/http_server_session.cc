#include "studio/http/http_server_session.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>

#include "studio/http/request_target.h"

namespace lethe::studio {

namespace http = boost::beast::http;

namespace {

constexpr std::size_t kPiece = 256U << 10;       // written at once
constexpr std::size_t kReadBuffer = 128U << 10;  // of the parser, at most
constexpr std::chrono::milliseconds kLinger{2'000};
constexpr std::chrono::milliseconds kCancelAgain{50};

HeaderList headers_of(const http::fields& fields) {
    HeaderList list;
    for (const auto& field : fields) {
        list.emplace_back(std::string(field.name_string()), std::string(field.value()));
    }
    return list;
}

Response answer_of(const Handler& handler, const Request& request) {
    try {
        return handler(request);
    } catch (const Error& error) {
        return error_response(error);
    } catch (...) {  // its text may quote data
        return error_response(500, "something went wrong inside Lethe; this is an error of ours");
    }
}

}  // namespace

void Shared::touch() { last_request = std::chrono::steady_clock::now().time_since_epoch().count(); }

void Shared::forget(const std::shared_ptr<Session>& session) {
    if (sessions.erase(session) > 0 && session->one_too_many) --refused;
    if (stopping && sessions.empty()) io.stop();
}

Session::Session(net::ip::tcp::socket socket, Shared& shared, bool too_many)
    : one_too_many(too_many),
      socket_(std::move(socket)),
      timer_(shared.io),
      shared_(shared),
      buffer_(kReadBuffer) {}

void Session::arm(std::chrono::milliseconds time) {
    expired_ = false;
    ++armed_;
    cancel_after(time);
}

// Again and again: a piece that has just come in is no operation that could be cancelled, and the
// read goes on with the next one.
void Session::cancel_after(std::chrono::milliseconds time) {
    timer_.expires_after(time);
    timer_.async_wait([self = shared_from_this(), number = armed_](error_code error) {
        if (error || number != self->armed_) return;
        self->expired_ = true;
        error_code ignored;
        self->socket_.cancel(ignored);
        self->cancel_after(kCancelAgain);
    });
}

void Session::disarm() {
    ++armed_;
    timer_.cancel();
}

void Session::start() {
    if (one_too_many) {
        refuse(error_response(503,
                              "the studio has as many connections as it allows; close a "
                              "page of it, or try again"));
        return;
    }
    read_header();
}

void Session::wind_down() {
    keep_alive_ = false;
    if (phase_ == Phase::reading || phase_ == Phase::streaming || phase_ == Phase::lingering) {
        close();
    }
}

void Session::close() {
    if (phase_ == Phase::closed) return;
    phase_ = Phase::closed;
    if (listener_) shared_.hub.leave(*listener_);
    listener_.reset();
    disarm();
    error_code ignored;
    socket_.shutdown(net::ip::tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
    shared_.forget(shared_from_this());
}

// --- Reading ---

void Session::await_request() {
    phase_ = Phase::reading;
    if (buffer_.size() > 0) {  // the next one was sent along
        read_header();
        return;
    }
    arm(shared_.options.idle_time);
    socket_.async_read_some(buffer_.prepare(4096),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                                if (self->phase_ == Phase::closed) return;
                                if (error) {
                                    self->close();
                                    return;
                                }
                                self->buffer_.commit(size);
                                self->read_header();
                            });
}

void Session::read_header() {
    parser_.emplace();
    // Beast counts a little loosely; 32 bits are what it takes.
    parser_->header_limit(static_cast<std::uint32_t>(shared_.options.header_limit));
    parser_->body_limit(shared_.options.body_limit);
    arm(shared_.options.header_time);
    http::async_read_header(socket_, buffer_, *parser_,
                            [self = shared_from_this()](error_code error, std::size_t) {
                                if (self->phase_ == Phase::closed) return;
                                self->header_read(error);
                            });
}

void Session::header_read(error_code error) {
    if (error) {
        read_failed(error);
        return;
    }
    shared_.touch();
    const auto& message = parser_->get();
    try {
        request_ = make_request(std::string(message.method_string()), std::string(message.target()),
                                headers_of(message));
    } catch (const Error& wrong) {
        refuse(error_response(wrong));
        return;
    }
    keep_alive_ = message.keep_alive() && !shared_.stopping;
    if (parser_->is_done()) {
        handle();
        return;
    }
    if (shared_.options.screen) {
        if (auto refused = shared_.options.screen(request_)) {
            refuse(std::move(*refused));
            return;
        }
    }
    const bool waits = http::token_list(request_.header("expect")).exists("100-continue");
    waits ? invite_body() : read_body();
}

void Session::invite_body() {
    arm(shared_.options.body_time);
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(socket_, net::buffer(kContinue),
                     [self = shared_from_this()](error_code error, std::size_t) {
                         if (self->phase_ == Phase::closed) return;
                         error ? self->close() : self->read_body();
                     });
}

void Session::read_body() {
    arm(shared_.options.body_time);
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) {
                         if (self->phase_ == Phase::closed) return;
                         if (error) {
                             self->read_failed(error);
                             return;
                         }
                         self->request_.body = std::move(self->parser_->get().body());
                         self->handle();
                     });
}

void Session::read_failed(error_code error) {
    const bool begun = parser_->got_some() || buffer_.size() > 0;
    if (expired_ && begun) {
        refuse(error_response(408, "the request did not arrive in time"));
    } else if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        refuse(error_response(431, "the header of the request is too large"));
    } else if (error == http::error::body_limit) {
        refuse(error_response(413, "the body of the request is too large"));
    } else if (error == http::error::bad_version) {
        refuse(error_response(505, "the studio speaks HTTP/1.1"));
    } else if (error != http::error::end_of_stream && error != http::error::partial_message &&
               error.category() == http::make_error_code(http::error::end_of_stream).category()) {
        refuse(error_response(400, "the request is not HTTP"));
    } else {
        close();
    }
}

// --- Answering ---

void Session::handle() {
    phase_ = Phase::handling;
    disarm();
    ++shared_.handling;
    net::post(*shared_.workers, [self = shared_from_this()] {
        Response response = answer_of(self->shared_.handler, self->request_);
        --self->shared_.handling;
        self->shared_.touch();
        net::post(self->shared_.io, [self, response = std::move(response)]() mutable {
            if (self->phase_ == Phase::closed) return;
            self->reply(std::move(response));
        });
    });
}

void Session::refuse(Response response) {
    keep_alive_ = false;
    reply(std::move(response));
}

void Session::reply(Response response) {
    if (response.stream && request_.method != "HEAD") {
        start_stream(std::move(response));
        return;
    }
    phase_ = Phase::writing;
    try {
        out_ = response_head(response, keep_alive_ ? After::keep_alive : After::close);
    } catch (const Error& error) {
        response = error_response(error);
        out_ = response_head(response, keep_alive_ ? After::keep_alive : After::close);
    }
    const bool bodiless = response.status == 204 || response.status == 304;
    if (request_.method != "HEAD" && !bodiless) out_ += response.body;
    sent_ = 0;
    write_next();
}

void Session::write_next() {
    arm(shared_.options.write_time);
    const std::size_t size = std::min(kPiece, out_.size() - sent_);
    net::async_write(socket_, net::buffer(out_.data() + sent_, size),
                     [self = shared_from_this()](error_code error, std::size_t count) {
                         if (self->phase_ == Phase::closed) return;
                         if (error) {
                             self->close();
                             return;
                         }
                         self->sent_ += count;
                         self->sent_ < self->out_.size() ? self->write_next() : self->written();
                     });
}

void Session::written() {
    out_ = {};
    if (phase_ == Phase::streaming) {
        pump();
    } else if (keep_alive_) {
        request_ = {};
        await_request();
    } else {
        linger();
    }
}

// A socket that is closed while bytes of the client wait in it takes back what was written. So we
// say that we are done, and read until the client is, for a while.
void Session::linger() {
    phase_ = Phase::lingering;
    if (shared_.stopping) {
        close();
        return;
    }
    error_code ignored;
    socket_.shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    arm(kLinger);
    discard();
}

void Session::discard() {
    socket_.async_read_some(buffer_.prepare(kReadBuffer),
                            [self = shared_from_this()](error_code error, std::size_t) {
                                if (self->phase_ == Phase::closed) return;
                                error || self->expired_ ? self->close() : self->discard();
                            });
}

// --- Streams ---

void Session::start_stream(Response response) {
    listener_ = shared_.hub.listen(response.channel, response.owner, response.after,
                                   [weak = weak_from_this(), &io = shared_.io] {
                                       net::post(io, [weak] {
                                           const auto self = weak.lock();
                                           if (self && self->phase_ == Phase::streaming)
                                               self->woken();
                                       });
                                   });
    if (!listener_) {
        refuse(error_response(429, "too many pages of the studio are open; close one of them"));
        return;
    }
    if (shared_.stopping) {
        close();
        return;
    }
    phase_ = Phase::streaming;
    keep_alive_ = false;
    out_ = response_head(response, After::close) + response.body;
    sent_ = 0;
    watch_client();
    write_next();
}

// A client that listens says nothing: what comes is its end.
void Session::watch_client() {
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(1), [self = shared_from_this()](
                                                    error_code, std::size_t) { self->close(); });
}

void Session::woken() {
    if (out_.empty()) {
        pump();
    } else if (shared_.hub.dropped(*listener_)) {  // what is being written is not waited for
        close();
    }
}

void Session::pump() {
    disarm();
    auto text = shared_.hub.take(*listener_);
    if (!text) {
        close();
        return;
    }
    if (text->empty()) return;
    out_ = std::move(*text);
    sent_ = 0;
    write_next();
}

}  // namespace lethe::studio
