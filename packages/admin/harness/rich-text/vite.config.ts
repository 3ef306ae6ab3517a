import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The editor on its own page, for its tests; it is not shipped. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  resolve: { conditions: ['octavo-source', 'module', 'browser', 'production'] },
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    manifest: true,
  },
})
