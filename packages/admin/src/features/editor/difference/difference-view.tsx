import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../session/session.tsx'
import { isEmptyValue, isSame } from '../autosave/same.ts'
import type { Values } from '../autosave/state.ts'
import editorClasses from '../editor.module.css'
import classes from './difference.module.css'
import { versionsOf } from './field-parts.ts'
import { useNames } from './names.ts'
import { differingFields } from './history-changes.ts'
import { isTyped, type Typed } from '../parts/parts.ts'
import { PiecesText } from './pieces-text.tsx'
import { RichVersion } from './rich/rich-difference.tsx'
import { shownPieces } from './shown-pieces.ts'

interface Side {
  readonly name: string
  readonly values: Values
}

interface DifferenceProps {
  readonly fields: readonly Field[]
  readonly before: Side
  readonly after: Side
  /** restores the earlier value of one field */
  readonly onRestore?: ((field: Field) => void) | undefined
}

/** The fields that differ between two versions, side by side, with the changes marked. */
export function Difference({ fields, before, after, onRestore }: DifferenceProps) {
  const { t } = useTranslation('editor')
  const differing = differingFields(fields, before.values, after.values)
  if (differing.length === 0) return <Text c="dimmed">{t('difference.none')}</Text>
  return (
    <Stack gap="lg">
      {differing.map((field) => (
        <section key={field.slug} aria-label={field.label}>
          <Group justify="space-between" mb={6} wrap="nowrap">
            <Title order={3} size="h5">
              <bdi>{field.label}</bdi>
            </Title>
            {onRestore !== undefined && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('history.restoreOne', { field: field.label })}
                onClick={() => onRestore(field)}
              >
                {t('history.restoreField')}
              </Button>
            )}
          </Group>
          <FieldDifference
            field={field}
            before={{ name: before.name, value: before.values[field.slug] }}
            after={{ name: after.name, value: after.values[field.slug] }}
          />
        </section>
      ))}
    </Stack>
  )
}

interface ValueSide {
  readonly name: string
  readonly value: unknown
}

interface FieldDifferenceProps {
  readonly field: Field
  readonly before: ValueSide
  readonly after: ValueSide
}

/** Two values of one field side by side: rich text as readers see it, other values in words. */
export function FieldDifference({ field, before, after }: FieldDifferenceProps) {
  const [old, now] = [richText(field, before.value), richText(field, after.value)]
  if (old === null || now === null) return <PartsDifference field={field} before={before} after={after} />
  return (
    <div className={classes['pair']}>
      <Version name={before.name} isEmpty={old.length === 0}>
        <RichVersion before={old} after={now} side="removed" />
      </Version>
      <Version name={after.name} isEmpty={now.length === 0}>
        <RichVersion before={old} after={now} side="added" />
      </Version>
    </div>
  )
}

/** The blocks of a rich text; null for other values, which are shown in words. */
export function richText({ type }: Field, value: unknown): readonly Typed[] | null {
  if (type !== 'portableText') return null
  if (isEmptyValue(value)) return []
  return Array.isArray(value) && value.every(isTyped) ? value : null
}

function PartsDifference({ field, before, after }: FieldDifferenceProps) {
  const { t } = useTranslation('editor')
  const versions = versionsOf(field, [before.value, after.value], useNames())
  const pieces = shownPieces(versions.before, versions.after)
  const isInvisible = pieces.every(({ kind }) => kind === 'same')
  return (
    <div className={classes['pair']}>
      <Version name={before.name} isEmpty={versions.before.length === 0}>
        <PiecesText pieces={pieces} side="removed" />
      </Version>
      <Version name={after.name} isEmpty={versions.after.length === 0}>
        <PiecesText pieces={pieces} side="added" />
      </Version>
      {isInvisible && !isSame(before.value, after.value) && (
        <Text size="sm" c="dimmed" className={classes['unseen'] ?? ''}>
          {t('difference.unseen')}
        </Text>
      )}
    </div>
  )
}

interface TextProps {
  readonly name: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

function Version({ name, isEmpty, children }: TextProps) {
  const { t } = useTranslation('editor')
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {name}
      </Text>
      <div className={editorClasses['text']} dir="auto">
        {isEmpty ? <em>{t('difference.empty')}</em> : children}
      </div>
    </div>
  )
}
