/** A term and those below it. */
export interface TermText {
  readonly key: string
  readonly label: string
  readonly description?: string
  readonly below?: readonly TermText[]
}

const country = (label: string): TermText => ({
  key: label
    .normalize('NFD')
    .replaceAll(/[^\w ]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase(),
  label,
})

/** Where the magazine goes; the countries are those of its places. */
export const regions: readonly TermText[] = [
  {
    key: 'europe',
    label: 'Europe',
    description: 'Reached by night train, if there is one.',
    below: [
      { key: 'northern-europe', label: 'Northern Europe', below: ['Norway', 'Estonia'].map(country) },
      {
        key: 'central-europe',
        label: 'Central Europe',
        below: ['Belgium', 'Germany', 'Poland', 'Slovenia'].map(country),
      },
      {
        key: 'southern-europe',
        label: 'Southern Europe',
        below: ['Portugal', 'Italy', 'France', 'Greece'].map(country),
      },
    ],
  },
  {
    key: 'asia',
    label: 'Asia',
    below: [
      { key: 'western-asia', label: 'Western Asia', below: ['Georgia', 'Türkiye'].map(country) },
      { key: 'southern-asia', label: 'Southern Asia', below: ['India', 'Malaysia'].map(country) },
      { key: 'eastern-asia', label: 'Eastern Asia', below: ['Japan', 'South Korea', 'Taiwan'].map(country) },
    ],
  },
  { key: 'africa', label: 'Africa', below: ['Morocco'].map(country) },
  { key: 'americas', label: 'The Americas', below: ['Mexico', 'Chile'].map(country) },
]

export const tags: readonly TermText[] = [
  { key: 'by-hand', label: 'By hand' },
  { key: 'by-the-water', label: 'By the water' },
  { key: 'early-morning', label: 'Early morning' },
  { key: 'for-beginners', label: 'For beginners' },
  { key: 'for-many', label: 'For many at the table' },
  { key: 'from-the-archive', label: 'From the archive', description: 'Printed before, and still true.' },
  { key: 'in-the-rain', label: 'For a rainy day' },
  { key: 'long-read', label: 'Long read' },
  { key: 'on-a-budget', label: 'For little money' },
  { key: 'readers-choice', label: 'Readers’ choice', description: 'What you wrote to us about.' },
  { key: 'second-life', label: 'Second life' },
  { key: 'with-children', label: 'With children' },
]
