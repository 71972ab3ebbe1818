/** Dragging a piece to a place, with mouse, pen or finger. */

const FAR_ENOUGH = 6;

/**
 * Let the pieces inside an element be dragged.
 *
 * @param {HTMLElement} home
 * @param {(piece: SVGElement) => boolean} mayDrag
 * @param {(piece: SVGElement, place: SVGElement | null) => void} dropped
 */
export function letDrag(home, mayDrag, dropped) {
  home.addEventListener("pointerdown", (down) => {
    const piece = /** @type {SVGElement | null} */ (/** @type {Element} */ (down.target).closest(".piece"));
    if (piece && down.isPrimary && down.button === 0 && mayDrag(piece)) follow(home, piece, down, dropped);
  });
}

/**
 * @param {HTMLElement} home
 * @param {SVGElement} piece
 * @param {PointerEvent} down
 * @param {(piece: SVGElement, place: SVGElement | null) => void} dropped
 */
function follow(home, piece, down, dropped) {
  const ends = new AbortController();
  let isDragged = false;
  const carried = /** @type {SVGElement} */ (piece.cloneNode(true)); // drawn last, so that it is above everything
  carried.setAttribute("class", "carried");
  carried.setAttribute("aria-hidden", "true");

  /** @param {PointerEvent} moved */
  function move(moved) {
    const x = moved.clientX - down.clientX;
    const y = moved.clientY - down.clientY;
    if (!isDragged && Math.hypot(x, y) < FAR_ENOUGH) return;
    const scale = /** @type {SVGGraphicsElement} */ (piece).getScreenCTM()?.a || 1;
    if (!isDragged) piece.ownerSVGElement?.append(carried);
    isDragged = true;
    piece.classList.add("dragged");
    carried.style.translate = `${x / scale}px ${y / scale}px`;
    const over = placeAt(moved);
    for (const place of home.querySelectorAll(".place")) place.classList.toggle("over", place === over);
  }

  /** @param {PointerEvent} up */
  function end(up) {
    ends.abort();
    const place = isDragged && up.type === "pointerup" ? placeAt(up) : null;
    piece.classList.remove("dragged");
    carried.remove();
    for (const seen of home.querySelectorAll(".over")) seen.classList.remove("over");
    if (!isDragged) return;
    swallowNextClick(home);
    dropped(piece, place);
  }

  const signal = ends.signal;
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/**
 * The click that ends a drag does not choose anything.
 *
 * @param {HTMLElement} home
 */
function swallowNextClick(home) {
  const passes = new AbortController();
  home.addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: passes.signal });
  setTimeout(() => passes.abort());
}

/** @param {PointerEvent} at */
function placeAt(at) {
  const found = document.elementsFromPoint(at.clientX, at.clientY).map((element) => element.closest(".place"));
  return /** @type {SVGElement | null} */ (found.find((place) => place) ?? null);
}
