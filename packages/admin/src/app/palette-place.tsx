import { Text } from '@mantine/core'

/** Where what the palette offers is. */
export function Place({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  )
}
