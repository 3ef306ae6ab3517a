import { Text } from '@mantine/core'

/** The place of an entry of the palette, such as the settings, shown beside its name. */
export function Place({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  )
}
