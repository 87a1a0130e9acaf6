// @ts-check
/** Numbers as the reader's language writes them. */

const LANGUAGE = document.documentElement.lang === "pt" ? "pt-PT" : "en-GB";
const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 0 });
const WHOLE = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat(LANGUAGE, { notation: "compact", maximumFractionDigits: 1 });

/**
 * A share in percent.
 * @param {number} share
 */
export const percent = (share) => PERCENT.format(share);

/**
 * A whole number.
 * @param {number} value
 */
export const whole = (value) => WHOLE.format(value);

/**
 * A large number in few characters: 1.2M.
 * @param {number} value
 */
export const short = (value) => SHORT.format(value);
