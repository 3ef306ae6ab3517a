/** Why a passkey could not be created or used. */
export type PasskeyProblem = 'cancelled' | 'wrongOrigin' | 'alreadyRegistered' | 'failed'

/** The device failed or the person cancelled; the service received no request, or does not know the passkey. */
export class PasskeyFailure extends Error {
  readonly problem: PasskeyProblem

  constructor(problem: PasskeyProblem, cause: unknown) {
    super(`no passkey: ${problem}`, { cause })
    this.problem = problem
  }
}
