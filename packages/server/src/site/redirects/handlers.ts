import { auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext } from '../../core/context.ts'
import { encodedPath } from '../../core/model/address.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { tellCaches } from '../../delivery/cache-tags.ts'
import {
  deleteRedirect,
  findRedirect,
  insertRedirect,
  leadOn,
  listRedirects,
  liveItemAt,
  lockRedirects,
  type RedirectRow,
} from '../../content/redirects/redirects.ts'
import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { invalid, notFound, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { pageOf, positionOf } from '../../platform/paging.ts'
import { presentSettings } from '../settings/handlers.ts'
import { presentRedirects } from './present.ts'
import { leadsBack, targetOf } from './targets.ts'
import { whereLeads } from './following.ts'

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
    if (!(await lockRedirects(context)))
      throw refusal('CONFLICT', 'redirectsFull', { most: limits.redirects.byHand })
    if ((await liveItemAt(context, from)) !== undefined)
      throw invalid([{ path: 'from', ...broken('redirectFromItem') }])
    const { siteUrl } = await presentSettings(context)
    const target = await targetOf(context, to, siteUrl)
    if (await leadsBack(context, { from, to, target, siteUrl }))
      throw invalid([{ path: 'to', ...broken('redirectLoop', { from }) }])
    const row = { id: newId(), from_path: from, ...target, status, created_at: context.now, by_hand: 1 }
    if (!(await insertRedirect(context, row))) throw refusal('CONFLICT', 'redirectExists', { from })
    await leadOn(context, from, target)
    const item = await present(context, row)
    auditThing(context, 'redirect', { name: item.from, before: null, after: item })
    return { item }
  },

  delete: async (context, { from }) => {
    const row = await findRedirect(context, from)
    if (row === undefined) throw redirectNotFound(from)
    const before = await present(context, row)
    await deleteRedirect(context, row.id)
    auditThing(context, 'redirect', { name: before.from, before, after: null })
    return { success: true }
  },

  resolve: async (context, { path }) => {
    const found = await whereLeads(context, path)
    if (found === null) throw redirectNotFound(path)
    tellCaches(context, { collections: context.schema.collections.keys() })
    return { item: { from: encodedPath(path), ...found } }
  },
}

async function present(context: ReadContext, row: RedirectRow) {
  const [redirect] = await presentRedirects(context, [row])
  if (redirect === undefined) throw redirectNotFound(row.from_path)
  return redirect
}

function redirectNotFound(path: string): Error {
  return notFound(`A redirect from "${path.slice(0, 100)}"`)
}
