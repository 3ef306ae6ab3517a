import { isPlainBlock, withText } from '../model/with-text.ts'

type Values = Readonly<Record<string, unknown>>

/** What is below a table or a picture: words, which importers give as rich text too where they lead somewhere. */
export function captionOf({ caption }: Values): string {
  return typeof caption === 'string' ? caption : ''
}

/** Whether the caption can be written in a plain field without losing anything. */
export function canWriteCaption({ caption, captionContent }: Values): boolean {
  const isText = caption === undefined || caption === null || typeof caption === 'string'
  return isText && (isNothing(captionContent) || onlyBlock(captionContent) !== null)
}

/** Other words in both of its forms; what has no words is not there. */
export function withCaption<Given extends Values>(values: Given, caption: string): Given {
  const { caption: _, captionContent, ...rest } = values
  if (caption === '') return rest as unknown as Given
  const block = onlyBlock(captionContent)
  const said = { caption, ...(block !== null && { captionContent: [withText(block, caption)] }) }
  return { ...values, ...said }
}

/** Whether a caption holds more than a plain field could, so that it is shown and kept. */
export function isCaptionKept(values: Values): boolean {
  return !isNothing(values['captionContent']) && !canWriteCaption(values)
}

/** What a form says now; where it has other words for the caption, in both of its forms. */
export function withCaptionAs(before: Values, now: Values): Values {
  const isOther = now['caption'] !== before['caption'] && !isNothing(now['captionContent'])
  return isOther ? withCaption(now, captionOf(now)) : now
}

function onlyBlock(content: unknown) {
  const [block] = Array.isArray(content) && content.length === 1 ? (content as unknown[]) : []
  return isPlainBlock(block) ? block : null
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
