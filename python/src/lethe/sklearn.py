"""Transformers for scikit-learn: protect columns, sanitise text.

Masking is of a whole table at once, so `transform` protects what it is given: k people are alike
among those rows. Nothing is learnt by `fit` but how the data look.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

import lethe
from lethe._errors import InputError

__all__ = ["Protect", "Sanitize"]


class Protect(TransformerMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """Mask columns by one method of the catalogue.

    Parameters
    ----------
    method
        A masking method that keeps the number of rows ("mdav", "noise", "rank-swapping", ...).
    parameters
        Of the method: {"k": 5}.
    columns
        The columns to mask; all that the method takes, by default.
    seed
        Of everything random.

    >>> import numpy
    >>> from lethe.sklearn import Protect
    >>> points = numpy.random.default_rng(1).normal(size=(30, 2))
    >>> masked = Protect("mdav", {"k": 3}).fit_transform(points)
    >>> len({tuple(row) for row in masked}) <= 10
    True

    """

    def __init__(
        self,
        method: str = "mdav",
        parameters: dict[str, Any] | None = None,
        columns: list[str] | None = None,
        seed: int = 0,
    ) -> None:
        self.method = method
        self.parameters = parameters
        self.columns = columns
        self.seed = seed

    def fit(self, X: Any, y: Any = None) -> Protect:  # noqa: N803
        """Look at the columns."""
        if _is_frame(X):
            self.feature_names_in_ = np.array([str(name) for name in X.columns], dtype=object)
            self.n_features_in_ = len(X.columns)
        else:
            validate_data(self, X, dtype="numeric")
        return self

    def transform(self, X: Any) -> Any:  # noqa: N803
        """Protect these rows; a frame stays a frame of its flavour, an array an array."""
        check_is_fitted(self)
        if _is_frame(X):
            return self._protected(X)
        import pandas as pd

        values = validate_data(self, X, reset=False, dtype="numeric")
        frame = pd.DataFrame({f"x{i}": values[:, i].astype(float) for i in range(values.shape[1])})
        # Columns without names are taken for what the caller says, not for what they look like.
        policy = lethe.Policy()
        for name in frame.columns:
            policy.column(name, role="quasi", kind="numeric")
        columns = list(frame.columns) if self.columns is None else self.columns
        policy.add_step(self.method, columns, **(self.parameters or {}))
        return self._whole(
            lethe.protect(frame, policy, as_masked=True, **self._call()), frame
        ).to_numpy(dtype=float)

    def _protected(self, frame: Any) -> Any:
        release = lethe.protect(
            frame, method=self.method, set=self.parameters, columns=self.columns, **self._call()
        )
        return self._whole(release, frame)

    def _call(self) -> Any:
        return {"seed": self.seed, "progress": False}

    def _whole(self, release: lethe.Release, frame: Any) -> Any:
        data = release.data
        if len(data) != len(frame):
            raise InputError(f"{self.method} does not keep all rows, which a transformer must")
        if len(data.columns) != len(frame.columns):
            raise InputError(
                "a column looks like an identifier and was dropped; leave it out before"
            )
        return data

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the columns, which stay."""
        check_is_fitted(self)
        if hasattr(self, "feature_names_in_"):
            return self.feature_names_in_
        if input_features is not None:
            return np.asarray(input_features, dtype=object)
        return np.array([f"x{i}" for i in range(self.n_features_in_)], dtype=object)


class Sanitize(TransformerMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """Take what identifies people out of texts, before they become features.

    >>> from lethe.sklearn import Sanitize
    >>> Sanitize().fit_transform(["Write to anna@example.org."]).tolist()
    ['Write to Email_1.']
    """

    def __init__(self, treatments: dict[str, str] | None = None) -> None:
        self.treatments = treatments

    def fit(self, X: Any, y: Any = None) -> Sanitize:  # noqa: N803
        """There is nothing to learn."""
        self.fitted_ = True
        return self

    def transform(self, X: Any) -> Any:  # noqa: N803
        """The texts, sanitised together, as an array of objects."""
        check_is_fitted(self)
        made = lethe.sanitize(X, set=self.treatments, progress=False)
        return np.array(made.texts, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.input_tags.one_d_array = True
        tags.no_validation = True
        return tags


def _is_frame(table: Any) -> bool:
    return hasattr(table, "columns") and hasattr(table, "__len__")
