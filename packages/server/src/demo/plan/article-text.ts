import { closings, headings, middles, postscripts } from '../texts/passages.ts'
import type { Place } from '../texts/places.ts'
import { fill, fillAll } from '../texts/slots.ts'
import type { Topic } from '../texts/topic.ts'
import { createRandom, type Random } from './random.ts'
import { type Block, richText } from './rich-text.ts'

/** The words that the texts of a topic need in a place. */
export function slotsOf(
  { craft, maker, makers, workplace }: Topic,
  place: Place,
  random: Random,
): Record<string, string> {
  return { craft, maker, makers, workplace, place: place.name, person: random.pick(place.people) }
}

export interface ArticleText {
  readonly title: string
  readonly standfirst: string
  readonly body: Block[]
  /** the opening alone, as it was on the first evening */
  readonly firstBody: Block[]
  /** the text with what was added later */
  readonly longerBody: Block[]
}

interface Assignment {
  readonly topic: Topic
  readonly place: Place
  /** which of the topic's titles it has */
  readonly number: number
  /** where it stands among all: neighbours get other passages */
  readonly index: number
}

/** Composes an article: of the same material always the same. */
export function articleText({ topic, place, number, index }: Assignment): ArticleText {
  const random = createRandom(`article ${topic.key} ${number}`)
  const slots = slotsOf(topic, place, random)
  const lines = fillAll(composition({ topic, place, number, index }, random), slots)
  const postscript = fill(random.pick(postscripts), slots)
  return {
    title: topic.titles[number] ?? topic.craft,
    standfirst: fill(topic.standfirsts[number % topic.standfirsts.length] ?? '', slots),
    body: richText(lines),
    firstBody: richText(lines.slice(0, 2)),
    longerBody: richText([...lines, postscript]),
  }
}

/** Lines in the order of one of three plans; each article has other facts, passages and headings. */
function composition({ topic, place, index }: Assignment, random: Random): string[] {
  const [firstFacts, laterFacts] = halves(random, topic.facts)
  const [earlier = '', later = '', last = ''] = from(middles, index * 3)
  const [heading = '', otherHeading = ''] = from(headings, index * 3)
  const opening = `${place.arrival} ${random.pick(topic.scenes)}`
  const quote = `> ${random.pick(topic.quotes)}`
  const list = [`## ${topic.list.heading}`, ...listLines(topic, random)]
  const [closing = ''] = from(closings, index * 2)
  const plans = [
    [opening, firstFacts, `## ${heading}`, earlier, quote, laterFacts, ...list, closing],
    [
      opening,
      earlier,
      quote,
      `## ${heading}`,
      firstFacts,
      laterFacts,
      `## ${otherHeading}`,
      later,
      closing,
      ...list,
    ],
    [
      opening,
      firstFacts,
      ...list,
      `## ${heading}`,
      earlier,
      later,
      quote,
      `### ${otherHeading}`,
      laterFacts,
      last,
      closing,
    ],
  ]
  return from(plans, index)[0] ?? []
}

/** The values beginning with one of them, as on a wheel. */
function from<Value>(values: readonly Value[], index: number): Value[] {
  const start = index % values.length
  return [...values.slice(start), ...values.slice(0, start)]
}

function listLines({ list }: Topic, random: Random): string[] {
  const begin = random.next() < 0.5 ? '- ' : '1. '
  return list.entries.map((entry) => begin + entry)
}

function halves(random: Random, facts: readonly string[]): [string, string] {
  const mixed = shuffled(random, facts)
  const middle = Math.ceil(mixed.length / 2)
  return [mixed.slice(0, middle).join(' '), mixed.slice(middle).join(' ')]
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
