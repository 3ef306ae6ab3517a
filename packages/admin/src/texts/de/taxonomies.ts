import type { taxonomies as english } from '../en/taxonomies.ts'
import type { Translated } from '../translated.ts'

export const taxonomies: Translated<typeof english> = {}
