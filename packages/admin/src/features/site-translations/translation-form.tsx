import { useRef } from 'react'
import type { RichTextHandle } from '../../rich-text/types.ts'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { inputOf, problemsOf, type TextValues, type TranslatedText, valuesOf } from './texts.ts'
import { TranslationFields } from './translation-fields.tsx'

interface TranslationFormProps<Answer> {
  readonly locale: string
  readonly texts: readonly TranslatedText[]
  readonly save: (input: Record<string, unknown>) => Promise<Answer>
  readonly onSaved: (answer: Answer) => void
}

/** The form for the translated texts of a part of the site, as a screen. */
export function TranslationForm<Answer>({ locale, texts, save, onSaved }: TranslationFormProps<Answer>) {
  const editor = useRef<RichTextHandle>(null)
  const form = useForm<TextValues, Answer>({
    stored: valuesOf(texts),
    check: (values) => problemsOf(texts, values),
    flush: () => editor.current?.flush(),
    save: (values) => save(inputOf(texts, values)),
    onSaved,
  })
  return (
    <PageForm form={form}>
      <TranslationFields texts={texts} form={form} locale={locale} editor={editor} />
    </PageForm>
  )
}
