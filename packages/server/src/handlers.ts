import type { Operation } from '@octavo/contract/define'
import { type Operations, operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { auditHandlers } from './audit/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { passkeyHandlers } from './auth/passkey-handlers.ts'
import { sessionHandlers } from './auth/session-handlers.ts'
import { setupHandlers } from './auth/setup-handlers.ts'
import { contentHandlers } from './content/handlers.ts'
import { revisionHandlers } from './content/revision-handlers.ts'
import type { ReadContext, StagedContext, WriteContext } from './context.ts'
import { appHandlers } from './grants/app-handlers.ts'
import { oauthHandlers } from './grants/handlers.ts'
import type { Encoded, TextResult, TextStream } from './encoded.ts'
import { importHandlers } from './imports/handlers.ts'
import { mediaHandlers } from './media/handlers.ts'
import { menuHandlers } from './menus/handlers.ts'
import { overviewHandlers } from './overview/handlers.ts'
import { pluginHandlers } from './plugins/handlers.ts'
import { schemaHandlers } from './schema/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { sectionHandlers } from './sections/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { taxonomyHandlers } from './taxonomies/handlers.ts'
import { termHandlers } from './terms/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { tokenHandlers } from './users/token-handlers.ts'
import { widgetHandlers } from './widgets/handlers.ts'
import { workspaceHandlers } from './workspace/handlers.ts'

type ContextOf<Op> = Op extends { effect: 'read' | 'steps' }
  ? ReadContext
  : Op extends { effect: 'staged' }
    ? StagedContext
    : WriteContext

/** The handler of an operation: its rule, told once for all doors. */
export type Handler<Op> =
  Op extends Operation<infer Input, infer Output>
    ? (
        context: ContextOf<Op>,
        input: z.output<Input>,
      ) => Promise<z.input<Output> | Encoded | TextResult | TextStream>
    : never

/** The handlers of a resource: the compiler refuses one without an operation, and the reverse. */
export type HandlersOf<Resource extends keyof Operations> = {
  readonly [Verb in keyof Operations[Resource]]: Handler<Operations[Resource][Verb]>
}

const handlers: { readonly [Resource in keyof Operations]: HandlersOf<Resource> } = {
  workspace: workspaceHandlers,
  overview: overviewHandlers,
  content: contentHandlers,
  revisions: revisionHandlers,
  schema: schemaHandlers,
  media: mediaHandlers,
  search: searchHandlers,
  plugins: pluginHandlers,
  imports: importHandlers,
  sections: sectionHandlers,
  settings: settingsHandlers,
  menus: menuHandlers,
  taxonomies: taxonomyHandlers,
  terms: termHandlers,
  widgets: widgetHandlers,
  users: userHandlers,
  tokens: tokenHandlers,
  audit: auditHandlers,
  setup: setupHandlers,
  auth: authHandlers,
  passkeys: passkeyHandlers,
  sessions: sessionHandlers,
  oauth: oauthHandlers,
  apps: appHandlers,
}

export type AnyHandler = (context: ReadContext, input: unknown) => Promise<unknown>

/** operation → handler, as `invoke` looks it up */
export const handlerOf: ReadonlyMap<Operation, AnyHandler> = new Map(
  Object.entries(operations).flatMap(([resource, verbs]) =>
    Object.entries(verbs as Record<string, Operation>).map(([verb, operation]): [Operation, AnyHandler] => [
      operation,
      (handlers as unknown as Record<string, Record<string, AnyHandler>>)[resource]?.[verb] as AnyHandler,
    ]),
  ),
)
