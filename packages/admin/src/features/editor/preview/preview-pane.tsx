import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../../session/session.tsx'
import { RouterAnchor } from '../../../ui/links.tsx'
import { useDraft, useEditor } from '../editor-context.ts'
import { PaneTools } from './pane-tools.tsx'
import { PreviewOfItem } from './preview-of-item.tsx'
import classes from './preview.module.css'

/**
 * The pane beside the editor. It shows the page of the item with its draft. Where the site has no preview, it names the
 * settings that are missing.
 */
export function PreviewPane({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['preview', 'common'])
  const { collection } = useEditor()
  const { previewOrigins } = useWorkspace().site
  const id = useDraft((draft) => draft.item?.id)
  const slug = useDraft((draft) => draft.item?.slug ?? '')
  const address = useDraft((draft) => draft.item?.url)
  const [origin] = previewOrigins
  const { urlPattern } = collection
  const closeButton = (
    <Tooltip label={t('close')}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={onClose}>
        <X size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  const isReady = origin !== undefined && urlPattern !== undefined && id !== undefined
  return (
    <section className={`panel ${classes['pane']}`} aria-label={t('title')}>
      {isReady ? (
        <PreviewOfItem
          shown={{ collection: collection.slug, id, address, slug, urlPattern, origin }}
          closeButton={closeButton}
        />
      ) : (
        <>
          <PaneTools>{closeButton}</PaneTools>
          <MissingSettings lacksOrigin={origin === undefined} lacksPattern={urlPattern === undefined} />
        </>
      )}
    </section>
  )
}

interface MissingSettingsProps {
  readonly lacksOrigin: boolean
  readonly lacksPattern: boolean
}

/**
 * The missing settings, with links to them for those who may change them. If none is missing, the item has not been
 * saved yet.
 */
function MissingSettings({ lacksOrigin, lacksPattern }: MissingSettingsProps) {
  const { t } = useTranslation('preview')
  const { can } = useSession()
  const { collection } = useEditor()
  if (!lacksOrigin && !lacksPattern)
    return (
      <div className={classes['note']}>
        <Text>{t('needsItem')}</Text>
      </div>
    )
  const canChangeSettings = can('settings.manage') && can('schema.write')
  return (
    <div className={classes['note']}>
      <Text fw={650}>{t('needs')}</Text>
      {lacksOrigin && <Text size="sm">{t('needsOrigin')}</Text>}
      {lacksOrigin && can('settings.manage') && <RouterAnchor to="/settings">{t('toSettings')}</RouterAnchor>}
      {lacksPattern && <Text size="sm">{t('needsPattern', { collection: collection.label })}</Text>}
      {lacksPattern && can('schema.write') && (
        <RouterAnchor to="/model/$collection" params={{ collection: collection.slug }}>
          {t('toModel', { collection: collection.label })}
        </RouterAnchor>
      )}
      {!canChangeSettings && (
        <Text size="sm" c="dimmed">
          {t('askAdmin')}
        </Text>
      )}
    </div>
  )
}
