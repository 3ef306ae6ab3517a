import { auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
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
import { broken } from '@octavo/contract/rules'
import { invalid, notFound, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { pageOf, positionOf } from '../../platform/paging.ts'
import { presentRedirects } from './present.ts'
import { targetOf } from './targets.ts'

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
    await lockRedirects(context)
    if ((await liveItemAt(context, from)) !== undefined)
      throw invalid([{ path: 'from', ...broken('redirectFromItem') }])
    const target = await targetOf(context, to)
    if (target.to_path === from) throw invalid([{ path: 'to', ...broken('redirectLoop', { from }) }])
    const row = { id: newId(), from_path: from, ...target, status, created_at: context.now }
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
    const row = await findRedirect(context, path)
    if (row === undefined) throw redirectNotFound(path)
    const { from, status } = await present(context, row)
    const { to } = await present(context, await lastOf(context, row))
    // A change of the pattern can give an item the path of a redirect.
    if (to === null || to === from || (await liveItemAt(context, path)) !== undefined)
      throw redirectNotFound(path)
    return { item: { from, to, status } }
  },
}

/** redirects that are followed */
const maxSteps = 5

/**
 * The last redirect of a chain. There is none, unless an item left the path that a redirect leads to while it was
 * created: neither of the two saw the other.
 */
async function lastOf(context: ReadContext, row: RedirectRow): Promise<RedirectRow> {
  let last = row
  for (let step = 0; step < maxSteps && last.to_path !== null; step++) {
    const next = await findRedirect(context, last.to_path)
    if (next === undefined) break
    last = next
  }
  return last
}

async function present(context: ReadContext, row: RedirectRow) {
  const [redirect] = await presentRedirects(context, [row])
  if (redirect === undefined) throw redirectNotFound(row.from_path)
  return redirect
}

function redirectNotFound(path: string): Error {
  return notFound(`A redirect from "${path.slice(0, 100)}"`)
}
