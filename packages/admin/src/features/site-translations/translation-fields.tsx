import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Block, RichTextHandle } from '../../rich-text/types.ts'
import { useWorkspace } from '../../session/session.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { growing } from '../../ui/growing.ts'
import { plainLanguageName } from '../../ui/language-name.ts'
import { firstWords } from '../site-rich-text/first-words.ts'
import { SiteRichText } from '../site-rich-text/site-rich-text.tsx'
import { isBlank, propertiesText, type TextValues, type TranslatedText } from './texts.ts'

interface FieldProps {
  readonly text: TranslatedText
  readonly form: Form<TextValues>
  readonly locale: string
}

interface FieldsProps {
  readonly texts: readonly TranslatedText[]
  readonly form: Form<TextValues>
  readonly locale: string
  /** the handle of the rich text, if there is one */
  readonly editor: Ref<RichTextHandle>
}

/** A field for each text, with the text of the default language as its placeholder. */
export function TranslationFields({ texts, form, locale, editor }: FieldsProps) {
  return texts.map((text) =>
    text.kind === 'richText' ? (
      <RichTextField key={text.name} text={text} form={form} locale={locale} editor={editor} />
    ) : (
      <PlainField key={text.name} text={text} form={form} locale={locale} />
    ),
  )
}

/** A text that is no rich text: one line or several. */
function PlainField({ text, form, locale }: FieldProps) {
  const { t } = useTranslation('translations')
  const { name, label, kind, original } = text
  /** whether it is written from left to right and has no spelling in any language */
  const isCode = kind === 'properties' || kind === 'address'
  const props = {
    label,
    placeholder: kind === 'properties' ? propertiesText(original) : String(original ?? ''),
    value: String(form.values[name] ?? ''),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      form.set(name, currentTarget.value),
    error: form.errorOf(name),
    dir: isCode ? 'ltr' : 'auto',
    ...(isCode ? { spellCheck: false } : { lang: locale }),
  }
  if (kind === 'line' || kind === 'address') return <TextInput {...props} />
  const help = kind === 'properties' ? { description: t('propertiesHelp') } : {}
  return <Textarea {...props} {...help} {...growing(2, 16)} />
}

/** A rich text, with a button that copies the original as long as there is no translation. */
function RichTextField({ text, form, editor }: FieldProps & { readonly editor: Ref<RichTextHandle> }) {
  const { t } = useTranslation('translations')
  const { defaultLocale } = useWorkspace().site
  /** how often the original was copied; part of the version, so that the editor shows the copy */
  const [copies, setCopies] = useState(0)
  const { name, label } = text
  const original = (text.original ?? []) as readonly Block[]
  const value = (form.values[name] ?? []) as readonly Block[]
  return (
    <Stack gap={4} align="stretch">
      <SiteRichText
        label={label}
        value={value}
        onChange={(blocks) => form.set(name, blocks)}
        placeholder={firstWords(original)}
        error={form.errorOf(name)}
        issues={form.issuesOf(name)}
        version={`${String(form.version)} ${String(copies)}`}
        ref={editor}
      />
      {isBlank(value) && !isBlank(original) && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            form.set(name, original)
            setCopies(copies + 1)
          }}
        >
          {t('copy', { language: plainLanguageName(defaultLocale) })}
        </Button>
      )}
    </Stack>
  )
}
