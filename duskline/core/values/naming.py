"""Names as the API writes them."""


def camel_case(name: str) -> str:
    """`first_name` -> `firstName`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
