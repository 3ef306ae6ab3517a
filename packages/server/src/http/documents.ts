import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'

/** The description of the API for programs, and the same for people. */
export function mountDocuments(_app: FastifyInstance, _services: Services, _apiPath: string): void {}
