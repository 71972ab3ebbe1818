/** Walking on a pyramid with the arrow keys: a step to the tile that lies that way, seen from the walker. */

import { centre, DIRECTIONS, nearest } from "./nearest.js";

/** A tile lies that way when it is not further aside than ahead, by so much. */
const ASIDE = 1.2;

export class Walking {
  /**
   * @param {import("./board.js").Board} board
   * @param {{step: (move: string) => void, back: () => void, nowhere: (word: string) => void}} walker
   */
  constructor(board, walker) {
    this.board = board;
    this.walker = walker;
    board.home.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  /** Put the focus on the board as a whole, from where the arrows walk; before the start, on a tile to start on. */
  focus() {
    if (this.board.home.querySelector(".here")) this.board.home.focus({ preventScroll: true });
    else this.board.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const here = this.board.active ? this.board.home.querySelector(".here") : null;
    if (event.key === "Backspace") this.walker.back();
    else if (here && event.key in DIRECTIONS) this.#go(here, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {Element} here
   * @param {string} key
   */
  #go(here, key) {
    const tiles = this.board.controls.filter((control) => control.matches(".tile") && lies(here, control, key));
    const found = nearest(here, tiles, DIRECTIONS[key]);
    if (found?.dataset.move) this.walker.step(found.dataset.move);
    else this.walker.nowhere(key.replace("Arrow", "").toLowerCase());
  }
}

/**
 * Does a tile lie in a direction, rather than aside of it?
 *
 * @param {Element} here
 * @param {Element} tile
 * @param {string} key
 */
function lies(here, tile, key) {
  const [from, to] = [centre(here), centre(tile)];
  const { x, y } = DIRECTIONS[key];
  const ahead = (to.x - from.x) * x + (to.y - from.y) * y;
  const aside = Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x);
  return ahead > 0 && aside <= ASIDE * ahead;
}
