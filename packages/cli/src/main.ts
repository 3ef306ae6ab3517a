import { enableCompileCache } from 'node:module'

// The start is mostly the compiling of modules; what is compiled once is kept for the next time.
enableCompileCache()

// A reader that went away (`octavo --help | head`) is no failure, and must not end a service that prints its address.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const { runProgram } = await import('./program.ts')
const exitCode = await runProgram(process.argv)
// What a failed start has left open must not keep the process alive.
if (exitCode !== 0) process.exit(exitCode)
