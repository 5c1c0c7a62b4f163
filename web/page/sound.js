/** @file The sound of a stone that falls, off unless the user asks for it. */

import { keep } from "./store.js";

const KEY = "claimeven-sound";
/** @type {AudioContext | undefined} */
let audio;
let isOn = false;
keep(() => (isOn = localStorage.getItem(KEY) === "on"));

export const hasSound = () => isOn;

/** @param {boolean} on */
export function setSound(on) {
  isOn = on;
  keep(() => localStorage.setItem(KEY, on ? "on" : "off"));
  knock(0);
}

/** Plays a short knock. @param {number} delay milliseconds from now */
export function knock(delay) {
  if (!isOn) return;
  audio ??= new AudioContext();
  const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + delay / 1000];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(220, start);
  tone.frequency.exponentialRampToValueAtTime(70, start + 0.09);
  volume.gain.setValueAtTime(0.5, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.13);
}
