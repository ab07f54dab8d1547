#include "cli/text_finders.h"

#include <algorithm>

#include "cli/knowledge_flags.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/read_knowledge.h"
#include "lethe/text/known_lists.h"

namespace lethe::cli {
namespace {

TaxonomyPtr wordnet_or_none(Session& session) {
    try {
        return read_knowledge(session.context(), "wordnet", {{}, knowledge_cache_folder()})
            .taxonomy;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        session.say(
            "note: WordNet is not there, so no place is known to be well known and no word to be "
            "common (Debian: wordnet-base)");
        return nullptr;
    }
}

}  // namespace

void FinderFlags::add_to(CLI::App& command) {
    command.add_flag("--no-model", no_model, "Patterns, lists and rules alone");
    command.add_option("--model", model, "A model made by lethe text train [the program's own]")
        ->type_name("FILE")
        ->excludes("--no-model");
    command
        .add_option("--register", register_name,
                    "Which kind of documents these are [recognised in each]")
        ->type_name("NAME");
}

std::unique_ptr<FinderSet> make_finders(Session& session, const text::TextPolicy& policy,
                                        const FinderFlags& flags) {
    auto set = std::make_unique<FinderSet>();
    text::PatternOptions patterns;
    patterns.countries = policy.countries;
    patterns.user = policy.entities;
    text::PatternFinder pattern_finder(patterns);
    std::vector<text::NameList> lists;
    for (const auto& [category, file] : policy.lists) {
        lists.push_back(text::read_name_list(file, category));
        lists.back().score = std::max(lists.back().score, 0.85F);
    }
    set->wordnet = wordnet_or_none(session);
    for (text::NameList& list : text::usual_lists(set->wordnet)) lists.push_back(std::move(list));
    const text::SequenceModel* model = nullptr;
    if (!flags.model.empty()) {
        set->own_model.emplace(text::SequenceModel::read(flags.model));
        model = &*set->own_model;
    } else if (!flags.no_model && policy.model) {
        model = &text::SequenceModel::shipped();
    }
    if (!flags.register_name.empty() && model != nullptr) {
        (void)model->register_named(flags.register_name);
    }
    set->finders.emplace(text::Finders{policy.categories, std::move(pattern_finder),
                                       text::ListFinder(lists), true, model, flags.register_name,
                                       policy.setting});
    return set;
}

}  // namespace lethe::cli
