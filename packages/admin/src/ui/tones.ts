/**
 * The CSS variables of Mantine's notices for a colour of the admin, with enough contrast in both colour schemes. A
 * function, as the property `vars` of the components takes it.
 */
const toneOf = (name: string) => () => ({
  root: { '--alert-bg': `var(--${name}-soft)`, '--alert-color': `var(--${name})` },
})

/** The colours of notices. */
export const tones = { accent: toneOf('accent'), warn: toneOf('warn'), danger: toneOf('danger') }

/** The CSS variables of Mantine's badges for a colour of the admin, as `toneOf` has those of notices. */
const badgeToneOf = (name: string) => () => ({
  root: { '--badge-bg': `var(--${name}-soft)`, '--badge-color': `var(--${name})` },
})

/** The colours of badges. */
export const badgeTones = {
  good: badgeToneOf('good'),
  warn: badgeToneOf('warn'),
  danger: badgeToneOf('danger'),
  accent: badgeToneOf('accent'),
}
