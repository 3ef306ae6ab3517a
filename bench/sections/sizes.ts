import type { DataSetSize } from '../data/data-set.ts'

/** items of about 4.5 KB, as the answers have them */
export const usual: DataSetSize = { items: 10_000, bodyBytes: 3700 }

/** items of about 1 KB, for what grows */
export const smallItemBytes = 350
