/**
 * A text for a pattern that finds it in any case, whatever the database knows of letters: of each letter its class, as
 * `[äÄ]`, which both engines have. What has no cases is escaped by `escape`.
 */
export function anyCase(text: string, escape: (character: string) => string): string {
  return [...text].map((character) => classOf(character) ?? escape(character)).join('')
}

/** null for what has no cases; a sharp s has none, as its capital is two letters */
function classOf(character: string): string | null {
  const upper = character.toUpperCase()
  const forms = [character, character.toLowerCase(), upper, upper.toLowerCase()]
  const known = new Set(forms.filter((form) => [...form].length === 1))
  return known.size === 1 ? null : `[${[...known].join('')}]`
}
