// @ts-check

/**
 * What scripts say, in the language of the page, which carries it (`src/pages/texts/script.ts`).
 * @type {Readonly<Record<string, string>> & { codes?: Readonly<Record<string, string>> }}
 */
const texts = JSON.parse(document.documentElement.dataset['texts'] ?? '{}')

/** @param {string} name */
export const textOf = (name) => texts[name] ?? name

/** What the code of an error means to people, if that is told. @param {string} code @returns {string | undefined} */
export const meaningOf = (code) => texts.codes?.[code]
