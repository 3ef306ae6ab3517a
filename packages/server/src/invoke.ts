import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { placesOf } from '@octavo/contract/rest'
import { tellUntold } from './audit/record.ts'
import { admit, type Caller } from './caller.ts'
import { furtherIssues } from './content/input.ts'
import type { ReadContext, Services, StagedContext, WriteContext } from './context.ts'
import type { TransactionKind } from './database/database.ts'
import { invalid, OctavoError } from './errors.ts'
import type { Upload } from './files/incoming.ts'
import { handlerOf } from './handlers.ts'
import { issuesOf } from './issues.ts'
import { findUnsafe } from './json-safety.ts'
import { timeText } from './time-text.ts'
import { transact } from './transact.ts'
import type { Visit } from './visit.ts'

/** how often a read is tried while the schema changes under it */
const mostTries = 5

export interface Call {
  readonly operation: Operation
  readonly caller: Caller
  readonly input: unknown
  /** what the door has found wrong with the input; told together with what is found here */
  readonly issues?: readonly Issue[]
  readonly ifMatch?: readonly string[] | null | undefined
  /** a file that came beside the input; the door takes it away at the end */
  readonly upload?: Upload | null
  /** the client that asks, where the door has one to leave something with */
  readonly visit?: Visit | null
  /** the time that it is made at, in the stored form; now unless said */
  readonly now?: string
}

/**
 * THE path that every call takes, whichever door it came through:
 * may they → input → transaction → handler → after-effects.
 */
export async function invoke(services: Services, call: Call): Promise<unknown> {
  const { operation, caller } = call
  admit(caller, operation.permission)
  const input = parseInput(services, call)
  switch (operation.effect) {
    case 'read':
    case 'steps':
      return read(services, call, input)
    case 'staged':
      return run(operation, stagedContext(services, call), input)
    default:
      return transaction(services, call, operation.effect, (context) => run(operation, context, input))
  }
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
    ...(success ? [] : issuesOf(error, settableKeys(operation), raw)),
    ...furtherIssues(operation, raw, { schema: schema.current, blocks: plugins.current.blocks }),
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

async function read(services: Services, call: Call, input: unknown): Promise<unknown> {
  const { operation } = call
  for (let tried = 1; ; tried++) {
    const context = readContext(services, call)
    try {
      return await run(operation, context, input)
    } catch (error) {
      // The schema may have changed a moment ago, here or in another process.
      const mayBeStale =
        error instanceof OctavoError ? error.code === 'NOT_FOUND' : isSchemaMismatch(services, error)
      if (!mayBeStale || tried >= mostTries) throw error
      await services.schema.refresh()
      if (services.schema.current === context.schema) throw error
    }
  }
}

function isSchemaMismatch(services: Services, error: unknown): boolean {
  return services.database.dialect.isSchemaMismatch(error)
}

function readContext(services: Services, { caller, visit, now }: Call): ReadContext {
  return {
    caller,
    db: services.database.reader,
    schema: services.schema.current,
    services,
    now: now ?? timeText(services.clock()),
    visit: visit ?? null,
  }
}

function stagedContext(services: Services, call: Call): StagedContext {
  return {
    ...readContext(services, call),
    upload: call.upload ?? null,
    transaction: (work) => transaction(services, call, 'write', work),
  }
}

function transaction<Result>(
  services: Services,
  call: Call,
  kind: TransactionKind,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const { operation, caller, ifMatch, visit = null, now } = call
  return transact(
    services,
    { caller, action: operation.name, kind, visit, ifMatch, now },
    async (context) => {
      const result = await work(context)
      tellUntold(context, { ...call, result })
      return result
    },
  )
}

function run(operation: Operation, context: ReadContext, input: unknown): Promise<unknown> {
  const handler = handlerOf.get(operation)
  if (handler === undefined) throw new Error(`There is no handler for ${operation.name}.`)
  return handler(context, input)
}
