import { type SiteSettings, siteSettings } from '@octavo/contract/operations/settings'
import { audit } from '../audit/record.ts'
import type { ReadContext } from '../context.ts'
import type { HandlersOf } from '../handlers.ts'
import { readSettings, removeSetting, writeSetting } from './store.ts'

export const settingsHandlers: HandlersOf<'settings'> = {
  get: (context) => presentSettings(context),

  update: async (context, changes) => {
    const before = await presentSettings(context)
    // In one order, or two changes could wait for each other.
    for (const name of Object.keys(siteSettings.shape)) {
      const value = changes[name as keyof SiteSettings]
      if (value === null) await removeSetting(context, name)
      else if (value !== undefined) await writeSetting(context, name, JSON.stringify(value))
    }
    const after = await presentSettings(context)
    audit(context, { targetType: 'settings', targetId: null, before, after })
    return after
  },
}

/** All settings that were set. */
export async function presentSettings(context: ReadContext): Promise<SiteSettings> {
  const stored = await readSettings(context)
  const known = Object.keys(siteSettings.shape).flatMap((name) => {
    const value = stored.get(name)
    return value === undefined ? [] : [[name, JSON.parse(value) as unknown]]
  })
  return Object.fromEntries(known) as SiteSettings
}
