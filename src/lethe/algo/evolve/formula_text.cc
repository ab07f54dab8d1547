// Formulas as people read them, and back. Sums and products group to the left, so parentheses are
// needed around a sum within a product and around a right operand of the same rank.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "lethe/algo/evolve/formula.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr int kSum = 1, kProduct = 2, kAtom = 3;

struct Written {
    std::string text;
    int rank = kAtom;
};

int rank_of(Symbol symbol) {
    switch (symbol) {
        case Symbol::add:
        case Symbol::subtract:
            return kSum;
        case Symbol::multiply:
        case Symbol::divide:
            return kProduct;
        default:
            return kAtom;
    }
}

std::string_view name_of(Symbol symbol) {
    switch (symbol) {
        case Symbol::a:
            return "a";
        case Symbol::b:
            return "b";
        case Symbol::categories:
            return "L";
        case Symbol::records:
            return "N";
        case Symbol::keep:
            return "p";
        case Symbol::add:
            return "+";
        case Symbol::subtract:
            return "-";
        case Symbol::multiply:
            return "*";
        case Symbol::divide:
            return "/";
        case Symbol::min:
            return "min";
        case Symbol::max:
            return "max";
        case Symbol::root:
            return "sqrt";
        default:
            return "";
    }
}

std::string operand_text(const Written& operand, bool parentheses) {
    return parentheses ? "(" + operand.text + ")" : operand.text;
}

Written joined(Symbol symbol, const Written& first, const Written& second) {
    const int rank = rank_of(symbol);
    if (rank == kAtom) {
        return {fmt::format("{}({}, {})", name_of(symbol), first.text, second.text), kAtom};
    }
    return {fmt::format("{} {} {}", operand_text(first, first.rank < rank), name_of(symbol),
                        operand_text(second, second.rank <= rank)),
            rank};
}

// Formulas are written by people too: the reader takes any nesting up to a limit that its own
// recursion bears.
constexpr int kDeepest = 500;

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<Token> read() {
        sum(0);
        skip_blanks();
        if (place_ < text_.size()) fail("an operator or the end");
        return std::move(tokens_);
    }

  private:
    void sum(int depth) {
        product(depth);
        for (;;) {
            if (take('+')) {
                product(depth);
                put(Symbol::add);
            } else if (take('-')) {
                product(depth);
                put(Symbol::subtract);
            } else {
                return;
            }
        }
    }

    void product(int depth) {
        atom(depth);
        for (;;) {
            if (take('*')) {
                atom(depth);
                put(Symbol::multiply);
            } else if (take('/')) {
                atom(depth);
                put(Symbol::divide);
            } else {
                return;
            }
        }
    }

    void atom(int depth) {
        if (depth > kDeepest) fail("fewer parentheses");
        if (take('(')) {
            sum(depth + 1);
            expect(')');
            return;
        }
        const std::string_view word = take_word();
        if (word.empty()) return number();
        if (word == "min" || word == "max") {
            expect('(');
            sum(depth + 1);
            expect(',');
            sum(depth + 1);
            expect(')');
            return put(word == "min" ? Symbol::min : Symbol::max);
        }
        if (word == "sqrt") {
            expect('(');
            expect('|');
            sum(depth + 1);
            expect('|');
            expect(')');
            return put(Symbol::root);
        }
        for (const Symbol symbol :
             {Symbol::a, Symbol::b, Symbol::categories, Symbol::records, Symbol::keep}) {
            if (word == name_of(symbol)) return put(symbol);
        }
        place_ -= word.size();
        fail("a, b, L, N, p, a number, min(,), max(,), sqrt(||) or parentheses");
    }

    void number() {
        double value = 0;
        const char* begin = text_.data() + place_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (error != std::errc() || !std::isfinite(value)) {
            fail("a, b, L, N, p, a number, min(,), max(,), sqrt(||) or parentheses");
        }
        place_ += static_cast<std::size_t>(end - begin);
        tokens_.push_back({Symbol::constant, value});
    }

    void put(Symbol symbol) { tokens_.push_back({symbol}); }

    void skip_blanks() {
        while (place_ < text_.size() && text_[place_] == ' ') ++place_;
    }

    bool take(char character) {
        skip_blanks();
        if (place_ >= text_.size() || text_[place_] != character) return false;
        ++place_;
        return true;
    }

    void expect(char character) {
        if (!take(character)) fail(fmt::format("'{}'", character));
    }

    std::string_view take_word() {
        skip_blanks();
        const std::size_t begin = place_;
        while (place_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[place_]))) {
            ++place_;
        }
        return text_.substr(begin, place_ - begin);
    }

    [[noreturn]] void fail(const std::string& wanted) {
        throw Error(ErrorKind::usage,
                    fmt::format("formula, column {}: {} expected here", place_ + 1, wanted));
    }

    std::string_view text_;
    std::size_t place_ = 0;
    std::vector<Token> tokens_;
};

}  // namespace

std::string Formula::text() const {
    std::vector<Written> stack;
    for (const Token& token : tokens_) {
        if (token.symbol == Symbol::constant) {
            stack.push_back({fmt::format("{}", token.value), kAtom});
        } else if (arity(token.symbol) == 0) {
            stack.push_back({std::string(name_of(token.symbol)), kAtom});
        } else if (token.symbol == Symbol::root) {
            stack.back() = {fmt::format("sqrt(|{}|)", stack.back().text), kAtom};
        } else {
            const Written second = std::move(stack.back());
            stack.pop_back();
            stack.back() = joined(token.symbol, stack.back(), second);
        }
    }
    return stack.back().text;
}

Formula Formula::parse(std::string_view text) { return Formula(Reader(text).read()); }

}  // namespace lethe
