/** What keeps a command from its work, told to the person at the keyboard in one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
