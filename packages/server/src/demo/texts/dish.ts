/** One way of using a dish: its slots `{main}`, `{spice}` and `{finish}`. */
export interface Variant {
  readonly title: string
  readonly main: string
  readonly amount: string
  readonly spice: string
  readonly finish: string
  readonly diets: readonly string[]
  readonly seasons: readonly string[]
  readonly german?: {
    readonly title: string
    readonly main: string
    readonly spice: string
    readonly finish: string
  }
}

/** A kind of dish: the method is the same, what goes into it differs. */
export interface Dish {
  readonly key: string
  readonly course: string
  readonly difficulty: string
  readonly serves: number
  readonly activeMinutes: number
  readonly totalMinutes: number
  readonly summaries: readonly string[]
  readonly steps: readonly string[]
  readonly tip: string
  /** amount and thing, beside the variant's own */
  readonly pantry: readonly (readonly [amount: string, item: string])[]
  readonly german: { readonly summary: string; readonly steps: readonly string[]; readonly tip: string }
  readonly variants: readonly Variant[]
}

export const courses = ['soup', 'starter', 'main', 'side', 'sweet', 'store cupboard']
export const difficulties = ['easy', 'some practice', 'a project']
export const diets = ['vegan', 'vegetarian', 'gluten-free', 'dairy-free', 'with fish', 'with meat']
export const seasons = ['spring', 'summer', 'autumn', 'winter']
