import type { Operation } from '@octavo/contract/define'
import { type Operations, operationList, operations } from '@octavo/contract/operations/registry'
import { format } from '@octavo/contract/operations/shapes'
import { auditHandlers } from './identity/audit/handlers.ts'
import { backupHandlers } from './maintenance/backup/handlers.ts'
import { authHandlers } from './identity/sign-in/handlers.ts'
import { passkeyHandlers } from './identity/sign-in/passkey-handlers.ts'
import { sessionHandlers } from './identity/sign-in/session-handlers.ts'
import { setupHandlers } from './identity/sign-in/setup-handlers.ts'
import { contentHandlers } from './content/items/handlers.ts'
import { changeSetHandlers } from './changes/change-sets/handlers.ts'
import { changeHandlers } from './changes/handlers.ts'
import { calendarHandlers } from './site/calendar/handlers.ts'
import { withEditedMarkdown } from './content/items/editing.ts'
import { contentCheck } from './content/items/input.ts'
import { withMarkdown } from './content/items/with-markdown.ts'
import { revisionHandlers } from './content/items/revision-handlers.ts'
import { appHandlers } from './identity/grants/app-handlers.ts'
import { oauthHandlers } from './identity/grants/handlers.ts'
import { kindOfUndo } from './changes/kind-of-undo.ts'
import type {
  AnyHandler,
  HandlersOf,
  InputCheck,
  KindOfTransaction,
  OperationHandlers,
  Wrapper,
} from './core/handler.ts'
import { eventHandlers } from './changes/events/handlers.ts'
import { importHandlers } from './imports/handlers.ts'
import { mediaHandlers } from './content/media/handlers.ts'
import { menuHandlers } from './site/menus/handlers.ts'
import { overviewHandlers } from './site/overview/handlers.ts'
import { pluginHandlers } from './plugins/handlers.ts'
import { presenceHandlers } from './content/presence/handlers.ts'
import { previewHandlers } from './content/preview/handlers.ts'
import { schemaHandlers } from './content/schema/handlers.ts'
import { referenceHandlers } from './content/references/handlers.ts'
import { searchHandlers } from './content/search/handlers.ts'
import { siteHandlers } from './site/delivery/handlers.ts'
import { redirectHandlers } from './site/redirects/handlers.ts'
import { sectionHandlers } from './site/sections/handlers.ts'
import { settingsHandlers } from './site/settings/handlers.ts'
import { taxonomyHandlers } from './content/taxonomies/handlers.ts'
import { termHandlers } from './content/taxonomies/terms/handlers.ts'
import { viewHandlers } from './content/saved-views/handlers.ts'
import { userHandlers } from './identity/user-admin/handlers.ts'
import { tokenHandlers } from './identity/tokens/handlers.ts'
import { webhookHandlers } from './changes/webhooks/handlers.ts'
import { widgetHandlers } from './site/widgets/handlers.ts'
import { workspaceHandlers } from './site/workspace/handlers.ts'

/** resource → verb → handler; the type requires one for each operation of the contract */
const handlers: { readonly [Resource in keyof Operations]: HandlersOf<Resource> } = {
  workspace: workspaceHandlers,
  overview: overviewHandlers,
  calendar: calendarHandlers,
  site: siteHandlers,
  content: contentHandlers,
  changes: changeHandlers,
  changeSets: changeSetHandlers,
  revisions: revisionHandlers,
  presence: presenceHandlers,
  preview: previewHandlers,
  views: viewHandlers,
  schema: schemaHandlers,
  media: mediaHandlers,
  search: searchHandlers,
  references: referenceHandlers,
  plugins: pluginHandlers,
  imports: importHandlers,
  events: eventHandlers,
  webhooks: webhookHandlers,
  sections: sectionHandlers,
  redirects: redirectHandlers,
  settings: settingsHandlers,
  menus: menuHandlers,
  taxonomies: taxonomyHandlers,
  terms: termHandlers,
  widgets: widgetHandlers,
  users: userHandlers,
  tokens: tokenHandlers,
  audit: auditHandlers,
  backup: backupHandlers,
  setup: setupHandlers,
  auth: authHandlers,
  passkeys: passkeyHandlers,
  sessions: sessionHandlers,
  oauth: oauthHandlers,
  apps: appHandlers,
}

/**
 * The handlers and further checks of all operations, as `invoke` looks them up. The casts leave out the types of inputs
 * and results, which `HandlersOf` has checked above.
 */
export const operationHandlers: OperationHandlers = {
  handlers: new Map(
    Object.entries(operations).flatMap(([resource, verbs]) =>
      Object.entries(verbs as Record<string, Operation>).map(([verb, operation]): [Operation, AnyHandler] => [
        operation,
        (handlers as unknown as Record<string, Record<string, AnyHandler>>)[resource]?.[verb] as AnyHandler,
      ]),
    ),
  ),
  // The argument of `contentCheck` is whether the item is new, and so needs all required values.
  inputChecks: new Map([
    [operations.content.create, contentCheck(true)],
    [operations.content.update, contentCheck(false)],
  ] as [Operation, InputCheck][]),
  wrappers: new Map([
    // Operations with a parameter `format` can answer rich text as Markdown.
    ...operationList
      .filter(({ input }) => input.shape['format'] === format)
      .map((operation): [Operation, Wrapper] => [operation, withMarkdown as Wrapper]),
    // Edits and bulk actions have no `format`; the Markdown that they are given is read before their transaction.
    [operations.content.edit, withEditedMarkdown as Wrapper],
    [operations.content.bulk, withEditedMarkdown as Wrapper],
  ]),
  kinds: new Map([[operations.changes.undo, kindOfUndo as KindOfTransaction]] as [
    Operation,
    KindOfTransaction,
  ][]),
}
