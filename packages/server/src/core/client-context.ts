/** Cookies that we set: the session cookie, and the cookie that connects the two steps of the setup. */
export type ClientCookie = 'session' | 'setup'

/** What an interface knows about the client of a call, and the cookies it can set. Handlers do not know about HTTP. */
export interface ClientContext {
  readonly address: string
  readonly userAgent: string | null
  /** the value of a cookie that was set before */
  cookie(name: ClientCookie): string | undefined
  /** sets a cookie of the response; null removes it. Call it after the commit. */
  setCookie(name: ClientCookie, value: string | null): void
}
