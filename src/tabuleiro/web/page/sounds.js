// @ts-check
/** Small wooden sounds, synthesized without files. */
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * A short knock: a tone that dies away.
 * @param {number} pitch in hertz
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {number} loudness from 0 to 1
 * @param {OscillatorType} [kind]
 */
function knock(pitch, delay, length, loudness, kind = "triangle") {
  if (!context) return;
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = kind;
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

const SOUNDS = {
  move: () => knock(330, 0, 0.09, 0.25),
  capture: () => (knock(260, 0, 0.1, 0.3), knock(170, 0.05, 0.13, 0.25)),
  notice: () => (knock(523, 0, 0.16, 0.12, "sine"), knock(784, 0.11, 0.2, 0.1, "sine")),
  end: () => [392, 494, 587].forEach((pitch, index) => knock(pitch, index * 0.13, 0.4, 0.12, "sine")),
  hurry: () => knock(880, 0, 0.07, 0.12, "sine"),
};

/**
 * Make a sound, if sounds are turned on and the browser lets us.
 * @param {keyof typeof SOUNDS} name
 */
export function sound(name) {
  // Browsers are silent before the first click or key.
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SOUNDS[name]();
  } catch {
    // A page without sound is still a page.
  }
}
