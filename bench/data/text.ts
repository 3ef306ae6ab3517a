/** The content of the measured items: the same on every machine and in every run. */

export interface ItemData {
  readonly title: string
  readonly excerpt: string
  readonly body: readonly object[]
  readonly rank: number
}

const syllables = [
  'an',
  'bo',
  'cer',
  'dul',
  'en',
  'fa',
  'gri',
  'ho',
  'is',
  'ka',
  'lum',
  'mor',
  'ne',
  'or',
  'pel',
  'qua',
]
const blockCharacters = 380

/** The data of one item; its body is about `bodyBytes` long as JSON. */
export function itemData(index: number, bodyBytes: number): ItemData {
  const random = generator(index + 1)
  return {
    title: `${capital(words(random, 30))} ${index}`,
    excerpt: capital(words(random, Math.min(200, bodyBytes / 4))),
    body: blocks(random, bodyBytes),
    // Neighbours in time are no neighbours in rank, as with any figure that people type in.
    rank: ((index * 7919) % 100_003) / 4,
  }
}

/** how many markers there are; each is in one of so many items */
export const markers = 50

/** A word that two of a hundred items have. */
export function marker(index: number): string {
  return `marker${index % markers}`
}

export const everyMarker = Array.from({ length: markers }, (_, index) => marker(index))

/** The same with a marker, and with a word that every item has. */
export function withMarkers(data: ItemData, index: number): ItemData {
  return { ...data, excerpt: `${data.excerpt} ${marker(index)} everywhere` }
}

function blocks(random: () => number, bodyBytes: number): object[] {
  const result: object[] = []
  for (let left = bodyBytes; left > 0; left -= JSON.stringify(result.at(-1)).length + 1) {
    result.push(block(random, Math.max(20, Math.min(blockCharacters, left - 160))))
  }
  return result
}

function block(random: () => number, characters: number): object {
  const text = `${capital(words(random, characters - 20))}. `
  return {
    _type: 'block',
    _key: Math.floor(random() * 2 ** 32).toString(16),
    style: random() < 0.15 ? 'h2' : 'normal',
    markDefs: [],
    children: [
      { _type: 'span', text, marks: [] },
      { _type: 'span', text: `${capital(words(random, 10))} “quoted”.`, marks: ['strong'] },
    ],
  }
}

function words(random: () => number, characters: number): string {
  let text = word(random)
  while (text.length < characters) text += ` ${word(random)}`
  return text
}

function word(random: () => number): string {
  const length = 1 + Math.floor(random() * 3)
  let text = ''
  for (let index = 0; index < length; index++) text += syllables[Math.floor(random() * syllables.length)]
  return text
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** mulberry32: small, quick and good enough to make text */
function generator(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
