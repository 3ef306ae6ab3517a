import type { menus as english } from '../en/menus.ts'
import type { Translated } from '../translated.ts'

export const menus: Translated<typeof english> = {}
