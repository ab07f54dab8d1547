// Parameters of methods: a plain struct whose initialisers are the defaults, and a schema that
// lists its members once. From the schema follow the checks, the command line, the policy file, the
// reference pages and the record of what was used.
//
//   struct Params {
//       std::int64_t k = 5;
//       Scaling scaling = Scaling::zscore;
//   };
//   Schema<Params>()
//       .field("k", &Params::k, "smallest group size", at_least(2))
//       .choice("scaling", &Params::scaling, "how columns are made comparable",
//               {{"zscore", Scaling::zscore}, {"none", Scaling::none}});
//
// Members may be bool, int64_t, double, string, an enum (by `choice`), a vector of these, a vector
// of vectors of strings (groups of columns), a map from strings to any of these, an optional of any
// of these, or Json (a table whose names and values something else knows). What several structs
// share is a struct of its own that they `include`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/method/codec.h"

namespace lethe {

// Another option of the same operation that must be given, with one of the values where there are
// some; `or_absent`: or not at all, for what then holds is all of them.
struct Companion {
    std::string option;
    std::vector<std::string> values = {};
    bool or_absent = false;
};

// What a file that an option names will hold: by this an earlier version of it is known, which may
// be replaced (release/tables/earlier_output.h).
enum class OutputKind : std::uint8_t {
    page,            // HTML that Lethe wrote
    drawing,         // SVG that Lethe drew
    result,          // JSON with a "kind", or lines of JSON that begin with it
    page_or_result,  // by its ending: a page, a drawing, or else a result
    review,          // what lethe text review found, with what people decided
    record,          // a release record or a private log
    release,         // a table whose record stands beside it and has its digest
    table,           // a table of the same header
    model,           // what was learnt from marked documents
    index,           // of documents
    file,            // nothing in it says who made it
    own,             // the operation asks: it alone knows which files there are or how they begin
};

// What the world sees of a parameter.
struct Parameter {
    std::string name;
    std::string text;  // one line, no full stop
    std::string type;  // "integer", "number", "text", "true or false", "list of integers", ...
    Range range;       // of each number in it
    std::vector<std::string> choices;
    Json fallback;  // the default; null: none
    bool required = false;
    bool fine = false;  // people are told of it only where it is not the default

    // What its texts may be the names of, where that is a long list: "attack", and all of them.
    std::string named = {};
    std::vector<std::string> names = {};

    // How a person types it, where it is an option of an operation (operation/operation.h).
    std::string placeholder = {};  // what stands for its value: "FILE"; empty: by its type
    char letter = '\0';            // 'o': -o as well
    bool positional = false;       // by its place, in the order of the schema
    bool separated = false;        // of a list: commas separate its items

    // How it stands to other options of its operation, which checks it.
    std::vector<std::vector<Companion>> goes_with = {};  // has no effect without one of each
    std::vector<std::string> excludes = {};              // does not go with any of these
    std::string settings_of = {};  // sets parameters of the one method that this option names
    bool input = false;            // names files that must be there
    std::optional<OutputKind> output = {};  // names a file that is written, or a folder of them
};

Json to_json(const Parameter& parameter);

namespace detail {

// The members of a struct by their places in it, so that nothing but these depends on its type.
class Fields {
  public:
    struct Field {
        Parameter parameter;
        std::ptrdiff_t offset = 0;
        Codec codec;
        std::optional<std::ptrdiff_t> noted = {};  // of a bool: whether it is given
        std::function<std::string(const Json& value)> must = {};
    };

    Fields();
    ~Fields();
    Fields(const Fields&);
    Fields& operator=(const Fields&);

    // `usual`: the struct with its defaults.
    void add(std::string name, std::string text, Range range, std::vector<std::string> choices,
             std::ptrdiff_t offset, Codec codec, const void* usual);
    void include(std::ptrdiff_t offset, const Fields& part);
    void note(const std::string& name, std::ptrdiff_t offset);
    Field& last() { return fields_.back(); }

    std::vector<Parameter> parameters() const;
    void bind(const Json& given, const Place& place, Problems& problems, void* params) const;
    Json dump(const void* params) const;

  private:
    std::vector<Field> fields_;
};

// Names that are not parameters, and required ones that are not given.
void check_names(const Json& given, const std::vector<Parameter>& parameters, const Place& place,
                 Problems& problems);

}  // namespace detail

template <class P>
class Schema {
  public:
    template <class T>
    Schema field(std::string name, T P::*member, std::string text, Range range = {}) const {
        Schema copy = *this;
        copy.fields_.add(std::move(name), std::move(text), range, {}, offset_of(member),
                         detail::codec_of<T>(), &usual());
        return copy;
    }

    template <class Enum>
    Schema choice(std::string name, Enum P::*member, std::string text,
                  std::vector<std::pair<std::string, Enum>> choices) const {
        std::vector<std::string> labels;
        for (const auto& [label, value] : choices) labels.push_back(label);
        Schema copy = *this;
        copy.fields_.add(std::move(name), std::move(text), {}, std::move(labels), offset_of(member),
                         detail::choice_of<Enum>(choices), &usual());
        return copy;
    }

    // A text that is one of these.
    Schema choice(std::string name, std::string P::*member, std::string text,
                  const std::vector<std::string>& choices) const {
        std::vector<std::pair<std::string, std::string>> same;
        for (const std::string& one : choices) same.emplace_back(one, one);
        return choice(std::move(name), member, std::move(text), std::move(same));
    }

    // What is taken where the last field, an optional, is not given; for people to know.
    Schema usually(Json fallback) const {
        return with([&](Parameter& last) { last.fallback = std::move(fallback); });
    }

    // Whether the field of this name is given, beside its value.
    Schema noting(const std::string& name, bool P::*given) const {
        Schema copy = *this;
        copy.fields_.note(name, offset_of(given));
        return copy;
    }

    // The last field has no sensible default and must be given.
    Schema required() const {
        return with([](Parameter& last) {
            last.required = true;
            last.fallback = nullptr;
        });
    }

    // The last field is a fine setting, see Parameter.
    Schema fine() const {
        return with([](Parameter& last) { last.fine = true; });
    }

    // Texts of the last field are names of these: `what` is one, as messages call it.
    Schema naming(std::string what, std::vector<std::string> names) const {
        return with([&](Parameter& last) {
            last.named = std::move(what);
            last.names = std::move(names);
        });
    }
    // Says what is wrong with a value of the last field, or nothing.
    Schema must(std::function<std::string(const Json& value)> check) const {
        Schema copy = *this;
        copy.fields_.last().must = std::move(check);
        return copy;
    }

    // How the last field is typed on a command line, see Parameter.
    Schema shown(std::string placeholder) const {
        return with([&](Parameter& last) { last.placeholder = std::move(placeholder); });
    }
    Schema letter(char letter) const {
        return with([&](Parameter& last) { last.letter = letter; });
    }
    Schema at_place(std::string placeholder) const {
        return with([&](Parameter& last) {
            last.placeholder = std::move(placeholder);
            last.positional = true;
        });
    }
    Schema separated(std::string placeholder) const {
        return with([&](Parameter& last) {
            last.placeholder = std::move(placeholder);
            last.separated = true;
        });
    }

    // How the last field stands to other options, see Parameter. It has no effect without this one;
    Schema goes_with(std::string option, std::vector<std::string> values = {}) const {
        return goes_with_any({{std::move(option), std::move(values)}});
    }
    // or without one of these; asked for again, it needs both.
    Schema goes_with_any(std::vector<Companion> companions) const {
        return with([&](Parameter& last) { last.goes_with.push_back(std::move(companions)); });
    }
    // It is of some of what the other option chooses from, all of which is done by default.
    Schema part_of(std::string option, std::vector<std::string> values) const {
        return goes_with_any({{std::move(option), std::move(values), true}});
    }
    Schema excludes(std::vector<std::string> options) const {
        return with([&](Parameter& last) { last.excludes = std::move(options); });
    }
    Schema settings_of(std::string option) const {
        return with([&](Parameter& last) { last.settings_of = std::move(option); });
    }
    Schema input() const {
        return with([](Parameter& last) { last.input = true; });
    }
    Schema output(OutputKind kind) const {
        return with([&](Parameter& last) { last.output = kind; });
    }

    // The fields of a member that is a struct with a schema of its own.
    template <class Q>
    Schema include(Q P::*member, const Schema<Q>& part) const {
        Schema copy = *this;
        copy.fields_.include(offset_of(member), part.fields());
        return copy;
    }

    std::vector<Parameter> parameters() const { return fields_.parameters(); }

    // Reads an object of given parameters over the defaults; adds every problem found.
    P bind(const Json& given, const Place& place, Problems& problems) const {
        P params{};
        fields_.bind(given, place, problems, &params);
        return params;
    }

    Json dump(const P& params) const { return fields_.dump(&params); }

    const detail::Fields& fields() const { return fields_; }

  private:
    static const P& usual() {
        static const P defaults{};
        return defaults;
    }
    template <class T>
    static std::ptrdiff_t offset_of(T P::*member) {
        const P& whole = usual();
        return reinterpret_cast<const char*>(&(whole.*member)) -
               reinterpret_cast<const char*>(&whole);
    }
    template <class Change>
    Schema with(Change change) const {
        Schema copy = *this;
        change(copy.fields_.last().parameter);
        return copy;
    }

    detail::Fields fields_;
};

}  // namespace lethe
