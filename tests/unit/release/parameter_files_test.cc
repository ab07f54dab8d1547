// Parameters that are given as files.
#include "lethe/release/tables/parameter_files.h"

#include <gmock/gmock.h>

#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/policy.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::HasSubstr;

const Json kMatrix = {{"categories", {"a", "b"}}, {"rows", {{0.75, 0.25}, {0.0, 1.0}}}};

class ParameterFiles : public testing::Test {
  protected:
    std::string load(const std::string& name, const std::string& text) {
        write_file(folder_.file(name), text);
        Json parameters{{"matrix", "job:" + name}};
        try {
            load_parameter_files(*find_method("pram"), parameters, folder_.path());
        } catch (const Error& error) {
            return error.what();
        }
        return parameters["matrix"]["job"] == kMatrix ? "" : parameters.dump();
    }

    test::TemporaryFolder folder_;
};

TEST_F(ParameterFiles, MatricesOfBothForms) {
    EXPECT_EQ(load("m.csv", ",a,b\na,0.75,0.25\nb,0,1\n"), "");
    EXPECT_EQ(load("m.csv", "from;a;b\na;0.75;0.25\nb;0;1\n"), "");
    EXPECT_EQ(load("m.json", kMatrix.dump()), "");
}

TEST_F(ParameterFiles, WhatIsWrongWithThem) {
    EXPECT_THAT(load("m.csv", ",a,b\nb,0.75,0.25\na,0,1\n"),
                HasSubstr("m.csv:2: row 1 of the matrix is of category \"b\", but column 1 is of "
                          "\"a\"; rows and columns must be in the same order"));
    EXPECT_THAT(load("m.csv", ",a,b\na,0.75,\nb,0,1\n"),
                HasSubstr("m.csv:2: row 1 of the matrix has no number in column 2"));
    EXPECT_THAT(load("m.csv", ",a,b\na,0.75\nb,0,1\n"), HasSubstr("m.csv:2"));
    EXPECT_THAT(load("m.csv", ""), HasSubstr("m.csv"));
    EXPECT_THAT(load("m.json", "{"), HasSubstr("not a JSON file"));
    EXPECT_THAT(load("m.json", "{\"rows\": []}"), HasSubstr("must have categories and rows"));
    EXPECT_THAT(load("m.txt", ""), HasSubstr("a matrix is read from a .csv or .json file"));
    EXPECT_THAT(load("m.csv", ",a,b\na,0.75,x\nb,0,1\n"), HasSubstr("matrix: column \"job\""));
}

TEST_F(ParameterFiles, OthersStayAsTheyAre) {
    Json parameters{{"type", "matrix"}, {"matrix", {{"job", kMatrix}}}};
    const Json before = parameters;
    load_parameter_files(*find_method("pram"), parameters, "");
    EXPECT_EQ(parameters, before);
    parameters = {{"matrix", "nonsense"}};
    load_parameter_files(*find_method("pram"), parameters, "");
    EXPECT_EQ(parameters, Json({{"matrix", "nonsense"}}));
}

TEST_F(ParameterFiles, RelativeToThePolicy) {
    write_file(folder_.file("m.csv"), ",a,b\na,0.75,0.25\nb,0,1\n");
    write_file(folder_.file("policy.toml"),
               "[[step]]\nmethod = \"pram\"\ntype = \"matrix\"\nmatrix = { job = \"m.csv\" }\n");
    Problems problems;
    const Policy policy = read_policy(folder_.file("policy.toml"), problems);
    EXPECT_EQ(policy.steps[0].parameters["matrix"]["job"], kMatrix);
}

}  // namespace
}  // namespace lethe::release
