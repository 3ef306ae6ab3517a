import type { PortableTextBlock } from '@portabletext/editor'
import { defineBehavior, effect, raise } from '@portabletext/editor/behaviors'
import { isSafeUrl } from '@octavo/contract/url'
import { getSelectedValue, isSelectionExpanded } from '@portabletext/editor/selectors'
import { StoredConverter } from '../model/to-stored.ts'
import { toEditorBlocks } from '../model/to-editor.ts'
import type { Block } from '../types.ts'
import type { LeftOut } from './clean-html.ts'
import { blocksOfHtml } from './html-blocks.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { safeBlocks } from './safe-blocks.ts'

export const blocksType = 'application/x-portable-text'

/** Reports what was removed from the pasted content, if anything. */
export type Notify = (leftOut: LeftOut) => void

/**
 * The clipboard handling: copies blocks in their stored form, so that other editors can read them, and pastes blocks,
 * HTML and Markdown.
 */
export function clipboardBehaviors(notify: Notify) {
  return [copyBlocks, linkSelection, ...pasteBlocks(notify), pasteHtml(notify), pasteMarkdown(notify)]
}

/** Copies the selection as stored blocks. */
const copyBlocks = defineBehavior({
  on: 'serialize.data',
  guard: ({ snapshot, event }) => {
    if (event.mimeType !== blocksType && event.mimeType !== 'application/json') return false
    const blocks = new StoredConverter(new Map()).blocks(getSelectedValue(snapshot))
    return blocks.length > 0 && { data: JSON.stringify(blocks) }
  },
  actions: [
    ({ event }, { data }) => [
      raise({
        type: 'serialization.success',
        mimeType: event.mimeType,
        data,
        originEvent: event.originEvent,
      }),
    ],
  ],
})

/** Makes selected text a link if an address is pasted over it. */
const linkSelection = defineBehavior({
  on: 'clipboard.paste',
  guard: ({ snapshot, event }) => {
    const text = event.originEvent.dataTransfer.getData('text/plain').trim()
    if (!isSelectionExpanded(snapshot) || !/^(https?:\/\/|mailto:)\S+$/i.test(text)) return false
    return isSafeUrl(text) && { href: text }
  },
  actions: [
    (_, { href }) => [raise({ type: 'annotation.add', annotation: { name: 'link', value: { href } } })],
  ],
})

/**
 * Pastes stored blocks, which can be in either of the two clipboard types. Other JSON is a failure (`insertOrFail`).
 */
function pasteBlocks(notify: Notify) {
  return [blocksType, 'application/json'].map((mimeType) =>
    defineBehavior({
      on: 'deserialize.data',
      guard: ({ event }) => event.mimeType === mimeType,
      actions: [
        ({ event }) => {
          const leftOut: LeftOut = { pictures: 0, links: 0 }
          return insertOrFail(blocksOfJson(event.data, leftOut), event, () => notify(leftOut))
        },
      ],
    }),
  )
}

/** Pastes HTML as blocks. */
function pasteHtml(notify: Notify) {
  return defineBehavior({
    on: 'deserialize.data',
    guard: ({ event }) => {
      if (event.mimeType !== 'text/html') return false
      // Some browsers write plain text in both clipboard types.
      return event.data !== event.originEvent.originEvent.dataTransfer.getData('text/plain')
    },
    actions: [
      ({ snapshot, event }) => {
        const leftOut: LeftOut = { pictures: 0, links: 0 }
        const blocks = blocksOfHtml(event.data, snapshot.context.schema, leftOut)
        return insertOrFail(blocks, event, () => notify(leftOut))
      },
    ],
  })
}

/** Pastes text that looks like Markdown as blocks. The parser is loaded when it is needed. */
function pasteMarkdown(notify: Notify) {
  return defineBehavior({
    on: 'deserialize.data',
    guard: ({ event }) => event.mimeType === 'text/plain' && looksLikeMarkdown(event.data),
    actions: [
      ({ event: { data } }) => [
        effect(({ send }) => {
          void import('./markdown.ts').then(({ blocksOfMarkdown }) => {
            const leftOut: LeftOut = { pictures: 0, links: 0 }
            const blocks = blocksOfMarkdown(data, leftOut)
            send({ type: 'insert.blocks', blocks: editorBlocks(blocks), placement: 'auto' })
            return notify(leftOut)
          })
        }),
      ],
    ],
  })
}

/**
 * The event of the editor that asks for the content of one clipboard type. The type of `originEvent` is taken from the
 * events that `raise` accepts, because the response passes it back.
 */
interface DeserializeEvent {
  readonly mimeType: `${string}/${string}`
  readonly originEvent: Parameters<typeof raise>[0] extends infer Event
    ? Extract<Event, { type: 'deserialization.success' }> extends { originEvent: infer Origin }
      ? Origin
      : never
    : never
}

/** Inserts the blocks if there are any; otherwise reports a failure, so that the next clipboard type is tried. */
function insertOrFail(
  blocks: readonly Block[] | null,
  { mimeType, originEvent }: DeserializeEvent,
  onSuccess: () => void,
) {
  if (blocks === null || blocks.length === 0)
    return [
      raise({
        type: 'deserialization.failure',
        mimeType,
        reason: 'There is nothing to put in.',
        originEvent,
      }),
    ]
  return [
    raise({ type: 'deserialization.success', mimeType, data: editorBlocks(blocks), originEvent }),
    effect(onSuccess),
  ]
}

function editorBlocks(blocks: readonly Block[]): PortableTextBlock[] {
  return toEditorBlocks(blocks).blocks
}

function blocksOfJson(data: string, leftOut: LeftOut): Block[] | null {
  try {
    return safeBlocks(JSON.parse(data) as unknown, leftOut)
  } catch {
    // It is no JSON, or it is nested ten thousand deep.
    return null
  }
}
