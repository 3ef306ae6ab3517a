import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichTextHandle } from '../../rich-text/types.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { plainLanguageName } from '../../ui/language-name.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { inputOf, problemsOf, type TextValues, type TranslatedText, valuesOf } from './texts.ts'
import { TranslationFields } from './translation-fields.tsx'

interface TranslationDialogProps {
  readonly locale: string
  readonly texts: readonly TranslatedText[]
  readonly save: (input: Record<string, unknown>) => Promise<unknown>
  /** the key of the queries that a save changes */
  readonly touches: QueryKey
  readonly onClosed: () => void
}

/** Edits the texts of a part of the site in one language. */
export function TranslationDialog({ locale, texts, save, touches, onClosed }: TranslationDialogProps) {
  const { t } = useTranslation(['translations', 'common'])
  const client = useQueryClient()
  const editor = useRef<RichTextHandle>(null)
  // Computed once, because `texts` stay the same while the dialog is open.
  const [stored] = useState(() => valuesOf(texts))
  const form = useDialogForm<TextValues, unknown>({
    stored,
    check: (values) => problemsOf(texts, values),
    flush: () => editor.current?.flush(),
    save: (values) => save(inputOf(texts, values)),
    onSaved: () => {
      notifySuccess(t('saved'))
      void client.invalidateQueries({ queryKey: touches })
    },
  })
  const isLong = texts.some(({ kind }) => kind === 'richText')
  return (
    <FormDialog
      title={t('dialog', { language: plainLanguageName(locale) })}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
      size={isLong ? 'xl' : 'md'}
    >
      <TranslationFields texts={texts} form={form} locale={locale} editor={editor} />
    </FormDialog>
  )
}
