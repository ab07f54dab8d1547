#include "studio/http/router.h"

#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "studio/assets.h"
#include "studio/http/http_message.h"
#include "studio/http/request_target.h"

namespace lethe::studio {
namespace {

using Query = std::map<std::string, std::string>;

Handler says(const std::string& text) {
    return [text](const Request& request) {
        Response response;
        response.body = text;
        for (const auto& [name, value] : request.parts) response.body += " " + name + "=" + value;
        return response;
    };
}

Handler throws(Error error) {
    return [error](const Request&) -> Response { throw error; };
}

Response ask(const Router& router, const std::string& method, const std::string& target) {
    return router.handle(make_request(method, target, {}));
}

Json error_of(const Response& response) { return Json::parse(response.body).at("error"); }

TEST(StudioTarget, Decodes) {
    const Target target = parse_target("/api/a%20b/%c3%a9?x=1&y=a+b%2B%26&empty&also=&&%3d==");
    EXPECT_EQ(target.path, "/api/a b/\xc3\xa9");
    EXPECT_EQ(target.query,
              (Query{{"x", "1"}, {"y", "a b+&"}, {"empty", ""}, {"also", ""}, {"=", "="}}));
    EXPECT_EQ(parse_target("/a+b").path, "/a+b");
    EXPECT_EQ(parse_target("/%2541").path, "/%41");  // once
    EXPECT_EQ(parse_target("/...").path, "/...");
    EXPECT_EQ(parse_target("/?../..").query, (Query{{"../..", ""}}));
}

TEST(StudioTarget, RefusesWhatIsNotPlainlyRight) {
    for (const char* target : {"",
                               "*",
                               "api",
                               "http://127.0.0.1/",
                               "127.0.0.1:80",
                               "/%",
                               "/%4",
                               "/%g0",
                               "/%4g",
                               "/%00",
                               "/a%0a",
                               "/a%7f",
                               "/a b",
                               "/a#b",
                               "/\xc3\xa9",
                               "/%c3",
                               "/%c0%af",
                               "/%e0%80%af",
                               "/%ed%a0%80",
                               "/%f5%80%80%80",
                               "/%ff",
                               "/..",
                               "/../etc",
                               "/a/..",
                               "/a/../b",
                               "/.",
                               "/./a",
                               "/%2e%2e/a",
                               "/a/%2E.",
                               "/a%2fb",
                               "/a%2Fb",
                               "/a\\b",
                               "/%5c..%5cb",
                               "/?x=%",
                               "/?x=%00",
                               "/?%0d=1",
                               "/?x=1&x=2",
                               "/?x=1&%78=2",
                               "/?x=%ff",
                               "/?a b"}) {
        EXPECT_THROW(parse_target(target), Error) << target;
    }
    EXPECT_THROW(parse_target(std::string_view("/a\0b", 4)), Error);
}

TEST(StudioRouter, Captures) {
    Router router;
    router.add("GET", "/", says("start"));
    router.add("GET", "/api/projects", says("all"));
    router.add("GET", "/api/projects/{id}/rows", says("rows"));
    router.add("GET", "/api/projects/{id}/{what}", says("what"));
    router.add("GET", "/api/projects/new/{what}", says("new"));
    router.add("POST", "/api/projects/{id}/rows", says("posted"));
    EXPECT_EQ(ask(router, "GET", "/").body, "start");
    EXPECT_EQ(ask(router, "GET", "/?x=1").body, "start");
    EXPECT_EQ(ask(router, "GET", "/api/projects").body, "all");
    EXPECT_EQ(ask(router, "GET", "/api/projects/7/rows").body, "rows id=7");
    EXPECT_EQ(ask(router, "GET", "/api/projects/a%20b/c").body, "what id=a b what=c");
    EXPECT_EQ(ask(router, "GET", "/api/projects/new/rows").body, "new what=rows");
    EXPECT_EQ(ask(router, "POST", "/api/projects/new/rows").body, "posted id=new");
    EXPECT_EQ(ask(router, "HEAD", "/api/projects/7/rows").body, "rows id=7");
}

TEST(StudioRouter, UnknownPathsAndMethods) {
    Router router;
    router.add("GET", "/api/a/{id}", says("got"));
    router.add("DELETE", "/api/a/{id}", says("deleted"));
    router.add("POST", "/api/b", says("posted"));
    for (const char* target : {"/", "/api", "/api/a", "/api/a/", "/api/a/1/", "/api//a/1",
                               "//api/a/1", "/API/a/1", "/api/a/1/2", "/api/b/"}) {
        EXPECT_EQ(ask(router, "GET", target).status, 404) << target;
    }
    EXPECT_EQ(error_of(ask(router, "GET", "/x")).at("kind"), "absent");
    const Response wrong = ask(router, "POST", "/api/a/1");
    EXPECT_EQ(wrong.status, 405);
    ASSERT_EQ(wrong.headers.size(), 1U);
    EXPECT_EQ(wrong.headers[0].second, "DELETE, GET, HEAD");
    EXPECT_EQ(ask(router, "HEAD", "/api/b").status, 405);
    EXPECT_EQ(ask(router, "get", "/api/a/1").status, 405);
}

TEST(StudioRouter, BadRoutes) {
    Router router;
    router.add("GET", "/a/{x}", says(""));
    for (const char* pattern :
         {"", "a", "/a/{y}", "/{", "/{}", "/x{y}", "/{y}x", "/{a}/{a}", "/{{a}}"}) {
        EXPECT_THROW(router.add("GET", pattern, says("")), Error) << pattern;
    }
    router.add("POST", "/a/{y}", says(""));
}

TEST(StudioRouter, ErrorsOfHandlers) {
    Router router;
    router.add(
        "GET", "/usage",
        throws(Error(Problems{{"k must be at least 2", {"p.toml", 3, 5, "k"}, ErrorKind::usage},
                              {"no such method", {}, ErrorKind::usage}})));
    router.add("GET", "/input", throws(Error(ErrorKind::input, "x")));
    router.add("GET", "/unmet", throws(Error(ErrorKind::unmet, "x")));
    router.add("GET", "/absent",
               throws(Error(ErrorKind::io, "cannot open: No such file or directory")));
    router.add("GET", "/full", throws(Error(ErrorKind::io, "cannot write: No space left")));
    router.add("GET", "/stopped", throws(Error(ErrorKind::stopped, "x")));
    router.add("GET", "/internal", throws(Error(ErrorKind::internal, "x")));
    router.add("GET", "/other",
               [](const Request&) -> Response { throw std::runtime_error("Mrs Smith"); });
    router.add("GET", "/odd", [](const Request&) -> Response { throw 1; });
    const std::map<std::string, int> statuses = {
        {"/usage", 400},   {"/input", 422},    {"/unmet", 409}, {"/absent", 404}, {"/full", 500},
        {"/stopped", 409}, {"/internal", 500}, {"/other", 500}, {"/odd", 500}};
    for (const auto& [target, status] : statuses) {
        const Response response = ask(router, "GET", target);
        EXPECT_EQ(response.status, status) << target;
        EXPECT_FALSE(error_of(response).at("message").get<std::string>().empty());
        EXPECT_EQ(response.body.find("Smith"), std::string::npos);
    }
    const Json usage = error_of(ask(router, "GET", "/usage"));
    EXPECT_EQ(usage.at("kind"), "usage");
    ASSERT_EQ(usage.at("problems").size(), 2U);
    EXPECT_EQ(usage.at("problems")[0],
              Json::parse(R"({"message":"k must be at least 2","kind":"usage",
                              "text":"p.toml:3:5: k: k must be at least 2","file":"p.toml",
                              "line":3,"column":5,"parameter":"k"})"));
    EXPECT_EQ(error_of(ask(router, "GET", "/stopped")).at("kind"), "stopped");
}

TEST(StudioRouter, BodiesOfJson) {
    Request request;
    request.body = R"({"a":[1]})";
    EXPECT_EQ(json_body(request).at("a")[0], 1);
    for (const std::string& wrong :
         {std::string(), std::string("{"), std::string("Smith"), std::string("1e999"),
          std::string("\"\xff\""), std::string("{} {}"),
          std::string(101, '[') + std::string(101, ']'), std::string(10'000'000, '[')}) {
        request.body = wrong;
        try {
            json_body(request);
            ADD_FAILURE() << wrong.substr(0, 20);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            EXPECT_EQ(std::string(error.what()).find("Smith"), std::string::npos);
        }
    }
    request.body = std::string(100, '[') + "1" + std::string(100, ']');
    EXPECT_NO_THROW(json_body(request));
    EXPECT_NO_THROW(json_response({{"name", "a\xff"}}));
}

TEST(StudioAssets, ServedWithTypeAndDigest) {
    Router router;
    add_assets(router);
    const std::map<std::string_view, std::string_view> types = {
        {"/", "text/html; charset=utf-8"},
        {"/app.js", "text/javascript; charset=utf-8"},
        {"/app.css", "text/css; charset=utf-8"}};
    ASSERT_EQ(assets().size(), types.size());
    for (const Asset& asset : assets()) {
        EXPECT_FALSE(asset.bytes.empty());
        EXPECT_EQ(asset.digest.size(), 64U);
        const Response response = ask(router, "GET", std::string(asset.path));
        EXPECT_EQ(response.status, 200);
        EXPECT_EQ(response.type, types.at(asset.path));
        EXPECT_EQ(response.body, asset.bytes);
        ASSERT_EQ(response.headers.size(), 1U);
        EXPECT_EQ(response.headers[0].second, "\"" + asset.digest + "\"");
        const Response same = router.handle(make_request(
            "GET", std::string(asset.path), {{"If-None-Match", response.headers[0].second}}));
        EXPECT_EQ(same.status, 304);
        EXPECT_EQ(same.body, "");
    }
    EXPECT_NE(assets()[0].bytes.find("<!doctype html>"), std::string_view::npos);
}

}  // namespace
}  // namespace lethe::studio
