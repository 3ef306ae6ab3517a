import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { enterMenu, stayInMenu } from './menu-keys.ts'

/** The accent colour of the server-rendered pages (`packages/server/browser/style.css`), from light to dark. */
const blue: MantineColorsTuple = [
  '#eef4fd',
  '#dbe7f9',
  '#b5cdf2',
  '#8cb1eb',
  '#6a9ae5',
  '#4b83dc',
  '#2f6fd0',
  '#1f5fbf',
  '#184d9e',
  '#123e80',
]

/** The red of the server-rendered pages, dark enough for white text. */
const red: MantineColorsTuple = [
  '#fdf1f0',
  '#fbdcd9',
  '#f5b5b0',
  '#ef928b',
  '#e8746b',
  '#d94a40',
  '#c8372d',
  '#b3261e',
  '#921b14',
  '#6f140d',
]

/** The greys of the dark scheme, with the tint of its surfaces. */
const dark: MantineColorsTuple = [
  '#e6e9ee',
  '#c4cbd4',
  '#a4aebb',
  '#76808d',
  '#3b4451',
  '#303742',
  '#22272f',
  '#1a1e24',
  '#15181d',
  '#12151a',
]

const radius = { sm: '5px', md: '7px', lg: '10px' }

/**
 * The font sizes: 14 px for what is read, 13 px for controls and second lines, 12 px for notes; 16 and 20 px for
 * titles.
 */
const fontSizes = { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' }
const headingSizes = {
  h1: { fontSize: fontSizes.xl, lineHeight: '1.3' },
  h2: { fontSize: fontSizes.lg, lineHeight: '1.4' },
  h3: { fontSize: fontSizes.lg, lineHeight: '1.4' },
  h4: { fontSize: fontSizes.lg, lineHeight: '1.4' },
  h5: { fontSize: fontSizes.md, lineHeight: '1.45' },
  h6: { fontSize: fontSizes.sm, lineHeight: '1.45' },
}

export const theme = createTheme({
  primaryColor: 'blue',
  // Both are dark enough for white text, so the text colour is the same in both schemes.
  primaryShade: { light: 7, dark: 6 },
  colors: { blue, dark, red },
  // Text on a colour that is lighter than the threshold is dark.
  autoContrast: true,
  luminanceThreshold: 0.25,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes,
  headings: { fontWeight: '650', sizes: headingSizes },
  radius,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Menus are rendered within the main landmark. `enterMenu` focuses their first item, instead of Mantine's
    // placeholder.
    Menu: {
      defaultProps: {
        portalProps: { target: '#main' },
        withInitialFocusPlaceholder: false,
        trapFocus: false,
        transitionProps: { duration: 0 },
      },
    },
    MenuDropdown: { defaultProps: { ref: enterMenu, onKeyDown: stayInMenu } },
    // Badges name facts: they are quiet unless they have a tone.
    Badge: {
      defaultProps: { variant: 'light', tt: 'none' },
      vars: () => ({ root: { '--badge-bg': 'var(--sunken)', '--badge-color': 'var(--quiet)' } }),
    },
    // A `header` outside of a section would be a second banner landmark.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
  },
})

/** CSS variables with the same names in both schemes and on the server-rendered pages. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page': '#f6f7f9',
    '--panel': '#ffffff',
    '--sunken': '#eff1f4',
    '--line': '#dde1e7',
    '--edge': '#868f9b',
    '--text': '#1b2129',
    '--quiet': '#55606d',
    '--accent': '#1f5fbf',
    '--accent-soft': '#e9f1fc',
    '--danger': '#b3261e',
    '--danger-soft': '#fdf1f0',
    '--good': '#17693a',
    '--good-soft': '#eef8f1',
    '--warn': '#8a4b00',
    // Of dots, which may be lighter than text.
    '--amber': '#d98a00',
    '--warn-soft': '#fff5e6',
    '--shadow': '0 1px 2px rgb(20 30 45 / 6%), 0 8px 24px rgb(20 30 45 / 6%)',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b2129',
    '--mantine-color-dimmed': '#55606d',
    '--mantine-color-placeholder': '#6b7684',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#1f5fbf',
    '--mantine-color-default-border': '#c9cfd7',
  },
  dark: {
    '--page': '#12151a',
    '--panel': '#1a1e24',
    '--sunken': '#22272f',
    '--line': '#303742',
    '--edge': '#76808d',
    '--text': '#e6e9ee',
    '--quiet': '#a4aebb',
    '--accent': '#82b2ff',
    '--accent-soft': '#1d2b42',
    '--danger': '#ff9c94',
    '--danger-soft': '#33201f',
    '--good': '#82d8a0',
    '--good-soft': '#1a2b20',
    '--warn': '#f0b86a',
    '--amber': '#f0b86a',
    '--warn-soft': '#33270f',
    '--shadow': '0 1px 2px rgb(0 0 0 / 40%)',
    '--mantine-color-body': '#1a1e24',
    '--mantine-color-text': '#e6e9ee',
    '--mantine-color-dimmed': '#a4aebb',
    '--mantine-color-placeholder': '#8f99a6',
    '--mantine-color-error': '#ff9c94',
    '--mantine-color-anchor': '#82b2ff',
    '--mantine-color-default': '#22272f',
    '--mantine-color-default-hover': '#2a3039',
    '--mantine-color-default-border': '#3b4451',
  },
})
