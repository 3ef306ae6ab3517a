/** The words of a search text, separated by white space. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}
