import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import type { z } from 'zod'
import { type Caller, demand } from './caller.ts'
import { furtherIssues } from './content/input.ts'
import type { ReadContext, Services, WriteContext } from './context.ts'
import { invalid, OctavoError } from './errors.ts'
import { handlerOf } from './handlers.ts'
import { findUnsafe } from './json-safety.ts'
import { timeText } from './time-text.ts'

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
function parseInput(
  { schema, plugins }: Services,
  { operation, input: raw, issues: ofDoor = [] }: Call,
): unknown {
  const unsafe = findUnsafe(raw)
  if (unsafe.isTooDeep) throw invalid([...ofDoor, ...unsafe.issues])
  const { success, data, error } = operation.input.safeParse(raw)
  const first = [...ofDoor, ...unsafe.issues]
  if (success && first.length === 0) return data
  const further = [
    ...(success ? [] : issuesOf(error, Object.keys(operation.input.shape))),
    ...furtherIssues(operation, raw, { schema: schema.current, blocks: plugins.current.blocks }),
  ]
  const told = new Set(first.map(({ path }) => path))
  throw invalid([...first, ...further.filter(({ path }) => !told.has(path))])
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
  const attempt = (): Promise<unknown> => {
    const context: ReadContext = {
      caller,
      db: services.database.reader,
      schema: services.schema.current,
      services,
      now: timeText(services.clock()),
    }
    return run(operation, context as WriteContext, input)
  }
  try {
    return await attempt()
  } catch (error) {
    // Another process may have changed the schema a moment ago.
    const mayBeStale =
      error instanceof OctavoError ? error.code === 'NOT_FOUND' : isSchemaMismatch(services, error)
    if (!mayBeStale || !(await services.schema.refresh())) throw error
    return attempt()
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
      const effects: Effect[] = []
      await services.plugins.asOf(tx)
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
  await runEffects(services, operation.name, committed.effects)
  return committed.result
}

function run(operation: Operation, context: WriteContext, input: unknown): Promise<unknown> {
  const handler = handlerOf.get(operation)
  if (handler === undefined) throw new Error(`There is no handler for ${operation.name}.`)
  return handler(context, input)
}

export type Effect = () => Promise<void> | void

/** Runs what was asked for after a commit. What is committed is committed: a failure goes to the log alone. */
export async function runEffects(
  { log }: Services,
  operation: string,
  effects: readonly Effect[],
): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      log.error({ err: error, operation }, 'an effect after the commit failed')
    }
  }
}
