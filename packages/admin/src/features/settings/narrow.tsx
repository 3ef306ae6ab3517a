import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** Makes the input narrow, because it holds a few digits, but not its description. */
export function narrow(input: ReactNode) {
  return <Box maw={140}>{input}</Box>
}
