import type { model as english } from '../en/model.ts'
import type { Translated } from '../translated.ts'

export const model: Translated<typeof english> = {}
