import type { dashboard as english } from '../en/dashboard.ts'
import type { Translated } from '../translated.ts'

export const dashboard: Translated<typeof english> = {}
