// Keeps a PostgreSQL server with an empty cluster for as long as stdin is open: prints its URL, and stops and removes it
// when the process that started this ends, for any reason.
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usablePrograms } from './postgres-programs.ts'
import { createCluster, startServer } from './postgres-server.ts'

const isOver = new Promise<void>((resolve) => {
  process.stdin.resume().once('close', resolve)
})
process.stdout.on('error', () => {}) // who asked for it may be gone already
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const folder = await mkdtemp(join(tmpdir(), 'octavo-postgres-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await chmod(folder, 0o711)

const programs = await usablePrograms(folder)
const cluster = await createCluster(programs, folder)
const server = await startServer(programs, cluster)
process.stdout.write(`${server.url}\n`)
await Promise.race([isOver, server.hasEnded])
await server.stop()
