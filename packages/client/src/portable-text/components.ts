import { blockViews, type Value } from './blocks.ts'
import { textViews } from './text-views.ts'
import type { Attributes, Settings, TypedObject, Writer } from './writer.ts'

export type { Settings, TypedObject } from './writer.ts'

/** The properties that the packages of Portable Text pass to a component. */
interface ComponentProps {
  readonly children?: unknown
  readonly value?: unknown
}

type Component<Node> = (props: ComponentProps) => Node

/** The components of all blocks, in the form that the packages of Portable Text take. */
export interface Components<Node> {
  readonly types: Readonly<Record<string, Component<Node>>>
  readonly block: Readonly<Record<string, Component<Node>>>
  readonly list: Readonly<Record<string, Component<Node>>>
  readonly listItem: Readonly<Record<string, Component<Node>>>
  readonly marks: Readonly<Record<string, Component<Node>>>
}

type ToHtml = (value: TypedObject[], options: { components: Components<string> }) => string

/** The components for `toHTML` of `@portabletext/to-html`. */
export function htmlComponents(toHTML: ToHtml, settings: Settings = {}): Components<string> {
  const components: Components<string> = componentsOf(
    {
      element: (tag, attributes, children) => {
        const start = `<${tag}${Object.entries(attributes).map(attributeText).join('')}>`
        return voidElements.has(tag) ? start : `${start}${(children ?? []).join('')}</${tag}>`
      },
      text: escaped,
      // Blocks within a block are shown by the same components; they exist when this is called.
      blocks: (blocks) => toHTML([...blocks], { components }),
      html: (html) => html,
    },
    settings,
  )
  return components
}

const voidElements = new Set(['img', 'hr', 'input', 'source'])

function attributeText([name, value]: readonly [string, Attributes[string]]): string {
  if (value === undefined || value === false) return ''
  return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** The parts of React and of `@portabletext/react` that are needed. The program passes those that it uses itself. */
interface ReactParts<Node> {
  createElement(type: never, props: never, ...children: never[]): Node
  readonly PortableText: unknown
}

/** The components for `PortableText` of `@portabletext/react`. */
export function reactComponents<Node>(
  { createElement, PortableText }: ReactParts<Node>,
  settings: Settings = {},
): Components<Node> {
  // `ReactParts` has parameters of the type `never`, which every version of React fits; calls need wider ones.
  const create = createElement as unknown as (type: unknown, props: object, ...children: unknown[]) => Node
  const components: Components<Node> = componentsOf(
    {
      element: (tag, attributes, children = []) => create(tag, propsOf(attributes), ...children),
      text: (text) => text as Node,
      blocks: (blocks) => create(PortableText, { value: blocks, components }),
      html: (html) => create('div', { dangerouslySetInnerHTML: { __html: html } }),
    },
    settings,
  )
  return components
}

const reactNames: Readonly<Record<string, string>> = {
  class: 'className',
  srcset: 'srcSet',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  // React requires a handler beside `checked`; the boxes are disabled and never change.
  checked: 'defaultChecked',
}

function propsOf(attributes: Attributes): object {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [reactNames[name] ?? name, value]),
  )
}

function componentsOf<Node>(writer: Writer<Node>, settings: Settings): Components<Node> {
  const types = Object.entries(blockViews(writer, settings)).map(
    ([type, show]): [string, Component<Node>] => [type, ({ value }) => show(value as Value)],
  )
  return { ...textViews(writer), types: Object.fromEntries(types) } as Components<Node>
}
