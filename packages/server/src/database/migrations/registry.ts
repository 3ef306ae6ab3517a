import { foundation } from './001-foundation.ts'
import { site } from './002-site.ts'
import { media } from './003-media.ts'
import { search } from './004-search.ts'
import { plugins } from './005-plugins.ts'
import { identity } from './006-identity.ts'
import { oauth } from './007-oauth.ts'
import { audit } from './008-audit.ts'
import { imports } from './009-imports.ts'
import { auditOfBrowsersAndApps } from './010-audit-of-browsers-and-apps.ts'
import { overview } from './011-overview.ts'
import { reasonsOfImports } from './012-reasons-of-imports.ts'

/** SQL for all engines, or for each: the one that is embedded, and the one that is a server. */
export type Statement = string | { readonly embedded: string; readonly server: string }

export interface Migration {
  readonly name: string
  readonly statements: readonly Statement[]
}

/** In order. A migration that has been released is never changed. */
export const migrations: readonly Migration[] = [
  { name: '001-foundation', statements: foundation },
  { name: '002-site', statements: site },
  { name: '003-media', statements: media },
  { name: '004-search', statements: search },
  { name: '005-plugins', statements: plugins },
  { name: '006-identity', statements: identity },
  { name: '007-oauth', statements: oauth },
  { name: '008-audit', statements: audit },
  { name: '009-imports', statements: imports },
  { name: '010-audit-of-browsers-and-apps', statements: auditOfBrowsersAndApps },
  { name: '011-overview', statements: overview },
  { name: '012-reasons-of-imports', statements: reasonsOfImports },
]
