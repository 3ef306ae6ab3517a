import type { Random } from '../plan/random.ts'
import { cloth, rings, tiles } from './patterns.ts'
import { portrait } from './portrait.ts'
import { harbour, hills, town } from './views.ts'
import { table } from './still-life.ts'

/** What a picture is drawn with. */
export interface Palette {
  readonly paper: string
  readonly light: string
  readonly ink: string
  readonly deep: string
  readonly accent: string
}

export interface Canvas {
  readonly width: number
  readonly height: number
  readonly palette: Palette
  readonly random: Random
}

/** Draws the shapes of a picture; `#sky`, `#ground` and `#glow` are there to fill them with. */
export type Drawing = (canvas: Canvas) => string

export const scenes = { harbour, hills, town, table, cloth, rings, tiles, portrait } satisfies Record<
  string,
  Drawing
>
export type Scene = keyof typeof scenes
