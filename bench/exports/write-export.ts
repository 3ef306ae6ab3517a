// Writes an export of a given size: node bench/exports/write-export.ts <file> [--megabytes 1024] [--length 3700]
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { exportText } from './export-text.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { megabytes: { type: 'string', default: '1024' }, length: { type: 'string', default: '3700' } },
})
const [file] = positionals
if (file === undefined) throw new Error('Name the file to write.')
const length = Number(values.length)
const sample = [...exportText({ posts: 100, length })].join('').length / 100
const posts = Math.ceil((Number(values.megabytes) * 1024 * 1024) / sample)
await pipeline(Readable.from(exportText({ posts, length })), createWriteStream(file))
console.log(`${posts} posts in ${file}`)
