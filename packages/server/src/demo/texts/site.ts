/** What stands around the content of the magazine. */

export const siteTexts = {
  siteTitle: 'Kiln & Quay',
  tagline: 'Kitchens, harbours and workshops, four times a year',
  postsPerPage: 12,
} as const

export interface SectionText {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  /** as `richText` takes them */
  readonly lines: readonly string[]
}

export const sectionTexts: readonly SectionText[] = [
  {
    slug: 'newsletter-invitation',
    title: 'Invitation to the newsletter',
    description: 'Below every third article',
    keywords: ['newsletter', 'subscribe'],
    lines: [
      '## A letter on Sundays',
      'One article, one recipe, one thing that went *wrong* on the way. No pictures of our breakfast.',
      '[Write to us](mailto:letters@kiln-and-quay.example), and it comes.',
    ],
  },
  {
    slug: 'how-we-test-recipes',
    title: 'How we test recipes',
    description: 'At the end of each recipe',
    keywords: ['recipes', 'kitchen', 'method'],
    lines: [
      '## How we test',
      '1. The author cooks it twice, and writes it down in between.',
      '1. A neighbour cooks it, with the paper and **without** the author.',
      '1. Whatever the neighbour asked is put into the text.',
    ],
  },
  {
    slug: 'note-on-prices',
    title: 'A note on prices',
    description: 'For guides that name prices',
    keywords: ['guides', 'prices'],
    lines: ['Prices are those of the day we were there. They will not have gone down since.'],
  },
  {
    slug: 'call-for-repairers',
    title: 'Call for repairers',
    description: 'For articles from the repair pages',
    keywords: ['repair', 'letters'],
    lines: [
      '> Do you mend something that others throw away? We would like to watch.',
      'Tell us [what, where and when](mailto:repair@kiln-and-quay.example). We bring cake.',
    ],
  },
]
