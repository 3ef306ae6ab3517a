import type { Ref } from 'react'

/** A block of rich text as the service stores it. */
export interface Block {
  readonly _type: string
  readonly [part: string]: unknown
}

/** A type of block that a plugin adds; `schema` is JSON Schema of what is beside `_type` and `_key`. */
export interface BlockType {
  readonly type: string
  readonly title: string
  readonly description?: string | undefined
  readonly schema: Readonly<Record<string, unknown>>
}

export interface PickedMedia {
  readonly id: string
  readonly url: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
}

/** Something of this site that a link can lead to. */
export interface PickedItem {
  readonly href: string
  readonly title: string
  readonly reference?: { readonly collection: string; readonly id: string }
}

/** What the service says against one block: the path begins with the block's index in the value. */
export interface BlockIssue {
  readonly path: string
  readonly message: string
}

export interface RichTextHandle {
  /** Reports unreported changes; call it before saving or leaving. */
  flush: () => void
  focus: () => void
}

export interface RichTextProps {
  readonly value: readonly Block[] | null | undefined
  /** Called shortly after a change (at most every 0.4 s), and at once by `flush`, on blur and on unmount. */
  readonly onChange: (blocks: Block[]) => void
  /** Called with the time of a change before `onChange` reports it, and with null when all changes are reported. */
  readonly onPending?: (since: number | null) => void
  /** types of block that plugins add */
  readonly blockTypes?: readonly BlockType[]
  readonly pickMedia?: () => Promise<PickedMedia | null>
  /** several pictures at once, for galleries; without it they are chosen one after the other */
  readonly pickMany?: () => Promise<readonly PickedMedia[]>
  /** uploads pictures that are pasted or dropped; `onDone` takes each one that is there */
  readonly uploadPictures?: (files: readonly File[], onDone: (picture: PickedMedia) => void) => void
  readonly pickItem?: () => Promise<PickedItem | null>
  readonly readOnly?: boolean
  /** what the text is, for those who do not see its label; or the id of the label */
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string
  readonly error?: string | null | undefined
  readonly issues?: readonly BlockIssue[]
  readonly autoFocus?: boolean
  readonly placeholder?: string
  readonly hasWordCount?: boolean
  /** Another number or text takes the value over even while a person writes: a restored revision, a resolved conflict. */
  readonly version?: string | number
  readonly ref?: Ref<RichTextHandle>
}
