"""When two addresses are one building."""

from __future__ import annotations

import pytest

from duskline.core.values.contacts import place_key


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("9 Roof Row, Springfield, IL 62701", "62701 9 roof row"),
        ("9 ROOF ROW  Springfield IL 62701-1234", "62701 9 roof row"),
        ("9 Roof Row 62701", "62701 9 roof row"),
        ("12 North Main Street, Apt 4, Boise, ID 83702", "83702 12 n main st unit 4"),
        ("12 N. Main St #4, Boise, ID 83702", "83702 12 n main st unit 4"),
        ("12 N Main St Suite 4 Boise ID 83702", "83702 12 n main st unit 4"),
        ("1200 W 5th Avenue\nDenver, CO 80204", "80204 1200 w 5th ave"),
        ("1200 West 5th Ave, Denver, CO 80204", "80204 1200 w 5th ave"),
        ("12 Main St, Boise", None),
        ("PO Box 3, Boise 83702", None),
        ("83702", None),
        ("12 83702", None),
        ("", None),
        (None, None),
    ],
)
def test_an_address_has_one_key(address: str | None, key: str | None) -> None:
    assert place_key(address) == key


def test_no_address_is_too_long() -> None:
    assert len(place_key("9 " + "very " * 200 + "long road 62701") or "") <= 200
