import { Text } from '@mantine/core'

/** Shows where an entry of the palette leads, such as “Settings”, beside the name of the entry. */
export function Place({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  )
}
