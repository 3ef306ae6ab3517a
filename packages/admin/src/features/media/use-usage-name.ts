import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import type { Usage } from './find-usages.ts'

/** The label of a usage: `Posts: Hello, world`. */
export function useUsageName(): (usage: Usage) => string {
  const { t } = useTranslation('media')
  const { collections } = useWorkspace()
  return (usage) => {
    switch (usage.kind) {
      case 'content': {
        const label = collections.find(({ slug }) => slug === usage.collection)?.label ?? usage.collection
        return `${label}: ${usage.title}`
      }
      case 'section':
        return `${t('usage.section')}: ${usage.title}`
      case 'widget':
        return [t('usage.widget', { area: usage.area }), usage.title].filter(Boolean).join(': ')
      case 'menuItem':
        return `${t('usage.menu', { menu: usage.menu })}: ${usage.label}`
    }
  }
}
