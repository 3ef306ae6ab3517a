function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name} in .env.local: see .env.example.`)
  return value
}

export const settings = {
  octavoUrl: required('OCTAVO_URL'),
  /** of the kind "site": it reads what visitors see, and nothing else */
  octavoToken: required('OCTAVO_TOKEN'),
  siteUrl: required('SITE_URL'),
  /** optional: with it, changes in Octavo show at once */
  webhookSecret: process.env['OCTAVO_WEBHOOK_SECRET'],
}

export const absolute = (path: string): string => new URL(path, settings.siteUrl).href
