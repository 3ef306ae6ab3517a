import {
  defineAnnotation,
  defineBlockObject,
  defineDecorator,
  defineInlineObject,
  defineTextBlock,
  type TextBlockRenderProps,
} from '@portabletext/editor'
import type { ReactElement } from 'react'
import { InlineCard } from '../cards/inline-card.tsx'
import { ObjectCard } from '../cards/object-card.tsx'
import { inlineType, objectType } from '../model/to-editor.ts'
import { textAttributes } from './text-attributes.ts'
import classes from './text.module.css'

function renderText({ attributes, children, node }: TextBlockRenderProps): ReactElement {
  // Headings are styled paragraphs here, because the text must not add entries to the outline of the page.
  return (
    <div dir="auto" {...attributes} {...textAttributes(node)}>
      <div className={classes['text']}>{children}</div>
    </div>
  )
}

/** the elements of known decorators; others are marked as unknown */
const decoratorElements: Readonly<Record<string, (children: ReactElement) => ReactElement>> = {
  strong: (children) => <strong>{children}</strong>,
  em: (children) => <em>{children}</em>,
  underline: (children) => <u>{children}</u>,
  'strike-through': (children) => <s>{children}</s>,
  code: (children) => <code className={classes['code']}>{children}</code>,
  sup: (children) => <sup>{children}</sup>,
  sub: (children) => <sub>{children}</sub>,
  highlight: (children) => <mark>{children}</mark>,
}

/** The render functions of the editor; constant, because new ones would render the whole text again. */
export const nodes = [
  defineTextBlock({ type: 'block', render: renderText }),
  ...Object.entries(decoratorElements).map(([type, show]) =>
    defineDecorator({ type, render: ({ children }) => show(children) }),
  ),
  defineDecorator({
    type: '*',
    render: ({ children, decorator }) => (
      <span className={classes['unknownMark']} title={decorator}>
        {children}
      </span>
    ),
  }),
  defineAnnotation({
    type: 'link',
    render: ({ children, annotation }) => (
      <span className={classes['link']} title={String(annotation['href'] ?? '')}>
        {children}
      </span>
    ),
  }),
  defineAnnotation({
    type: '*',
    render: ({ children, annotation }) => (
      <span className={classes['unknownMark']} title={annotation._type}>
        {children}
      </span>
    ),
  }),
  defineBlockObject({
    type: objectType,
    render: ({ attributes, children, node, selected }) => (
      <div {...attributes} className={classes['object']}>
        {children}
        <ObjectCard blockKey={node._key} value={node['value']} isSelected={selected} />
      </div>
    ),
  }),
  defineInlineObject({
    type: inlineType,
    render: ({ attributes, children, node, selected }) => (
      <span {...attributes}>
        {children}
        <InlineCard value={node['value']} isSelected={selected} />
      </span>
    ),
  }),
]
