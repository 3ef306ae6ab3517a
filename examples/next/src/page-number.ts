/** The number of a page of a list, from what comes after the address of the list; undefined for what is none. */
export function pageNumber(segments: readonly string[] | undefined): number | undefined {
  if (segments === undefined) return 1
  const [text = '', ...rest] = segments
  return rest.length === 0 && /^([2-9]|[1-9]\d{1,3})$/.test(text) ? Number(text) : undefined
}
