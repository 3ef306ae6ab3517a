import type { audit as english } from '../en/audit.ts'
import type { Translated } from '../translated.ts'

export const audit: Translated<typeof english> = {}
