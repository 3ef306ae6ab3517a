import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import { placesOf } from '@octavo/contract/rest'
import type { z } from 'zod'
import { type Caller, demand } from './caller.ts'
import { furtherIssues } from './content/input.ts'
import type { ReadContext, Services, WriteContext } from './context.ts'
import { invalid, OctavoError } from './errors.ts'
import { handlerOf } from './handlers.ts'
import { findUnsafe } from './json-safety.ts'
import { timeText } from './time-text.ts'

/** how often a read is tried while the schema changes under it */
const mostTries = 5

export interface Call {
  readonly operation: Operation
  readonly caller: Caller
  readonly input: unknown
  /** what the door has found wrong with the input; told together with what is found here */
  readonly issues?: readonly Issue[]
  readonly ifMatch?: readonly string[] | null | undefined
}

/**
 * THE path that every call takes, whichever door it came through:
 * may they → input → transaction → handler → after-effects.
 */
export async function invoke(services: Services, call: Call): Promise<unknown> {
  const { operation, caller } = call
  demand(caller, operation.permission)
  const input = parseInput(services, call)
  return operation.effect === 'read' ? read(services, call, input) : write(services, call, input)
}

/** Parses an input by the operation's schema; throws VALIDATION_ERROR with every problem. */
function parseInput({ schema }: Services, { operation, input: raw, issues: ofDoor = [] }: Call): unknown {
  const unsafe = findUnsafe(raw)
  if (unsafe.isTooDeep) throw invalid([...ofDoor, ...unsafe.issues])
  const { success, data, error } = operation.input.safeParse(raw)
  const first = [...ofDoor, ...unsafe.issues]
  if (success && first.length === 0) return data
  const further = [
    ...(success ? [] : issuesOf(error, settableKeys(operation))),
    ...furtherIssues(operation, raw, schema.current),
  ]
  const told = new Set(first.map(({ path }) => path))
  throw invalid([...first, ...further.filter(({ path }) => !told.has(path))])
}

/** The keys that a caller may give beside what the path says. */
function settableKeys(operation: Operation): readonly string[] {
  const keys = Object.keys(operation.input.shape)
  if (operation.rest === undefined) return keys
  const { path } = placesOf(operation, operation.rest)
  return keys.filter((key) => !path.includes(key))
}

/** The issues of a schema in our form; unknown keys come one by one, each with the name that was meant. */
function issuesOf(error: z.ZodError, known: readonly string[]): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    const names = path === '' ? known : []
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: `is not known here${hint(key, names)}`,
    }))
  })
}

async function read(services: Services, { operation, caller }: Call, input: unknown): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    const schema = services.schema.current
    const context: ReadContext = {
      caller,
      db: services.database.reader,
      schema,
      services,
      now: timeText(services.clock()),
    }
    try {
      return await run(operation, context as WriteContext, input)
    } catch (error) {
      // The schema may have changed a moment ago, here or in another process.
      const mayBeStale =
        error instanceof OctavoError ? error.code === 'NOT_FOUND' : isSchemaMismatch(services, error)
      if (!mayBeStale || tried >= mostTries) throw error
      await services.schema.refresh()
      if (services.schema.current === schema) throw error
    }
  }
}

function isSchemaMismatch(services: Services, error: unknown): boolean {
  return services.database.dialect.isSchemaMismatch(error)
}

async function write(services: Services, call: Call, input: unknown): Promise<unknown> {
  const { operation, caller, ifMatch } = call
  const committed = await services.database.transaction(
    operation.effect === 'schema' ? 'schema' : 'write',
    async (tx) => {
      // The engine may run this again: effects belong to the attempt that is committed.
      const effects: (() => Promise<void> | void)[] = []
      const context: WriteContext = {
        caller,
        db: tx,
        schema: await services.schema.asOf(tx),
        services,
        now: timeText(services.clock()),
        ifMatch,
        afterCommit: (effect) => void effects.push(effect),
      }
      return { result: await run(operation, context, input), effects }
    },
  )
  for (const effect of committed.effects) await runEffect(services, operation, effect)
  return committed.result
}

function run(operation: Operation, context: WriteContext, input: unknown): Promise<unknown> {
  const handler = handlerOf.get(operation)
  if (handler === undefined) throw new Error(`There is no handler for ${operation.name}.`)
  return handler(context, input)
}

async function runEffect(
  services: Services,
  operation: Operation,
  effect: () => Promise<void> | void,
): Promise<void> {
  try {
    await effect()
  } catch (error) {
    // What is committed is committed: the caller must not be told that it failed.
    services.log.error({ err: error, operation: operation.name }, 'an effect after the commit failed')
  }
}
