#include "lethe/io/xml_events.h"

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/xml_faults.h"

namespace lethe {
namespace {

std::string_view view_of(const xmlChar* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

}  // namespace

// Five pointers an attribute: name, prefix, namespace, and where its value begins and ends.
std::optional<std::string_view> XmlAttributes::find(std::string_view name) const {
    for (int i = 0; i < count_; ++i) {
        const unsigned char** const one = attributes_ + std::ptrdiff_t{5} * i;
        if (view_of(one[0]) != name) continue;
        return std::string_view(reinterpret_cast<const char*>(one[3]),
                                static_cast<std::size_t>(one[4] - one[3]));
    }
    return std::nullopt;
}

struct XmlEvents::Parser {
    XmlHandler* handler = nullptr;
    std::string file;
    std::string part;
    xmlSAXHandler sax{};
    xmlParserCtxtPtr parser = nullptr;
    std::exception_ptr thrown;  // by a handler: exceptions do not pass through libxml2
    int code = 0;               // of the first fault; 0: none
    int line = 0;
    int depth = 0;

    ~Parser() { xmlFreeParserCtxt(parser); }

    static Parser& of(void* context) { return *static_cast<Parser*>(context); }

    [[noreturn]] void fail(int at, std::string_view words) const {
        std::string place =
            part.empty() ? std::string() : fmt::format("the part {}", part.substr(0, 200));
        if (at > 0) place += fmt::format("{}line {}", place.empty() ? "" : ", ", at);
        throw Error(ErrorKind::input,
                    place.empty() ? std::string(words) : fmt::format("{}: {}", place, words),
                    {file, 0, 0, {}});
    }

    template <class Body>
    void guarded(Body&& body) {
        if (thrown || code != 0) return;
        try {
            body();
        } catch (...) {
            thrown = std::current_exception();
            xmlStopParser(parser);
        }
    }

    int line_now() const { return parser->input == nullptr ? 0 : parser->input->line; }

    static void open(void* context, const xmlChar* name, const xmlChar*, const xmlChar*, int,
                     const xmlChar**, int count, int, const xmlChar** attributes) {
        Parser& self = of(context);
        self.guarded([&] {
            if (++self.depth > kDeepestXml) {
                self.fail(self.line_now(),
                          fmt::format("elements are nested more than {} deep", kDeepestXml));
            }
            self.handler->open(view_of(name), XmlAttributes(attributes, count));
        });
    }

    static void close(void* context, const xmlChar* name, const xmlChar*, const xmlChar*) {
        Parser& self = of(context);
        self.guarded([&] {
            --self.depth;
            self.handler->close(view_of(name));
        });
    }

    static void text(void* context, const xmlChar* text, int size) {
        Parser& self = of(context);
        self.guarded([&] {
            self.handler->text(
                {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)});
        });
    }

    static void refuse_document_type(void* context, const xmlChar*, const xmlChar*,
                                     const xmlChar*) {
        Parser& self = of(context);
        self.guarded([&] {
            self.fail(self.line_now(), "document types and entities of its own are not allowed");
        });
    }

    static void take_fault(void* context, xmlErrorPtr error) {
        Parser& self = of(context);
        if (self.code != 0 || error == nullptr) return;
        // What only a namespace would forbid is no harm: prefixes are not looked at.
        if (error->domain == XML_FROM_NAMESPACE) return;
        self.code = error->code;
        self.line = error->line;
    }

    void check() {
        if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
        if (code == 0) return;
        const bool cut = code == XML_ERR_DOCUMENT_END && depth > 0;
        fail(line, words_of_xml_fault(cut ? XML_ERR_TAG_NOT_FINISHED : code));
    }
};

XmlEvents::XmlEvents(XmlHandler& handler, std::string file, std::string part)
    : parser_(std::make_unique<Parser>()) {
    Parser& self = *parser_;
    self.handler = &handler;
    self.file = std::move(file);
    self.part = std::move(part);
    self.sax.initialized = XML_SAX2_MAGIC;
    self.sax.startElementNs = &Parser::open;
    self.sax.endElementNs = &Parser::close;
    self.sax.characters = &Parser::text;
    self.sax.cdataBlock = &Parser::text;
    self.sax.ignorableWhitespace = &Parser::text;
    self.sax.internalSubset = &Parser::refuse_document_type;
    self.sax.serror = &Parser::take_fault;
    self.parser = xmlCreatePushParserCtxt(&self.sax, &self, nullptr, 0, nullptr);
    if (self.parser == nullptr) {
        throw Error(ErrorKind::io, "takes more memory than there is", {self.file, 0, 0, {}});
    }
    // Without XML_PARSE_HUGE: names, attributes and texts stay within 10 MB.
    xmlCtxtUseOptions(self.parser, XML_PARSE_NONET);
}

XmlEvents::~XmlEvents() = default;

void XmlEvents::feed(std::string_view bytes) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kMost, bytes.size()))) {
        xmlParseChunk(parser_->parser, bytes.data(),
                      static_cast<int>(std::min(kMost, bytes.size())), 0);
        parser_->check();
    }
}

void XmlEvents::finish() {
    xmlParseChunk(parser_->parser, nullptr, 0, 1);
    parser_->check();
}

}  // namespace lethe
