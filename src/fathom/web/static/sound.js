/** Short sounds, made by the browser itself. They are off until they are chosen in the settings. */

import { setting } from "./settings.js";

/** @typedef {"move" | "answer" | "nudge" | "win" | "end"} Sound */

/** The notes of every sound, in hertz, one after the other. @type {Record<Sound, number[]>} */
const NOTES = { move: [520], answer: [390], nudge: [660, 520, 660], win: [523, 659, 784, 1047], end: [392, 330] };
/** In seconds. */
const [APART, LENGTH, LOUDNESS] = [0.11, 0.16, 0.12];

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} sound */
export function play(sound) {
  if (setting("sound") !== "on") return;
  context ??= new AudioContext();
  const start = context.currentTime;
  NOTES[sound].forEach((pitch, index) => note(/** @type {AudioContext} */ (context), pitch, start + index * APART));
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} start
 */
function note(context, pitch, start) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(LOUDNESS, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}
