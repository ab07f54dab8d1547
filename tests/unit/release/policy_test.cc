#include "lethe/release/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lethe::release {
namespace {

using testing::HasSubstr;

std::string policy_error_of(std::string_view text) {
    try {
        parse_policy(text, "p.toml");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

constexpr std::string_view kGood = R"(
[read]
separator = ";"
missing = ["?"]

[columns]
name = { role = "identifier" }
age = { role = "quasi", kind = "numeric" }
"två ord" = { role = "quasi", kind = "ordinal", order = ["low", "high"] }

[[step]]
method = "mdav"
columns = ["age"]
k = 5

[[step]]
method = "noise"
p = 10.5
p_by_column = { age = 3 }
)";

TEST(Policy, IsRead) {
    const Policy policy = parse_policy(kGood, "p.toml");
    EXPECT_EQ(policy.read.separator, ';');
    EXPECT_THAT(policy.read.missing, testing::ElementsAre("?"));
    ASSERT_EQ(policy.columns.size(), 3U);
    ASSERT_EQ(policy.steps.size(), 2U);
    EXPECT_EQ(policy.steps[0].method, "mdav");
    EXPECT_EQ(policy.steps[0].parameters, (Json{{"k", 5}}));
    EXPECT_EQ(policy.steps[0].place.line, 11);
    EXPECT_EQ(policy.steps[1].parameters["p_by_column"]["age"], 3);
}

TEST(Policy, IsWrittenAndReadBack) {
    const std::string written = policy_text(parse_policy(kGood, "p.toml"));
    EXPECT_EQ(policy_text(parse_policy(written, "again.toml")), written);
    EXPECT_EQ(parse_policy(written, "again.toml").columns.size(), 3U);
}

TEST(Policy, ProblemsComeTogether) {
    const std::string text = policy_error_of(R"([columns]
age = { role = "quazi", kinds = "numeric" }
job = 3
x = { kind = "number", order = ["a"] }
[[step]]
columns = "age"
[colums]
)");
    EXPECT_THAT(text, HasSubstr("p.toml:2"));
    EXPECT_THAT(text, HasSubstr("allowed: identifier, quasi, confidential, other"));
    EXPECT_THAT(text, HasSubstr("did you mean \"kind\""));
    EXPECT_THAT(text, HasSubstr("column \"job\" must be a table"));
    EXPECT_THAT(text, HasSubstr("there is no kind \"number\""));
    EXPECT_THAT(text, HasSubstr("\"order\" needs kind"));
    EXPECT_THAT(text, HasSubstr("a step needs a method"));
    EXPECT_THAT(text, HasSubstr("must be a list of texts"));
    EXPECT_THAT(text, HasSubstr("did you mean \"columns\""));
}

TEST(Policy, BrokenTomlHasAPlace) {
    EXPECT_THAT(policy_error_of("[columns]\nage = {"), HasSubstr("p.toml:2"));
    EXPECT_THAT(policy_error_of("[step]\nmethod = \"mdav\"\n"), HasSubstr("[[step]]"));
}

}  // namespace
}  // namespace lethe::release
