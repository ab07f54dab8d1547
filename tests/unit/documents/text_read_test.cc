// Reading documents: encodings, HTML, JSON lines, folders, and the way back to the file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <filesystem>

#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/read/read_encoding.h"
#include "lethe/documents/read/read_html.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string message_of(const std::function<void()>& call, ErrorKind kind = ErrorKind::input) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "no error";
    return "";
}

// What stands in the file where `word` stands in the text.
std::string source_of(const Document& document, const std::string& file, const std::string& word) {
    const auto at = static_cast<std::int64_t>(document.text.find(word));
    return std::string(document.map.source_of({at, at + std::ssize(word)}).of(file));
}

Document html(const std::string& page) {
    Document document;
    read_html(page, SourceMap(), document.text, document.map);
    return document;
}

void write_gzip(const std::string& path, const std::string& bytes) {
    gzFile file = gzopen(path.c_str(), "wb9");
    gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(file);
}

TEST(TextEncoding, Utf8WithAndWithoutMark) {
    EXPECT_EQ(decode("M\xC3\xBCller").text, "M\xC3\xBCller");
    const Decoded marked = decode("\xEF\xBB\xBFM\xC3\xBCller");
    EXPECT_EQ(marked.text, "M\xC3\xBCller");
    EXPECT_EQ(marked.map.source_of({1, 3}), (language::Span{4, 6}));
}

TEST(TextEncoding, Latin1) {
    const std::string file = "Herr M\xFCller zahlt 5 \x80 an J\xF6rg";
    Document document;
    Decoded decoded = decode(file);
    EXPECT_EQ(decoded.encoding, Encoding::latin1);
    document.text = decoded.text;
    document.map = decoded.map;
    EXPECT_EQ(document.text, "Herr Müller zahlt 5 € an Jörg");
    EXPECT_EQ(source_of(document, file, "Müller"), "M\xFCller");
    EXPECT_EQ(source_of(document, file, "€"), "\x80");
    EXPECT_EQ(source_of(document, file, "Jörg"), "J\xF6rg");
}

TEST(TextEncoding, Utf16) {
    const std::string file(
        "\xFF\xFE"
        "A\0\xFC\0=\xD8\x00\xDE!\0",
        12);
    const Decoded decoded = decode(file);
    EXPECT_EQ(decoded.encoding, Encoding::utf16);
    EXPECT_EQ(decoded.text, "Aü\xF0\x9F\x98\x80!");
    EXPECT_EQ(decoded.map.source_of({1, 3}), (language::Span{4, 6}));
    EXPECT_EQ(decoded.map.source_of({3, 7}), (language::Span{6, 10}));
    EXPECT_EQ(decode(std::string("\xFE\xFF\0A\xD8\0", 6)).text, "A\xEF\xBF\xBD");
}

TEST(TextEncoding, WhatIsNoTextIsRefused) {
    EXPECT_THAT(message_of([] { decode(std::string("PK\0\1", 4)); }), HasSubstr("zero bytes"));
    EXPECT_THAT(message_of([] { decode("\1\2\3 ab \4\5"); }), HasSubstr("control characters"));
    const std::string broken = "Müller, Jörg, Łódź and Zoë\n\xC3(";
    EXPECT_THAT(message_of([&] { decode(broken); }), HasSubstr("broken UTF-8"));
    EXPECT_THAT(message_of([&] { decode(broken); }), HasSubstr("2"));
    EXPECT_THAT(message_of([] { decode("ab \x81 cd"); }), HasSubstr("neither UTF-8 nor Latin-1"));
    EXPECT_THAT(message_of([] { decode(std::string(20, '\xC0')); }), HasSubstr("neither"));
}

TEST(TextHtml, TagsAreStripped) {
    EXPECT_EQ(html("<p>Dear <b>Ms&nbsp;Smith</b>,</p><p>we  \n write</p>").text,
              "Dear Ms\xC2\xA0Smith,\nwe write\n");
    EXPECT_EQ(
        html("<title>Smith</title><body><img alt='Smith' title=\"a>b\">x<!-- Smith -->y").text,
        "xy");
    EXPECT_EQ(html("<script>if (a<b) '</div>' Smith</SCRIPT >x<style>Smith</style>y").text, "xy");
    EXPECT_EQ(html("<!DOCTYPE html [<!ENTITY a \"Smith\">]>x<?php Smith ?>y").text, "xy");
    EXPECT_EQ(html("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>").text, "a\tb\nc\n");
    EXPECT_EQ(html("<pre>a\n  b</pre>c").text, "a\n  b\nc");
    EXPECT_EQ(html("1 < 2 <3 a</ b>c").text, "1 < 2 <3 ac");
}

TEST(TextHtml, WhatNeverEnds) {
    EXPECT_EQ(html("a<b").text, "a");
    EXPECT_EQ(html("a<!-- b").text, "a");
    EXPECT_EQ(html("a<script>b").text, "a");
    EXPECT_EQ(html("a<x y=\"b>c").text, "a");
    std::string deep;
    for (int i = 0; i < 200000; ++i) deep += "<div><b>";
    EXPECT_EQ(html(deep + "end").text, "end");
    std::string comments;
    for (int i = 0; i < 200000; ++i) comments += "<!-- -->";
    EXPECT_EQ(html(comments + "end").text, "end");
}

TEST(TextHtml, Characters) {
    EXPECT_EQ(html("&lt;&eacute;&#233;&#xE9;&#128;&copy2&notit;&NotEqualTilde;").text,
              "<ééé€©2¬it;≂̸");
    EXPECT_EQ(html("&#0;&#xD800;&#99999999999999;").text, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    // What a document defines itself is not expanded; and each entity is decoded once.
    EXPECT_EQ(html("&lol9;&lol9; &amp;lt; & &; &#; &#x;").text, "&lol9;&lol9; &lt; & &; &#; &#x;");
}

TEST(TextHtml, TheWayBack) {
    const std::string page = "<p>Dear J&ouml;rg <i>M&uuml;ller</i>\n  Smith";
    const Document document = html(page);
    EXPECT_EQ(document.text, "Dear Jörg Müller Smith");
    EXPECT_EQ(source_of(document, page, "Jörg"), "J&ouml;rg");
    EXPECT_EQ(source_of(document, page, "Müller"), "M&uuml;ller");
    EXPECT_EQ(source_of(document, page, "Jörg Müller"), "J&ouml;rg <i>M&uuml;ller");
    EXPECT_EQ(source_of(document, page, "Smith"), "Smith");
}

TEST(TextHtml, TheWayBackThroughLatin1) {
    const std::string page = "<p>Dear J\xF6rg &amp; M\xFCller</p>";
    Decoded decoded = decode(page);
    Document document;
    read_html(decoded.text, decoded.map, document.text, document.map);
    EXPECT_EQ(source_of(document, page, "Jörg"), "J\xF6rg");
    EXPECT_EQ(source_of(document, page, "& Müller"), "&amp; M\xFCller");
}

TEST(TextJsonl, FieldsAndTheWayBack) {
    const std::string line =
        "  {\"n\": [1, {\"text\": \"}\"}], \"id\": 7, \"t\\u0065xt\" : "
        "\"J\\u00f6rg\\n\\ud83d\\ude00 "
        "\\\"Smith\\\" M\xC3\xBCller\", \"x\": true }";
    const Documents documents = read_json_line(line, 0, {"text", "", {"n", "x", "none"}});
    ASSERT_EQ(documents.size(), 3U);
    EXPECT_EQ(documents[0].id, "7");
    EXPECT_EQ(documents[0].text, "Jörg\n\xF0\x9F\x98\x80 \"Smith\" Müller");
    EXPECT_EQ(source_of(documents[0], line, "Jörg"), "J\\u00f6rg");
    EXPECT_EQ(source_of(documents[0], line, "Smith"), "Smith");
    EXPECT_EQ(source_of(documents[0], line, "Müller"), "Müller");
    EXPECT_EQ(documents[1].field, "n");
    EXPECT_EQ(documents[1].text, "[1, {\"text\": \"}\"}]");
    EXPECT_EQ(documents[2].text, "true");
    EXPECT_EQ(documents[2].id, "7");
}

TEST(TextJsonl, IdsAndBases) {
    const Documents documents = read_json_line(
        R"({"metadata":{"a":1,"doc_id":"x1"},"body":"Smith"})", 100, {"body", "", {}});
    EXPECT_EQ(documents[0].id, "x1");
    EXPECT_EQ(documents[0].map.source_of({0, 5}), (language::Span{142, 147}));
}

TEST(TextJsonl, BrokenLines) {
    const auto message = [](const std::string& line) {
        return message_of([&] { read_json_line(line, 0, {}); });
    };
    EXPECT_THAT(message("{\"text\": \"Smith}"), HasSubstr("is not JSON"));
    EXPECT_THAT(message("[\"Smith\"]"), HasSubstr("not a JSON object"));
    EXPECT_THAT(message("{\"test\": \"Smith\"}"), HasSubstr("did you mean \"test\""));
    EXPECT_THAT(message("{}"), HasSubstr("empty"));
    EXPECT_THAT(message("{\"text\": null}"), HasSubstr("not a string"));
    EXPECT_THAT(message("{\"text\": \"\\ud800\"}"), HasSubstr("is not JSON"));
    EXPECT_THAT(message("{\"text\": 55555555552e5555555}"), HasSubstr("larger than any"));
    EXPECT_EQ(message("{\"text\": \"Smith}").find("Smith"), std::string::npos);
}

TEST(TextRead, FolderInOrder) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directories(folder.file("b/deep"));
    std::filesystem::create_directories(folder.file(".hidden"));
    write_file(folder.file("c.md"), "# Smith");
    write_file(folder.file("b/deep/x.html"), "<p>Smith</p>");
    write_file(folder.file("a.TXT"), "M\xFCller");
    write_file(folder.file("d.jsonl"),
               "{\"text\":\"one\"}\n\n{\"id\":\"a.TXT\",\"text\":\"\"}\r\n");
    write_file(folder.file("e.txt"), std::string("\0\1", 2));
    write_file(folder.file("f.docx"), "PK");
    write_file(folder.file(".hidden/g.txt"), "hidden");
    write_gzip(folder.file("h.txt.gz"), "packed");
    ReadNotes notes;
    const Documents documents = read_documents(test::threads(2), folder.path(), {}, &notes);
    std::vector<std::string> ids;
    for (const Document& document : documents) ids.push_back(document.id);
    EXPECT_THAT(ids,
                ElementsAre("a.TXT", "b/deep/x.html", "c.md", "d.jsonl:1", "a.TXT#2", "h.txt.gz"));
    EXPECT_EQ(documents[0].text, "Müller");
    EXPECT_EQ(documents[1].format, TextFormat::html);
    EXPECT_EQ(documents[4].line, 3);
    EXPECT_EQ(documents[5].text, "packed");
    EXPECT_THAT(notes.empty, ElementsAre("a.TXT#2"));
    EXPECT_EQ(notes.latin1, 1);
    EXPECT_EQ(notes.other_files, 1);
    EXPECT_EQ(notes.files, 5);
    EXPECT_EQ(notes.renamed, 1);
    ASSERT_EQ(notes.skipped.size(), 1U);
    EXPECT_EQ(notes.skipped[0].place.file, folder.file("e.txt"));
}

TEST(TextRead, WhatCannotBeUsed) {
    const test::TemporaryFolder folder;
    const auto read = [&](const std::string& name, std::int64_t largest = 1000) {
        return [&folder, name, largest] {
            ReadOptions options;
            options.largest = largest;
            read_documents({}, folder.file(name), options);
        };
    };
    write_file(folder.file("binary.txt"), std::string("a\0b", 3));
    EXPECT_THAT(message_of(read("binary.txt")), HasSubstr("binary.txt"));
    write_file(folder.file("empty.txt"), " \n");
    EXPECT_THAT(message_of(read("empty.txt")), HasSubstr("is empty"));
    write_file(folder.file("empty.jsonl"), "\n");
    EXPECT_THAT(message_of(read("empty.jsonl")), HasSubstr("is empty"));
    write_file(folder.file("large.txt"), std::string(1001, 'a'));
    EXPECT_THAT(message_of(read("large.txt")), HasSubstr("the option largest"));
    write_file(folder.file("large.jsonl"), "{\"text\":\"" + std::string(1001, 'a') + "\"}");
    EXPECT_THAT(message_of(read("large.jsonl")), HasSubstr("the option largest"));
    write_gzip(folder.file("bomb.html.gz"), std::string(50 << 20, 'a'));
    EXPECT_THAT(message_of(read("bomb.html.gz")), HasSubstr("the option largest"));
    write_file(folder.file("cut.txt.gz"), "\x1f\x8b\x08 this is not gzip");
    EXPECT_THAT(message_of(read("cut.txt.gz")), HasSubstr("gzip"));
    EXPECT_THAT(message_of(read("none.txt"), ErrorKind::io), HasSubstr("none.txt"));
    EXPECT_THAT(message_of(read("large.txt", 0), ErrorKind::usage), HasSubstr("4 GiB"));

    std::string lines;
    for (int i = 0; i < 15; ++i) lines += "{\"text\": 1}\n";
    write_file(folder.file("broken.jsonl"), lines);
    const std::string told = message_of(read("broken.jsonl"));
    EXPECT_THAT(told, HasSubstr("broken.jsonl:10"));
    EXPECT_THAT(told, HasSubstr("and 5 more lines"));

    std::filesystem::create_directories(folder.file("without"));
    EXPECT_THAT(message_of(read("without")), HasSubstr("holds no document"));
    write_file(folder.file("without/x.txt"), std::string("\0", 1));
    EXPECT_THAT(message_of(read("without")), HasSubstr("zero bytes"));
}

}  // namespace
}  // namespace lethe::documents
