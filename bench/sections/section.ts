import type { Client } from '../load/client.ts'
import type { SectionResult } from '../report/print.ts'

export interface Settings {
  readonly seconds: number
  readonly rounds: number
  /** items of the large data set of `growth`, and of `backup` at most */
  readonly largeItems: number
  /**
   * a part of the names of the attacks of `abuse`, a part of `admin`, of the database of `events`, `import`, `queries`,
   * `pictures` and `caching`, and names of `peers`; all of them unless given
   */
  readonly only: string | undefined
}

export type Section = (client: Client, settings: Settings) => Promise<SectionResult>
