/** The words of what somebody looks for: what stands between spaces of any kind. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}
