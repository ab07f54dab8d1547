#include "lethe/core/error.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "lethe/core/did_you_mean.h"

namespace lethe {
namespace {

TEST(Error, KindsHaveTheirExitCodes) {
    EXPECT_EQ(exit_code(ErrorKind::usage), 2);
    EXPECT_EQ(exit_code(ErrorKind::input), 3);
    EXPECT_EQ(exit_code(ErrorKind::unmet), 4);
    EXPECT_EQ(exit_code(ErrorKind::io), 5);
    EXPECT_EQ(exit_code(ErrorKind::internal), 70);
    EXPECT_EQ(exit_code(ErrorKind::stopped), 130);
}

TEST(Error, PlacesAreShown) {
    EXPECT_STREQ(Error(ErrorKind::input, "bad", {"f.csv", 3, 7, {}}).what(), "f.csv:3:7: bad");
    EXPECT_STREQ(Error(ErrorKind::usage, "bad", {{}, 0, 0, "k"}).what(), "k: bad");
    EXPECT_STREQ(Error(ErrorKind::usage, "bad").what(), "bad");
}

TEST(Error, MixedProblemsAreUsageErrors) {
    const Problem usage{"a"};
    const Problem unmet{"b", {}, ErrorKind::unmet};
    EXPECT_EQ(Error(Problems{unmet}).kind(), ErrorKind::unmet);
    EXPECT_EQ(Error(Problems{unmet, usage}).kind(), ErrorKind::usage);
    EXPECT_STREQ(Error(Problems{unmet, usage}).what(), "b\na");
    EXPECT_NO_THROW(throw_if_any({}));
}

TEST(DidYouMean, FindsTheNearest) {
    const std::array<std::string, 3> known{"distance-linkage", "mdav", "noise"};
    EXPECT_EQ(nearest_name("mdva", known), "mdav");
    EXPECT_EQ(nearest_name("NOISE", known), "noise");
    EXPECT_EQ(nearest_name("linkage", known), "distance-linkage");
    EXPECT_EQ(nearest_name("completely-else", known), "");
    EXPECT_EQ(unknown_name("method", "zzzzzzzz", known),
              "there is no method \"zzzzzzzz\"; there is: distance-linkage, mdav, noise");
}

}  // namespace
}  // namespace lethe
