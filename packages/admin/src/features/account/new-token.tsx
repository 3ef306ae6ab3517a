import i18next from 'i18next'
import { inSentence } from '../../ui/item-title.ts'
import { showSecret } from '../../ui/secret-dialog.tsx'

export function showNewToken(name: string, token: string): void {
  showSecret({
    title: i18next.t('account:tokens.made.title', { name: inSentence(name) }),
    text: i18next.t('account:tokens.made.text'),
    label: i18next.t('account:tokens.made.label'),
    secret: token,
  })
}
