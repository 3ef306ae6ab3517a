/** Where the pages are. */
export const paths = {
  admin: '/_cms/admin',
  signIn: '/_cms/sign-in',
  signInLink: '/_cms/sign-in/link',
  setup: '/_cms/setup',
  invite: '/_cms/invite',
  account: '/_cms/account',
} as const

/** Where to sign in, to come back to a path of this service afterwards. */
export function signInFor(path: string): string {
  return `${paths.signIn}?${new URLSearchParams({ return: path })}`
}
