/** A solved puzzle as a picture: its symbols, drawn as shapes, and what it came to. */

const WIDTH = 1200;
const HEIGHT = 630;
const COLOURS = { ground: "#0b4d5d", ink: "#f2fafa", good: "#7bd8a6", lost: "#ffb27a" };
const SERIF = "Palatino, Georgia, serif";
const SANS = "system-ui, sans-serif";
const PER_ROW = 16;
const FLAG = [[-14, -24], [22, -10], [-8, 4], [-8, 24], [-14, 24]];

/**
 * @param {import("./share.js").Shared} shared
 * @returns {Promise<Blob | null>}
 */
export function asPicture({ head, symbols, worth, more }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = COLOURS.ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, head, 110, `600 56px ${SERIF}`);
  const marks = [...symbols];
  marks.forEach((mark, index) => drawMark(pen, mark, 110 + (index % PER_ROW) * 64, 200 + Math.floor(index / PER_ROW) * 64));
  write(pen, worth, 430, `600 52px ${SANS}`);
  if (more) write(pen, more, 510, `400 40px ${SANS}`);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} y
 * @param {string} font
 */
function write(pen, words, y, font) {
  pen.font = font;
  pen.fillStyle = COLOURS.ink;
  pen.fillText(words, 80, y, WIDTH - 160);
}

/**
 * A disc for a good step, a diamond for one that lost MP, a flag for the peak.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 */
function drawMark(pen, mark, x, y) {
  pen.save();
  pen.translate(x, y);
  pen.beginPath();
  if (mark === "🟢") {
    pen.arc(0, 0, 22, 0, 2 * Math.PI);
    pen.fillStyle = COLOURS.good;
  } else if (mark === "🔶") {
    pen.rotate(Math.PI / 4);
    pen.rect(-17, -17, 34, 34);
    pen.fillStyle = COLOURS.lost;
  } else {
    for (const [right, down] of FLAG) pen.lineTo(right, down);
    pen.fillStyle = COLOURS.ink;
  }
  pen.fill();
  pen.restore();
}
