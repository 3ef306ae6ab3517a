// @ts-check

/** @typedef {Readonly<Record<string, string>>} Texts */

/**
 * What scripts say, in the language of the page, which carries it (`src/http/pages/texts/script.ts`).
 * @type {Readonly<Record<string, string>> & { codes?: Texts, reasons?: Texts }}
 */
const texts = JSON.parse(document.documentElement.dataset['texts'] ?? '{}')

/** @param {string} name */
export const textOf = (name) => texts[name] ?? name

/** The text for the code of an error, if there is one. @param {string} code @returns {string | undefined} */
export const meaningOf = (code) => texts.codes?.[code]

/** The text for the reason of a failure, if there is one. @param {string} [reason] @returns {string | undefined} */
export const reasonOf = (reason = '') => texts.reasons?.[reason]
