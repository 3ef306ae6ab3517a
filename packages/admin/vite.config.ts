import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/compression-plugin.ts'
import { contractData } from './build/contract-data-plugin.ts'

/** What forms choose from is needed by no first view. */
const notOfForms = (id: string): boolean =>
  !/components\/(Combobox|Select|MultiSelect|TagsInput|Autocomplete)\/|\/ui\/form\//.test(id)

export default defineConfig({
  root: import.meta.dirname,
  base: '/_cms/admin/',
  plugins: [react(), contractData(), precompress()],
  // The workspace's own packages resolve to their sources, as in development and in tests.
  resolve: { conditions: ['octavo-source', 'module', 'browser', 'production'] },
  // The service puts a new nonce in its place for every visitor.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // Data addresses would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // One stylesheet, there before anything is drawn: what measures itself must not be styled later.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Small modules that most screens use are one file: it compresses better and takes one request.
        // What forms choose from is needed by no first view.
        codeSplitting: {
          groups: [{ name: 'shared', test: notOfForms, minShareCount: 24 }],
        },
      },
    },
  },
})
