"""QR codes, drawn by segno."""

from __future__ import annotations

from io import BytesIO


def draw_qr(text: str) -> str:
    """The QR code of a link as an SVG picture, with a margin of four modules; runs where slow work runs."""
    import segno  # only here, so that nothing else waits for it

    drawn = BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(drawn, kind="svg", xmldecl=False, nl=False, omitsize=True, border=4, dark="#000", light="#fff")
    return drawn.getvalue().decode()
