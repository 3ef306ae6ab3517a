import type { FastifyReply, FastifyRequest } from 'fastify'
import { readClientCookie, writeClientCookie } from '../../identity/sign-in/client-cookies.ts'
import type { Config } from '../../config.ts'
import type { ClientCookie, ClientContext } from '../../core/client-context.ts'

/** The client context of a request; cookies that it sets, or removes (null), are sent with the response. */
export function clientContextOf(
  config: Pick<Config, 'baseUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): ClientContext {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    cookie: (name) => readClientCookie(config, name, request.headers.cookie),
    setCookie: (name: ClientCookie, value: string | null) =>
      void reply.header('set-cookie', writeClientCookie(config, name, value)),
  }
}
