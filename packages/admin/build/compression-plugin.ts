import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg)$/
/** bytes; less hardly shrinks */
const least = 400

/** Writes every file beside itself as `.br` and `.gz`: the service sends them as they are, and never compresses one again. */
export function precompress(): Plugin {
  return {
    name: 'octavo-precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }, bundle) => {
      for (const name of Object.keys(bundle).filter((file) => compressible.test(file))) {
        const path = join(dir, name)
        const bytes = readFileSync(path)
        if (bytes.length < least) continue
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        )
      }
    },
  }
}
