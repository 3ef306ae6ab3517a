import type { Ref } from 'react'

/** A block of rich text as the service stores it. */
export interface Block {
  readonly _type: string
  readonly [part: string]: unknown
}

/** A block type of a plugin; `schema` is the JSON Schema of its properties other than `_type` and `_key`. */
export interface BlockType {
  readonly type: string
  readonly title: string
  readonly description?: string | undefined
  readonly schema: Readonly<Record<string, unknown>>
}

/** An image of the media library that the person has chosen. */
export interface PickedMedia {
  readonly id: string
  readonly url: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  readonly placeholder?: string | null
  readonly focalPoint?: { readonly x: number; readonly y: number } | null
  /** the widths in which the service offers the image, in pixels */
  readonly variants?: readonly number[]
}

/** An item of this site that a link can refer to. */
export interface PickedItem {
  readonly href: string
  readonly title: string
  readonly reference?: { readonly collection: string; readonly id: string }
}

/** An issue of the service about one block; the path begins with the index of the block. */
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
  /** called shortly after a change (at most every 400 milliseconds), and at once by `flush`, on blur and on unmount */
  readonly onChange: (blocks: Block[]) => void
  /** called with the time of a change that `onChange` will report, and with null when all changes are reported */
  readonly onPending?: (since: number | null) => void
  /** block types of plugins */
  readonly blockTypes?: readonly BlockType[]
  /** lets the person choose an image; null if they cancel */
  readonly pickMedia?: () => Promise<PickedMedia | null>
  /** chooses several images at once, for galleries; without it they are chosen one after the other */
  readonly pickMany?: () => Promise<readonly PickedMedia[]>
  /** uploads images that are pasted or dropped; calls `onDone` with each uploaded one */
  readonly uploadPictures?: (files: readonly File[], onDone: (picture: PickedMedia) => void) => void
  /** lets the person choose the part and the focal point of a picture; returns the changed picture, or null */
  readonly cropPicture?: (
    picture: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>> | null>
  /** lets the person choose the item to which a link leads; null if they cancel */
  readonly pickItem?: () => Promise<PickedItem | null>
  readonly readOnly?: boolean
  /** the accessible name of the text if it has no visible label */
  readonly label?: string
  /** the id of the visible label */
  readonly labelledBy?: string
  readonly describedBy?: string
  readonly error?: string | null | undefined
  readonly issues?: readonly BlockIssue[]
  readonly autoFocus?: boolean
  readonly placeholder?: string
  readonly hasWordCount?: boolean
  /**
   * A change replaces the edited value even while a person writes, for example by a restored revision or a resolved
   * conflict.
   */
  readonly version?: string | number
  readonly ref?: Ref<RichTextHandle>
}
