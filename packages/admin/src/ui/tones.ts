/** The colours of the admin's own, which can be read in both appearances. */
const toneOf = (name: string) => () => ({
  root: { '--alert-bg': `var(--${name}-soft)`, '--alert-color': `var(--${name})` },
})

/** What a notice is about, by its colour. */
export const tones = { accent: toneOf('accent'), warn: toneOf('warn'), danger: toneOf('danger') }

const badgeToneOf = (name: string) => () => ({
  root: { '--badge-bg': `var(--${name}-soft)`, '--badge-color': `var(--${name})` },
})

/** What a badge says, by its colour. */
export const badgeTones = {
  good: badgeToneOf('good'),
  warn: badgeToneOf('warn'),
  danger: badgeToneOf('danger'),
  accent: badgeToneOf('accent'),
}
