#include "experiments/documents/spherical_corpora.h"

#include <algorithm>
#include <utility>

#include "lethe/documents/read/labelled_documents.h"
#include "lethe/vectors/make/vectorise.h"

namespace lethe::reproduction {
namespace {

vectors::Vectorised corpus_vectors(const Context& context,
                                   const documents::LabelledDocuments& documents,
                                   const TaxonomyPtr& wordnet) {
    vectors::VectorOptions options;
    options.wordnet = wordnet;
    return vectors::vectorise(context, documents.ids, documents.views(), documents.labels, options);
}

VectorCorpus corpus_of(std::string name, const Context& context,
                       const documents::LabelledDocuments& all,
                       const documents::LabelledDocuments& training,
                       const documents::LabelledDocuments& test, const TaxonomyPtr& wordnet) {
    vectors::Vectorised whole = corpus_vectors(context, all, wordnet);
    return {std::move(name), std::move(whole.vectors),
            corpus_vectors(context, training, wordnet).vectors,
            corpus_vectors(context, test, wordnet).vectors, std::ssize(whole.empty)};
}

documents::LabelledDocuments some_of(const documents::LabelledDocuments& all,
                                     std::vector<std::int64_t> chosen) {
    std::ranges::sort(chosen);
    documents::LabelledDocuments result;
    for (const std::int64_t i : chosen) {
        const auto at = static_cast<std::size_t>(i);
        result.ids.push_back(all.ids[at]);
        result.labels.push_back(all.labels[at]);
        result.texts.push_back(all.texts[at]);
    }
    return result;
}

}  // namespace

VectorCorpus news_corpus(const ReproduceOptions& options, const Context& context,
                         const TaxonomyPtr& wordnet) {
    const std::string folder = options.data + "/text_reuters_r8/";
    const std::string training = folder + "r8-train.txt", test = folder + "r8-test.txt";
    return corpus_of("Reuters R8", context,
                     documents::read_labelled_lines(context, {training, test}),
                     documents::read_labelled_lines(context, {training}),
                     documents::read_labelled_lines(context, {test}), wordnet);
}

VectorCorpus review_corpus(const ReproduceOptions& options, const Context& context,
                           const TaxonomyPtr& wordnet) {
    constexpr std::ptrdiff_t kOf = 100, kTraining = 71;  // 1420 of 2000
    const documents::LabelledDocuments all =
        documents::read_labelled_folder(context, options.data + "/text_movie_reviews");
    const std::vector<std::int64_t> order =
        random_permutation(Random(options.seed).stream("split"), std::ssize(all.ids));
    const auto cut = order.begin() + std::ssize(order) * kTraining / kOf;
    return corpus_of("film reviews", context, all, some_of(all, {order.begin(), cut}),
                     some_of(all, {cut, order.end()}), wordnet);
}

}  // namespace lethe::reproduction
