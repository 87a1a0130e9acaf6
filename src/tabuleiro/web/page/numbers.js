// @ts-check
/** Numbers as the reader's language writes them. */
import { say } from "./words.js";

const LANGUAGE = document.documentElement.lang === "pt" ? "pt-PT" : "en-GB";
const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });
const WHOLE = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat(LANGUAGE, { notation: "compact", maximumFractionDigits: 1 });

/**
 * A share in percent; only exactly nothing and all read 0 % and 100 %.
 * @param {number} share
 */
export function percent(share) {
  if (share > 0 && share < 0.005) return `<${PERCENT.format(0.01)}`;
  if (share < 1 && share >= 0.995) return `>${PERCENT.format(0.99)}`;
  return PERCENT.format(share);
}

/**
 * A whole number.
 * @param {number} value
 */
export const whole = (value) => WHOLE.format(value);

/**
 * A number given with a decimal point.
 * @param {string} text
 */
export const decimal = (text) => text.replace(".", say("decimal-point"));

/**
 * A time in words: 1 minute, 20 seconds.
 * @param {number} count
 * @param {"minute" | "second"} unit
 */
export const spoken = (count, unit) =>
  new Intl.NumberFormat(LANGUAGE, { style: "unit", unit, unitDisplay: "long" }).format(count);

/**
 * A large number, shortened: 1.2M.
 * @param {number} value
 */
export const short = (value) => SHORT.format(value);
