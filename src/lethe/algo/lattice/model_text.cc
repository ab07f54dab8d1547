#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "lethe/algo/lattice/models.h"
#include "lethe/algo/lattice/notation.h"

namespace lethe::lattice {
namespace {

// How a kind is written, and which parameters it takes; the first one stands behind the colon.
struct Form {
    ModelKind kind;
    std::string_view name;
    std::string_view first;                  // empty: all are named
    std::vector<std::string_view> required;  // beside the first
    std::vector<std::string_view> optional;
};

const std::vector<Form>& forms() {
    using enum ModelKind;
    static const std::vector<std::string_view> profit = {"cost", "gain", "loss", "benefit"};
    static const std::vector<Form> all = {
        {k_anonymity, "k", "k", {}, {"columns", "dimension"}},
        {k_map_table, "kmap", "k", {"population"}, {"alpha", "estimator"}},
        {l_distinct, "l-distinct", "l", {}, {"alike", "measure", "sensitive"}},
        {l_entropy, "l-entropy", "l", {}, {"estimator", "alike", "measure", "sensitive"}},
        {l_recursive, "l-recursive", "", {"c", "l"}, {"alike", "measure", "sensitive"}},
        {ModelKind::alpha, "alpha", "alpha", {}, {"sensitive"}},
        {t_equal, "t-equal", "t", {}, {"sensitive"}},
        {t_ordered, "t-ordered", "t", {}, {"sensitive"}},
        {t_hierarchical, "t-hierarchical", "t", {}, {"sensitive"}},
        {t_semantic, "t-semantic", "t", {}, {"measure", "sensitive"}},
        {beta_basic, "beta-basic", "beta", {}, {"sensitive"}},
        {beta_enhanced, "beta-enhanced", "beta", {}, {"sensitive"}},
        {delta_present, "delta", "delta", {}, {"values", "sensitive"}},
        {presence, "presence", "range", {}, {}},
        {risk_average, "risk-average", "risk", {}, {"highest", "share"}},
        {unique_sample, "unique-sample", "share", {}, {}},
        {unique_population, "unique-population", "share", {"population", "estimator"}, {}},
        {profit_prosecutor, "profit-prosecutor", "", profit, {}},
        {profit_journalist, "profit-journalist", "", profit, {}},
        {profit_prosecutor_no_attack, "profit-prosecutor-no-attack", "", profit, {}},
        {profit_journalist_no_attack, "profit-journalist-no-attack", "", profit, {}},
    };
    return all;
}

constexpr std::array<std::pair<Estimator, std::string_view>, 6> kEstimators = {
    {{Estimator::poisson, "poisson"},
     {Estimator::ztpoisson, "ztpoisson"},
     {Estimator::zayatz, "zayatz"},
     {Estimator::pitman, "pitman"},
     {Estimator::snb, "snb"},
     {Estimator::dankar, "dankar"}}};

std::string_view estimator_name(Estimator estimator) {
    for (const auto& [value, name] : kEstimators) {
        if (value == estimator) return name;
    }
    return "";
}

// The parameters of one model as they are written, with what is wrong with them.
class Parameters {
  public:
    Parameters(const Term& term, Problems& problems) : term_(term), problems_(problems) {}

    std::optional<std::string> text(std::string_view name) const {
        const auto place = term_.named.find(std::string(name));
        return place == term_.named.end() ? std::nullopt : std::optional(place->second);
    }
    // Within [least, most], or (least, most] where `open`.
    std::optional<double> number(std::string_view name, double least, double most,
                                 bool open = false) {
        const auto given = text(name);
        return given ? checked(name, *given, least, most, open) : std::nullopt;
    }
    std::optional<double> checked(std::string_view name, const std::string& given, double least,
                                  double most, bool open) {
        const auto value = number_in(given);
        const bool fits = value && (open ? *value > least : *value >= least) && *value <= most;
        if (fits) return value;
        tell(fmt::format("{} must be a number {} {}{}", name, open ? "above" : "of at least", least,
                         std::isinf(most) ? "" : fmt::format(" and at most {}", most)));
        return std::nullopt;
    }
    void tell(const std::string& what) {
        problems_.push_back({fmt::format("model {}: {}", term_.text, what)});
    }

  private:
    const Term& term_;
    Problems& problems_;
};

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::optional<double> whole(Parameters& given, std::string_view name, double least) {
    const auto value = given.number(name, least, kNoLimit);
    if (value && *value != std::floor(*value)) {
        given.tell(fmt::format("{} must be a whole number", name));
        return std::nullopt;
    }
    return value;
}

void read_estimator(Parameters& given, std::initializer_list<Estimator> allowed, Model& model) {
    const auto text = given.text("estimator");
    if (!text) return;
    std::string names;
    for (const Estimator one : allowed) {
        if (estimator_name(one) == *text) {
            model.estimator = one;
            return;
        }
        names += (names.empty() ? "" : ", ") + std::string(estimator_name(one));
    }
    given.tell(fmt::format("estimator must be one of {}", names));
}

// The columns of a combination, or how many make one.
void read_k(Parameters& given, Model& model) {
    model.value = whole(given, "k", 1).value_or(1);
    const auto columns = given.text("columns");
    const bool by_dimension = given.text("dimension").has_value();
    if (!columns && !by_dimension) return;
    model.kind = ModelKind::k_columns;
    if (columns && by_dimension) given.tell("columns and dimension do not go together");
    if (by_dimension) model.dimension = static_cast<int>(whole(given, "dimension", 1).value_or(1));
    if (!columns) return;
    model.columns = names_in(*columns, '|');
    const std::set<std::string> different(model.columns.begin(), model.columns.end());
    if (different.contains("")) given.tell("columns are wanted as NAME|NAME");
    if (different.size() < model.columns.size()) given.tell("a column is named twice");
}

void read_measure(Parameters& given, Model& model) {
    const auto text = given.text("measure");
    if (!text) return;
    if (const auto measure = measure_named(*text)) {
        model.measure = *measure;
        return;
    }
    std::string names;
    for (const std::string_view name : measure_names()) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    given.tell(fmt::format("measure must be one of {}", names));
}

// Diversity of values that are told apart by their meaning.
void read_alike(Parameters& given, Model& model) {
    if (!given.text("alike")) {
        if (given.text("measure")) given.tell("measure goes with alike");
        return;
    }
    using enum ModelKind;
    model.alike = given.number("alike", 0, kNoLimit).value_or(0);
    read_measure(given, model);
    if (model.kind == l_grassberger) {
        given.tell("alike goes with estimator=shannon");
    } else {
        model.kind = model.kind == l_distinct  ? l_distinct_alike
                     : model.kind == l_entropy ? l_entropy_alike
                                               : l_recursive_alike;
    }
}

void read_k_map(Parameters& given, Model& model) {
    model.value = whole(given, "k", 1).value_or(1);
    if (given.text("population") == "table") {
        if (given.text("alpha") || given.text("estimator")) {
            given.tell("alpha and estimator belong to population=NUMBER, not to a table");
        }
        return;
    }
    model.kind = ModelKind::k_map_estimated;
    model.estimator = Estimator::poisson;
    model.population = given.number("population", 1, kNoLimit).value_or(1);
    model.significance = given.number("alpha", 0, 1, true).value_or(0.01);
    read_estimator(given, {Estimator::poisson, Estimator::ztpoisson}, model);
}

void read_entropy(Parameters& given, Model& model) {
    model.value = given.number("l", 1, kNoLimit).value_or(1);
    const std::string estimator = given.text("estimator").value_or("shannon");
    if (estimator == "grassberger") {
        model.kind = ModelKind::l_grassberger;
    } else if (estimator != "shannon") {
        given.tell("estimator must be one of shannon, grassberger");
    }
}

void read_delta(Parameters& given, Model& model) {
    model.value = given.number("delta", 0, kNoLimit, true).value_or(1);
    const std::string values = given.text("values").value_or("present");
    if (values == "all") {
        model.kind = ModelKind::delta_all;
    } else if (values != "present") {
        given.tell("values must be one of present, all");
    }
}

void read_presence(Parameters& given, Model& model) {
    const std::string range = given.text("range").value_or("");
    const std::size_t dots = range.find("..");
    if (dots == std::string::npos) {
        given.tell("a range is wanted, such as 0.05..0.15");
        return;
    }
    const auto least = given.checked("the lower end", range.substr(0, dots), 0, 1, false);
    const auto most = given.checked("the upper end", range.substr(dots + 2), 0, 1, false);
    if (!least || !most) return;
    model.value = *least;
    model.upper = *most;
    if (*least > *most) given.tell("the lower end is above the upper end");
}

void read_risk(Parameters& given, Model& model) {
    model.value = given.number("risk", 0, 1, true).value_or(1);
    model.highest = given.number("highest", 0, 1, true);
    model.share = given.number("share", 0, 1);
    if (given.text("highest").has_value() != given.text("share").has_value()) {
        given.tell("highest and share go together");
    }
}

void read_unique_population(Parameters& given, Model& model) {
    model.value = given.number("share", 0, 1).value_or(0);
    model.population = given.number("population", 1, kNoLimit).value_or(1);
    read_estimator(given, {Estimator::zayatz, Estimator::pitman, Estimator::snb, Estimator::dankar},
                   model);
}

void read_profit(Parameters& given, Model& model) {
    model.profit.cost = given.number("cost", 0, kNoLimit, true).value_or(1);
    model.profit.gain = given.number("gain", 0, kNoLimit, true).value_or(1);
    model.profit.loss = given.number("loss", 0, kNoLimit, true).value_or(1);
    model.profit.benefit = given.number("benefit", 0, kNoLimit, true).value_or(1);
}

void read_values(Parameters& given, Model& model) {
    using enum ModelKind;
    model.sensitive = unquoted(given.text("sensitive").value_or(""));
    switch (model.kind) {
        case k_anonymity:
            read_k(given, model);
            break;
        case k_map_table:
            read_k_map(given, model);
            break;
        case l_distinct:
            model.value = whole(given, "l", 1).value_or(1);
            read_alike(given, model);
            break;
        case l_entropy:
            read_entropy(given, model);
            read_alike(given, model);
            break;
        case l_recursive:
            model.value = whole(given, "l", 1).value_or(1);
            model.c = given.number("c", 0, kNoLimit, true).value_or(1);
            read_alike(given, model);
            break;
        case alpha:
            model.value = given.number("alpha", 0, 1, true).value_or(1);
            break;
        case t_semantic:
            read_measure(given, model);
            [[fallthrough]];
        case t_equal:
        case t_ordered:
        case t_hierarchical:
            model.value = given.number("t", 0, 1).value_or(1);
            break;
        case beta_basic:
        case beta_enhanced:
            model.value = given.number("beta", 0, kNoLimit, true).value_or(1);
            break;
        case delta_present:
            read_delta(given, model);
            break;
        case presence:
            read_presence(given, model);
            break;
        case risk_average:
            read_risk(given, model);
            break;
        case unique_sample:
            model.value = given.number("share", 0, 1).value_or(0);
            break;
        case unique_population:
            read_unique_population(given, model);
            break;
        default:
            read_profit(given, model);
            break;
    }
}

const Form* form_named(const Term& term, Problems& problems) {
    for (const Form& form : forms()) {
        if (form.name == term.name) return &form;
    }
    std::string names;
    for (const Form& form : forms()) names += (names.empty() ? "" : ", ") + std::string(form.name);
    problems.push_back({fmt::format("there is no model \"{}\"; there are {}", term.name, names)});
    return nullptr;
}

// Which parameters are there, before their values are looked at.
bool names_fit(Term& term, const Form& form, Problems& problems) {
    const std::size_t before = problems.size();
    if (!form.first.empty()) {
        if (term.first.empty()) {
            problems.push_back({fmt::format("model {}: write {}:{}", term.text, form.name,
                                            form.first == "range" ? "LEAST..MOST" : "NUMBER")});
        }
        term.named[std::string(form.first)] = term.first;
    } else if (!term.first.empty()) {
        problems.push_back({fmt::format("model {}: name its parameters ({}=...)", term.text,
                                        form.required.front())});
    }
    for (const std::string_view name : form.required) {
        if (term.named.contains(std::string(name))) continue;
        problems.push_back({fmt::format("model {}: {} is missing", term.text, name)});
    }
    for (const auto& [name, value] : term.named) {
        const auto known = [&](const auto& list) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        if (name == form.first || known(form.required) || known(form.optional)) continue;
        problems.push_back({fmt::format("model {}: it has no parameter {}", term.text, name)});
    }
    return problems.size() == before;
}

void check_together(const std::vector<Model>& models, Problems& problems) {
    const auto has = [&](ModelKind kind) {
        return std::any_of(models.begin(), models.end(),
                           [&](const Model& model) { return model.kind == kind; });
    };
    if (has(ModelKind::alpha) && !has(ModelKind::k_anonymity)) {
        problems.push_back({"alpha goes with k: write k:NUMBER + alpha:NUMBER"});
    }
    for (const Model& model : models) {
        if (model.kind != ModelKind::presence || model.upper > 0) continue;
        problems.push_back({fmt::format("model {} lets nobody be released", to_text(model))});
    }
    // Of models by meaning each threshold of likeness and each measure is a demand of its own.
    std::set<std::tuple<ModelKind, std::string, std::set<std::string>, int, double, MeasureKind>>
        seen;
    for (const Model& model : models) {
        const std::set<std::string> columns(model.columns.begin(), model.columns.end());
        if (seen.emplace(model.kind, model.sensitive, columns, model.dimension, model.alike,
                         model.measure)
                .second) {
            continue;
        }
        problems.push_back(
            {fmt::format("model {} stands beside another of its kind on the same column; give the "
                         "stricter one alone",
                         to_text(model))});
    }
}

}  // namespace

std::vector<Model> parse_models(std::string_view text, Problems& problems) {
    std::vector<Model> models;
    for (Term term : terms_of(text, "model", problems)) {
        const Form* form = form_named(term, problems);
        if (form == nullptr || !names_fit(term, *form, problems)) continue;
        Model model;
        model.kind = form->kind;
        Parameters given(term, problems);
        read_values(given, model);
        models.push_back(std::move(model));
    }
    check_together(models, problems);
    return models;
}

std::string to_text(const Model& model) {
    using enum ModelKind;
    const auto named = [](ModelKind kind) {
        for (const Form& form : forms()) {
            if (form.kind == kind) return form.name;
        }
        return std::string_view{};
    };
    const auto by_meaning = [&] {
        return fmt::format(",alike={},measure={}", model.alike, name(model.measure));
    };
    std::string text;
    switch (model.kind) {
        case k_columns:
            text = model.dimension > 0
                       ? fmt::format("k:{},dimension={}", model.value, model.dimension)
                       : fmt::format("k:{},columns={}", model.value, joined_names(model.columns));
            break;
        case k_map_table:
            text = fmt::format("kmap:{},population=table", model.value);
            break;
        case k_map_estimated:
            text =
                fmt::format("kmap:{},population={},alpha={},estimator={}", model.value,
                            model.population, model.significance, estimator_name(model.estimator));
            break;
        case l_entropy:
            text = fmt::format("l-entropy:{},estimator=shannon", model.value);
            break;
        case l_grassberger:
            text = fmt::format("l-entropy:{},estimator=grassberger", model.value);
            break;
        case l_recursive:
            text = fmt::format("l-recursive:c={},l={}", model.c, model.value);
            break;
        case l_distinct_alike:
            text = fmt::format("l-distinct:{}", model.value) + by_meaning();
            break;
        case l_entropy_alike:
            text = fmt::format("l-entropy:{},estimator=shannon", model.value) + by_meaning();
            break;
        case l_recursive_alike:
            text = fmt::format("l-recursive:c={},l={}", model.c, model.value) + by_meaning();
            break;
        case t_semantic:
            text = fmt::format("t-semantic:{},measure={}", model.value, name(model.measure));
            break;
        case delta_all:
            text = fmt::format("delta:{},values=all", model.value);
            break;
        case presence:
            text = fmt::format("presence:{}..{}", model.value, model.upper);
            break;
        case risk_average:
            text = fmt::format("risk-average:{}", model.value);
            if (model.highest && model.share) {
                text += fmt::format(",highest={},share={}", *model.highest, *model.share);
            }
            break;
        case unique_population:
            text = fmt::format("unique-population:{},population={},estimator={}", model.value,
                               model.population, estimator_name(model.estimator));
            break;
        case profit_prosecutor:
        case profit_journalist:
        case profit_prosecutor_no_attack:
        case profit_journalist_no_attack:
            text = fmt::format("{}:cost={},gain={},loss={},benefit={}", named(model.kind),
                               model.profit.cost, model.profit.gain, model.profit.loss,
                               model.profit.benefit);
            break;
        default:
            text = fmt::format("{}:{}", named(model.kind), model.value);
            break;
    }
    return model.sensitive.empty() ? text : text + ",sensitive=" + quoted(model.sensitive);
}

std::string to_text(const std::vector<Model>& models) {
    std::string text;
    for (const Model& model : models) text += (text.empty() ? "" : " + ") + to_text(model);
    return text;
}

}  // namespace lethe::lattice
