import { useRef } from 'react'
import type { RichTextHandle } from '../../rich-text/types.ts'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { inputOf, problemsOf, type TextValues, type TranslatedText, valuesOf } from './texts.ts'
import { TranslationFields } from './translation-fields.tsx'

interface TranslationFormProps<Answer> {
  readonly locale: string
  readonly texts: readonly TranslatedText[]
  /**
   * `input` has the changed texts as the operation takes them, `changes` as the form edits them, and `before` as they
   * were when the person began to change them.
   */
  readonly save: (
    input: Record<string, unknown>,
    changes: Partial<TextValues>,
    before: Partial<TextValues>,
  ) => Promise<Answer>
  readonly onSaved: (answer: Answer) => void
}

/** The form for the translated texts of a part of the site, as a screen. */
export function TranslationForm<Answer>({ locale, texts, save, onSaved }: TranslationFormProps<Answer>) {
  const editor = useRef<RichTextHandle>(null)
  const form = useForm<TextValues, Answer>({
    stored: valuesOf(texts),
    check: (values) => problemsOf(texts, values),
    flush: () => editor.current?.flush(),
    save: (values, changes, before) => {
      const changed = texts.filter(({ name }) => name in changes)
      return save(inputOf(changed, values), changes, before)
    },
    onSaved,
  })
  return (
    <PageForm form={form}>
      <TranslationFields texts={texts} form={form} locale={locale} editor={editor} />
    </PageForm>
  )
}
