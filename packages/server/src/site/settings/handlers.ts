import { settingNames, type SiteSettings } from '@octavo/contract/operations/settings'
import { audit } from '../../core/audit-recorder.ts'
import type { ReadContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { signalSchemaChange } from '../../core/model/signal.ts'
import { readSettings, removeSetting, writeSetting } from './store.ts'

export const settingsHandlers: HandlersOf<'settings'> = {
  get: (context) => presentSettings(context),

  update: async (context, changes) => {
    const { updatedAt, ...before } = await presentSettings(context)
    // In a fixed order, because two changes could otherwise deadlock.
    for (const name of settingNames) {
      const value = changes[name]
      if (value === null) await removeSetting(context, name)
      else if (value !== undefined) await writeSetting(context, name, JSON.stringify(value))
    }
    const { updatedAt: _, ...after } = await presentSettings(context)
    audit(context, { targetType: 'settings', targetId: null, before, after })
    if (JSON.stringify(before) === JSON.stringify(after)) return withTime(after, updatedAt)
    await writeSetting(context, timeOfChange, JSON.stringify(context.now))
    if (modelPart(before) !== modelPart(after)) await signalSchemaChange(context)
    return withTime(after, context.now)
  },
}

/** What the model of each process has of the settings. */
function modelPart({ siteUrl, previewOrigins }: SiteSettings): string {
  return JSON.stringify([siteUrl, previewOrigins])
}

/** the row with the time of the last change */
const timeOfChange = 'updatedAt'

/** All settings that were set. */
export async function presentSettings(context: Pick<ReadContext, 'db'>): Promise<SiteSettings> {
  const stored = await readSettings(context)
  const known = [...settingNames, timeOfChange].flatMap((name) => {
    const value = stored.get(name)
    return value === undefined ? [] : [[name, JSON.parse(value) as unknown]]
  })
  return Object.fromEntries(known) as SiteSettings
}

function withTime(settings: SiteSettings, updatedAt: string | undefined): SiteSettings {
  return updatedAt === undefined ? settings : { ...settings, updatedAt }
}
