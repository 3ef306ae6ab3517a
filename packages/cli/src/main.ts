import { runProgram } from './program.ts'

const exitCode = await runProgram(process.argv)
// What a failed start has left open must not keep the process alive.
if (exitCode !== 0) process.exit(exitCode)
