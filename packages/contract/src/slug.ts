import { limits } from './limits.ts'

/** Latin letters that Unicode does not take apart into a base letter and a mark. */
export const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/**
 * The URL form of a text: lower case, letters and digits of any script, words joined by hyphens, Latin letters
 * without diacritics. At most `limits.itemSlug` characters; empty when the text has no letter or digit.
 */
export function slugify(text: string): string {
  // A mark belongs to the letter before it: a mark after a removed sign is removed too.
  return shortened(foldedLetters(text).replace(/[^\p{L}\p{N}\p{M}][^\p{L}\p{N}]*/gu, '-'))
}

/**
 * The stored form of a slug field: like `slugify`, but only spaces become hyphens, underscores stay, and all other
 * characters are removed, so that "a/b" gives "ab".
 */
export function sanitizeSlug(text: string): string {
  const cleaned = foldedLetters(text)
    .replace(/[^\p{L}\p{N}\p{M}\s_-]\p{M}*/gu, '')
    .replace(/[\s-][\s\p{M}-]*/gu, '-')
    // An underscore stays, but as a sign it has no marks.
    .replace(/_\p{M}+/gu, '_')
  // Letters and marks that a removed character had separated can compose now.
  return shortened(cleaned.normalize('NFC'))
}

function foldedLetters(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      // Marks that only say how a sign is drawn: emoji are digits and signs with them.
      .replace(/['’\p{Variation_Selector}\p{Me}]/gu, '')
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      // Again: compatibility forms, such as "™", decompose into capital letters.
      .toLowerCase()
      .replace(/[ßæœøđðłþħı]/g, plainLatin)
      .normalize('NFC')
  )
}

/** Replaces a lower-case letter of `latinLetters` by its Latin letters; others stay. */
export function plainLatin(letter: string): string {
  return latinLetters[letter] ?? letter
}

function shortened(slug: string): string {
  return trimSlug([...slug].slice(0, limits.itemSlug).join(''))
}

/**
 * `slug` followed by `suffix`; the slug is cut so that the result is not too long. `length` counts UTF-16 units, of
 * which there are never fewer than characters, so what passes the first test fits.
 */
export function withSuffix(slug: string, suffix: string): string {
  if (slug.length + suffix.length <= limits.itemSlug) return slug + suffix
  return trimSlug([...slug].slice(0, limits.itemSlug - suffix.length).join('')) + suffix
}

/** Without hyphens and underscores at both ends, and without marks at the beginning, where no letter is before them. */
function trimSlug(slug: string): string {
  return slug.replace(/^[-_\p{M}]+|[-_]+$/gu, '')
}

/** letters in lower case or of scripts without case, and digits, with the marks that belong to them */
const word = '[\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}][\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}\\p{M}]*'
const shape = new RegExp(`^${word}(?:[-_]+${word})*$`, 'u')

/** Whether a slug in a request is valid without a change. */
export function isSlug(text: string): boolean {
  return shape.test(text) && [...text].length <= limits.itemSlug && text.normalize('NFC') === text
}

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Whether a path segment is an id (a ULID). A slug has no capital letters, so only a text of 26 digits can be both. */
export function isId(text: string): boolean {
  return ulid.test(text)
}
