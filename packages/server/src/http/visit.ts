import type { FastifyReply, FastifyRequest } from 'fastify'
import { readKeepsake, writeKeepsake } from '../auth/keepsakes.ts'
import type { Config } from '../config.ts'
import type { Keepsake, Visit } from '../visit.ts'

/** What a request tells of the browser behind it; what is left with that browser goes out with the answer. */
export function visitOf(
  config: Pick<Config, 'baseUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    kept: (name) => readKeepsake(config, name, request.headers.cookie),
    keep: (name: Keepsake, value: string | null) =>
      void reply.header('set-cookie', writeKeepsake(config, name, value)),
  }
}
