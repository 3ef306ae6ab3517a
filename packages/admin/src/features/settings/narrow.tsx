import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** A few digits need no more room; their help does. */
export function narrow(input: ReactNode) {
  return <Box maw={140}>{input}</Box>
}
