import type { Dish, Variant } from '../texts/dish.ts'
import { dishes } from '../texts/dishes.ts'
import { fillAll } from '../texts/slots.ts'
import { pictureOfCourse } from './attachments.ts'
import type { PlannedFile } from './attachments.ts'
import {
  type Calendar,
  type Data,
  Media,
  type PlannedItem,
  Ref,
  type State,
  stepsOf,
} from './planned-item.ts'
import { createRandom } from './random.ts'
import { type Block, richText } from './rich-text.ts'
import { opened } from './opening.ts'
import { authorOf } from './shelves.ts'

const perDish = 7
const pending = new Set([6, 20, 33, 47, 60])
const trashed = new Set([12, 40, 66])
const firstScheduled = 74
const firstDraft = 77

export interface RecipeSubject {
  readonly key: string
  readonly dish: Dish
  readonly variant: Variant
  readonly state: State
}

/** All recipes in the order of publication, neighbours of different kinds. */
export const recipeSubjects: readonly RecipeSubject[] = Array.from(
  { length: dishes.length * perDish },
  (_, index) => {
    const dish = dishes[(index * 5) % dishes.length] as Dish
    const variant = dish.variants[Math.floor(index / dishes.length)] as Variant
    return { key: `recipes/${index}`, dish, variant, state: stateOf(index) }
  },
)

function stateOf(index: number): State {
  if (index >= firstDraft) return 'draft'
  if (index >= firstScheduled) return 'scheduled'
  if (pending.has(index)) return 'pending'
  if (trashed.has(index)) return 'trashed'
  return index % 12 === 7 ? 'revised' : 'published'
}

function dayOf(index: number): number {
  if (index >= firstDraft) return (index - firstDraft) * 0.5 - 6
  if (index >= firstScheduled) return (index - firstScheduled) * 3 + 2
  return opened + 6 + (index * (-opened - 9)) / firstScheduled
}

export function planRecipes(calendar: Calendar): PlannedItem[] {
  return recipeSubjects.map((subject, index) => {
    const { key, dish, variant, state } = subject
    const summary = dish.summaries[index % dish.summaries.length]
    const data: Data = {
      title: variant.title,
      summary,
      method: methodOf(dish.steps, dish.tip, variant),
      ...frame(subject, index),
    }
    const steps = stepsOf(
      {
        state,
        at: calendar.morning(dayOf(index)),
        data,
        firstDraft: {
          ...data,
          summary: null,
          method: methodOf(dish.steps.slice(0, 3), 'To be tested.', variant),
        },
        change: { serves: dish.serves + 2, summary: `${summary} (Tested again, for two more.)` },
      },
      calendar,
    )
    return { key, collection: 'recipes', state, steps }
  })
}

/** The steps as a numbered list, and the tip below. */
export function methodOf(
  steps: readonly string[],
  tip: string,
  slots: Pick<Variant, 'main' | 'spice' | 'finish'>,
): Block[] {
  const { main, spice, finish } = slots
  return richText([...fillAll(steps, { main, spice, finish }).map((step) => `1. ${step}`), tip])
}

function frame({ key, dish, variant }: RecipeSubject, index: number): Data {
  const random = createRandom(`frame ${key}`)
  return {
    ingredients: ingredientsOf({ dish, variant }),
    course: dish.course,
    difficulty: dish.difficulty,
    diets: variant.diets,
    seasons: variant.seasons,
    serves: dish.serves,
    minutes_active: dish.activeMinutes,
    minutes_total: dish.totalMinutes,
    rating: random.whole(32, 50) / 10,
    card_number: cardNumber(index),
    ...(hasCard(index) && { card: new Media(cardKey(index)) }),
    photo: pictureOfCourse(dish.course),
    author: authorOf(key),
    pairs_with: pairsWith(index).map((other) => new Ref(other)),
  }
}

function ingredientsOf({
  dish,
  variant,
}: Pick<RecipeSubject, 'dish' | 'variant'>): { amount: string; item: string }[] {
  const all = [[variant.amount, variant.main] as const, ...dish.pantry]
  return all.map(([amount, item]) => ({ amount, item }))
}

const cardNumber = (index: number): string => `KQ-${String(index + 1).padStart(3, '0')}`
const cardKey = (index: number): string => `cards/${cardNumber(index)}`
const hasCard = (index: number): boolean => index % 9 === 0

/** The ingredients of some recipes as lists to print: CSV, which every kitchen can open. */
export function planCards(calendar: Calendar): PlannedFile[] {
  return recipeSubjects.flatMap((subject, index): PlannedFile[] => {
    if (!hasCard(index)) return []
    const rows = ingredientsOf(subject).map(({ amount, item }) => `${quoted(amount)},${quoted(item)}`)
    return [
      {
        key: cardKey(index),
        filename: `shopping-list-${cardNumber(index)}.csv`,
        caption: subject.variant.title,
        at: calendar.morning(Math.min(dayOf(index), -1)),
        content: { kind: 'text', mimeType: 'text/csv', text: ['amount,item', ...rows, ''].join('\n') },
      },
    ]
  })
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Two earlier recipes of other courses that visitors can read. */
function pairsWith(index: number): string[] {
  const { dish } = recipeSubjects[index] as RecipeSubject
  const earlier = recipeSubjects
    .slice(0, index)
    .filter((other) => other.state !== 'trashed' && other.dish.course !== dish.course)
  return createRandom(`pairs ${index}`)
    .some(earlier, 2)
    .map(({ key }) => key)
}
