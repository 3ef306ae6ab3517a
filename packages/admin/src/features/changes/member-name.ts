import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** the name of a translated property, such as `label (de)` */
const translatedName = /^(\w+) \(([\w-]+)\)$/

/** Returns the label of a property of a part of the site; its name if it has no label. */
export function useMemberName(): (name: string) => string {
  const { t } = useTranslation('changes')
  return (name) => {
    const [, member = name, locale] = translatedName.exec(name) ?? []
    const label = i18next.exists(`changes:members.${member}`) ? t(`members.${member as 'label'}`) : member
    return locale === undefined ? label : `${label} (${locale})`
  }
}
