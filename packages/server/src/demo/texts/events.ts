/** A kind of event; `{place}`, `{craft}`, `{maker}`, `{makers}`, `{workplace}` and `{person}` are filled in. */
export interface Gathering {
  readonly kind: string
  readonly titles: readonly string[]
  readonly venue: string
  readonly hours: number
  /** euros; 0 is free */
  readonly price: number
  readonly seats: number
  readonly description: readonly string[]
}

export const gatherings: readonly Gathering[] = [
  {
    kind: 'workshop',
    titles: [
      'A weekend of {craft} in {place}',
      'Begin badly: {craft} for beginners',
      'Hands on: {craft}',
      'Two days, one bench: {craft} in {place}',
      '{craft}, from the first mistake on',
    ],
    venue: 'The {workplace}',
    hours: 7,
    price: 140,
    seats: 8,
    description: [
      'Two days at the bench with {person}, who has been a {maker} for longer than most of us have been anything.',
      '## What happens',
      '- **Saturday**: watching, trying, failing, lunch.',
      '- **Sunday**: the same again, and this time it works.',
      'You take home what you have made. Please wear something that has already had a life.',
      '> The only thing to bring is a free weekend and no plan for the Sunday evening.',
    ],
  },
  {
    kind: 'open studio',
    titles: [
      'Open doors: {makers} of {place}',
      'The {workplace} is open',
      'Come and watch: the {workplace} in {place}',
      'An afternoon at the {workplace}',
      'Open bench in {place}',
    ],
    venue: 'The {workplace}',
    hours: 5,
    price: 0,
    seats: 60,
    description: [
      'For one afternoon the door of the {workplace} stays open. {person} works as always and answers questions, as long as both hands are free.',
      'Children are welcome, and will be given a broom.',
      '1. Come early for the quiet.',
      '1. Come late for the company.',
      '1. Come twice, if you like: it costs nothing.',
    ],
  },
  {
    kind: 'supper',
    titles: [
      'The long table of {place}',
      'Supper for strangers, {place}',
      'A soup, a bread, a song: evening in {place}',
      'Forty seats in {place}',
      'The readers’ table, {place} 🍲',
    ],
    venue: 'The market hall, after closing',
    hours: 4,
    price: 38,
    seats: 40,
    description: [
      'One table, forty seats, and nobody sits beside the person that they came with. The menu is decided by the market on the same morning.',
      '## On the table',
      '- A soup from the magazine',
      '- Bread from the bakery around the corner',
      '- A braise that has been in the oven since breakfast',
      '- Something with fruit',
      'Please tell us *what you cannot eat*. What you do not like, you may discuss with your neighbour.',
    ],
  },
  {
    kind: 'walk',
    titles: [
      'A slow walk through {place}',
      'Signs, doors, chimneys: {place} on foot',
      'Before the shops open: {place} at seven',
      '{place}, the back way',
      'After dark in {place}',
    ],
    venue: 'Meeting point: the fountain',
    hours: 3,
    price: 12,
    seats: 16,
    description: [
      'Three kilometres in three hours, with stops wherever something is being made. {person} leads, and knows the people behind the doors.',
      'We look up at signs and down at thresholds. There is one coffee on the way, and it is included.',
      '> Good shoes, no umbrella larger than its owner.',
    ],
  },
  {
    kind: 'talk',
    titles: [
      'What {makers} know',
      'An evening about {craft}',
      'Why we still need {makers}',
      'The future of {craft}',
      'Ask a {maker}',
    ],
    venue: 'The reading room',
    hours: 2,
    price: 8,
    seats: 90,
    description: [
      '{person} has promised to speak for no longer than twenty minutes. After that the evening belongs to the questions.',
      'With a table of tools that may be touched, and a glass of something local.',
      'The conversation will appear in the magazine, [abridged and improved](https://kiln-and-quay.example/talks).',
    ],
  },
]

export const eventKinds = gatherings.map(({ kind }) => kind)
