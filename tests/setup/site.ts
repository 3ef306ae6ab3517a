import { dataOf } from './answers.ts'
import type { TestService } from './service.ts'

type Asking = Pick<TestService, 'ask'>

/** Sends a POST that makes something, and returns it. */
export async function make(service: Asking, path: string, body: object): Promise<{ id: string }> {
  return dataOf(await service.ask('POST', path, { body }), 201).item
}

/** path → what is there when an example begins, unless the example makes it itself */
const site = [
  ['sections', '/sections', { slug: 'newsletter', title: 'Newsletter' }],
  ['redirects', '/redirects', { from: '/old-page', to: '/new-page' }],
  ['menus', '/menus', { name: 'main', label: 'Main' }],
  ['taxonomies', '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] }],
  ['terms', '/taxonomies/topics/terms', { slug: 'news', label: 'News' }],
  ['widgets', '/widget-areas', { name: 'sidebar', label: 'Sidebar' }],
] as const

const makers = [
  'sections.create',
  'redirects.create',
  'menus.create',
  'taxonomies.create',
  'terms.create',
  'widgets.createArea',
]

/** A fresh site for the example of an operation; returns the shell variables that it needs. */
export async function prepareSite(service: Asking, operation: string): Promise<Record<string, string>> {
  for (const path of [
    '/sections/newsletter',
    '/redirects?from=/old-page',
    '/menus/main',
    '/taxonomies/topics?force=true',
    '/widget-areas/sidebar',
  ]) {
    await service.ask('DELETE', path)
  }
  const resource = operation.split('.', 1)[0]
  for (const [of, path, body] of site) {
    const isMadeByExample = of === resource && makers.includes(operation)
    if (isMadeByExample) break
    await make(service, path, body)
  }
  if (operation.startsWith('menus.') && !makers.includes(operation)) {
    const item = { type: 'custom', customUrl: '/', label: 'Home' }
    if (operation !== 'menus.reorder') return { ITEM_ID: (await make(service, '/menus/main/items', item)).id }
  }
  if (operation === 'terms.merge')
    await make(service, '/taxonomies/topics/terms', { slug: 'latest', label: 'Latest' })
  if (operation === 'widgets.update' || operation === 'widgets.delete') {
    const widget = { type: 'content', title: 'About' }
    return { WIDGET_ID: (await make(service, '/widget-areas/sidebar/widgets', widget)).id }
  }
  return {}
}
