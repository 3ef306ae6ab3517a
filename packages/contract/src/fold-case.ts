/** The form in which texts are compared without regard to case, the same on every engine and in the browser. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
