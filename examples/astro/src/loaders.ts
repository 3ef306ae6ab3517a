import type { Loader } from 'astro/loaders'
import { octavo } from './client'
import { locales } from './site/locales'

/** Items of Octavo, as `read` gives them. */
export function itemLoader(read: () => AsyncIterable<{ id: string }>): Loader {
  return {
    name: 'octavo-items',
    load: async ({ store, parseData }) => {
      store.clear()
      for await (const item of read())
        store.set({ id: item.id, data: await parseData({ id: item.id, data: { ...item } }) })
    },
  }
}

/** All terms of a taxonomy, with their labels in each language. */
export function termLoader(taxonomy: string): Loader {
  return {
    name: 'octavo-terms',
    load: async ({ store, parseData }) => {
      store.clear()
      for (const locale of locales) {
        const { items } = await octavo.listTerms(taxonomy, { locale, limit: 100 })
        for (const term of items) {
          const id = `${locale}/${term.id}`
          store.set({ id, data: await parseData({ id, data: { ...term, locale } }) })
        }
      }
    },
  }
}

/** The title of the site and a menu, in each language. */
export function frameLoader(menu: string): Loader {
  return {
    name: 'octavo-frame',
    load: async ({ store, parseData }) => {
      store.clear()
      for (const locale of locales) {
        const { settings } = await octavo.getSite({ locale })
        const { items } = await octavo.getMenu(menu, { locale })
        store.set({ id: locale, data: await parseData({ id: locale, data: { ...settings, menu: items } }) })
      }
    },
  }
}
