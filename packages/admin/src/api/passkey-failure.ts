/** Why a device made or used no passkey. */
export type PasskeyProblem = 'cancelled' | 'wrongOrigin' | 'alreadyRegistered' | 'failed'

/** A device or its owner refused; the service was not asked, or knows nothing of it. */
export class PasskeyFailure extends Error {
  readonly problem: PasskeyProblem

  constructor(problem: PasskeyProblem, cause: unknown) {
    super(`no passkey: ${problem}`, { cause })
    this.problem = problem
  }
}
