import { ActionIcon, Menu, Text } from '@mantine/core'
import { CornerDownRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row } from '../../ui/rows.tsx'
import type { Taxonomy } from './taxonomy-queries.ts'
import { TermDialog } from './term-dialog.tsx'
import type { TermLine } from './term-tree.ts'
import { useTermDeletion } from './use-term-deletion.ts'

interface TermRowProps {
  readonly line: TermLine
  /** all terms, to choose a parent from */
  readonly lines: readonly TermLine[]
  readonly taxonomy: Taxonomy
  readonly canManage: boolean
}

/** A term in the tree: its texts, the number of items that use it, and the actions on it. */
export function TermRow({ line, lines, taxonomy, canManage }: TermRowProps) {
  const { t } = useTranslation('taxonomies')
  const { term, depth } = line
  return (
    <Row
      depth={depth}
      heading={<strong>{term.label}</strong>}
      detail={
        <>
          <code>{term.slug}</code>
          {term.description !== null && term.description !== '' && (
            <Text span inherit lineClamp={1}>
              {term.description}
            </Text>
          )}
        </>
      }
      aside={t('terms.used', { count: term.count })}
      actions={canManage && <TermActions line={line} lines={lines} taxonomy={taxonomy} />}
    />
  )
}

/** The open dialog: that of the term, or that of a new term below it. */
type Dialog = 'edit' | 'newBelow'

function TermActions({ line, lines, taxonomy }: Omit<TermRowProps, 'canManage'>) {
  const { t } = useTranslation(['taxonomies', 'common'])
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const remove = useTermDeletion(taxonomy.name)
  const { term } = line
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('terms.edit', { label: term.label })}
        onClick={() => setDialog('edit')}
      >
        <Pencil size={16} aria-hidden />
      </ActionIcon>
      <RowMenu label={t('terms.more', { label: term.label })}>
        {taxonomy.hierarchical && (
          <Menu.Item
            leftSection={<CornerDownRight size={16} aria-hidden />}
            onClick={() => setDialog('newBelow')}
          >
            {t('terms.newBelow')}
          </Menu.Item>
        )}
        <DeleteItem onDelete={() => void remove(line)} />
      </RowMenu>
      {dialog !== null && (
        <TermDialog
          taxonomy={taxonomy}
          lines={lines}
          {...(dialog === 'edit' ? { term } : { parent: term })}
          onClosed={() => setDialog(null)}
        />
      )}
    </>
  )
}
