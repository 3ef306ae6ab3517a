import { title } from './editor-steps.ts'

const faq = {
  slug: 'faq',
  label: 'Questions',
  type: 'json',
  validation: { maxItems: 4 },
  options: {
    widget: 'list',
    help: 'What readers ask most.',
    fields: [
      { slug: 'question', label: 'Question', type: 'string', required: true, validation: { maxLength: 20 } },
      { slug: 'answer', label: 'Answer', type: 'portableText' },
      { slug: 'weight', label: 'Weight', type: 'integer', defaultValue: 1, options: { width: 'half' } },
      { slug: 'link', label: 'Link', type: 'string', options: { widget: 'url', width: 'half' } },
      {
        slug: 'sources',
        label: 'Sources',
        type: 'json',
        options: { widget: 'list', fields: [{ slug: 'name', label: 'Name', type: 'string' }] },
      },
    ],
  },
}
const kind = (slug: string, label: string, fields: readonly object[]) => ({
  slug,
  label,
  type: 'json',
  options: { widget: 'group', fields },
})
const sections = {
  slug: 'sections',
  label: 'Sections',
  type: 'json',
  options: {
    widget: 'blocks',
    fields: [
      kind('quote', 'Quote', [{ slug: 'words', label: 'Words', type: 'text', required: true }]),
      kind('team', 'Team', [
        {
          slug: 'members',
          label: 'Members',
          type: 'reference',
          options: { collection: 'people', allowMultiple: true },
        },
      ]),
    ],
  },
}
const seo = {
  slug: 'seo',
  label: 'Search engines',
  type: 'json',
  options: {
    widget: 'group',
    tab: 'Search',
    fields: [
      { slug: 'title', label: 'Search title', type: 'string' },
      { slug: 'color', label: 'Color', type: 'string', options: { widget: 'color' } },
    ],
  },
}
/** Structured fields of every form, with tabs, widths and a condition. */
export const structuredFields = [
  title,
  {
    slug: 'kind',
    label: 'Kind',
    type: 'select',
    validation: { options: ['plain', 'paid'] },
    options: { labels: { paid: 'Paid for' }, width: 'half' },
  },
  {
    slug: 'price',
    label: 'Price',
    type: 'number',
    options: { width: 'half', showIf: { field: 'kind', eq: 'paid' } },
  },
  faq,
  sections,
  seo,
]
