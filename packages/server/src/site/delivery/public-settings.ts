import { publicSettings } from '@octavo/contract/operations/settings'
import type { z } from 'zod'
import type { ReadContext } from '../../core/context.ts'
import { settingsIn } from '../settings/handlers.ts'

const names = Object.keys(publicSettings.shape) as (keyof typeof publicSettings.shape)[]

/** The settings that every reader of content may see, with their texts in a locale. */
export async function publicSettingsIn(
  context: ReadContext,
  locale: string | null,
): Promise<z.output<typeof publicSettings>> {
  const settings = await settingsIn(context, locale)
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  )
}
