import type { sections as english } from '../en/sections.ts'
import type { Translated } from '../translated.ts'

export const sections: Translated<typeof english> = {}
