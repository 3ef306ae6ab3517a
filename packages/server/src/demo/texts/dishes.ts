import type { Dish } from './dish.ts'
import { dishesOfTheBoard } from './dishes-of-the-board.ts'
import { dishesOfTheOven } from './dishes-of-the-oven.ts'
import { dishesOfThePot } from './dishes-of-the-pot.ts'

export const dishes: readonly Dish[] = [...dishesOfThePot, ...dishesOfTheBoard, ...dishesOfTheOven]
