import { enableCompileCache } from 'node:module'
import { boundYoungGeneration } from '@octavo/server/platform/young-generation'

// Most of the start is compilation of modules, so the compiled code is cached on disk.
enableCompileCache()
// Limits the memory for new objects (V8's young generation), which V8 would otherwise double whenever many survive.
boundYoungGeneration()

// A closed pipe (`octavo --help | head`) is not an error, and must not end a service that prints its address.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const { runProgram } = await import('./program.ts')
const exitCode = await runProgram(process.argv)
// Open handles of a failed start must not keep the process alive.
if (exitCode !== 0) process.exit(exitCode)
