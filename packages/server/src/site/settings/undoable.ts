import { operations } from '@octavo/contract/operations/registry'
import { settingNames } from '@octavo/contract/operations/settings'
import { type Undoable, updateInLocales } from '../../core/undoable.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { presentSettings, settingsId } from './handlers.ts'

export const undoableSettings: Undoable = {
  members: settingNames,
  state: async (context) => ({
    ...(await presentSettings(context)),
    ...(await translationFacts(context, settingsId)),
  }),
  // `before` and `after` are empty: there is one object of settings, so the operation has no input that names it.
  update: (context, _, changes) =>
    updateInLocales(context, operations.settings.update, changes, { nameBefore: {}, nameAfter: {} }),
}
