#include "lethe/knowledge/readers/read_rdf_parser.h"

#include <fmt/format.h>
#include <raptor2/raptor2.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>

#include "lethe/knowledge/readers/read_rdf_checks.h"

namespace lethe::readers {
namespace {

template <auto free>
struct Deleter {
    template <class T>
    void operator()(T* object) const {
        free(object);
    }
};
using World = std::unique_ptr<raptor_world, Deleter<raptor_free_world>>;
using Parser = std::unique_ptr<raptor_parser, Deleter<raptor_free_parser>>;
using Uri = std::unique_ptr<raptor_uri, Deleter<raptor_free_uri>>;

RdfTerm term_of(const raptor_term* term) {
    const auto view = [](const unsigned char* text, std::size_t size) {
        return std::string_view(reinterpret_cast<const char*>(text), size);
    };
    RdfTerm result;
    if (term->type == RAPTOR_TERM_TYPE_URI) {
        std::size_t size = 0;
        const unsigned char* text = raptor_uri_as_counted_string(term->value.uri, &size);
        result.kind = RdfTerm::Kind::iri;
        result.text = view(text, size);
    } else if (term->type == RAPTOR_TERM_TYPE_LITERAL) {
        const raptor_term_literal_value& literal = term->value.literal;
        result.kind = RdfTerm::Kind::literal;
        result.text = view(literal.string, literal.string_len);
        if (literal.language != nullptr) {
            result.language = view(literal.language, literal.language_len);
        }
    }
    return result;
}

// What goes through the parser's callbacks, which are C and let no exception pass.
struct Parse {
    const TakeStatement& take;
    const Context& context;
    const std::string& file;
    raptor_parser* parser = nullptr;
    std::exception_ptr thrown;
    std::string wrong;
    std::int64_t line = 0;

    static void on_statement(void* self, raptor_statement* statement) {
        auto& parse = *static_cast<Parse*>(self);
        if (parse.thrown || !parse.wrong.empty()) return;
        try {
            parse.context.check_stop();
            const RdfTerm subject = term_of(statement->subject);
            const RdfTerm predicate = term_of(statement->predicate);
            const RdfTerm object = term_of(statement->object);
            for (const RdfTerm* term : {&subject, &predicate, &object}) parse.check(*term);
            parse.take(subject, predicate.text, object);
        } catch (...) {
            parse.thrown = std::current_exception();
            raptor_parser_parse_abort(parse.parser);
        }
    }

    void check(const RdfTerm& term) const {
        if (term.kind != RdfTerm::Kind::iri || std::ssize(term.text) <= kLongestIri) return;
        const raptor_locator* place = raptor_parser_get_locator(parser);
        throw Error(
            ErrorKind::input,
            fmt::format("a name has {} bytes; {} are allowed", term.text.size(), kLongestIri),
            {file, place != nullptr && place->line > 0 ? place->line : 0, 0, {}});
    }

    static void on_message(void* self, raptor_log_message* message) {
        auto& parse = *static_cast<Parse*>(self);
        if (message->level < RAPTOR_LOG_LEVEL_ERROR || !parse.wrong.empty()) return;
        try {
            parse.wrong = message->text != nullptr ? message->text : "it cannot be read";
            for (char& c : parse.wrong) c = static_cast<unsigned char>(c) < 32 ? ' ' : c;
            const raptor_locator* place = message->locator;
            if (place == nullptr && parse.parser != nullptr) {
                place = raptor_parser_get_locator(parse.parser);
            }
            parse.line = place != nullptr && place->line > 0 ? place->line : 0;
        } catch (...) {
            parse.thrown = std::current_exception();
        }
    }
};

}  // namespace

void parse_rdf(const Context& context, const SourceText& source, RdfSyntax syntax,
               const TakeStatement& take) {
    Parse parse{take, context, source.file, nullptr, {}, {}, 0};
    const World world(raptor_new_world());
    if (!world) throw std::bad_alloc();
    raptor_world_set_log_handler(world.get(), &parse, &Parse::on_message);
    raptor_world_open(world.get());
    const bool xml = syntax == RdfSyntax::rdf_xml;
    const Parser parser(raptor_new_parser(world.get(), xml ? "rdfxml" : "turtle"));
    // The base of relative names; it is never resolved.
    const Uri base(raptor_new_uri(
        world.get(), reinterpret_cast<const unsigned char*>("http://taxonomy.invalid/")));
    if (!parser || !base) throw std::bad_alloc();
    parse.parser = parser.get();
    raptor_parser_set_option(parser.get(), RAPTOR_OPTION_NO_NET, nullptr, 1);
    raptor_parser_set_option(parser.get(), RAPTOR_OPTION_NO_FILE, nullptr, 1);
    raptor_parser_set_option(parser.get(), RAPTOR_OPTION_LOAD_EXTERNAL_ENTITIES, nullptr, 0);
    raptor_parser_set_statement_handler(parser.get(), &parse, &Parse::on_statement);

    // Turtle is given whole: its parser begins again at every piece.
    const std::size_t block = xml ? std::size_t{1} << 20 : source.text.size();
    bool failed = raptor_parser_parse_start(parser.get(), base.get()) != 0;
    for (std::size_t at = 0; at < source.text.size() && !failed; at += block) {
        const std::size_t size = std::min(block, source.text.size() - at);
        failed = raptor_parser_parse_chunk(
                     parser.get(), reinterpret_cast<const unsigned char*>(source.text.data() + at),
                     size, at + size == source.text.size() ? 1 : 0) != 0 ||
                 parse.thrown || !parse.wrong.empty();
    }
    if (parse.thrown) std::rethrow_exception(parse.thrown);
    if (failed) {
        throw Error(ErrorKind::input,
                    fmt::format("is not {}: {}", xml ? "RDF/XML" : "Turtle",
                                parse.wrong.empty() ? "it cannot be read" : parse.wrong),
                    {source.file, parse.line, 0, {}});
    }
}

}  // namespace lethe::readers
