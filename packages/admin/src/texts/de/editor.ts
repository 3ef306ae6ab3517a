import type { editor as english } from '../en/editor.ts'
import type { Translated } from '../translated.ts'

export const editor: Translated<typeof english> = {}
