declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string
    setupRequest?(request: Request): Request
  }

  interface Options {
    url: string
    connections: number
    duration: number
    timeout?: number
    headers: Record<string, string>
    requests: Request[]
  }

  interface Result {
    '2xx': number
    '3xx': number
    non2xx: number
    errors: number
    timeouts: number
    duration: number
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter
}
