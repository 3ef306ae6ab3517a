interface Part {
  readonly _type?: unknown
  readonly [key: string]: unknown
}

/** Rich text as people read it: a line a paragraph, with marks for headings, lists and what is no text. */
export function blocksText(value: unknown): string {
  return Array.isArray(value) ? (value as Part[]).map(blockText).join('\n') : ''
}

function blockText(block: Part): string {
  if (block._type !== 'block') return objectText(block)
  const children = Array.isArray(block['children']) ? (block['children'] as Part[]) : []
  const text = children
    .map((child) => (child._type === 'span' ? String(child['text']) : objectText(child)))
    .join('')
  return startOf(block) + text
}

function startOf({ style, listItem, level }: Part): string {
  if (typeof listItem === 'string') {
    const depth = typeof level === 'number' ? level : 1
    return `${'  '.repeat(Math.max(0, depth - 1))}${listItem === 'number' ? '1.' : '•'} `
  }
  if (style === 'blockquote') return '> '
  const heading = typeof style === 'string' ? /^h([1-6])$/.exec(style) : null
  return heading === null ? '' : `${'#'.repeat(Number(heading[1]))} `
}

/** The texts within something that is no paragraph, behind its type. */
function objectText(part: Part): string {
  const texts: string[] = []
  collect(part, texts)
  return `[${[String(part._type ?? '?'), ...texts].join(': ')}]`
}

/** what is for machines */
const silent = new Set(['_type', '_key', '_ref', 'id'])

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (Array.isArray(value)) for (const part of value) collect(part, texts)
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) if (!silent.has(key)) collect(part, texts)
}
