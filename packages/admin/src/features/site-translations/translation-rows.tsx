import { ActionIcon, Badge } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Rows } from '../../ui/rows.tsx'
import { useIncrementalList } from '../../ui/incremental-list.tsx'
import { isTranslated, type TranslatedText } from './texts.ts'
import { TranslationDialog } from './translation-dialog.tsx'

/** A part of the site whose texts are edited in a dialog. */
export interface TranslatedPart {
  readonly id: string
  /** its name in the shown language */
  readonly name: string
  /** its name in the default language */
  readonly original: string
  /** what it is, if its name does not say that */
  readonly what?: string
  /** its level in a tree; 0 by default */
  readonly depth?: number
  readonly texts: readonly TranslatedText[]
  /** saves texts as input of the operation */
  readonly save: (input: Record<string, unknown>) => Promise<unknown>
}

interface TranslationRowsProps {
  /** the accessible name of the list */
  readonly label: string
  readonly locale: string
  readonly parts: readonly TranslatedPart[]
  /** the key of the queries that a save changes */
  readonly touches: QueryKey
}

/** Parts of the site with their names in a language, and how much of each is translated. */
export function TranslationRows({ label, locale, parts, touches }: TranslationRowsProps) {
  const { t } = useTranslation('translations')
  const [opened, open] = useState<TranslatedPart | null>(null)
  // `rest` is the button that shows more of a long list.
  const { shown, rest } = useIncrementalList(parts)
  return (
    <>
      <Rows label={label}>
        {shown.map((part) => (
          <Row
            key={part.id}
            depth={part.depth ?? 0}
            heading={<strong lang={part.name === part.original ? undefined : locale}>{part.name}</strong>}
            detail={[part.what, part.name === part.original ? undefined : part.original]
              .filter((text) => text !== undefined)
              .join(' · ')}
            aside={<TranslatedCount texts={part.texts} />}
            actions={
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('translate', { name: part.original })}
                onClick={() => open(part)}
              >
                <Pencil size={16} aria-hidden />
              </ActionIcon>
            }
          />
        ))}
      </Rows>
      {rest}
      {opened !== null && (
        <TranslationDialog
          locale={locale}
          texts={opened.texts}
          save={opened.save}
          touches={touches}
          onClosed={() => open(null)}
        />
      )}
    </>
  )
}

/**
 * Shows how many texts of a part are translated, if some are not. Addresses and properties can be the same in all
 * languages, and what the default language lacks needs no translation.
 */
function TranslatedCount({ texts }: { readonly texts: readonly TranslatedText[] }) {
  const { t } = useTranslation('translations')
  const needed = texts.filter((text) => isTranslated(text) || needsTranslation(text))
  const count = needed.filter(isTranslated).length
  if (count === needed.length) return null
  return (
    <Badge variant="light" tt="none" fw={500}>
      {count === 0 ? t('untranslated') : t('partly', { count, of: needed.length })}
    </Badge>
  )
}

/** Whether readers miss something if a text has no translation. */
function needsTranslation({ kind, original: value }: TranslatedText): boolean {
  if (kind === 'address' || kind === 'properties') return false
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
