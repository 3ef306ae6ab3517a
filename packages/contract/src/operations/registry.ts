import type { Operation } from '../define.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { apps } from './apps.ts'
import { calendar } from './calendar.ts'
import { backup } from './backup.ts'
import { changes } from './changes.ts'
import { changeSets } from './change-sets.ts'
import { content } from './content.ts'
import { events } from './events.ts'
import { imports } from './imports.ts'
import { media } from './media.ts'
import { menus } from './menus.ts'
import { oauth } from './oauth.ts'
import { overview } from './overview.ts'
import { passkeys } from './passkeys.ts'
import { plugins } from './plugins.ts'
import { presence } from './presence.ts'
import { preview } from './preview.ts'
import { references } from './references.ts'
import { redirects } from './redirects.ts'
import { revisions } from './revisions.ts'
import { schema } from './schema.ts'
import { search } from './search.ts'
import { sections } from './sections.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { siteOperations } from './site.ts'
import { setup } from './setup.ts'
import { taxonomies } from './taxonomies.ts'
import { terms } from './terms.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'
import { widgets } from './widgets.ts'
import { workspace } from './workspace.ts'

/** Every operation, by resource and verb. */
export const operations = {
  workspace,
  overview,
  calendar,
  site: siteOperations,
  content,
  changes,
  changeSets,
  revisions,
  presence,
  preview,
  views,
  schema,
  media,
  search,
  references,
  sections,
  settings,
  redirects,
  menus,
  taxonomies,
  terms,
  widgets,
  plugins,
  imports,
  events,
  webhooks,
  users,
  tokens,
  audit,
  backup,
  setup,
  auth,
  passkeys,
  sessions,
  oauth,
  apps,
} as const

export type Operations = typeof operations

/** Every operation in one list, for interfaces and documents. */
export const operationList: readonly Operation[] = Object.values(operations).flatMap((resource) =>
  Object.values(resource as Record<string, Operation>),
)
