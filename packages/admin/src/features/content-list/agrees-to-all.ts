import i18next from 'i18next'
import { confirm } from '../../ui/confirm.tsx'
import type { Action } from './actions.ts'
import type { Item } from './queries.ts'
import { languagesText } from './translations.ts'

/** the actions that start without a form, in which the languages would be named */
const names = ['publish', 'unpublish', 'trash'] as const

/**
 * Asks before an action is for translations that the rows do not show, and names their languages. Returns whether it
 * may start.
 */
export async function agreesToAll(
  action: Action,
  items: readonly Item[],
  locales: readonly string[],
): Promise<boolean> {
  const name = names.find((candidate) => candidate === action.name)
  if (name === undefined) return true
  return confirm({
    title: i18next.t(`lists:bulk.${name}`, { count: items.length }),
    text: i18next.t('lists:reach.confirm', { languages: languagesText(items, locales) }),
    action: i18next.t(`lists:action.${name}`),
    isDangerous: action.isDangerous === true,
  })
}
