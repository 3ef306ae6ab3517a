import type { plugins as english } from '../en/plugins.ts'
import type { Translated } from '../translated.ts'

export const plugins: Translated<typeof english> = {}
