import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row } from '../../ui/rows.tsx'
import { TimeText } from '../../ui/times.tsx'
import type { Section } from './section-queries.ts'
import { useSectionDeletion } from './use-section-deletion.ts'

/** maximum number of keywords that a row shows */
const mostKeywords = 4

/** A section in the list. */
export function SectionRow({ section }: { readonly section: Section }) {
  const { t } = useTranslation(['sections', 'common'])
  const remove = useSectionDeletion()
  const { slug, title, source, keywords, updatedAt } = section
  return (
    <Row
      heading={
        <RouterAnchor to="/sections/$section" params={{ section: slug }}>
          {title}
        </RouterAnchor>
      }
      detail={
        <>
          <code>{slug}</code>
          {source !== 'user' && ` · ${t(`sources.${source}`)}`}
        </>
      }
      aside={
        <>
          {keywords.slice(0, mostKeywords).map((word) => (
            <Badge key={word} variant="light" tt="none" fw={500} maw={140}>
              {word}
            </Badge>
          ))}
          {keywords.length > mostKeywords && `+${keywords.length - mostKeywords}`}
          <TimeText iso={updatedAt} />
        </>
      }
      actions={
        <RowMenu label={t('more', { title })}>
          <DeleteItem onDelete={() => void remove(section)} />
        </RowMenu>
      }
    />
  )
}
