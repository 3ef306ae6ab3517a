/** The numbers of OTLP for kinds of spans. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const

export function unixNanoseconds(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds * 1000)) * 1000n
}
