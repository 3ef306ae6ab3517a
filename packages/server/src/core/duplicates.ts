import type { WriteContext } from './context.ts'
import { OctavoError, refusal } from '../platform/errors.ts'

/** Runs a write and replaces the error of a unique index by `complaint`, which the caller can understand. */
export async function refusingDuplicates<Result>(
  { services }: WriteContext,
  complaint: OctavoError,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (services.database.dialect.uniqueViolation(error) === null) throw error
    throw complaint
  }
}

/** The error of a slug that is taken. `where` names what has it, such as `section`. */
export function slugTaken(slug: string, where: string): OctavoError {
  return new OctavoError('DUPLICATE_SLUG', `The slug "${slug}" is taken by another ${where}.`, {
    details: { slug },
  })
}

/** The error of a name that is taken. `what` names the kind of both things, such as `menu`. */
export function nameTaken(name: string, what: string): OctavoError {
  return refusal('CONFLICT', 'nameTaken', { what, name }, { details: { name } })
}
