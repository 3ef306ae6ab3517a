/** Why a passkey could not be created or used. */
export type PasskeyProblem = 'cancelled' | 'wrongOrigin' | 'alreadyRegistered' | 'failed'

/** The error of a passkey that could not be created or used on the device, also because the person cancelled. */
export class PasskeyFailure extends Error {
  readonly problem: PasskeyProblem

  constructor(problem: PasskeyProblem, cause: unknown) {
    super(`no passkey: ${problem}`, { cause })
    this.problem = problem
  }
}
