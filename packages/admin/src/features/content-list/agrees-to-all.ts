import i18next from 'i18next'
import { confirm } from '../../ui/confirm.tsx'
import type { Action } from './actions.ts'
import type { Item } from './queries.ts'
import { languagesText } from './translations.ts'

/** the actions without a form; the forms of the others name the languages themselves */
const names = ['publish', 'unpublish', 'trash'] as const

/**
 * Asks the person before an action changes translations that the rows do not show, and names the languages. Returns
 * whether the action may start.
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
