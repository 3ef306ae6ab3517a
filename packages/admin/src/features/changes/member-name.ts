import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

const translated = /^(\w+) \(([\w-]+)\)$/

/** Gives the label of a property of a part of the site; its name where there is none. */
export function useMemberName(): (name: string) => string {
  const { t } = useTranslation('changes')
  return (name) => {
    const [, member = name, locale] = translated.exec(name) ?? []
    const label = i18next.exists(`changes:members.${member}`) ? t(`members.${member as 'label'}`) : member
    return locale === undefined ? label : `${label} (${locale})`
  }
}
