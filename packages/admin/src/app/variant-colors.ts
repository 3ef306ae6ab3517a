import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

/**
 * The kit chooses the letters on a filled part by the shade of the light appearance alone; on the paler shade of the
 * dark one they are chosen anew.
 */
export const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isPrimary = input.color === undefined || input.color === input.theme.primaryColor
  if (input.variant !== 'filled' || !isPrimary) return colors
  return { ...colors, color: 'var(--mantine-primary-color-contrast)' }
}
