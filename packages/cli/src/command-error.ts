/** An error that the command line prints as one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
