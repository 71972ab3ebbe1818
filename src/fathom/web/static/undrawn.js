/** Legal moves that cannot be chosen on the drawing, as buttons beside it. */

import { button, byId } from "./page.js";

/** More moves than this are typed, not pressed. */
const MOST_BUTTONS = 12;

/**
 * @param {import("./board.js").Board} board
 * @param {boolean} active
 */
export function offerUndrawn(board, active) {
  const moves = active ? board.undrawn : [];
  const shown = moves.length <= MOST_BUTTONS ? moves : [];
  byId("undrawn").replaceChildren(
    ...shown.map((move) => button(move.replace(":", " "), () => board.tried(move), { class: "button", "data-move": move })),
  );
  return shown.length;
}
