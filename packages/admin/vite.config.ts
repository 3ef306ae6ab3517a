import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/compression-plugin.ts'
import { contractData } from './build/contract-data-plugin.ts'

/**
 * Whether a module may be in the file that most screens share. The modules of forms, with their controls to choose
 * values, may not, because the first view shows no form.
 */
const isShareable = (id: string): boolean =>
  !/components\/(Combobox|Select|MultiSelect|TagsInput|Autocomplete)\/|\/ui\/form\//.test(id)

export default defineConfig({
  root: import.meta.dirname,
  base: '/_cms/admin/',
  plugins: [react(), contractData(), precompress()],
  // The workspace's own packages resolve to their sources, as in development and in tests.
  resolve: { conditions: ['octavo-source', 'module', 'browser', 'production'] },
  // The service replaces it by a new nonce in each response (Content-Security-Policy).
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // No assets in `data:` URLs, which would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // One stylesheet, which is loaded before anything is rendered, because some components measure themselves.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Modules that at least 24 entry chunks share, and so most screens, are one file: it compresses better than
        // many, and takes one request.
        codeSplitting: {
          groups: [{ name: 'shared', test: isShareable, minShareCount: 24 }],
        },
      },
    },
  },
})
