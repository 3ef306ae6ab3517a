import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** A container for inputs of a few digits: the input is narrow, but not its description. */
export function narrowInput(input: ReactNode) {
  return <Box maw={140}>{input}</Box>
}
