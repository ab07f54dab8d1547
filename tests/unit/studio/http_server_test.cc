// The server over real sockets of the loopback interface.
#include "studio/http/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "lethe/core/error.h"
#include "lethe/core/sanitizers.h"
#include "studio/http/http_message.h"
#include "studio/http/router.h"
#include "studio/http/security.h"

namespace lethe::studio {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Client {
  public:
    explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    ~Client() { ::close(socket_); }
    Client(Client&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)),
          connected_(other.connected_),
          got_(std::move(other.got_)) {}
    Client& operator=(Client&&) = delete;

    bool connected() const { return connected_; }

    bool send(std::string_view text) {
        while (!text.empty()) {
            const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    // All up to and with `mark`, or what came before the end or the time was over.
    std::string read_until(std::string_view mark) {
        while (got_.find(mark) == std::string::npos && more()) {
        }
        const std::size_t at = got_.find(mark);
        const std::size_t size = at == std::string::npos ? got_.size() : at + mark.size();
        std::string text = got_.substr(0, size);
        got_.erase(0, size);
        return text;
    }
    std::string read_all() {
        while (more()) {
        }
        return std::exchange(got_, {});
    }
    // The end of the connection is seen, and nothing before it.
    bool at_end() { return !more() && ended_ && got_.empty(); }

  private:
    bool more() {
        pollfd wait{socket_, POLLIN, 0};
        if (::poll(&wait, 1, static_cast<int>(20'000 * kSanitizerPatience)) != 1) return false;
        char piece[4096];
        const ssize_t size = ::recv(socket_, piece, sizeof piece, 0);
        ended_ = size <= 0;
        if (size > 0) got_.append(piece, static_cast<std::size_t>(size));
        return size > 0;
    }

    int socket_;
    bool connected_ = false;
    bool ended_ = false;
    std::string got_;
};

struct Running {
    explicit Running(const ServerOptions& options = {}) : server(options, handler(), hub) {
        thread = std::thread([this] { server.run(); });
    }
    ~Running() { end(); }

    void end() {
        server.stop();
        if (thread.joinable()) thread.join();
    }

    Handler handler() {
        router.add("GET", "/hello", [](const Request&) { return json_response("hello"); });
        router.add("POST", "/size",
                   [](const Request& request) { return json_response(request.body.size()); });
        router.add("GET", "/big", [](const Request&) {
            Response response;
            response.body = std::string(40'000'000, 'x');
            return response;
        });
        router.add("GET", "/slow", [this](const Request&) {
            inside = true;
            while (!let_go) std::this_thread::sleep_for(1ms);
            return json_response("slow");
        });
        router.add("GET", "/events", [this](const Request&) {
            Response response;
            response.stream = true;
            response.channel = "jobs";
            response.after = hub.last();
            response.body = "event: picture\ndata: 0\n\n";
            return response;
        });
        router.add("GET", "/bad_header", [](const Request&) {
            Response response;
            response.headers = {{"X", "a\nb"}};
            return response;
        });
        return [this](const Request& request) { return router.handle(request); };
    }

    Client connect() const { return Client(server.port()); }
    std::string ask(const std::string& text) const {
        Client client = connect();
        client.send(text);
        return client.read_all();
    }

    EventHub hub;
    Router router;
    std::atomic<bool> inside{false};
    std::atomic<bool> let_go{false};
    HttpServer server;
    std::thread thread;
};

const std::string kClose = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const std::string kKeep = " HTTP/1.1\r\nHost: x\r\n\r\n";

TEST(StudioServer, StartsAtOnceOnTheLoopbackInterface) {
    EventHub hub;
    const auto begin = Clock::now();
    HttpServer server(
        {}, [](const Request&) { return Response{}; }, hub);
    RecordProperty("seconds", std::to_string(seconds_since(begin)));
    EXPECT_GE(server.port(), 1024);
    EXPECT_LT(server.seconds_since_last_request(), 20);
    ServerOptions same;
    same.port = server.port();
    EXPECT_THROW(HttpServer(same, nullptr, hub), Error);  // not free
    for (const int port : {-1, 1, 80, 1023, 65536}) {
        same.port = port;
        EXPECT_THROW(HttpServer(same, nullptr, hub), Error) << port;
    }
    server.stop();
    server.run();  // returns at once
}

TEST(StudioServer, AnswersWithAllHeaders) {
    const Running running;
    const std::string answer = running.ask("GET /hello" + kClose);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer, HasSubstr("\r\nContent-Security-Policy: default-src 'none'"));
    EXPECT_THAT(answer, HasSubstr("\r\nConnection: close\r\n"));
    EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n\"hello\""));
    const std::string head = running.ask("HEAD /hello" + kClose);
    EXPECT_THAT(head, HasSubstr("\r\nContent-Length: 7\r\n"));
    EXPECT_THAT(head, testing::EndsWith("\r\n\r\n"));
    EXPECT_THAT(running.ask("GET /none" + kClose), StartsWith("HTTP/1.1 404 "));
    EXPECT_THAT(running.ask("PUT /hello" + kClose), StartsWith("HTTP/1.1 405 "));
    EXPECT_THAT(running.ask("GET /bad_header" + kClose), StartsWith("HTTP/1.1 500 "));
    EXPECT_EQ(running.ask("GET /big" + kClose).size() / 1'000'000, 40U);
    EXPECT_LT(running.server.seconds_since_last_request(), 20);
}

TEST(StudioServer, RefusesWhatIsNotHttp) {
    const Running running;
    for (const std::string& text :
         {std::string("hello\r\n\r\n"), "GET /../x" + kClose, "GET http://x/" + kClose,
          "GET /%00" + kClose, std::string("GET /hello HTTP/1.1\r\nA: 1\r\na: 2\r\n\r\n"),
          std::string("GET /hello HTTP/1.1\r\nA : 1\r\n\r\n"),
          std::string("POST /size HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
          std::string("POST /size HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
          std::string("POST /size HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: "
                      "chunked\r\n\r\n0\r\n\r\n"),
          std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11)}) {
        const std::string answer = running.ask(text);
        EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 ")) << text;
        EXPECT_THAT(answer, HasSubstr("X-Content-Type-Options: nosniff")) << text;
    }
    EXPECT_THAT(running.ask("GET /hello HTTP/2.0\r\n\r\n"), HasSubstr("HTTP/1.1 505 "));
    EXPECT_THAT(running.ask("GET /hello HTTP/1.1\r\nA: " + std::string(20'000, 'x') + "\r\n\r\n"),
                StartsWith("HTTP/1.1 431 "));
    EXPECT_THAT(running.ask("GET /hello" + kClose), StartsWith("HTTP/1.1 200 "));
}

TEST(StudioServer, KeepsConnectionsAndTheOrderOfRequests) {
    const Running running;
    Client client = running.connect();
    for (int i = 0; i < 3; ++i) {
        client.send("GET /hello" + kKeep);
        EXPECT_THAT(client.read_until("\"hello\""), HasSubstr("Connection: keep-alive"));
    }
    std::string all;  // sent along
    for (int i = 0; i < 20; ++i) {
        all += "GET /hello" + kKeep + "POST /size HTTP/1.1\r\nContent-Length: 2\r\n\r\nab";
    }
    client.send(all + "GET /none" + kClose);
    for (int i = 0; i < 20; ++i) {
        EXPECT_THAT(client.read_until("\"hello\""), StartsWith("HTTP/1.1 200"));
        EXPECT_THAT(client.read_until("\r\n\r\n2"), StartsWith("HTTP/1.1 200"));
    }
    EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 404"));
}

TEST(StudioServer, SlowClients) {
    ServerOptions options;
    options.header_time = 200ms;
    options.body_time = 200ms;
    options.idle_time = 200ms;
    const Running running(options);
    EXPECT_TRUE(running.connect().at_end());  // says nothing
    EXPECT_THAT(running.ask("GET /hello HTTP/1.1\r\nHost"), StartsWith("HTTP/1.1 408 "));
    EXPECT_THAT(running.ask("POST /size HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc"),
                StartsWith("HTTP/1.1 408 "));
    // A byte now and then does not help.
    Client drips = running.connect();
    drips.send("GET /hello HTTP/1.1\r\nA: ");
    const auto begin = Clock::now();
    std::thread dripping([&drips] {
        for (int i = 0; i < 50; ++i) {
            drips.send("x");
            std::this_thread::sleep_for(20ms);
        }
    });
    EXPECT_THAT(drips.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 408 "));
    EXPECT_LT(seconds_since(begin), 0.9 * kSanitizerPatience);
    dripping.join();
    Client idle = running.connect();
    idle.send("GET /hello" + kKeep);
    idle.read_until("\"hello\"");
    EXPECT_TRUE(idle.at_end());
}

TEST(StudioServer, LargeBodies) {
    const Running running;
    const std::string piece(1U << 20, 'x');
    EXPECT_THAT(running.ask("POST /size HTTP/1.1\r\nConnection: close\r\nContent-Length: " +
                            std::to_string(16U << 20) + "\r\n\r\n" + std::string(16U << 20, 'x')),
                testing::EndsWith("\r\n\r\n16777216"));
    Client declared = running.connect();
    declared.send("POST /size HTTP/1.1\r\nContent-Length: 104857600\r\n\r\n");
    for (int i = 0; i < 100 && declared.send(piece); ++i) {
    }
    EXPECT_THAT(declared.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 413 "));
    Client chunked = running.connect();
    chunked.send("POST /size HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 100 && chunked.send("100000\r\n" + piece + "\r\n"); ++i) {
    }
    EXPECT_THAT(chunked.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 413 "));
    EXPECT_THAT(running.ask("POST /size HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: "
                            "chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
                testing::EndsWith("\r\n\r\n3"));
    Client asks = running.connect();
    asks.send("POST /size HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    EXPECT_EQ(asks.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    asks.send("ab");
    EXPECT_THAT(asks.read_until("\r\n\r\n2"), StartsWith("HTTP/1.1 200 "));
}

TEST(StudioServer, ScreensBeforeABodyIsRead) {
    ServerOptions options;
    options.screen = [](const Request& request) -> std::optional<Response> {
        if (request.header("x-known") == "yes") return std::nullopt;
        return error_response(401, "who are you");
    };
    const Running running(options);
    const std::string post = "POST /size HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n";
    EXPECT_THAT(running.ask(post + "\r\n"), StartsWith("HTTP/1.1 401 "));  // without the body
    EXPECT_THAT(running.ask(post + "X-Known: yes\r\n\r\nab"), testing::EndsWith("\r\n\r\n2"));
}

TEST(StudioServer, ConnectionsAreLimited) {
    const Running running;
    std::vector<Client> clients;
    for (int i = 0; i < 64; ++i) {
        clients.push_back(running.connect());
        clients.back().send("GET /hello" + kKeep);
        EXPECT_THAT(clients.back().read_until("\"hello\""), StartsWith("HTTP/1.1 200 ")) << i;
    }
    for (int i = 0; i < 6; ++i) {
        EXPECT_THAT(running.connect().read_until("\r\n\r\n"), StartsWith("HTTP/1.1 503 ")) << i;
    }
    clients[7].send("GET /hello" + kKeep);  // those who are in go on
    EXPECT_THAT(clients[7].read_until("\"hello\""), StartsWith("HTTP/1.1 200 "));
    clients.pop_back();
    // The place is free as soon as the server saw the end.
    std::string answer;
    for (int i = 0; i < 500 && !answer.starts_with("HTTP/1.1 200 "); ++i) {
        std::this_thread::sleep_for(10ms);
        answer = running.ask("GET /hello" + kClose);
    }
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 "));
}

TEST(StudioServer, ManyAtOnce) {
    const Running running;
    const auto begin = Clock::now();
    std::vector<Client> clients;
    for (int i = 0; i < 50; ++i) {
        clients.push_back(running.connect());
        clients.back().send("GET /hello" + kClose);
    }
    for (Client& client : clients) EXPECT_THAT(client.read_all(), HasSubstr("\"hello\""));
    RecordProperty("seconds", std::to_string(seconds_since(begin)));
}

TEST(StudioServer, Streams) {
    ServerOptions options;
    options.heartbeat = 100ms;
    Running running(options);
    Client client = running.connect();
    client.send("GET /events" + kKeep);
    const std::string head = client.read_until("\r\n\r\n");
    EXPECT_THAT(head, HasSubstr("Content-Type: text/event-stream\r\n"));
    EXPECT_THAT(head, HasSubstr("nosniff"));
    EXPECT_THAT(head, Not(HasSubstr("Content-Length")));
    EXPECT_EQ(client.read_until("\n\n"), "event: picture\ndata: 0\n\n");
    for (int i = 1; i <= 100; ++i) running.hub.publish("jobs", "progress", std::to_string(i));
    std::string last;
    for (int i = 1; i <= 100; ++i) {
        do last = client.read_until("\n\n");
        while (last == ":\n\n");
        EXPECT_EQ(last, fmt::format("id: {}\nevent: progress\ndata: {}\n\n", i, i));
    }
    EXPECT_EQ(client.read_until("\n\n"), ":\n\n");  // the heart
    EXPECT_EQ(running.hub.listeners(), 1U);
    { const Client gone = std::move(client); }
    for (int i = 0; i < 1000 && running.hub.listeners() > 0; ++i) {
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_EQ(running.hub.listeners(), 0U);
    EXPECT_THAT(running.ask("HEAD /events" + kClose), testing::EndsWith("\r\n\r\n"));
}

TEST(StudioServer, StreamsOfOneOwnerAreLimitedAndSlowOnesDropped) {
    ServerOptions options;
    options.write_time = 1h;
    Running running(options);
    std::vector<Client> clients;
    for (int i = 0; i < 8; ++i) {
        clients.push_back(running.connect());
        clients.back().send("GET /events" + kKeep);
        EXPECT_THAT(clients.back().read_until("picture"), StartsWith("HTTP/1.1 200 "));
    }
    EXPECT_THAT(running.ask("GET /events" + kKeep), StartsWith("HTTP/1.1 429 "));
    // Nobody reads: what the system does not buffer waits, up to a limit.
    const std::string large(500'000, 'x');
    for (int i = 0; i < 2000 && running.hub.listeners() > 0; ++i) {
        running.hub.publish("jobs", "x", large);
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(running.hub.listeners(), 0U);
}

TEST(StudioServer, WhoDoesNotTakeTheAnswerIsLeft) {
    ServerOptions options;
    options.write_time = 100ms;
    options.connections = 1;
    const Running running(options);
    Client client = running.connect();
    client.send("GET /big" + kKeep);
    EXPECT_THAT(client.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
    std::string answer;  // until its place is free
    for (int i = 0; i < 2000 && !answer.starts_with("HTTP/1.1 200 "); ++i) {
        std::this_thread::sleep_for(10ms);
        answer = running.ask("GET /hello" + kClose);
    }
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 "));
    EXPECT_LT(client.read_all().size(), 40'000'000U);
}

TEST(StudioServer, StopsWhileAStreamIsOpen) {
    Running running;
    Client stream = running.connect();
    stream.send("GET /events" + kKeep);
    stream.read_until("data: 0\n\n");
    Client idle = running.connect();
    idle.send("GET /hello" + kKeep);
    idle.read_until("\"hello\"");
    const auto begin = Clock::now();
    running.end();
    EXPECT_LT(seconds_since(begin), 1.5 * kSanitizerPatience);  // not the grace
    EXPECT_TRUE(stream.at_end());
    EXPECT_TRUE(idle.at_end());
    EXPECT_EQ(running.hub.listeners(), 0U);
    running.hub.publish("jobs", "x", "1");  // to nobody
    EXPECT_FALSE(running.connect().connected());
}

TEST(StudioServer, AnswersWhatIsUnderWayWhenStopped) {
    Running running;
    Client client = running.connect();
    client.send("GET /slow" + kKeep);
    while (!running.inside) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(running.server.seconds_since_last_request(), 0);
    running.server.stop();
    running.let_go = true;
    EXPECT_THAT(client.read_all(), testing::EndsWith("\r\n\r\n\"slow\""));
}

TEST(StudioServer, StopsAfterTheGrace) {
    ServerOptions options;
    options.grace = 50ms;
    Running running(options);
    Client client = running.connect();
    client.send("GET /slow" + kKeep);
    while (!running.inside) std::this_thread::sleep_for(1ms);
    running.server.stop();
    std::this_thread::sleep_for(200ms);
    running.let_go = true;
    running.end();
    EXPECT_TRUE(client.at_end());
}

HttpServer* to_stop = nullptr;

TEST(StudioServer, SignalHandlersMayStopIt) {
    Running running;
    to_stop = &running.server;
    const auto before = std::signal(SIGUSR1, [](int) { to_stop->stop(); });
    std::raise(SIGUSR1);
    running.thread.join();
    std::signal(SIGUSR1, before);
}

}  // namespace
}  // namespace lethe::studio
