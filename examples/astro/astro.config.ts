import { defineConfig, envField } from 'astro/config'

export default defineConfig({
  // The public address of the site, for its feed, its sitemap and links between its languages.
  site: process.env['SITE_URL'] ?? 'http://localhost:4321',
  trailingSlash: 'ignore',
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  env: {
    schema: {
      OCTAVO_URL: envField.string({ context: 'client', access: 'public', default: 'http://localhost:4400' }),
      OCTAVO_TOKEN: envField.string({ context: 'server', access: 'secret' }),
    },
  },
})
