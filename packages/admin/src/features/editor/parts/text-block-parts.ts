import { isObject } from '../../../rich-text/model/same.ts'
import { propertiesParts } from './data-parts.ts'
import {
  detailPart,
  type Typed,
  type Formatting,
  namePart,
  type Reader,
  type Part,
  textParts,
} from './parts.ts'

/** A text block: its style, its text with formatting, and its other properties. */
export function paragraphParts(block: Typed, children: readonly Typed[], reader: Reader): Part[] {
  return [
    stylePart(block['style'] ?? 'normal', reader),
    ...listParts(block),
    ...joinedSpans(children, block['markDefs'], reader).flatMap(({ child, formatting }) =>
      childParts(child, formatting, reader),
    ),
    ...propertiesParts(block, reader, ['_type', 'style', 'listItem', 'level', 'children', 'markDefs']),
  ]
}

function stylePart(style: unknown, reader: Reader): Part {
  const key = `style ${JSON.stringify(style)}`
  const name = typeof style === 'string' ? reader.styleName(style) : JSON.stringify(style)
  return style === 'normal' ? detailPart(key, `${name}: `) : namePart(key, `${name}: `)
}

/** maximum level of an entry that is indented by its level; deeper ones are indented like this one */
const mostIndented = 12

/** what a reader sees before an entry, by the kind of its list */
const bullets = { bullet: '•', number: '1.', task: '☐' } as const

/** The bullet of an entry of a list, indented by its level; nothing for other blocks. */
function listParts({ listItem, level }: Typed): Part[] {
  if (listItem === undefined || listItem === null) return []
  const depth = typeof level === 'number' ? Math.min(level, mostIndented) : 1
  const kind = String(listItem)
  const sign = Object.hasOwn(bullets, kind) ? bullets[kind as keyof typeof bullets] : kind
  const text = `${'  '.repeat(Math.max(0, depth - 1))}${sign} `
  return [{ kind: 'text', key: `\0list ${JSON.stringify([listItem, level ?? 1])}`, text }]
}

/** A child of a block with its formatting. */
interface FormattedChild {
  readonly child: Typed
  readonly formatting: Formatting | undefined
}

/** Joins spans with the same formatting, because their border is invisible. */
function joinedSpans(children: readonly Typed[], definitions: unknown, reader: Reader): FormattedChild[] {
  const joined: FormattedChild[] = []
  for (const child of children) {
    const formatting = formattingOf(child, definitions, reader)
    const last = joined.at(-1)
    if (
      last !== undefined &&
      isPlainSpan(child) &&
      isPlainSpan(last.child) &&
      formatting?.key === last.formatting?.key
    )
      joined[joined.length - 1] = {
        child: { ...last.child, text: `${String(last.child['text'])}${String(child['text'])}` },
        formatting,
      }
    else joined.push({ child, formatting })
  }
  return joined
}

const spanProperties = ['_type', '_key', 'text', 'marks']

/** Whether a child is a span without properties of a plugin. */
function isPlainSpan(child: Typed): boolean {
  return (
    child._type === 'span' &&
    typeof child['text'] === 'string' &&
    Object.keys(child).every((name) => spanProperties.includes(name))
  )
}

function childParts(child: Typed, formatting: Formatting | undefined, reader: Reader): Part[] {
  const { _type, text } = child
  if (_type !== 'span' || typeof text !== 'string') return reader.object(child)
  return [...textParts(text, formatting), ...propertiesParts(child, reader, spanProperties)]
}

/**
 * The formatting of a span; undefined without marks. The marks are sorted, because their order makes no visible
 * difference.
 */
function formattingOf({ marks }: Typed, definitions: unknown, reader: Reader): Formatting | undefined {
  if (!Array.isArray(marks) || marks.length === 0) return undefined
  const annotationDefinitions = Array.isArray(definitions) ? definitions.filter(isObject) : []
  // A mark is the key of an annotation, or else the name of a decorator.
  const resolved = marks.map(
    (mark: unknown) => annotationDefinitions.find(({ _key }) => _key === mark) ?? String(mark),
  )
  const decorators = resolved.filter((mark) => typeof mark === 'string').toSorted()
  const annotations = resolved
    .filter(isObject)
    .map((definition) => annotationText(definition, reader))
    .toSorted()
  return {
    key: `\0${JSON.stringify([decorators, annotations])}`,
    marks: [...decorators, ...(annotations.length > 0 ? ['link'] : [])],
    label: [...decorators.map((mark) => reader.markName(mark)), ...annotations].join(', '),
  }
}

/** A link with its address, or an annotation of a plugin. */
function annotationText(definition: Readonly<Record<string, unknown>>, reader: Reader): string {
  const { _type, _key, href, ...others } = definition
  const further = Object.entries(others)
    .filter(([, value]) => value !== undefined && value !== null)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, value]) =>
        `${reader.propertyName(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
  const main = href === undefined ? [] : [typeof href === 'string' ? href : JSON.stringify(href)]
  return [reader.markName(String(_type)), ...main, ...further].join(' ')
}
