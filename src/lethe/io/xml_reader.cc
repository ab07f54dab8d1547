#include "lethe/io/xml_reader.h"

#include <fmt/format.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>

#include <algorithm>
#include <limits>

#include "lethe/io/xml_faults.h"

namespace lethe {
namespace {

std::string text_of(const xmlChar* text) {
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
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
            wrongs_->fail(parser_->line,
                          words_of_xml_fault(cut ? XML_ERR_TAG_NOT_FINISHED : parser_->code));
        }
        if (read == 0) return Event::end;
        switch (xmlTextReaderNodeType(parser_->reader)) {
            case XML_READER_TYPE_ELEMENT:
                if (xmlTextReaderDepth(parser_->reader) >= kDeepestXml) {
                    wrongs_->fail(
                        line(), fmt::format("elements are nested more than {} deep", kDeepestXml));
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
