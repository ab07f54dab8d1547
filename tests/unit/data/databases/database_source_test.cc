#include "lethe/data/formats/databases/database_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"

namespace lethe {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string refusal(const std::string& source) {
    try {
        database_source(source);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.what();
    }
    return {};
}

TEST(DatabaseSource, KnowsDatabasesFromPaths) {
    for (const char* text : {"postgresql:///d#t", "postgres://h/d", "mysql://h/d#t",
                             "mariadb://h/d", "sqlite:a.db", "duckdb:a.duckdb#t"}) {
        EXPECT_TRUE(is_database(text)) << text;
        EXPECT_TRUE(is_no_file(text)) << text;
    }
    for (const char* text : {"people.csv", "sqlite", "postgresql:d", "SELECT 1", "-", ""}) {
        EXPECT_FALSE(is_database(text)) << text;
    }
}

TEST(DatabaseSource, TakesAddressAndTableApart) {
    const DatabaseSource source = database_source("postgresql://ann@h:5433/d?a=b#hr.people");
    EXPECT_EQ(source.system, DatabaseSystem::postgresql);
    EXPECT_EQ(source.address, "postgresql://ann@h:5433/d?a=b");
    EXPECT_EQ(source.schema, "hr");
    EXPECT_EQ(source.table, "people");
    const DatabaseSource file = database_source("sqlite:/data/my people.db#People of 2024");
    EXPECT_EQ(file.address, "/data/my people.db");
    EXPECT_EQ(file.table, "People of 2024");
    EXPECT_TRUE(file.is_file());
    EXPECT_TRUE(database_source("duckdb:a.duckdb").table.empty());
}

TEST(DatabaseSource, NamesWithDotsAndQuotesStandInQuotes) {
    const DatabaseSource source = database_source("sqlite:a.db#\"a.b\".\"say \"\"c\"\"\"");
    EXPECT_EQ(source.schema, "a.b");
    EXPECT_EQ(source.table, "say \"c\"");
    for (const char* wrong : {"sqlite:a.db#", "sqlite:a.db#a.", "sqlite:a.db#.a", "sqlite:a.db#\"a",
                              "sqlite:a.db#a.b.c", "sqlite:a.db#\"a\"b", "sqlite:#a"}) {
        EXPECT_NE(refusal(wrong), "") << wrong;
    }
}

TEST(DatabaseSource, QueriesAreTakenAsTheyAre) {
    const DatabaseSource source = database_source("mysql://h/d#SELECT a#b\nFROM t WHERE x = '@'");
    EXPECT_EQ(source.query, "SELECT a#b\nFROM t WHERE x = '@'");
    EXPECT_TRUE(source.table.empty());
}

TEST(DatabaseSource, PublicNamesHoldNeitherHostsNorUsersNorPaths) {
    EXPECT_EQ(source_name("postgresql://ann:secret@host:5433/d#hr.people"), "people (PostgreSQL)");
    EXPECT_EQ(source_name("mysql://ann@host/d#SELECT 1"), "a query (MySQL)");
    EXPECT_EQ(source_name("sqlite:/home/ann/clinic.db"), "a table (SQLite)");
    EXPECT_EQ(source_name("/home/ann/people.csv"), "people.csv");
    EXPECT_EQ(source_name("SELECT 1"), "a query");
}

TEST(DatabaseSource, NoMessageHoldsAPassword) {
    for (const char* source :
         {"postgresql://ann:se#cret@h/d#t", "mysql://ann:12#cret@h/d#t.", "mysql://ann:cret @h/d#t",
          "postgresql://ann:cret@h/d#a.b.c", "mysql://ann:cret@h/d#"}) {
        const std::string message = refusal(source);
        EXPECT_NE(message, "") << source;
        EXPECT_THAT(message, Not(HasSubstr("cret"))) << source;
    }
    EXPECT_EQ(database_source("mysql://ann:cret@h/d#t").shown, "mysql://ann:***@h/d#t");
}

TEST(DatabaseSource, WhoNamesTheFileAloneIsToldHow) {
    try {
        format_of("clinic.duckdb");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("duckdb:FILE#TABLE"));
    }
}

TEST(DatabaseSource, PathsOfFilesMove) {
    const auto into = [](const std::string& path) { return "folder/" + path; };
    EXPECT_EQ(with_database_path("sqlite:a.db#t", into), "sqlite:folder/a.db#t");
    EXPECT_EQ(with_database_path("duckdb:a", into), "duckdb:folder/a");
    EXPECT_EQ(with_database_path("mysql://h/d#t", into), "mysql://h/d#t");
}

}  // namespace
}  // namespace lethe
