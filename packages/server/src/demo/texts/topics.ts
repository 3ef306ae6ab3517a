import type { Topic } from './topic.ts'
import { topicsOfTheHand } from './topics-of-the-hand.ts'
import { topicsOfTheTable } from './topics-of-the-table.ts'
import { topicsOfTheTown } from './topics-of-the-town.ts'

export const topics: readonly Topic[] = [...topicsOfTheTable, ...topicsOfTheHand, ...topicsOfTheTown]
