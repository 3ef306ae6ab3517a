import { settingNames, type settings, type SiteSettings } from '@octavo/contract/operations/settings'
import type { z } from 'zod'
import { audit } from '../../core/audit-recorder.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { onlyChanges } from '../../core/facts.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { signalSchemaChange } from '../../core/model/signal.ts'
import { noTexts, textsOf, translationLocale } from '../../content/site-translations/reading.ts'
import { factsOf } from '../../content/site-translations/facts.ts'
import { translatedChanges, writeTexts } from '../../content/site-translations/writing.ts'
import { readSettings, removeSetting, writeSetting } from './store.ts'

export const settingsHandlers: HandlersOf<'settings'> = {
  get: (context, { locale }) => settingsIn(context, translationLocale(context, locale)),

  update: async (context, { locale: named, ...changes }) => {
    const locale = translationLocale(context, named)
    if (locale !== null) return translateSettings(context, locale, changes)
    const { updatedAt, ...before } = await presentSettings(context)
    // The order is fixed, because two changes at once could otherwise deadlock.
    for (const name of settingNames) {
      const value = changes[name]
      if (value === null) await removeSetting(context, name)
      else if (value !== undefined) await writeSetting(context, name, JSON.stringify(value))
    }
    const { updatedAt: _, ...after } = await presentSettings(context)
    // The audit log leaves out an entry without a difference.
    audit(context, { targetType: 'settings', targetId: null, before, after })
    if (JSON.stringify(before) === JSON.stringify(after)) return withTime(after, updatedAt)
    await writeSetting(context, timeOfChange, JSON.stringify(context.now))
    if (modelPart(before) !== modelPart(after)) await signalSchemaChange(context)
    return withTime(after, context.now)
  },
}

/**
 * The settings that are part of the model of each process, as text to compare: the model is read again if they change.
 */
function modelPart({ siteUrl, previewOrigins }: SiteSettings): string {
  return JSON.stringify([siteUrl, previewOrigins])
}

/** Changes the texts of the settings in a locale. */
async function translateSettings(
  context: WriteContext,
  locale: string,
  changes: SettingChanges,
): Promise<SiteSettings> {
  // `updatedAt` is ignored, so that an answer can be sent back.
  const { updatedAt: _, ...named } = changes
  const values = translatedChanges('settings', named)
  const { before, after } = await writeTexts(context, { id: settingsId, locale, values })
  const facts = { before: factsOf(before, locale), after: factsOf(after, locale) }
  audit(context, { targetType: 'settings', targetId: null, ...facts })
  if (onlyChanges(facts) !== null) await writeSetting(context, timeOfChange, JSON.stringify(context.now))
  return settingsIn(context, locale)
}

type SettingChanges = Omit<z.output<typeof settings.update.input>, 'locale'>

/** the id of the settings in the table of translations */
export const settingsId = 'settings'

/** The settings with their texts in a locale; null: the default locale. */
export async function settingsIn(context: ReadContext, locale: string | null): Promise<SiteSettings> {
  const stored = await presentSettings(context)
  const texts = (await textsOf(context, [settingsId], locale)).get(settingsId) ?? noTexts
  return { ...stored, ...Object.fromEntries(texts) }
}

/** the row with the time of the last change */
const timeOfChange = 'updatedAt'

/** All settings that have a value. */
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
