import { Table } from '@mantine/core'
import type { AuditEntry } from '@octavo/contract/operations/audit'
import { useTranslation } from 'react-i18next'
import classes from './changes.module.css'

interface ChangesProps {
  readonly entry: Pick<AuditEntry, 'before' | 'after'>
  /** the label of a property; by default its name */
  readonly nameOf?: (name: string) => string
}

function unchanged(name: string): string {
  return name
}

/** The properties that changed, before and after. */
export function Changes({ entry: { before, after }, nameOf = unchanged }: ChangesProps) {
  const { t } = useTranslation('audit')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={300} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table withTableBorder verticalSpacing="xs" aria-label={t('details')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('before')}</Table.Th>
            <Table.Th>{t('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{nameOf(name)}</Table.Th>
              <Table.Td className={classes['value'] ?? ''} dir="auto">
                <Value value={before?.[name]} />
              </Table.Td>
              <Table.Td className={classes['value'] ?? ''} dir="auto">
                <Value value={after?.[name]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** What the service stores of a value that is too long: its beginning and its length. */
interface Cut {
  readonly $cut: string
  readonly length: number
}

function isCut(value: unknown): value is Cut {
  return typeof value === 'object' && value !== null && '$cut' in value
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('audit')
  if (value === undefined || value === null) return <>–</>
  if (isCut(value)) return <>{t('cut', { begin: value.$cut, length: value.length })}</>
  return <>{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</>
}
