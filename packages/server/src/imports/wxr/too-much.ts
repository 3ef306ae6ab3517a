import { type ExportExcess, exportExcesses } from '@octavo/contract/export-faults'

/** Thrown over a limit of what an export can have. */
export class TooMuch extends Error {
  readonly excess: ExportExcess
  readonly most: number

  constructor(excess: ExportExcess, most: number) {
    super(exportExcesses[excess]({ most }))
    this.excess = excess
    this.most = most
  }
}
