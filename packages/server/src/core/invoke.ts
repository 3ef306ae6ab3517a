import { draftPermissions, isAllowed } from '@octavo/contract/access'
import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { placesOf } from '@octavo/contract/rest'
import type { z } from 'zod'
import { recordFallbackAudit } from './audit-recorder.ts'
import { type GivenControls, splitControls, withoutControls } from './given-controls.ts'
import { runHandler } from './run-handler.ts'
import { rehearse } from './rehearsal.ts'
import { requireOpenCollection, schemaFor } from './schema-for.ts'
import { requireRecentAuthentication } from './recent-authentication.ts'
import { authorize, type Caller } from './caller.ts'
import type { ReadContext, Services, OwnTransactionContext, WriteContext } from './context.ts'
import type { Shown } from './handler.ts'
import type { CallOutcome } from '../platform/metrics/call-metrics.ts'
import type { Reader, TransactionKind } from '../platform/database/database.ts'
import { invalid, isRefusal, OctavoError, withNothingChanged } from '../platform/errors.ts'
import type { Upload } from '../platform/files/incoming.ts'
import { namedFailure } from '../platform/full-disk.ts'
import { boundsIssue } from './input-bounds.ts'
import { frozen } from './frozen.ts'
import { doneOnce, type OnceKey, onceKeyOf } from './idempotency.ts'
import { issuesOf } from '../platform/issues.ts'
import { findUnsafe } from '../platform/json-safety.ts'
import { timeText } from '../platform/time-text.ts'
import { requireChangeSet } from './change-sets-only.ts'
import { transact } from './transact.ts'
import { unmarked } from './unmarked.ts'
import type { ClientContext } from './client-context.ts'

/** how often a read is attempted while the schema changes */
const maxTries = 5

/** A call as an interface passes it on. */
export interface Call {
  readonly operation: Operation
  readonly caller: Caller
  readonly input: unknown
  /** the same input, if the interface keeps it for further calls */
  readonly cached?: CachedInput | undefined
  /** issues that the interface has found; reported together with those found here */
  readonly issues?: readonly Issue[]
  /** further issues that the interface finds by a look-up; called only when the caller has the right */
  readonly findIssues?: () => Promise<readonly Issue[]>
  /** a schema that is narrower than the operation's, if the interface has one */
  readonly schema?: z.ZodObject
  /** what the interface will show of the result; everything by default */
  readonly shown?: Shown
  /** see `WriteContext` */
  readonly ifMatch?: readonly string[] | null | undefined
  /** for a read; see `ReadContext` */
  readonly knownTags?: readonly string[] | null | undefined
  /** see `ReadContext` */
  readonly onCacheTags?: (tags: string) => void
  /** a file sent with the input; the interface deletes it at the end */
  readonly upload?: Upload | null
  /** the client of the call, if the interface can set cookies for it */
  readonly clientContext?: ClientContext | null
  /** for operations that take one: a repeated call with the same key gets the answer of the first one */
  readonly idempotencyKey?: string | undefined
  /** the token of the first answer to a destructive call that has to be confirmed */
  readonly confirmation?: string | undefined
  /** see `Writing` */
  readonly onChange?: (changeId: string) => void
  /** the time of the call, in the stored form; now by default */
  readonly now?: string
}

/** An input that is cached for further calls of the same operation; it must not be changed. */
export interface CachedInput {
  readonly input: unknown
  /**
   * what the operation's schema has made of it, without controls; undefined before the first call, and where there are
   * issues
   */
  parsed?: unknown
}

/**
 * The single path of every call from every interface: authorize → parse input → transaction → handler → effects after
 * the commit.
 */
export async function invoke(services: Services, call: Call): Promise<unknown> {
  const startedAt = performance.now()
  let outcome: CallOutcome = 'ok'
  try {
    return await traced(services, call)
  } catch (error) {
    outcome = isRefusal(error) ? 'refused' : 'failed'
    throw error
  } finally {
    services.metrics.operations.record(call.operation.name, outcome, performance.now() - startedAt)
  }
}

function traced(services: Services, call: Call): Promise<unknown> {
  const { tracer } = services
  if (tracer === null) return perform(services, call)
  const attributes = { 'octavo.interface': call.caller.interface }
  return tracer.span({ name: call.operation.name, kind: 'internal', attributes }, () =>
    perform(services, call),
  )
}

/**
 * Checks a call and runs it. If the interface caches the input of a call (`cached`), the first call that passes the
 * checks stores what the schema made of it there, and later calls skip the separation of controls and the parsing.
 */
async function perform(services: Services, given: Call): Promise<unknown> {
  const { operation, caller, cached } = given
  authorize(caller, operation)
  const parsedBefore = cached?.parsed
  const split =
    parsedBefore === undefined ? splitControls(operation, given.input) : withoutControls(given.input)
  const { input: raw, controls, issues } = split
  const call: ParsedCall = {
    ...given,
    input: raw,
    controls,
    // A dry run is rolled back, so it would not keep the claim of its key.
    once: controls.dryRun === true ? null : onceKeyOf(given),
  }
  requireChangeSet(caller, operation, controls)
  // Before the input is parsed, because its issues would reveal whether the collection exists.
  if (caller.isVisitor === true) requireOpenCollection(services, call)
  const input = parsedBefore ?? parseInput(services, call, await allIssues(call, issues))
  // A cached input is not split again, so only one without controls is cached. One with issues has thrown before.
  if (cached !== undefined && parsedBefore === undefined && raw === given.input) cached.parsed = frozen(input)
  // A dry run destroys nothing, and neither does an entry of a change-set.
  if (controls.dryRun !== true && controls.changeSet === undefined) {
    const confirmed = services.confirmations.require(given, services.clock())
    // Only a promise is awaited: an `await` would also delay the calls that need no confirmation, which are most.
    if (confirmed !== undefined) await confirmed
  }
  if (operation.sensitive === 'always') {
    requireRecentAuthentication({ caller, now: call.now ?? timeText(services.clock()) })
  }
  // A wrapper does slow work outside of the transaction, such as converting Markdown.
  const wrap = services.operations.wrappers.get(operation)
  if (wrap === undefined) return await execute(services, call, input)
  const { shown = {} } = call
  return await wrap({ context: readContext(services, call), input, shown }, (changed) =>
    execute(services, call, changed),
  )
}

/** The issues of an input that are known before it is parsed. Without a look-up they are no promise. */
function allIssues(
  { issues = [], findIssues }: Call,
  ofControls: readonly Issue[],
): readonly Issue[] | Promise<readonly Issue[]> {
  const known = [...issues, ...ofControls]
  return findIssues === undefined ? known : findIssues().then((found) => [...known, ...found])
}

/** A call with its controls separated from its input. */
interface ParsedCall extends Call {
  readonly once: OnceKey | null
  readonly controls: GivenControls
}

function execute(services: Services, call: ParsedCall, input: unknown): Promise<unknown> {
  const { operation } = call
  switch (operation.effect) {
    case 'read':
    // The handler opens a transaction for each of its steps itself, so it begins with the context of a read.
    case 'steps':
      return read(services, call, input)
    // The handler does slow work first and then opens its transaction, so it gets a function that opens one.
    case 'ownTransaction':
      return runHandler(ownTransactionContext(services, call), { operation, input }).catch(throwNamed)
    default:
      return write(services, call, operation.effect, input)
  }
}

async function write(
  services: Services,
  call: ParsedCall,
  effect: TransactionKind,
  input: unknown,
): Promise<unknown> {
  // Of some operations the kind of the transaction depends on the input.
  const kindOf = services.operations.kinds.get(call.operation)
  const kind = (await kindOf?.(readContext(services, call), input)) ?? effect
  return transaction(services, call, kind, (context) => change(context, call, input)).catch(
    // The call was one transaction, so an outage has changed nothing, and the error may say so (`withNothingChanged`).
    (error: unknown) => throwNamed(withNothingChanged(error)),
  )
}

/**
 * Runs a write in the open transaction: as a dry run, as an entry of a change-set, or once per idempotency key if
 * asked.
 */
function change(
  context: WriteContext,
  { operation, controls, once }: ParsedCall,
  input: unknown,
): Promise<unknown> {
  const isRehearsal = controls.dryRun === true
  const performIn = (within: WriteContext): Promise<unknown> => {
    const handle = (): Promise<unknown> => runHandler(within, { operation, input })
    return isRehearsal ? rehearse(within, { operation, input }, handle) : handle()
  }
  const { changeSet: setId } = controls
  const { changeSets } = context.services
  const performOrStage = (): Promise<unknown> =>
    setId === undefined
      ? performIn(context)
      : changeSets.stage(context, { setId, operation, input, isRehearsal, run: performIn })
  return doneOnce(context, once, performOrStage)
}

/** Throws a full disk or a locked database as the failure that callers know; other errors as they are. */
function throwNamed(error: unknown): never {
  throw namedFailure(error)
}

/** Parses an input by the operation's schema; throws VALIDATION_ERROR with all issues. */
function parseInput(
  services: Services,
  { operation, caller, input: raw, schema = operation.input }: Call,
  ofInterface: readonly Issue[],
): unknown {
  const tooLarge = boundsIssue(raw, operation)
  if (tooLarge !== null) throw invalid([...ofInterface, tooLarge])
  const unsafe = findUnsafe(raw)
  // Neither the schema nor the checks below can traverse such a value safely.
  if (unsafe.isTooDeep) throw invalid([...ofInterface, ...unsafe.issues])
  // The marks are those of preview answers, which people copy with a text.
  const { success, data, error } = schema.safeParse(unsafe.hasSourceMarks ? unmarked(raw) : raw)
  // These refuse the input even if the schema accepts it.
  const first = [...ofInterface, ...unsafe.issues]
  if (success && first.length === 0) return data
  const further = [
    ...(success ? [] : issuesOf(error, settableKeys(operation), raw)),
    ...(services.operations.inputChecks.get(operation)?.(
      { services, schema: schemaFor(services, caller) },
      raw,
    ) ?? []),
  ]
  // A path that was reported before the schema was applied gets no second issue.
  const reportedPaths = new Set(first.map(({ path }) => path))
  throw invalid([...first, ...further.filter(({ path }) => !reportedPaths.has(path))])
}

/** The keys that a caller may send outside the path; the message about an unknown key suggests one of them. */
function settableKeys(operation: Operation): readonly string[] {
  const keys = Object.keys(operation.input.shape)
  if (operation.rest === undefined) return keys
  const { path } = placesOf(operation, operation.rest)
  return keys.filter((key) => !path.includes(key))
}

async function read(services: Services, call: ParsedCall, input: unknown): Promise<unknown> {
  const { operation } = call
  // A preview link shows its change-set, and no other one.
  const setId = call.caller.previewedSet ?? call.controls.changeSet
  if (setId !== undefined)
    return services.changeSets.read(readContext(services, call), setId, (context) =>
      runHandler(context, { operation, input }),
    )
  // Only a replica needs time here; the await is left out otherwise, because it delays each read by a turn of the
  // event loop.
  const fresh = seesLiveOnly(call, input) ? services.database.freshReader() : services.database.reader
  const db = fresh instanceof Promise ? await fresh : fresh
  for (let tried = 1; ; tried++) {
    const context = readContext(services, call, db)
    try {
      return await runHandler(context, { operation, input })
    } catch (error) {
      // The schema may just have changed, here or in another process.
      const mayBeStale =
        error instanceof OctavoError ? error.code === 'NOT_FOUND' : isSchemaMismatch(services, error)
      if (!mayBeStale || tried >= maxTries) throw error
      await services.schema.refresh()
      // Nothing has changed, so the error is not due to an old schema.
      if (services.schema.current.version === context.schema.version) throw error
    }
  }
}

/**
 * Reads of live content, which a replica may serve: those of callers who may not read drafts, and those of others with
 * `view=live`. `forDrafts` is the permission that the same read needs to show drafts; undefined for an operation that
 * takes no view. A preview link shows a draft, so its reads are excluded.
 */
function seesLiveOnly({ operation, caller }: Call, input: unknown): boolean {
  const forDrafts = draftPermissions[operation.permission]
  if (operation.effect !== 'read' || forDrafts === undefined || caller.preview !== undefined) return false
  return !isAllowed(caller, forDrafts) || (input as { view?: unknown }).view === 'live'
}

function isSchemaMismatch(services: Services, error: unknown): boolean {
  return services.database.dialect.isSchemaMismatch(error)
}

function readContext(
  services: Services,
  { caller, clientContext, now, shown, knownTags, onCacheTags }: Call,
  db: Reader = services.database.reader,
): ReadContext {
  return {
    caller,
    db,
    schema: schemaFor(services, caller),
    services,
    now: now ?? timeText(services.clock()),
    clientContext: clientContext ?? null,
    shownItems: shown?.items,
    knownTags,
    onCacheTags,
  }
}

function ownTransactionContext(services: Services, call: ParsedCall): OwnTransactionContext {
  return {
    ...readContext(services, call),
    upload: call.upload ?? null,
    transaction: (work) => transaction(services, call, 'write', work),
  }
}

function transaction<Result>(
  services: Services,
  call: ParsedCall,
  kind: TransactionKind,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const { operation, caller, ifMatch, clientContext = null, now, onChange } = call
  const isRolledBack = call.controls.dryRun === true
  return transact(
    services,
    { caller, action: operation.name, kind, clientContext, ifMatch, now, onChange, isRolledBack },
    async (context) => {
      const result = await work(context)
      recordFallbackAudit(context, { ...call, result })
      return result
    },
  )
}
