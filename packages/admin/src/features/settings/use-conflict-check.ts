import { OctavoApiError } from '@octavo/client/session-client'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'

interface ConflictCheck<Values> {
  /**
   * Throws, as the service does for a conflict, if another person has changed the same settings since this person began
   * to edit them. Saving again replaces a value that was shown as a conflict and has not changed since. `before` has
   * the values when the person began, `stored` those of the service now.
   */
  check(changes: Partial<Values>, before: Partial<Values>, stored: Values): Promise<void>
  /** Forgets which conflicts were shown; call it after a save. */
  forget(): void
}

/**
 * Finds settings that two people have changed. `Values` are those of the form; `locale` is the language of translated
 * settings, undefined for the others.
 */
export function useConflictCheck<Values extends object>(locale?: string): ConflictCheck<Values> {
  const { t } = useTranslation('settings')
  /** the values of others that were shown as conflicts */
  const shownValues = useRef<Partial<Values>>({})
  return {
    check: async (changes, before, stored) => {
      const isConflict = (key: keyof Values) => {
        const isChangedByOthers = before[key] !== stored[key]
        const isDifferent = changes[key] !== stored[key]
        const isShown = key in shownValues.current && shownValues.current[key] === stored[key]
        return isChangedByOthers && isDifferent && !isShown
      }
      const conflicts = (Object.keys(changes) as (keyof Values)[]).filter(isConflict)
      if (conflicts.length === 0) return
      for (const key of conflicts) shownValues.current = { ...shownValues.current, [key]: stored[key] }
      // The names of the others are an addition: without them, the conflict is reported all the same.
      const changesOfSettings = await lastChanges().catch(() => [])
      const nameOf = (key: keyof Values) => {
        // A change names a translated setting with its locale: `tagline (de)`.
        const setting = locale === undefined ? String(key) : `${String(key)} (${locale})`
        return nameOfLast(changesOfSettings, setting) || t('overtaken.somebody')
      }
      const issues = conflicts.map((key) => ({ path: key, message: textOf(stored[key], nameOf(key), t) }))
      // The message about all conflicts names a person only if it is the same one for all.
      const [name, ...otherNames] = new Set(conflicts.map(nameOf))
      const shownName = otherNames.length === 0 ? name : t('overtaken.somebody')
      // The form shows this as it shows a conflict that the service reports.
      throw new OctavoApiError(t('overtaken.all', { name: shownName }), {
        code: 'CONFLICT',
        status: 409,
        details: { issues },
      })
    },
    forget: () => void (shownValues.current = {}),
  }
}

type Changes = Awaited<ReturnType<typeof api.changes.list>>['items']

/** The latest changes of settings, the newest first. */
async function lastChanges(): Promise<Changes> {
  return (await api.changes.list({ type: 'settings', limit: 50 })).items
}

/** The name of the person who has changed a setting last; undefined or empty if that is not known. */
function nameOfLast(changes: Changes, setting: string): string | undefined {
  const last = changes.find(({ parts }) =>
    parts.some(({ type, after }) => type === 'settings' && setting in (after ?? {})),
  )
  return last?.person?.name
}

/** The text about a setting that a person has changed meanwhile, with its new value. */
function textOf(value: unknown, name: string, t: TFunction<'settings'>): string {
  if (typeof value === 'boolean') return t('overtaken.switched', { name })
  if (value === undefined || value === '') return t('overtaken.emptied', { name })
  return t('overtaken.changed', { name, value: String(value).replaceAll('\n', ', ') })
}
