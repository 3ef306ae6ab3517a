import { Button, Menu } from '@mantine/core'
import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { languageName } from '../../ui/language-name.ts'
import { RouterButton, RouterMenuItem } from '../../ui/links.tsx'
import { singularOf } from './heading.ts'

interface NewProps {
  readonly collection: Collection
  /** the language filter of the list; empty for all languages */
  readonly locale: string
}

/** The button for a new item, in the language of the list or in another one. */
export function NewButton({ collection, locale }: NewProps) {
  const { t } = useTranslation('lists')
  const { can } = useSession()
  const { locales } = useWorkspace().site
  const what = singularOf(collection)
  if (!can('content.create') || collection.singleton === true) return null
  const params = { collection: collection.slug }
  return (
    <Button.Group>
      <RouterButton
        to="/content/$collection/new"
        params={params}
        search={locale === '' ? {} : { locale }}
        leftSection={<Plus size={16} aria-hidden />}
        aria-keyshortcuts="n"
      >
        {t('new', { what })}
      </RouterButton>
      {locales.length > 1 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button px="xs" aria-label={t('newIn', { what })}>
              <ChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {locales.map((other) => (
              <RouterMenuItem
                key={other}
                to="/content/$collection/new"
                params={params}
                search={{ locale: other }}
              >
                {languageName(other)}
              </RouterMenuItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  )
}
