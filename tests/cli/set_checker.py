"""k^m-anonymity of released sets, counted by its definition; shares nothing with the program."""
import collections
import itertools


def items(cell, separator):
    return {part.strip() for part in cell.split(separator)} - {""}


def smallest_support(cells, separator, m):
    """The fewest records that show a combination of up to m items that occurs; None where none does."""
    support = collections.Counter()
    for cell in cells:
        own = sorted(items(cell, separator))
        for size in range(1, m + 1):
            support.update(itertools.combinations(own, size))
    return min(support.values(), default=None)


def fewest_left(original, released, separator, m, above):
    """The fewest records, but none, that m or fewer items of a person in the original leave, where `above` has for each
    item all that can stand for it. What nothing in the release stands for excludes nobody."""
    shown = [items(cell, separator) for cell in released]
    anywhere = set().union(*shown)
    fewest = None
    for cell in original:
        known = [item for item in sorted(items(cell, separator)) if above[item] & anywhere]
        for size in range(1, m + 1):
            for chosen in itertools.combinations(known, size):
                left = sum(all(above[item] & record for item in chosen) for record in shown)
                if left:
                    fewest = left if fewest is None else min(fewest, left)
    return fewest


def smallest_class(cells, separator):
    return min(collections.Counter(frozenset(items(cell, separator)) for cell in cells).values())
