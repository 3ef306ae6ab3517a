import { type SourceFault, sourceFaults } from '@octavo/contract/export-faults'

/** Why a folder, an archive or an export in JSON cannot be read as a whole. */
export class MalformedSource extends Error {
  readonly fault: SourceFault
  readonly params: Readonly<Record<'detail', string>>

  constructor(fault: SourceFault, detail = '') {
    const params = { detail: detail.slice(0, 200).toWellFormed() }
    super(sourceFaults[fault](params))
    this.fault = fault
    this.params = params
  }
}
