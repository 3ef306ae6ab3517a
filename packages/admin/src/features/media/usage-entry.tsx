import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inSentence } from '../../ui/item-title.ts'
import { RouterAnchor } from '../../ui/links.tsx'
import { isLive, type Usage } from './find-usages.ts'
import { useUsageName } from './use-usage-name.ts'

interface UsageEntryProps {
  readonly usage: Usage
  /** for confirmations: the link opens a new tab, and names are truncated */
  readonly isInQuestion?: boolean
}

/** A usage of a file: a link to it, the field, and whether visitors see it. */
export function UsageEntry({ usage, isInQuestion = false }: UsageEntryProps) {
  return (
    <>
      <UsageLink usage={usage} isInQuestion={isInQuestion} /> <Circumstances usage={usage} />
    </>
  )
}

function UsageLink({ usage, isInQuestion = false }: UsageEntryProps) {
  const fullName = useUsageName()(usage)
  const name = isInQuestion ? inSentence(fullName) : fullName
  const linkProps = { dir: 'auto', ...(isInQuestion && { target: '_blank' }) } as const
  switch (usage.kind) {
    case 'content':
      return (
        <RouterAnchor
          to="/content/$collection/$id"
          params={{ collection: usage.collection, id: usage.id }}
          {...linkProps}
        >
          {name}
        </RouterAnchor>
      )
    case 'section':
      return (
        <RouterAnchor to="/sections/$section" params={{ section: usage.id }} {...linkProps}>
          {name}
        </RouterAnchor>
      )
    case 'widget':
      return (
        <RouterAnchor to="/widgets/$name" params={{ name: usage.area }} {...linkProps}>
          {name}
        </RouterAnchor>
      )
    case 'menuItem':
      return (
        <RouterAnchor to="/menus/$name" params={{ name: usage.menu }} {...linkProps}>
          {name}
        </RouterAnchor>
      )
  }
}

function Circumstances({ usage }: { readonly usage: Usage }) {
  const { t } = useTranslation('media')
  if (usage.kind !== 'content') return null
  return (
    <Text span size="xs" c="dimmed">
      {[t('usage.fields', { fields: usage.fields.join(', ') }), t(`usage.${visibilityOf(usage)}`)].join(
        ' · ',
      )}
    </Text>
  )
}

function visibilityOf(usage: Extract<Usage, { kind: 'content' }>) {
  if (usage.isInTrash) return 'inTrash'
  if (isLive(usage)) return 'live'
  return usage.status === 'published' ? 'draftOnly' : 'unpublished'
}
