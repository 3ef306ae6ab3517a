import { foundation } from './001-foundation.ts'
import { site } from './002-site.ts'

export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}

/** In order. A migration that has been released is never changed. */
export const migrations: readonly Migration[] = [
  { name: '001-foundation', statements: foundation },
  { name: '002-site', statements: site },
]
