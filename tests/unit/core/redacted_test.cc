#include "lethe/core/redacted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"

namespace lethe {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Redacted, PasswordsBeforeAHostGo) {
    EXPECT_EQ(without_passwords("postgresql://ann:secret@db.example:5432/clinic#people"),
              "postgresql://ann:***@db.example:5432/clinic#people");
    EXPECT_EQ(without_passwords("cannot read MySQL://ann:secret@db/clinic: refused"),
              "cannot read MySQL://ann:***@db/clinic: refused");
}

TEST(Redacted, PasswordsInParametersGo) {
    EXPECT_EQ(without_passwords("postgres:///clinic?user=ann&password=secret&port=1#people"),
              "postgres:///clinic?user=ann&password=***&port=1#people");
    EXPECT_EQ(without_passwords("postgresql://db/clinic?pass%77ord=secret"),
              "postgresql://db/clinic?pass%77ord=***");
    EXPECT_EQ(without_passwords("postgresql://ann@db/clinic?sslpassword=secret&passfile=/p"),
              "postgresql://ann@db/clinic?sslpassword=***&passfile=/p");
}

TEST(Redacted, AddressesWithoutPasswordsStay) {
    for (const char* text :
         {"postgresql://db:5432,other:5433/clinic#people", "mysql://ann@[::1]:3306/clinic#people",
          "postgresql:///clinic#SELECT '@' AS at", "postgresql://db:5432/clinic#select a@b",
          "sqlite:people.db#people", "people.csv", "postgresql://", "https://ann:secret@web"}) {
        EXPECT_EQ(without_passwords(text), text);
    }
}

// Whatever sign its owner forgot to escape.
TEST(Redacted, NoPartOfAPasswordStays) {
    for (const char* sign :
         {"/", "?", "#", "@", ":", "%", " ", "&", "=", "12", "12/", "12#", "\n"}) {
        for (const char* behind : {"@db/clinic#people", "@db:5432/clinic", "@/clinic?port=1"}) {
            const std::string password = std::string(sign) + "sec" + sign + "ret";
            const std::string shown =
                without_passwords("postgresql://ann:" + password + behind + " said");
            EXPECT_THAT(shown, Not(HasSubstr("sec"))) << sign << behind;
            EXPECT_THAT(shown, Not(HasSubstr("ret"))) << sign << behind;
        }
    }
}

TEST(Redacted, EveryAddressOfATextIsSeen) {
    EXPECT_EQ(without_passwords("postgresql://a:x@h/d and mysql://b:y@h/d"),
              "postgresql://a:***@h/d and mysql://b:***@h/d");
}

TEST(Redacted, ErrorsRedactThemselves) {
    const Error error(ErrorKind::io, "cannot connect to mysql://a:secret@h/d",
                      {"mysql://a:secret@h/d#t", 0, 0, {}});
    EXPECT_THAT(error.what(), Not(HasSubstr("secret")));
    EXPECT_THAT(error.problems().front().place.file, Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace lethe
