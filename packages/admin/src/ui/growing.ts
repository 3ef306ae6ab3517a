import type { CSSProperties } from 'react'

interface GrowingProps {
  readonly autosize?: true
  readonly rows?: number
  readonly minRows?: number
  readonly maxRows?: number
  readonly styles?: { readonly input: CSSProperties }
}

const isMeasuredByBrowser = globalThis.CSS?.supports('field-sizing', 'content') ?? false

/**
 * Props for a textarea that grows with its text. Uses CSS `field-sizing` if the browser supports it: a script measures
 * once, and is wrong if the width changes afterwards.
 */
export function growing(least: number, most = Infinity): GrowingProps {
  if (!isMeasuredByBrowser)
    return { autosize: true, minRows: least, ...(Number.isFinite(most) && { maxRows: most }) }
  return {
    rows: least,
    styles: {
      input: {
        fieldSizing: 'content',
        minBlockSize: heightOf(least),
        ...(Number.isFinite(most) && { maxBlockSize: heightOf(most) }),
      },
    },
  }
}

/** The height of a number of lines, with the padding and the border of one pixel at both ends. */
function heightOf(lines: number): string {
  return `calc(${String(lines)}lh + 2 * var(--input-padding-y, 0rem) + 2px)`
}
