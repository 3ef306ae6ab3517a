import { isPlainBlock, withText } from '../model/with-text.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The plain text of the caption of a table or an image. `captionContent` has the caption as rich text as well, if an
 * importer found links in it.
 */
export function captionOf({ caption }: Values): string {
  return typeof caption === 'string' ? caption : ''
}

/** Whether the caption can be edited in a plain field without losing anything. */
export function canWriteCaption({ caption, captionContent }: Values): boolean {
  const isText = caption === undefined || caption === null || typeof caption === 'string'
  return isText && (isNothing(captionContent) || onlyBlock(captionContent) !== null)
}

/** Sets the caption as plain text and, if there is one, in its rich text; an empty caption is removed. */
export function withCaption<Given extends Values>(values: Given, caption: string): Given {
  const { caption: _, captionContent, ...rest } = values
  if (caption === '') return rest as unknown as Given
  const block = onlyBlock(captionContent)
  const captionValues = { caption, ...(block !== null && { captionContent: [withText(block, caption)] }) }
  return { ...values, ...captionValues }
}

/** Whether a caption contains more than plain text, so that it is shown read-only. */
export function isCaptionReadOnly(values: Values): boolean {
  return !isNothing(values['captionContent']) && !canWriteCaption(values)
}

/** The values of a form after a change. A changed caption is also written to its rich text, if it has one. */
export function withCaptionInBothForms(before: Values, now: Values): Values {
  const isCaptionChanged = now['caption'] !== before['caption'] && !isNothing(now['captionContent'])
  return isCaptionChanged ? withCaption(now, captionOf(now)) : now
}

/** The only block of a rich text, if it is plain (spans alone, see `isPlainBlock`); null for other content. */
function onlyBlock(content: unknown) {
  const [block] = Array.isArray(content) && content.length === 1 ? (content as unknown[]) : []
  return isPlainBlock(block) ? block : null
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
