import { TagsInput, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import i18next from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bind, bindText } from '../../ui/form/bind.ts'
import { labelProblem, longerThan, slugProblem } from '../../ui/form/checks.ts'
import { DescriptionInput } from '../../ui/form/description-input.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { SlugInput } from '../../ui/form/slug-input.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { RichTextHandle } from '../../rich-text/types.ts'
import { SiteRichText } from '../site-rich-text/site-rich-text.tsx'
import { type Section, sectionQuery } from './section-queries.ts'

interface SectionValues {
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly content: Section['content']
}

/** The form of a section in the default language. */
export function SectionForm({ section }: { readonly section: Section }) {
  const { t } = useTranslation(['sections', 'forms'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const editor = useRef<RichTextHandle>(null)
  const form = useForm({
    stored: valuesOf(section),
    check,
    flush: () => editor.current?.flush(),
    save: (_values, changes) => api.sections.update({ section: section.slug, ...inputOf(changes) }),
    onSaved: (answer) => {
      const { slug } = answer.item
      client.setQueryData(sectionQuery(slug).queryKey, answer)
      void client.invalidateQueries({ queryKey: [...keys.sections, 'list'] })
      // The URL of this screen contains the slug, which has changed. Everything is saved, so the person is not asked
      // about unsaved changes.
      if (slug !== section.slug)
        void navigate({
          to: '/sections/$section',
          params: { section: slug },
          replace: true,
          ignoreBlocker: true,
        })
    },
  })
  return (
    <PageForm form={form}>
      <TextInput label={t('forms:title')} {...bindText(form, 'title')} required dir="auto" />
      <SiteRichText
        label={t('content')}
        {...bind(form, 'content')}
        issues={form.issuesOf('content')}
        // Another section, or a reset form, replaces the text in the editor.
        version={`${section.id} ${String(form.version)}`}
        ref={editor}
      />
      <SlugInput source={form.values.title} isNew={false} {...bind(form, 'slug')} />
      <DescriptionInput form={form} />
      <TagsInput
        label={t('keywords')}
        description={t('keywordsHelp')}
        {...bind(form, 'keywords')}
        value={[...form.values.keywords]}
        acceptValueOnBlur
        dir="auto"
      />
    </PageForm>
  )
}

function valuesOf({ title, slug, description, keywords, content }: Section): SectionValues {
  return { title, slug, description: description ?? '', keywords, content }
}

/** The changes as input of the operation; null removes the description. */
function inputOf({ description, keywords, ...others }: Partial<SectionValues>) {
  return {
    ...others,
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(keywords !== undefined && { keywords: [...keywords] }),
  }
}

function check({ title, slug, description, keywords }: SectionValues) {
  return {
    title: labelProblem(title),
    slug: slug === '' ? i18next.t('forms:required') : slugProblem(slug),
    description: longerThan(description, limits.description),
    keywords: keywordsProblem(keywords),
  }
}

function keywordsProblem(keywords: readonly string[]): string | undefined {
  if (keywords.length > limits.keywords)
    return i18next.t('sections:keywordsTooMany', { most: limits.keywords })
  if (keywords.some((word) => word.length > limits.label))
    return i18next.t('sections:keywordTooLong', { most: limits.label })
  return undefined
}
