import { dataOf } from './answers.ts'
import { fresh, send, type Way } from './change.ts'
import { inAnHour, makeCollection, makeItem } from './content.ts'
import type { TestService } from './service.ts'

/** A change-set with one entry: an update of a published item. */
export async function filledSet(service: TestService): Promise<string> {
  const slug = fresh()
  const fields = [{ slug: 'title', type: 'string' }]
  await makeCollection(service, slug, { supports: ['drafts', 'revisions'], fields })
  const { id: item } = await makeItem(service, slug, { state: 'published' })
  const { id } = dataOf(await service.ask('POST', '/change-sets', { body: { name: 'Spring' } }), 201).item
  await send(service, 'PUT', `/content/${slug}/${item}`, { data: { title: 'Staged' }, changeSet: id })
  return id
}

function ofSet(method: string, step: string, body?: object): Way {
  return async (service) => {
    const id = await filledSet(service)
    const at = body !== undefined && 'applyAt' in body ? { applyAt: inAnHour(service) } : body
    await send(service, method, `/change-sets/${id}${step}`, at)
    return { type: 'changeSet', id }
  }
}

/** operation → a change of a set by it */
export const changeSetChanges: Readonly<Record<string, Way>> = {
  'changeSets.create': async (service) => {
    const { item } = (await send(service, 'POST', '/change-sets', { name: 'Spring' })) as {
      item: { id: string }
    }
    return { type: 'changeSet', id: item.id }
  },
  'changeSets.update': ofSet('PUT', '', { name: 'Summer' }),
  'changeSets.delete': ofSet('DELETE', ''),
  'changeSets.submit': ofSet('POST', '/submit', { comment: 'Please look' }),
  'changeSets.review': ofSet('POST', '/review', { decision: 'approve' }),
  'changeSets.schedule': ofSet('POST', '/schedule', { applyAt: '' }),
  'changeSets.unschedule': async (service) => {
    const id = await filledSet(service)
    await send(service, 'POST', `/change-sets/${id}/schedule`, { applyAt: inAnHour(service) })
    await send(service, 'POST', `/change-sets/${id}/unschedule`, {})
    return { type: 'changeSet', id }
  },
  'changeSets.createPreviewLink': ofSet('POST', '/preview-link', {}),
  'changeSets.apply': ofSet('POST', '/apply', {}),
  'changeSets.revert': async (service) => {
    const id = await filledSet(service)
    await send(service, 'POST', `/change-sets/${id}/apply`, {})
    await send(service, 'POST', `/change-sets/${id}/revert`, {})
    return { type: 'changeSet', id }
  },
}
