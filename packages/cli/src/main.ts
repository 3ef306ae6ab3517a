import { enableCompileCache } from 'node:module'

// The start is mostly the compiling of modules; what is compiled once is kept for the next time.
enableCompileCache()

const { runProgram } = await import('./program.ts')
const exitCode = await runProgram(process.argv)
// What a failed start has left open must not keep the process alive.
if (exitCode !== 0) process.exit(exitCode)
