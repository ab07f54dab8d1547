"""A function for each masking method of tables.

Made by python/generate.py from the catalogue; not edited by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from lethe._arguments import Columns
from lethe._engine import ProgressLike
from lethe._tables import masked

__all__ = [
    "age_cap",
    "camouflage",
    "cell_resampling",
    "clustered",
    "data_swapping",
    "date_shift",
    "distribution_distortion",
    "exchange_groups",
    "fuzzy_microaggregation",
    "generalisation",
    "global_median",
    "global_recoding",
    "individual_ranking",
    "ipso",
    "k_ward",
    "local_suppression",
    "lossy_compression",
    "massc",
    "mdav",
    "mondrian",
    "multiple_imputation",
    "noise",
    "optimal_recoding",
    "optimal_univariate",
    "pca_projection",
    "pram",
    "privacy_models",
    "pseudonyms",
    "rank_swapping",
    "rank_swapping_buckets",
    "rank_swapping_distribution",
    "resampling",
    "romm",
    "rounding",
    "sa_mdav",
    "sampling",
    "semantic_recoding",
    "semantic_resampling",
    "set_disassociation",
    "set_generalisation",
    "set_partition",
    "shuffling",
    "stratified",
    "suppression",
    "targeted_record_swapping",
    "top_bottom_coding",
    "transformed_noise",
    "zscore_projection",
]


def mdav(
    data: Any,
    *,
    columns: Columns = None,
    k: Sequence[int] | int | None = None,
    scaling: Literal["zscore", "none"] | None = None,
    mean: Literal["remaining", "file"] | None = None,
    groups: Sequence[Sequence[str]] | Sequence[str] | None = None,
    group_size: int | None = None,
    whole_records: bool | None = None,
    squared: bool | None = None,
    missing: Literal["own", "any"] | None = None,
    models: str | None = None,
    sensitive: Sequence[str] | str | None = None,
    sensitive_missing: Literal["own", "excluded"] | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    centre: Literal["semantic", "mode", "value-mode", "lcs", "consensus", "medoid"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Microaggregation (MDAV): groups at least k similar records and shows each as its group's centre.

    Forms groups of k to 2k - 1 similar records by the MDAV heuristic (the farthest records from
    the mean gather their nearest neighbours first) and replaces every value by its group's
    centre: the mean of numbers, the lower median of ordered categories, the most frequent of
    other categories. With all columns in one group the result is k-anonymous on them, and the
    means of numbers are kept. Use it for quasi-identifiers when a guarantee is wanted. `groups`
    masks groups of columns separately: less is lost, but records are then k-anonymous only
    within each group of columns, and linkage over several groups finds many of them. Beware: k
    of 2 is weak, and confidential values that are equal within a group are disclosed. Numbers
    alone are standardised before distances are taken unless `scaling` is none. With categories
    among the columns the distance is the mean over the columns: steps divided by the size of an
    ordered domain, equal or not for others, the difference divided by the range for numbers. A
    missing value stands in as the column's centre for distances. `missing` says what k means
    then. By own, missing is a value like others: records with the same gaps go together where
    they can, and a group shows its centre to all of its records where more than half of them
    have a value, and nothing otherwise, so that no pattern of gaps tells its records apart. By
    any, what is missing stays missing and agrees with anything; the gaps can then single a
    record out, and a value that is alone in its group becomes missing. Columns with a taxonomy
    are compared by meaning: `measure` is the distance of two concepts, numbers beside them are
    standardised and all distances squared, and the `centre` of a group is the concept nearest
    to all of its values. `measure` = wu-palmer with `centre` = lcs, and `whole_records` with
    `centre` = mode, are two published methods for categories. A missing value is then far from
    all others. By `mean` = file the farthest records are looked for from the mean of the whole
    file all along, as some published tables do. With `models` a group in which they do not hold
    is joined with the group nearest to it until they hold in every one: diversity, closeness
    and limited gains of the `sensitive` columns, beside k.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records: one number, or one a group of columns (at least 2; default
        [5])
    scaling
        how columns of numbers are made comparable (default "zscore")
    mean
        the mean from which the farthest records are looked for: of those that are left, or of
        the whole file all along (default "remaining")
    groups
        groups of columns that are masked separately; none: all columns together
    group_size
        groups of so many consecutive columns, instead of naming them (at least 1)
    whole_records
        records are equal or not, whatever they differ in (default false)
    squared
        with concepts: the mean of squared distances instead of distances; none: where there are
        numbers beside them
    missing
        what k means where values are missing: missing is a value of its own, and the records of
        a group show a column all or none, as more than half of them have it; or it stays
        missing and agrees with any value (default "own")
    models
        what must hold in every group beside k, joined by +: l-distinct:3, l-entropy:4,
        l-recursive:c=4,l=5, each of these with alike=0.4 too, alpha:0.5, t-equal:0.2,
        t-ordered:0.2, t-hierarchical:0.2, t-semantic:0.2, beta-basic:3, beta-enhanced:2,
        kmap:3,population=N; empty: k alone
    sensitive
        columns whose values must not be learnt from a group; a model holds for each of them, or
        for the one that it names (l-distinct:3,sensitive=COLUMN)
    sensitive_missing
        a missing sensitive value: own, a value like others; excluded, not counted (default
        "own")
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    centre
        what stands for a group of records (default "semantic")
    """
    parameters = {
        "k": k,
        "scaling": scaling,
        "mean": mean,
        "groups": groups,
        "group_size": group_size,
        "whole_records": whole_records,
        "squared": squared,
        "missing": missing,
        "models": models,
        "sensitive": sensitive,
        "sensitive_missing": sensitive_missing,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
        "centre": centre,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "mdav", parameters, columns, options)


def individual_ranking(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    k_by_column: Mapping[str, int] | None = None,
    variant: Literal["sorted", "mdav", "optimal"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Individual ranking: microaggregates each column on its own: k near values share their mean.

    Each column is sorted and cut into groups of k consecutive values (the last group takes the
    remainder); every value becomes its group's mean. The variant mdav forms the groups by MDAV
    on the single column, the variant optimal by the least sum of squares. Very little is lost,
    ranks and correlations hardly change, and column means are kept. Beware: it is not
    k-anonymous. Records keep nearly unique combinations and are easily linked; use it where
    utility matters most and another method carries the protection. Missing values stay missing
    and do not take part.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of values (at least 2; default 5)
    k_by_column
        another k for some columns: column name and k (at least 2)
    variant
        how groups are formed (default "sorted")
    """
    parameters = {
        "k": k,
        "k_by_column": k_by_column,
        "variant": variant,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "individual-ranking", parameters, columns, options)


def optimal_univariate(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    k_by_column: Mapping[str, int] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Optimal univariate microaggregation: microaggregates each column in the groups of at least k that lose least.

    Each column is sorted and cut into groups of k to 2k - 1 consecutive values such that the
    sum of squared differences from the group means is the least possible; every value becomes
    its group's mean. It is exact, and loses less than fixed groups of k where values come in
    clumps. Use it for a single column, such as a confidential amount that must not be shown
    exactly. Beware: with several columns it is individual ranking, which is not k-anonymous as
    a whole. Missing values stay missing and do not take part.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of values (at least 2; default 5)
    k_by_column
        another k for some columns: column name and k (at least 2)
    """
    parameters = {
        "k": k,
        "k_by_column": k_by_column,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "optimal-univariate", parameters, columns, options)


def fuzzy_microaggregation(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    m1: float | None = None,
    m2: float | None = None,
    per_attribute: bool | None = None,
    rounds: int | None = None,
    groups: Sequence[Sequence[str]] | Sequence[str] | None = None,
    group_size: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Fuzzy microaggregation: shows each record as the centre of a fuzzy cluster, drawn at random.

    Clusters of about k records are formed by fuzzy c-means, which starts from the groups of
    MDAV: every record belongs to every cluster to some degree, to near ones most. Each record
    then draws one cluster with these degrees as probabilities, and its values give way to the
    cluster's centre. Any centre can come up, so that an intruder who knows the method and its
    parameters can exclude no record with certainty, as the intersection attack does with plain
    microaggregation. Use it when the method is published and microaggregation in groups of
    columns would be attacked. `per_attribute` draws for each column anew, which breaks the
    combinations up and loses more. `groups` and `group_size` cluster and draw groups of columns
    apart, in one step: less is lost, and the combinations of groups are the person's own.
    Beware: it is not k-anonymous; the release record says how often each published combination
    occurs, and some occur once. An outlier may get a centre of its own, which tells its values
    nearly as they are. Means and variances are not kept. The time grows with rows x rows / k;
    tables that would take hours are refused. Columns are standardised. A missing value stands
    in as the column's mean and stays missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records a cluster, on average (at least 2; default 5)
    m1
        fuzziness of the clusters: near 1 they are crisp, above 2 they run together (above 1;
        default 1.2)
    m2
        fuzziness of the draw: near 1 the nearest centre is published, a large m2 publishes any
        (above 1; default 1.2)
    per_attribute
        draw a centre for each column on its own instead of one for the record (default false)
    rounds
        most rounds in which the centres may move (at least 1; default 300)
    groups
        groups of columns that are masked separately; none: all columns together
    group_size
        groups of so many consecutive columns, instead of naming them (at least 1)
    """
    parameters = {
        "k": k,
        "m1": m1,
        "m2": m2,
        "per_attribute": per_attribute,
        "rounds": rounds,
        "groups": groups,
        "group_size": group_size,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "fuzzy-microaggregation", parameters, columns, options)


def zscore_projection(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    missing: Literal["own", "any"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Microaggregation along the sum of z-scores: sorts records by the sum of their z-scores and averages k at a time.

    Columns are standardised and added up to one score a record; records are sorted by it and
    cut into groups of k (the last group takes the remainder), and every value becomes its
    group's mean. The result is k-anonymous on the masked columns and keeps column means. It is
    fast, and good when all columns rise and fall together. Beware: otherwise records with the
    same sum may be far apart, and MDAV loses much less. A missing value stands in as the mean;
    by `missing` = own a group shows its mean to all of its records where more than half of them
    have a value, and nothing otherwise; by any it stays missing, and the pattern of missing
    values can tell records apart.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    missing
        what k means where values are missing: missing is a value of its own, and the records of
        a group show a column all or none, as more than half of them have it; or it stays
        missing and agrees with any value (default "own")
    """
    parameters = {
        "k": k,
        "missing": missing,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "zscore-projection", parameters, columns, options)


def pca_projection(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    missing: Literal["own", "any"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Microaggregation along the first principal component: sorts records by the first principal component and averages k at a time.

    The first principal component of the standardised columns gives each record a score; records
    are sorted by it and cut into groups of k (the last group takes the remainder), and every
    value becomes its group's mean. The result is k-anonymous on the masked columns and keeps
    column means. It is fast, and good when one component explains most of the variance. Beware:
    with weakly correlated columns a group mixes unlike records, and MDAV loses much less. A
    missing value stands in as the mean; by `missing` = own a group shows its mean to all of its
    records where more than half of them have a value, and nothing otherwise; by any it stays
    missing, and the pattern of missing values can tell records apart.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    missing
        what k means where values are missing: missing is a value of its own, and the records of
        a group show a column all or none, as more than half of them have it; or it stays
        missing and agrees with any value (default "own")
    """
    parameters = {
        "k": k,
        "missing": missing,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "pca-projection", parameters, columns, options)


def rank_swapping(
    data: Any,
    *,
    columns: Columns = None,
    p: float | None = None,
    p_by_column: Mapping[str, float] | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Rank swapping: exchanges each value with a random one of near rank, column by column.

    Each column is ranked on its own; in rank order, every value that is not yet swapped is
    exchanged with one chosen at random among those not yet swapped that stand at most p percent
    of the column's values above it, so that each value moves once. A column keeps exactly its
    values, hence its mean, variance and quantiles; correlations between columns shrink as p
    grows. Use it for numbers and ordered categories when univariate statistics must hold
    exactly. Beware: the values themselves are true ones, and an intruder who knows p knows that
    each true value is within the window of the released one, which links many records when
    several columns are known. A window of less than one rank counts as one. Missing values stay
    missing and do not take part. A column with a taxonomy is ranked by meaning: its values
    stand by their distance, by `measure`, from the one that is farthest from the centre of all
    of them (the sorting operator of Martínez), equally far ones by their labels. Values of near
    rank are then equally far from the extreme one, which most often, and not always, makes them
    alike.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    p
        how far apart swapped values may be: ranks, in percent of the column's values (above 0
        and at most 100; default 5.0)
    p_by_column
        another p for some columns: column name and percent (above 0 and at most 100)
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    """
    parameters = {
        "p": p,
        "p_by_column": p_by_column,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "rank-swapping", parameters, columns, options)


def rank_swapping_buckets(
    data: Any,
    *,
    columns: Columns = None,
    buckets: int | None = None,
    buckets_by_column: Mapping[str, int] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Rank swapping p-buckets: rank swapping in which any value may take the place of any other.

    Each column is ranked on its own and cut into buckets of equal size. In rank order, every
    value that is not yet swapped draws a bucket, its own with a weight of 1/2, the next with
    1/4, then 1/8 and so on, and is exchanged with a random value there that is not yet swapped.
    Most values stay near, as in rank swapping, but none is bound to: whoever knows the method
    and its parameter can exclude no record with certainty, so that the intersection attack on
    rank swapping gains nothing. A column keeps exactly its values. Use it instead of rank
    swapping when the method is published, which is good practice. Beware: correlations suffer
    more than from rank swapping with a window of the same typical size, and near values are
    still likely ones, so that distance-based linkage works as before. Missing values stay
    missing and do not take part.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    buckets
        into how many parts of equal size the ranked values are cut; fewer protect more (at
        least 1; default 10)
    buckets_by_column
        another number of buckets for some columns: column name and number (at least 1)
    """
    parameters = {
        "buckets": buckets,
        "buckets_by_column": buckets_by_column,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "rank-swapping-buckets", parameters, columns, options)


def rank_swapping_distribution(
    data: Any,
    *,
    columns: Columns = None,
    p: float | None = None,
    p_by_column: Mapping[str, float] | None = None,
    spread: Literal["deviation", "variance"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Rank swapping p-distribution: rank swapping over a normally distributed number of ranks, without bound.

    Each column is ranked on its own; in rank order, every value that is not yet swapped is
    exchanged with the one that stands a random number of ranks above it: normal, with mean and
    deviation both half of p percent of the values (with `spread` = variance the deviation is
    the square root of the mean, and distances cluster closely around it). Draws that lead
    nowhere are repeated, up to 32 in all; then the nearest value above that is not yet swapped
    is taken. A column keeps exactly its values. The normal distribution has no end, so that
    whoever knows the method and p can exclude no record with certainty: the intersection attack
    on rank swapping has nothing to intersect. Use it instead of rank swapping when the method
    is published. Beware: with `spread` = variance nearly all distances are close to the mean,
    and an intruder who guesses a window is nearly always right. Missing values stay missing and
    do not take part.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    p
        twice the mean distance of swapped values: ranks, in percent of the column's values
        (above 0 and at most 100; default 5.0)
    p_by_column
        another p for some columns: column name and percent (above 0 and at most 100)
    spread
        whether the mean distance in ranks is also the deviation of the distance, or its
        variance (default "deviation")
    """
    parameters = {
        "p": p,
        "p_by_column": p_by_column,
        "spread": spread,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "rank-swapping-distribution", parameters, columns, options)


def noise(
    data: Any,
    *,
    columns: Columns = None,
    type: Literal["uncorrelated", "correlated", "covariance-preserving"] | None = None,
    p: float | None = None,
    p_by_column: Mapping[str, float] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Additive noise: adds normal noise in proportion to each column's deviation.

    Adds to every value a normal random number whose deviation is `p` percent of the column's.
    `uncorrelated` noise leaves means right in expectation but weakens correlations and inflates
    variances; `correlated` noise follows the columns' own correlations; `covariance-preserving`
    noise is correlated and then transformed linearly, so that the masked columns have exactly
    the means, variances and correlations of the original ones (it needs complete columns). Use
    it for continuous amounts whose moments matter. Beware: noise in proportion to the deviation
    hardly hides an outlier, small p leaves most records linkable, and whole numbers or zeros do
    not stay whole or zero. A constant column stays as it is. Missing values stay missing; for
    correlations they stand in as the mean.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    type
        how the noise of one column goes with that of the others (default "uncorrelated")
    p
        deviation of the noise, in percent of the column's deviation (at least 0; default 10.0)
    p_by_column
        another p for some columns: column name and percent (at least 0)
    """
    parameters = {
        "type": type,
        "p": p,
        "p_by_column": p_by_column,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "noise", parameters, columns, options)


def transformed_noise(
    data: Any,
    *,
    columns: Columns = None,
    p: float | None = None,
    p_by_column: Mapping[str, float] | None = None,
    correlated: bool | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Noise with a nonlinear transformation: makes columns normal, adds noise, and brings them back with their own values.

    Every value becomes a normal score by its place in the order of its column, equal values in
    an order drawn by chance. Normal noise of `p` percent is added to the scores, correlated as
    they are, and the values are handed out again in the order of the noisy scores. So each
    column keeps its values, each as often as before: all univariate statistics are exactly the
    original ones, skewed columns stay skewed, and whole numbers, zeros and ordered categories
    stay such. Use it for discrete columns and for those that are far from normal, where
    additive noise makes values that cannot be. Beware: the extreme values are released as they
    are, mostly with other people, and with a small p many records keep a value near their own.
    Correlations are kept in expectation between the scores, not between the values; in columns
    with many equal values the chance among these weakens them. Missing values stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    p
        deviation of the noise, in percent of that of the normal scores (at least 0; default
        20.0)
    p_by_column
        another p for some columns: column name and percent (at least 0)
    correlated
        whether the noise of the columns goes together as the columns do (default true)
    """
    parameters = {
        "p": p,
        "p_by_column": p_by_column,
        "correlated": correlated,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "transformed-noise", parameters, columns, options)


def resampling(
    data: Any,
    *,
    columns: Columns = None,
    samples: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Resampling: replaces each column by the averaged order statistics of bootstrap samples.

    For each column, `samples` bootstrap samples of its values are drawn and sorted; the centre
    of their i-th values (mean of numbers, median of ordered categories, most frequent of
    others) replaces the i-th smallest original value. Ranks stay (up to ties), so dependences
    between columns survive, and each column keeps its distribution approximately. Use it when
    the shape of the distributions matters more than single values. Beware: the values at the
    middle of a large column hardly move, and more samples bring the masked values nearer to the
    original ones; linkage by rank stays easy, so measure the risk. Missing values stay missing
    and do not take part.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    samples
        number of bootstrap samples that are averaged (t) (at least 1; default 10)
    """
    parameters = {
        "samples": samples,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "resampling", parameters, columns, options)


def top_bottom_coding(
    data: Any,
    *,
    columns: Columns = None,
    bottom: Mapping[str, str] | None = None,
    top: Mapping[str, str] | None = None,
    bottom_percent: float | None = None,
    top_percent: float | None = None,
    bottom_categories: int | None = None,
    top_categories: int | None = None,
    replacement: Literal["threshold", "mean", "median"] | None = None,
    bottom_label: str | None = None,
    top_label: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Top and bottom coding: shows values beyond a threshold as the threshold, or as their tail's mean.

    Values above a top threshold and below a bottom threshold are shown as the threshold itself,
    or as the mean or median of all values beyond it. Thresholds are given per column (`top`,
    `bottom`) or taken as quantiles (`top_percent`, `bottom_percent`). Of ordered categories the
    highest or lowest few can be made one instead (`top_categories`, `bottom_categories`: so
    many of those that occur), shown as the one nearest to the middle, as the median of their
    records, or as a new category (`top_label`, `bottom_label`). Use it for skewed amounts and
    ages, where the few extreme values are what makes a person known. It protects the extremes
    only: values between the thresholds are released as they are, so combine it with another
    method. With the threshold as replacement the mean of the column shrinks; the tail's mean
    keeps it. A tail of fewer than three values is always shown as the threshold. Missing values
    stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    bottom
        smallest value shown, for some columns: column name and number or category
    top
        largest value shown, for some columns: column name and number or category
    bottom_percent
        share of the smallest values to code in columns without a bottom of their own (at least
        0 and at most 50; default 0.0)
    top_percent
        share of the largest values to code in columns without a top of their own (at least 0
        and at most 50; default 0.0)
    bottom_categories
        how many of the lowest categories become one, in ordinal columns without a bottom of
        their own (at least 0; default 0)
    top_categories
        how many of the highest categories become one, in ordinal columns without a top of their
        own (at least 0; default 0)
    replacement
        what a coded value is shown as (default "threshold")
    bottom_label
        a new category for what is coded at the bottom of ordinal columns
    top_label
        a new category for what is coded at the top of ordinal columns
    """
    parameters = {
        "bottom": bottom,
        "top": top,
        "bottom_percent": bottom_percent,
        "top_percent": top_percent,
        "bottom_categories": bottom_categories,
        "top_categories": top_categories,
        "replacement": replacement,
        "bottom_label": bottom_label,
        "top_label": top_label,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "top-bottom-coding", parameters, columns, options)


def global_recoding(
    data: Any,
    *,
    columns: Columns = None,
    width: float | None = None,
    width_by_column: Mapping[str, float] | None = None,
    origin: float | None = None,
    breaks: Mapping[str, Sequence[float] | float] | None = None,
    unit: Literal["none", "hour", "day", "week", "month", "quarter", "year", "decade", "century"] | None = None,
    show: Literal["midpoint", "mean", "label", "first"] | None = None,
    map: Mapping[str, Mapping[str, str]] | None = None,
    default: Mapping[str, str] | None = None,
    rarest: int | None = None,
    rarest_by_column: Mapping[str, int] | None = None,
    merged: Literal["label", "representative", "neighbour"] | None = None,
    label: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Global recoding: replaces values by the class they belong to: intervals or broader categories.

    Numbers are put into classes, of one `width` or between given `breaks` (each class holds its
    lower end, not its upper one), and shown as the class's midpoint, as the mean of its values,
    or as a label, which makes the column an ordinal one; a class without one end is shown by
    the end it has. Dates and moments of which the column knows that they are some are put into
    months, quarters, years or another `unit` of the calendar, shown as its middle or `first`
    day or as a label such as 1990-Q3; a width is in days there, of moments in seconds.
    Categories are merged by a `map` of old and new ones and a `default` for the rest, or,
    without a map, by merging the `rarest` categories that occur (ties in the column's order)
    into one: a new `label`, or the `representative` among them, which is the median of their
    records where they have an order and the most frequent one otherwise; as `neighbour`, each
    run of merged categories goes to the rarer of the categories next to it. Use it when a
    coarser answer serves as well: released values stay true, only less precise, and the classes
    are the same in the whole file. Beware: it is coarse where the data are dense and yet may
    leave rare combinations; check class sizes afterwards. A class's mean is not shown when it
    comes from a single value. Missing values stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    width
        width of the classes of numeric columns (above 0)
    width_by_column
        another width for some columns: column name and width (above 0)
    origin
        a number at which a class of that width begins (default 0.0)
    breaks
        classes by their ends, for some columns: column name and ascending numbers
    unit
        what the classes of columns of dates and moments are, instead of the width (default
        "none")
    show
        what stands for a class of numbers or dates; first: its first value (default "midpoint")
    map
        new categories, for some columns: column name and a table of old and new
    default
        category of whatever is not mapped, for some columns: column name and category
    rarest
        how many of the least frequent categories are merged, in columns without a map (at least
        2)
    rarest_by_column
        another number for some columns: column name and number of categories (at least 2)
    merged
        what the merged categories are shown as (default "label")
    label
        the new category of merged = label (default "other")
    """
    parameters = {
        "width": width,
        "width_by_column": width_by_column,
        "origin": origin,
        "breaks": breaks,
        "unit": unit,
        "show": show,
        "map": map,
        "default": default,
        "rarest": rarest,
        "rarest_by_column": rarest_by_column,
        "merged": merged,
        "label": label,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "global-recoding", parameters, columns, options)


def rounding(
    data: Any,
    *,
    columns: Columns = None,
    base: float | None = None,
    base_by_column: Mapping[str, float] | None = None,
    set: Sequence[float] | float | None = None,
    set_by_column: Mapping[str, Sequence[float] | float] | None = None,
    joint: bool | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Rounding: replaces each number by the nearest multiple of a base, or the nearest value of a set.

    Every value becomes the nearest multiple of `base`; halves go to the even multiple. With
    `set` it becomes the nearest of the values that are given instead. With `joint` whole
    records are rounded: to the nearest of the points that the columns' sets make up together,
    each column measured by the range of its set. Use it to hide exact amounts (incomes, dates
    of birth as years) when a coarser figure serves as well. The loss is at most half a base a
    value. Alone it protects little: a rare combination of rounded values is still rare.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    base
        values become multiples of this (above 0; default 10.0)
    base_by_column
        another base for some columns: column name and base (above 0)
    set
        instead of multiples of the base, values become the nearest of these; halfway the
        smaller
    set_by_column
        another set for some columns: column name and values
    joint
        records go to the nearest point: the first values of all sets are a point, the second
        ones another, and so on (default false)
    """
    parameters = {
        "base": base,
        "base_by_column": base_by_column,
        "set": set,
        "set_by_column": set_by_column,
        "joint": joint,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "rounding", parameters, columns, options)


def sampling(
    data: Any,
    *,
    columns: Columns = None,
    fraction: float | None = None,
    count: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Sampling: releases a random sample of the records, unchanged.

    Draws a simple random sample without replacement and drops all other records; every subset
    of that size is equally likely. An intruder who finds a match can no longer be sure that it
    is the right person, since that person may not be in the release. Use it for large files of
    categories, such as a census, and with a small fraction. Beware: the records that are
    released are not masked at all. A person whose values are unique in the population and whom
    the intruder knows to be in the sample is found; continuous values are unique in almost any
    sample.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    fraction
        share of the records to release (above 0 and at most 1)
    count
        number of records to release (at least 1)
    """
    parameters = {
        "fraction": fraction,
        "count": count,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "sampling", parameters, columns, options)


def suppression(
    data: Any,
    *,
    columns: Columns = None,
    what: Literal["records", "rare-cells", "random-cells", "risky-records", "risky-cells"] | None = None,
    k: int | None = None,
    percent: float | None = None,
    measure: Literal["individual", "household", "log-linear", "suda-score", "dis-suda"] | None = None,
    above: float | None = None,
    rate: float | None = None,
    keys: Sequence[str] | str | None = None,
    weights: str | None = None,
    population: int | None = None,
    household: str | None = None,
    terms: Sequence[Sequence[str]] | Sequence[str] | None = None,
    most: int | None = None,
    fraction: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Suppression: drops rare records, or makes rare or random cells missing.

    `records` drops every record whose combination of values in the step's columns is shared by
    fewer than k records; what is left is k-anonymous on them. `rare-cells` makes missing every
    value that occurs fewer than k times in its column. `random-cells` makes missing a given
    share of each column's cells, chosen at random, as a baseline or to make matches uncertain.
    `risky-records` drops, and `risky-cells` makes missing in the step's columns, what belongs
    to records whose risk is `above` a limit, counted on the `keys`: the individual risk of
    Benedetti and Franconi (from `weights`, or the size of the `population`); the risk that
    somebody of the `household` is found, 1 - (1 - r)(1 - r') ... over its members, for which
    the size of a household should be one of the keys; the chance that a match is right by a
    log-linear model of the population, of records that are not alone as well (E(1/F) with F - f
    Poisson); or SUDA's score or probability. With a wanted `rate` of re-identifications in
    place of the limit, the limit is the risk to which all must come down for that rate. It is
    counted again until no record is above the limit, or the rate is reached, and once more in
    the file that is written; where the step's columns are only some of the keys, records may
    stay above it, which is told. Rows that go leave the others standing for as many people as
    before. A limit on these estimates is no k-anonymity: who knows that a person took part is
    not held up by the rest of the population. Use it last, after recoding has left only a few
    rare records: on detailed data it removes most of the file. Beware: what disappears is not
    random, so rare groups vanish from the statistics; and rare-cells looks at one column at a
    time, so rare combinations stay. A missing value counts as a value of its own in
    combinations.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    what
        what is suppressed (default "records")
    k
        records whose combination of values, or cells whose value, occurs fewer times than this
        are suppressed (at least 2; default 3)
    percent
        share of each column's cells, for random-cells (at least 0 and at most 100; default 5.0)
    measure
        of risky-records and risky-cells: the individual risk, the risk that somebody of the
        household is found, the chance of a right match by a log-linear model, or the score or
        the probability (DIS-SUDA) of special uniques (default "individual")
    above
        the risk above which a record is risky (at least 0; default 0.1)
    rate
        in place of `above`, of measures that are risks of records: the share of re-identified
        records that is acceptable. The risk above which a record is risky follows from it
        (above 0 and at most 1)
    keys
        columns by which the risk is counted; none: those of the step
    weights
        a numeric column, how many people each record stands for; of dis-suda the fraction
        follows from it
    population
        in place of weights: how many people the data were drawn from (at least 1)
    household
        of the risk of households: a column that is the same for the members of one and for
        nobody else
    terms
        of log-linear: groups of keys that the model knows together, beside each key alone;
        none: they are chosen
    most
        of suda-score and dis-suda: columns of the largest combinations (at least 1; default 3)
    fraction
        of dis-suda: the share of the population that is in the data (above 0 and at most 1;
        default 0.01)
    """
    parameters = {
        "what": what,
        "k": k,
        "percent": percent,
        "measure": measure,
        "above": above,
        "rate": rate,
        "keys": keys,
        "weights": weights,
        "population": population,
        "household": household,
        "terms": terms,
        "most": most,
        "fraction": fraction,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "suppression", parameters, columns, options)


def pram(
    data: Any,
    *,
    columns: Columns = None,
    type: Literal["constant", "frequency", "even", "invariant", "matrix"] | None = None,
    p: float | None = None,
    p_by_column: Mapping[str, float] | None = None,
    theta: float | None = None,
    change: float | None = None,
    matrix: Mapping[str, str] | None = None,
    private_matrix: Mapping[str, str] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Post-randomisation (PRAM): changes categories at random, with probabilities from a matrix.

    Each value is replaced by a draw from its category's row of a transition matrix; columns are
    masked independently. `constant`: a value stays with probability `p`, and the rest favours
    rare categories. `frequency`: a value of the rarest category changes with probability
    `theta`, others less in proportion to their frequency; expected frequencies are the original
    ones. `even`: stays with probability `p`, else any other category, whatever the data.
    `invariant`: the constant matrix (or one that is given) followed by its way back, so that
    expected frequencies are the original ones. `matrix`: matrices of your own, by column.
    `change` mixes the matrix with the identity until so large a share of values changes in
    expectation. Use it for categories, when an intruder must not be sure of any value. A matrix
    of type `even`, or one that is given (and not mixed by `change`), stands in the release
    record, so that analysts can correct frequencies and tables for it (see pram-correction).
    All others tell the original frequencies of the categories, and all that are made name every
    category that occurred, also one that chance left out of the release: they stand in the
    private log, from which the owner's attacks and measures take them, and the record has only
    type and parameters. Matrices that were made from the data go into `private_matrix`. An
    analyst must know the matrix to correct for it: give `even`. Relations between columns
    weaken, and impossible combinations may arise. Missing values stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    type
        where the transition matrix comes from (default "constant")
    p
        probability that a value stays, for the types constant and even, and before an invariant
        matrix is made of a constant one (at least 0 and at most 1; default 0.8)
    p_by_column
        another p for some columns: column name and probability (at least 0 and at most 1)
    theta
        probability that a value of the rarest category changes, for the type frequency (at
        least 0 and at most 1; default 0.5)
    change
        wanted share of changed values: the matrix is mixed with the identity until it is
        reached in expectation (at least 0 and at most 1)
    matrix
        matrices for the types matrix and invariant: column name and a CSV or JSON file, or
        categories and rows
    private_matrix
        the same for matrices that were made from the data, as lethe evolve makes them: they
        stand in the private log, not in the release record
    """
    parameters = {
        "type": type,
        "p": p,
        "p_by_column": p_by_column,
        "theta": theta,
        "change": change,
        "matrix": matrix,
        "private_matrix": private_matrix,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "pram", parameters, columns, options)


def mondrian(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    mode: Literal["strict", "relaxed"] | None = None,
    publish: Literal["interval", "set", "representative"] | None = None,
    average: Literal["mean", "median"] | None = None,
    models: str | None = None,
    sensitive: Sequence[str] | str | None = None,
    sensitive_missing: Literal["own", "excluded"] | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Mondrian: cuts the records into boxes of at least k and shows each as its box.

    All records are a box with a side for each column. A box is cut in two at the median of its
    widest side, or as near to it as k allows, then its halves are, until no cut leaves k
    records on both sides: k-anonymity for numbers and categories together, finer where the data
    are denser. Nominal categories are cut in the order of their dictionary. `strict` keeps
    equal values on one side, so that a group can be large where a value is frequent; `relaxed`
    halves every box and leaves at most 2k - 1 records in a group, unless they are equal. A
    group is shown by `interval`s (and sets of nominal categories), which are true but must be
    read as such, by `set`s of its categories, or by a `representative`: the mean or the median
    of numbers, the median of ordinal and the most frequent of nominal categories, which every
    analysis can use. Beware: intervals and sets end at values of records; confidential values
    that are equal within a group are disclosed. Records with and without a value are parted
    first where k allows; where a group still has both, its values in that column become
    missing. Columns with a taxonomy are cut by meaning: their concepts stand in the order of a
    walk through the taxonomy, so that a cut parts the children of a concept, and a side is as
    wide as the way through its values by `measure`. Their `interval` is the least common
    subsumer, their `representative` the semantic centre of `sa-mdav`. With `models` a box is
    cut only where they hold on both sides: diversity, closeness and limited gains of the
    `sensitive` columns in every class, beside k.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    mode
        whether records with equal values must stay on one side of a cut (default "strict")
    publish
        what stands for the values of a group (default "interval")
    average
        of the numbers of a group, for representative (default "mean")
    models
        what must hold in every group beside k, joined by +: l-distinct:3, l-entropy:4,
        l-recursive:c=4,l=5, each of these with alike=0.4 too, alpha:0.5, t-equal:0.2,
        t-ordered:0.2, t-hierarchical:0.2, t-semantic:0.2, beta-basic:3, beta-enhanced:2,
        kmap:3,population=N; empty: k alone
    sensitive
        columns whose values must not be learnt from a group; a model holds for each of them, or
        for the one that it names (l-distinct:3,sensitive=COLUMN)
    sensitive_missing
        a missing sensitive value: own, a value like others; excluded, not counted (default
        "own")
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    """
    parameters = {
        "k": k,
        "mode": mode,
        "publish": publish,
        "average": average,
        "models": models,
        "sensitive": sensitive,
        "sensitive_missing": sensitive_missing,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "mondrian", parameters, columns, options)


def exchange_groups(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    mean: float | None = None,
    passes: int | None = None,
    block: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Microaggregation refined by exchange: groups at least k records, exchanged between groups while that loses less.

    Begins with the groups of a strict Mondrian partition (see mondrian) and improves them by
    what they lose: a record moves to another group, two records change places, a group is
    dissolved and a large one cut in two, as long as the loss of single values (see cell-loss)
    falls and every group keeps k records. All records of a group then show, in each column,
    that value of one of them which loses least: near the median of numbers and ordered
    categories, the most frequent of others; so no value is new. `mean` bounds the average size
    of the groups instead of each: many people who are alike make a large group that costs
    nothing, and let groups elsewhere be small. Over all people no attack finds more than one in
    that average, though the single most exposed one may be in a group of k. Use it for tables
    of numbers and categories when least loss under a guarantee is wanted. Records are compared
    within `block`s of neighbours; larger ones lose a little less and take longer. Beware: it
    leaves groups as tight as can be, so that an intruder mostly finds the right group, and
    confidential values that are equal within a group are disclosed. Missing is a value like
    others: where most of a group lack a value, all of it shows none. Categories with a taxonomy
    are compared as equal or not.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    mean
        records in a group on average, at least; none: as few as k allows (at least 1)
    passes
        over all records, at most (at least 0 and at most 1000; default 20)
    block
        records among which exchanges are looked for, about (at least 10; default 2000)
    """
    parameters = {
        "k": k,
        "mean": mean,
        "passes": passes,
        "block": block,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "exchange-groups", parameters, columns, options)


def global_median(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    cut: Literal["region", "cluster"] | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Global median-based k-anonymity: groups at least k records by strict Mondrian cuts and shows their medians.

    The groups of a strict Mondrian partition (see mondrian), each record shown as its group's
    median: the median of numbers, the lower median of ordinal, the most frequent of nominal
    categories. The result is k-anonymous and has only values that analyses can use as they are.
    With `cut` = cluster every column is cut at one place only, the median of all records: at
    most two sides a column, much coarser, and the boundaries are the same everywhere. Use it
    for categories, inside clusters of similar records (see clustered) to keep more of the
    structure. Beware: confidential values that are equal within a group are disclosed. Records
    with and without a value are parted first where k allows; where a group still has both, its
    values in that column become missing. Columns with a taxonomy are cut as mondrian cuts them,
    and shown as the concept with the least sum of distances to the group's values by `measure`,
    the centre of `sa-mdav`.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    cut
        where a column is cut: at the median of the region that is cut, or always at that of all
        records (default "region")
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    """
    parameters = {
        "k": k,
        "cut": cut,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "global-median", parameters, columns, options)


def data_swapping(
    data: Any,
    *,
    columns: Columns = None,
    rate: float | None = None,
    within: Sequence[str] | str | None = None,
    together: bool | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Data swapping: exchanges values between random pairs of records that agree elsewhere.

    A share (`rate`) of the records is paired at random, and the records of a pair exchange
    their values: column by column with new pairs for each, or all columns `together`, which
    keeps their relations to each other. With `within`, only records that agree on those columns
    are paired, so that every table of a swapped column (or of all of them, together) with these
    columns stays exactly as it was; relations to other columns weaken. A column always keeps
    exactly its values. Use it to cast doubt on every match while counts hold, for example by
    swapping the place of residence between households of the same size. Beware: values of a
    pair may be equal, so fewer records change than take part; rare values are still there, only
    elsewhere; and a record that is alone in its stratum stays. A missing value stays missing:
    its record takes no part; in `within`, missing is a value of its own.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    rate
        share of the records that take part (above 0 and at most 1; default 0.5)
    within
        other columns on which records must agree to change values; none: any records
    together
        whether a pair exchanges the values of all columns at once, rather than each column
        having pairs of its own (default false)
    """
    parameters = {
        "rate": rate,
        "within": within,
        "together": together,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "data-swapping", parameters, columns, options)


def distribution_distortion(
    data: Any,
    *,
    columns: Columns = None,
    fit: Literal["kernel", "best", "normal", "lognormal", "exponential", "uniform", "gamma"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Data distortion by probability distribution: replaces a column by draws from a distribution fitted to it, rank by rank.

    A distribution is fitted to each column, as many values are drawn from it, and they replace
    the original ones in the order of size. Numbers: a kernel density estimate (`kernel`), a
    family of your choice, or the `best` of them by Akaike's criterion; categories: their
    frequencies. The fitted family stands in the release record. Ranks stay (up to ties), so
    relations between columns survive, and no released number is an original one. Use it when
    the shape of a distribution matters and single values do not. Beware: linkage by rank stays
    easy, as with resampling; a family that does not suit shifts every statistic; drawn numbers
    may lie outside the range of the column and are not whole; and a kernel keeps close to an
    outlier. For unordered categories the order is that of the file, so a category that is drawn
    less often loses records to the next one. Missing values stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    fit
        distribution that is fitted to numbers; best: of smallest AIC (default "kernel")
    """
    parameters = {
        "fit": fit,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "distribution-distortion", parameters, columns, options)


def lossy_compression(
    data: Any,
    *,
    columns: Columns = None,
    quality: int | None = None,
    order: Literal["component", "file"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Lossy compression: compresses the table as if it were a picture (JPEG), and decompresses it.

    Standardised columns become the pixels of a picture, records in the order of their first
    principal component so that neighbours are alike; blocks of 8 records and 8 columns go
    through the cosine transform of JPEG, are rounded as its `quality` asks, and go back. Fine
    differences between similar records are lost, coarse structure is kept, and so is each
    column's mean, exactly. Use it for wide tables of numbers, and compare its loss with that of
    microaggregation. Beware: it gives no guarantee for any record; columns that stand side by
    side are mixed, so put related ones together; variances shrink or grow with the quality; and
    a value far out may pull its seven neighbours along. Whole numbers do not stay whole. A
    missing value stands in as the mean and stays missing; a constant column stays as it is.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    quality
        1 (coarsest) to 100 (finest), as of JPEG (at least 1 and at most 100; default 50)
    order
        order of the records in the picture (default "component")
    """
    parameters = {
        "quality": quality,
        "order": order,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "lossy-compression", parameters, columns, options)


def camouflage(
    data: Any,
    *,
    columns: Columns = None,
    width: float | None = None,
    width_by_column: Mapping[str, float] | None = None,
    k: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Camouflage: shows each number as an interval that contains it, placed at random.

    Every value is replaced by an interval of its own, "[a,b]", that contains it and at least k
    different values of the column (all, where it has fewer). With a `width` the interval has
    it, and the value is equally likely to be anywhere inside: never take the middle for an
    estimate of one value; it is one only of a sum of many. Without a width, or where too few
    values are inside, the interval is extended to values next to it, at random below and above.
    No end of an interval is a value of the column, but for rounding. Use it when true
    statements are wanted: released intervals never lie. Beware: the loss is high; the column
    becomes one of categories, nearly all different; and where values of a record are known from
    several releases with new intervals, their intersection narrows them down, so release once.
    The smallest and the largest value are hidden on one side only. Missing values stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    width
        width of the intervals, where they hold k values (above 0)
    width_by_column
        another width for some columns: column name and width (above 0)
    k
        how many different values of the column an interval holds at least (at least 2; default
        5)
    """
    parameters = {
        "width": width,
        "width_by_column": width_by_column,
        "k": k,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "camouflage", parameters, columns, options)


def multiple_imputation(
    data: Any,
    *,
    columns: Columns = None,
    on: Sequence[str] | str | None = None,
    share: float | None = None,
    fill_missing: bool | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Multiple imputation: replaces values by draws from a regression on the other columns.

    Values are treated as if they were unknown and drawn anew: numbers from a linear regression
    on the columns `on` (or the other columns of the step) with a random error, categories from
    the probabilities that such a regression gives to each of them. The parameters of the
    regression are drawn too, so that releases with different seeds are proper multiple
    imputations, whose results analysts average. Means, variances and linear relations to the
    predictors survive in expectation; what the model does not know, such as curves, skewness
    and interactions, is lost. Use it where a released value must not be a true one. Beware: the
    predictors enter with their true values, so where they are released unmasked the drawn value
    is as telling as the model is good; drawn numbers may be impossible (below 0, not whole). Of
    a predictor with more than 30 categories the others count as one. Missing values stay
    missing unless they are to be filled; as predictors they stand in as the mean or as the base
    category.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    on
        columns that predict the masked ones; none: the other columns of the step
    share
        share of the values that are replaced (above 0 and at most 1; default 1.0)
    fill_missing
        whether missing values are filled too (default false)
    """
    parameters = {
        "on": on,
        "share": share,
        "fill_missing": fill_missing,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "multiple-imputation", parameters, columns, options)


def massc(
    data: Any,
    *,
    columns: Columns = None,
    sizes: Sequence[int] | int | None = None,
    substitute: Sequence[float] | float | None = None,
    keep: Sequence[float] | float | None = None,
    risk: float | None = None,
    bias_weight: float | None = None,
    calibrate: Sequence[str] | str | None = None,
    weight: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """MASSC: substitutes and drops records at random, the more so the rarer they are, and weights the rest.

    Four steps. Micro-agglomeration: records are put into strata of risk by how many share all
    values of the step's columns, which are the keys. Substitution: with the probability of its
    stratum a record takes the key values of the nearest other combination. Subsampling: with
    the probability of its stratum a record is kept. Calibration: kept records get weights such
    that the weighted frequencies of the critical columns (`calibrate`) are exactly the original
    ones, as far as they can be. The release record holds, for each stratum, the chance that an
    intruder who knows all keys finds the right record: risk is known beforehand. With `risk`
    the probabilities are found: in each stratum those that add the least to a weighted count,
    in variance by subsampling, (1 - keep) / keep a record, and in bias by substitution,
    `bias_weight` times the square of its probability, while the risk of no stratum is above the
    bound. Use it for files of categories that are analysed with weights anyway. Beware:
    analyses must use the weights; columns that are neither keys nor critical keep their values,
    but lose records. Weights come into the named column, which is added where the table has
    none, and multiplied into it otherwise. A missing key is a value of its own for the strata;
    it stays missing and is never substituted for another.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    sizes
        largest class size of each stratum of risk, ascending; one more stratum holds the rest
        (at least 1; default [1, 4])
    substitute
        probability of substitution, one for each stratum (none: 0.5, 0.25 and 0.1, or found for
        the risk) (at least 0 and at most 1)
    keep
        probability of being kept, one for each stratum (none: 0.7, 0.85 and 0.95, or found for
        the risk) (above 0 and at most 1)
    risk
        largest risk of a stratum, in percent: the probabilities with the least variance and
        bias are found, and not given (above 0 and at most 100)
    bias_weight
        with risk: how much the squared share of substituted records counts against the variance
        of subsampling (at least 0; default 1.0)
    calibrate
        critical columns, whose weighted frequencies are to be the original ones
    weight
        column of weights: one of the table, or else the name of a new one (default "weight")
    """
    parameters = {
        "sizes": sizes,
        "substitute": substitute,
        "keep": keep,
        "risk": risk,
        "bias_weight": bias_weight,
        "calibrate": calibrate,
        "weight": weight,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "massc", parameters, columns, options)


def local_suppression(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    match: Literal["original", "released", "equal"] | None = None,
    cost: Mapping[str, float] | None = None,
    models: str | None = None,
    sensitive: Sequence[str] | str | None = None,
    sensitive_missing: Literal["own", "excluded"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Local suppression: makes as few cells missing as it takes for k records to agree.

    Records whose values in the step's columns are shared by fewer than k records lose the
    cheapest cells that leave them with values shared by k. A missing value agrees with
    anything, as sdcMicro and mu-Argus count. With `match` = original every record still shows
    only values that at least k records of the original have together ((k,1)-anonymity), and no
    fewer cells can do this. With `match` = released the missing values of other records count
    too: far fewer cells are lost, but a rare record may then keep all its values and count as
    safe only because k - 1 others have lost theirs. With `match` = equal only records that show
    the same count, a gap being shown too: this is k-anonymity, costs more cells, and is found
    greedily. With it `models` can be asked for as well: cells are lost until every class of
    records that show the same fulfils them for the `sensitive` columns. `cost` says which
    columns matter: cells of cheap columns go first; of equally cheap ones, those of the column
    with most different values. Use it last, after recoding has left few rare records. Beware:
    but for equal this is weaker than k-anonymity. Who knows a person's values and that the
    person is in the file can find the one record whose gaps fit; where that matters, use
    mondrian, or drop the records (suppression). What disappears is not random, so rare groups
    vanish from the statistics.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that must agree with each record, itself included (at least 2; default 3)
    match
        which records count: those of the original that agree with what a record still shows;
        those of the release that agree with it; or those of the release that show the same,
        gaps included (default "original")
    cost
        of a suppressed cell, for some columns: column name and cost, 1 unless told; cells of
        cheap columns go first (above 0)
    models
        what must hold in every group beside k, joined by +: l-distinct:3, l-entropy:4,
        l-recursive:c=4,l=5, each of these with alike=0.4 too, alpha:0.5, t-equal:0.2,
        t-ordered:0.2, t-hierarchical:0.2, t-semantic:0.2, beta-basic:3, beta-enhanced:2,
        kmap:3,population=N; empty: k alone
    sensitive
        columns whose values must not be learnt from a group; a model holds for each of them, or
        for the one that it names (l-distinct:3,sensitive=COLUMN)
    sensitive_missing
        a missing sensitive value: own, a value like others; excluded, not counted (default
        "own")
    """
    parameters = {
        "k": k,
        "match": match,
        "cost": cost,
        "models": models,
        "sensitive": sensitive,
        "sensitive_missing": sensitive_missing,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "local-suppression", parameters, columns, options)


def clustered(
    data: Any,
    *,
    columns: Columns = None,
    clusters: int | None = None,
    inside: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Masking inside clusters: clusters similar records, then runs a masking method in each cluster.

    Records are clustered by c-medians on the step's columns (distances and centres as in mdav;
    a deterministic start), and the method named `inside`, with its own `parameters`, masks
    every cluster as if it were a table of its own. Values are then exchanged, grouped or
    averaged only among similar records, so that the structure of the data suffers less:
    clusterings and regressions come closer to those of the original. A cluster with fewer
    records than the method's k joins the one with the nearest centre, so what is k-anonymous
    inside the clusters is so as a whole. Use it with mdav or global-median, or to keep swapping
    within reach. Beware: what the method promises holds within a cluster; noise or swapping in
    small clusters protects less. Parameters that are relative (percent of the records,
    deviations) are taken relative to the cluster. Missing values: for the clustering they stand
    in the centre; what becomes of them is up to the method inside. Where a column has a
    taxonomy the records are clustered by meaning, over the distances and centres of `sa-mdav`:
    concepts by `measure`, numbers by their range, and a missing value is then far from all
    others. The method inside has a `measure` of its own, among its `parameters`.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    clusters
        number of clusters (at least 1; default 3)
    inside
        masking method that is run in each cluster (default "mdav")
    parameters
        parameters of that method: a table
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    """
    parameters = {
        "clusters": clusters,
        "inside": inside,
        "parameters": parameters,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "clustered", parameters, columns, options)


def stratified(
    data: Any,
    *,
    columns: Columns = None,
    by: Sequence[str] | str | None = None,
    inside: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    least: int | None = None,
    rest: Literal["masked", "dropped"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Masking within strata: keeps some columns as they are and masks the others among people who share them.

    People who agree on the columns `by` form a stratum if they are `least` or more; the method
    `inside`, with its `parameters`, masks the other columns of the step in each stratum on its
    own, and the columns `by` stay exact. Who is in too small a stratum is looked for in one of
    all `by` columns but the last, then but the last two; what a stratum does not share is
    masked with the rest, and who agrees with too few on anything is masked on all columns. So
    everybody keeps as many of the leading columns as the company allows. With rest = dropped
    the columns `by` are never changed: who is in no stratum of all of them is not released.
    With a method inside that makes groups of k, such as mdav, every combination of all columns
    of the step has k rows. Use it where some categories matter most and microaggregation over
    all columns blurs them. Beware: put the columns that matter first, those with many values
    last or not at all. Missing is a value of its own in the columns `by`.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    by
        columns of the step that people of a stratum share, the one to keep first; none: all
        people are one stratum
    inside
        masking method that is run in each stratum (default "mdav")
    parameters
        parameters of that method: a table
    least
        people in a stratum at least; without it as many as the method's k (at least 1)
    rest
        those who are in no stratum of all `by` columns: masked in coarser ones, or dropped, so
        that `by` columns are never changed (default "masked")
    """
    parameters = {
        "by": by,
        "inside": inside,
        "parameters": parameters,
        "least": least,
        "rest": rest,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "stratified", parameters, columns, options)


def k_ward(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    centre: Literal["semantic", "mode", "value-mode", "lcs", "consensus", "medoid"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Microaggregation by Ward's method (k-Ward): joins the records by Ward's method until every group has k, and shows each as its group's centre.

    The two records that are farthest apart gather the k - 1 nearest each; then the two groups
    whose union adds least to the sum of squares are joined, but never two that have k records
    already, until every group has k. Groups with 2k or more are parted again the same way, so
    that all have k to 2k - 1 records. The sum of squares is what `mdav` keeps small too; k-Ward
    looks at all groups at once instead of gathering around the farthest record, and takes the
    square of the records in time and memory: at most 10,000 records, of larger tables use it
    `inside` clustered or stratified. Records are compared by the mean of squared distances over
    the columns: numbers standardised, concepts of a taxonomy by `measure`, ordered categories
    by steps, others as equal or not. The `centre` of a group is the mean of numbers and the
    concept nearest to all of its values. The result is k-anonymous. Beware: confidential values
    that are equal within a group are disclosed. A missing value is a value of its own, far from
    all others.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    centre
        what stands for a group of records (default "semantic")
    """
    parameters = {
        "k": k,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
        "centre": centre,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "k-ward", parameters, columns, options)


def sa_mdav(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    moving_centre: bool | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    weighting: Literal["none", "frequency"] | None = None,
    centre: Literal["semantic", "mode", "value-mode", "lcs", "consensus", "medoid"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Semantic adaptive microaggregation (SA-MDAV): groups at least k records of like meaning, copies together, and shows each as its group's centre.

    Microaggregation for concepts, whose records repeat: all copies of a record go into the same
    group, so that a record that k people share stays as it is, and groups have at least k
    records and as many as it takes. The centre of a group is, column by column, the concept of
    the taxonomy with the least sum of distances to its values: a value, or one that subsumes
    some of them (numbers: the mean). Use it for quasi-identifiers with a taxonomy when their
    meaning must survive; for columns of numbers alone `mdav` loses less. The result is
    k-anonymous. With the defaults distances decide alone; `weighting` = frequency is the
    published method, which multiplies them by the number of copies and loses more. Beware:
    confidential values that are equal within a group are disclosed; see `l-diversity` and
    `t-closeness`. A missing value is a value of its own, far from all others. Columns without a
    taxonomy compare as equal or not, or by steps.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        smallest group of records (at least 2; default 5)
    moving_centre
        a growing group takes what is nearest to its centre as it moves; otherwise to the record
        it began with (default true)
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    weighting
        what is near and far: the distance, or the distance times the number of records of the
        tuple (default "none")
    centre
        what stands for a group of records (default "semantic")
    """
    parameters = {
        "k": k,
        "moving_centre": moving_centre,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
        "weighting": weighting,
        "centre": centre,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "sa-mdav", parameters, columns, options)


def semantic_recoding(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    target: Literal["nearest", "discernibility", "random"] | None = None,
    candidates: Literal["any", "non-minimal"] | None = None,
    rarest_first: bool | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    weighting: Literal["none", "frequency"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Semantic recoding: replaces each record that fewer than k share by the nearest one of the data.

    Records whose quasi-identifiers are rare take over the whole combination of another record,
    the nearest in meaning, until every combination is shared by k. Frequent records stay as
    they are, no new combination appears, and the distribution suffers less than under
    microaggregation, so use it for low k or where analyses look at frequencies. The result is
    k-anonymous. `weighting` = frequency with `candidates` = non-minimal is the published
    method, under which a table of records that are nearly all different collapses into a few;
    `target` = discernibility and random are its rivals, for comparison. Beware: a released
    combination is a true one of somebody else. A missing value is a value of its own, far from
    all others. Columns without a taxonomy compare as equal or not, or by steps.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that must look alike (at least 2; default 5)
    target
        what takes the place of a rare record: the nearest, the rarest of the others, or any
        (default "nearest")
    candidates
        among which: all, or those that are more frequent than the rarest (default "any")
    rarest_first
        the rarest records move first; otherwise in alphabetical order (default true)
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    weighting
        what is near and far: the distance, or the distance times the number of records of the
        tuple (default "none")
    """
    parameters = {
        "k": k,
        "target": target,
        "candidates": candidates,
        "rarest_first": rarest_first,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
        "weighting": weighting,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "semantic-recoding", parameters, columns, options)


def semantic_resampling(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    one_reference: bool | None = None,
    measure: Literal["path", "leacock-chodorow", "wu-palmer", "log-sc", "tversky", "rodriguez-egenhofer", "petrakis", "resnik", "lin", "jiang-conrath", "li", "context-vectors", "equality", "confusion"] | None = None,
    root_depth: int | None = None,
    count_root: bool | None = None,
    taxonomy_depth: float | None = None,
    synonym_weight: float | None = None,
    feature_weight: float | None = None,
    neighbour_weight: float | None = None,
    li_alpha: float | None = None,
    li_beta: float | None = None,
    weighting: Literal["none", "frequency"] | None = None,
    centre: Literal["semantic", "mode", "value-mode", "lcs", "consensus", "medoid"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Semantic k-anonymous resampling: deals the records into k samples, sorts each by meaning and averages the records of equal rank.

    Draws k samples without replacement, puts each into semantic order (by distance from the
    most extreme record) and replaces the records of equal rank by their centre. The result is
    k-anonymous, and takes little more than a sort, so use it where a table is too large for
    `sa-mdav` and `semantic-recoding`; it loses more than they do. With `one_reference` all
    samples are sorted from the same record; without it, as published, two samples may run in
    opposite directions, and the loss varies widely. A missing value is a value of its own, far
    from all others. Columns without a taxonomy compare as equal or not, or by steps.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        number of samples, and smallest group of records (at least 2; default 5)
    one_reference
        all samples are sorted from the same record; otherwise each from its own most extreme
        one, as published (default true)
    measure
        how far two concepts of a taxonomy are from each other (default "log-sc")
    root_depth
        of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 (concepts)
        (at least 0 and at most 1; default 1)
    count_root
        of the measure log-sc: whether the root is one of the subsumers that are counted
        (default true)
    taxonomy_depth
        of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that of
        its deepest concept (at least 1)
    synonym_weight
        of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add up to
        1 (at least 0 and at most 1; default 0.3333333333333333)
    feature_weight
        of the measure rodriguez-egenhofer: the weight of parts (at least 0 and at most 1;
        default 0.3333333333333333)
    neighbour_weight
        of the measure rodriguez-egenhofer: the weight of neighbours (at least 0 and at most 1;
        default 0.3333333333333333)
    li_alpha
        of the measure li: how fast likeness falls with the length of the path (at least 0;
        default 0.2)
    li_beta
        of the measure li: how fast likeness grows with the depth of what is shared (above 0;
        default 0.6)
    weighting
        what is near and far: the distance, or the distance times the number of records of the
        tuple (default "none")
    centre
        what stands for a group of records (default "semantic")
    """
    parameters = {
        "k": k,
        "one_reference": one_reference,
        "measure": measure,
        "root_depth": root_depth,
        "count_root": count_root,
        "taxonomy_depth": taxonomy_depth,
        "synonym_weight": synonym_weight,
        "feature_weight": feature_weight,
        "neighbour_weight": neighbour_weight,
        "li_alpha": li_alpha,
        "li_beta": li_beta,
        "weighting": weighting,
        "centre": centre,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "semantic-resampling", parameters, columns, options)


def generalisation(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    scheme: Literal["local", "full-domain", "cut"] | None = None,
    cost: Literal["steps", "ncp"] | None = None,
    search: Literal["greedy", "best-first", "evolution"] | None = None,
    loss: Literal["ncp", "steps", "discernibility"] | None = None,
    suppress: float | None = None,
    weights: Mapping[str, float] | None = None,
    start: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Generalisation along taxonomies: raises values to more general ones of their taxonomy until k records look alike.

    Each value gives way to one that subsumes it (a town to its province, a birth year to its
    decade), so that what is released is true, only less precise. `local` raises each record as
    far as it needs: while a combination of values has fewer than k records, the rarest and the
    one with which it loses least are both raised to what they have in common. Equal values may
    end at different generality, which keeps more but is harder to analyse. `search` = best-
    first never needs more of its `cost` than the greedy search, and takes longer. `full-domain`
    raises all values of a column by the same number of levels and finds the levels with the
    least loss, exactly; a few odd records then cost everybody, unless `suppress` lets them be
    raised to the top (all their columns; where that would be fewer than k records the class
    that loses least by it joins them). `cut` stands between the two (Iyengar): a value is
    generalised alike wherever it occurs, but a rare one may go further up than a frequent one
    beside it. The cut with the least `cost` is found exactly where there are at most 100,000 of
    them, and otherwise by a search from the top down that is then mended; `search` = evolution
    is Iyengar's genetic algorithm, with repair in place of suppressed records. `weights` let
    some columns keep more than others. The result is k-anonymous, no record is dropped. Use it
    where a release must not hold a value that is not true; microaggregation by meaning (`sa-
    mdav`) keeps more. All columns need a taxonomy or a value hierarchy; one of numbers needs a
    hierarchy over their texts. A missing value stands directly below the top. Beware:
    confidential values that are equal within a class are disclosed; see `l-diversity` and
    `t-closeness`.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that must look alike (at least 2; default 5)
    scheme
        local: each record is raised as far as it needs; full-domain: all values of a column by
        the same number of levels; cut: equal values alike, different ones by different numbers
        of levels (default "local")
    cost
        local and cut: what is kept small, the steps climbed in the taxonomy or the share of its
        leaves that a value stands for (default "steps")
    search
        local: greedy joins the rarest combination with its cheapest partner; best-first takes
        the best of several orders and exchanges records between groups as long as that costs
        less. cut: evolution breeds cuts by crossover and mutation, whatever their number
        (default "greedy")
    loss
        full-domain: what the chosen levels make least (default "ncp")
    suppress
        full-domain: percentage of the records that may be raised to the top because they stay
        rare (at least 0 and at most 100; default 0.0)
    weights
        how much a step or a share counts in some columns, in hundredths of the largest: column
        name and number; others 1 (at least 0)
    start
        search = evolution: the number that its random numbers start from; another one is
        another search (at least 0; default 1)
    """
    parameters = {
        "k": k,
        "scheme": scheme,
        "cost": cost,
        "search": search,
        "loss": loss,
        "suppress": suppress,
        "weights": weights,
        "start": start,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "generalisation", parameters, columns, options)


def optimal_recoding(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    blocks: Literal["automatic", "order", "sets", "guided-order", "guided-sets"] | None = None,
    suppress: float | None = None,
    publish: Literal["interval", "set", "representative"] | None = None,
    average: Literal["mean", "median"] | None = None,
    looks: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Optimal recoding: joins values of each column into blocks, as fine as k allows, and proves it where it can.

    A recoding for the whole file: equal values are shown alike, each as the block that it
    belongs to, so that tables and models can be made of the release. Of all recodings under
    which k records look alike, that with the least discernibility is chosen: the sum of the
    squared sizes of the classes, and all records for each one that is suppressed. `blocks` says
    which values may be joined: neighbours in an `order` (Bayardo and Agrawal), any `sets`, or,
    guided by a taxonomy, children of one concept with all that is below them, of any place
    (`guided-sets`) or side by side (`guided-order`; Li and Li). `suppress` lets the values of a
    few rare records go instead (all columns of theirs become missing; where these would be
    fewer than k, the class that costs least joins them). The search climbs first and then
    bounds what is left; it says whether the recoding is proven to be the best (`exact`), and
    otherwise how far it can be from it. The more freely values may be joined the finer the
    result can be, the harder it is to find and to prove, and the odder are the blocks. A block
    is shown as an `interval` (a set of categories; what concepts have in common, unless another
    block has the same, then their set), always as a `set`, or by a `representative`.
    Discernibility counts records, not meaning: it does not care what is joined. Use it where a
    coding must be the same for everybody; `mondrian` is finer where it need not,
    `generalisation` keeps to concepts with names. Missing is a value of its own, last in an
    order and below the root of a taxonomy; a block that holds it is shown as missing. Beware:
    intervals end at values of records; confidential values that are equal within a class are
    disclosed.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that must look alike (at least 2; default 5)
    blocks
        which values may be joined. order: neighbours in the order of the column; sets: any;
        guided-sets: children of a concept of the taxonomy, each with all that is below it;
        guided-order: such children that are neighbours; automatic: guided-sets for columns with
        a taxonomy, order for ordinal, sets for other categories. Numbers are always joined with
        their neighbours (default "automatic")
    suppress
        percentage of the records whose values may all be made missing because they stay rare
        (at least 0 and at most 100; default 0.0)
    publish
        what stands for the values of a block (default "interval")
    average
        of the numbers of a block, for representative (default "mean")
    looks
        recodings whose classes are counted at most; 0: by the size of the data (at least 0;
        default 0)
    """
    parameters = {
        "k": k,
        "blocks": blocks,
        "suppress": suppress,
        "publish": publish,
        "average": average,
        "looks": looks,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "optimal-recoding", parameters, columns, options)


def cell_resampling(
    data: Any,
    *,
    columns: Columns = None,
    share: float | None = None,
    within: Sequence[str] | str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Resampling by cells: draws the categories of records anew from the cells of their table.

    The masked columns are seen as one contingency table. Each record is drawn anew with
    probability `share`: it takes all their values from a cell of the table, which comes as
    often as it occurs. Every cell keeps its count in expectation, and so do all margins and all
    relations among the masked columns; relations to other columns fade with the share, and are
    gone at 1. With `within` each combination of those columns has a table of its own, and
    relations to them stay: for records of several providers, each of whom can do it alone and
    gets the same. Use it to release a file whose tables are right up to chance. Beware: cells
    are drawn, not smoothed: a combination that only one person has still occurs, on average
    once, and tells that there is such a person; who is drawn shows somebody else's values as if
    they were true. It is no k-anonymity; measure the risk. Missing is a category of its own.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    share
        probability with which a record is drawn anew (above 0 and at most 1; default 1.0)
    within
        other columns, such as who provided the record: each combination of their values has a
        table of its own; none: one table
    """
    parameters = {
        "share": share,
        "within": within,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "cell-resampling", parameters, columns, options)


def privacy_models(
    data: Any,
    *,
    columns: Columns = None,
    models: str | None = None,
    sensitive: Sequence[str] | str | None = None,
    metric: str | None = None,
    suppress: float | None = None,
    suppressed: Literal["removed", "class"] | None = None,
    missing: Literal["own", "excluded"] | None = None,
    released: str | None = None,
    presence_empty: Literal["strict", "arx"] | None = None,
    weights: Mapping[str, float] | None = None,
    rounds: int | None = None,
    step: float | None = None,
    evaluations: int | None = None,
    seconds: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Privacy models over hierarchies: raises the columns to the levels at which several privacy models hold together, with the least loss.

    Each column has a value hierarchy whose columns are levels, and all its values are raised to
    the same level. Among all vectors of levels the one that loses least is found at which every
    class of equal records fulfils all `models`: enough people (k), diversity of the sensitive
    values (distinct, entropy, recursive), closeness to the distribution of everybody (t),
    limited gains (beta, delta, alpha), people of a population that look alike (k-map,
    presence), k people for every combination of some columns (k with `columns` or `dimension`:
    who is suppressed does not count), diversity and closeness by meaning (`alike`, t-semantic),
    and for the table as a whole average risk and uniqueness. The search is exact: what it
    leaves out cannot be better. Where there are more than 5 million vectors it is best first,
    within `evaluations` and `seconds`, and the private log tells how much better another could
    be at most. A `metric` that measures releases (measure:NAME, any loss measure that takes
    such columns) is searched in the same way where it is the mean over its columns, or nobody
    may be suppressed and columns are measured one by one; else every vector at which the models
    hold is measured, as long as there are no more vectors than `evaluations`, and beyond that
    the best is told that was found, without a bound. With `rounds` the rows that a search
    suppresses are searched again by themselves, and rows show the levels of their round (local
    recoding). Records in classes that fail may be suppressed, up to `suppress` per cent; they
    are removed, or with `suppressed` = class raised to the top together, where the models must
    hold for them too. Distributions are those of all records before any suppression. A level is
    a column of the hierarchy's file, and equal names of different levels are not joined; of a
    taxonomy that is no such table, level l is the ancestor l steps up. A missing value stands
    directly below the top. Beware: what holds for the columns of this step does not protect
    against who knows other columns too.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    models
        what must hold in every class, joined by +: k:5, kmap:3,population=N or
        population=table, l-distinct:3, l-entropy:4, l-recursive:c=4,l=5, each of these with
        alike=0.4 too, alpha:0.5, t-equal:0.2, t-ordered:0.2, t-hierarchical:0.2,
        t-semantic:0.2, beta-basic:3, beta-enhanced:2, delta:1.5, presence:0.05..0.15; of
        combinations of columns: k:3,columns=age|sex, k:3,dimension=2; or in the table: risk-
        average:0.05, unique-sample:0.05, unique-population:0.01,population=N,estimator=dankar;
        or by what an attack pays: profit-prosecutor:cost=20,gain=40,loss=300,benefit=100 and
        profit-journalist, each with -no-attack too (default "k:5")
    sensitive
        columns whose values must not be learnt from a class; a model holds for each of them, or
        for the one that it names (l-distinct:3,sensitive=COLUMN)
    metric
        what is made least: loss, entropy:monotonic, entropy:nonmonotonic, dm, dm-star, aecs,
        precision:nonmonotonic, height, ambiguity, entropy-based, kl:tuples,
        classification:response=COLUMN; with gs=0.5 (suppression against generalisation) and
        agg=geomean, mean, sum, maximum or rank; or measure:NAME, any loss measure of tables as
        it is found in what is released, with its parameters (measure:NAME,KEY=VALUE), of all
        columns together, or with agg or weights of each (default "loss")
    suppress
        percentage of the records that may be suppressed (at least 0 and at most 100; default
        0.0)
    suppressed
        records that are suppressed: removed from the release; class: raised to the top
        together, where the models must hold for them too (default "removed")
    missing
        a missing sensitive value: own, a value like others; excluded, not counted (default
        "own")
    released
        column that tells who is released, for kmap with population=table, presence and profit-
        journalist: yes, y, true, t or 1 (in any case); people for whom it is no, n, false, f, 0
        or missing are the population among whom the others are hidden, and do not leave; other
        values are refused. Empty: everybody is released
    presence_empty
        presence with a lower end above 0, for people of whose class no record is released:
        strict, they have a presence of 0, so none is suppressed unless as a class; arx, as ARX
        has it: who is suppressed does not count, and beside a model with a minimum size (k, l)
        nobody without a released record does. Such a release may not hold what it asks for
        (default "strict")
    weights
        how much some columns count in the metric: column name and number; others 1 (at least 0)
    rounds
        local recoding: what a search suppresses is searched again by itself, at most so many
        times (published: 100, with metric = loss:gs=0.05), and rows show the levels of their
        round; `suppress` is then how many may be left at the end. 0: all rows show the same
        levels (at least 0 and at most 10000; default 0)
    step
        with rounds: by how much gs of the metric grows where a search releases nobody (at least
        0.001 and at most 1; default 0.05)
    evaluations
        where there are too many vectors of levels to find the best of all: how many of them are
        counted (at least 1 and at most 1000000000; default 10000)
    seconds
        then also a limit of time; what it ends may come out differently on another machine. 0:
        none (at least 0; default 0.0)
    """
    parameters = {
        "models": models,
        "sensitive": sensitive,
        "metric": metric,
        "suppress": suppress,
        "suppressed": suppressed,
        "missing": missing,
        "released": released,
        "presence_empty": presence_empty,
        "weights": weights,
        "rounds": rounds,
        "step": step,
        "evaluations": evaluations,
        "seconds": seconds,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "privacy-models", parameters, columns, options)


def shuffling(
    data: Any,
    *,
    columns: Columns = None,
    on: Sequence[str] | str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Data shuffling: lets values change places so that ranks go with the predictors as before.

    Every column keeps exactly its values, but they belong to other records. Who gets which is
    decided by new scores, drawn from a normal model of the ranks given the columns `on`: rank
    correlations among the masked columns and with `on` hold in expectation, whatever the
    columns' distributions are. Given the predictors, a released value says no more about its
    person than these correlations do. Use it for confidential amounts whose distribution must
    be exact. Beware: the largest income of the file is still in it, though at somebody else's
    record; where the predictors determine a column, values stay nearly where they were;
    relations that are no correlations of ranks (a bow, an interaction), and those to columns
    that are not named, are lost. Missing values stay missing; as predictors they stand in the
    middle.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    on
        columns whose relations to the masked ones are kept: numbers or ordered categories that
        the step leaves as they are
    """
    parameters = {
        "on": on,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "shuffling", parameters, columns, options)


def romm(
    data: Any,
    *,
    columns: Columns = None,
    c: float | None = None,
    block: int | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Random orthogonal matrix masking: mixes records by a random rotation that keeps means and covariances.

    The columns, seen as a matrix with a row for each record, are multiplied by a random
    orthogonal matrix that leaves equal values equal. Means, variances, covariances and so all
    linear regressions among the masked columns are exactly those of the original; every
    released value is a mixture of many records'. A small `c` changes little, a large one leaves
    nothing of a record in its row. More than twice `block` rows are cut at random into blocks
    that are mixed by themselves, which keeps the same moments. Use it for continuous amounts
    that are analysed by regression. Beware: distributions become more normal the larger c is:
    zeros, whole numbers and the skewness of incomes are lost, and moments within a subgroup are
    not kept; a small c leaves records linkable; relations to columns outside the step fade.
    Where a column has whole or bounded values, rounding to them afterwards disturbs its moments
    a little (`values = "as-masked"` in the policy leaves them). Missing values stand in as the
    mean and stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    c
        strength: weight of the random matrix beside the identity; near 0 little changes, from 1
        on nearly nothing of a record is left in its row (above 0; default 1.0)
    block
        rows that are mixed with each other, where there are more than twice as many (at least 3
        and at most 5000; default 1000)
    """
    parameters = {
        "c": c,
        "block": block,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "romm", parameters, columns, options)


def ipso(
    data: Any,
    *,
    columns: Columns = None,
    variant: Literal["a", "b", "c", "moments"] | None = None,
    on: Sequence[str] | str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Information preserving statistical obfuscation: replaces numbers by drawn ones that give the same regression.

    The masked columns are regressed on the columns `on`, which stay as they are, and replaced
    by what the regression predicts and drawn residuals. Variant `c`, the default, draws them so
    that whoever repeats the regression on the release finds exactly the coefficients and
    exactly the covariance of residuals of the original; `b` keeps the coefficients only; `a`
    releases predictions without residuals, which overstates every relation. `moments` has no
    predictors: means and covariance of the masked columns are exactly kept. No released value
    is a true one. Use it where a regression is what the file is for. Beware: released values
    are normal around the prediction, so zeros, whole numbers, skewness and curves are lost, and
    other regressions (on other columns, in a subgroup) come out differently; where the
    predictors determine a column its values are told. Where a column has whole or bounded
    values, rounding to them afterwards disturbs what is kept a little (`values = "as-masked"`
    in the policy leaves them). Missing values stand in as the mean and stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    variant
        what a regression on the columns `on` finds again: a predicts without spread, b keeps
        the coefficients, c the coefficients and the covariance of residuals, moments the means
        and the covariance, without predictors (default "c")
    on
        columns that stay as they are and on which the masked ones are regressed
    """
    parameters = {
        "variant": variant,
        "on": on,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "ipso", parameters, columns, options)


def pseudonyms(
    data: Any,
    *,
    columns: Columns = None,
    label: str | None = None,
    form: Literal["hash", "reversible", "digits", "number", "serial"] | None = None,
    length: int | None = None,
    letters: Literal["hex", "base64url"] | None = None,
    identity: Literal["as-is", "trimmed", "without-zeros"] | None = None,
    check_digit: Literal["none", "luhn", "broken"] | None = None,
    number: str | None = None,
    keep: int | None = None,
    invalid: Literal["refuse", "missing", "hash"] | None = None,
    parts: Sequence[str] | str | None = None,
    key_file: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Keyed pseudonyms: replaces identifiers by pseudonyms that follow from a key.

    An identifier column stays in the release with a pseudonym in place of each value. With the
    same key file and `label` the same person has the same pseudonym in every table and every
    run; under another label or key nothing links them. `hash` cannot be undone; `reversible` is
    opened by whoever has the key; `digits` gives numbers of the same length (FF1, from six
    digits on), whose check digit is made anew or broken on request; `number` gives valid
    numbers of the same kind (`number`: iban, card, uk-nhs, us-ssn, de-tax, es-dni and thirty
    others), with right check digits, separators where they were and the first `keep` characters
    as they were; whoever has the key can open them. `serial` numbers are drawn at random and
    fit no other release (the table of them is kept in the private log, sealed by the key). The
    key is a file of at least 32 bytes, given as `--key-file` and made by `lethe key make`; the
    private log has its fingerprint, and the record neither key nor pairs. Use it where records
    must stay linkable. Beware: the release is pseudonymous, not anonymous: all other columns
    are as telling as they were, and the more rows a person has under one pseudonym the easier
    she is recognised, and how often a value stands there is not hidden. Keep the key away from
    whoever gets the release. Values are taken as they are written: 007 and 7 are two unless
    `identity` says otherwise. Only texts that are canonically equal in Unicode are one in every
    case: an accented letter may be one character or two (NFC is what the pseudonym follows
    from). Where a number means a person only together with other columns (the clinic that gave
    it), these are `parts`: one pseudonym for all of them together. Missing values stay missing,
    and an identifier with a missing part is missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.
    It needs key_file, as lethe.protect takes it.

    Parameters
    ----------
    label
        whose identifiers these are, such as patient: under the same label and key a value has
        the same pseudonym in every table
    form
        what a pseudonym is (default "hash")
    length
        characters of a hash (at least 4 and at most 64; default 16)
    letters
        how a hash is written (default "hex")
    identity
        what of a value counts: all of it, without blanks around it, or without leading zeros
        either (default "as-is")
    check_digit
        of digits: whether the last one is a check digit (Luhn), which is made anew, or made
        wrong so that nobody takes the pseudonym for a real number (default "none")
    number
        of the form number: which numbers these are, such as iban, card, uk-nhs or es-dni; their
        check digits are right in the pseudonyms
    keep
        of the form number: so many characters from the first on stay as they are (at least 0
        and at most 32; default 0)
    invalid
        of the form number: what becomes of a value that is no valid number (default "refuse")
    parts
        other columns that say together with the column whose identifier it is, such as the
        clinic that numbered its patients itself
    """
    parameters = {
        "label": label,
        "form": form,
        "length": length,
        "letters": letters,
        "identity": identity,
        "check_digit": check_digit,
        "number": number,
        "keep": keep,
        "invalid": invalid,
        "parts": parts,
    }
    options = {
        "key_file": key_file,
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "pseudonyms", parameters, columns, options)


def date_shift(
    data: Any,
    *,
    columns: Columns = None,
    person: str | None = None,
    label: str | None = None,
    days: int | None = None,
    weeks: bool | None = None,
    today: str | None = None,
    key_file: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Date shift per person: moves all dates of a person by the same secret number of days.

    Every person's dates move by an offset of at most `days` days, never 0, that follows from
    the person, a `label` and a key file. So days between two dates of a person are exactly
    kept, in all tables that were released with the same key and label, while the dates
    themselves are not true. With `weeks` the weekday stays as well. Columns of dates and
    moments move in whatever way they are written; dates in texts are written 2020-02-27, with a
    time behind it (which stays) or without, 2020-02 or 2020; the last two are moved as first
    days and cut again, so that times between them hold to that precision alone. `person` is the
    column that says whose record it is (canonically equal texts are one person); run this step
    before one that makes pseudonyms of it. Use it for visits, treatments and other courses of
    events. Beware: one true date that somebody knows reveals all dates of that person; season
    and epidemics are blurred by the width of the shift, not hidden; the sequence of intervals
    may identify by itself. Dates that become impossible are counted and left as they are.
    Missing dates stay missing, and dates of records without a person become so.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.
    It needs key_file, as lethe.protect takes it.

    Parameters
    ----------
    person
        column that says whose record it is, such as a number
    label
        with the same label and key a person's dates move alike in every table (default "date")
    days
        dates move by at most so many days (at least 1 and at most 3650; default 183)
    weeks
        whether dates move by whole weeks, so that weekdays stay (default false)
    today
        a date, such as 2024-06-30, after which moved ones are counted as impossible
    """
    parameters = {
        "person": person,
        "label": label,
        "days": days,
        "weeks": weeks,
        "today": today,
    }
    options = {
        "key_file": key_file,
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "date-shift", parameters, columns, options)


def age_cap(
    data: Any,
    *,
    columns: Columns = None,
    cap: int | None = None,
    reference: str | None = None,
    birth: Literal["missing", "reference"] | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Age cap: makes ages above a limit, 89 by custom, one class.

    Very old people are few and known. Ages above `cap` are shown as the next one, which then
    means that age and more: 90 for all who are 90 or older. Columns of numbers are ages; other
    columns are birth dates, written 1934-02-27, 1934-02 or 1934, which are judged at the
    `reference` date and become missing, or the date of one who is exactly that old at the
    reference date. Run it in every table with ages or birth dates, and before date-shift, which
    would otherwise move the true birth dates: ages can be told from shifted dates, because both
    ends move alike. Beware: other dates can tell the age too (a pension, a year of school,
    children's birth dates). Missing values stay missing.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    cap
        the highest age that is shown; people above it are one class (at least 1 and at most
        150; default 89)
    reference
        the date at which ages of birth dates are counted, such as 2024-06-30
    birth
        what a birth date of that class becomes: missing, or the reference date less the first
        age of the class (default "missing")
    """
    parameters = {
        "cap": cap,
        "reference": reference,
        "birth": birth,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "age-cap", parameters, columns, options)


def targeted_record_swapping(
    data: Any,
    *,
    columns: Columns = None,
    household: str | None = None,
    risk: Sequence[str] | str | None = None,
    profiles: Sequence[Sequence[str]] | Sequence[str] | None = None,
    carry: Sequence[str] | str | None = None,
    rate: float | None = None,
    k: int | None = None,
    limit: float | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Targeted record swapping: households that stand out change places with households like them.

    The columns of the step are a geography, from coarse to fine. A household is at risk at a
    level where at most `k` people of its area (a risk of 1/k or more; or of `limit`) agree with
    one of its members on the `risk` variables. From the coarsest level down every such
    household exchanges all geographic columns, and those that it `carry`s along, with a
    household of another area of that level; the partner agrees with it on the first of the
    `profiles` by which there is one, and is drawn with a probability proportional to its own
    risk. Then further households move at random until the `rate` of each finest area is
    reached. A household moves once.  Households agree on a profile if their members do, taken
    together in any order: so partners are of one size, and all counts of people and households
    by area and by columns that all profiles have stay as they were, as do all other columns.
    Households without a partner stay; the private log has them. Use it before tables are made
    of a census or survey. Beware: it does not protect released records: everything but the
    place stays as it is, and who knows enough of it finds the household, with a wrong address.
    Offices keep the rate to themselves; the release record tells it.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    household
        column that is the same for the members of a household and for nobody else; by itself
        the one with the role household
    risk
        columns by which people stand out in their area; none: how many live there
    profiles
        groups of columns on which households must agree to change places, the first by which
        there is a donor; none: households of the same size
    carry
        columns of the step that are no level of the geography and go along with it
    rate
        share of the households of each finest area that is swapped (at least 0 and at most 1;
        default 0.05)
    k
        a household is at risk where at most so many people of its area agree with a member; 0:
        none is (at least 0; default 3)
    limit
        the risk from which on a household is at risk, in place of k (above 0 and at most 1)
    """
    parameters = {
        "household": household,
        "risk": risk,
        "profiles": profiles,
        "carry": carry,
        "rate": rate,
        "k": k,
        "limit": limit,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "targeted-record-swapping", parameters, columns, options)


def set_generalisation(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    m: int | None = None,
    separator: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Generalisation of sets: generalises or suppresses items of sets until any m of them are shared.

    For columns whose cells are sets of items (diagnoses, purchases, queries), and an intruder
    who knows at most `m` items of a person: every combination of up to m released items is
    shared by at least `k` records. Each item is replaced by a concept above it in the column's
    taxonomy, the same everywhere and together with all that is below that concept, or stays as
    it is. Combinations of one item are mended first, then of two, then of three, each by the
    cheapest way, in normalised certainty penalties, of raising some of its items (the Apriori-
    based algorithm of Terrovitis, Mamoulis and Kalnis; greedy, so the loss need not be the
    least). Without a taxonomy, and where even its root is too rare, items are suppressed: left
    out of every record. Several columns are one set of items. Sets are written in alphabetical
    order; an empty set is missing, and a missing cell is an empty set. Beware: it protects
    against who knows up to m items and nothing else; who knows that a person lacks an item,
    knows more of them, or knows other columns, is not held up.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that shall share every combination (at least 2; default 5)
    m
        items of a person that the intruder may know (at least 1 and at most 3; default 2)
    separator
        between the items of a cell, such as ; or |. None: a cell is one item (default ";")
    """
    parameters = {
        "k": k,
        "m": m,
        "separator": separator,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "set-generalisation", parameters, columns, options)


def set_partition(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    separator: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Partition of sets from the top: generalises sets in groups, so that k records show each whole set.

    For columns whose cells are sets of items, and an intruder who may know all items of a
    person: every released set is that of at least `k` records. All records begin as one group
    that shows nothing; a group is opened at the concept of its set that costs most, by what its
    records have right below it in the taxonomy, as long as parts of k records come out; what is
    left over stays at the concept (He and Naughton). The same item can be released in full in
    one group and generalised in another, which keeps more than one recoding for all, but makes
    counts of items over the whole file harder to read. Without a taxonomy a set is released
    whole or not at all. Several columns are one set. Sets are written in alphabetical order; an
    empty set is missing, and a missing cell is an empty set. Beware: all records of a group may
    share a sensitive item, which is then known of all of them.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that shall show the same set (at least 2; default 5)
    separator
        between the items of a cell, such as ; or |. None: a cell is one item (default ";")
    """
    parameters = {
        "k": k,
        "separator": separator,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "set-partition", parameters, columns, options)


def set_disassociation(
    data: Any,
    *,
    columns: Columns = None,
    k: int | None = None,
    m: int | None = None,
    largest_cluster: int | None = None,
    separator: str | None = None,
    identifiers: Columns = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Any:
    """Disassociation of sets: keeps items of sets but parts rare combinations of them.

    For columns whose cells are sets of items, and an intruder who knows at most `m` items of a
    person. Records are parted into clusters of `k` to `largest_cluster` by their frequent
    items, and the items of a cluster into chunks in which every combination of up to m items is
    in k records; items of fewer than k records of the cluster are shown without telling in
    which, or in how many, they were (Terrovitis and others; without their refining, which joins
    chunks of several clusters). What is written is one random reconstruction: the parts of each
    chunk at random rows of the cluster, each rare item at one. No item is generalised; counts
    of items, and of combinations within a chunk, are exact but for rare items, which are shown
    once in each cluster that has them. Beware: the set of a row is no longer that of the
    person; the connection with other columns is lost within a cluster, and rows may be empty
    that were not. The guarantee is that for any m items of a person some original that fits the
    chunks has k such records. It says nothing of how likely that is, it cannot be counted in
    the written file, where a combination may stand once, and attacks that read rows as people
    do not measure it. Who replays the search can exclude some originals; who knows more than m
    items, that a person lacks one, or in which cluster a person is, may learn what its records
    share. Several columns are one set. A record without items stays as it is.

    Returns the table in the flavour that came in. Numbers are brought to values that
    their column can have, and identifiers are dropped, as by lethe.protect.

    Parameters
    ----------
    k
        records that shall possibly have every combination (at least 2; default 5)
    m
        items of a person that the intruder may know (at least 1 and at most 3; default 2)
    largest_cluster
        most records of a cluster, at least 2 k - 1 (at least 3 and at most 1000; default 30)
    separator
        between the items of a cell, such as ; or |. None: a cell is one item (default ";")
    """
    parameters = {
        "k": k,
        "m": m,
        "largest_cluster": largest_cluster,
        "separator": separator,
    }
    options = {
        "identifiers": identifiers,
        "seed": seed,
        "threads": threads,
        "progress": progress,
    }
    return masked(data, "set-disassociation", parameters, columns, options)
