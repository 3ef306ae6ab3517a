import { linkOf, listOf, numberOf, optional, type Value } from './blocks.ts'
import type { Attributes, TypedObject, Writer } from './writer.ts'

/** How texts, lists and marks are shown: what the components of Portable Text take besides types of blocks. */

type Show<Node> = (shown: { readonly children: Node; readonly value: Value }) => Node
type Views<Node> = Readonly<Record<string, Show<Node>>>

/** the element of each style, and its class */
const styles: Readonly<Record<string, readonly [tag: string, name?: string]>> = {
  normal: ['p'],
  h1: ['h1'],
  h2: ['h2'],
  h3: ['h3'],
  h4: ['h4'],
  h5: ['h5'],
  h6: ['h6'],
  blockquote: ['blockquote'],
  pullquote: ['blockquote', 'pullquote'],
  citation: ['p', 'citation'],
  verse: ['pre', 'verse'],
  preformatted: ['pre'],
}

const decorators: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  underline: 'u',
  'strike-through': 's',
  code: 'code',
  sup: 'sup',
  sub: 'sub',
  highlight: 'mark',
}

interface TextViews<Node> {
  readonly block: Views<Node>
  readonly list: Views<Node>
  readonly listItem: Views<Node>
  readonly marks: Views<Node>
}

/** How text blocks, lists and marks are shown by default, as elements that `writer` makes. */
export function textViews<Node>(writer: Writer<Node>): TextViews<Node> {
  const element = (tag: string, attributes: Attributes, children: Node): Node =>
    writer.element(tag, attributes, [children])
  return {
    block: mapped(
      styles,
      ([tag, name]) =>
        ({ children, value }) =>
          element(tag, { id: optional(value['anchor']), class: joined(name, alignOf(value)) }, children),
    ),
    list: {
      bullet: ({ children }) => element('ul', {}, children),
      task: ({ children }) => element('ul', { class: 'tasks' }, children),
      number: ({ children, value }) => {
        // The first entry has the properties of the list: where it starts, and whether it counts down.
        const [first = {}] = listOf(value['children'])
        const attributes = {
          start: numberOf(first['start']),
          reversed: first['reversed'] === true || undefined,
        }
        return element('ol', attributes, children)
      },
    },
    listItem: {
      bullet: entry(writer),
      number: entry(writer),
      task: entry(writer),
    },
    marks: {
      ...mapped(
        decorators,
        (tag) =>
          ({ children }) =>
            element(tag, {}, children),
      ),
      link: ({ children, value }) => {
        const href = linkOf(value?.['href'])
        if (href === undefined) return children
        const target = value['blank'] === true ? { target: '_blank', rel: 'noopener' } : {}
        return element('a', { href, title: optional(value['title']), ...target }, children)
      },
    },
  }
}

/** The entry of a list, with a checkbox if it is one of a task list, and with the blocks within it. */
function entry<Node>(writer: Writer<Node>): Show<Node> {
  return ({ children, value }) => {
    const { checked } = value
    const isTask = typeof checked === 'boolean'
    const box = { type: 'checkbox', disabled: true, ...(checked === true && { checked: true }) }
    const innerBlocks = listOf(value['content']).filter(
      (one): one is Value & TypedObject => typeof one['_type'] === 'string',
    )
    return writer.element('li', { id: optional(value['anchor']) }, [
      ...(isTask ? [writer.element('input', box)] : []),
      children,
      ...(innerBlocks.length === 0 ? [] : [writer.blocks(innerBlocks)]),
    ])
  }
}

function alignOf(value: Value): string | undefined {
  const align = optional(value['align'])
  return align === undefined ? undefined : `align-${align}`
}

function joined(...names: readonly (string | undefined)[]): string | undefined {
  const given = names.filter((name) => name !== undefined)
  return given.length === 0 ? undefined : given.join(' ')
}

function mapped<From, To>(
  table: Readonly<Record<string, From>>,
  make: (from: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(table).map(([name, from]) => [name, make(from)]))
}
