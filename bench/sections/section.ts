import type { Client } from '../load/client.ts'
import type { SectionResult } from '../report/print.ts'

export interface Settings {
  readonly seconds: number
  readonly rounds: number
  /** items of the large data set of `growth` */
  readonly largeItems: number
}

export type Section = (client: Client, settings: Settings) => Promise<SectionResult>
