import type { trash as english } from '../en/trash.ts'
import type { Translated } from '../translated.ts'

export const trash: Translated<typeof english> = {}
