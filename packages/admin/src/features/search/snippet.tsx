const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/**
 * The excerpt of a search result. The service escapes everything but `<mark>`; the HTML is converted to elements and
 * text, so that no markup of content can reach the page.
 */
export function Snippet({ html }: { readonly html: string }) {
  const parts = html.split(/<mark>|<\/mark>/)
  return parts.map((part, index) => {
    const text = part.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    // oxlint-disable-next-line react/no-array-index-key -- a part has nothing but its place
    return index % 2 === 1 ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>
  })
}
