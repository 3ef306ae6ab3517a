/** A backup, check or restore that cannot be done: one sentence for the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}
