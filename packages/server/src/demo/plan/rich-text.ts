interface Span {
  readonly _type: 'span'
  readonly _key: string
  readonly text: string
  readonly marks: readonly string[]
}

interface Link {
  readonly _type: 'link'
  readonly _key: string
  readonly href: string
}

/** A text block of Portable Text. */
export interface Block {
  readonly _type: 'block'
  readonly _key: string
  readonly style: string
  readonly listItem?: string
  readonly level?: number
  readonly markDefs: readonly Link[]
  readonly children: readonly Span[]
}

const lineForms: readonly { begin: string; form: Pick<Block, 'style' | 'listItem' | 'level'> }[] = [
  { begin: '## ', form: { style: 'h2' } },
  { begin: '### ', form: { style: 'h3' } },
  { begin: '> ', form: { style: 'blockquote' } },
  { begin: '- ', form: { style: 'normal', listItem: 'bullet', level: 1 } },
  { begin: '1. ', form: { style: 'normal', listItem: 'number', level: 1 } },
  { begin: '', form: { style: 'normal' } },
]

/**
 * Makes rich text of lines, one block each: `## ` and `### ` begin headings, `> ` a quote, `- ` and `1. ` an entry of a
 * list; `*emphasis*`, `**strong**` and `[text](address)` within them become marks.
 */
export function richText(lines: readonly string[]): Block[] {
  return lines.map((line, index) => {
    const { begin, form } = lineForms.find((candidate) => line.startsWith(candidate.begin)) ?? {
      begin: '',
      form: { style: 'normal' },
    }
    const key = `b${index}`
    return { _type: 'block', _key: key, ...form, ...inlineOf(line.slice(begin.length), key) }
  })
}

function inlineOf(text: string, key: string): Pick<Block, 'markDefs' | 'children'> {
  const markDefs: Link[] = []
  const children: Span[] = []
  const add = (words: string, marks: string[]): void => {
    if (words !== '') children.push({ _type: 'span', _key: `${key}s${children.length}`, text: words, marks })
  }
  let end = 0
  for (const found of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)/g)) {
    add(text.slice(end, found.index), [])
    end = found.index + found[0].length
    const [, strong, emphasis, words, href] = found
    if (strong !== undefined) add(strong, ['strong'])
    else if (emphasis !== undefined) add(emphasis, ['em'])
    else if (words !== undefined && href !== undefined) {
      const link: Link = { _type: 'link', _key: `${key}l${markDefs.length}`, href }
      markDefs.push(link)
      add(words, [link._key])
    }
  }
  add(text.slice(end), [])
  return { markDefs, children }
}

/** The words alone, a line for each block. */
export function plainLines(blocks: readonly Block[]): string[] {
  return blocks.map(({ children }) => children.map(({ text }) => text).join(''))
}

/** minutes that reading takes, at 200 words a minute; at least one */
export function readingMinutes(blocks: readonly Block[]): number {
  const words = plainLines(blocks).flatMap((line) => line.split(/\s+/))
  return Math.max(1, Math.round(words.length / 200))
}
