#include "studio/http/security.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "lethe/core/error.h"
#include "studio/http/http_message.h"
#include "studio/http/request_target.h"

namespace lethe::studio {
namespace {

constexpr int kPort = 4567;
const char* const kHost = "127.0.0.1:4567";
const char* const kOrigin = "http://127.0.0.1:4567";

// 0 where it may pass.
int stranger(const std::string& method, const std::string& target, const HeaderList& headers) {
    const auto refused = refuse_stranger(make_request(method, target, headers), kPort);
    return refused ? refused->status : 0;
}

int type_refused(const std::string& method, const HeaderList& headers) {
    const auto refused = refuse_type(make_request(method, "/api/x", headers));
    return refused ? refused->status : 0;
}

// A guard on kPort, with the links that it announced and a handler that says "in".
struct GuardedPlace {
    GuardedPlace() { guard.open(kPort); }

    std::string token() const { return links.back().substr(links.back().find('=') + 1); }
    Response ask(const std::string& method, const std::string& target, HeaderList headers = {}) {
        headers.emplace_back("Host", kHost);
        return guard.pass(make_request(method, target, headers), [this](const Request&) {
            ++handled;
            Response response;
            response.body = "in";
            return response;
        });
    }
    // The cookie that the current link gives.
    std::string enter() {
        const Response response = ask("GET", "/?token=" + token());
        for (const auto& [name, value] : response.headers) {
            if (name == "Set-Cookie") return value.substr(0, value.find(';'));
        }
        return {};
    }

    std::vector<std::string> links;
    int handled = 0;
    Guard guard{[this](const std::string& link) { links.push_back(link); }};
};

TEST(StudioSecurity, HostIsExact) {
    for (const char* host : {"127.0.0.1:4567", "localhost:4567"}) {
        EXPECT_EQ(stranger("GET", "/", {{"Host", host}}), 0) << host;
    }
    for (const char* host : {"",
                             "127.0.0.1",
                             "localhost",
                             "localhost.evil.com:4567",
                             "evil.com:4567",
                             "localhost:4567.evil.com",
                             "127.0.0.1:45670",
                             "127.0.0.1:456",
                             "127.0.0.1:80",
                             "127.0.0.1.:4567",
                             "localhost.:4567",
                             "LOCALHOST:4567",
                             "[::1]:4567",
                             "127.1:4567",
                             "2130706433:4567",
                             "0.0.0.0:4567",
                             "user@localhost:4567",
                             " localhost:4567",
                             "localhost:4567 ",
                             "localhost:04567",
                             "127.0.0.1:4567,localhost:4567",
                             "null"}) {
        EXPECT_EQ(stranger("GET", "/", {{"Host", host}}), 403) << host;
        EXPECT_EQ(stranger("GET", "/app.js", {{"Host", host}}), 403) << host;
        EXPECT_EQ(stranger("POST", "/api/x", {{"Host", host}, {"Origin", kOrigin}}), 403) << host;
    }
    EXPECT_EQ(stranger("GET", "/", {}), 403);
}

TEST(StudioSecurity, WhatChangesComesFromOurPage) {
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get", "TRACE"}) {
        EXPECT_EQ(stranger(method, "/api/x", {{"Host", kHost}, {"Origin", kOrigin}}), 0) << method;
        EXPECT_EQ(stranger(method, "/api/x", {{"Host", kHost}}), 403) << method;
    }
    for (const char* origin :
         {"", "null", "http://evil.com", "https://127.0.0.1:4567", "http://127.0.0.1:4568",
          "http://127.0.0.1", "http://localhost:4567", "http://127.0.0.1:4567/",
          "http://127.0.0.1:4567.evil.com", "HTTP://127.0.0.1:4567", "127.0.0.1:4567"}) {
        EXPECT_EQ(stranger("POST", "/api/x", {{"Host", kHost}, {"Origin", origin}}), 403) << origin;
    }
    const HeaderList by_name = {{"Host", "localhost:4567"}, {"Origin", "http://localhost:4567"}};
    EXPECT_EQ(stranger("POST", "/api/x", by_name), 0);
}

TEST(StudioSecurity, SitesOfTheBrowser) {
    struct Case {
        const char* site;
        int reads_api;
        int reads_page;
        int changes;
    };
    for (const Case& c :
         {Case{"same-origin", 0, 0, 0}, Case{"none", 0, 0, 403}, Case{"same-site", 403, 0, 403},
          Case{"cross-site", 403, 0, 403}, Case{"", 403, 0, 403}, Case{"Same-Origin", 403, 0, 403},
          Case{"same-origin, cross-site", 403, 0, 403}}) {
        const HeaderList headers = {
            {"Host", kHost}, {"Origin", kOrigin}, {"Sec-Fetch-Site", c.site}};
        for (const char* method : {"GET", "HEAD"}) {
            EXPECT_EQ(stranger(method, "/api/x", headers), c.reads_api) << c.site;
            EXPECT_EQ(stranger(method, "/api", headers), c.reads_api) << c.site;
            EXPECT_EQ(stranger(method, "/%61pi/x", headers), c.reads_api) << c.site;
            EXPECT_EQ(stranger(method, "/", headers), c.reads_page) << c.site;
        }
        EXPECT_EQ(stranger("POST", "/api/x", headers), c.changes) << c.site;
    }
}

TEST(StudioSecurity, TypeOfWhatChanges) {
    EXPECT_EQ(type_refused("GET", {}), 0);
    EXPECT_EQ(type_refused("HEAD", {{"Content-Type", "text/plain"}}), 0);
    for (const char* type : {"application/json", "application/json; charset=utf-8",
                             "Application/JSON;charset=UTF-8"}) {
        EXPECT_EQ(type_refused("POST", {{"Content-Type", type}}), 0) << type;
    }
    for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded",
                             "multipart/form-data", "application/jsonp", "application/json,x/y",
                             "text/plain; application/json", "application/json; charset=latin1"}) {
        EXPECT_EQ(type_refused("POST", {{"Content-Type", type}}), 415) << type;
    }
    EXPECT_EQ(type_refused("DELETE", {}), 415);
}

TEST(StudioSecurity, RepeatedHeadersAreRefused) {
    for (const char* name : {"Host", "Origin", "Cookie", "Sec-Fetch-Site", "Content-Type", "X"}) {
        std::string lower(name);
        for (char& c : lower) c = static_cast<char>(std::tolower(c));
        EXPECT_THROW(make_request("GET", "/", {{name, "a"}, {lower, "a"}}), Error) << name;
    }
}

TEST(StudioSecurity, CookieValues) {
    EXPECT_EQ(cookie_value("lethe_1=a", "lethe_1"), "a");
    EXPECT_EQ(cookie_value("x=y; lethe_1=a ;z", "lethe_1"), "a");
    EXPECT_EQ(cookie_value("lethe_11=b; xlethe_1=c; lethe_1=a=b", "lethe_1"), "a=b");
    EXPECT_EQ(cookie_value("lethe_1=a; lethe_1=a", "lethe_1"), std::nullopt);
    EXPECT_EQ(cookie_value("", "lethe_1"), std::nullopt);
    EXPECT_EQ(cookie_value(";;=;lethe_1", "lethe_1"), std::nullopt);
}

TEST(StudioSecurity, LinkWorksOnce) {
    GuardedPlace place;
    ASSERT_EQ(place.links.size(), 1U);
    EXPECT_THAT(place.links[0], testing::MatchesRegex("http://127.0.0.1:4567/.token=[0-9a-f]+"));
    const std::string token = place.token();
    EXPECT_EQ(token.size(), 64U);  // 256 bits

    const Response entered = place.ask("GET", "/?token=" + token);
    EXPECT_EQ(entered.status, 303);
    ASSERT_EQ(entered.headers.size(), 2U);
    EXPECT_EQ(entered.headers[0], std::pair(std::string("Location"), std::string("/")));
    EXPECT_EQ(entered.headers[1].first, "Set-Cookie");
    EXPECT_THAT(entered.headers[1].second,
                testing::MatchesRegex("lethe_4567=[0-9a-f]+; HttpOnly; SameSite=Strict; Path=/"));
    EXPECT_EQ(entered.headers[1].second.find(token), std::string::npos);
    ASSERT_EQ(place.links.size(), 2U);
    EXPECT_NE(place.links[0], place.links[1]);

    EXPECT_EQ(place.ask("GET", "/?token=" + token).status, 401);  // twice
    EXPECT_EQ(place.links.size(), 2U);
    EXPECT_EQ(place.handled, 0);
    EXPECT_NE(place.enter(), "");  // the next link
    EXPECT_EQ(place.links.size(), 3U);
}

TEST(StudioSecurity, WrongTokens) {
    GuardedPlace place;
    const std::string token = place.token();
    for (const std::string& wrong : {std::string(), token.substr(1), token + "0", std::string("0"),
                                     std::string(64, '0'), token + "%20"}) {
        EXPECT_EQ(place.ask("GET", "/?token=" + wrong).status, 401) << wrong;
    }
    EXPECT_EQ(place.ask("HEAD", "/?token=" + token).status, 401);
    EXPECT_EQ(place.ask("GET", "/app.js?token=" + token).status, 401);
    EXPECT_THROW(place.ask("GET", "/?token=" + token + "&token=" + token), Error);
    Request other = make_request("GET", "/?token=" + token, {{"Host", "evil.com:4567"}});
    EXPECT_EQ(place.guard.pass(other, nullptr).status, 403);
    EXPECT_EQ(place.links.size(), 1U);  // and it still works
    EXPECT_NE(place.enter(), "");
}

TEST(StudioSecurity, TwoWhoUseALinkAtOnce) {
    GuardedPlace place;
    const std::string target = "/?token=" + place.token();
    std::vector<int> statuses(8);
    std::vector<std::thread> threads;
    for (int& status : statuses) {
        threads.emplace_back([&] { status = place.ask("GET", target).status; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(std::count(statuses.begin(), statuses.end(), 303), 1);
    EXPECT_EQ(std::count(statuses.begin(), statuses.end(), 401), 7);
}

TEST(StudioSecurity, CookieOpens) {
    GuardedPlace place;
    EXPECT_EQ(place.ask("GET", "/").status, 401);
    EXPECT_EQ(place.ask("GET", "/").type, "text/html; charset=utf-8");
    EXPECT_EQ(place.ask("GET", "/api/x").type, "application/json");
    const std::string cookie = place.enter();
    const std::string value = cookie.substr(cookie.find('=') + 1);
    EXPECT_EQ(place.ask("GET", "/", {{"Cookie", cookie}}).body, "in");
    EXPECT_EQ(place.ask("GET", "/", {{"Cookie", "a=b; " + cookie}}).owner, "1");
    for (const std::string& wrong :
         {std::string("lethe_4567="), "lethe_4567=" + value.substr(1), "lethe_4567=" + value + "0",
          "lethe_4568=" + value, "Lethe_4567=" + value, cookie + "; " + cookie,
          "lethe_4567=" + std::string(64, '0'), "lethe_4567=" + place.token(), value}) {
        EXPECT_EQ(place.ask("GET", "/", {{"Cookie", wrong}}).status, 401) << wrong;
    }
    EXPECT_EQ(place.handled, 2);
    // A used link, opened again by someone who is known.
    const Response again = place.ask("GET", "/?token=old", {{"Cookie", cookie}});
    EXPECT_EQ(again.status, 303);
    EXPECT_EQ(again.headers.size(), 1U);
    // A second browser has a cookie of its own, and both go on.
    const std::string second = place.enter();
    EXPECT_NE(second, cookie);
    EXPECT_EQ(place.ask("GET", "/", {{"Cookie", second}}).owner, "2");
    EXPECT_EQ(place.ask("GET", "/", {{"Cookie", cookie}}).owner, "1");
}

TEST(StudioSecurity, OrderOfRefusals) {
    GuardedPlace place;
    const std::string cookie = place.enter();
    const HeaderList no_origin = {{"Cookie", cookie}, {"Content-Type", "application/json"}};
    EXPECT_EQ(place.ask("POST", "/api/x", no_origin).status, 403);
    const HeaderList no_cookie = {{"Origin", kOrigin}, {"Content-Type", "application/json"}};
    EXPECT_EQ(place.ask("POST", "/api/x", no_cookie).status, 401);
    const HeaderList no_type = {{"Origin", kOrigin}, {"Cookie", cookie}};
    EXPECT_EQ(place.ask("POST", "/api/x", no_type).status, 415);
    HeaderList all = no_type;
    all.emplace_back("Content-Type", "application/json");
    EXPECT_EQ(place.handled, 0);
    EXPECT_EQ(place.ask("POST", "/api/x", all).body, "in");
    // The same by the headers alone.
    for (const auto& [headers, status] : {std::pair(no_origin, 403), std::pair(no_cookie, 401),
                                          std::pair(no_type, 415), std::pair(all, 0)}) {
        HeaderList with_host = headers;
        with_host.emplace_back("Host", kHost);
        const auto refused = place.guard.refuse(make_request("POST", "/api/x", with_host));
        EXPECT_EQ(refused ? refused->status : 0, status);
    }
}

TEST(StudioSecurity, EveryAnswerIsProtected) {
    Response response;
    response.body = "{}";
    const std::string head = response_head(response, After::keep_alive);
    for (const char* line :
         {"HTTP/1.1 200 OK\r\n", "\r\nContent-Length: 2\r\n",
          "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
          "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
          "form-action 'self'; frame-src 'self'; frame-ancestors 'none'\r\n",
          "\r\nX-Content-Type-Options: nosniff\r\n", "\r\nReferrer-Policy: no-referrer\r\n",
          "\r\nCross-Origin-Opener-Policy: same-origin\r\n",
          "\r\nCross-Origin-Resource-Policy: same-origin\r\n", "\r\nCache-Control: no-store\r\n"}) {
        EXPECT_THAT(head, testing::HasSubstr(line));
    }
    response.headers = {{"content-security-policy", std::string(kReportContentPolicy)}};
    const std::string report = response_head(response, After::close);
    EXPECT_THAT(report, testing::HasSubstr("sandbox; frame-ancestors 'self'"));
    EXPECT_THAT(report, testing::Not(testing::HasSubstr("script-src")));
    response.headers = {{"X-Name", "a\r\nSet-Cookie: b"}};
    EXPECT_THROW(response_head(response, After::close), Error);
}

}  // namespace
}  // namespace lethe::studio
