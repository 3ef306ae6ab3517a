/**
 * A pattern that matches a text in any case, independent of the database's case rules: each letter becomes a class like
 * `[äÄ]`, which both engines support. Other characters are escaped by `escape`.
 */
export function anyCase(text: string, escape: (character: string) => string): string {
  return [...text].map((character) => classOf(character) ?? escape(character)).join('')
}

/** null for a character without case, and for ß, whose upper case form is two letters */
function classOf(character: string): string | null {
  const upper = character.toUpperCase()
  const forms = [character, character.toLowerCase(), upper, upper.toLowerCase()]
  const known = new Set(forms.filter((form) => [...form].length === 1))
  return known.size === 1 ? null : `[${[...known].join('')}]`
}
