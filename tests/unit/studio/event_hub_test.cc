#include "studio/http/event_hub.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "lethe/core/error.h"

namespace lethe::studio {
namespace {

TEST(StudioEventHub, SendsToThoseWhoListen) {
    EventHub hub;
    int woken = 0;
    hub.publish("a", "before", "0");
    const auto a = *hub.listen("a", "1", {}, [&] { ++woken; });
    const auto b = *hub.listen("b", "1", {}, [] {});
    EXPECT_EQ(hub.take(a), "");
    hub.publish("a", "progress", R"({"done":1})");
    hub.publish("a", "log", "one\ntwo\r\nthree\rfour");
    EXPECT_EQ(woken, 1);  // until it was taken
    EXPECT_EQ(hub.take(a),
              "id: 2\nevent: progress\ndata: {\"done\":1}\n\n"
              "id: 3\nevent: log\ndata: one\ndata: two\ndata: three\ndata: four\n\n");
    EXPECT_EQ(hub.take(a), "");
    EXPECT_EQ(hub.take(b), "");
    hub.publish("a", "x", "1");
    EXPECT_EQ(woken, 2);
    hub.leave(a);
    hub.publish("a", "x", "1");
    EXPECT_EQ(woken, 2);
    EXPECT_EQ(hub.take(a), std::nullopt);
    EXPECT_EQ(hub.listeners(), 1U);
    for (const char* name : {"", "a\nb", "a\rdata: x"})
        EXPECT_THROW(hub.publish("a", name, "1"), Error);
}

TEST(StudioEventHub, NothingFallsBetweenPictureAndStream) {
    EventHub hub({1000, 100, 8});
    hub.publish("a", "x", "1");
    const auto number = hub.last();
    hub.publish("a", "x", "2");
    hub.publish("b", "x", "3");
    int woken = 0;
    const auto late = *hub.listen("a", "1", number, [&] { ++woken; });
    EXPECT_EQ(woken, 1);
    EXPECT_EQ(hub.take(late), "id: 2\nevent: x\ndata: 2\n\n");
    for (int i = 0; i < 10; ++i) hub.publish("a", "x", "4");  // no longer kept
    const auto too_late = *hub.listen("a", "1", number, [] {});
    EXPECT_EQ(hub.take(too_late), std::nullopt);
    const auto other_run = *hub.listen("a", "1", hub.last() + 1, [] {});
    EXPECT_EQ(hub.take(other_run), std::nullopt);
    const auto now = *hub.listen("a", "1", hub.last(), [] {});
    EXPECT_EQ(hub.take(now), "");
}

TEST(StudioEventHub, WhoIsSlowIsDropped) {
    EventHub hub({100, 1000, 8});
    int woken = 0;
    const auto slow = *hub.listen("a", "1", {}, [&] { ++woken; });
    const auto quick = *hub.listen("a", "1", {}, [] {});
    for (int i = 0; i < 10; ++i) {
        hub.publish("a", "x", "1");
        EXPECT_TRUE(hub.take(quick));
    }
    EXPECT_EQ(woken, 2);
    EXPECT_EQ(hub.take(slow), std::nullopt);
    EXPECT_TRUE(hub.dropped(slow));
    EXPECT_FALSE(hub.dropped(quick));
}

TEST(StudioEventHub, BeatsWhereNothingWaits) {
    EventHub hub;
    const auto idle = *hub.listen("a", "1", {}, [] {});
    const auto busy = *hub.listen("b", "1", {}, [] {});
    hub.publish("b", "x", "1");
    for (int i = 0; i < 3; ++i) hub.beat();
    EXPECT_EQ(hub.take(idle), ":\n\n");
    EXPECT_EQ(hub.take(busy), "id: 1\nevent: x\ndata: 1\n\n");
}

TEST(StudioEventHub, StreamsOfAnOwnerAreLimited) {
    EventHub hub;
    std::vector<EventHub::Listener> mine;
    for (int i = 0; i < 8; ++i) mine.push_back(*hub.listen("a", "1", {}, [] {}));
    EXPECT_FALSE(hub.listen("b", "1", {}, [] {}));
    EXPECT_TRUE(hub.listen("a", "2", {}, [] {}));
    hub.leave(mine[3]);
    EXPECT_TRUE(hub.listen("b", "1", {}, [] {}));
}

TEST(StudioEventHub, ClosedChannelEndsAfterTheRest) {
    EventHub hub;
    int woken = 0;
    const auto a = *hub.listen("a", "1", {}, [&] { ++woken; });
    const auto b = *hub.listen("b", "1", {}, [] {});
    hub.publish("a", "end", "1");
    hub.close("a");
    EXPECT_EQ(woken, 2);
    EXPECT_EQ(hub.take(a), "id: 1\nevent: end\ndata: 1\n\n");
    EXPECT_EQ(hub.take(a), std::nullopt);
    EXPECT_EQ(hub.take(b), "");
}

TEST(StudioEventHub, ManyThreads) {
    EventHub hub;
    const auto all = *hub.listen("a", "1", {}, [] {});
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&hub, t] {
            for (int i = 0; i < 200; ++i) {
                hub.publish("a", "x", "1");
                const auto id = hub.listen("a", std::to_string(t + 2), {}, [] {});
                hub.beat();
                hub.leave(*id);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    const std::string text = *hub.take(all);
    std::size_t events = 0;
    for (std::size_t at = 0; (at = text.find("id: ", at)) != std::string::npos; ++at) ++events;
    EXPECT_EQ(events, 800U);
    EXPECT_EQ(hub.last(), 800U);
}

}  // namespace
}  // namespace lethe::studio
