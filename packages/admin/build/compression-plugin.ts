import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg)$/
/** bytes below which a file is not compressed, because it would hardly become smaller */
const minimumSize = 400

/**
 * Compresses each script, style sheet and SVG of the build as `.br` and `.gz`. The service sends these files, so it
 * does not compress anything for each request.
 */
export function precompress(): Plugin {
  return {
    name: 'octavo-precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }, bundle) => {
      for (const name of Object.keys(bundle).filter((file) => compressible.test(file))) {
        const path = join(dir, name)
        const bytes = readFileSync(path)
        if (bytes.length < minimumSize) continue
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        )
      }
    },
  }
}
