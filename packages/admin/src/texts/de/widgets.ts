import type { widgets as english } from '../en/widgets.ts'
import type { Translated } from '../translated.ts'

export const widgets: Translated<typeof english> = {}
