import { Button, Menu } from '@mantine/core'
import { ChevronDown, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { CollectionIcon } from '../../ui/collection-icon.tsx'
import { RouterMenuItem } from '../../ui/links.tsx'
import { type ChangeSetDetails, isChangeable } from '../in-change-set/change-set-queries.ts'

/** A menu of links to the lists of items within a set, where items can be changed and created in the set. */
export function EditInSet({ set: { id, state } }: { readonly set: ChangeSetDetails }) {
  const { t } = useTranslation('changeSets')
  const { collections } = useWorkspace()
  if (!isChangeable(state) || collections.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Pencil size={16} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          {t('within.browse')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {collections.map(({ slug, label, icon }) => (
          <RouterMenuItem
            key={slug}
            to="/content/$collection"
            params={{ collection: slug }}
            search={{ changeSet: id }}
            leftSection={<CollectionIcon name={icon} />}
          >
            <bdi>{label}</bdi>
          </RouterMenuItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
