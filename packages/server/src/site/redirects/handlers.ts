import { auditThing } from '../../core/audit-recorder.ts'
import { encodedPath } from '../../core/model/address.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { reportCacheTags } from '../../core/delivery/cache-tags.ts'
import { deleteRedirect, findRedirect, listRedirects } from '../../content/redirects/redirects.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { pageOf, positionOf } from '../../platform/paging.ts'
import { presentSettings } from '../settings/handlers.ts'
import { addRedirect, lockForNew, refuseInvalidRedirect } from './adding.ts'
import { presentRedirect, presentRedirects } from './present.ts'
import { targetOf } from './targets.ts'
import { destinationOf } from './following.ts'

/** the name of the list in its cursors */
const list = 'redirects'

export const redirectHandlers: HandlersOf<'redirects'> = {
  list: async (context, { limit, cursor }) => {
    const rows = await listRedirects(context, { after: positionOf(list, cursor).key, limit })
    const page = pageOf({
      list,
      rows: rows.map((row) => ({ ...row, sort_key: row.from_path })),
      limit,
      present: (row) => row,
    })
    return { ...page, items: await presentRedirects(context, page.items) }
  },

  create: async (context, { from, to, status }) => {
    await lockForNew(context)
    const { siteUrl } = await presentSettings(context)
    const target = await targetOf(context, to, siteUrl)
    await refuseInvalidRedirect(context, { from, to, target, siteUrl })
    const row = { id: newId(), from_path: from, ...target, status, created_at: context.now, by_hand: 1 }
    return { item: await addRedirect(context, row) }
  },

  delete: async (context, { from }) => {
    const row = await findRedirect(context, from)
    if (row === undefined) throw redirectNotFound(from)
    const before = await presentRedirect(context, row)
    await deleteRedirect(context, row.id)
    // `kept` is what an undo needs to create the redirect again.
    auditThing(context, 'redirect', { name: before.from, before, after: null, kept: { row } })
    return { success: true }
  },

  resolve: async (context, { path }) => {
    const found = await destinationOf(context, path)
    if (found === null) throw redirectNotFound(path)
    // The answer changes with the address or the status of any item, so it depends on all collections.
    reportCacheTags(context, { collections: context.schema.collections.keys() })
    return { item: { from: encodedPath(path), ...found } }
  },
}

function redirectNotFound(path: string): Error {
  return notFound(`A redirect from "${path.slice(0, 100)}"`)
}
