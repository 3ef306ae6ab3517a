// @ts-check

/**
 * What scripts say, in the language of the page, which carries it (`src/pages/texts/script.ts`).
 * @type {Readonly<Record<string, string>>}
 */
export const texts = JSON.parse(document.documentElement.dataset['texts'] ?? '{}')

/** @param {string} name */
export const textOf = (name) => texts[name] ?? name
