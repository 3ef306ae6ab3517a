import { OctavoApiError } from '@octavo/client/session-client'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'

interface ConflictCheck<Values> {
  /**
   * Throws, as the service does for a conflict, if another person has changed the same settings since this person began
   * to edit them. Saving again replaces a value that was shown as a conflict and has not changed since.
   */
  check(changes: Partial<Values>, before: Partial<Values>, now: Values): Promise<void>
  /** Forgets which conflicts were shown; call it after a save. */
  forget(): void
}

/** Finds settings that two people have changed. `Values` are those of the form; `locale` is that of translated ones. */
export function useConflictCheck<Values extends object>(locale?: string): ConflictCheck<Values> {
  const { t } = useTranslation('settings')
  const shown = useRef<Partial<Values>>({})
  return {
    check: async (changes, before, now) => {
      const isShown = (key: keyof Values) => key in shown.current && shown.current[key] === now[key]
      const conflicts = (Object.keys(changes) as (keyof Values)[]).filter(
        (key) => before[key] !== now[key] && changes[key] !== now[key] && !isShown(key),
      )
      if (conflicts.length === 0) return
      for (const key of conflicts) shown.current = { ...shown.current, [key]: now[key] }
      const changesOfSettings = await lastChanges().catch(() => [])
      const nameOf = (key: keyof Values) =>
        nameOfLast(changesOfSettings, `${String(key)}${locale === undefined ? '' : ` (${locale})`}`) ||
        t('overtaken.somebody')
      const issues = conflicts.map((key) => ({ path: key, message: textOf(now[key], nameOf(key), t) }))
      const [name, ...others] = new Set(conflicts.map(nameOf))
      const shownName = others.length === 0 ? name : t('overtaken.somebody')
      // The form shows this as it shows a conflict that the service reports.
      throw new OctavoApiError(t('overtaken.all', { name: shownName }), {
        code: 'CONFLICT',
        status: 409,
        details: { issues },
      })
    },
    forget: () => void (shown.current = {}),
  }
}

type Changes = Awaited<ReturnType<typeof api.changes.list>>['items']

/** The latest changes of settings, the newest first. */
async function lastChanges(): Promise<Changes> {
  return (await api.changes.list({ type: 'settings', limit: 50 })).items
}

/** The name of the person who has changed a setting last; undefined or empty if that is not known. */
function nameOfLast(changes: Changes, key: string): string | undefined {
  const last = changes.find(({ parts }) =>
    parts.some(({ type, after }) => type === 'settings' && key in (after ?? {})),
  )
  return last?.person?.name
}

/** The text about a setting that a person has changed meanwhile. */
function textOf(value: unknown, name: string, t: TFunction<'settings'>): string {
  if (typeof value === 'boolean') return t('overtaken.switched', { name })
  if (value === undefined || value === '') return t('overtaken.emptied', { name })
  return t('overtaken.changed', { name, value: String(value).replaceAll('\n', ', ') })
}
