#include "lethe/io/xml_reader.h"

#include <fmt/format.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>

#include <algorithm>
#include <array>
#include <limits>

namespace lethe {
namespace {

constexpr int kDeepest = 100;

std::string text_of(const xmlChar* text) {
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

// What is wrong, in our words: libxml2's own repeat names and values of the file.
struct Fault {
    int code;
    std::string_view words;
};

constexpr std::array kFaults{
    Fault{XML_ERR_TAG_NAME_MISMATCH, "a closing tag closes nothing"},
    Fault{XML_ERR_TAG_NOT_FINISHED, "the file ends inside of an element"},
    Fault{XML_ERR_DOCUMENT_END, "there is something behind the last element"},
    Fault{XML_ERR_DOCUMENT_EMPTY, "there is no element"},
    Fault{XML_ERR_GT_REQUIRED, "an element is not closed"},
    Fault{XML_ERR_LTSLASH_REQUIRED, "a closing tag is malformed"},
    Fault{XML_ERR_NAME_REQUIRED, "a name was expected"},
    Fault{XML_ERR_ATTRIBUTE_WITHOUT_VALUE, "an attribute has no value"},
    Fault{XML_ERR_ATTRIBUTE_NOT_STARTED, "the value of an attribute is not in quotes"},
    Fault{XML_ERR_ATTRIBUTE_NOT_FINISHED, "the value of an attribute is not closed"},
    Fault{XML_ERR_LT_IN_ATTRIBUTE, "the value of an attribute holds a <"},
    Fault{XML_ERR_ATTRIBUTE_REDEFINED, "an attribute stands twice in an element"},
    Fault{XML_ERR_COMMENT_NOT_FINISHED, "a comment is not closed"},
    Fault{XML_ERR_PI_NOT_FINISHED, "a processing instruction is not closed"},
    Fault{XML_ERR_CDATA_NOT_FINISHED, "a CDATA section is not closed"},
    Fault{XML_ERR_UNDECLARED_ENTITY,
          "an entity is not one of &quot; &amp; &lt; &gt; &apos; and numbers"},
    Fault{XML_WAR_UNDECLARED_ENTITY,
          "an entity is not one of &quot; &amp; &lt; &gt; &apos; and numbers"},
    Fault{XML_ERR_ENTITYREF_SEMICOL_MISSING, "an entity has no ; at its end"},
    Fault{XML_ERR_INVALID_CHAR, "holds a character that XML does not allow"},
    Fault{XML_ERR_INVALID_CHARREF, "holds a character that XML does not allow"},
    Fault{XML_ERR_NO_MEMORY, "takes more memory than there is"},
};

std::string words_of(int code) {
    for (const Fault& fault : kFaults) {
        if (fault.code == code) return std::string(fault.words);
    }
    return fmt::format("is not well-formed XML (fault {} of libxml2)", code);
}

}  // namespace

struct XmlReader::Parser {
    xmlTextReaderPtr reader = nullptr;
    int code = 0;  // of the first fault; 0: none
    std::int64_t line = 0;

    ~Parser() { xmlFreeTextReader(reader); }

    static void take(void* parser, xmlErrorPtr error) {
        auto& self = *static_cast<Parser*>(parser);
        if (self.code != 0 || error == nullptr) return;
        // What only a namespace would forbid is no harm: prefixes are not looked at.
        if (error->domain == XML_FROM_NAMESPACE) return;
        self.code = error->code;
        self.line = error->line;
    }
};

XmlReader::XmlReader(std::string_view text, Wrongs& wrongs)
    : parser_(std::make_unique<Parser>()), wrongs_(&wrongs) {
    if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        wrongs.fail(0, "is larger than 2 GiB");
    }
    // XML_PARSE_HUGE lifts limits on long texts; depth is bounded here, and nothing expands.
    parser_->reader =
        xmlReaderForMemory(text.data(), static_cast<int>(text.size()), nullptr, "UTF-8",
                           XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOCDATA);
    if (parser_->reader == nullptr) wrongs.fail(0, "takes more memory than there is");
    xmlTextReaderSetStructuredErrorHandler(parser_->reader, &Parser::take, parser_.get());
}

XmlReader::~XmlReader() = default;

std::int64_t XmlReader::line() const {
    const xmlNodePtr node = xmlTextReaderCurrentNode(parser_->reader);
    return node == nullptr ? xmlTextReaderGetParserLineNumber(parser_->reader)
                           : static_cast<std::int64_t>(xmlGetLineNo(node));
}

void XmlReader::read_attributes() {
    attributes_.clear();
    while (xmlTextReaderMoveToNextAttribute(parser_->reader) == 1) {
        if (xmlTextReaderIsNamespaceDecl(parser_->reader) == 1) continue;
        attributes_.emplace_back(text_of(xmlTextReaderConstLocalName(parser_->reader)),
                                 text_of(xmlTextReaderConstValue(parser_->reader)));
    }
    xmlTextReaderMoveToElement(parser_->reader);
}

XmlReader::Event XmlReader::next() {
    if (close_follows_) {
        close_follows_ = false;
        --open_;
        return Event::close;
    }
    while (true) {
        const int read = xmlTextReaderRead(parser_->reader);
        if (read < 0 || parser_->code != 0) {
            const bool cut = parser_->code == XML_ERR_DOCUMENT_END && open_ > 0;
            wrongs_->fail(parser_->line, words_of(cut ? XML_ERR_TAG_NOT_FINISHED : parser_->code));
        }
        if (read == 0) return Event::end;
        switch (xmlTextReaderNodeType(parser_->reader)) {
            case XML_READER_TYPE_ELEMENT:
                if (xmlTextReaderDepth(parser_->reader) >= kDeepest) {
                    wrongs_->fail(line(),
                                  fmt::format("elements are nested more than {} deep", kDeepest));
                }
                name_ = text_of(xmlTextReaderConstLocalName(parser_->reader));
                close_follows_ = xmlTextReaderIsEmptyElement(parser_->reader) == 1;
                read_attributes();
                ++open_;
                return Event::open;
            case XML_READER_TYPE_END_ELEMENT:
                name_ = text_of(xmlTextReaderConstLocalName(parser_->reader));
                --open_;
                return Event::close;
            case XML_READER_TYPE_TEXT:
            case XML_READER_TYPE_CDATA:
            case XML_READER_TYPE_WHITESPACE:
            case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
                content_ = text_of(xmlTextReaderConstValue(parser_->reader));
                return Event::text;
            case XML_READER_TYPE_DOCUMENT_TYPE:
                wrongs_->fail(xmlTextReaderGetParserLineNumber(parser_->reader),
                              "document types and entities of its own are not allowed");
            case XML_READER_TYPE_ENTITY_REFERENCE:
                wrongs_->fail(line(),
                              "an entity is not one of &quot; &amp; &lt; &gt; &apos; and numbers");
            default:
                break;
        }
    }
}

const std::string* XmlReader::attribute(std::string_view name) const {
    const auto found =
        std::ranges::find(attributes_, name, &std::pair<std::string, std::string>::first);
    return found == attributes_.end() ? nullptr : &found->second;
}

}  // namespace lethe
