import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { TranslatedPage } from '../site-translations/translated-page.tsx'
import type { TranslatedPart } from '../site-translations/translation-rows.tsx'
import { type MenuItem, menuQuery, type MenuWithItems } from './menu-queries.ts'

interface TranslatedMenuProps {
  readonly menu: MenuWithItems
  readonly locale: string
}

/** The texts of a menu and its items in another language. */
export function TranslatedMenu({ menu, locale }: TranslatedMenuProps) {
  const { t } = useTranslation(['menus', 'forms'])
  const { name } = menu
  const { data, error, refetch } = useQuery(menuQuery(name, locale))
  const back = <BackLink to="/menus">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={menu.label} back={back} error={error} refetch={refetch} />
  // Texts without a translation are those of the default language.
  const translated = data.item
  const labelText = (original: string, shown: string) =>
    ({
      name: 'label',
      label: t('form.label'),
      kind: 'line',
      most: limits.label,
      original,
      shown,
    }) as const
  const menuPart: TranslatedPart = {
    id: menu.id,
    name: translated.label,
    original: menu.label,
    what: t('translations.menu'),
    texts: [{ ...labelText(menu.label, translated.label), label: t('forms:label') }],
    save: (input) => api.menus.update({ name, locale, ...input }),
  }
  const parts = translated.items.map((item): TranslatedPart => {
    // An item that was added since `menu` was loaded is not in it yet.
    const original = menu.items.find(({ id }) => id === item.id) ?? item
    return {
      id: item.id,
      name: item.label,
      original: original.label,
      depth: depthOf(translated.items, item),
      texts: [
        labelText(original.label, item.label),
        ...(original.customUrl === null
          ? []
          : [
              {
                name: 'customUrl',
                label: t('form.url'),
                kind: 'address',
                most: limits.url,
                original: original.customUrl,
                shown: item.customUrl,
              } as const,
            ]),
        {
          name: 'titleAttr',
          label: t('form.titleAttr'),
          kind: 'line',
          most: limits.label,
          original: original.titleAttr,
          shown: item.titleAttr,
        },
      ],
      save: (input) => api.menus.updateItem({ name, itemId: item.id, locale, ...input }),
    }
  })
  return (
    <TranslatedPage
      title={translated.label}
      name={name}
      back={back}
      locale={locale}
      label={t('tree')}
      parts={[menuPart, ...parts]}
      touches={keys.menus}
    />
  )
}

/** The number of parents that an item has in the tree. */
function depthOf(items: readonly MenuItem[], { parentId }: MenuItem): number {
  const parent = items.find(({ id }) => id === parentId)
  return parent === undefined ? 0 : 1 + depthOf(items, parent)
}
