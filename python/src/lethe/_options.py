"""Options of operations, for type checkers.

Made by python/generate.py from the catalogue; not edited by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from lethe._engine import ProgressLike


class CallOptions(TypedDict, total=False):
    """What every call takes."""

    seed: int | None
    threads: int | None
    progress: ProgressLike
    say: Callable[[str], None] | None


class InspectTable(CallOptions, total=False):
    """What is in a table, who can be found by it, and a policy to begin with."""

    exposure: str
    policy_out: str
    output: str
    force: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class AdviseTable(CallOptions, total=False):
    """Find the policy that meets your constraints and loses least."""

    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    k: int
    l: int
    t: float
    max_risk: float
    exact: Sequence[str] | str
    loss: str
    output: str
    force: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class ExploreTable(CallOptions, total=False):
    """Try many protections: risk/utility map, Pareto front, recommendation."""

    grid: str
    output: str
    alpha: float
    risk: str
    loss: str
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    max_risk: float
    sample: int
    force: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class ProtectTable(CallOptions, total=False):
    """Mask a table and write the release with its record."""

    output: str
    assess: bool
    dry_run: bool
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    as_masked: bool
    order: Literal["as-is", "random"]
    key_file: str
    key_version: int
    passphrase_file: str
    vault: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    force: bool


class LevelsTable(CallOptions, total=False):
    """List the levels at which privacy models hold, and draw them."""

    output: str
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    force: bool


class EvolveTable(CallOptions, total=False):
    """Let protected files compete and improve, beyond what any fixed method reaches."""

    what: Literal["file", "pram-matrices", "pram-formula"]
    output: str
    start: str
    aim: Literal["mean", "max", "weighted"]
    alpha: float
    without_best: float
    keep_k: int
    operators: Literal["one", "both"]
    mutation: float
    crossover_rate: float
    adapt: bool
    crossover: Literal["points", "uniform"]
    points: int
    uniform_p: float
    loci: float
    near: bool
    exchange: Literal["within", "between"]
    selection: Literal["proportional", "tournament"]
    tournament: int
    succession: Literal["better", "generational"]
    gap: float
    elite: int
    no_duplicates: bool
    generations: int
    seconds: float
    stagnation: int
    evaluations: int
    target: float
    diversity: float
    realisations: int
    invariant: bool
    keep_least: float
    keep_most: float
    pairs: Sequence[str] | str
    tables: Sequence[str] | str
    p: float
    population: int
    depth: int
    diagonal: Literal["keep", "free"]
    sqrt: bool
    force: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class AttackTable(CallOptions, total=False):
    """Try to re-identify the records of a release."""

    release: str
    method_unknown: bool
    aligned: bool
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    log: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    output: str
    force: bool
    known: float
    train: float
    private: str
    certificate: str
    mps: str
    lattice: str
    intruder: str
    linkage: str
    truth: str
    one_to_one: bool
    many: bool
    threshold: float
    possible: float
    precision: float


class MeasureTable(CallOptions, total=False):
    """Measure what a release lost."""

    release: str
    method_unknown: bool
    aligned: bool
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    log: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    output: str
    force: bool


class AssessTable(CallOptions, total=False):
    """Attack and measure a release: risk, loss and score."""

    release: str
    method_unknown: bool
    aligned: bool
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    log: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    output: str
    force: bool
    known: float
    train: float
    private: str
    profile: str
    threshold: Mapping[str, Any]
    exposure: str
    alpha: float
    risk: str
    loss: str


class CompareTable(CallOptions, total=False):
    """What masking did to columns, correlations and associations."""

    pair: Sequence[str] | str
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    log: str
    output: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    force: bool


class ExplainTable(CallOptions, total=False):
    """Why a person is found in a release, column by column."""

    release: str
    method_unknown: bool
    aligned: bool
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    log: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    row: int
    output: str
    force: bool


class Verify(CallOptions, total=False):
    """Check a certificate of supervised linkage in exact arithmetic."""

    certificate: str
    log: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class Measures(CallOptions, total=False):
    """Compare fuzzy measures that attacks learnt, and take their mean."""

    files: Sequence[str] | str
    weights: Sequence[float] | float
    output: str
    force: bool


class Report(CallOptions, total=False):
    """One HTML page to read, print and sign."""

    inputs: Sequence[str] | str
    output: str
    publish: bool
    force: bool


class Methods(CallOptions, total=False):
    """List masking methods, attacks and loss measures, or explain one."""

    family: Literal["mask", "attack", "loss"]
    write: str
    force: bool


class Info(CallOptions, total=False):
    """What is in a taxonomy."""

    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    concept: str


class Similarity(CallOptions, total=False):
    """How alike two words or concepts are, by every measure."""

    first: str
    second: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    senses: Literal["best", "first"]
    content: str
    neighbourhood: Literal["links", "link-names", "ancestors", "ancestor-names"]
    featureless: Literal["alike", "unlike", "left-out"]
    inherit_parts: bool


class Map(CallOptions, total=False):
    """Which concept each value of a column means, as a table."""

    column: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    overrides: str
    senses: Literal["context", "first", "fixed"]
    unmapped: Literal["fail", "missing", "root", "exact"]
    phrases: float
    no_stemming: bool
    output: str
    force: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class Centre(CallOptions, total=False):
    """The concept in the middle of values, and how far they are from it."""

    column: str
    values: Sequence[str] | str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    map: str
    senses: Literal["context", "first", "fixed"]
    unmapped: Literal["fail", "missing", "root", "exact"]
    phrases: float
    content: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    root_depth: int
    count_root: bool
    taxonomy_depth: float
    synonym_weight: float
    feature_weight: float
    neighbour_weight: float
    li_alpha: float
    li_beta: float
    candidates: int


class Sort(CallOptions, total=False):
    """Values in the semantic order: by meaning, from one end to the other."""

    column: str
    values: Sequence[str] | str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    map: str
    senses: Literal["context", "first", "fixed"]
    unmapped: Literal["fail", "missing", "root", "exact"]
    phrases: float
    content: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    root_depth: int
    count_root: bool
    taxonomy_depth: float
    synonym_weight: float
    feature_weight: float
    neighbour_weight: float
    li_alpha: float
    li_beta: float
    weighting: Literal["none", "frequency"]
    output: str
    force: bool


class Cluster(CallOptions, total=False):
    """Groups of values of like meaning, each with its centre."""

    column: str
    values: Sequence[str] | str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    map: str
    senses: Literal["context", "first", "fixed"]
    unmapped: Literal["fail", "missing", "root", "exact"]
    phrases: float
    content: str
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    root_depth: int
    count_root: bool
    taxonomy_depth: float
    synonym_weight: float
    feature_weight: float
    neighbour_weight: float
    li_alpha: float
    li_beta: float
    clusters: int
    output: str
    force: bool


class Cover(CallOptions, total=False):
    """The words among which a query hides from who answers it: always the same k."""

    query: str
    k: int
    among: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool


class Write(CallOptions, total=False):
    """Write a taxonomy as a value hierarchy: one path a line."""

    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    levels: bool
    inner: bool
    one_parent: bool
    output: str
    force: bool


class Hierarchy(CallOptions, total=False):
    """Make a value hierarchy from the values of a column."""

    column: str
    by: Literal["intervals", "order", "prefixes", "dates", "frequency", "priority", "groups", "table"]
    width: float
    cuts: Sequence[float] | float
    to: float
    lower: Sequence[float] | float
    upper: Sequence[float] | float
    labels: Sequence[str] | str
    join: Sequence[str] | str
    fan: int
    levels: int
    order: Sequence[str] | str
    runs: Literal["range", "set", "bounds", "prefix"]
    lengths: Sequence[int] | int
    steps: Sequence[int] | int
    align: Literal["left", "right"]
    mask_from: Literal["right", "left"]
    mask: str
    pad: str
    units: Sequence[str] | str
    date_order: Literal["day-first", "month-first"]
    least: Sequence[int] | int
    other: str
    counts: str
    groups: Sequence[str] | str
    table: str
    preview: int
    output: str
    force: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int


class InspectDocuments(CallOptions, total=False):
    """What is in documents, what in them identifies people, and what comes next."""

    documents: str
    profile: str
    text_field: str
    no_model: bool
    model: str
    register: str
    policy_out: str
    output: str
    force: bool


class ProtectDocuments(CallOptions, total=False):
    """Find what identifies people in documents, and write them without it."""

    documents: str
    output: str
    profile: str
    setting: Literal["balanced", "recall"]
    scope: Literal["collection", "document"]
    list: Sequence[str] | str
    no_model: bool
    model: str
    register: str
    key_file: str
    key_version: int
    passphrase_file: str
    salt_file: str
    risk_terms: str
    unit: Literal["paragraph", "cluster"]
    least_hits: int
    risk_model: str
    risk_probability: float
    threshold: float
    marker: str
    spans: str
    text_field: str
    id_field: str
    keep_field: Sequence[str] | str
    largest: str
    force: bool
    dry_run: bool


class Summarize(CallOptions, total=False):
    """Write the sentences that say most of each document, sanitised, with little risk."""

    documents: str
    output: str
    words: int
    limit: float
    profile: str
    no_model: bool
    model: str
    register: str
    key_file: str
    key_version: int
    passphrase_file: str
    salt_file: str
    risk_terms: str
    unit: Literal["paragraph", "cluster"]
    least_hits: int
    risk_model: str
    risk_probability: float
    threshold: float
    force: bool
    dry_run: bool


class Decrypt(CallOptions, total=False):
    """Restore what lethe protect encrypted, with the same key."""

    documents: str
    output: str
    key_file: str
    key_version: int
    passphrase_file: str
    force: bool


class Key(CallOptions, total=False):
    """Make a key or a salt: 32 random bytes that nobody else reads."""

    output: str


class Train(CallOptions, total=False):
    """Learn a model from annotated documents."""

    register: Sequence[str] | str
    list: Sequence[str] | str
    output: str
    folds: int
    epochs: int
    balanced_precision: float
    recall_precision: float
    force: bool


class TrainRisk(CallOptions, total=False):
    """Learn from marked documents which paragraphs are risky."""

    documents: Sequence[str] | str
    output: str
    folds: int
    epochs: int
    recall: float
    force: bool


class Index(CallOptions, total=False):
    """Build a search index of documents, or add to one."""

    documents: str
    output: str
    add: bool
    no_stems: bool
    no_stop_words: bool
    force: bool


class Search(CallOptions, total=False):
    """Search documents, the most relevant first."""

    source: str
    query: str
    most: int


class AssessDocuments(CallOptions, total=False):
    """What sanitising did: information lost, risk removed, what still identifies."""

    sanitised: str
    queries: str
    round: Literal["none", "integer"]
    sets: Literal["overlap", "nmi"]
    weights: Sequence[float] | float
    gold: str
    terms: Sequence[str] | str
    k: int
    m: int
    knowledge: str
    log: str
    text_field: str
    id_field: str
    no_model: bool
    model: str
    register: str
    output: str
    force: bool


class AttackDocuments(CallOptions, total=False):
    """Try to find people in released documents."""

    released: str
    log: str
    text_field: str
    id_field: str
    queries: str
    gold: str
    knowledge: str
    no_model: bool
    model: str
    register: str
    output: str
    force: bool


class MeasureDocuments(CallOptions, total=False):
    """Measure what released documents lost."""

    released: str
    log: str
    text_field: str
    id_field: str
    queries: str
    gold: str
    knowledge: str
    no_model: bool
    model: str
    register: str
    output: str
    force: bool


class ExploreDocuments(CallOptions, total=False):
    """Try many treatments of documents: map, front, recommendation."""

    documents: str
    output: str
    force: bool
    alpha: float
    loss: str
    max_risk: float
    no_model: bool
    model: str
    register: str


class Terms(CallOptions, total=False):
    """What risk terms expand to: their senses, synonyms and hyponyms."""

    file: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool


class Weights(CallOptions, total=False):
    """Learn the weights of the combined index from examples that people judged."""

    examples: str


class Patterns(CallOptions, total=False):
    """What is recognised by its form, country by country."""

    country: Sequence[str] | str
    markdown: bool


class Review(CallOptions, total=False):
    """Find entities and risky text, for a person to accept or reject."""

    documents: str
    output: str
    profile: str
    risk_terms: str
    unit: Literal["paragraph", "cluster"]
    least_hits: int
    risk_model: str
    risk_probability: float
    queries: str
    rank: Literal["density", "relevance"]
    no_model: bool
    model: str
    register: str
    force: bool


class Apply(CallOptions, total=False):
    """Write documents as a reviewer decided: exactly that, with an audit log."""

    review: str
    decisions: str
    documents: str
    output: str
    reviewer: str
    marker: str
    undecided: Literal["accept", "reject"]
    key_file: str
    key_version: int
    passphrase_file: str
    salt_file: str
    forget: bool
    force: bool
    dry_run: bool


class ProtectVectors(CallOptions, total=False):
    """Protect document vectors: each document hides among at least k."""

    output: str
    extend: str
    join: bool
    refine: bool
    terms: int
    correlations: float
    weights: Literal["mean", "none"]
    unmatched: Literal["free", "whole"]
    generalised: Literal["name", "concept"]
    deepest: Literal["shortest", "longest"]
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    keep_ids: bool
    keep_order: bool
    drop_labels: bool
    force: bool
    dry_run: bool


class Vectors(CallOptions, total=False):
    """Documents as vectors of weighted terms, to be protected and mined."""

    documents: Sequence[str] | str
    labels: str
    label_field: str
    user: str
    text: Sequence[str] | str
    output: str
    wordnet: str
    parts: Sequence[str] | str
    stems: bool
    no_stop_words: bool
    numbers: bool
    shortest: int
    least_documents: int
    most_documents: float
    weight: Literal["binary", "tf", "tf-idf"]
    no_normalise: bool
    most_terms: int
    by: Literal["maximum", "mean", "sum", "information"]
    terms_per_document: int
    force: bool


class InspectVectors(CallOptions, total=False):
    """How large document vectors are, who is alone, and which terms tell."""

    vectors: str
    k: int
    policy_out: str
    output: str
    force: bool


class AssessVectors(CallOptions, total=False):
    """What protecting did to document vectors: who can be found, what is lost, what can still be mined."""

    protected: Sequence[str] | str
    test_original: str
    test_protected: Sequence[str] | str
    parts: Sequence[str] | str
    clusters: Sequence[int] | int
    restarts: int
    ties: Literal["all", "row-order"]
    aligned: bool
    log: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    output: str
    force: bool


class ExploreVectors(CallOptions, total=False):
    """Try many protections of document vectors: map, front, recommendation."""

    vectors: str
    output: str
    force: bool
    alpha: float
    loss: str
    max_risk: float
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool


class AttackVectors(CallOptions, total=False):
    """Try to find documents by their published vectors."""

    protected: str
    aligned: bool
    log: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    output: str
    force: bool


class MeasureVectors(CallOptions, total=False):
    """Measure what published vectors lost."""

    protected: str
    aligned: bool
    log: str
    source: str
    format: Literal["wordnet", "obo", "rdf", "rf2", "icd", "parent-table", "value-hierarchy"]
    no_cache: bool
    output: str
    force: bool


class InspectGraph(CallOptions, total=False):
    """What a graph is made of, which columns name its nodes, and who stands out."""

    graph: Sequence[str] | str
    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    k: int
    policy_out: str
    output: str
    force: bool


class Convert(CallOptions, total=False):
    """Write a graph in another format."""

    graph: Sequence[str] | str
    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    output: str
    output_nodes: str
    force: bool


class Extract(CallOptions, total=False):
    """Make a graph of users from their posts: topics, places, mentions."""

    posts: str
    users: str
    topics: str
    locations: str
    most_topics: int
    topic_level: int
    senses: Literal["first", "context"]
    output: str
    edges: str
    places: str
    explain: str
    force: bool


class ProtectGraph(CallOptions, total=False):
    """Protect a graph: each node hides among at least k by what it is, and by the number of its neighbours, each by itself."""

    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    output: str
    output_nodes: str
    topics: Sequence[str] | str
    keep_order: bool
    keep_weights: bool
    keep: Sequence[str] | str
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    closeness: float
    structure: Literal["none", "k-degree", "k-profile-degree", "perturb", "switch"]
    share: float
    step: Sequence[str] | str
    neighbourhoods: bool
    microdata: str
    level: int
    force: bool
    dry_run: bool


class AssessGraph(CallOptions, total=False):
    """What protecting did to a graph: information lost, users found, shape changed."""

    protected: Sequence[str] | str
    nodes: str
    protected_nodes: Sequence[str] | str
    attributes: Sequence[str] | str
    topics: Sequence[str] | str
    parts: Sequence[str] | str
    by_order: bool
    exact_betweenness: bool
    picture: bool
    log: str
    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    output: str
    force: bool


class ExploreGraph(CallOptions, total=False):
    """Try many protections of a graph: map, front, recommendation."""

    graph: str
    nodes: str
    attributes: Sequence[str] | str
    topics: Sequence[str] | str
    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    output: str
    force: bool
    alpha: float
    loss: str
    max_risk: float


class AttackGraph(CallOptions, total=False):
    """Try to find the people of a graph in its release."""

    protected: str
    nodes: str
    protected_nodes: str
    attributes: Sequence[str] | str
    topics: Sequence[str] | str
    by_order: bool
    log: str
    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    output: str
    force: bool


class MeasureGraph(CallOptions, total=False):
    """Measure what a released graph lost."""

    protected: str
    nodes: str
    protected_nodes: str
    attributes: Sequence[str] | str
    topics: Sequence[str] | str
    by_order: bool
    log: str
    to: str
    weight: str
    id: str
    directed: bool
    undirected: bool
    separator: str
    header: bool
    no_header: bool
    encoding: str
    missing: Sequence[str] | str
    sheet: str
    data_format: str
    decimal: str
    group: str
    dates: str
    skip: int
    last: int
    knowledge: Mapping[str, str]
    map: Mapping[str, str]
    senses: Mapping[str, str]
    unmapped: Mapping[str, str]
    phrases: Mapping[str, str]
    content: Mapping[str, str]
    output: str
    force: bool


class MakeKey(CallOptions, total=False):
    """Make a key for pseudonyms and encryption, in a file of its owner's."""

    output: str
    identifier: str
    passphrase: bool
    passphrase_file: str


class ShowKey(CallOptions, total=False):
    """Name, versions and fingerprints of a key, never the key."""

    key_file: str
    passphrase_file: str


class RotateKey(CallOptions, total=False):
    """Add a new version to a key; older ones stay in the file."""

    key_file: str
    passphrase_file: str


class Resolve(CallOptions, total=False):
    """Whose pseudonyms these are, for the holder of the key."""

    release: str
    key_file: str
    key_version: int
    passphrase_file: str
    vault: str
    only: Sequence[str] | str
    output: str
    force: bool


class Renew(CallOptions, total=False):
    """Give a release the pseudonyms of the newest version of its key."""

    release: str
    key_file: str
    key_version: int
    passphrase_file: str
    vault: str
    output: str
    new_vault: str
    force: bool


class Sample(CallOptions, total=False):
    """Make a realistic synthetic table, letters, or a network."""

    what: Literal["census", "survey", "letters", "network"]
    rows: int
    documents: int
    users: int
    degree: float
    posts: bool
    output: str
    force: bool


class Demo(CallOptions, total=False):
    """A table protected, attacked, measured and reported."""

    output: str
    rows: int
    force: bool
