import type { richText as english } from '../en/rich-text.ts'
import type { Translated } from '../translated.ts'

export const richText: Translated<typeof english> = {}
