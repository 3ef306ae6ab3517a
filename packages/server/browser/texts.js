// @ts-check

/** @typedef {Readonly<Record<string, string>>} Texts */

/**
 * What scripts say, in the language of the page, which carries it (`src/pages/texts/script.ts`).
 * @type {Readonly<Record<string, string>> & { codes?: Texts, reasons?: Texts }}
 */
const texts = JSON.parse(document.documentElement.dataset['texts'] ?? '{}')

/** @param {string} name */
export const textOf = (name) => texts[name] ?? name

/** What the code of an error means to people, if that is told. @param {string} code @returns {string | undefined} */
export const meaningOf = (code) => texts.codes?.[code]

/** What the reason of a failure means to people, if that is told. @param {string} [reason] @returns {string | undefined} */
export const reasonOf = (reason = '') => texts.reasons?.[reason]
